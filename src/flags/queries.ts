import type { Account } from '../accounts/account'
import { fragment, type Fragment } from '../core/sql/sql'
import { messagesOf } from '../user-messages/rows'
import { isVisible } from '../user-messages/visible'

export type Reader = Pick<Account, 'id' | 'realm_id' | 'role'>

/** Messages of a JSON list of ids, each once, from one user's view. */
export const messagesListed = (user_id: number, idsJson: string): Fragment =>
  messagesOf(user_id, {
    from: fragment`(select distinct value as id from json_each(${idsJson})) as asked cross join message on message.id = asked.id`,
    where: fragment`true`,
  })

/** The listed messages that the reader may see; `idsJson` is a JSON list of their ids. */
export const visibleListedMessages = (reader: Reader, idsJson: string): Fragment => fragment`
  ${messagesListed(reader.id, idsJson)}
  where ${isVisible(reader)}`

/** Number of the listed messages that the reader may see. */
export const countVisible = (reader: Reader, idsJson: string): Fragment =>
  fragment`select count(*) as visible from ${visibleListedMessages(reader, idsJson)}`

/** Condition that the reader may see all listed messages. With it, writes do nothing if that is not so. */
export const allVisible = (reader: Reader, idsJson: string, amount: number): Fragment =>
  fragment`(${countVisible(reader, idsJson)}) = ${amount}`
