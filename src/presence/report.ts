import type { Presence, ClientPresence } from './queries'

/** A report older than this says nothing about the present. */
const staleSeconds = 70

/** Maximal number of clients of a person that are recorded. A further one replaces the one with the oldest report. */
const maxClients = 10

/** The name under which a client is counted (behaviour, Client name). */
export const clientNameOf = (client: string): string => (client === 'ZulipDesktop' ? 'website' : client)

/** Whether a report says something about the present. */
export const isFresh = ({ timestamp, isConnected }: ClientPresence, now: number): boolean =>
  isConnected === true || Math.floor(now) - timestamp <= staleSeconds

/**
 * A person's presence after a report. A report of `idle` does not at once replace one of `active` under the same client
 * name, because that client may be open in several places (behaviour, Status and presence).
 */
export function withReport(before: Presence, client: string, report: ClientPresence): Presence {
  const last = before.get(client)
  const isIgnored = report.status === 'idle' && last?.status === 'active' && isFresh(last, report.timestamp)
  return isIgnored ? before : withClient(before, client, report)
}

export function withClient(before: Presence, client: string, report: ClientPresence): Presence {
  const after = new Map(before).set(client, report)
  if (after.size <= maxClients) return after
  const [oldest] = [...after].toSorted(([, a], [, b]) => a.timestamp - b.timestamp)
  after.delete(oldest![0])
  return after
}
