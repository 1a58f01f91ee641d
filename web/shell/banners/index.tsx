import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { giveNotices } from '../../features/notifications'
import { keepFiles } from '../../lib/offline-files'
import { isReplaced } from '../../ui'
import { useSession } from '../../session/context'
import { followWindows } from '../../session/windows'
import { Newcomers, useWaiting } from './newcomers'
import { BotOfferBar, useBotOffer } from './bot-offer'
import { keepChoices } from './keep-choices'
import { Offer } from './offer'
import { Paused } from './paused'
import { Release } from './release'
import { watchReleases } from './releases'
import './banners.css'

/**
 * What there is to say to somebody at work: one thing at a time, over the page, which does not move. With
 * it comes what else nobody waits for.
 */
export function Bars() {
  const { client, mark, status, store, outbox } = useSession()
  const { waiting, dismiss } = useWaiting()
  const look = useRef<(() => void) | null>(null)
  const { offer, putAllOff } = useBotOffer()
  useEffect(() => {
    keepFiles().catch(() => undefined)
    void watchReleases().then((found) => (look.current = found))
  }, [])
  useEffect(() => giveNotices(store), [store])
  useEffect(() => (mark === null ? undefined : followWindows(client, mark)), [client])
  useSignalEffect(() => keepChoices(outbox.state.user_settings.value))
  // A server that comes back may be another one.
  useSignalEffect(() => {
    if (status.value === 'live') look.current?.()
  })
  return (
    <div class="bars" aria-live="polite">
      {outbox.pausedUntil.value !== null ? (
        <Paused until={outbox.pausedUntil.value} />
      ) : offer !== null ? (
        <BotOfferBar offer={offer} onPutOff={putAllOff} />
      ) : isReplaced.value ? (
        <Release />
      ) : waiting.value !== null ? (
        <Newcomers count={waiting.value.count} onDismiss={dismiss} />
      ) : (
        <Offer />
      )}
    </div>
  )
}
