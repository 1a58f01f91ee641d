import type { Account } from '../accounts/account'
import { fragment, literal, type Fragment, type Sql } from '../core/sql/sql'
import { flagJoin, hasRow, isRead, readWatermarkOf, pageJoin } from '../user-messages/rows'
import { isInReach } from '../user-messages/visible'
import { messagesListed } from '../flags/queries'

/**
 * Maximal number of recipients of a message whose readers are looked up, because each costs a few rows. A direct message has
 * fewer.
 */
export const maxReceiptRecipients = 5000

/**
 * The active recipients of a message, as `user_id` with `columns` of `message`: the subscribers, or the members of the
 * conversation.
 */
const recipientsOf = (message_id: number, columns: Fragment): Fragment => fragment`(
  select subscription.user_id, ${columns}
  from message cross join subscription
    on subscription.stream_id = message.recipient_id and subscription.active and subscription.is_user_active = 1
  where message.id = ${message_id} and not message.is_private
  union all
  select member.user_id, ${columns}
  from message cross join conversation_member as member on member.conversation_id = message.recipient_id
  where message.id = ${message_id} and message.is_private
  limit ${literal(maxReceiptRecipients + 1)}
)`

/** Whether the account may know who has read a message, and the number of its recipients, counted only up to the limit. */
export async function recipientCount(
  sql: Sql,
  account: Pick<Account, 'id' | 'realm_id' | 'role'>,
  message_id: number,
): Promise<{ isInReach: boolean; recipients: number }> {
  const row = await sql`
    select
      exists (
        select 1 from ${messagesListed(account.id, JSON.stringify([message_id]))} where ${isInReach(account)}
      ) as is_in_reach,
      (select count(*) from ${recipientsOf(message_id, fragment`1`)}) as recipients
  `.first<{ is_in_reach: number; recipients: number }>()
  return { isInReach: row!.is_in_reach === 1, recipients: row!.recipients }
}

/**
 * Ids of the recipients who have read a message, ascending (endpoints, Read receipts). Without its sender, users who send no
 * receipts, and users who muted the viewer or whom the viewer muted: messages of a muted user arrive as read, so receipts would
 * reveal who mutes.
 */
export async function readersOf(sql: Sql, viewer_id: number, message_id: number): Promise<number[]> {
  const user_id = fragment`message.user_id`
  const columns = fragment`message.id, message.recipient_id, message.is_private, message.sender_id, message.is_quiet`
  const rows = await sql`
    select message.user_id as id
    from (
      select message.*, ${readWatermarkOf(user_id)} as read_watermark, flag.flags
      from ${recipientsOf(message_id, columns)} as message
      ${flagJoin(user_id)}
      limit -1
    ) as message
    ${pageJoin(user_id)}
    cross join user on user.id = ${user_id}
    where message.user_id <> message.sender_id and ${hasRow} and ${isRead(user_id, message_id)}
      and user.is_active and coalesce(user.settings ->> 'send_read_receipts', true)
      and not exists (
        select 1 from muted_user
        where muted_user.user_id = ${user_id} and muted_user.muted_user_id = ${viewer_id}
      )
      and not exists (
        select 1 from muted_user
        where muted_user.user_id = ${viewer_id} and muted_user.muted_user_id = ${user_id}
      )
    order by 1
  `.all<{ id: number }>()
  return rows.map(({ id }) => id)
}
