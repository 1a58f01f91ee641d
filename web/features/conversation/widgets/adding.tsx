import { useLayoutEffect, useRef } from 'preact/hooks'
import { texts } from '../../../i18n'
import { Button, showToast } from '../../../ui'

interface AddingProps {
  /** Names of the text boxes. The first one must be filled. */
  readonly fields: readonly string[]
  /** The initial texts. */
  readonly initialTexts?: readonly string[]
  readonly button?: string
  readonly isTaken?: (texts: readonly string[]) => boolean
  readonly onAdd: (texts: readonly string[]) => void
  /** Given if the user has just opened the form: then the first box gets the focus, and Escape cancels. */
  readonly onCancel?: () => void
}

/** Most characters of a text. The server takes more, but counts what the client puts around the text. */
const longest = 2000

/** A form with the text boxes of a widget. It adds their texts together. */
export function Adding({ fields, initialTexts = [], button, isTaken, onAdd, onCancel }: AddingProps) {
  const form = useRef<HTMLFormElement>(null)
  const boxes = (): HTMLInputElement[] => [...form.current!.querySelectorAll('input')]
  useLayoutEffect(() => {
    if (onCancel !== undefined) boxes()[0]!.select()
  }, [])

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    const written = boxes().map(({ value }) => value.trim())
    if (written[0] === '') return
    if (isTaken?.(written) === true) return showToast(texts.widgets.taken)
    for (const box of boxes()) box.value = ''
    boxes()[0]!.focus()
    onAdd(written)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || onCancel === undefined) return
    event.stopPropagation()
    onCancel()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in its text boxes
    <form ref={form} class="adding" onSubmit={onSubmit} onKeyDown={onKeyDown}>
      {fields.map((name, index) => (
        <input
          key={name}
          type="text"
          dir="auto"
          aria-label={name}
          placeholder={name}
          defaultValue={initialTexts[index] ?? ''}
          maxLength={longest}
          autocomplete="off"
        />
      ))}
      <Button type="submit">{button ?? texts.widgets.add}</Button>
    </form>
  )
}
