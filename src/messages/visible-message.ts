import type { Account } from '../accounts/account'
import { fragment, type Sql } from '../core/sql/sql'
import { messagesOf } from '../user-messages/rows'
import { isVisible } from '../user-messages/visible'
import { answerBudget } from './answer-budget'
import { inlineLimit, withDeferredTexts } from './long-texts'
import { messageRows, type MessageRow } from './message-rows'

/** One message, if the viewer may see it; null when it is missing or hidden (behaviour, History and rows). */
export async function visibleMessage(
  sql: Sql,
  viewer: Pick<Account, 'id' | 'realm_id' | 'role'>,
  message_id: number,
): Promise<MessageRow | null> {
  const from = messagesOf(viewer.id, { from: fragment`message`, where: fragment`message.id = ${message_id}` })
  const options = { user_id: viewer.id, recipient_id: null, limit: 1, inline: inlineLimit(answerBudget, 1) }
  const rows = await messageRows(sql, { from, where: isVisible(viewer) }, options)
  return (await withDeferredTexts(sql, rows))[0] ?? null
}
