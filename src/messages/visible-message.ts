import type { Account } from '../accounts/account'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { messagesOf } from '../user-messages/rows'
import { isInReach, isVisible } from '../user-messages/visible'
import { answerBudget } from './answer-budget'
import { completeRows } from './as-it-was'
import { isMoved } from '../old-texts/mark'
import { inlineLimit, type LongText } from './long-texts'
import { messageRows, type FoundRow, type MessageRow } from './message-rows'

type Viewer = Pick<Account, 'id' | 'realm_id' | 'role'>

/** One message as the viewer may read it; null when it is missing or hidden (behaviour, History and rows). */
export const visibleMessage = (sql: Sql, viewer: Viewer, message_id: number): Promise<MessageRow | null> =>
  oneMessage(sql, viewer, message_id, isVisible(viewer))

/** One message that the viewer may change, as far as its place goes; null for others (behaviour, Losing access). */
export const messageInReach = (sql: Sql, viewer: Viewer, message_id: number): Promise<MessageRow | null> =>
  oneMessage(sql, viewer, message_id, isInReach(viewer))

/** A message without its texts, which may be in the object. */
export interface DeletableMessage extends Omit<MessageRow, LongText> {
  readonly is_moved: number
  readonly has_attachment: number
}

/** One message that the viewer may change, as far as its place goes, without its texts; null for others. */
export async function deletableMessage(sql: Sql, viewer: Viewer, message_id: number): Promise<DeletableMessage | null> {
  const from = messagesOf(viewer.id, { from: fragment`message`, where: fragment`message.id = ${message_id}` })
  const options = {
    viewer,
    recipient_id: null,
    limit: 1,
    inline: 0,
    unused: ['content', 'rendered_content', 'edit_history', 'submessages', 'reactions', 'reactors'] as const,
    also: { has_attachment: fragment`message.has_attachment`, is_moved: isMoved },
  }
  const [row] = await messageRows(sql, { from, where: isInReach(viewer) }, options)
  return (row as (FoundRow & DeletableMessage) | undefined) ?? null
}

async function oneMessage(sql: Sql, viewer: Viewer, message_id: number, where: Fragment): Promise<MessageRow | null> {
  const from = messagesOf(viewer.id, { from: fragment`message`, where: fragment`message.id = ${message_id}` })
  const options = { viewer, recipient_id: null, limit: 1, inline: inlineLimit(answerBudget, 1) }
  const rows = await messageRows(sql, { from, where }, options)
  return (await completeRows(sql, viewer, rows))[0] ?? null
}
