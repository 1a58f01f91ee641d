import type { AttemptLimit, SystemTurn, Step } from '../core/turn/change'
import { fragment, literal } from '../core/sql/sql'

/** What one change writes anew of the index, in pages of 4 KB. */
const mostPages = 500

/** Changes that do so in a day: writing costs more than leaving the rest to the next. */
const mergesADay: AttemptLimit = { most: 40, seconds: 24 * 3600 }

/** Rows of the index from here on tell which messages were deleted whose words are still in it (FTS5, tombstones). */
const firstTombstone = 2 ** 53

/**
 * Takes the words of deleted messages out of the index, where they stay, though nothing finds them, until it is written
 * anew. Null when there are none, or when enough was done of it today.
 */
export async function removeDeletedWords({ sql, attempts }: SystemTurn): Promise<Step | null> {
  const left =
    await sql`select 1 as one from message_search_data where id >= ${literal(firstTombstone)} limit 1`.first()
  if (left === null || !attempts.mayTake('index', mergesADay)) return null
  return {
    writes: [fragment`insert into message_search (message_search, rank) values ('merge', ${literal(-mostPages)})`],
  }
}
