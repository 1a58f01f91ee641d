import { StatusEmoji } from '../people'
import { useSession } from '../../session/context'

/** Somebody's status; nothing if they have none. */
export function Status({ user_id }: { user_id: number }) {
  const status = useSession().outbox.state.user_status.value[user_id]
  if (status?.status_text === undefined && status?.emoji_name === undefined) return null
  return (
    <p class="says">
      <StatusEmoji user_id={user_id} /> <bdi>{status.status_text}</bdi>
    </p>
  )
}
