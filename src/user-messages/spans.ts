import { isServiceBotRow } from '../accounts/types'
import { fragment, type Fragment } from '../core/sql/sql'

/** End of the span of a user who is still subscribed: above every id. */
export const openEnd = Number.MAX_SAFE_INTEGER

/**
 * Read watermark of a user who receives messages from this id on: everything below it is read. Bots that a program
 * answers for never have anything unread, so theirs lies above every id (behaviour, Flags of a new message).
 */
export const initialReadWatermark = (user_id: Fragment, id: number): Fragment => fragment`
  iif((select ${isServiceBotRow} from user where user.id = ${user_id}), ${openEnd}, ${id})`
