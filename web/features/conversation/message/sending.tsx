import type { Sending as Command } from '../../../../client'
import { Avatar, Button, showToast } from '../../../ui'
import { useReason } from '../../../ui/reason'
import { useSession } from '../../../session/context'
import { texts } from '../../../i18n'

/** A message of the user that is on its way, or that the server refused. */
export function Sending({ command, isFirst }: { command: Command; isFirst: boolean }) {
  const session = useSession()
  const { store, outbox } = session
  const { user_id, state } = store
  const name = state.full_name.value
  const { id, params, state: stage } = command
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
  const isRefused = stage === 'refused'
  const mark = (
    <span class={`mark ${isRefused ? 'refused' : ''}`}>
      {isRefused ? texts.message.notSent : texts.message.sending}
    </span>
  )
  return (
    <article class={`message sending ${isFirst ? 'first' : ''}`} aria-label={name}>
      {isFirst && <Avatar user_id={user_id} name={name} picture={state.avatar_url.value} size={36} />}
      <header>
        {isFirst && (
          <strong class="sender">
            <bdi>{name}</bdi>
          </strong>
        )}
        {isFirst && mark}
      </header>
      <div class="content plain" dir="auto">
        {params.content}
      </div>
      {!isFirst && mark}
      {isRefused && (
        <p class="refusal">
          {reason}
          <Button onClick={() => outbox.retry(id)}>{texts.message.again}</Button>
          <Button kind="quiet" onClick={() => void discard()}>
            {texts.message.discard}
          </Button>
        </p>
      )}
    </article>
  )
}
