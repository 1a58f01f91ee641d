import { conversationKey, conversationOf, type Message, type Store } from '../../../client'
import { texts } from '../../i18n'
import { textOf } from '../conversation/message'
import { messageHref, goTo } from '../../routes/routes'
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
const shown = new Set<Notification>()

/** All notifications that may be on the screen: of this page, and of the service worker. */
export async function openNotifications(): Promise<readonly Notification[]> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return [...shown, ...((await registration?.getNotifications()) ?? [])]
}

/** Closes all notifications, because the account that may read them has logged out. */
export async function closeNotifications(): Promise<void> {
  // Those of the page at once, because it may be left before the service worker answers.
  for (const notice of shown) notice.close()
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
  const isHidden = message.stream_id === undefined && !settingsOf(store).pm_content_in_desktop_notifications
  const hash = messageHref(message, store, message.id)
  const conversation = conversationOf(message, store.user_id)
  const body = isHidden ? texts.notifications.message : textOf(message.content).slice(0, maxBodyLength)
  const options: NotificationOptions = {
    body,
    icon: '/icons/192.png',
    // One for each conversation, for its newest message.
    tag: conversationKey(conversation),
    data: { hash, message_id: message.id, conversation, lines: [body], count: 1 },
    // The page plays a sound of its own, if the user wants one.
    silent: true,
  }
  const registration = await pushRegistration()
  if (registration !== null) {
    const [before] = await registration.getNotifications({ tag: options.tag! })
    const shownId = (before?.data as { message_id?: number | null } | undefined)?.message_id ?? 0
    // A push message of it was shown already.
    if (shownId >= message.id) return
    return registration.showNotification(titleOf(message, store), options)
  }
  try {
    const notice = new Notification(titleOf(message, store), options)
    shown.add(notice)
    notice.addEventListener('close', () => shown.delete(notice))
    notice.addEventListener('click', () => {
      notice.close()
      window.focus()
      goTo(hash)
    })
  } catch {
    // On phones, only the service worker may show notifications.
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.showNotification(titleOf(message, store), options)
  }
}
