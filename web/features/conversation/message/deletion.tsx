import type { Message } from '../../../../client'
import { texts } from '../../../i18n'
import { Button } from '../../../ui'
import { Dialog } from '../../../ui/dialog'
import { useSession } from '../../../session/context'
import { textOf } from './html'

/** Most characters of the excerpt by which the user recognizes the message. */
const maxLength = 160

/** A dialog that asks before a message is deleted. */
export function Deletion({ message, onClose }: { message: Message; onClose: () => void }) {
  const { outbox } = useSession()
  const { messageActions: t } = texts
  const text = textOf(message.content)
  return (
    <Dialog title={t.reallyDelete} onClose={onClose}>
      <blockquote class="excerpt" dir="auto">
        {text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}
      </blockquote>
      <p>{t.deleteAdvice}</p>
      <p class="ends">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button
          kind="main"
          onClick={() => {
            outbox.do({ kind: 'delete', message_id: message.id }).done.catch(() => undefined)
            onClose()
          }}
        >
          {t.delete}
        </Button>
      </p>
    </Dialog>
  )
}
