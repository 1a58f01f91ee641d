import { useSignal } from '@preact/signals'
import { dialogs } from '../../routes/dialogs'
import { goTo } from '../../routes/routes'
import { texts } from '../../i18n'
import { useStore } from '../../session/context'
import { Banner } from './banner'
import { offeredToReader } from '../../session/bot-offers'

/** The bot offer for the banner; null if there is none, or if the user put all offers off until the page is reloaded. */
export function useBotOffer() {
  const store = useStore()
  const putOff = useSignal<readonly number[]>([])
  const offer = offeredToReader(store).find(({ bot_id }) => !putOff.value.includes(bot_id)) ?? null
  const postponeAll = (): void => void (putOff.value = offeredToReader(store).map(({ bot_id }) => bot_id))
  return { offer, putAllOff: postponeAll }
}

type OfferState = ReturnType<typeof useBotOffer>

/** Says that somebody offers the user a bot, and leads to the settings where they accept or decline it. */
export function BotOfferBanner({
  offer,
  onPutOff,
}: {
  offer: NonNullable<OfferState['offer']>
  onPutOff: OfferState['putAllOff']
}) {
  const { botOffer: t } = texts
  const { users } = useStore()
  const nameOf = (id: number): string => users.name(id) ?? ''
  return (
    <Banner
      name={t.name}
      text={t.text(nameOf(offer.offered_by), nameOf(offer.bot_id))}
      choice={t.look}
      onChoose={() => goTo(dialogs.bots)}
      dismissal={texts.release.later}
      onDismiss={onPutOff}
    />
  )
}
