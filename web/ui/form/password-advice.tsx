import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { texts } from '../../i18n'
import { weaknessTable } from '../../lib/tables'

interface PasswordAdviceProps {
  readonly id?: string
  readonly password: string
  /** The owner of the password, which must not contain them. */
  readonly email?: string
  readonly full_name?: string
}

type Table = Awaited<ReturnType<typeof weaknessTable>>

/** The rules for a new password and what a weak one lacks, by the rules of the server. */
export function PasswordAdvice({ id, password, email = '', full_name = '' }: PasswordAdviceProps) {
  const t = texts.forms.password
  const table = useSignal<Table | null>(null)
  useEffect(
    () =>
      void weaknessTable().then(
        (loaded) => (table.value = loaded),
        // The server refuses weak passwords anyway.
        () => undefined,
      ),
    [],
  )
  const weakness =
    password === '' || table.value === null ? null : table.value.weaknessOf(password, { email, full_name })
  if (weakness === null)
    return (
      <small id={id} class="advice">
        {t.advice}
      </small>
    )
  const { shortestPassword, fewestCharacters, differentCharacters } = table.value!
  const advice = {
    short: t.short(password.length, shortestPassword),
    monotonous: t.monotonous(differentCharacters(password), fewestCharacters),
    common: t.common,
    own_name: t.ownName,
  }
  return (
    <small id={id} class="advice weak">
      {advice[weakness]}
    </small>
  )
}
