import { EmojiDrawing, type NamedEmoji } from '../emoji'
import { useSession } from '../../session/context'
import './marks.css'

/** The emoji of somebody's status. Its label is the text of the status. */
export function StatusEmoji({ user_id }: { user_id: number }) {
  const status = useSession().outbox.state.user_status.value[user_id]
  if (status?.emoji_name === undefined) return null
  const statusText = status.status_text ?? `:${status.emoji_name}:`
  return (
    <span class="mood" role="img" aria-label={statusText} title={statusText}>
      <EmojiDrawing of={status as NamedEmoji} />
    </span>
  )
}
