import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import { open } from './spans'
import { byTopic, direction, flagged, flagJoin, isMuted, isOfTopic, lineOf, type Stretch } from './rows'

/** Stretches of streams and conversations: (recipient_id, low, high, line). */
export type Sources = Fragment

/** What of everything is looked for. */
interface Restriction {
  /** Only this stream or conversation. */
  recipient_id?: number | null
  /** Only conversations. */
  onlyPrivate?: boolean
  /** Only conversations with these ids. */
  onlyAmong?: Fragment | null
  /** No muted streams. */
  onlyAudible?: boolean
}

const isOnly = (column: Fragment, recipient_id: number | null | undefined): Fragment =>
  recipient_id === null || recipient_id === undefined ? fragment`true` : fragment`${column} = ${recipient_id}`

const ofStreams = (
  user_id: number,
  { recipient_id, onlyPrivate = false, onlyAmong = null, onlyAudible = false }: Restriction,
): Fragment => fragment`
  ${!onlyPrivate && onlyAmong === null} and user_id = ${user_id} and ${isOnly(fragment`stream_id`, recipient_id)}
    and not (${onlyAudible} and ${isMuted(user_id, fragment`subscription_span.stream_id`)})`

const ofConversations = (user_id: number, { recipient_id, onlyAmong = null }: Restriction): Fragment => fragment`
  user_id = ${user_id} and ${isOnly(fragment`conversation_id`, recipient_id)}
    and ${onlyAmong === null ? fragment`true` : fragment`conversation_id in ${onlyAmong}`}`

/** Everything the viewer ever received. */
export const received = (user_id: number, restriction: Restriction): Sources => fragment`
  select stream_id as recipient_id, from_id as low, to_id as high, unread_from as line
  from subscription_span
  where ${ofStreams(user_id, restriction)}
  union all
  select conversation_id, 0, ${open}, unread_from
  from conversation_member
  where ${ofConversations(user_id, restriction)}`

/** Of that, what lies above the lines. Streams that were left are read. */
export const unread = (user_id: number, restriction: Restriction): Sources => fragment`
  select stream_id as recipient_id, unread_from as low, to_id as high, unread_from as line
  from subscription_span
  where to_id = ${open} and ${ofStreams(user_id, restriction)}
  union all
  select conversation_id, unread_from, ${open}, unread_from
  from conversation_member
  where ${ofConversations(user_id, restriction)}`

/** All that was ever sent to public streams of the realm, whoever received it. */
export const publicHistory = (realm_id: number): Sources => fragment`
  select id as recipient_id, 0 as low, ${open} as high, null as line
  from stream
  where ${inRealm(fragment`id`, realm_id)} and not invite_only and not deactivated`

/**
 * The id below which the sources hold nothing, and the viewer has no message with the flag. It spares those who came
 * late the search through all that others wrote before.
 */
export const lowest = (user_id: number, sources: Sources, which: Parameters<typeof flagged>[1] | null): Fragment => {
  const noted = which === null ? null : flagged(user_id, which)
  return fragment`(
    select min(id) from (
      select (
        select min(message.id) from message
        where message.recipient_id = source.recipient_id and message.id >= source.low and message.id < source.high
      ) as id
      from (${sources}) as source
      ${
        noted === null
          ? fragment``
          : fragment`union all select (select min(flagged.message_id) from ${noted.from} where ${noted.where})`
      }
    )
  )`
}

/** One of the indexes in which a recipient's messages of some kind stand in order of id. */
export interface Shelf {
  index: Fragment
  holds: Fragment
}

export const isOfResolvedTopic = fragment`substr(message.topic, 1, 2) = '✔ '`

/** Shelves, by what they hold; the conditions must stand in the query as they do in `schema.sql`. */
export const shelves = {
  any: { index: fragment``, holds: fragment`true` },
  topic: (topic_key: string): Shelf => ({ index: byTopic, holds: isOfTopic(topic_key) }),
  link: { index: fragment`indexed by message_with_link`, holds: fragment`message.has_link` },
  resolved: { index: fragment`indexed by message_of_resolved_topic`, holds: isOfResolvedTopic },
}

/**
 * Begins a query with `candidate`, messages of several sources in order of id, without reading more than are taken: one
 * candidate of each source waits in the queue of the recursion, which gives out the first of them (its `order by`) and
 * takes in its successor. Rows come in that order; an `order by` round this would read them all. The last of a source
 * has no id.
 */
const candidates = (sources: Sources, stretch: Stretch, { index, holds }: Shelf): Fragment => {
  const { low, high, descending } = stretch
  const next = (from: Fragment, to: Fragment) => fragment`(
    select message.id
    from message ${index}
    where message.recipient_id = source.recipient_id and message.id >= ${from} and message.id < ${to} and ${holds}
    order by message.id ${direction(stretch)}
    limit 1
  )`
  const successor = descending
    ? next(fragment`source.low`, fragment`source.id`)
    : next(fragment`source.id + 1`, fragment`source.high`)
  return fragment`
    with recursive candidate (id, recipient_id, low, high, line, is_first) as (
      select ${next(fragment`max(source.low, ${low})`, fragment`min(source.high, ${high})`)},
        recipient_id, max(low, ${low}), min(high, ${high}), line, true
      from (${sources}) as source
      union all
      select ${successor}, recipient_id, low, high, line, false
      from candidate as source
      where id is not null
      order by 1 ${direction(stretch)}
    )`
}

/** Ids of messages of several sources, in order; `is_first`: none of the same source comes before. */
export const idsInOrder = (sources: Sources, stretch: Stretch): Fragment => fragment`(
    ${candidates(sources, stretch, shelves.any)}
    select id, recipient_id, is_first from candidate where id is not null
  )`

/** All messages of several sources from an id on, as `messagesOf` has them, in no order; cheaper than `merged`. */
export const gathered = (user_id: number, sources: Sources, from: Fragment): Fragment => fragment`(
    select message.*, source.line, flag.flags
    from (${sources}) as source
    cross join message
      on message.recipient_id = source.recipient_id and message.id >= max(source.low, ${from}) and message.id < source.high
    ${flagJoin(user_id)}
  ) as message`

/**
 * Messages of several sources in order of id, as `messagesOf` has them. A message of history lies in no source of the
 * viewer's own, so that its line is looked up.
 */
export const merged = (
  user_id: number,
  sources: Sources,
  stretch: Stretch,
  { shelf, isHistory }: { shelf: Shelf; isHistory: boolean },
): Fragment => fragment`(
    ${candidates(sources, stretch, shelf)}
    select message.*, ${isHistory ? lineOf(user_id) : fragment`candidate.line`} as line, flag.flags
    from candidate cross join message on message.id = candidate.id ${flagJoin(user_id)}
    ${isHistory ? fragment`limit -1` : fragment``}
  ) as message`
