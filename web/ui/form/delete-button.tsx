import { Trash2 } from 'lucide'
import { laterWords } from '../../i18n/later-words'
import { Button, IconButton } from '..'
import { useConfirming } from './use-confirming'
import { SaveStatus, useSaveState } from './save-status'

interface RemovalProps {
  /** What the button does, with the name of what goes. */
  readonly name: string
  /** What happens then. */
  readonly question: string
  readonly onRemove: () => Promise<unknown>
}

/** The button of a row that deletes what stands in it, once it has asked. Refusals are said in the row. */
export function DeleteButton({ name, question, onRemove }: RemovalProps) {
  const saving = useSaveState()
  const { isAsked, root } = useConfirming('button')

  async function remove(): Promise<void> {
    // The row goes, perhaps before the answer is there.
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
            {laterWords.message.delete}
          </Button>
          <Button onClick={() => (isAsked.value = false)}>{laterWords.scheduled.keep}</Button>
        </div>
      ) : (
        <IconButton icon={Trash2} name={name} onClick={() => (isAsked.value = true)} />
      )}
      <SaveStatus of={saving} />
    </div>
  )
}
