import type { Account } from '../accounts/account'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { messagesOf } from '../user-messages/rows'
import { isInReach, isVisible } from '../user-messages/visible'
import { answerBudget } from './answer-budget'
import { completeRows } from './as-it-was'
import { inlineLimit } from './long-texts'
import { messageRows, type MessageRow } from './message-rows'

type Viewer = Pick<Account, 'id' | 'realm_id' | 'role'>

/** One message as the viewer may read it; null when it is missing or hidden (behaviour, History and rows). */
export const visibleMessage = (sql: Sql, viewer: Viewer, message_id: number): Promise<MessageRow | null> =>
  oneMessage(sql, viewer, message_id, isVisible(viewer))

/** One message that the viewer may change, as far as its place goes; null for others (behaviour, Losing access). */
export const messageInReach = (sql: Sql, viewer: Viewer, message_id: number): Promise<MessageRow | null> =>
  oneMessage(sql, viewer, message_id, isInReach(viewer))

async function oneMessage(sql: Sql, viewer: Viewer, message_id: number, where: Fragment): Promise<MessageRow | null> {
  const from = messagesOf(viewer.id, { from: fragment`message`, where: fragment`message.id = ${message_id}` })
  const options = { viewer, recipient_id: null, limit: 1, inline: inlineLimit(answerBudget, 1) }
  const rows = await messageRows(sql, { from, where }, options)
  return (await completeRows(sql, viewer, rows))[0] ?? null
}
