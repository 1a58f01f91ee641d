import { conversationOf, type Message, type Of, type Store } from '../../../client'
import { texts } from '../../i18n'
import { textOf } from '../conversation/message'
import { messageHref, goTo } from '../../routes/routes'
import { noticeDataAfter, noticeTag, type NoticeData } from '../../lib/notice-data'
import { settingsOf } from './settings'

/** Most characters of a message in a notification. */
const maxBodyLength = 300

/** The title of a notification: who wrote, and where. */
function titleOf({ sender_full_name, stream_id, subject, display_recipient }: Message, store: Store): string {
  const { notifications: t } = texts
  if (stream_id !== undefined) {
    const stream = store.streams.get(stream_id)
    return t.inTopic(sender_full_name, stream?.name ?? '', subject)
  }
  return display_recipient.length > 2 ? t.inGroup(sender_full_name) : sender_full_name
}

/** The notifications of this page that may be on the screen. */
const shownNotifications = new Set<Notification>()

/** All notifications that may be on the screen: of this page, and of the service worker. */
export async function openNotifications(): Promise<readonly Notification[]> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return [...shownNotifications, ...((await registration?.getNotifications()) ?? [])]
}

/** Closes all notifications, because the account that may read them has logged out. */
export async function closeNotifications(): Promise<void> {
  // Those of the page at once, because it may be left before the service worker answers.
  for (const notice of shownNotifications) notice.close()
  for (const notice of await openNotifications()) notice.close()
}

/** The service worker, if this browser gets push messages. Then it shows all notifications, so that each message has one. */
async function pushRegistration(): Promise<ServiceWorkerRegistration | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  return subscription ? registration! : null
}

/** Shows a notification for a message. A press on it opens the message. */
export async function showNotification(message: Message, store: Store): Promise<void> {
  const hash = messageHref(message, store, message.id)
  const conversation = conversationOf(message, store.user_id)
  const body = isHidden(message, store) ? texts.notifications.message : textOf(message.content).slice(0, maxBodyLength)
  // One for each conversation, for its newest message.
  const tag = noticeTag(conversation, false)
  const data: NoticeData = { hash, message_id: message.id, conversation, lines: [body], count: 1 }
  const registration = await pushRegistration()
  const [before] = (await registration?.getNotifications({ tag })) ?? []
  // A push message of it was shown already.
  if (((before?.data as NoticeData | undefined)?.message_id ?? 0) >= message.id) return
  await show(titleOf(message, store), { body, tag, data }, registration)
}

/** Shows a notification for a reaction, with the words of its push message, of which only one is told. */
export async function showReaction(message: Message, event: Of<'reaction'>, store: Store): Promise<void> {
  const { stream_id, subject, display_recipient } = message
  const name = event.user.full_name
  const emoji = isHidden(message, store) ? '' : emojiText(event)
  const isBetweenTwo = stream_id === undefined && display_recipient.length <= 2
  const body = isBetweenTwo ? emoji : emoji === '' ? name : `${name}: ${emoji}`
  const conversation = conversationOf(message, store.user_id)
  const tag = noticeTag(conversation, true)
  const before = (await openNotifications()).findLast((notice) => notice.tag === tag)
  const { data, isKnown } = noticeDataAfter(before?.data as NoticeData | undefined, {
    hash: messageHref(message, store, message.id),
    conversation,
    message_id: message.id,
    text: body === '' ? texts.notifications.push.newReaction : body,
    isReaction: true,
  })
  if (isKnown) return
  const title = stream_id === undefined ? name : `#${store.streams.get(stream_id)?.name ?? ''} › ${subject}`
  await show(title, { body: data.lines.join('\n'), tag, data }, await pushRegistration())
}

/** The emoji as the server writes it in a push message, by whose text the service worker knows the reaction. */
const emojiText = ({ reaction_type, emoji_code, emoji_name }: Of<'reaction'>): string =>
  reaction_type === 'unicode_emoji'
    ? String.fromCodePoint(...emoji_code.split('-').map((code) => Number.parseInt(code, 16)))
    : `:${emoji_name}:`

/** Whether the user wants no texts of this message in notifications. */
const isHidden = ({ stream_id }: Message, store: Store): boolean =>
  stream_id === undefined && !settingsOf(store).pm_content_in_desktop_notifications

/** Shows a notification by the service worker if there is one here, else by the page. */
async function show(
  title: string,
  { body, tag, data }: { body: string; tag: string; data: NoticeData },
  registration: ServiceWorkerRegistration | null,
): Promise<void> {
  // The page plays a sound of its own, if the user wants one.
  const options: NotificationOptions = { body, icon: '/icons/192.png', tag, data, silent: true }
  if (registration !== null) return registration.showNotification(title, options)
  try {
    const notice = new Notification(title, options)
    shownNotifications.add(notice)
    notice.addEventListener('close', () => shownNotifications.delete(notice))
    notice.addEventListener('click', () => {
      notice.close()
      window.focus()
      goTo(data.hash)
    })
  } catch {
    // On phones, only the service worker may show notifications.
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.showNotification(title, options)
  }
}
