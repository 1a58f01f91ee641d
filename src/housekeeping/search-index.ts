import type { AttemptLimit, SystemTurn, Step } from '../core/turn/change'
import { fragment, literal } from '../core/sql/sql'

/** Pages of the index, of 4 KB each, that one change rewrites. */
const mostPages = 500

/** Such changes in a day. Rows written are scarce, and what is left can wait for the next day. */
const mergesADay: AttemptLimit = { most: 40, seconds: 24 * 3600 }

/** Rows of the index from this id on are tombstones of FTS5: deleted messages whose words are still in the index. */
const firstTombstone = 2 ** 53

/**
 * Removes the words of deleted messages from the search index. FTS5 only marks them as deleted; a merge rewrites the pages
 * without them. Null if there are none, or if today's share is done.
 */
export async function removeDeletedWords({ sql, attempts }: SystemTurn): Promise<Step | null> {
  const left =
    await sql`select 1 as one from message_search_data where id >= ${literal(firstTombstone)} limit 1`.first()
  if (left === null || !attempts.mayTake('index', mergesADay)) return null
  return {
    writes: [fragment`insert into message_search (message_search, rank) values ('merge', ${literal(-mostPages)})`],
  }
}
