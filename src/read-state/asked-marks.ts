import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { jsonLists } from '../core/sql/json-lists'
import { bit } from '../user-messages/bits'
import { flagJoin, hasBit, isReceived, readWatermarkOf } from '../user-messages/rows'
import { visibleListedMessages, type Reader } from '../flags/queries'

/** A received message, and the user who marks it as read. */
export interface AskedMark {
  user_id: number
  id: number
  recipient_id: number
  /** Whether it is above the read watermark and by another user. */
  is_above: number
  is_marked_unread: number
}

/** Up to this many pairs are bound one by one, because the database counts the items of a list as rows. */
const maxBoundPairs = 10

/** Pairs as tables (user_id, id). */
const tablesOf = (pairs: readonly (readonly [number, number])[]): Fragment[] =>
  pairs.length > maxBoundPairs
    ? jsonLists(pairs).map(
        ({ json }) => fragment`(select value ->> 0 as user_id, value ->> 1 as id from json_each(${json}))`,
      )
    : pairs.map(([user_id, id]) => fragment`(select ${user_id} as user_id, ${id} as id)`)

/** Those pairs of a user and a message in which the user received the message. Reads three rows for each. */
export async function receivedMarks(sql: Sql, pairs: readonly (readonly [number, number])[]): Promise<AskedMark[]> {
  const found = await Promise.all(
    tablesOf(pairs).map((pair) =>
      sql`
        select json_group_array(json_array(
          message.user_id, message.id, message.recipient_id,
          message.id >= message.read_watermark and message.sender_id <> message.user_id,
          ${hasBit(bit.markedUnread)} <> 0
        )) as found
        from (
          select pair.user_id, message.id, message.recipient_id, message.sender_id,
            ${readWatermarkOf(fragment`pair.user_id`)} as read_watermark, flag.flags
          from ${pair} as pair cross join message on message.id = pair.id ${flagJoin(fragment`pair.user_id`)}
          limit -1
        ) as message
        where ${isReceived}
      `.first<{ found: string }>(),
    ),
  )
  return found
    .flatMap((row) => JSON.parse(row!.found) as [number, number, number, number, number][])
    .map(([user, message, recipient_id, is_above, is_marked_unread]) => ({
      user_id: user,
      id: message,
      recipient_id,
      is_above,
      is_marked_unread,
    }))
}

/** For messages that a user did not receive: which ones they may see, and which of those need a row in order to be read. */
export async function visibleAmong(
  sql: Sql,
  reader: Reader,
  ids: readonly number[],
): Promise<Record<'seen' | 'rowless', number[]>> {
  const row = await sql`
    select json_group_array(message.id) as seen,
      json_group_array(message.id) filter (where message.flags is null or ${hasBit(bit.markedUnread)}) as rowless
    from ${visibleListedMessages(reader, JSON.stringify(ids))}
  `.first<{ seen: string; rowless: string }>()
  return { seen: JSON.parse(row!.seen) as number[], rowless: JSON.parse(row!.rowless) as number[] }
}
