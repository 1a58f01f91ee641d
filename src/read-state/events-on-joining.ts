import { tell, type OutgoingEvent, type Turn } from '../core/turn/change'
import { fragment, literal, type Sql } from '../core/sql/sql'
import { flagsEvent, maxUnreadInEvent, type FlagsEvent } from '../flags/events'
import { bit } from '../user-messages/bits'
import { isOfMutedTopic, readWatermarkOf } from '../user-messages/rows'
import { detailsOf, type DetailsRow } from './unread-details'
import type { ReaderOfStream } from './unread-of-streams'

/** Maximal number of marks that are looked at, of all readers together: the newest of each. The state has no more messages. */
const maxMarksRead = 50_000

/**
 * Events for users who join streams in which they have messages that are marked as unread: these count from now on (events,
 * update_message_flags). Only the newest are named if there are more than fit into an event. Reads the state before the change,
 * and only for users who listen. To be put after their `subscription` event.
 */
export async function flagsOnJoining(
  { sql, listening }: Pick<Turn, 'sql' | 'listening'>,
  pairs: readonly ReaderOfStream[],
): Promise<OutgoingEvent[]> {
  const listeners = pairs.filter(({ user_id }) => listening.has(user_id))
  if (listeners.length === 0) return []
  const rows = await markedUnreadIn(sql, listeners)
  if (rows.length === 0) return []
  const each: Record<number, Partial<FlagsEvent>> = {}
  for (const [user_id, messages] of Map.groupBy(rows, (row) => row.user_id))
    each[user_id] = {
      messages: messages.map(({ id }) => id),
      message_details: Object.fromEntries(messages.map((row) => [String(row.id), detailsOf(user_id, row)])),
    }
  return [tell(Object.keys(each).map(Number), flagsEvent({ op: 'remove', flag: 'read' }, []), each)]
}

type Row = Omit<DetailsRow, 'member_key'> & { user_id: number; member_key: null }

/**
 * Messages in these streams that their readers have marked as unread, the oldest first, as they are for subscribers. A former
 * subscription says whether the stream is muted. Bots have such messages where they were mentioned.
 */
async function markedUnreadIn(sql: Sql, pairs: readonly ReaderOfStream[]): Promise<Row[]> {
  const readers = [...new Set(pairs.map(({ user_id }) => user_id))]
  const share = Math.ceil(maxMarksRead / readers.length)
  const user_id = fragment`reader.value`
  const mark = fragment`message_flag as flagged indexed by message_marked_unread
    where flagged.user_id = ${user_id} and flagged.flags & ${literal(bit.markedUnread)}`
  const rows = await sql`
    select ${user_id} as user_id, message.id, message.recipient_id, message.topic, null as member_key,
      (
        select flags & ${bit.mentioned} from message_flag as own
        where own.user_id = ${user_id} and own.message_id = message.id
      ) as mentions_me,
      message.wildcard_mentioned and ${readWatermarkOf(user_id)} is not null as mentions_all,
      coalesce((
        select is_muted from subscription as former
        where former.user_id = ${user_id} and former.stream_id = message.recipient_id
      ), 0) or ${isOfMutedTopic(user_id)} as is_muted
    from json_each(${JSON.stringify(readers)}) as reader
    cross join json_each((
      select json_group_array(message_id) from (
        select flagged.message_id from ${mark} order by flagged.message_id desc limit ${literal(share)}
      )
    )) as newest
    cross join message on message.id = newest.value
    where (${user_id}, message.recipient_id) in (
      select value ->> 0, value ->> 1 from json_each(${JSON.stringify(pairs.map(({ user_id: id, stream_id }) => [id, stream_id]))})
    )
    order by message.id desc
    limit ${literal(maxUnreadInEvent)}
  `.all<Row>()
  return rows.toReversed()
}
