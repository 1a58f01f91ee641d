import type { Sending as Command } from '../../../../client'
import { Avatar, lazy } from '../../../ui'
import { useStore } from '../../../session/context'
import { texts } from '../../../i18n'

const RefusedSending = lazy(async () => (await import('./refused-sending')).RefusedSending)

/** A message of the user that is on its way, or that the server refused. */
export function Sending({ command, isFirst }: { command: Command; isFirst: boolean }) {
  const { user_id, state } = useStore()
  const name = state.full_name.value
  const { params, state: stage } = command
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
      {isRefused && <RefusedSending command={command} />}
    </article>
  )
}
