import type { SystemTurn } from '../core/turn/change'
import type { NotedConnection } from '../core/turn/connection-note'
import { aliveSeconds, type ClientPresence, type Departure, type Presence, type Presences } from './queries'
import { isFresh, withClient } from './report'
import type { PresenceStatus } from './schema'

/** The last report of a client on an open connection. */
export interface PresenceNote {
  readonly user_id: number
  readonly client: string
  readonly status: PresenceStatus
}

export const noteOf = ({ note }: Pick<NotedConnection, 'note'>): PresenceNote => note as PresenceNote

export const isAlive = ({ alive_at }: NotedConnection, now: number): boolean => now - alive_at <= aliveSeconds

/**
 * Presence of all people, from reports and open connections together. On a connection, a person is present while it is alive, and
 * was present until it ended (behaviour, Status and presence).
 */
export function presenceNow(
  { byUser, leaving }: Presences,
  { noted, now }: Pick<SystemTurn, 'noted' | 'now'>,
): ReadonlyMap<number, Presence> {
  const result = new Map(byUser)
  const sightings = [...noted().map((connection) => sightingOf(connection, now)), ...leaving]
  for (const [user_id, ofUser] of Map.groupBy(sightings, (seen) => seen.user_id)) {
    let presence: Presence = byUser.get(user_id) ?? new Map()
    for (const [client, seen] of Map.groupBy(ofUser, (seen) => seen.client)) {
      const report = presence.get(client)
      presence = withClient(presence, client, joinPresences(report === undefined ? seen : [report, ...seen], now))
    }
    result.set(user_id, presence)
  }
  return result
}

function sightingOf(connection: NotedConnection, now: number): Departure {
  const { user_id, client, status } = noteOf(connection)
  const seen = { user_id, client, timestamp: Math.floor(connection.alive_at) }
  return isAlive(connection, now) ? { ...seen, status, isConnected: true } : { ...seen, status: 'idle' }
}

/** Combines presences under one client name: among recent ones an active one wins, otherwise the newest. */
function joinPresences(seen: readonly ClientPresence[], now: number): ClientPresence {
  const active = seen.filter((one) => one.status === 'active' && isFresh(one, now))
  const [first, ...others] = active.length > 0 ? active : seen
  const { status, timestamp } = others.reduce((last, one) => (one.timestamp > last.timestamp ? one : last), first!)
  return { status, timestamp, ...(seen.some(({ isConnected }) => isConnected) && { isConnected: true }) }
}

/** Whether a person is present on a connection. */
export const isConnected = (presence: Presence): boolean => [...presence.values()].some((seen) => seen.isConnected)

const isActive = (presence: Presence, now: number): boolean =>
  [...presence.values()].some((seen) => seen.status === 'active' && isFresh(seen, now))

/**
 * Names of the clients that others must be told of: new ones, those that became active, and all that are idle once no client of
 * the person is active (events, presence).
 */
export function changedClients(before: Presence, after: Presence, now: number): string[] {
  const becameIdle = isActive(before, now) && !isActive(after, now)
  const isNews = ([client, seen]: [string, ClientPresence]): boolean => {
    if (becameIdle && (seen.isConnected || before.get(client)?.isConnected)) return true
    const last = before.get(client)
    const wasActive = last?.status === 'active' && isFresh(last, now)
    return last === undefined || (seen.status === 'active' && isFresh(seen, now) && !wasActive)
  }
  return [...after].filter(isNews).map(([client]) => client)
}

/** Those of some people who used a client within this many seconds: an open connection counts while its client says so. */
export function activePeople(
  { byUser }: Presences,
  { noted, now }: Pick<SystemTurn, 'noted' | 'now'>,
  { user_ids, seconds }: { user_ids: Iterable<number>; seconds: number },
): ReadonlySet<number> {
  const active = new Set<number>()
  for (const connection of noted()) {
    const { user_id, status } = noteOf(connection)
    if (status === 'active' && isAlive(connection, now)) active.add(user_id)
  }
  const wasActive = ({ status, timestamp }: ClientPresence): boolean =>
    status === 'active' && now - timestamp <= seconds
  for (const user_id of user_ids) if ([...(byUser.get(user_id)?.values() ?? [])].some(wasActive)) active.add(user_id)
  return active
}
