import type { State } from '../../../../client'
import { mayChangeGroup } from '../../../../client/policies'
import { ConfirmButton, Section, TextSetting, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { showToast } from '../../../ui'
import { ChosenPeople } from '../../../features/profiles'
import { useSession } from '../../../session/context'
import { groupTextLimits } from './text-limits'

export type Group = State['realm_user_groups'][number]

/** Description and members of a group. Parts that the current user cannot change are read-only. */
export function OneGroup({ group }: { group: Group }) {
  const { ask, store } = useSession()
  const t = texts.organization.groups
  const saving = useSaveState()
  const { id: group_id, name, description, members } = group
  const isChangeable = mayChangeGroup(group, store)
  const change = (changes: { add: number[] } | { delete: number[] }): Promise<boolean> =>
    saving.save(() => ask('POST /user_groups/{group_id}/members', { group_id, ...changes }))

  return (
    <>
      {isChangeable ? (
        <div class="fields">
          <TextSetting
            label={t.name}
            value={name}
            maxLength={groupTextLimits.name}
            check={(text) => (text === '' ? t.nameless : '')}
            onSave={(text) => ask('PATCH /user_groups/{group_id}', { group_id, name: text })}
          />
          <TextSetting
            type="long"
            label={t.description}
            value={description}
            maxLength={groupTextLimits.description}
            // Send the name as well: the server refuses a request that only has an empty description.
            onSave={(text) => ask('PATCH /user_groups/{group_id}', { group_id, name, description: text })}
          />
        </div>
      ) : (
        <>
          {description !== '' && <p dir="auto">{description}</p>}
          <p class="hint">{t.notYours}</p>
        </>
      )}
      <Section title={texts.profile.members(members.length)} saving={saving}>
        {members.length === 0 && <p class="hint">{t.empty}</p>}
        <ChosenPeople
          ids={members}
          find={isChangeable ? texts.streams.findOrAdd : texts.streams.find}
          others={t.others}
          onAdd={isChangeable ? (user_id) => change({ add: [user_id] }) : null}
          onRemove={isChangeable ? (user_id) => change({ delete: [user_id] }) : null}
        />
      </Section>
      {isChangeable && <Deletion group={group} />}
    </>
  )
}

function Deletion({ group: { id: group_id, name } }: { group: Group }) {
  const { ask } = useSession()
  const t = texts.organization.groups
  const saving = useSaveState()
  return (
    <Section title={t.end} saving={saving}>
      <ConfirmButton
        name={t.delete}
        yes={t.deleteNow(name)}
        onYes={async () => {
          if (await saving.save(() => ask('DELETE /user_groups/{group_id}', { group_id }))) showToast(t.deleted(name))
        }}
      >
        <p>{t.deletion}</p>
      </ConfirmButton>
    </Section>
  )
}
