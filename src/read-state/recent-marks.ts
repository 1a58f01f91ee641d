import type { Sql } from '../core/sql/sql'
import type { AskedMark } from './asked-marks'

/** Words of one user: number of the word -> bits (`read-state/read-marks.ts`). */
export type Words = Record<string, number>

/** The recent marks of the whole realm. */
export interface RecentMarks {
  /** User id -> words. */
  readonly words: Record<string, Words>
  /** Characters of the events in the row. */
  readonly eventCharacters: number
  /** By the key of a user and a stream or conversation: number of marks since the read watermark advanced there. */
  readonly counts: ReadonlyMap<string, number>
}

/** The row of recent marks. Only `commitReadMarks` changes it, and updates the cached result. */
export async function recentMarks(sql: Sql, realm_id: number): Promise<RecentMarks> {
  const row =
    await sql`select marks, length(told) as event_characters from read_recent where realm_id = ${realm_id}`.first<{
      marks: string
      event_characters: number
    }>()
  return {
    words: JSON.parse(row?.marks ?? '{}') as RecentMarks['words'],
    eventCharacters: row?.event_characters ?? 0,
    counts: new Map(),
  }
}

/** The row with further marks and events. */
export function withMarks(recent: RecentMarks, marks: readonly AskedMark[], eventsJson: string) {
  const words = structuredClone(recent.words)
  const counts = new Map(recent.counts)
  for (const { user_id, id, recipient_id } of marks) {
    const own = (words[user_id] ??= {})
    const word = String(Math.floor(id / 32))
    own[word] = ((own[word] ?? 0) | (1 << (id % 32))) >>> 0
    const place = JSON.stringify([user_id, recipient_id])
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return { words, eventCharacters: recent.eventCharacters + eventsJson.length, counts }
}

/** Which parts of the row are so long that they must move. Each read of messages parses the marks. */
export const longPartsOf = ({ words, eventCharacters }: RecentMarks): { words: boolean; events: boolean } => ({
  words: JSON.stringify(words).length > longest.words,
  events: eventCharacters > longest.events,
})

/**
 * Maximal characters of the marks and of their events. Events grow several times as fast, because they name each message, and
 * move as one row; the marks move as a row for each user.
 */
const longest = { words: 48_000, events: 16_000 }
