import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import { isIn, isShutOut } from '../edits/read-state-on-move'
import { openEnd } from '../user-messages/spans'
import type { Privacy } from './privacy'
import type { StreamRow } from './queries'

interface Ending {
  realm_id: number
  /**
   * Unix time; null if the stream is archived: nothing in it can change any longer, so its last subscribers keep what they have.
   */
  at: number | null
  next_message_id: number
}

/**
 * Notes when people lose access to a stream that they read without being subscribed, because it becomes private or is archived.
 * Those who were subscribed once have a span to note it in. Those who only touched messages get an empty one: their flags
 * let them read these messages on (behaviour, Losing access).
 */
export function endAccessToStream(
  stream: StreamRow,
  after: Privacy,
  { realm_id, at, next_message_id }: Ending,
): Fragment[] {
  const losers = fragment`
    user as person
    where ${inRealm(fragment`person.id`, realm_id)} and not ${isShutOut(stream)} and not ${isIn(stream.id)}
      and ${isShutOut({ ...stream, ...after })}`
  const seconds = at === null ? null : Math.floor(at)
  const name = at === null ? null : stream.name
  return [
    fragment`
      update subscription_span set ended_at = ${seconds}, ended_name = ${name}
      where stream_id = ${stream.id} and to_id < ${openEnd} and user_id in (select person.id from ${losers})`,
    fragment`
      insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from, ended_at, ended_name)
      select distinct flag.user_id, ${stream.id}, ${next_message_id}, ${next_message_id}, ${openEnd}, ${seconds}, ${name}
      from message_flag as flag indexed by historical_message
      cross join message on message.id = flag.message_id
      where ${inRealm(fragment`flag.user_id`, realm_id)} and flag.flags & 64 and message.recipient_id = ${stream.id}
        and flag.user_id in (select person.id from ${losers})
      on conflict (user_id, stream_id, from_id) do nothing`,
  ]
}

/** Records when somebody who becomes a guest loses access to public streams that they are not subscribed to. */
export function endAccessOfGuest(user_id: number, { realm_id, at, next_message_id }: Ending): Fragment[] {
  const lostStreams = fragment`
    (select id, name from stream where ${inRealm(fragment`stream.id`, realm_id)}
      and not (invite_only or is_web_public or deactivated)
      and not exists (
        select 1 from subscription
        where subscription.user_id = ${user_id} and subscription.stream_id = stream.id and subscription.active
      ))`
  const seconds = at === null ? null : Math.floor(at)
  return [
    fragment`
      update subscription_span set ended_at = ${seconds}, ended_name = place.name
      from ${lostStreams} as place
      where user_id = ${user_id} and stream_id = place.id and to_id < ${openEnd}`,
    fragment`
      insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from, ended_at, ended_name)
      select distinct ${user_id}, place.id, ${next_message_id}, ${next_message_id}, ${openEnd}, ${seconds}, place.name
      from message_flag as flag indexed by historical_message
      cross join message on message.id = flag.message_id
      cross join ${lostStreams} as place on place.id = message.recipient_id
      where flag.user_id = ${user_id} and flag.flags & 64
      on conflict (user_id, stream_id, from_id) do nothing`,
  ]
}
