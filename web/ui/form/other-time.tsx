import { Field } from './field'
import { texts } from '../../i18n'
import { Button } from '..'

interface OtherTimeProps {
  readonly label: string
  /** The current value; empty if there is none. */
  readonly value: string
  readonly refuse: (why: string) => void
  readonly onSet: (count: number) => void
}

/** A text box for a time as a whole number. */
export function OtherTime({ label, value, refuse, onSet }: OtherTimeProps) {
  const t = texts.organization.rules

  function set(form: HTMLFormElement): void {
    const text = (new FormData(form).get('count') as string).trim()
    if (/^[1-9]\d*$/.test(text)) onSet(Number(text))
    else refuse(t.noNumber)
  }

  return (
    <form
      class="adding"
      onSubmit={(event) => {
        event.preventDefault()
        set(event.currentTarget)
      }}
    >
      <Field label={label} name="count" value={value} inputMode="numeric" autocomplete="off" maxLength={6} />
      <Button type="submit">{t.set}</Button>
    </form>
  )
}
