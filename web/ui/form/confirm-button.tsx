import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { texts } from '../../i18n'
import { Button } from '..'
import { useConfirming } from './use-confirming'

interface AskingProps {
  /** Text of the button. */
  readonly name: string
  /** Text of the button that confirms. */
  readonly yes: string
  readonly onYes: () => Promise<unknown>
  /** What will happen. */
  readonly children: ComponentChildren
}

/** A button for something that is hard to undo: it says what will happen, and asks first. */
export function ConfirmButton({ name, yes, onYes, children }: AskingProps) {
  const { isAsked, root } = useConfirming('.buttons > :last-child')
  const isBusy = useSignal(false)

  async function act(): Promise<void> {
    isBusy.value = true
    await onYes()
    isBusy.value = false
    isAsked.value = false
  }

  return (
    <div ref={root} class="asking">
      {isAsked.value && <div role="alert">{children}</div>}
      <div class="buttons">
        {isAsked.value && (
          <Button kind="main" disabled={isBusy.value} onClick={() => void act()}>
            {yes}
          </Button>
        )}
        <Button onClick={() => (isAsked.value = !isAsked.value)}>{isAsked.value ? texts.forms.cancel : name}</Button>
      </div>
    </div>
  )
}
