import type { State } from '../../../client'
import { Avatar } from '../../ui'
import { groupAddress, personAddress } from '../../routes/dialogs'
import { useStore } from '../../session/context'
import { texts } from '../../i18n'

/** Somebody's name, which opens their dialog. */
export function PersonLink({ id }: { id: number }) {
  const person = useStore().users.get(id)
  const name = person?.full_name ?? texts.sidebar.somebody
  return (
    <a class="link" href={personAddress(id)}>
      <Avatar user_id={id} name={name} picture={person?.avatar_url} size={20} />
      <bdi>{name}</bdi>
    </a>
  )
}

/** A group's name, which opens its dialog. */
export const GroupLink = ({ group: { id, name } }: { group: State['realm_user_groups'][number] }) => (
  <a class="link" href={groupAddress(id)}>
    <bdi>{name}</bdi>
  </a>
)
