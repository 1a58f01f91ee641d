import type { Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { flagJoin, hasRow, isReceived, isRead, readWatermarkOf, wordJoin } from '../user-messages/rows'
import type { MessageRow } from './message-rows'

/** A listening account that may see a message, with its own read state and flags. */
export interface MessageViewer extends Pick<MessageRow, 'is_read' | 'is_received' | 'wildcard_mentioned' | 'flags'> {
  user_id: number
  /** Whether the account received or touched the message. Else it only finds the message in the history of its stream. */
  is_holder: number
}

type TurnReads = Pick<Turn, 'sql' | 'listening'>

/**
 * Message holders and history subscribers of a message (events, Recipients) before the change, as far as they listen. The
 * number of rows read grows with the listeners, and not with the subscribers.
 */
export async function messageViewers({ sql, listening }: TurnReads, message_id: number): Promise<MessageViewer[]> {
  const listeners = listening.users()
  if (listeners.length === 0) return []
  const user_id = fragment`listener.value`
  return sql`
    select message.user_id, ${hasRow} as is_holder, ${isReceived} as is_received,
      ${isRead(fragment`message.user_id`)} as is_read, message.wildcard_mentioned, message.flags
    from (
      select ${user_id} as user_id, message.id, sender_id, recipient_id, is_private, is_quiet, wildcard_mentioned,
        ${readWatermarkOf(user_id)} as read_watermark, flag.flags
      from json_each(${JSON.stringify(listeners)}) as listener
      cross join message on message.id = ${message_id}
      ${flagJoin(user_id)}
      limit -1
    ) as message
    ${wordJoin(fragment`message.user_id`)}
    where ${hasRow} or (
      not message.is_private
      and exists (select 1 from stream where stream.id = message.recipient_id and history_public_to_subscribers)
      and exists (
        select 1 from subscription
        where subscription.user_id = message.user_id and stream_id = message.recipient_id and active
      )
    )
  `.all()
}

/** Listening accounts that received or touched the message. */
export async function messageHolders(turn: TurnReads, message_id: number): Promise<number[]> {
  const viewers = await messageViewers(turn, message_id)
  return viewers.filter(({ is_holder }) => is_holder).map(({ user_id }) => user_id)
}
