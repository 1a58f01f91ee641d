import { refused } from '../core/base/errors'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { messagesOf, pageJoin } from '../user-messages/rows'
import { answerBudget } from './answer-budget'
import type { Viewer } from './id-range'
import { inlineLimit, withDeferredTexts, textColumns, type TextWeight } from './long-texts'
import type { MessageRow } from './message-rows'

interface MatchingRow extends Pick<MessageRow, 'topic' | 'rendered_content'>, TextWeight {}

/** Columns that the response does not need. */
const unused = ['content', 'edit_history', 'submessages', 'reactions', 'reactors'] as const

/** The given messages that match a condition of `messagesOf`. Refuses if they have too much text. */
export async function matchingMessages(
  sql: Sql,
  condition: Fragment,
  viewer: Viewer,
  ids: readonly number[],
): Promise<MatchingRow[]> {
  const from = messagesOf(viewer.id, {
    from: fragment`(select distinct value as id from json_each(${JSON.stringify(ids)})) as asked cross join message on message.id = asked.id`,
    where: inRealm(fragment`message.id`, viewer.realm_id),
  })
  const inline = inlineLimit(answerBudget, ids.length)
  const { texts, weight, isDeferred, isMoved } = textColumns({ inline, unused })
  const matching = fragment`
    select
      message.id, message.topic, iif(${isDeferred}, null, ${texts['rendered_content']!}) as rendered_content, ${weight} as weight,
      ${isDeferred} as is_deferred, ${isMoved} as is_moved, message.last_edit_at
    from ${from} ${pageJoin(viewer.id)}
    where ${condition}`
  const found = await sql`${matching.distinct()}`.all<MatchingRow>()
  assertFits(found.reduce((sum, row) => sum + row.weight, 0))
  return withDeferredTexts(sql, found, unused)
}

/** Refuses a response that is too long. It cannot be truncated, because a missing message would seem not to match. */
export function assertFits(bytes: number): void {
  if (bytes > answerBudget) throw refused('These messages are too long to be compared at once: ask for fewer')
}
