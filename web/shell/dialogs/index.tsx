import { useCommand } from '../../ui/keyboard'
import { later } from '../../ui'
import { opened, openPerson } from '../../routes/dialogs'
import { useStore } from '../../session/context'

const Dialogs = later(async () => (await import('./dialogs')).Dialogs)

/** The card that is open. */
export function Cards() {
  const { messages } = useStore()
  useCommand('sender', (id) => {
    const message = messages.get(id)
    if (message) openPerson(message.sender_id)
    return message
  })
  return opened.value && <Dialogs card={opened.value} onClose={() => (opened.value = null)} />
}
