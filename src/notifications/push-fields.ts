import type { Sql } from '../core/sql/sql'
import { plainText } from '../markdown/plain-text'
import { withOldHtml } from '../old-texts/reading'
import type { PayloadFields } from '../web-push/payload'
import type { NotificationReason } from './decision'
import type { Notification } from './item'
import type { NotifiedMessage } from './queries'

/** Characters of a message's text in a notification. */
const maxTextCharacters = 300

/** What the service worker shows and needs to open the conversation (push messages). */
export interface NotificationFields extends PayloadFields {
  readonly v: 1
  readonly type: 'message' | 'reaction'
  /** Scheme and host of the organization. */
  readonly realm: string
  readonly reason: NotificationReason
  /** Who is notified: a browser may have been another person's. */
  readonly user_id: number
  readonly message_id: number
  readonly sender_id: number
  /** UNIX time, seconds. */
  readonly time: number
  /** Only in streams. */
  readonly stream_id?: number
  readonly stream?: string
  readonly topic?: string
  /** Ids of the members; only of a direct conversation. */
  readonly user_ids?: readonly number[]
}

/** Who is notified of what. */
interface Reader {
  readonly user_id: number
  readonly reason: NotificationReason
  /** What it says; empty if the reader hides texts. */
  readonly text: string
}

/** What a notification says: the emoji of a reaction, or the text of the message as one reads it. */
export async function notifiedText(
  sql: Sql,
  message: NotifiedMessage,
  { reaction }: Pick<Notification, 'reaction'>,
): Promise<string> {
  if (reaction !== null) return reaction
  const [{ rendered_content }] = (await withOldHtml(sql, [message])) as [NotifiedMessage]
  return plainText(rendered_content, maxTextCharacters)
}

/**
 * What a device is sent. The title and the body have no words of ours, because the server does not know in which language a
 * device shows them.
 */
export function notificationFields(
  message: NotifiedMessage & { actor_name: string },
  { happened_at, reaction, origin }: Notification,
  { user_id, reason, text }: Reader,
): NotificationFields {
  const { id, sender_id, recipient_id, is_private, topic, actor_name, stream_name } = message
  const user_ids = JSON.parse(message.members ?? '[]') as number[]
  const isBetweenTwo = is_private && user_ids.length <= 2
  const body = isBetweenTwo ? text : text === '' ? actor_name : `${actor_name}: ${text}`
  return {
    v: 1,
    type: reaction === null ? 'message' : 'reaction',
    realm: origin,
    title: is_private ? actor_name : `#${stream_name ?? ''} › ${topic}`,
    body,
    reason,
    user_id,
    message_id: id,
    sender_id,
    time: Math.floor(happened_at),
    ...(is_private ? { user_ids } : { stream_id: recipient_id, stream: stream_name ?? '', topic }),
  }
}

/** The name by which a push service replaces an older push of the same conversation that a device has not got yet. */
export const pushTopicOf = ({ is_private, recipient_id, topic }: NotifiedMessage): string =>
  is_private ? `conversation ${recipient_id}` : `stream ${recipient_id} ${topic}`
