import { useEffect } from 'preact/hooks'
import { useSession } from '../../../session/context'
import { Deletion } from './deletion'
import { History } from './history'
import { Move } from './move'
import { close, messageDialog } from './message-dialog'
import { Reactors } from './reactors'
import { Readers } from './readers'
import { Remind } from './remind'
import { Source } from './source'
import './dialogs.css'

/** The open dialog about a message. */
export function Dialogs() {
  const { outbox } = useSession()
  const { subject, message_id } = messageDialog.value!
  const message = outbox.message(message_id).value
  useEffect(() => {
    if (message === undefined) messageDialog.value = null
  }, [message])
  if (message === undefined) return null
  switch (subject) {
    case 'delete':
      return <Deletion message={message} onClose={close} />
    case 'history':
      return <History message_id={message_id} onClose={close} />
    case 'reactions':
      return <Reactors message={message} onClose={close} />
    case 'readers':
      return <Readers message={message} onClose={close} />
    case 'remind':
      return <Remind message={message} onClose={close} />
    case 'move':
    case 'topic':
      return <Move message={message} isWhole={subject === 'topic'} onClose={close} />
    default:
      return <Source message={message} onClose={close} />
  }
}
