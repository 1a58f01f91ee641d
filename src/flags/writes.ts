import { fragment, type Fragment } from '../core/sql/sql'
import { bit } from '../user-messages/bits'
import { hasBit, isReceived } from '../user-messages/rows'
import { allVisible, visibleListedMessages, type Reader } from './queries'

/** Rows written for a flag of a message: its own and that of an index. */
export const rowsOfFlag = 2

/** Sets flags of one message for several users. */
export const flagMessages = (user_ids: readonly number[], message_id: number, bits: number): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select value, ${message_id}, ${bits} from json_each(${JSON.stringify(user_ids)})
  where true
  on conflict (user_id, message_id) do update set flags = flags | excluded.flags`

/** Sets or clears a flag of messages. The reader gets a row of each message without one (endpoints, Flags). */
export const changeBit = (
  reader: Reader,
  { idsJson, amount, bits, set }: { idsJson: string; amount: number; bits: number; set: boolean },
): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select ${reader.id}, message.id, iif(${isReceived}, 0, ${bit.historical}) | ${set ? bits : 0}
  from ${visibleListedMessages(reader, idsJson)}
    and ${allVisible(reader, idsJson, amount)}
    and (${set} or ${hasBit(bits)} or not (${isReceived} or message.flags is not null))
  on conflict (user_id, message_id) do update
  set flags = ${set ? fragment`flags | ${bits}` : fragment`flags & ~${bits}`}`
