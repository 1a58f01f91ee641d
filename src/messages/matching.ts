import { refused } from '../core/base/errors'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { messagesOf, wordJoin } from '../user-messages/rows'
import { answerBudget } from './fitting'
import { completed, share, weighed, type Weighed } from './long-texts'
import { compact, type MessageRow, type Viewer } from './page'

interface MatchingRow extends Pick<MessageRow, 'topic' | 'rendered_content'>, Weighed {}

/** Columns that nobody asks for. */
const unused = ['content', 'edit_history', 'submessages', 'reactions', 'reactors'] as const

/** Of the given messages, those that match a condition of `messagesOf`; refuses when they hold too much text. */
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
  const { rendered_content, weight, is_hollow } = weighed({}, { inline: share(answerBudget, ids.length), unused })
  const matching = fragment`
    select message.id, message.topic, ${rendered_content!} as rendered_content, ${weight!} as weight, ${is_hollow!} as is_hollow
    from ${from} ${wordJoin(viewer.id)}
    where ${condition}`
  const found = await sql`${compact(matching)}`.all<MatchingRow>()
  assertFits(found.reduce((sum, row) => sum + row.weight, 0))
  return completed(sql, found, unused)
}

/** An answer cannot be cut short: what is missing in it does not match. */
export function assertFits(bytes: number): void {
  if (bytes > answerBudget) throw refused('These messages are too long to be compared at once: ask for fewer')
}
