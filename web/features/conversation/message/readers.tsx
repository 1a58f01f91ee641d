import type { Message } from '../../../../client'
import { laterWords } from '../../../i18n/later-words'
import { Dialog } from '../../../ui/dialog'
import { useSession } from '../../../session/context'
import { useAsked } from './use-request'
import { People } from './people'
import { Waiting } from './waiting'

/** Who has read a message. */
export function Readers({ message, onClose }: { message: Message; onClose: () => void }) {
  const { ask } = useSession()
  const asked = useAsked(
    async () => (await ask('GET /messages/{message_id}/read_receipts', { message_id: message.id })).user_ids,
  )
  const ids = asked.answer.value
  const { message: said } = laterWords
  return (
    <Dialog title={said.readers} onClose={onClose}>
      <Waiting of={asked} />
      {ids !== null && (
        <>
          <p class="hint">{ids.length === 0 ? said.noReaders : said.readBy(ids.length)}</p>
          <People ids={ids} />
          <p class="hint">{said.readersAdvice}</p>
        </>
      )}
    </Dialog>
  )
}
