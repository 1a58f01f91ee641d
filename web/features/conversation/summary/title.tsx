import type { ComponentChildren } from 'preact'
import type { Conversation } from '../../../../client'
import { Avatar } from '../../../ui'
import { Face, participantsOf, ShortName } from '../../people'
import { useStore } from '../../../session/context'
import { StreamIcon } from './stream-icon'
import { briefName, shortName } from './names'
import './summary.css'

interface TitleProps {
  readonly of: Conversation
  /** Shown beside the name, or below it on narrow screens. */
  readonly children?: ComponentChildren
}

/** The name of a conversation, with the icon of its stream or an avatar. */
export function Title({ of, children }: TitleProps) {
  const store = useStore()
  const stream = 'topic' in of ? store.streams.get(of.stream_id) : undefined
  return (
    <span class="conversation">
      {'topic' in of ? stream && <StreamIcon of={stream} /> : <Face of={participantsOf(of.user_ids, store)} />}
      <span class="lines">
        {stream && <bdi class="of-stream">{stream.name}</bdi>}
        {stream && (
          <span class="step" aria-hidden="true">
            ›
          </span>
        )}
        <ShortName of={briefName(of, store)} whole={shortName(of, store)} />
        {children}
      </span>
    </span>
  )
}

/** Most avatars beside each other. */
const maxFaces = 4

/** The avatars of people, and how many others there are. */
export function Faces({ of }: { of: readonly number[] }) {
  const { users } = useStore()
  const names = of.map((id) => users.name(id) ?? '')
  return (
    <span class="faces" role="img" aria-label={names.join(', ')} title={names.join(', ')}>
      {of.slice(0, maxFaces).map((id, index) => (
        <Avatar key={id} user_id={id} name={names[index]!} picture={users.get(id)?.avatar_url} size={24} />
      ))}
      {of.length > maxFaces && <span aria-hidden="true">+{of.length - maxFaces}</span>}
    </span>
  )
}
