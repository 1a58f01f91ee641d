import { useShortcut } from '../../ui/keyboard'
import { lazy } from '../../ui'
import { currentDialog, openPerson } from '../../routes/dialogs'
import { useStore } from '../../session/context'

const Dialogs = lazy(async () => (await import('./dialogs')).Dialogs)

/** Shows the open dialog (`currentDialog`). */
export function DialogHost() {
  const { messages } = useStore()
  useShortcut('sender', (id) => {
    const message = messages.get(id)
    if (message) openPerson(message.sender_id)
    return message
  })
  return currentDialog.value && <Dialogs card={currentDialog.value} onClose={() => (currentDialog.value = null)} />
}
