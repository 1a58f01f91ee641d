import { fragment, literal, type Sql } from '../core/sql/sql'
import { isMarked, readPage } from './read-marks'
import { openEnd } from '../user-messages/spans'
import { bit } from '../user-messages/bits'

/** A user and a stream in which they may have unread messages. */
export interface ReaderOfStream {
  user_id: number
  stream_id: number
}

/**
 * Maximal number of messages that are searched for unread ones, of all pairs together (the newest of each), and of messages
 * marked as unread. The state has no more either (register, unread_msgs), and an event must fit into one row.
 */
const maxScannedMessages = 50_000

/** Ids of the unread messages in these streams by user, the oldest first. Users without any are missing. */
export async function unreadOfStreams(sql: Sql, pairs: readonly ReaderOfStream[]): Promise<Map<number, number[]>> {
  const rows = JSON.stringify(pairs.map(({ user_id, stream_id }) => [user_id, stream_id]))
  const share = Math.ceil(maxScannedMessages / Math.max(pairs.length, 1))
  const [user_id, stream_id] = [fragment`pair.value ->> 0`, fragment`pair.value ->> 1`]
  const watermark = fragment`(
    select unread_from from subscription_span
    where user_id = ${user_id} and stream_id = ${stream_id} and to_id = ${openEnd}
  )`
  const found = await sql`
    select ${user_id} as user_id, (
      select json_group_array(id) from (
        select newest.id
        from (
          select id, sender_id, is_quiet from message
          where recipient_id = ${stream_id} and id >= ${watermark}
          order by id desc
          limit ${literal(share)}
        ) as newest
        left join ${readPage(user_id, fragment`newest.id`)}
        where newest.sender_id <> ${user_id} and not newest.is_quiet
          and not ${isMarked(user_id, fragment`newest.id`, pairs[0]?.user_id)}
        union
        select * from (
          select message_id from message_flag
          where message_flag.user_id = ${user_id} and flags & ${literal(bit.markedUnread)}
            and (select recipient_id from message where message.id = message_id) = ${stream_id}
          order by message_id desc
          limit ${literal(share)}
        )
      )
    ) || '' as ids
    from json_each(${rows}) as pair
  `.all<{ user_id: number; ids: string }>()
  const unread = new Map<number, number[]>()
  for (const { user_id: reader, ids } of found) {
    const all = [...(unread.get(reader) ?? []), ...(JSON.parse(ids) as number[])]
    if (all.length > 0)
      unread.set(
        reader,
        all.toSorted((a, b) => a - b),
      )
  }
  return unread
}
