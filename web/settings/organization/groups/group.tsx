import { Asking, Section, TextSetting, useSaving } from '../../../ui/form'
import { laterWords } from '../../../i18n/later-words'
import { say } from '../../../ui'
import { ChosenPeople } from '../../../features/profiles'
import { useSession } from '../../../session/context'
import { longest } from './longest'
import { mayChange, type Group } from './rights'

/** A group: what it is for, who is in it, and what the reader may change of that. */
export function OneGroup({ group }: { group: Group }) {
  const { ask, store } = useSession()
  const said = laterWords.organization.groups
  const saving = useSaving()
  const { id: group_id, name, description, members } = group
  const isChangeable = mayChange(group, store)
  const change = (told: { add: number[] } | { delete: number[] }): Promise<boolean> =>
    saving.save(() => ask('POST /user_groups/{group_id}/members', { group_id, ...told }))

  return (
    <>
      {isChangeable ? (
        <div class="fields">
          <TextSetting
            label={said.name}
            value={name}
            maxLength={longest.name}
            check={(text) => (text === '' ? said.nameless : '')}
            onSave={(text) => ask('PATCH /user_groups/{group_id}', { group_id, name: text })}
          />
          <TextSetting
            type="long"
            label={said.description}
            value={description}
            maxLength={longest.description}
            // With its name: a request whose only text is empty is refused.
            onSave={(text) => ask('PATCH /user_groups/{group_id}', { group_id, name, description: text })}
          />
        </div>
      ) : (
        <>
          {description !== '' && <p dir="auto">{description}</p>}
          <p class="hint">{said.notYours}</p>
        </>
      )}
      <Section title={laterWords.person.members(members.length)} saving={saving}>
        {members.length === 0 && <p class="hint">{said.empty}</p>}
        <ChosenPeople
          ids={members}
          find={isChangeable ? laterWords.streams.findOrAdd : laterWords.streams.find}
          others={said.others}
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
  const said = laterWords.organization.groups
  const saving = useSaving()
  return (
    <Section title={said.end} saving={saving}>
      <Asking
        name={said.delete}
        yes={said.deleteNow(name)}
        onYes={async () => {
          if (await saving.save(() => ask('DELETE /user_groups/{group_id}', { group_id }))) say(said.deleted(name))
        }}
      >
        <p>{said.deletion}</p>
      </Asking>
    </Section>
  )
}
