import type { Turn } from '../core/turn/change'
import type { ConnectionNote } from '../core/turn/connection-note'
import { departureOf, keepLastSeen } from './departures'
import { changedClients, noteOf, presenceNow, type PresenceNote } from './presence-now'
import type { ClientPresence, Presence, Presences } from './queries'
import { clientNameOf, withReport } from './report'
import type { PresenceStatus } from './schema'

/** What a report changes: names of clients that others must be told of, and whether there is something to store. */
interface News {
  readonly clients: readonly string[]
  readonly isToStore: boolean
}

export const nothingNew: News = { clients: [], isToStore: false }

/**
 * Changes the cached presences in place, before the commit, because most reports write nothing. If a commit fails, the object
 * clears its cache and reads the stored presences. Reports on an open connection are kept with the connection.
 */
export function recordPresence(turn: Turn, here: Presences, status: PresenceStatus): News {
  const { actor, connection, facts, now } = turn
  const client = clientNameOf(facts.client)
  const presence = (): Presence => presenceNow(here, turn).get(actor.id) ?? new Map()
  const before = presence()
  const isToStore =
    connection === null
      ? report(here, actor.id, { client, status, timestamp: Math.floor(now) })
      : recordNote(here, connection, { note: { user_id: actor.id, client, status }, now })
  return { clients: changedClients(before, presence(), now), isToStore }
}

function report(
  { byUser }: Presences,
  user_id: number,
  { client, ...seen }: ClientPresence & { client: string },
): true {
  byUser.set(user_id, withReport(byUser.get(user_id) ?? new Map(), client, seen))
  return true
}

/**
 * Keeps a report with its connection. Returns whether there is something to store, because the connection had another client's
 * name before.
 */
function recordNote(
  here: Presences,
  connection: ConnectionNote,
  { note, now }: { note: PresenceNote; now: number },
): boolean {
  const { user_id, client } = note
  // A person who reports is back.
  for (const one of here.leaving) if (one.user_id === user_id && one.client === client) here.leaving.delete(one)
  const before = connection.note === null ? null : noteOf(connection)
  connection.keep(note)
  if (before === null || before.client === client) return false
  keepLastSeen(here, departureOf({ note: before, alive_at: now }))
  return true
}
