import type { Presence, Seen } from './queries'

/** Older reports than this many seconds say nothing about now. */
const staleSeconds = 70

/** Clients of one user that are remembered; a further one takes the place of the one not heard of for longest. */
const mostClients = 10

/** The name under which a client is counted (behaviour, Client name). */
export const countedAs = (client: string): string => (client === 'ZulipDesktop' ? 'website' : client)

/**
 * Somebody's presence after a report. An idle client does not at once take over from an active one of the same name,
 * because both may be open in different places. `isNews`: it is the first report of this client, or somebody turned
 * active, so that others are told (behaviour, Status and presence; events, presence).
 */
export function reported(
  before: Presence,
  client: string,
  report: Seen,
): { after: Presence; seen: Seen; isNews: boolean } {
  const last = before.get(client)
  if (last === undefined) return { after: withClient(before, client, report), seen: report, isNews: true }
  const isStale = report.timestamp - last.timestamp > staleSeconds
  const isSuppressed = report.status === 'idle' && last.status === 'active' && !isStale
  if (isSuppressed) return { after: before, seen: last, isNews: false }
  const isNews = report.status === 'active' && (isStale || last.status === 'idle')
  return { after: withClient(before, client, report), seen: report, isNews }
}

function withClient(before: Presence, client: string, report: Seen): Presence {
  const after = new Map(before).set(client, report)
  if (after.size <= mostClients) return after
  const [oldest] = [...after].toSorted(([, left], [, right]) => left.timestamp - right.timestamp)
  after.delete(oldest![0])
  return after
}
