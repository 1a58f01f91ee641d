import { Users } from 'lucide'
import { useMemo } from 'preact/hooks'
import { Avatar, Icon } from '../../ui'
import { useStore } from '../../session/context'
import type { Participant } from './names'
import './marks.css'

/** The presence of the other person in direct messages; null for groups and bots. */
export function useStatus([first, ...others]: readonly Participant[]) {
  const { presence } = useStore()
  const { user_id, is_bot = false } = first!
  const status = useMemo(() => presence.status(user_id), [presence, user_id]).value
  return others.length > 0 || is_bot ? null : status
}

/** Shown beside the names of direct messages: the avatar of one person with their presence, or the icon of a group. */
export function Face({ of }: { of: readonly Participant[] }) {
  const status = useStatus(of)
  if (of.length > 1)
    return (
      <span class="face">
        <Icon of={Users} size={16} />
      </span>
    )
  const { user_id, full_name, avatar_url } = of[0]!
  return (
    <span class={`face ${status ?? ''}`}>
      <Avatar user_id={user_id} name={full_name} picture={avatar_url} size={20} />
    </span>
  )
}
