import { effect, type ReadonlySignal } from '@preact/signals'
import { createWire, openClient, type Client, type EndReason, type Wire } from '../../client'
import { indexedDbShelf } from '../../client/indexed-db'
import { upload } from '../lib/upload'
import type { LoginMark } from './login-mark'
import { followRoutes } from '../routes/routes'

/** An organization that is open. */
export interface Session extends Pick<Client, 'store' | 'outbox' | 'ask'> {
  readonly client: Client
  /** By which the page knew whose session it is; null if the browser keeps no cookies. */
  readonly mark: LoginMark | null
  readonly status: ReadonlySignal<Client['status']['value']>
  close(): Promise<void>
}

const own = { site: location.origin, credentials: 'cookie' } as const

/** Where this browser keeps the organization of this address. */
export const ownShelf = () => indexedDbShelf('rivulet')

/** The wire of this page, which is logged in by its cookie or is about to be; `user_id` is the account that it shows. */
export const ownWire = (user_id?: number): Wire => createWire({ ...own, user_id })

/** Opens what was kept of the account, else registers, and follows what happens. `onEnd` is told why it is over. */
export async function open(mark: LoginMark | null, onEnd: (why: EndReason) => void): Promise<Session> {
  const client = await openClient({
    ...own,
    user_id: mark?.user_id,
    upload,
    shelf: ownShelf(),
    onFailure: (error) => console.error(error),
  })
  const { store, outbox, ask, status, ending } = client
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
