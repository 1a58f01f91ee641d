import { laterWords } from '../../later-words'
import { everybody } from '../../people'
import { useStore } from '../../session'
import type { Bot, Kind } from './rights'

/** What kind of bot it is, whose it is, and its address. */
export function About({ bot: { bot_type, owner_id, email } }: { bot: Bot }) {
  const store = useStore()
  const said = laterWords.organization.bots
  const owner = owner_id === store.user_id ? undefined : everybody(store).value.get(owner_id ?? 0)
  return (
    <>
      {said.kinds[bot_type as Kind]}
      {owner && (
        <>
          {' · '}
          <bdi>{said.of(owner.full_name)}</bdi>
        </>
      )}
      <br />
      <bdi>{email}</bdi>
    </>
  )
}
