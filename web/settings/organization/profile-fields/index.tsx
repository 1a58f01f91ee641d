import { useLayoutEffect, useRef } from 'preact/hooks'
import { Section, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { FieldForm } from './field-form'
import { FieldRow } from './field-row'
import { withItemMoved } from './order'
import './profile-fields.css'

/** The custom profile fields. */
export function ProfileFields() {
  const { store, ask } = useSession()
  const t = texts.organization.profileFields
  const ordering = useSaveState()
  const adding = useSaveState()
  const list = useRef<HTMLUListElement>(null)
  /** The field that was moved last, and by how many places. */
  const last = useRef<{ readonly id: number; readonly by: number } | null>(null)
  const all = store.state.custom_profile_fields.value
  const order = all.map(({ id }) => id).join()
  // A moved element loses the focus. At the end of the list the button in this direction is disabled, so focus the other one.
  useLayoutEffect(() => {
    if (last.current === null) return
    const { id, by } = last.current
    last.current = null
    const buttons = [`[data-by='${by}']`, `[data-by='${-by}']`].map((one) =>
      list.current?.querySelector<HTMLElement>(`[data-field='${id}'] ${one}:enabled`),
    )
    buttons.find(Boolean)?.focus()
  }, [order])

  function move(index: number, by: number): void {
    const { id, name } = all[index]!
    last.current = { id, by }
    const ids = withItemMoved(all, index, by).map((one) => one.id)
    void ordering.save(
      () => ask('PATCH /realm/profile_fields', { order: ids }),
      t.moved(name, index + by + 1, all.length),
    )
  }

  return (
    <>
      <Section title={t.title} saving={ordering}>
        <p class="hint">{all.length === 0 ? t.nothing : t.hint}</p>
        <ul ref={list} class="rows">
          {all.map((field, index) => (
            <FieldRow
              key={field.id}
              field={field}
              isFirst={index === 0}
              isLast={index === all.length - 1}
              onMove={(by) => move(index, by)}
            />
          ))}
        </ul>
      </Section>
      <Section title={t.add} saving={adding}>
        <FieldForm
          field={null}
          saving={adding}
          onSave={(written) => adding.save(() => ask('POST /realm/profile_fields', written), t.added)}
        />
      </Section>
    </>
  )
}
