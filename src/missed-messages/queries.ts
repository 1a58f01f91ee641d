import { settingsOf } from '../accounts/settings'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { htmlOf } from '../messages/stored-html'
import { notificationWays, type StreamNotificationSettings } from '../notifications/decision'
import { isMoved } from '../old-texts/mark'
import type { MovableRow } from '../old-texts/reading'
import { settingsFrom, type UserSettings } from '../settings/table'
import { isPlaceholder } from '../users/placeholder-address'
import { isOfMutedTopic, isRead, isReceived, messagesOf, pageJoin } from '../user-messages/rows'
import type { MissedMessage } from './waiting'

/** Somebody who may be mailed. */
export interface MailReader {
  readonly delivery_email: string
  readonly timezone: string
  readonly settings: UserSettings
  /** Who wants no text of messages in mails; null: nobody. */
  readonly content_hidden_by: 'reader' | 'organization' | null
}

/** A person who can be mailed; null if they or their organization were deactivated, or if they have no address. */
export async function mailReader(sql: Sql, realm_id: number, user_id: number): Promise<MailReader | null> {
  const row = await sql`
    select delivery_email, timezone, user.settings, realm.settings as realm_settings
    from user cross join realm on realm.id = user.realm_id and not realm.deactivated
    where user.id = ${user_id} and realm_id = ${realm_id} and is_active and bot_type is null
  `.first<{ delivery_email: string; timezone: string; settings: string; realm_settings: string }>()
  if (row === null || isPlaceholder(row.delivery_email)) return null
  const settings = settingsFrom(row.settings)
  const { message_content_allowed_in_email_notifications: isAllowed } = settingsOf(row)
  const content_hidden_by = !isAllowed
    ? 'organization'
    : settings.message_content_in_email_notifications
      ? null
      : 'reader'
  return { ...row, settings, content_hidden_by }
}

/** What a mail shows of a message. */
export interface MailedMessage {
  readonly sent_at: number
  readonly sender_name: string
  readonly rendered_content: string
}

/** A message of which a mail tells. If its text moved, `withOldHtml` gives it its HTML. */
export interface UnreadMessage extends MailedMessage, MovableRow {
  readonly is_private: boolean
  readonly recipient_id: number
  readonly topic: string
  readonly topic_key: string
  /** Name of the stream; null for a direct message. */
  readonly stream_name: string | null
}

interface UnreadRow extends Omit<UnreadMessage, 'is_private'> {
  readonly is_private: number
  readonly wildcard_mentioned: number
  readonly is_muted: number | null
  readonly is_topic_muted: number
  readonly is_sender_muted: number
  readonly email_notifications: number | null
  readonly wildcard_mentions_notify: number | null
}

/**
 * Those of some messages that the person has still not read, may read, and wants to be mailed about at the moment, in the order of
 * their ids.
 */
export async function unreadMessages(
  sql: Sql,
  realm_id: number,
  { user_id, settings }: { user_id: number; settings: UserSettings },
  missed: readonly Pick<MissedMessage, 'message_id' | 'is_mentioned'>[],
): Promise<UnreadMessage[]> {
  const ids = JSON.stringify(missed.map(({ message_id }) => message_id))
  const source = {
    from: fragment`json_each(${ids}) as missed cross join message on message.id = missed.value`,
    where: inRealm(fragment`message.id`, realm_id),
  }
  const rows = await sql`
    select message.id, message.is_private, message.recipient_id, message.topic, message.topic_key, message.sent_at,
      ${htmlOf} as rendered_content, message.last_edit_at, ${isMoved} as is_moved, message.wildcard_mentioned, sender.full_name as sender_name, stream.name as stream_name,
      subscription.is_muted, email_notifications, wildcard_mentions_notify,
      not message.is_private and ${isOfMutedTopic(user_id)} as is_topic_muted,
      ${isMutedBy(user_id)} as is_sender_muted
    from ${messagesOf(user_id, source)}
      cross join user as sender on sender.id = message.sender_id
      ${pageJoin(user_id)}
      left join stream on not message.is_private and stream.id = message.recipient_id
      left join subscription
        on not message.is_private and subscription.user_id = ${user_id}
          and subscription.stream_id = message.recipient_id and subscription.active
    where ${isReceived} and not ${isRead(user_id)} and (message.is_private or subscription.active)
    order by message.id
  `.all<UnreadRow>()
  const mentioning = new Set(missed.flatMap(({ message_id, is_mentioned }) => (is_mentioned ? message_id : [])))
  return rows
    .filter((row) => isWanted(row, settings, mentioning.has(row.id)))
    .map((row) => ({ ...row, is_private: row.is_private === 1 }))
}

const isWanted = (row: UnreadRow, settings: UserSettings, isMentioned: boolean): boolean =>
  notificationWays(
    {
      isSilent: row.is_sender_muted === 1,
      isDirect: row.is_private === 1,
      isMentioned,
      isWildcardMentioned: row.wildcard_mentioned === 1,
      hasAlertWord: false,
      isReaction: false,
      isMuted: row.is_muted === 1 || row.is_topic_muted === 1,
      subscription: row.is_private === 1 ? null : ownSettings(row),
      isHere: false,
    },
    settings,
  ).mail

const ownSettings = (row: UnreadRow): StreamNotificationSettings => ({
  email_notifications: row.email_notifications === null ? null : row.email_notifications === 1,
  wildcard_mentions_notify: row.wildcard_mentions_notify === null ? null : row.wildcard_mentions_notify === 1,
})

/** Whether the person muted who wrote the message. */
export const isMutedBy = (user_id: number): Fragment => fragment`exists (
  select 1 from muted_user where muted_user.user_id = ${user_id} and muted_user_id = sender_id
)`
