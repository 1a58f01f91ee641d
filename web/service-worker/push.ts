/** Shows push messages while no window of the client is visible, one notification for each conversation. */
import { addressOf, termsOfConversation, type Conversation } from '../../client'
import { noticeDataAfter, noticeTag, type NoticeData } from '../lib/notice-data'
import { findReader, type Reader } from '../lib/push-reader'

/** A push message, as the server sends it (docs/api/notifications.md). */
interface PushMessage {
  readonly type: 'message' | 'reaction' | 'test'
  readonly title: string
  readonly body: string
  readonly user_id: number
  readonly message_id: number
  readonly time: number
  readonly stream_id?: number
  readonly stream?: string
  readonly topic?: string
  readonly user_ids?: readonly number[]
}

/** Handles a push message. */
export async function onPush(scope: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  const message = parsePush(data)
  const reader = await findReader()
  // A browser may have been another person's, or nobody is logged in any more.
  if (message === null || reader === null || reader.user_id !== message.user_id) return
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A visible window tells of messages by itself, but of reactions only if it has the message. Both tell of each only once.
  if (message.type === 'message' && windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  await show(scope.registration, message, reader)
  await closeRead(scope.registration, reader)
  await showBadge(scope)
}

function parsePush(data: PushMessageData | null): PushMessage | null {
  try {
    return data?.json() as PushMessage | null
  } catch {
    return null
  }
}

async function show(
  registration: ServiceWorkerRegistration,
  message: PushMessage,
  { user_id, texts }: Reader,
): Promise<void> {
  const { type, title, body, message_id, time } = message
  if (type === 'test') {
    const data: NoticeData = { hash: '', message_id: null, conversation: null, lines: [], count: 0 }
    return registration.showNotification(texts.test, { icon: '/icons/192.png', tag: 'test', data })
  }
  const conversation = conversationIn(message)
  const isReaction = type === 'reaction'
  const tag = noticeTag(conversation, isReaction)
  const [before] = await registration.getNotifications({ tag })
  const hash = addressOf(
    termsOfConversation(conversation, user_id),
    { user_id, streams: streamsIn(message), people: new Map() },
    message_id,
  ).slice(1)
  const text = body === '' ? (isReaction ? texts.newReaction : texts.newMessage) : body
  const news = { hash, conversation, message_id, text, isReaction }
  // What a window or an earlier push has shown is shown again without a sound, as browsers demand a notification.
  const { data, isKnown } = noticeDataAfter(before?.data as NoticeData | undefined, news)
  await registration.showNotification(title, {
    body: data.lines.join('\n'),
    icon: '/icons/192.png',
    badge: '/icons/192.png',
    tag,
    data,
    ...withoutTypes({
      timestamp: time * 1000,
      renotify: !isKnown,
      silent: isKnown,
      actions: isReaction
        ? []
        : [
            { action: 'reply', type: 'text', title: texts.reply },
            { action: 'read', title: texts.markRead },
          ],
    }),
  })
}

/** Options that browsers know, and the types of TypeScript do not. */
const withoutTypes = (options: Readonly<Record<string, unknown>>): NotificationOptions => options

const conversationIn = ({ stream_id, topic, user_ids, user_id }: PushMessage): Conversation =>
  stream_id === undefined
    ? { user_ids: (user_ids ?? []).filter((id) => id !== user_id) }
    : { stream_id, topic: topic ?? '' }

const streamsIn = ({ stream_id, stream = '' }: PushMessage) =>
  new Map(stream_id === undefined ? [] : [[stream_id, { stream_id, name: stream }]])

/** Closes the notifications of messages that were read on another device. */
async function closeRead(registration: ServiceWorkerRegistration, reader: Reader): Promise<void> {
  const notices = (await registration.getNotifications()).filter(({ data }) => isAboutMessage(data))
  if (notices.length < 2) return
  const unread = await unreadMessages(reader)
  if (unread === null) return
  for (const notice of notices) {
    const { message_id } = notice.data as { message_id: number }
    if (message_id >= unread.from && !unread.ids.has(message_id)) notice.close()
  }
}

const isAboutMessage = (data: unknown): boolean => typeof (data as NoticeData | null)?.message_id === 'number'

/** Most unread messages that are looked at. */
const maxUnread = 100

/** Ids of all unread messages from an id on; null if the server cannot be asked. */
async function unreadMessages({ user_id }: Reader): Promise<{ ids: ReadonlySet<number>; from: number } | null> {
  const query = new URLSearchParams({
    anchor: 'newest',
    num_before: String(maxUnread),
    num_after: '0',
    narrow: JSON.stringify([{ operator: 'is', operand: 'unread' }]),
  })
  try {
    const response = await fetch(`/api/v1/messages?${query.toString()}`, { headers: headersOf(user_id) })
    const { messages, found_oldest } = (await response.json()) as { messages: { id: number }[]; found_oldest: boolean }
    const ids = messages.map(({ id }) => id)
    return { ids: new Set(ids), from: found_oldest ? 0 : Math.min(...ids) }
  } catch {
    return null
  }
}

/** Headers of a request with the cookie of the page. */
const headersOf = (user_id: number): Record<string, string> => ({ 'X-Requested-With': `rivulet/${user_id}` })

/** Shows at the app's icon how many messages the notifications stand for. */
async function showBadge({ registration, navigator }: ServiceWorkerGlobalScope): Promise<void> {
  const notices = await registration.getNotifications()
  const count = notices.reduce((sum, { data }) => sum + ((data as NoticeData | null)?.count ?? 0), 0)
  await navigator.setAppBadge?.(count).catch(() => undefined)
}

/** Does what a button of a notification says. Answers whether it was such a button. */
export async function onAction(
  scope: ServiceWorkerGlobalScope,
  { notification, action, reply }: { notification: Notification; action: string; reply?: string | undefined },
): Promise<boolean> {
  const { message_id, conversation } = notification.data as NoticeData
  const reader = await findReader()
  if (reader === null || message_id === null || conversation === null) return false
  // Browsers without text fields in notifications open the conversation instead.
  if (action !== 'read' && !(action === 'reply' && reply)) return false
  notification.close()
  if (reply) await send(reader, conversation, reply)
  await markRead(reader, message_id, conversation)
  await showBadge(scope)
  return true
}

const send = (reader: Reader, conversation: Conversation, content: string): Promise<unknown> =>
  post(reader, '/messages', {
    ...('user_ids' in conversation
      ? {
          type: 'private',
          to: JSON.stringify(conversation.user_ids.length > 0 ? conversation.user_ids : [reader.user_id]),
        }
      : { type: 'stream', to: String(conversation.stream_id), topic: conversation.topic }),
    content,
  })

/** Marks everything in the conversation as read. */
const markRead = (reader: Reader, message_id: number, conversation: Conversation): Promise<unknown> =>
  'user_ids' in conversation
    ? post(reader, '/messages/flags', { messages: JSON.stringify([message_id]), op: 'add', flag: 'read' })
    : post(reader, '/mark_topic_as_read', { stream_id: String(conversation.stream_id), topic_name: conversation.topic })

async function post({ user_id }: Reader, path: string, params: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(params)
  const response = await fetch(`/api/v1${path}`, { method: 'POST', headers: headersOf(user_id), body })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
}
