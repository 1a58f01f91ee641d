import { laterWords } from '../../../i18n/later-words'
import { everybody } from '../../../features/people'
import { useStore } from '../../../session/context'
import type { Bot, BotType } from './rights'

/** Type, owner, open offer and email address of a bot. */
export function About({ bot: { user_id, bot_type, owner_id, email } }: { bot: Bot }) {
  const store = useStore()
  const t = laterWords.organization.bots
  const offer = store.state.bot_offers.value.find(({ bot_id }) => bot_id === user_id)
  const owner = owner_id === store.user_id ? undefined : everybody(store).value.get(owner_id ?? 0)
  return (
    <>
      {t.kinds[bot_type as BotType]}
      {owner && (
        <>
          {' · '}
          <bdi>{t.of(owner.full_name)}</bdi>
        </>
      )}
      {offer && (
        <>
          {' · '}
          <bdi>{t.offeredTo(everybody(store).value.get(offer.offered_to)?.full_name ?? '')}</bdi>
        </>
      )}
      <br />
      <bdi>{email}</bdi>
    </>
  )
}
