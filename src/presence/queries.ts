import { type Sql } from '../core/sql/sql'
import type { PresenceStatus } from './schema'

/** The last report of one client. */
export interface ClientPresence {
  status: PresenceStatus
  /** UNIX seconds. */
  timestamp: number
}

/** The last reports of a person's clients, by name of the client. */
export type Presence = ReadonlyMap<string, ClientPresence>

/**
 * Presence of all people of a realm. Reports change it in the memory of the realm object, which stores it about once a
 * minute. So an object that was evicted loses a minute of reports at most.
 */
export interface Presences {
  readonly byUser: Map<number, Presence>
  /** When a report first changed this object, and when it was last stored, in UNIX seconds; null: not yet. */
  used_since: number | null
  written_at: number | null
}

/** The stored presences. The realm object caches the answer, and changes it as reports come in. */
export async function presences(sql: Sql, realm_id: number): Promise<Presences> {
  const row = await sql`select seen from presence where realm_id = ${realm_id}`.first<{ seen: string }>()
  const seen = JSON.parse(row?.seen ?? '{}') as Record<string, Record<string, ClientPresence>>
  const byUser = Object.entries(seen).map(([id, clients]) => [Number(id), new Map(Object.entries(clients))] as const)
  return { byUser: new Map(byUser), used_since: null, written_at: null }
}

/** The newest report of a person; of several at the same second, an active one. */
export function lastSeen(presence: Presence): ClientPresence & { client: string } {
  const [first, ...others] = [...presence].map(([client, seen]) => ({ client, ...seen }))
  return others.reduce((last, seen) => (rank(seen) > rank(last) ? seen : last), first!)
}

const rank = ({ status, timestamp }: ClientPresence): number => timestamp + (status === 'active' ? 0.5 : 0)
