import { useSignal } from '@preact/signals'
import { ArrowDown, ArrowUp, Pencil } from 'lucide'
import { useRef } from 'preact/hooks'
import { SaveStatus, DeleteButton, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { IconButton } from '../../../ui'
import { useSession } from '../../../session/context'
import { FieldForm } from './field-form'
import { isFixed, type ProfileField } from './kinds'
import { focusNext } from '../../../ui/focus'

interface FieldRowProps {
  readonly field: ProfileField
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: number) => void
}

/** A custom profile field with buttons to move, change and delete it. */
export function FieldRow({ field, isFirst, isLast, onMove }: FieldRowProps) {
  const { ask } = useSession()
  const t = texts.organization.profileFields
  const saving = useSaveState()
  const isOpen = useSignal(false)
  const row = useRef<HTMLLIElement>(null)
  const { id, name, hint, type } = field

  function close(): void {
    isOpen.value = false
    // The pressed button has left the DOM.
    focusNext(row, '[data-change]')
  }

  if (isOpen.value)
    return (
      <li ref={row} class="wrapping">
        <div class="grow">
          <FieldForm
            field={field}
            saving={saving}
            onSave={({ name, hint, field_data }) => {
              const written = { name, hint, ...(field_data && { field_data }) }
              return saving.save(() => ask('PATCH /realm/profile_fields/{field_id}', { field_id: id, ...written }))
            }}
            onClose={close}
          />
          <SaveStatus of={saving} />
        </div>
      </li>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons within
    <li
      ref={row}
      class="wrapping"
      data-field={id}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
        if (!event.altKey || by === undefined) return
        event.preventDefault()
        if (!(by < 0 ? isFirst : isLast)) onMove(by)
      }}
    >
      <span class="grow">
        <span dir="auto">{name}</span>
        <small>
          {t.types[type]}
          {hint !== '' && (
            <>
              {' · '}
              <bdi>{hint}</bdi>
            </>
          )}
        </small>
        <SaveStatus of={saving} />
      </span>
      <IconButton icon={ArrowUp} name={t.up(name)} data-by={-1} disabled={isFirst} onClick={() => onMove(-1)} />
      <IconButton icon={ArrowDown} name={t.down(name)} data-by={1} disabled={isLast} onClick={() => onMove(1)} />
      {!isFixed(field) && (
        <IconButton icon={Pencil} name={t.changeOf(name)} data-change onClick={() => (isOpen.value = true)} />
      )}
      <DeleteButton
        name={t.deleteOf(name)}
        question={t.reallyDelete}
        onRemove={() => ask('DELETE /realm/profile_fields/{field_id}', { field_id: id })}
      />
    </li>
  )
}
