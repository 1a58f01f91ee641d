import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { Message } from '../../../../client'
import { mayMoveAway, mayRename } from '../../../../client/policies'
import { topicsOf } from '../compose/kit'
import { Combobox } from '../../../ui/combobox'
import { texts } from '../../../i18n'
import { Button, showToast, showBriefToast } from '../../../ui'
import { Dialog } from '../../../ui/dialog'
import { byName } from '../../../lib/by-name'
import { useSession } from '../../../session/context'
import { MoveScope, MoveNotices, type Extent } from './move-scope'
import './move.css'

interface MoveProps {
  readonly message: Message
  /** Whether the whole topic is moved. */
  readonly isWhole: boolean
  readonly onClose: () => void
}

/** A dialog that asks where to move a message, and which others with it. */
export function Move({ message, isWhole, onClose }: MoveProps) {
  const session = useSession()
  const { store, outbox } = session
  const from = { stream_id: message.stream_id!, topic: message.subject }
  const stream_id = useSignal(from.stream_id)
  const topic = useSignal(from.topic)
  const extent = useSignal<Extent>(isWhole ? 'change_all' : 'change_later')
  const notices = useSignal({ old: true, new: true })
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const topics = topicsOf(session)
  const mayName = mayRename(message, store)
  const streams = [...store.streams.all.value.values()].toSorted((a, b) => byName(a.name, b.name))
  const isElsewhere = stream_id.value !== from.stream_id
  const name = topic.value.trim()
  const isSame = !isElsewhere && name === from.topic
  const { move: t } = texts

  useEffect(() => input.current?.select(), [])

  function move(event: Event): void {
    event.preventDefault()
    if (isSame || name === '') return
    const where = {
      ...(name !== from.topic && { topic: name }),
      ...(isElsewhere && {
        stream_id: stream_id.value,
        send_notification_to_old_thread: notices.value.old,
        send_notification_to_new_thread: notices.value.new,
      }),
    }
    try {
      const { done } = outbox.do({ kind: 'move', message_id: message.id, propagate_mode: extent.value, ...where })
      done.then(
        () => showBriefToast(t.moved),
        () => undefined,
      )
      onClose()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      showToast(texts.compose.tooMuch)
    }
  }

  return (
    <Dialog title={isWhole ? t.topic : t.message} onClose={onClose}>
      <form class="move" onSubmit={move}>
        {mayMoveAway(message, store) && (
          <div class="field">
            <label for={id}>{t.stream}</label>
            <select
              id={id}
              value={stream_id.value}
              onChange={({ currentTarget }) => (stream_id.value = Number(currentTarget.value))}
            >
              {streams.map((one) => (
                <option key={one.stream_id} value={one.stream_id}>
                  {one.name}
                </option>
              ))}
            </select>
          </div>
        )}
        {mayName && (
          <div class="field">
            <span aria-hidden="true">{texts.compose.topic}</span>
            <Combobox
              inputRef={input}
              name={texts.compose.topic}
              value={topic.value}
              items={topics.like(stream_id.value, name === from.topic ? '' : name).filter((one) => one !== from.topic)}
              keyOf={(one) => one}
              maxLength={store.state.max_topic_length.value}
              isFree
              isQuiet
              onFocus={() => void topics.load(stream_id.peek())}
              onType={(text) => (topic.value = text)}
              onChoose={(text) => (topic.value = text)}
            >
              {(one) => <span dir="auto">{one}</span>}
            </Combobox>
          </div>
        )}
        {!isWhole && <MoveScope extent={extent} />}
        {isElsewhere && <MoveNotices notices={notices} />}
        <p class="ends">
          <Button onClick={onClose}>{texts.messageActions.cancel}</Button>
          <Button kind="main" type="submit" disabled={isSame || name === ''}>
            {texts.messageActions.move}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
