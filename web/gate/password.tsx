import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { laterWords } from '../later-words'

interface NewPasswordProps {
  readonly label: string
  /** Whether what is written is shown from the beginning. */
  readonly isShown?: boolean
}

/** A password that is new, so that one may want to see what one writes. */
export function NewPassword({ label, isShown: isShownFirst = false }: NewPasswordProps) {
  const id = useId()
  const isShown = useSignal(isShownFirst)
  const said = laterWords.gate
  const text = useSignal('')
  const native = {
    id,
    name: 'password',
    dir: 'ltr',
    autocomplete: 'new-password',
    autocapitalize: 'off',
    spellcheck: false,
    maxLength: 200,
    'aria-describedby': `${id}-hint`,
    value: text,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => (text.value = currentTarget.value),
  } as const
  return (
    <div class="field new-password">
      <label for={id}>{label}</label>
      <span class="with-button">
        {isShown.value ? <input type="text" {...native} /> : <input type="password" {...native} />}
        <button type="button" aria-pressed={isShown.value} onClick={() => (isShown.value = !isShown.value)}>
          {said.show}
        </button>
      </span>
      <small id={`${id}-hint`}>{said.passwordHint}</small>
    </div>
  )
}
