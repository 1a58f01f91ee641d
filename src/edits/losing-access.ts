import type { Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import type { StreamRow } from '../streams/queries'
import type { Move } from './moves'
import { idsSubquery } from './queries'
import { isIn, isShutOut } from './read-state-on-move'

/** Ids of listening users who received some of the messages that move to another stream, and who may not read that stream. */
export async function usersLosingAccess(
  { sql, listening }: Turn,
  { from, ids }: Move,
  into: StreamRow,
): Promise<number[]> {
  const all = JSON.stringify(ids)
  const readsAll = fragment`(
    ${isIn(from.stream_id)}
    and exists (select 1 from stream where stream.id = ${from.stream_id} and history_public_to_subscribers)
  )`
  const received = fragment`exists (
    select 1 from subscription_span as span
    cross join json_each(${all}) as moved on moved.value >= span.from_id and moved.value < span.to_id
    where span.user_id = person.id and span.stream_id = ${from.stream_id}
  )`
  const touched = fragment`exists (
    select 1 from message_flag as flag
    where flag.user_id = person.id and flag.message_id >= ${ids[0]!} and flag.message_id <= ${ids.at(-1)!}
      and +flag.message_id in ${idsSubquery(all)}
  )`
  const rows = await sql`
    select person.id
    from json_each(${JSON.stringify(listening.users())}) as listener
    cross join user as person on person.id = listener.value
    where ${isShutOut(into)} and (${readsAll} or ${received} or ${touched})
  `.all<{ id: number }>()
  return rows.map(({ id }) => id)
}
