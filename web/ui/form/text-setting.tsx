import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { showReason } from '../reason'
import { SaveStatus, useSaveState } from './save-status'

interface TextSettingProps {
  readonly label: string
  readonly value: string
  readonly hint?: string
  readonly type?: 'text' | 'url' | 'date' | 'long'
  readonly maxLength: number
  readonly autocomplete?: AutoFill
  /** The problem with a text; empty if there is none. */
  readonly check?: (text: string) => string
  readonly onSave: (text: string) => Promise<unknown>
}

/** A text box that saves on blur and on Enter. Shows changes by others unless the user is typing. */
export function TextSetting(props: TextSettingProps) {
  const { label, value, hint, type = 'text', check, onSave, ...native } = props
  const id = useId()
  const saving = useSaveState()
  const draft = useSignal<string | null>(null)
  const latestProps = useRef(props)
  latestProps.current = props

  async function save(): Promise<void> {
    const text = draft.peek()?.trim()
    if (text === undefined) return
    const problem = check?.(text) ?? ''
    if (problem !== '') saving.refuse(problem)
    else if (text === value || (await saving.save(() => onSave(text)))) {
      if (draft.peek()?.trim() === text) draft.value = null
    }
  }

  // A user who closes the settings while typing wants the text saved.
  useEffect(
    () => () => {
      const text = draft.peek()?.trim()
      const last = latestProps.current
      if (text === undefined || text === last.value || last.check?.(text)) return
      last.onSave(text).catch(showReason)
    },
    [],
  )

  // The DOM types have one list of attributes for each input type.
  const lineType = type as 'text'
  const box = {
    id,
    dir: type === 'url' ? ('ltr' as const) : ('auto' as const),
    value: draft.value ?? value,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => {
      draft.value = currentTarget.value
    },
    onBlur: () => void save(),
    autocomplete: 'off' as const,
    ...native,
  }
  return (
    <div class="field">
      <label for={id} dir="auto">
        {label}
      </label>
      {type === 'long' ? (
        <textarea rows={4} {...box} />
      ) : (
        <input type={lineType} {...box} onKeyDown={({ key }) => key === 'Enter' && void save()} />
      )}
      {hint !== undefined && (
        <small id={`${id}-hint`} dir="auto">
          {hint}
        </small>
      )}
      <SaveStatus of={saving} />
    </div>
  )
}
