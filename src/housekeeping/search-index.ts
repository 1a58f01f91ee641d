import type { OpenTurn, Step } from '../core/change'
import { fragment, literal } from '../core/sql'

const day = 24 * 3600

/** What is written anew of the index, in pages of 4 KB: by one change, and by how many changes in a day. */
const most = { pages: 500, changes: 40 }

/** Rows of the index from here on tell which messages were deleted whose words are still in it (FTS5, tombstones). */
const firstTombstone = 2 ** 53

/**
 * Takes the words of deleted messages out of the index, where they stay, though nothing finds them, until it is written
 * anew. Null when there are none, or when enough was done of it today.
 */
export async function forgetWords({ sql, attempts }: OpenTurn): Promise<Step | null> {
  const left =
    await sql`select 1 as one from message_search_data where id >= ${literal(firstTombstone)} limit 1`.first()
  const key = 'index'
  if (left === null || attempts.isExhausted(key, most.changes, day)) return null
  attempts.record(key)
  return {
    writes: [fragment`insert into message_search (message_search, rank) values ('merge', ${literal(-most.pages)})`],
  }
}
