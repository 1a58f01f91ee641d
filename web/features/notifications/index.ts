import { effect } from '@preact/signals'
import { conversationOf, type Store } from '../../../client'
import { showCount, unreadToTell } from './badge'
import { watchChanges, type Notice } from './changes'
import { waysOfMessage } from './message-ways'
import { keepPushes } from './push'
import { holdLock, isRead, tellReading } from './reading'
import { canNotify, settingsOf } from './settings'
import { closeNotifications, showNotification } from './show'
import { playSound } from './sound'
import { goTo } from '../../routes/routes'
import type { Session } from '../../session/open'

export { Permission } from './permission'
export { canGetPushes, mustInstall, registerPush } from './push'
export { canNotify, settingsOf } from './settings'

/** At most so many notifications at once, of messages among so many of the newest ids. */
const limits = { notices: 3, ids: 100 }

/** Goes to the message of a notification that the service worker has shown, when the user presses it. */
function onPressed({ data }: MessageEvent<{ hash?: string }>): void {
  if (data.hash !== undefined) goTo(data.hash)
}

/**
 * Notifies the user of new messages, reactions and mentions, and shows the unread count. Of all windows, only one notifies.
 * Returns a function that stops this and closes the notifications.
 */
export function startNotifications(session: Pick<Session, 'ask' | 'client'>, store: Store): () => void {
  const stops = [showCount(unreadToTell(store), store.state.realm_name)]
  if (canNotify)
    stops.push(
      tellReading(),
      notifyForAllWindows(session, store),
      keepPushes(session, store),
      () => void closeNotifications(),
    )
  navigator.serviceWorker?.addEventListener('message', onPressed)
  stops.push(() => navigator.serviceWorker?.removeEventListener('message', onPressed))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Notifies for all windows, as soon as no other window does. Begins after the last message that another window has handled. */
function notifyForAllWindows(session: Pick<Session, 'ask' | 'client'>, store: Store): () => void {
  const ending = new AbortController()
  const { max_message_id } = store.state
  /** Id of the last message that was handled, by any window. */
  let last = max_message_id.peek()
  const others = new BroadcastChannel('rivulet notices')
  others.addEventListener('message', ({ data }: MessageEvent<number>) => {
    last = Math.max(last, data)
  })

  function onMessages(): void {
    const newest = max_message_id.value
    const from = Math.max(last + 1, newest - limits.ids)
    if (newest < from) return
    last = newest
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is no window
    others.postMessage(last)
    const ids = Array.from({ length: newest - from + 1 }, (_, index) => from + index)
    const messages = ids.flatMap((id) => store.messages.get(id) ?? [])
    const notices = messages.slice(-limits.notices).map((message) => ({
      message,
      ways: () => waysOfMessage(message, store),
      show: () => showNotification(message, store),
    }))
    onNotices(notices)
  }

  function onNotices(notices: readonly Notice[]): void {
    if (notices.length > 0) showNotices(notices, store).catch(() => undefined)
  }

  void holdLock('rivulet notices', 'exclusive', ending.signal, () => {
    ending.signal.addEventListener('abort', effect(onMessages))
    ending.signal.addEventListener('abort', watchChanges(session, store, onNotices))
  })
  return () => {
    ending.abort()
    others.close()
  }
}

async function showNotices(notices: readonly Notice[], store: Store): Promise<void> {
  let isHeard = false
  for (const { message, ways, show } of notices) {
    const { desktop, sound } = ways()
    if (!desktop && !sound) continue
    if (await isRead(conversationOf(message, store.user_id))) continue
    if (desktop && Notification.permission === 'granted') await show()
    isHeard ||= sound
  }
  if (isHeard && settingsOf(store).notification_sound !== 'none') playSound()
}
