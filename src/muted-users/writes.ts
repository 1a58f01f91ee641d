import { fragment, literal, type Fragment } from '../core/sql/sql'
import { bit } from '../user-messages/bits'

/** Clears the user's marks as unread on messages. */
export const clearMarkedUnread = (user_id: number, message_ids: readonly number[]): Fragment => fragment`
  update message_flag set flags = flags & ~${bit.markedUnread}
  where user_id = ${user_id} and flags & ${literal(bit.markedUnread)}
    and message_id in (select value from json_each(${JSON.stringify(message_ids)}))`
