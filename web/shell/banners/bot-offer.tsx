import { useSignal } from '@preact/signals'
import { openCard } from '../../routes/dialogs'
import { laterWords } from '../../i18n/later-words'
import { everybody } from '../../features/people'
import { useStore } from '../../session/context'
import { Bar } from './banner'
import { offeredToReader } from '../../session/bot-offers'

/** The offer of a bot that the bar tells of; null: there is none, or the reader has put them all off until the page is opened again. */
export function useBotOffer() {
  const store = useStore()
  const putOff = useSignal<readonly number[]>([])
  const offer = offeredToReader(store).find(({ bot_id }) => !putOff.value.includes(bot_id)) ?? null
  const putAllOff = (): void => void (putOff.value = offeredToReader(store).map(({ bot_id }) => bot_id))
  return { offer, putAllOff }
}

type Told = ReturnType<typeof useBotOffer>

/** Tells of a bot that is offered to the reader, and leads to where it is taken or declined. */
export function BotOfferBar({ offer, onPutOff }: { offer: NonNullable<Told['offer']>; onPutOff: Told['putAllOff'] }) {
  const { botOffer: said } = laterWords
  const users = everybody(useStore()).value
  const nameOf = (id: number): string => users.get(id)?.full_name ?? ''
  return (
    <Bar
      name={said.name}
      text={said.text(nameOf(offer.offered_by), nameOf(offer.bot_id))}
      choice={said.look}
      onChoose={() => openCard('bots')}
      dismissal={laterWords.offline.later}
      onDismiss={onPutOff}
    />
  )
}
