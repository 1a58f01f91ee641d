import { isServiceBotRow } from '../accounts/types'
import { fragment, type Fragment } from '../core/sql/sql'

/** End of the span of a current subscriber: above every id. */
export const openEnd = Number.MAX_SAFE_INTEGER

/**
 * Read watermark of a user who receives messages from this id on: everything below it is read. For bots that a program answers
 * for, nothing is ever unread, so theirs is above every id (behaviour, Flags of a new message).
 */
export const initialReadWatermark = (user_id: Fragment, id: number): Fragment => fragment`
  iif((select ${isServiceBotRow} from user where user.id = ${user_id}), ${openEnd}, ${id})`

/**
 * Values of spans that end before a message: everything in them is read. `at` is the Unix time when the users lose access; null
 * if the stream is archived, because nothing changes for them then (`lost-access.ts`).
 */
export const endOfSpan = (next_message_id: number, at: number | null): Fragment => fragment`
  to_id = ${next_message_id}, unread_from = ${openEnd}, ended_at = ${at === null ? null : Math.floor(at)},
  ended_name = ${at === null ? null : streamName}`

const streamName = fragment`(select name from stream where stream.id = stream_id)`

/** End of a statement that inserts open spans: a span that ended before the same message, and so contains none, continues. */
export const reopened = fragment`
  on conflict (user_id, stream_id, from_id) do update
  set to_id = excluded.to_id, unread_from = excluded.unread_from, ended_at = null, ended_name = null`
