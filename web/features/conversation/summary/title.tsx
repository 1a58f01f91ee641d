import type { ComponentChildren } from 'preact'
import type { Conversation } from '../../../../client'
import { streamsOf } from '../compose'
import { Avatar } from '../../../ui'
import { everybody, Face, participantsOf, ShortName } from '../../people'
import { useStore } from '../../../session/context'
import { StreamIcon } from './stream-icon'
import { briefName, shortName } from './names'
import './summary.css'

interface TitleProps {
  readonly of: Conversation
  /** What stands beside the name, or on narrow screens below it. */
  readonly children?: ComponentChildren
}

/** The name of a conversation, with the mark of its stream. */
export function Title({ of, children }: TitleProps) {
  const store = useStore()
  const stream = 'topic' in of ? streamsOf(store).find(({ stream_id }) => stream_id === of.stream_id) : undefined
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

/** Most faces beside each other. */
const maxFaces = 4

/** People, as far as there is room for their faces. */
export function Faces({ of }: { of: readonly number[] }) {
  const users = everybody(useStore()).value
  const names = of.map((id) => users.get(id)?.full_name ?? '')
  return (
    <span class="faces" role="img" aria-label={names.join(', ')} title={names.join(', ')}>
      {of.slice(0, maxFaces).map((id, index) => (
        <Avatar key={id} user_id={id} name={names[index]!} picture={users.get(id)?.avatar_url} size={24} />
      ))}
      {of.length > maxFaces && <span aria-hidden="true">+{of.length - maxFaces}</span>}
    </span>
  )
}
