import { useSignal } from '@preact/signals'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { Dialog } from '../../ui/dialog'
import { byName } from '../../lib/by-name'
import { useStore } from '../../session/context'
import type { CardProps } from './card'
import { PersonLink } from './links'
import './profiles.css'

/** Members that are shown until the user asks for more. */
const atFirst = 50

/** A dialog with the description and the members of a group. */
export function GroupDialog({ id, onClose }: CardProps) {
  const store = useStore()
  const isWhole = useSignal(false)
  const t = texts.profile
  const group = store.state.realm_user_groups.value.find((one) => one.id === id)
  if (group === undefined)
    return (
      <Dialog title={t.group} onClose={onClose}>
        <p>{t.unknownGroup}</p>
      </Dialog>
    )
  const { users } = store
  const members = group.members
    .map((user_id) => ({ user_id, name: users.name(user_id) ?? '' }))
    .toSorted((a, b) => byName(a.name, b.name))
  const shown = isWhole.value ? members : members.slice(0, atFirst)
  return (
    <Dialog title={group.name} onClose={onClose}>
      <div class="card">
        {group.description !== '' && <p dir="auto">{group.description}</p>}
        <h3>{t.members(members.length)}</h3>
        <ul class="members">
          {shown.map(({ user_id }) => (
            <li key={user_id}>
              <PersonLink id={user_id} />
            </li>
          ))}
        </ul>
        {shown.length < members.length && (
          <Button kind="quiet" onClick={() => (isWhole.value = true)}>
            {t.more(members.length - shown.length)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
