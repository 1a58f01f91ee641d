import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { startNotifications } from './features/notifications'
import { cacheFiles } from './lib/offline-files'
import { useSession } from './session/context'
import { watchReleases } from './session/releases'
import { storeAppearance } from './session/store-appearance'
import { followWindows } from './session/windows'

/**
 * Background work that nothing on the page waits for: notifications, the file cache, new releases, messages from other windows,
 * and storing the theme for the next visit. Renders nothing. `app.tsx` loads it after the first messages.
 */
export function Background() {
  const session = useSession()
  const { client, mark, status, store, outbox } = session
  const checkRelease = useRef<(() => void) | null>(null)
  useEffect(() => {
    cacheFiles().catch(() => undefined)
    void watchReleases().then((check) => (checkRelease.current = check))
  }, [])
  useEffect(() => startNotifications(session, store), [store])
  useEffect(() => (mark === null ? undefined : followWindows(client, mark)), [client])
  useSignalEffect(() => storeAppearance(outbox.state.user_settings.value))
  // After a reconnection the server may run another release.
  useSignalEffect(() => {
    if (status.value === 'live') checkRelease.current?.()
  })
  // On the browser's timeline, like the first view: what is above has begun.
  useEffect(() => void performance.mark('background'), [])
  return null
}
