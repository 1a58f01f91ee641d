import { inRealm } from '../core/sql/ids'
import { fragment, literal, type Sql } from '../core/sql/sql'
import type { DeletableMessage } from '../edits/mass-deletion'
import { memberKey } from '../messages/queries'
import { searchHits } from '../narrow/search'
import { attachmentColumns, type AttachmentRow } from '../uploads/queries'

/** An account whose data is still being erased. */
export interface ErasureRow {
  user_id: number
  /** 1 if its messages go, too. */
  deletes_messages: number
}

/** The erasure of an account; null if it is complete, or there was none. */
export async function erasureOf(sql: Sql, user_id: number): Promise<ErasureRow | null> {
  return sql`select user_id, deletes_messages from erasure where user_id = ${user_id}`.first()
}

/** Erasures of which nothing was done since a time, in UNIX seconds. */
export async function stalledErasures(sql: Sql, realm_id: number, since: number): Promise<ErasureRow[]> {
  return sql`
    select user_id, deletes_messages from erasure
    where ${inRealm(fragment`user_id`, realm_id)} and advanced_at < ${since}
  `.all()
}

/**
 * The oldest messages by a sender. The search index finds them without reading those of others, and misses none: the batch that
 * stores a message stores its entry with the sender, and the index of a restored database is filled before anybody uses it.
 */
export async function oldestMessagesBy(sql: Sql, sender_id: number, maxMessages: number): Promise<DeletableMessage[]> {
  const { from, where } = searchHits({ words: [], sender_id })
  return sql`
    select message.id, recipient_id, is_private, message.topic
    from ${from} cross join message on message.id = hit.rowid and message.sender_id = ${sender_id}
    where ${where}
    order by hit.rowid
    limit ${literal(maxMessages)}
  `.all()
}

/** The oldest messages that nobody else can read: to oneself, and to and from the notification bot. */
export async function oldestSolitary(
  sql: Sql,
  { user_id, bot_id }: { user_id: number; bot_id: number },
  maxMessages: number,
): Promise<DeletableMessage[]> {
  const keys = JSON.stringify([memberKey([user_id]), memberKey([user_id, bot_id])])
  return sql`
    select message.id, recipient_id, is_private, topic
    from conversation cross join message on message.recipient_id = conversation.id
    where member_key in (select value from json_each(${keys}))
    order by message.id
    limit ${literal(maxMessages)}
  `.all()
}

/** The next files of an account that no message holds, by id. */
export async function unheldFiles(
  sql: Sql,
  user_id: number,
  { after, maxFiles }: { after: number; maxFiles: number },
): Promise<AttachmentRow[]> {
  return sql`
    select ${attachmentColumns} from attachment
    where user_id = ${user_id} and attachment.id > ${after}
      and not exists (select 1 from attachment_message where attachment_id = attachment.id)
    order by attachment.id
    limit ${literal(maxFiles)}
  `.all()
}

/** Ids of the groups that a user was added to. */
export async function groupsOf(sql: Sql, realm_id: number, user_id: number): Promise<number[]> {
  const rows = await sql`
    select group_id from user_group cross join user_group_member on group_id = user_group.id and user_id = ${user_id}
    where realm_id = ${realm_id}
    order by group_id
  `.all<{ group_id: number }>()
  return rows.map(({ group_id }) => group_id)
}

/** One of these accounts whose program has stored something; null if none has. */
export async function storingOne(sql: Sql, user_ids: readonly number[]): Promise<number | null> {
  const row = await sql`
    select user_id from bot_storage
    where user_id in (select value from json_each(${JSON.stringify(user_ids)}))
    limit 1
  `.first<{ user_id: number }>()
  return row?.user_id ?? null
}
