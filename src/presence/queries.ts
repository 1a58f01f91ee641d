import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import type { PresenceStatus } from './schema'

/** What one client of somebody told last. */
export interface Seen {
  status: PresenceStatus
  /** UNIX seconds. */
  timestamp: number
}

/** What somebody's clients told last, by the client's name. */
export type Presence = ReadonlyMap<string, Seen>

/**
 * Who was here lately. A report only changes what the realm object has in memory; what is written down follows now and
 * then, so that an object that was evicted remembers roughly.
 */
export interface Presences {
  readonly byUser: Map<number, Presence>
  /** When this was first used, and when it was last written down, in UNIX seconds; null: not yet. */
  used_since: number | null
  written_at: number | null
}

/** Who was here lately, as it is written down. The one who knows the answer changes it as reports come in. */
export async function presences(sql: Sql, realm_id: number): Promise<Presences> {
  const row = await sql`select seen from presence where realm_id = ${realm_id}`.first<{ seen: string }>()
  const seen = JSON.parse(row?.seen ?? '{}') as Record<string, Record<string, Seen>>
  const byUser = Object.entries(seen).map(([id, clients]) => [Number(id), new Map(Object.entries(clients))] as const)
  return { byUser: new Map(byUser), used_since: null, written_at: null }
}

/** Far below the two million bytes that a row can hold. */
const longestSeen = 500_000

/** Writes down who was here, all in one row; of very many, those who were here last. */
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

/** The client that told something last, and what; of several at once, one that is in use. */
export function lastSeen(presence: Presence): Seen & { client: string } {
  const [first, ...others] = [...presence].map(([client, seen]) => ({ client, ...seen }))
  return others.reduce((last, seen) => (rank(seen) > rank(last) ? seen : last), first!)
}

const rank = ({ status, timestamp }: Seen): number => timestamp + (status === 'active' ? 0.5 : 0)
