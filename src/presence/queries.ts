import { type Sql } from '../core/sql/sql'
import type { PresenceStatus } from './schema'

/** The last report of one client. */
export interface ClientPresence {
  status: PresenceStatus
  /** UNIX seconds. */
  timestamp: number
  /** Whether it comes from an open connection. Never stored. */
  isConnected?: true
}

/** The last reports of a person's clients, by name of the client. */
export type Presence = ReadonlyMap<string, ClientPresence>

/** The end of a connection on which somebody was present. */
export interface Departure extends Readonly<ClientPresence> {
  readonly user_id: number
  readonly client: string
}

/**
 * Presence of all people of a realm, except what follows from open connections (`presenceNow`). Reports change it in the memory
 * of the realm object, which stores it about once a minute. So an evicted object loses at most a minute of reports.
 */
export interface Presences {
  readonly byUser: Map<number, Presence>
  /** Connections that ended a moment ago. Their people may be back at once, for example after reloading the page. */
  readonly leaving: Set<Departure>
  /** By id of the person: when others were last told, and the clients of which they still have to be told. */
  readonly announcements: Map<number, { readonly at: number; readonly waiting: Set<string> }>
  /**
   * In Unix seconds: `used_since` is when a report first changed this object, `written_at` when it was last stored. Null before.
   */
  used_since: number | null
  written_at: number | null
}

/** The stored presences. The realm object caches the result, and changes it as reports arrive. */
export async function presences(sql: Sql, realm_id: number): Promise<Presences> {
  const row = await sql`select seen from presence where realm_id = ${realm_id}`.first<{ seen: string }>()
  const seen = JSON.parse(row?.seen ?? '{}') as Record<string, Record<string, ClientPresence>>
  const byUser = Object.entries(seen).map(([id, clients]) => [Number(id), new Map(Object.entries(clients))] as const)
  return { byUser: new Map(byUser), leaving: new Set(), announcements: new Map(), used_since: null, written_at: null }
}

/**
 * The newest report of a person. Of several in the same second, an active one counts, and so does an active one on an open
 * connection.
 */
export function lastSeen(presence: Presence): Omit<ClientPresence, 'isConnected'> & { client: string } {
  const [first, ...others] = [...presence]
  const [client, { status, timestamp }] = others.reduce((last, seen) => (rank(seen) > rank(last) ? seen : last), first!)
  return { client, status, timestamp }
}

/** Seconds without a sign of its client after which a connection counts as lost. Clients ping every 30 seconds. */
export const aliveSeconds = 90

function rank([, { status, timestamp, isConnected }]: [string, ClientPresence]): number {
  if (status === 'idle') return timestamp
  return timestamp + (isConnected ? aliveSeconds + 1 : 0.5)
}
