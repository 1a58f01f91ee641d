import { useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { lazy, showToast } from '../../../ui'
import { useSession } from '../../../session/context'
import { texts } from '../../../i18n'
import { reasonOf } from '../../../ui/reason'
import { refuseEdit, resumeEdits } from './edits'
import { messageDialog } from './message-dialog'
import { viewed } from './pictures'
import { Viewer } from './lazy'

const Dialogs = lazy(async () => (await import('./dialogs')).Dialogs)

/** The open dialog about a message, and toasts for what the server refused to do with one. */
export function AboutMessages() {
  const { store, outbox } = useSession()
  useEffect(() => resumeEdits(store.user_id), [store])
  useSignalEffect(() => {
    for (const { command, error } of outbox.refusals.value) {
      const { id, kind, params } = command
      if (kind === 'edit' && typeof params.message_id === 'number')
        refuseEdit(params.message_id, store.user_id, params.content, reasonOf(error))
      else if (kind === 'delete' || kind === 'move' || kind === 'react' || kind === 'unreact')
        showToast(texts.message.undone(reasonOf(error)))
      else continue
      outbox.dismiss(id)
    }
  })
  return (
    <>
      {viewed.value && <Viewer />}
      {messageDialog.value && <Dialogs />}
    </>
  )
}
