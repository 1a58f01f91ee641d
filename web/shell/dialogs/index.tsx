import { useShortcut } from '../../ui/keyboard'
import { lazy } from '../../ui'
import { personAddress } from '../../routes/dialogs'
import { dialogAddress, goTo } from '../../routes/history'
import { useStore } from '../../session/context'

const Dialogs = lazy(async () => (await import('./dialogs')).Dialogs)

/** Shows the dialog of the address. */
export function DialogHost() {
  const { messages } = useStore()
  useShortcut('sender', (id) => {
    const message = messages.get(id)
    if (message) goTo(personAddress(message.sender_id))
    return message
  })
  return dialogAddress.value && <Dialogs address={dialogAddress.value} />
}
