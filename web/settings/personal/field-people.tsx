import { useId } from 'preact/hooks'
import { SaveStatus, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { ChosenPeople } from '../../features/profiles'

interface FieldPeopleProps {
  readonly label: string
  readonly value: readonly number[]
  readonly hint?: string
  readonly onSave: (ids: number[]) => Promise<unknown>
}

/** A profile field that contains people, such as a manager. */
export function FieldPeople({ label, value, hint, onSave }: FieldPeopleProps) {
  const t = texts.settings.profile
  const id = useId()
  const saving = useSaveState()
  return (
    <div class="field" role="group" aria-labelledby={id}>
      <span id={id} class="label" dir="auto">
        {label}
      </span>
      <ChosenPeople
        ids={value}
        find={t.people(label)}
        others={t.otherPeople}
        isOffered={({ is_bot }) => !is_bot}
        onAdd={(user_id) => saving.save(() => onSave([...value, user_id]))}
        onRemove={(user_id) => saving.save(() => onSave(value.filter((one) => one !== user_id)))}
      />
      {hint !== undefined && <small dir="auto">{hint}</small>}
      <SaveStatus of={saving} />
    </div>
  )
}
