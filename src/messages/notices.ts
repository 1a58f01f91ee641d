import type { Step, OutgoingEvent, Turn } from '../core/turn/change'
import type { Fragment } from '../core/sql/sql'
import { bit } from '../user-messages/bits'
import { flagMessages, markReadFor } from '../flags/queries'
import type { Named } from '../markdown/context'
import { plainText } from '../markdown/plain-text'
import { streamById, type StreamRow } from '../streams/queries'
import { subscriberIds } from '../subscriptions/queries'
import { notificationBotId } from '../users/notification-bot'
import { userById, type UserRow } from '../users/queries'
import { announce } from './announce'
import { insertMessages, type NewMessage } from './queries'
import { renderedMessage } from './rendering'

/** What the notification bot says in a topic. */
export interface Notice {
  stream_id: number
  topic: string
  /** Markdown. Mentions should be silent: a notice flags nobody. */
  content: string
  /** When given, only these subscribers find it unread; else all do. */
  unread_for?: readonly number[]
  /** The stream as the change leaves it, if it makes or invalidates it. */
  stream?: Pick<StreamRow, 'name' | 'invite_only'>
  /** Likewise its subscribers. */
  receivers?: ReadonlySet<number>
  /** Streams that the change makes, and to which the text links. */
  links?: readonly Named[]
}

/** Names somebody without calling them. */
export const silentMention = ({ id, full_name }: Pick<UserRow, 'id' | 'full_name'>): string =>
  `@_**${full_name}|${id}**`

/** A notice, which the actor has already read (behaviour, Notices posted by the notification bot). */
export const postNotice = (turn: Turn, notice: Notice): Promise<Step> => postNotices(turn, [notice])

/** Likewise several, in few statements. */
export async function postNotices(turn: Turn, notices: readonly Notice[]): Promise<Step> {
  if (notices.length === 0) return { writes: [] }
  const { actor, cached, realm_id } = turn
  const sender = await notificationBotOf(turn)
  const messages: NewMessage[] = []
  const quiet: Fragment[] = []
  const events: OutgoingEvent[] = []
  for (const { stream_id, topic, content, unread_for, links = [], ...altered } of notices) {
    const message = await newNotice(turn, { sender_id: sender.id, recipient_id: stream_id, topic, content, links })
    messages.push({ ...message, is_quiet: unread_for !== undefined })
    if (unread_for !== undefined) quiet.push(flagMessages(unread_for, message.id, bit.markedUnread))
    events.push(
      ...(await announce(turn, {
        message,
        sender,
        stream: altered.stream ?? (await cached(streamById, realm_id, stream_id))!,
        receivers: altered.receivers ?? (await cached(subscriberIds, stream_id)),
        flagged: new Map(),
        readers: (user_id) => (unread_for === undefined ? user_id === actor.id : !unread_for.includes(user_id)),
      })),
    )
  }
  const loud = messages.filter(({ is_quiet }) => !is_quiet).map(({ id }) => id)
  return { writes: [...insertMessages(messages), markReadFor([actor.id], loud), ...quiet], events }
}

/** The realm's own voice. */
export const notificationBotOf = async ({ cached, realm_id }: Turn): Promise<UserRow> =>
  (await cached(userById, realm_id, await notificationBotId(cached, realm_id)))!

/** The name under which the server itself sends. */
const client = 'Internal'

/** What the bot says, as a message to a stream; to a conversation when there is no topic. */
export async function newNotice(
  turn: Turn,
  said: Pick<NewMessage, 'sender_id' | 'recipient_id' | 'topic' | 'content'> & { links?: readonly Named[] },
): Promise<NewMessage> {
  const { links: streams = [], ...where } = said
  const { html, links } = await renderedMessage(turn, said.content, { isNotice: true, streams })
  return {
    ...where,
    id: turn.next('message'),
    event_id: turn.next('event'),
    is_private: said.topic === '',
    rendered_content: html,
    words: plainText(html),
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
