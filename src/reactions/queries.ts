import type { Account } from '../accounts/account'
import { fragment, type Sql } from '../core/sql/sql'
import type { Addressed } from '../messages/addressed'
import { isInReach } from '../user-messages/visible'
import { hasRow, messagesOf } from '../user-messages/rows'
import { storedReactions, type StoredReaction } from './schema'

/** A message that the reader may react to. */
export interface ReactableMessage extends Addressed {
  sender_id: number
  reactions: StoredReaction[]
  /** Whether the reader received it, or has a row of it for another reason (behaviour, History and rows). */
  has_row: boolean
}

/** The reactions of a message that the reader may react to; null if it is missing or hidden. */
export async function reactableMessage(
  sql: Sql,
  reader: Pick<Account, 'id' | 'realm_id' | 'role'>,
  message_id: number,
): Promise<ReactableMessage | null> {
  const row = await sql`
    select message.id, message.sender_id, message.recipient_id, message.is_private, message.reactions, ${hasRow} as has_row
    from ${messagesOf(reader.id, { from: fragment`message`, where: fragment`message.id = ${message_id}` })}
    where ${isInReach(reader)}
  `.first<Addressed & { sender_id: number; reactions: string | null; has_row: number }>()
  return row && { ...row, reactions: storedReactions(row.reactions), has_row: Boolean(row.has_row) }
}

/** Users who reacted to `message`, each once, as a JSON list. Null if nobody did, without reading anything. */
export const reactorsJson = fragment`
  case when message.reactions is not null then (
    select json_group_array(json_object('id', person.id, 'email', person.email, 'full_name', person.full_name))
    from (select distinct value ->> 'user_id' as id from json_each(message.reactions)) as reactor
    cross join user as person on person.id = reactor.id
  ) end`
