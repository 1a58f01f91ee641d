import { insertMessages } from './writes'
import { flagMessages } from '../flags/writes'
import { markReadFor } from '../read-state/writes'
import type { Step, OutgoingEvent, Turn } from '../core/turn/change'
import type { Fragment } from '../core/sql/sql'
import { bit } from '../user-messages/bits'
import type { StreamOrGroup } from '../markdown/context'
import { streamById, type StreamRow } from '../streams/queries'
import { subscriberIds } from '../subscriptions/queries'
import { notificationBotId } from '../users/notification-bot'
import { userById, type UserRow } from '../users/queries'
import { announce } from './announce'
import { type NewMessage } from './queries'
import { renderedMessage } from './rendering'

/** A message of the notification bot to a topic. */
interface Notice {
  stream_id: number
  topic: string
  /** Markdown. Mentions should be silent, because a notice sets no flags. */
  content: string
  /** Subscribers for whom the notice is unread; undefined for all except the actor. */
  unread_for?: readonly number[]
  /** The stream after the change, if the change makes or alters it. */
  stream?: Pick<StreamRow, 'name' | 'invite_only'>
  /** Subscribers after the change, if the change alters them. */
  receivers?: ReadonlySet<number>
  /** Streams that the change makes and the text links to. */
  links?: readonly StreamOrGroup[]
}

/** Markdown that names a user without notifying them. */
export const silentMention = ({ id, full_name }: Pick<UserRow, 'id' | 'full_name'>): string =>
  `@_**${full_name}|${id}**`

/** Posts a notice, which the actor has already read (behaviour, Notices posted by the notification bot). */
export const postNotice = (turn: Turn, notice: Notice): Promise<Step> => postNotices(turn, [notice])

/** Posts several notices in few statements. */
export async function postNotices(turn: Turn, notices: readonly Notice[]): Promise<Step> {
  if (notices.length === 0) return { writes: [] }
  const { actor, cached, realm_id } = turn
  const sender = await notificationBotOf(turn)
  const messages: NewMessage[] = []
  const unreadFlags: Fragment[] = []
  const events: OutgoingEvent[] = []
  for (const { stream_id, topic, content, unread_for, links = [], ...after } of notices) {
    const message = await newNotice(turn, { sender_id: sender.id, recipient_id: stream_id, topic, content, links })
    messages.push({ ...message, is_quiet: unread_for !== undefined })
    if (unread_for !== undefined) unreadFlags.push(flagMessages(unread_for, message.id, bit.markedUnread))
    events.push(
      ...(await announce(turn, {
        message,
        sender,
        stream: after.stream ?? (await cached(streamById, realm_id, stream_id))!,
        receivers: after.receivers ?? (await cached(subscriberIds, stream_id)),
        flagged: new Map(),
        isRead: (user_id) => (unread_for === undefined ? user_id === actor.id : !unread_for.includes(user_id)),
      })),
    )
  }
  const unreadIds = messages.filter(({ is_quiet }) => !is_quiet).map(({ id }) => id)
  return { writes: [...insertMessages(messages, actor), markReadFor([actor.id], unreadIds), ...unreadFlags], events }
}

/** The account that notices come from. */
export const notificationBotOf = async ({ cached, realm_id }: Turn): Promise<UserRow> =>
  (await cached(userById, realm_id, await notificationBotId(cached, realm_id)))!

/** The client name of messages by the server itself. */
const client = 'Internal'

/** A message of the bot to a topic of a stream, or without a topic to a conversation. */
export async function newNotice(
  turn: Turn,
  notice: Pick<NewMessage, 'sender_id' | 'recipient_id' | 'topic' | 'content'> & { links?: readonly StreamOrGroup[] },
): Promise<NewMessage> {
  const { links: streams = [], ...where } = notice
  const { html, links } = await renderedMessage(turn, notice.content, { isNotice: true, streams })
  return {
    ...where,
    id: turn.next('message'),
    event_id: turn.next('event'),
    is_private: notice.topic === '',
    rendered_content: html,
    sent_at: Math.floor(turn.now),
    client,
    is_me_message: false,
    links,
    wildcard_mentioned: false,
    submessages: null,
    queue_id: null,
    local_id: null,
  }
}
