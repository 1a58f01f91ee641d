import type { EndedConnection } from '../core/live/connection-notes'
import type { SystemTurn } from '../core/turn/change'
import { isConnected, changedClients, noteOf, presenceNow } from './presence-now'
import type { Departure, Presences } from './queries'
import { withReport } from './report'

/** The departure of the person on a connection that has ended. */
export function departureOf(ended: EndedConnection): Departure {
  return { ...noteOf(ended), timestamp: Math.floor(ended.alive_at), isConnected: true }
}

/** Records that somebody was present until a connection ended. They are idle from then on. */
export function keepLastSeen({ byUser }: Presences, { user_id, client, timestamp }: Departure): void {
  const before = byUser.get(user_id) ?? new Map()
  const last = before.get(client)
  if (last !== undefined && last.timestamp > timestamp) return
  byUser.set(user_id, withReport(before, client, { status: 'idle', timestamp }))
}

/**
 * Applies departures of one person. Returns the clients that others must be told of: all that became idle, and those that left if
 * the person has no connection any longer.
 */
export function applyDepartures(turn: SystemTurn, here: Presences, gone: readonly Departure[]): string[] {
  const { user_id } = gone[0]!
  for (const departure of gone) here.leaving.add(departure)
  const before = presenceNow(here, turn).get(user_id)!
  for (const departure of gone) here.leaving.delete(departure)
  const after = presenceNow(here, turn).get(user_id)!
  const disconnectedClients = isConnected(after) ? [] : gone.map(({ client }) => client)
  const idle = disconnectedClients.filter((client) => after.get(client)?.status === 'idle')
  return [...new Set([...changedClients(before, after, turn.now), ...idle])]
}
