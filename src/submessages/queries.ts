import type { Account } from '../accounts/account'
import { fragment, type Sql } from '../core/sql/sql'
import type { Addressed } from '../messages/addressed'
import { isInReach } from '../user-messages/visible'
import { messagesOf } from '../user-messages/rows'
import { storedSubmessages, type Submessage } from './schema'

/** A message that may have a widget. */
export interface WidgetMessage extends Addressed {
  sender_id: number
  submessages: Submessage[]
}

/** The message if the reader may add to it; null if it is missing or hidden. */
export async function widgetMessage(
  sql: Sql,
  reader: Pick<Account, 'id' | 'realm_id' | 'role'>,
  message_id: number,
): Promise<WidgetMessage | null> {
  const row = await sql`
    select message.id, message.recipient_id, message.is_private, message.sender_id, message.submessages
    from ${messagesOf(reader.id, { from: fragment`message`, where: fragment`message.id = ${message_id}` })}
    where ${isInReach(reader)}
  `.first<Addressed & { sender_id: number; submessages: string | null }>()
  return row && { ...row, submessages: storedSubmessages(row.submessages) }
}
