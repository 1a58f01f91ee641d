import { isReplaced } from '../../ui'
import { useSession } from '../../session/context'
import { NewcomersBanner, useWaiting } from './newcomers'
import { BotOfferBanner, useBotOffer } from './bot-offer'
import { DatabaseBanner, useDatabaseMark } from './database'
import { NotificationOffer } from './notification-offer'
import { PausedBanner } from './paused'
import { ReleaseBanner } from './release'
import './banners.css'

/** Shows the most important banner. It lies over the page, so that nothing moves. */
export function Banners() {
  const { outbox } = useSession()
  const { waiting, dismiss } = useWaiting()
  const { mark, dismiss: dismissMark } = useDatabaseMark()
  const { offer, putAllOff } = useBotOffer()
  return (
    <div class="bars" aria-live="polite">
      {outbox.pausedUntil.value !== null ? (
        <PausedBanner until={outbox.pausedUntil.value} />
      ) : mark.value !== null ? (
        <DatabaseBanner mark={mark.value} onDismiss={dismissMark} />
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
