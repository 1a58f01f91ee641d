import type { User } from '../../../../client'
import { assignableRoles, isOnlyOwner, roles } from '../../../../client/policies'
import { SelectSetting } from '../../../ui/form'
import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { roleName } from './names'

/** The role of a person or bot; read-only if the current user may not change it. */
export function Role({ user }: { user: User }) {
  const { ask, store } = useSession()
  const t = texts.organization.people
  const { user_id, role } = user
  const possible = assignableRoles(user, store)
  if (possible.length === 0) return isOnlyOwner(user, store) ? <p class="hint">{t.onlyOwner}</p> : null
  const hint = user_id === store.user_id ? t.ownRole : role === roles.guest ? t.guestFirst : undefined
  return (
    <SelectSetting
      label={texts.profile.role}
      value={String(role)}
      options={possible.map((one) => ({ value: String(one), label: roleName(one) }))}
      onSave={(value) => ask('PATCH /users/{user_id}', { user_id, role: Number(value) as 400 })}
      {...(hint !== undefined && { hint })}
    />
  )
}
