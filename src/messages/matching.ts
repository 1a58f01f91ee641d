import { refused } from '../core/base/errors'
import { inRealm } from '../core/sql/ids'
import { allOf, fragment, type Sql } from '../core/sql/sql'
import { conditionOf, isSearch, matchesNarrow, type SearchTerm } from '../narrow/conditions'
import { assertFewPhrases } from '../narrow/phrases'
import type { ResolvedTerm } from '../narrow/terms'
import { isMoved } from '../old-texts/mark'
import type { OldMatches } from '../old-texts/schema'
import type { Reader } from '../user-messages/lost-access'
import { messagesOf, pageJoin } from '../user-messages/rows'
import { answerBudget } from './answer-budget'
import type { Viewer } from './id-range'
import { inlineLimit, withDeferredTexts, textColumns, type TextWeight } from './long-texts'
import type { MessageRow } from './message-rows'
import { askBesidePrimary, assertHasAll, wordSearch } from './old-hits'

interface MatchingRow extends Pick<MessageRow, 'topic' | 'rendered_content'>, TextWeight {
  weight: number
}

/** Columns that the response does not need. */
const unused = ['content', 'edit_history', 'submessages', 'reactions', 'reactors'] as const

/** How often the object with old texts may be asked to compare messages with the searches of a narrow. */
const maxComparisons = 10

/**
 * The given messages that match all terms, each by itself (narrow, matches_narrow). Refuses if they have too much text. Where texts are
 * searched, those that are in the object are compared there, in further round trips.
 */
export async function matchingMessages(
  sql: Sql,
  terms: readonly ResolvedTerm[],
  viewer: Viewer & Reader,
  ids: readonly number[],
): Promise<MatchingRow[]> {
  const from = messagesOf(viewer.id, {
    from: fragment`(select distinct value as id from json_each(${JSON.stringify(ids)})) as asked cross join message on message.id = asked.id`,
    where: inRealm(fragment`message.id`, viewer.realm_id),
  })
  const inline = inlineLimit(answerBudget, ids.length)
  const { texts, weight, isDeferred } = textColumns({ inline, unused })
  const searches = terms.filter(isSearch)
  const others = terms.filter((term) => !isSearch(term))
  assertFewPhrases(searches.map(({ search }) => search))
  const matching = fragment`
    select
      message.id, message.topic, message.last_edit_at, ${isMoved} as is_moved,
      iif(${isDeferred}, null, ${texts['rendered_content']!}) as rendered_content, ${weight} as weight, ${isDeferred} as is_deferred
    from ${from} ${pageJoin(viewer.id)}
    where ${matchesNarrow(others, viewer)} and (${isMoved} or (${allOf(searches.map((term) => conditionOf(term, viewer.id)))}))`
  const rows = await sql`${matching.distinct()}`.all<MatchingRow>()
  const moved = searches.length === 0 ? [] : rows.filter(({ is_moved }) => is_moved)
  const without = new Set(moved.length === 0 ? [] : await idsWithout(sql, viewer, searches, moved))
  const found = rows.filter(({ id }) => !without.has(id))
  assertFits(found.reduce((sum, row) => sum + row.weight, 0))
  return withDeferredTexts(sql, found, unused)
}

/** Which of these messages, whose texts are in the object, do not match all searches. */
async function idsWithout(
  sql: Sql,
  viewer: Viewer,
  terms: readonly SearchTerm[],
  moved: readonly MatchingRow[],
): Promise<number[]> {
  const ids = moved.map(({ id }) => id)
  const without: number[] = []
  let rest = terms.filter(({ search }) => search.words.length > 0)
  // A search for stop words alone finds nothing.
  if (terms.some((term) => !term.negated && !rest.includes(term))) return ids
  for (let count = 0; rest.length > 0; count += 1) {
    if (count === maxComparisons) throw tooMuchToCompare()
    const searches = rest.map(({ search }) => wordSearch(search))
    const { texts, matches } = await askBesidePrimary<OldMatches>(sql, viewer, (object) =>
      object.compare(searches, ids),
    )
    assertHasAll(texts, moved)
    for (const [index, found] of matches.entries()) {
      const foundIds = new Set(found)
      without.push(...ids.filter((id) => foundIds.has(id) === rest[index]!.negated))
    }
    rest = rest.slice(matches.length)
  }
  return without
}

/** Refuses a response that is too long. It cannot be truncated, because a missing message would seem not to match. */
export function assertFits(bytes: number): void {
  if (bytes > answerBudget) throw tooMuchToCompare()
}

const tooMuchToCompare = () => refused('These messages are too long to be compared at once: ask for fewer')
