import type { State } from '../../../client'
import { Section, SelectSetting, TextSetting } from '../../ui/form'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { FieldPeople } from './field-people'

type Field = State['custom_profile_fields'][number]

/** Types of fields (objects, Custom profile fields). */
const types = { long: 2, choice: 3, date: 4, link: 5, people: 6 }

/** Maximal length of a text by the type of its field; all other types have `longestOther`. */
const longest: Readonly<Record<number, number>> = { [types.long]: 500, [types.link]: 2048 }
const longestOther = 50

/** The current user's values for the custom profile fields. */
export function ProfileFields() {
  const { custom_profile_fields } = useSession().store.state
  if (custom_profile_fields.value.length === 0) return null
  return (
    <Section title={texts.settings.profile.fields}>
      <div class="fields">
        {custom_profile_fields.value.map((field) => (
          <OwnField key={field.id} field={field} />
        ))}
      </div>
    </Section>
  )
}

function OwnField({ field }: { field: Field }) {
  const { store, ask } = useSession()
  const { id, name, hint, type, field_data } = field
  const value = store.users.self?.profile_data?.[id]?.value ?? ''
  const onSave = (next: string | number[]): Promise<unknown> =>
    ask('PATCH /users/me/profile_data', { data: [{ id, value: next }] })
  const given = { label: name, value, onSave, ...(hint !== '' && { hint }) }

  if (type === types.people)
    return <FieldPeople {...given} value={value === '' ? [] : (JSON.parse(value) as number[])} />
  if (type === types.choice) {
    const choices = Object.entries(JSON.parse(field_data) as Choices)
    const options = choices
      .toSorted(([, a], [, b]) => Number(a.order) - Number(b.order))
      .map(([key, { text }]) => ({ value: key, label: text }))
    const nothing = { value: '', label: texts.settings.profile.nothing }
    return <SelectSetting {...given} options={[nothing, ...options]} />
  }
  const kind = { [types.long]: 'long', [types.date]: 'date', [types.link]: 'url' } as const
  return <TextSetting {...given} type={kind[type] ?? 'text'} maxLength={longest[type] ?? longestOther} />
}

type Choices = Readonly<Record<string, { readonly text: string; readonly order: string }>>
