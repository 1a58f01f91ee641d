import type { OutgoingEvent, Turn } from '../core/turn/change'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { mutedTopicsEvent } from '../mutes/events'
import type { MutedTopicRow } from '../mutes/queries'
import type { Move } from './moves'
import { isShutOutOf, knownName } from '../user-messages/lost-access'
import { isShutOut } from './read-state-on-move'

/**
 * Moves the mutes of a topic along if the actor can see no message left in it. Deletes mutes of users who cannot access the new
 * stream (behaviour, Editing and moving, Effects). Nobody gets a topic muted twice. Mutes of users without access to the old
 * place stay there, because they would reveal the new one.
 */
export function moveMutes(realm_id: number, move: Move): Fragment[] {
  if (!movesMutes(move)) return []
  const { from, to, into } = move
  const [before, after] = [foldCase(from.topic), foldCase(to.topic)]
  // Mutes are found by user.
  const muted = fragment`
    user as person
    cross join muted_topic as mute
      on mute.user_id = person.id and mute.stream_id = ${from.stream_id} and mute.topic_key = ${before}
    where ${inRealm(fragment`person.id`, realm_id)} and not ${isShutOutOf(from.stream_id)}`
  return [
    fragment`
      insert into muted_topic (user_id, stream_id, topic_key, topic, date_muted)
      select person.id, ${to.stream_id}, ${after}, ${to.topic}, mute.date_muted
      from ${muted} and not ${isClosed(into)}
      on conflict (user_id, stream_id, topic_key) do nothing`,
    fragment`
      delete from muted_topic
      where stream_id = ${from.stream_id} and topic_key = ${before} and user_id in (select person.id from ${muted})`,
  ]
}

/** Whether mutes move along. If only the case changes, it is still the same topic. */
const movesMutes = ({ from, to, into, isWhole }: Move): boolean =>
  isWhole && (into !== null || foldCase(from.topic) !== foldCase(to.topic))

/** Whether `person` has no access to the new stream. */
const isClosed = (into: Move['into']): Fragment => (into === null ? fragment`false` : isShutOut(into))

interface Mute extends MutedTopicRow {
  user_id: number
  is_closed: number
}

/** Events with all muted topics, for the users who muted this one (events, muted_topics). */
export async function mutedTopicsEvents({ sql, listening }: Turn, move: Move): Promise<OutgoingEvent[]> {
  if (!movesMutes(move)) return []
  const { from, to, into } = move
  const mutes = await sql`
    select person.id as user_id, ${isClosed(into)} as is_closed,
      mute.stream_id, ${knownName(fragment`person.id`, fragment`person.role`)} as stream_name, stream.deactivated, mute.topic_key, mute.topic, mute.date_muted
    from json_each(${JSON.stringify(listening.users())}) as listener
    cross join user as person on person.id = listener.value
    cross join muted_topic as moved
      on moved.user_id = person.id and moved.stream_id = ${from.stream_id} and moved.topic_key = ${foldCase(from.topic)}
    cross join muted_topic as mute on mute.user_id = person.id
    cross join stream on stream.id = mute.stream_id
    where not ${isShutOutOf(from.stream_id)}
  `.all<Mute>()
  const place = { ...to, topic_key: foldCase(to.topic), ...(into !== null && { stream_name: into.name }) }
  return [...new Set(mutes.map(({ user_id }) => user_id))].map((user_id) => {
    const own = mutes.filter((mute) => mute.user_id === user_id)
    const isMutedThere = own.some(isOf(place))
    const after = own.flatMap((mute) => {
      if (!isOf({ ...from, topic_key: foldCase(from.topic) })(mute)) return [mute]
      return isMutedThere || mute.is_closed ? [] : [{ ...mute, ...place }]
    })
    return mutedTopicsEvent(user_id, after)
  })
}

const isOf =
  (place: Pick<Mute, 'stream_id' | 'topic_key'>) =>
  ({ stream_id, topic_key }: Mute): boolean =>
    stream_id === place.stream_id && topic_key === place.topic_key
