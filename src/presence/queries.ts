import { fragment, type Fragment, type Sql } from '../core/sql/sql'
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

/** Far below the two million bytes that a row can hold. */
const longestSeen = 500_000

/** Stores presences in one row. If they do not all fit, those who were seen last are stored. */
export function storePresences(realm_id: number, { byUser }: Presences): Fragment {
  const latest = [...byUser].toSorted(([, left], [, right]) => lastSeen(right).timestamp - lastSeen(left).timestamp)
  const entries: string[] = []
  let length = 0
  for (const [user_id, presence] of latest) {
    const entry = `"${user_id}":${JSON.stringify(Object.fromEntries(presence))}`
    length += entry.length + 1
    if (length > longestSeen) break
    entries.push(entry)
  }
  return fragment`
    insert into presence (realm_id, seen) values (${realm_id}, ${`{${entries.join(',')}}`})
    on conflict (realm_id) do update set seen = excluded.seen`
}

/** The newest report of a person; of several at the same second, an active one. */
export function lastSeen(presence: Presence): ClientPresence & { client: string } {
  const [first, ...others] = [...presence].map(([client, seen]) => ({ client, ...seen }))
  return others.reduce((last, seen) => (rank(seen) > rank(last) ? seen : last), first!)
}

const rank = ({ status, timestamp }: ClientPresence): number => timestamp + (status === 'active' ? 0.5 : 0)
