import { useLayoutEffect, useRef } from 'preact/hooks'
import { Field, type SaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Button } from '../../../ui'
import { withDraft, type Draft, type Drafts } from './drafts'
import { focusIn } from '../../../ui/focus'

interface LinkifierFormProps {
  readonly id: number
  /** The saved values. */
  readonly linkifier: Draft
  readonly drafts: Drafts
  readonly saving: SaveState
  /** Text of the button that saves. */
  readonly save: string
  /** Status text after saving. */
  readonly saved: string
  readonly onSave: (draft: Draft) => Promise<unknown>
  /** Missing if the form cannot be closed. */
  readonly onClose?: () => void
}

/** Maximal lengths. */
const longest = { pattern: 1000, url_format: 2000 }

/** Pattern and URL of a linkifier. Stores them as a draft while the user types, so that they can be tried before saving. */
export function LinkifierForm({ id, linkifier, drafts, saving, save, saved, onSave, onClose }: LinkifierFormProps) {
  const t = texts.organization.linkifiers
  const form = useRef<HTMLFormElement>(null)
  const draft = drafts.value.get(id) ?? linkifier
  useLayoutEffect(() => {
    if (onClose) focusIn(form.current, 'input')
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
    else focusIn(form.current, 'input')
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
        {onClose && <Button onClick={onClose}>{texts.messageActions.cancel}</Button>}
      </div>
    </form>
  )
}
