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

/** Closes all notifications, because the account that may read them has logged out. */
export async function closeNotifications(): Promise<void> {
  for (const notice of shown) notice.close()
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
}

/** Shows a notification for a message. A press on it opens the message. */
export async function showNotification(message: Message, store: Store): Promise<void> {
  const isHidden = message.stream_id === undefined && !settingsOf(store).pm_content_in_desktop_notifications
  const hash = messageHref(message, store, message.id)
  const options: NotificationOptions = {
    body: isHidden ? texts.notifications.message : textOf(message.content).slice(0, maxBodyLength),
    icon: '/icons/192.png',
    // One for each conversation, for its newest message.
    tag: conversationKey(conversationOf(message, store.user_id)),
    data: { hash },
    // The page plays a sound of its own, if the user wants one.
    silent: true,
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
