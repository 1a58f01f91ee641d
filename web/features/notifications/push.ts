import { effect } from '@preact/signals'
import type { Store } from '../../../client'
import { texts } from '../../i18n'
import { storeReader } from '../../lib/push-reader'
import type { Session } from '../../session/open'
import { openNotifications } from './show'

/** Whether this browser can get push messages. On iPhones and iPads, only an installed app can. */
export const canGetPushes = 'PushManager' in globalThis && 'serviceWorker' in navigator

/** Whether this is an iPhone or iPad whose browser could get push messages if the client were installed. */
export const mustInstall =
  !canGetPushes && /iP(hone|ad|od)|Macintosh.*Mobile/.test(navigator.userAgent) && navigator.maxTouchPoints > 0

/** Key in local storage of the last registration with the server: account, address and day. */
const storageKey = 'rivulet push'

type Wire = Pick<Session, 'ask'>

/**
 * Registers this browser for push messages, if the user allowed notifications. Does nothing if it has done so today. Answers the
 * id of the device; null if nothing was registered.
 */
export async function registerPush({ ask }: Wire, store: Store, { again = false } = {}): Promise<number | null> {
  if (!canGetPushes || Notification.permission !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  if (!again && isRegistered(store, await pushManager.getSubscription())) return null
  const { public_key } = await ask('GET /users/me/web_push')
  const subscription = await subscribe(pushManager, public_key)
  const { endpoint, keys = {} } = subscription.toJSON()
  const { device_id } = await ask('POST /users/me/web_push', {
    endpoint: endpoint!,
    p256dh: keys['p256dh']!,
    auth: keys['auth']!,
  })
  localStorage.setItem(storageKey, markOf(store, endpoint!))
  return device_id
}

const markOf = ({ user_id }: Store, endpoint: string): string =>
  JSON.stringify([user_id, endpoint, new Date().toDateString()])

const isRegistered = (store: Store, subscription: PushSubscription | null): boolean =>
  subscription !== null && localStorage.getItem(storageKey) === markOf(store, subscription.endpoint)

/** The browser's subscription for this server, whose key may have changed. */
async function subscribe(pushManager: PushManager, public_key: string): Promise<PushSubscription> {
  const existing = await pushManager.getSubscription()
  if (existing !== null && base64url(existing.options.applicationServerKey) === public_key) return existing
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
}

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Registers this browser after the user has logged in and whenever they allow notifications, and closes notifications of messages
 * that were read. Returns a function that stops it.
 */
export function keepPushes(session: Wire, store: Store): () => void {
  if (!canGetPushes) return () => undefined
  void storeReader({ user_id: store.user_id, texts: texts.notifications.push })
  const register = (): void => void registerPush(session, store).catch(() => undefined)
  const ending = new AbortController()
  register()
  navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', register, { signal: ending.signal }),
    // The browser does not tell. The next visit registers.
    () => undefined,
  )
  const stop = effect(() => {
    // Read for the effect: whenever something is read anywhere, notifications of it go.
    void store.unread.count('everywhere').value
    closeRead(store).catch(() => undefined)
  })
  return () => {
    stop()
    ending.abort()
    localStorage.removeItem(storageKey)
    void storeReader(null)
  }
}

async function closeRead(store: Store): Promise<void> {
  for (const notice of await openNotifications()) {
    const { message_id = null } = (notice.data ?? {}) as { message_id?: number | null }
    if (message_id !== null && store.messages.get(message_id) !== undefined && !store.unread.isShownUnread(message_id))
      notice.close()
  }
}
