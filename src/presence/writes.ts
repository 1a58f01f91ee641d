import { fragment, type Fragment } from '../core/sql/sql'
import { type Presences, lastSeen } from './queries'

/** Far below the two million bytes that a row can hold. */
const longestSeen = 500_000

const secondsBetweenWrites = 60

/**
 * Stores the presences once a minute, with everything new. An object that was woken less than a minute ago stores them each time:
 * in a quiet organization it may soon sleep again and lose what it has not stored.
 */
export function storeIfDue(realm_id: number, here: Presences, now: number): Fragment[] {
  here.used_since ??= now
  const isYoung = now - here.used_since < secondsBetweenWrites
  const isDue = isYoung || here.written_at === null || now - here.written_at >= secondsBetweenWrites
  if (!isDue) return []
  here.written_at = now
  return [storePresences(realm_id, here)]
}

/** Stores presences in one row. If they do not all fit, those who were seen last are stored. */
export function storePresences(realm_id: number, { byUser }: Pick<Presences, 'byUser'>): Fragment {
  const latest = [...byUser].toSorted(([, a], [, b]) => lastSeen(b).timestamp - lastSeen(a).timestamp)
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
