import { useSignal } from '@preact/signals'
import { CalendarClock } from 'lucide'
import type { Conversation } from '../../../../client'
import { texts } from '../../../i18n'
import { IconButton, lazy, showToast } from '../../../ui'
import { splitAttachments, uploadIdOf } from './attachments'
import type { Writer } from './recipient'
import type { ComposerState } from './composer-state'

const ChooseTime = lazy(async () => (await import('../choose-time')).ChooseTime)

/** A button that asks when the server should send the text. */
export function SendLater({
  writer,
  writing,
  isDisabled,
}: {
  writer: Writer
  writing: ComposerState
  isDisabled: boolean
}) {
  const isOpen = useSignal(false)

  async function schedule(at: Date): Promise<void> {
    const message = writing.ready()
    if (message === null) return
    const deliver_at = at.toISOString()
    const when = { content: message.content, delivery_type: 'send_later', deliver_at } as const
    await writer.ask('POST /messages', { ...recipientOf(message.to, writer), ...when })
    writing.finish()
  }

  return (
    <>
      <IconButton
        icon={CalendarClock}
        name={texts.compose.later}
        disabled={isDisabled}
        onClick={() => {
          // The server would send the placeholders of unfinished uploads.
          const isUploading = splitAttachments(writing.text.peek()).attachments.some((one) => uploadIdOf(one) !== null)
          if (isUploading) showToast(texts.compose.stillUploading)
          else isOpen.value = writing.ready() !== null
        }}
      />
      {isOpen.value && <ChooseTime session={writer} onChoose={schedule} onClose={() => (isOpen.value = false)} />}
    </>
  )
}

const recipientOf = (to: Conversation, { store }: Writer) =>
  'topic' in to
    ? ({ type: 'stream', to: String(to.stream_id), topic: to.topic } as const)
    : ({ type: 'private', to: JSON.stringify(to.user_ids.length > 0 ? to.user_ids : [store.user_id]) } as const)
