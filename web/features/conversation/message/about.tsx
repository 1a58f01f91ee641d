import { useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Conversation } from '../../../../client'
import { lazy, showToast } from '../../../ui'
import { useShortcut } from '../../../ui/keyboard'
import { useSession } from '../../../session/context'
import { texts } from '../../../i18n'
import { reasonOf } from '../../../ui/reason'
import { refuseEdit, resumeEdits } from './edits'
import { messageDialog } from './message-dialog'
import { editNewest } from './newest'
import { viewed } from './pictures'
import { replyTo } from './reply'
import { Viewer } from './lazy'

const Dialogs = lazy(async () => (await import('./dialogs')).Dialogs)

/** The open dialog about a message, toasts for what the server refused to do with one, and shortcuts of the open conversation. */
export function AboutMessages({ conversation }: { conversation: Conversation | null }) {
  const { store, outbox } = useSession()
  useShortcut('reply', (id) => {
    const message = store.messages.get(id)
    if (message) replyTo(message, store)
  })
  useShortcut('editLast', () => editNewest(conversation, store))
  useEffect(() => resumeEdits(store.user_id), [store])
  useSignalEffect(() => {
    for (const { command, error } of outbox.refusals.value) {
      const { id, kind, params } = command
      if (kind === 'edit' && typeof params.message_id === 'number')
        refuseEdit(params.message_id, store.user_id, params.content, reasonOf(error))
      else if (kind === 'delete' || kind === 'move' || kind === 'react' || kind === 'unreact')
        showToast(texts.messageActions.undone(reasonOf(error)))
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
