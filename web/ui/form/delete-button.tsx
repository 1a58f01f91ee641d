import { Trash2 } from 'lucide'
import { texts } from '../../i18n'
import { Button, IconButton } from '..'
import { useConfirming } from './use-confirming'
import { SaveStatus, useSaveState } from './save-status'

interface RemovalProps {
  /** Accessible name of the button, with the name of the thing. */
  readonly name: string
  /** What will happen. */
  readonly question: string
  readonly onRemove: () => Promise<unknown>
}

/** The delete button of a row. It asks first, and shows a refusal in the row. */
export function DeleteButton({ name, question, onRemove }: RemovalProps) {
  const saving = useSaveState()
  const { isAsked, root } = useConfirming('button')

  async function remove(): Promise<void> {
    // Find the heading first: the event may remove the row before the response comes.
    const title = root.current!.closest('section')?.querySelector<HTMLElement>('h3')
    if (await saving.save(onRemove)) title?.focus()
    else isAsked.value = false
  }

  return (
    <div
      ref={root}
      class="removal"
      role={isAsked.value ? 'group' : undefined}
      aria-label={isAsked.value ? name : undefined}
    >
      {isAsked.value ? (
        <div class="buttons">
          <span>{question}</span>
          <Button kind="main" onClick={() => void remove()}>
            {texts.messageActions.delete}
          </Button>
          <Button onClick={() => (isAsked.value = false)}>{texts.scheduled.keep}</Button>
        </div>
      ) : (
        <IconButton icon={Trash2} name={name} onClick={() => (isAsked.value = true)} />
      )}
      <SaveStatus of={saving} />
    </div>
  )
}
