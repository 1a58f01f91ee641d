import { roles, type Role } from '../accounts/roles'
import { Fragment, fragment, literal } from '../core/sql/sql'
import { openEnd } from './spans'

/**
 * Users may always read a received message as it was while they had access to its place. Everything else requires access now:
 * changing the message, getting events about it, reading its later state (behaviour, Losing access). The last subscription span
 * of a user in a stream says when access ended. Its `ended_at` is null while the user is subscribed, and if they were subscribed
 * until the stream was archived: they have lost nothing.
 */
export interface Reader {
  id: number
  /** A subquery, where the role is not known yet. */
  role: Role | Fragment
}

/** A value of a user's last span in a stream, as `last`; null without a span. */
const ofLastSpan = (user_id: Fragment, stream_id: Fragment, value: Fragment): Fragment => fragment`(
  select ${value} from subscription_span as last
  where last.user_id = ${user_id} and last.stream_id = ${stream_id}
  order by last.from_id desc
  limit 1
)`

const endedAt = fragment`coalesce(last.ended_at, ${literal(openEnd)})`

/**
 * A value of the reader's last span in the place of `message`, a message of `messagesOf`, if that place requires a subscription;
 * `none` without a span, because mentioned bots received the message as it was sent. Null for other places. Reads no rows for
 * direct messages, messages in streams that the reader is subscribed to, and messages of `history`.
 */
const ofClosedPlace = ({ id, role }: Reader, value: Fragment, none: Fragment): Fragment => fragment`
  case
    when message.is_private or message.read_watermark < ${literal(openEnd)}
      or (message.read_watermark is null and message.flags is null) then null
    else (
      select iif(
        place.is_web_public or (not place.invite_only and ${role instanceof Fragment ? role : literal(role)} <> ${literal(roles.guest)}), null,
        coalesce(${ofLastSpan(fragment`${id}`, fragment`message.recipient_id`, value)}, ${none})
      )
      from stream as place
      where place.id = message.recipient_id
    )
  end`

/** Unix time when the reader lost access to the place of `message`; null if they have access. */
const lostAccessTime = (reader: Reader): Fragment =>
  fragment`nullif(${ofClosedPlace(reader, endedAt, fragment`0`)}, ${literal(openEnd)})`

/** When somebody lost access, and the name of the stream at that time; the name is null if it is unknown. */
export type LostAccess = [lost_at: number, stream_name: string | null]

/** `LostAccess` to the place of `message`, as JSON; null if the reader has access. */
export const lostAccessJson = (reader: Reader): Fragment =>
  fragment`nullif(${ofClosedPlace(
    reader,
    fragment`iif(last.ended_at is null, '', json_array(last.ended_at, last.ended_name))`,
    fragment`'[0,null]'`,
  )}, '')`

/** Whether the reader, who may see `message`, has access to its place. */
export const hasAccess = (reader: Reader): Fragment => fragment`${lostAccessTime(reader)} is null`

/** Whether an edit changed `message` after the reader lost access. Edits in the same second count as later. */
export const isChangedSince = (reader: Reader): Fragment => fragment`
  case when message.last_edit_at is null then 0 else coalesce(message.last_edit_at >= ${lostAccessTime(reader)}, 0) end`

/** Whether the reader may read the current state of `message`. */
export const isAsItWas = (reader: Reader): Fragment => fragment`not (${isChangedSince(reader)})`

/** Edits of `message` with a certain field after the reader lost access. */
const editsSince = (reader: Reader, field: 'stream' | 'prev_topic' | 'prev_content'): Fragment => fragment`
  json_each(message.edit_history) as edit
  where edit.value ->> ${field} is not null and edit.value ->> 'timestamp' >= ${lostAccessTime(reader)}`

/**
 * Whether `message` was in this stream when the reader lost access to it. A message that was moved in later was never received
 * there, although the reader's span may contain its id.
 */
export const wasThere = (reader: Reader): Fragment => fragment`
  case when message.last_edit_at is null then 1 else not exists (select 1 from ${editsSince(reader, 'stream')}) end`

/** A part of `message` when the reader lost access: what the first later edit replaced. */
const partThen = (reader: Reader, replaced: 'prev_topic' | 'prev_content', present: Fragment): Fragment => fragment`
  case
    when message.last_edit_at is null then ${present}
    else coalesce((
      select edit.value ->> ${replaced} from ${editsSince(reader, replaced)}
      order by edit.key desc
      limit 1
    ), ${present})
  end`

/** Topic of `message` that the reader may know. */
export const topicThen = (reader: Reader): Fragment => partThen(reader, 'prev_topic', fragment`message.topic`)

/** Content of `message` that the reader may know, if edits replaced it since then; otherwise `present`. */
export const contentThen = (reader: Reader, present: Fragment): Fragment => partThen(reader, 'prev_content', present)

/**
 * Name of `stream` that a user may know: if they lost access, the name at that time. `role` is the user's role. Administrators
 * know of all streams. Only reads a row for streams that require a subscription.
 */
export const knownName = (user_id: Fragment, role: Fragment): Fragment => fragment`
  iif(${role} > ${literal(roles.administrator)} and not stream.is_web_public
      and (stream.invite_only or ${role} = ${literal(roles.guest)}),
    coalesce(${ofLastSpan(user_id, fragment`stream.id`, fragment`last.ended_name`)}, stream.name), stream.name)`

/** Whether a user was subscribed to an archived stream until it was archived. */
export const wasThereToTheEnd = (user_id: Fragment, stream_id: number): Fragment =>
  fragment`${ofLastSpan(user_id, fragment`${stream_id}`, endedAt)} = ${literal(openEnd)}`

/**
 * Whether `person`, a row of `user`, has no access to a stream, which may be archived. The suspended subscriptions of deactivated
 * people count.
 */
export const isShutOutOf = (stream_id: number): Fragment => fragment`(
  exists (
    select 1 from stream as place
    where place.id = ${stream_id} and not place.is_web_public
      and (place.invite_only or person.role = ${literal(roles.guest)})
  )
  and not exists (
    select 1 from subscription
    where subscription.user_id = person.id and subscription.stream_id = ${stream_id} and subscription.active
  )
  and coalesce(${wasThereToTheEnd(fragment`person.id`, stream_id)}, 0) = 0
)`
