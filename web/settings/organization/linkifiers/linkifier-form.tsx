import { useLayoutEffect, useRef } from 'preact/hooks'
import { Field, type SaveState } from '../../../ui/form'
import { laterWords } from '../../../i18n/later-words'
import { Button } from '../../../ui'
import { withDraft, type Draft, type Drafts } from './drafts'

interface LinkifierFormProps {
  readonly id: number
  /** What is kept already. */
  readonly linkifier: Draft
  readonly drafts: Drafts
  readonly saving: SaveState
  /** Name of the button that saves. */
  readonly save: string
  /** What is said once it is saved. */
  readonly saved: string
  readonly onSave: (draft: Draft) => Promise<unknown>
  /** Missing where there is nothing to leave. */
  readonly onClose?: () => void
}

/** Characters of a pattern and of an address. */
const longest = { pattern: 1000, url_format: 2000 }

/** Pattern and address of a linkifier. What is written is tried before it is saved. */
export function LinkifierForm({ id, linkifier, drafts, saving, save, saved, onSave, onClose }: LinkifierFormProps) {
  const t = laterWords.organization.linkifiers
  const form = useRef<HTMLFormElement>(null)
  const draft = drafts.value.get(id) ?? linkifier
  useLayoutEffect(() => {
    if (onClose) form.current!.querySelector('input')!.focus()
    return () => withDraft(drafts, id, null)
  }, [])

  const write = (field: keyof Draft) => ({
    value: draft[field],
    maxLength: longest[field],
    onInput: ({ currentTarget }: { currentTarget: EventTarget }) => {
      withDraft(drafts, id, { ...draft, [field]: (currentTarget as HTMLInputElement).value })
    },
  })

  async function submit(): Promise<void> {
    if (draft.pattern === '' || draft.url_format === '') return saving.refuse(t.missing)
    if (!(await saving.save(() => onSave(draft), saved))) return
    withDraft(drafts, id, null)
    if (onClose) onClose()
    else form.current?.querySelector('input')?.focus()
  }

  return (
    <form
      ref={form}
      class="fields"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label={t.pattern} name="pattern" autocomplete="off" {...write('pattern')} />
      <Field label={t.address} name="address" autocomplete="off" {...write('url_format')} />
      <div class="buttons">
        <Button kind={onClose ? 'main' : 'other'} type="submit">
          {save}
        </Button>
        {onClose && <Button onClick={onClose}>{laterWords.message.cancel}</Button>}
      </div>
    </form>
  )
}
