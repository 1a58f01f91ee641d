import type { SystemTurn, Step } from '../core/turn/change'
import { dayOf, daySeconds } from '../core/base/units'
import { inRealm } from '../core/sql/ids'
import { fragment, literal } from '../core/sql/sql'

/** Maximal number of messages that one change counts. */
const maxCountedMessages = 20_000

/** Seconds. A literal in the SQL, because D1 binds numbers as floats, and dividing by a float leaves a fraction. */
const day = literal(daySeconds)

/** Days whose messages count as traffic, and minimal age of a stream in days (behaviour, Streams). */
const trafficDays = { counted: 28, minimum: 7 }

/**
 * Counts the messages since the last count, and stores the weekly traffic of each stream. Counts are stored per day, because
 * reading four weeks of messages every day would cost more than everything else. `complete` is true if all are counted.
 */
export async function countTraffic({ sql, realm_id, now }: SystemTurn): Promise<Step & { complete: boolean }> {
  const row = await sql`
    select traffic_counted_to as counted_to, max(message.id) as last, count(message.id) as amount
    from realm left join message on message.id in (
      select id from message as uncounted
      where uncounted.id > traffic_counted_to and ${inRealm(fragment`uncounted.id`, realm_id)}
      order by id
      limit ${maxCountedMessages}
    )
    where realm.id = ${realm_id}
    group by realm.id
  `.first<{ counted_to: number; last: number | null; amount: number }>()
  if (row === null) return { writes: [], complete: true }
  const { counted_to, amount } = row
  const last = row.last ?? counted_to
  const today = dayOf(now)
  const age = fragment`cast((${now} - date_created) / ${day} as integer)`
  // Two significant digits: 1234 becomes 1200.
  const unit = fragment`
    case when weekly < 100 then 1 when weekly < 1000 then 10 when weekly < 10000 then 100 else 1000 end`
  const rounded = fragment`(weekly + (${unit}) / 2) / (${unit}) * (${unit})`
  return {
    complete: amount < maxCountedMessages,
    writes: [
      fragment`
        insert into stream_traffic (stream_id, day, messages)
        select recipient_id, sent_at / ${day}, count(*) from message
        where id > ${counted_to} and id <= ${last} and ${inRealm(fragment`id`, realm_id)} and not is_private
        group by 1, 2
        on conflict (stream_id, day) do update set messages = messages + excluded.messages`,
      fragment`
        delete from stream_traffic
        where ${inRealm(fragment`stream_id`, realm_id)} and day <= ${today - trafficDays.counted}`,
      fragment`
        update stream set weekly_traffic = (
          select iif(weekly = 0, iif(total > 0, 1, 0), ${rounded})
          from (
            select total, total * 7 / min(${age}, ${literal(trafficDays.counted)}) as weekly
            from (select coalesce(sum(messages), 0) as total from stream_traffic where stream_id = stream.id)
          )
        )
        where realm_id = ${realm_id} and not deactivated and ${age} >= ${trafficDays.minimum}`,
      fragment`update realm set traffic_counted_to = ${last} where id = ${realm_id}`,
    ],
  }
}
