import type { Account } from '../accounts/account'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { isVisible } from '../user-messages/visible'
import { isMoved, movedBytes } from '../old-texts/mark'
import type { MessageRow } from '../messages/message-rows'
import { byTopic, isOfTopic, messagesOf } from '../user-messages/rows'

type Reader = Pick<Account, 'id' | 'realm_id' | 'role'>

/** Maximal number of messages that move at once, because a move is one transaction. */
export const maxMovedMessages = 10_000

/**
 * Maximal bytes of a message's edit history. A row of D1 holds 2 MB, which also contain the message's HTML, its reactions (2,000
 * of 160 bytes) and its submessages. Moves have extra space, so that nobody can prevent moves of a topic by filling the history
 * of one message.
 */
export const longestHistory = { edited: 400_000, moved: 500_000 }

/** Stream and topic of a message. */
export interface MessagePlace {
  stream_id: number
  topic: string
}

/** The ids of a JSON list, as a subquery. */
export const idsSubquery = (ids: string): Fragment => fragment`(select value from json_each(${ids}))`

/** The messages of a topic from one user's view. */
const ofTopic = (reader: Reader, { stream_id, topic }: MessagePlace, orderBy = fragment``): Fragment =>
  messagesOf(reader.id, {
    from: fragment`message ${byTopic}`,
    where: fragment`message.recipient_id = ${stream_id} and ${isOfTopic(foldCase(topic))}`,
    orderBy,
  })

export interface MovingMessage {
  id: number
  is_full: number
  last_edit_at: number | null
  /** Bytes of its texts if they are in the object; null if they are in the row. */
  moved_bytes: number | null
}

/**
 * The other messages of the topic that move along. `is_full` means that the history has no space for another edit. Only messages
 * that the actor can see move to another stream (behaviour, Editing and moving, Effects).
 */
export async function messagesMovingAlong(
  sql: Sql,
  actor: Reader,
  { id, recipient_id, topic }: MessageRow,
  { onlyLater, to }: { onlyLater: boolean; to: MessagePlace },
): Promise<MovingMessage[]> {
  const moves = to.stream_id === recipient_id ? fragment`message.topic <> ${to.topic}` : isVisible(actor)
  return sql`
    select message.id, coalesce(octet_length(edit_history), 0) > ${longestHistory.moved} as is_full, message.last_edit_at,
      iif(${isMoved}, ${movedBytes}, null) as moved_bytes
    from ${ofTopic(actor, { stream_id: recipient_id, topic })}
    where message.id <> ${id} and (${!onlyLater} or message.id > ${id}) and ${moves}
    order by message.id
    limit ${maxMovedMessages}
  `.all()
}

/** Whether the reader can see a message of the topic that is not in the list. */
export async function seesOthers(sql: Sql, reader: Reader, place: MessagePlace, ids: string): Promise<boolean> {
  const row = await sql`
    select 1 as one from ${ofTopic(reader, place)}
    where message.id not in ${idsSubquery(ids)} and ${isVisible(reader)}
    limit 1
  `.first()
  return row !== null
}

/** The newest messages of a topic that the reader can see, the newest first. */
export async function newestOfTopic(
  sql: Sql,
  reader: Reader,
  place: MessagePlace,
  limit: number,
): Promise<{ id: number; topic: string }[]> {
  // Rows come in this order, so the limit ends the search.
  return sql`
    select message.id, message.topic
    from ${ofTopic(reader, place, fragment`order by message.id desc`)}
    where ${isVisible(reader)}
    limit ${limit}
  `.all()
}

/** Ids of the authors of the listed messages, and of users who reacted to them. */
export async function authorsAndReactors(sql: Sql, ids: string): Promise<number[]> {
  const rows = await sql`
    select sender_id as user_id from message where id in ${idsSubquery(ids)}
    union
    select reaction.value ->> 'user_id' from message cross join json_each(message.reactions) as reaction
    where message.id in ${idsSubquery(ids)}
  `.all<{ user_id: number }>()
  return rows.map(({ user_id }) => user_id)
}
