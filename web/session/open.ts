import { effect, type ReadonlySignal } from '@preact/signals'
import {
  createWire,
  openClient,
  Unreachable,
  type Client,
  type ClientOptions,
  type EndReason,
  type Wire,
} from '../../client'
import { texts } from '../i18n'
import { indexedDbShelf } from '../../client/indexed-db'
import type { LoginMark } from './login-mark'
import { followRoutes } from '../routes/routes'

/** An open organization. */
export interface Session extends Pick<Client, 'store' | 'outbox' | 'ask'> {
  readonly client: Client
  /** The mark under which it was opened; null if the browser blocks cookies. */
  readonly mark: LoginMark | null
  readonly status: ReadonlySignal<Client['status']['value']>
  close(): Promise<void>
}

// All pages of the browser share the bookmark, as they share the session.
const own = { site: location.origin, credentials: 'cookie', bookmarks: localStorage } as const

/** `before.js` may have opened the database for the first client of the page. */
const page = globalThis as { openedDatabase?: Promise<IDBDatabase | undefined> | undefined }

/** The IndexedDB storage of this browser. */
export function ownShelf() {
  const { openedDatabase } = page
  page.openedDatabase = undefined
  return indexedDbShelf('rivulet', openedDatabase)
}

/** A connection with the cookie of this page. `user_id` is the account that the page shows. */
export const ownWire = (user_id?: number): Wire => createWire({ ...own, user_id })

/** Without the network, the code that uploads may not be there yet: the file waits like any other. */
const upload: NonNullable<ClientOptions['upload']> = async (...args) => {
  const module = await import('../lib/upload').catch((error: unknown) => {
    throw new Unreachable(error, false)
  })
  return module.upload(...args)
}

/**
 * Opens the stored account, or registers if none is stored, and then follows events. `onEnd` gets the reason when the session
 * ends.
 */
export async function open(mark: LoginMark | null, onEnd: (why: EndReason) => void): Promise<Session> {
  const client = await openClient({
    ...own,
    user_id: mark?.user_id,
    upload,
    shelf: ownShelf(),
    onFailure: (error) => console.error(error),
  })
  const { store, outbox, ask, status, ending } = client
  store.users.erasedName.value = (number) => texts.sidebar.erased(number)
  const closePlaces = followRoutes(store)

  function onVisibility(): void {
    const isSeen = document.visibilityState === 'visible'
    client.present(isSeen ? 'active' : 'idle')
    if (isSeen) client.wakeUp()
    else void client.rest()
  }

  const wakeUp = (): void => client.wakeUp()
  const stops = [
    closePlaces,
    listen(document, 'visibilitychange', onVisibility),
    listen(globalThis, 'pagehide', () => void client.rest()),
    ...['online', 'offline'].map((name) => listen(globalThis, name, wakeUp)),
    effect(() => {
      if (ending.value !== null) onEnd(ending.value)
    }),
  ]
  client.present(document.visibilityState === 'visible' ? 'active' : 'idle')

  return {
    client,
    mark,
    store,
    outbox,
    ask,
    status,
    async close() {
      for (const stop of stops) stop()
      await client.close()
    },
  }
}

function listen(target: EventTarget, name: string, onEvent: () => void): () => void {
  target.addEventListener(name, onEvent)
  return () => target.removeEventListener(name, onEvent)
}
