import type { Sending as Command } from '../../../../client'
import { Button, showToast } from '../../../ui'
import { useReason } from '../../../ui/reason'
import { useSession } from '../../../session/context'
import { texts } from '../../../i18n'

/** Why the server refused a message of the user, and what the user can do about it. */
export function RefusedSending({ command }: { command: Command }) {
  const session = useSession()
  const { outbox } = session
  const { id, params } = command
  const reason = useReason(command)
  async function discard(): Promise<void> {
    try {
      // First load the code that puts the text back. If that fails, keep the message.
      const { restoreDraft } = await import('../compose/move-draft')
      outbox.discard(id)
      restoreDraft(session, params.to, params.content)
    } catch {
      showToast(texts.connection.notLoaded)
    }
  }
  return (
    <p class="refusal">
      {reason}
      <Button onClick={() => outbox.retry(id)}>{texts.messageActions.again}</Button>
      <Button kind="quiet" onClick={() => void discard()}>
        {texts.messageActions.discard}
      </Button>
    </p>
  )
}
