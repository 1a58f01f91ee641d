import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { PasswordAdvice } from '../ui/form'
import { texts } from '../i18n'

interface NewPasswordProps {
  readonly label: string
  /** Whether the password is visible at first. */
  readonly isShown?: boolean
}

/** A text box for a new password, with a button to see it and with advice. */
export function NewPassword({ label, isShown: isShownFirst = false }: NewPasswordProps) {
  const id = useId()
  const isShown = useSignal(isShownFirst)
  const t = texts.signedOut
  const text = useSignal('')
  /** Values of other fields of the form: a password must not contain them. */
  const names = useSignal({ email: '', full_name: '' })
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
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      const beside = currentTarget.form!.elements
      const textOf = (name: string): string => (beside.namedItem(name) as HTMLInputElement | null)?.value ?? ''
      names.value = { email: textOf('email'), full_name: textOf('name') }
      text.value = currentTarget.value
    },
  } as const
  return (
    <div class="field new-password">
      <label for={id}>{label}</label>
      <span class="with-button">
        {isShown.value ? <input type="text" {...native} /> : <input type="password" {...native} />}
        <button type="button" aria-pressed={isShown.value} onClick={() => (isShown.value = !isShown.value)}>
          {t.show}
        </button>
      </span>
      <PasswordAdvice id={`${id}-hint`} password={text.value} {...names.value} />
    </div>
  )
}
