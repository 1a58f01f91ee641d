import { inRealm } from '../core/ids'
import { fragment, type Fragment } from '../core/sql'
import { foldCase } from '../core/unicode'
import type { Move } from './moves'
import { isShutOut } from './readers'

/**
 * Mutes of a topic go along when all of it went, as far as the actor can see; but not those of people to whom the new
 * place is closed (behaviour, Editing and moving, Effects). Nobody has a topic muted twice.
 */
export function followMutes(realm_id: number, { from, to, into, isWhole }: Move): Fragment[] {
  const [before, after] = [foldCase(from.topic), foldCase(to.topic)]
  if (!isWhole || (into === null && before === after)) return []
  // By person, because that is how mutes are found.
  const muted = fragment`
    user as person
    cross join muted_topic as mute
      on mute.user_id = person.id and mute.stream_id = ${from.stream_id} and mute.topic_key = ${before}
    where ${inRealm(fragment`person.id`, realm_id)}`
  return [
    fragment`
      insert into muted_topic (user_id, stream_id, topic_key, topic, date_muted)
      select person.id, ${to.stream_id}, ${after}, ${to.topic}, mute.date_muted
      from ${muted} and not ${into === null ? fragment`false` : isShutOut(into)}
      on conflict (user_id, stream_id, topic_key) do nothing`,
    fragment`
      delete from muted_topic
      where stream_id = ${from.stream_id} and topic_key = ${before} and user_id in (select person.id from ${muted})`,
  ]
}
