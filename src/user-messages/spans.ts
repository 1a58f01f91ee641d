import { isServiceBotRow } from '../accounts/types'
import { fragment, type Fragment } from '../core/sql/sql'

/** Where the span of somebody who is still subscribed ends: above every id. */
export const open = Number.MAX_SAFE_INTEGER

/**
 * The line below which everything is read, of somebody who receives from this id on. Bots that a program answers for have
 * nothing unread, ever: theirs lies above every id (behaviour, Flags of a new message).
 */
export const lineFrom = (user_id: Fragment, id: number): Fragment => fragment`
  iif((select ${isServiceBotRow} from user where user.id = ${user_id}), ${open}, ${id})`
