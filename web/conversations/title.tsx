import { Users } from 'lucide'
import type { Conversation } from '../../client'
import { streamsOf } from '../compose'
import { Avatar, Icon } from '../parts'
import { everybody } from '../people'
import { useStore } from '../session'
import { Mark } from '../sidebar'
import { shortName } from './names'
import './conversations.css'

/** The name of a conversation, with the mark of its stream. */
export function Title({ of }: { of: Conversation }) {
  const store = useStore()
  const stream = 'topic' in of ? streamsOf(store).find(({ stream_id }) => stream_id === of.stream_id) : undefined
  return (
    <span class="conversation">
      {stream ? <Mark of={stream} /> : <Icon of={Users} size={16} />}
      {stream && <bdi class="of-stream">{stream.name}</bdi>}
      {stream && <span aria-hidden="true">›</span>}
      <bdi class="own-name">{shortName(of, store)}</bdi>
    </span>
  )
}

/** Most faces beside each other. */
const most = 4

/** People, as far as there is room for their faces. */
export function Faces({ of }: { of: readonly number[] }) {
  const users = everybody(useStore()).value
  const names = of.map((id) => users.get(id)?.full_name ?? '')
  return (
    <span class="faces" role="img" aria-label={names.join(', ')} title={names.join(', ')}>
      {of.slice(0, most).map((id, index) => (
        <Avatar key={id} user_id={id} name={names[index]!} picture={users.get(id)?.avatar_url} size={22} />
      ))}
      {of.length > most && <span aria-hidden="true">+{of.length - most}</span>}
    </span>
  )
}
