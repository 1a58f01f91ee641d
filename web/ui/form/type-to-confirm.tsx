import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { texts } from '../../i18n'
import { Button } from '..'
import { Field } from './field'
import type { SaveState } from './save-status'
import { focusNext } from '../focus'

interface TypedConfirmationProps {
  /** Text of the button that opens the question. Without it, the question is open. */
  readonly ask?: string
  readonly label: string
  /** The text that the user must type; case does not matter. */
  readonly text: string
  /** What to show if another text was typed. */
  readonly otherwise: string
  /** Text of the button that confirms. */
  readonly confirm: string
  readonly saving: SaveState
  readonly onConfirm: () => Promise<unknown>
}

/** A button for something that must not happen by mistake: the user must type a text first. */
export function TypeToConfirm({ text, otherwise, saving, onConfirm, ...labels }: TypedConfirmationProps) {
  const isOpen = useSignal(labels.ask === undefined)
  const root = useRef<HTMLFormElement>(null)

  function open(next: boolean): void {
    isOpen.value = next
    // The pressed button has left the DOM, so move the focus.
    focusNext(root, next ? 'input' : 'button')
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
      {isOpen.value && <Field label={labels.label} name="confirmation" autocomplete="off" maxLength={254} />}
      {isOpen.value ? (
        <div key="asked" class="buttons">
          <Button kind="main" type="submit">
            {labels.confirm}
          </Button>
          {labels.ask !== undefined && <Button onClick={() => open(false)}>{texts.forms.cancel}</Button>}
        </div>
      ) : (
        <div key="asks" class="buttons">
          <Button onClick={() => open(true)}>{labels.ask}</Button>
        </div>
      )}
    </form>
  )
}
