import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { laterWords } from '../../i18n/later-words'
import { Button } from '..'
import { Field } from './field'
import type { SaveState } from './save-status'

interface TypedConfirmationProps {
  /** Name of the button that asks. */
  readonly ask: string
  readonly label: string
  /** What has to be written, in any case. */
  readonly text: string
  /** What is said if something else was written. */
  readonly otherwise: string
  /** Name of the button that does it. */
  readonly confirm: string
  readonly saving: SaveState
  readonly onConfirm: () => Promise<unknown>
}

/** A button of what nobody should do by mistake: it asks for a text first. */
export function TypeToConfirm({ text, otherwise, saving, onConfirm, ...texts }: TypedConfirmationProps) {
  const isOpen = useSignal(false)
  const root = useRef<HTMLFormElement>(null)

  function open(next: boolean): void {
    isOpen.value = next
    // What was pressed is gone.
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(next ? 'input' : 'button')?.focus())
  }

  function confirm(form: HTMLFormElement): void {
    const typed = (new FormData(form).get('confirmation') as string).trim()
    if (typed.toLowerCase() === text.trim().toLowerCase()) void saving.save(onConfirm)
    else saving.refuse(otherwise)
  }

  return (
    <form
      ref={root}
      class="fields"
      onSubmit={(event) => {
        event.preventDefault()
        confirm(event.currentTarget)
      }}
    >
      {isOpen.value && <Field label={texts.label} name="confirmation" autocomplete="off" maxLength={254} />}
      {isOpen.value ? (
        <div key="asked" class="buttons">
          <Button kind="main" type="submit">
            {texts.confirm}
          </Button>
          <Button onClick={() => open(false)}>{laterWords.forms.cancel}</Button>
        </div>
      ) : (
        <div key="asks" class="buttons">
          <Button onClick={() => open(true)}>{texts.ask}</Button>
        </div>
      )}
    </form>
  )
}
