import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { startNotifications } from './features/notifications'
import { cacheFiles } from './lib/offline-files'
import { useSession } from './session/context'
import { watchReleases } from './session/releases'
import { storeAppearance } from './session/store-appearance'
import { followWindows } from './session/windows'

/**
 * What runs beside the page and nobody waits for: notifications, the cache of files, new releases, what other windows say of the
 * session, and the theme that the next visit begins with. Shows nothing. `app.tsx` loads it after the first messages.
 */
export function Background() {
  const { client, mark, status, store, outbox } = useSession()
  const checkRelease = useRef<(() => void) | null>(null)
  useEffect(() => {
    cacheFiles().catch(() => undefined)
    void watchReleases().then((check) => (checkRelease.current = check))
  }, [])
  useEffect(() => startNotifications(store), [store])
  useEffect(() => (mark === null ? undefined : followWindows(client, mark)), [client])
  useSignalEffect(() => storeAppearance(outbox.state.user_settings.value))
  // A server that comes back may be another one.
  useSignalEffect(() => {
    if (status.value === 'live') checkRelease.current?.()
  })
  return null
}
