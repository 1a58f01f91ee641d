import { useLayoutEffect, useRef } from 'preact/hooks'
import { laterWords } from '../../../i18n/later-words'
import { Button, showToast } from '../../../ui'

interface AddingProps {
  /** What the text boxes are called. The first one must be filled. */
  readonly fields: readonly string[]
  /** What stands in them at first. */
  readonly texts?: readonly string[]
  readonly button?: string
  readonly isTaken?: (texts: readonly string[]) => boolean
  readonly onAdd: (texts: readonly string[]) => void
  /** Given where somebody has just asked for the text boxes: they get the focus, and Escape ends it. */
  readonly onCancel?: () => void
}

/** Characters that the server takes, with room for what stands around them. */
const longest = 2000

/** Text boxes of a widget, whose texts are added at once. */
export function Adding({ fields, texts = [], button, isTaken, onAdd, onCancel }: AddingProps) {
  const form = useRef<HTMLFormElement>(null)
  const boxes = (): HTMLInputElement[] => [...form.current!.querySelectorAll('input')]
  useLayoutEffect(() => {
    if (onCancel !== undefined) boxes()[0]!.select()
  }, [])

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    const written = boxes().map(({ value }) => value.trim())
    if (written[0] === '') return
    if (isTaken?.(written) === true) return showToast(laterWords.widgets.taken)
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
          defaultValue={texts[index] ?? ''}
          maxLength={longest}
          autocomplete="off"
        />
      ))}
      <Button type="submit">{button ?? laterWords.widgets.add}</Button>
    </form>
  )
}
