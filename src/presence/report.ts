import type { Presence, ClientPresence } from './queries'

/** A report older than this says nothing about the present. */
const staleSeconds = 70

/**
 * Most clients of a person whose reports are kept. A further client replaces the one that has not reported for longest.
 */
const mostClients = 10

/** The name under which a client is counted (behaviour, Client name). */
export const countedAs = (client: string): string => (client === 'ZulipDesktop' ? 'website' : client)

/**
 * A person's presence after a report. A report of `idle` does not at once replace one of `active` under the same client
 * name, because that client may be open in several places. `isNews` is true for the first report of a client and when
 * the person becomes active: others are told of that (behaviour, Status and presence; events, presence).
 */
export function withReport(
  before: Presence,
  client: string,
  report: ClientPresence,
): { after: Presence; seen: ClientPresence; isNews: boolean } {
  const last = before.get(client)
  if (last === undefined) return { after: withClient(before, client, report), seen: report, isNews: true }
  const isStale = report.timestamp - last.timestamp > staleSeconds
  const isIgnored = report.status === 'idle' && last.status === 'active' && !isStale
  if (isIgnored) return { after: before, seen: last, isNews: false }
  const isNews = report.status === 'active' && (isStale || last.status === 'idle')
  return { after: withClient(before, client, report), seen: report, isNews }
}

function withClient(before: Presence, client: string, report: ClientPresence): Presence {
  const after = new Map(before).set(client, report)
  if (after.size <= mostClients) return after
  const [oldest] = [...after].toSorted(([, left], [, right]) => left.timestamp - right.timestamp)
  after.delete(oldest![0])
  return after
}
