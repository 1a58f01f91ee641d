import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { laterWords } from '../../i18n/later-words'
import { Button } from '..'
import { useConfirming } from './use-confirming'

interface AskingProps {
  /** What the button is called. */
  readonly name: string
  /** What the button that does it is called. */
  readonly yes: string
  readonly onYes: () => Promise<unknown>
  /** What happens then. */
  readonly children: ComponentChildren
}

/** A button for what is not easily undone: it says what happens, and asks first. */
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
        <Button onClick={() => (isAsked.value = !isAsked.value)}>
          {isAsked.value ? laterWords.forms.cancel : name}
        </Button>
      </div>
    </div>
  )
}
