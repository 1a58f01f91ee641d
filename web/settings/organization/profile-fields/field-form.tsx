import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ParamsOf } from '../../../../client'
import { Field, Select, type SaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Button } from '../../../ui'
import { useStore } from '../../../session/context'
import {
  dataOf,
  detailsOf,
  kinds,
  offeredKinds,
  otherService,
  type Details,
  type FieldType,
  type ProfileField,
} from './kinds'
import { Options } from './options'
import { focusIn } from '../../../ui/focus'

type FieldParams = ParamsOf<'POST /realm/profile_fields'>

interface FieldFormProps {
  /** Null for a new field. */
  readonly field: ProfileField | null
  readonly saving: SaveState
  readonly onSave: (written: FieldParams) => Promise<boolean>
  readonly onClose?: () => void
}

/** Maximal lengths in characters. */
const longest = { name: 40, help: 80, pattern: 1000 }

/** The form of a custom profile field. */
export function FieldForm({ field, saving, onSave, onClose }: FieldFormProps) {
  const t = texts.organization.profileFields
  const services = useStore().state.realm_default_external_accounts.value
  const form = useRef<HTMLFormElement>(null)
  const kind = useSignal<FieldType>((field?.type ?? kinds.text) as FieldType)
  const name = useSignal(field?.name ?? '')
  const hint = useSignal(field?.hint ?? '')
  const details = useSignal<Details>(detailsOf(field))
  const before = detailsOf(field).options
  const change = (next: Partial<Details>): void => void (details.value = { ...details.value, ...next })
  useLayoutEffect(() => {
    if (onClose) focusIn(form.current, 'input')
  }, [])

  const { options, service, pattern } = details.value
  const isNamedByService = kind.value === kinds.account && service !== otherService
  const isLosing = before.some(({ key }) => options.every((one) => one.key !== key || one.text.trim() === ''))

  async function save(): Promise<void> {
    const field_data = dataOf(kind.value, details.value)
    if (name.value.trim() === '' && !isNamedByService) return saving.refuse(t.nameless)
    if (kind.value === kinds.choice && Object.keys(field_data ?? {}).length === 0) return saving.refuse(t.noOptions)
    const written = {
      name: name.value,
      hint: hint.value,
      field_type: kind.value,
      ...(field_data && { field_data }),
    }
    if (!(await onSave(written))) return
    if (onClose) return onClose()
    for (const text of [name, hint]) text.value = ''
    details.value = detailsOf(null)
    focusIn(form.current, 'select, input')
  }

  return (
    <form
      ref={form}
      class="fields"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {field === null && (
        <Select
          label={t.type}
          value={kind.value}
          options={offeredKinds.map((value) => ({ value, label: t.types[value] }))}
          onChoose={(value) => (kind.value = value)}
        />
      )}
      {field === null && kind.value === kinds.account && (
        <Select
          label={t.service}
          value={service}
          options={[
            ...Object.entries(services).map(([value, { text }]) => ({ value, label: text })),
            { value: otherService, label: t.otherService },
          ]}
          onChoose={(value) => change({ service: value })}
        />
      )}
      {!isNamedByService && (
        <>
          <Field
            label={t.name}
            name="name"
            autocomplete="off"
            maxLength={longest.name}
            value={name.value}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          />
          <Field
            label={t.help}
            name="help"
            autocomplete="off"
            maxLength={longest.help}
            value={hint.value}
            onInput={({ currentTarget }) => (hint.value = currentTarget.value)}
          />
        </>
      )}
      {kind.value === kinds.account && !isNamedByService && (
        <>
          <Field
            label={t.pattern}
            name="pattern"
            autocomplete="off"
            maxLength={longest.pattern}
            value={pattern}
            onInput={({ currentTarget }) => change({ pattern: currentTarget.value })}
          />
          <p class="hint">{t.patternHint}</p>
        </>
      )}
      {kind.value === kinds.choice && <Options options={options} onChange={(next) => change({ options: next })} />}
      {isLosing && (
        <p class="hint" role="alert">
          {t.optionsGo}
        </p>
      )}
      <div class="buttons">
        <Button kind={field === null ? 'other' : 'main'} type="submit">
          {field === null ? t.addNow : texts.messageActions.save}
        </Button>
        {onClose && <Button onClick={onClose}>{texts.messageActions.cancel}</Button>}
      </div>
    </form>
  )
}
