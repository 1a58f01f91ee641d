import { addressOf, conversationOf, type Message, namesOf, termsOfConversation } from '../../../../client'
import { longName } from '../summary'
import { texts } from '../../../i18n'
import { showToast } from '../../../ui'
import { showReason } from '../../../ui/reason'
import { ChooseTime, reminderTimes } from '../choose-time'
import { useSession } from '../../../session/context'
import { clockOf } from './times'

/** Characters that would end the text of a link. */
const brackets = /[[\]]/g

/** Asks when to remind the user of a message. The server then sends them a link to it. */
export function Remind({ message, onClose }: { message: Message; onClose: () => void }) {
  const session = useSession()
  const { store, outbox, ask } = session
  const { messageActions: t, readState: marks } = texts

  /** The text of the reminder. */
  function content(): string {
    const { sender_id, sender_full_name, id } = message
    const to = conversationOf(message, store.user_id)
    const name = store.users.name(sender_id) ?? sender_full_name
    const address = addressOf(termsOfConversation(to, store.user_id), namesOf(store), id)
    const text = t.messageOf(name, longName(to, store)).replace(brackets, '')
    return `[${text}](${new URL(address, location.origin).href})`
  }

  async function remind(at: Date): Promise<void> {
    const answer = await ask('POST /messages', {
      type: 'private',
      to: JSON.stringify([store.user_id]),
      content: content(),
      delivery_type: 'remind',
      deliver_at: at.toISOString(),
    })
    const time = clockOf(outbox.state.user_settings.value).whole(at)
    const undo = (): void =>
      void ask('DELETE /scheduled_messages/{scheduled_message_id}', { scheduled_message_id: answer.id }).catch(
        showReason,
      )
    showToast(t.reminderSet(time), { name: marks.undo, onChoose: undo })
  }

  return (
    <ChooseTime
      session={session}
      title={t.remind}
      button={t.setReminder}
      choices={reminderTimes(new Date())}
      onChoose={remind}
      onClose={onClose}
    />
  )
}
