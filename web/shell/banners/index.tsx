import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { startNotifications } from '../../features/notifications'
import { cacheFiles } from '../../lib/offline-files'
import { isReplaced } from '../../ui'
import { useSession } from '../../session/context'
import { followWindows } from '../../session/windows'
import { NewcomersBanner, useWaiting } from './newcomers'
import { BotOfferBanner, useBotOffer } from './bot-offer'
import { storeAppearance } from './keep-choices'
import { NotificationOffer } from './offer'
import { PausedBanner } from './paused'
import { ReleaseBanner } from './release'
import { watchReleases } from './releases'
import './banners.css'

/**
 * What there is to say to somebody at work: one thing at a time, over the page, which does not move. With
 * it comes what else nobody waits for.
 */
export function Banners() {
  const { client, mark, status, store, outbox } = useSession()
  const { waiting, dismiss } = useWaiting()
  const look = useRef<(() => void) | null>(null)
  const { offer, putAllOff } = useBotOffer()
  useEffect(() => {
    cacheFiles().catch(() => undefined)
    void watchReleases().then((found) => (look.current = found))
  }, [])
  useEffect(() => startNotifications(store), [store])
  useEffect(() => (mark === null ? undefined : followWindows(client, mark)), [client])
  useSignalEffect(() => storeAppearance(outbox.state.user_settings.value))
  // A server that comes back may be another one.
  useSignalEffect(() => {
    if (status.value === 'live') look.current?.()
  })
  return (
    <div class="bars" aria-live="polite">
      {outbox.pausedUntil.value !== null ? (
        <PausedBanner until={outbox.pausedUntil.value} />
      ) : offer !== null ? (
        <BotOfferBanner offer={offer} onPutOff={putAllOff} />
      ) : isReplaced.value ? (
        <ReleaseBanner />
      ) : waiting.value !== null ? (
        <NewcomersBanner count={waiting.value.count} onDismiss={dismiss} />
      ) : (
        <NotificationOffer />
      )}
    </div>
  )
}
