import { erasedNumber } from '../../../../client'
import type { BotType } from '../../../../client/policies'
import { texts } from '../../../i18n'
import { useStore } from '../../../session/context'
import type { Bot } from './rights'

/** Type, owner, open offer and email address of a bot. */
export function About({ bot: { user_id, bot_type, owner_id, email } }: { bot: Bot }) {
  const store = useStore()
  const t = texts.organization.bots
  const offer = store.state.bot_offers.value.find(({ bot_id }) => bot_id === user_id)
  const owner = owner_id === store.user_id ? undefined : store.users.get(owner_id ?? 0)
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
          <bdi>{t.offeredTo(store.users.name(offer.offered_to) ?? '')}</bdi>
        </>
      )}
      {erasedNumber({ email }) === null && (
        <>
          <br />
          <bdi>{email}</bdi>
        </>
      )}
    </>
  )
}
