import { useSignal } from '@preact/signals'
import type { User } from '../../../../client'
import { ConfirmButton, Check, Section, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { formatList } from '../../../i18n/format'
import { showToast } from '../../../ui'
import { useSession } from '../../../session/context'
import { useNewcomers } from './newcomers'

/** Deactivates an account. The question lists the bots, groups and newcomers of the person. */
export function Deactivation({ person: { user_id, full_name } }: { person: User }) {
  const { ask, store } = useSession()
  const t = texts.organization.people
  const saving = useSaveState()
  const newcomers = useNewcomers()?.newcomers.filter(({ sponsor_id }) => sponsor_id === user_id) ?? []
  const isForNewcomers = useSignal(false)
  const { realm_users, realm_user_groups } = store.state
  const bots = realm_users.value.filter(({ bot_owner_id }) => bot_owner_id === user_id)
  const groups = realm_user_groups.value.filter(
    ({ is_system_group, members }) => !is_system_group && members.includes(user_id),
  )
  return (
    <Section title={t.end} saving={saving}>
      <ConfirmButton
        name={t.deactivate}
        yes={t.deactivateNow(full_name)}
        onYes={async () => {
          const deactivate_newcomers = isForNewcomers.value && newcomers.length > 0
          const done = await saving.save(() => ask('DELETE /users/{user_id}', { user_id, deactivate_newcomers }))
          if (done) showToast(t.deactivated(full_name))
        }}
      >
        <p>{t.ends(full_name)}</p>
        {bots.length > 0 && <p dir="auto">{t.botsEnd(formatList(bots.map((bot) => bot.full_name)))}</p>}
        {groups.length > 0 && <p dir="auto">{t.groupsStay(formatList(groups.map(({ name }) => name)))}</p>}
        {newcomers.length > 0 && (
          <Check
            label={t.newcomersEnd(newcomers.length)}
            isOn={isForNewcomers.value}
            onChange={(isOn) => (isForNewcomers.value = isOn)}
          />
        )}
        <p>{t.canComeBack}</p>
      </ConfirmButton>
    </Section>
  )
}
