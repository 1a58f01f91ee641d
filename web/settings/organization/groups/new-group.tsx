import { useSignal } from '@preact/signals'
import { Field, SaveStatus, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Button, showToast } from '../../../ui'
import { ChosenPeople } from '../../../features/profiles'
import { useSession } from '../../../session/context'
import { groupTextLimits } from './text-limits'

/** The form that makes a group, with the current user as its first member. */
export function NewGroup({ onMade }: { onMade: () => void }) {
  const { ask, store } = useSession()
  const t = texts.organization.groups
  const saving = useSaveState()
  const members = useSignal<readonly number[]>([store.user_id])
  const isBusy = useSignal(false)

  async function make(form: HTMLFormElement): Promise<void> {
    const [name, description] = ['name', 'description'].map((field) =>
      (new FormData(form).get(field) as string).trim(),
    ) as [string, string]
    if (name === '') return saving.refuse(t.nameless)
    isBusy.value = true
    const group = { name, description, members: [...members.value] }
    const isMade = await saving.save(() => ask('POST /user_groups/create', group))
    isBusy.value = false
    if (!isMade) return
    showToast(t.made(name))
    onMade()
  }

  return (
    <form
      class="sections"
      onSubmit={(event) => {
        event.preventDefault()
        void make(event.currentTarget)
      }}
    >
      <Field label={t.name} name="name" autocomplete="off" maxLength={groupTextLimits.name} />
      <Field label={t.description} name="description" autocomplete="off" maxLength={groupTextLimits.description} />
      <section>
        <h3>{texts.profile.members(members.value.length)}</h3>
        <ChosenPeople
          ids={members.value}
          find={texts.streams.findOrAdd}
          others={t.others}
          onAdd={async (user_id) => {
            members.value = [...members.value, user_id]
            return true
          }}
          onRemove={async (user_id) => {
            members.value = members.value.filter((id) => id !== user_id)
            return true
          }}
        />
      </section>
      <div>
        <div class="buttons">
          <Button kind="main" type="submit" disabled={isBusy.value}>
            {t.make}
          </Button>
        </div>
        <SaveStatus of={saving} />
      </div>
    </form>
  )
}
