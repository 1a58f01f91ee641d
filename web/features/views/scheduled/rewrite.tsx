import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { texts } from '../../../i18n'
import { Button } from '../../../ui'
import { reasonOf } from '../../../ui/reason'

interface RewriteProps {
  readonly content: string
  /** Must reject if the server refuses, or cannot be reached. The form then shows the reason. */
  readonly onSave: (content: string) => Promise<void>
  readonly onClose: () => void
}

/** A form that changes the text of a scheduled message. */
export function Rewrite({ content, onSave, onClose }: RewriteProps) {
  const t = texts.scheduled
  const text = useSignal(content)
  const reason = useSignal('')
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => area.current!.focus(), [])

  async function save(): Promise<void> {
    try {
      await onSave(text.value)
      onClose()
    } catch (error) {
      reason.value = reasonOf(error)
    }
  }

  return (
    <form
      class="rewrite"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <textarea
        ref={area}
        dir="auto"
        rows={3}
        aria-label={texts.compose.message}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            onClose()
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
        }}
      />
      <p role="alert">{reason.value}</p>
      <div class="tools">
        <Button kind="main" type="submit" disabled={text.value.trim() === ''}>
          {t.save}
        </Button>
        <Button onClick={onClose}>{t.cancel}</Button>
      </div>
    </form>
  )
}
