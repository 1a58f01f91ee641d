import { inRealm } from '../core/sql/ids'
import { fragment, type Sql } from '../core/sql/sql'
import { htmlOf } from '../messages/stored-html'
import { isMoved } from '../old-texts/mark'
import type { MovableRow } from '../old-texts/reading'
import { settingsFrom, type UserSettings } from '../settings/table'
import { flagJoin, isOfMutedTopic, isRead, isReceived, pageJoin, readWatermarkOf } from '../user-messages/rows'
import type { StreamNotificationSettings } from './decision'

/** Ids of the subscribers of a stream who want to know of every message. */
export interface StreamFollowers {
  readonly byPush: ReadonlySet<number>
  readonly byMail: ReadonlySet<number>
}

/** The followers of a stream: by their subscription, or else by their personal settings. */
export async function streamFollowers(sql: Sql, stream_id: number): Promise<StreamFollowers> {
  const rows = await sql`
    select user_id,
      coalesce(push_notifications, settings ->> 'enable_stream_push_notifications', 0) as by_push,
      coalesce(email_notifications, settings ->> 'enable_stream_email_notifications', 0) as by_mail
    from subscription cross join user on user.id = user_id
    where stream_id = ${stream_id} and active and is_user_active = 1 and not is_muted and bot_type is null
      and (by_push or by_mail)
  `.all<{ user_id: number; by_push: number; by_mail: number }>()
  return {
    byPush: new Set(rows.flatMap(({ user_id, by_push }) => (by_push ? user_id : []))),
    byMail: new Set(rows.flatMap(({ user_id, by_mail }) => (by_mail ? user_id : []))),
  }
}

/** A message as its notifications show it. If its text moved, `withOldHtml` gives it its HTML. */
export interface NotifiedMessage extends MovableRow {
  readonly sender_id: number
  readonly is_private: number
  readonly recipient_id: number
  readonly topic: string
  readonly rendered_content: string
  readonly wildcard_mentioned: number
  readonly sender_name: string
  /** Name of the stream; null for a direct message. */
  readonly stream_name: string | null
  /** JSON: ids of the members of a conversation; null in a stream. */
  readonly members: string | null
}

/** A message, and the name of another person who did something with it; null if it was deleted. */
export async function notifiedMessage(
  sql: Sql,
  realm_id: number,
  { message_id, actor_id }: { message_id: number; actor_id: number },
): Promise<(NotifiedMessage & { actor_name: string }) | null> {
  return sql`
    select message.id, sender_id, is_private, recipient_id, topic, ${htmlOf} as rendered_content, wildcard_mentioned,
      message.last_edit_at, ${isMoved} as is_moved,
      sender.full_name as sender_name, actor.full_name as actor_name, stream.name as stream_name,
      iif(is_private, (
        select json_group_array(user_id) from conversation_member where conversation_id = recipient_id
      ), null) as members
    from message
      cross join user as sender on sender.id = sender_id
      cross join user as actor on actor.id = ${actor_id}
      left join stream on not is_private and stream.id = recipient_id
    where message.id = ${message_id} and ${inRealm(fragment`message.id`, realm_id)}
  `.first()
}

/** What decides by which ways a person is notified of a message, beside the message itself. */
export interface PersonalFacts {
  readonly user_id: number
  readonly settings: UserSettings
  /** Null without a subscription to the stream. */
  readonly subscription: StreamNotificationSettings | null
  /** Whether the person muted the stream or the topic. */
  readonly isMuted: boolean
  /** Whether the person muted who wrote or reacted. */
  readonly hasMutedActor: boolean
  readonly isRead: boolean
}

interface FactRow {
  user_id: number
  settings: string
  is_subscribed: number | null
  is_muted: number | null
  is_topic_muted: number
  has_muted_actor: number
  is_read: number
  push_notifications: number | null
  email_notifications: number | null
  wildcard_mentions_notify: number | null
}

/** These facts for the active people among some users who may read the message at the moment. */
export async function personalFacts(
  sql: Sql,
  { message_id, actor_id }: { message_id: number; actor_id: number },
  user_ids: readonly number[],
): Promise<PersonalFacts[]> {
  const user_id = fragment`person.value`
  const reader_id = fragment`message.user_id`
  const rows = await sql`
    select message.user_id, settings, subscription.active as is_subscribed, is_muted, push_notifications,
      email_notifications, wildcard_mentions_notify, ${isRead(reader_id, message_id)} as is_read,
      not message.is_private and ${isOfMutedTopic(reader_id)} as is_topic_muted,
      exists (
        select 1 from muted_user where muted_user.user_id = message.user_id and muted_user_id = ${actor_id}
      ) as has_muted_actor
    from (
      select ${user_id} as user_id, message.*, ${readWatermarkOf(user_id)} as read_watermark, flag.flags
      from message cross join json_each(${JSON.stringify(user_ids)}) as person
      ${flagJoin(user_id)}
      where message.id = ${message_id}
      limit -1
    ) as message
    cross join user on user.id = message.user_id and user.is_active and user.bot_type is null
    ${pageJoin(reader_id)}
    left join subscription
      on not message.is_private and subscription.user_id = message.user_id
        and subscription.stream_id = message.recipient_id and subscription.active
    where ${isReceived} and (message.is_private or subscription.active)
  `.all<FactRow>()
  return rows.map((row) => ({
    user_id: row.user_id,
    settings: settingsFrom(row.settings),
    subscription: row.is_subscribed ? ownSettings(row) : null,
    isMuted: Boolean(row.is_muted) || Boolean(row.is_topic_muted),
    hasMutedActor: Boolean(row.has_muted_actor),
    isRead: Boolean(row.is_read),
  }))
}

const ownSettings = (row: FactRow): StreamNotificationSettings => ({
  push_notifications: asFlag(row.push_notifications),
  email_notifications: asFlag(row.email_notifications),
  wildcard_mentions_notify: asFlag(row.wildcard_mentions_notify),
})

const asFlag = (value: number | null): boolean | null => (value === null ? null : value === 1)
