import type { Message } from '../../../../client'
import { hasAccess } from '../../../../client/policies'
import { showToast } from '../../../ui'
import { reasonOf } from '../../../ui/reason'
import { useSession } from '../../../session/context'
import { texts } from '../../../i18n'

/** Returns a function that adds something to a message, and says why if the server refuses; null if the user may not. */
export function useAdd(message: Message): ((value: object) => void) | null {
  const { outbox, store } = useSession()
  if (!hasAccess(message, store)) return null
  return (value) => {
    const content = JSON.stringify(value)
    const isSame = (one: Message['submessages'][number]): boolean =>
      one.sender_id === store.user_id && one.content === content
    const before = message.submessages.filter(isSame).length
    const submessage = { message_id: message.id, msg_type: 'widget', content, before }
    try {
      outbox
        .do({ kind: 'vote', ...submessage })
        .done.catch((error: unknown) => showToast(texts.widgets.refused(reasonOf(error))))
    } catch {
      showToast(texts.widgets.tooMuch)
    }
  }
}
