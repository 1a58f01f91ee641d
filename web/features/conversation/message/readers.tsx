import type { Message } from '../../../../client'
import { texts } from '../../../i18n'
import { Dialog } from '../../../ui/dialog'
import { useSession } from '../../../session/context'
import { useRequest } from './use-request'
import { PeopleList } from './people'
import { RequestState } from './request-state'

/** A dialog with those who have read a message. */
export function Readers({ message, onClose }: { message: Message; onClose: () => void }) {
  const { ask } = useSession()
  const request = useRequest(
    async () => (await ask('GET /messages/{message_id}/read_receipts', { message_id: message.id })).user_ids,
  )
  const ids = request.answer.value
  const { messageActions: t } = texts
  return (
    <Dialog title={t.readers} onClose={onClose}>
      <RequestState of={request} />
      {ids !== null && (
        <>
          <p class="hint">{ids.length === 0 ? t.noReaders : t.readBy(ids.length)}</p>
          <PeopleList ids={ids} />
          <p class="hint">{t.readersAdvice}</p>
        </>
      )}
    </Dialog>
  )
}
