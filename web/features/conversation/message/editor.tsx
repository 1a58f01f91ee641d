import { computed, signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { conversationOf, type Message } from '../../../../client'
import { TextBox, type TextState } from '../compose/kit'
import { texts } from '../../../i18n'
import { Button, showToast } from '../../../ui'
import { useSession } from '../../../session/context'
import { useRequest } from './use-request'
import { edits } from './edited-messages'
import { endEdit, keepEdit, keptEdit } from './edits'
import { Deadline } from './deadline'
import { markdownOf } from './markdown'
import { RequestState } from './request-state'
import './editor.css'

/** Edits a message in its place. */
export function Editor({ message }: { message: Message }) {
  const session = useSession()
  const { id } = message
  const request = useRequest(async () => markdownOf(session, message))
  const source = request.answer.value
  if (source !== null) return <Opened message={message} source={source} />
  return (
    <div class="editor">
      <RequestState of={request} />
      <Button onClick={() => endEdit(id, session.store.user_id)}>{texts.messageActions.cancel}</Button>
    </div>
  )
}

function Opened({ message, source }: { message: Message; source: string }) {
  const session = useSession()
  const { store, outbox } = session
  const { id } = message
  const area = useRef<HTMLTextAreaElement>(null)
  const isPreview = useSignal(false)
  const isOver = useSignal(false)
  const writing = useMemo(() => editingOf(message, source), [])
  const { text, bytesLeft } = writing
  const reason = edits.value.get(id) ?? null
  const { messageActions: t } = texts

  // In a layout effect, before the user can type anything.
  useLayoutEffect(() => {
    const box = area.current!
    box.focus({ preventScroll: true })
    box.setSelectionRange(box.value.length, box.value.length)
    box.closest('.editor')!.scrollIntoView({ block: 'nearest' })
  }, [])

  function editingOf(of: Message, before: string): TextState {
    const text = signal(keptEdit(id, store.user_id) ?? before)
    const to = signal(conversationOf(of, store.user_id))
    const maxBytes = store.state.max_message_length.peek()
    return {
      text,
      to,
      conversation: to,
      bytesLeft: computed(() => {
        const room = maxBytes - new TextEncoder().encode(text.value.trimEnd()).length
        return room > maxBytes / 10 ? null : room
      }),
      write(content) {
        text.value = content
        keepEdit(id, store.user_id, content)
      },
    }
  }

  const cannotBeSaved = text.value.trim() === '' || (bytesLeft.value ?? 0) < 0 || isOver.value

  function save(): void {
    const content = text.peek().trimEnd()
    if (cannotBeSaved) return
    try {
      if (content !== source || reason !== null)
        outbox.do({ kind: 'edit', message_id: id, content }).done.catch(() => undefined)
      endEdit(id, store.user_id)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      showToast(texts.compose.tooMuch)
    }
  }

  return (
    <form
      class="editor writing"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {reason !== null && (
        <p class="notice refused" role="alert">
          <strong>{t.notSaved}</strong> {reason}
        </p>
      )}
      <TextBox
        writer={session}
        writing={writing}
        area={area}
        isPreview={isPreview}
        name={t.textbox}
        onDone={save}
        onKey={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          endEdit(id, store.user_id)
        }}
      >
        <Button onClick={() => endEdit(id, store.user_id)}>{t.cancel}</Button>
        <Button kind="main" type="submit" disabled={cannotBeSaved}>
          {reason === null ? t.save : t.saveAgain}
        </Button>
      </TextBox>
      <Deadline message={message} isOver={isOver} />
    </form>
  )
}
