import { useComputed, useSignal } from '@preact/signals'
import { ChevronRight, Hash } from 'lucide'
import { useMemo } from 'preact/hooks'
import type { Subscription } from '../../client/api'
import { openCard } from '../cards'
import { byName } from '../people'
import { place, streamAddress } from '../places'
import { Icon, IconButton } from '../parts'
import { useStore, useUnread } from '../session'
import { words } from '../words'
import { Mark } from './mark'
import { Row } from './row'
import { Topics } from './topics'

/** The streams that the reader is in: pinned ones, active ones, and those where nothing was written for a week. */
export function Streams() {
  const { state, unread } = useStore()
  const subscriptions = state.subscriptions.value
  // As a text, so that streams move only when one wakes up or is read.
  const awake = useComputed(() =>
    [...new Set(unread.inConversations.value.flatMap((one) => ('stream_id' in one ? [one.stream_id] : [])))]
      .toSorted((left, right) => left - right)
      .join(),
  ).value
  const groups = useMemo(() => grouped(subscriptions, new Set(awake.split(',').map(Number))), [subscriptions, awake])
  return (
    <>
      <Group title={words.sidebar.pinned} streams={groups.pinned} />
      <Group title={words.sidebar.active} streams={groups.active} isMain hint={subscriptions.length === 0} />
      <Group title={words.sidebar.inactive} streams={groups.inactive} isFoldable />
    </>
  )
}

function grouped(subscriptions: readonly Subscription[], awake: ReadonlySet<number>) {
  const sorted = subscriptions.toSorted(
    (left, right) => Number(left.is_muted) - Number(right.is_muted) || byName(left.name, right.name),
  )
  const others = sorted.filter(({ pin_to_top }) => !pin_to_top)
  const isQuiet = (one: Subscription): boolean => one.stream_weekly_traffic === 0 && !awake.has(one.stream_id)
  return {
    pinned: sorted.filter(({ pin_to_top }) => pin_to_top),
    active: others.filter((one) => !isQuiet(one)),
    inactive: others.filter(isQuiet),
  }
}

interface GroupProps {
  readonly title: string
  readonly streams: readonly Subscription[]
  /** Whether it is there without streams, too, and leads to those that one is not in. */
  readonly isMain?: boolean
  readonly hint?: boolean
  /** Whether only those are shown at first that one is in. */
  readonly isFoldable?: boolean
}

function Group({ title, streams, isMain = false, hint = false, isFoldable = false }: GroupProps) {
  const isUnfolded = useSignal(!isFoldable)
  const here = useComputed(() => (place.value !== null && 'stream_id' in place.value ? place.value.stream_id : 0)).value
  if (streams.length === 0 && !isMain) return null
  const shown = isUnfolded.value ? streams : streams.filter(({ stream_id }) => stream_id === here)
  return (
    <section>
      <h2>
        {isFoldable ? (
          <button
            type="button"
            class="fold"
            aria-expanded={isUnfolded.value}
            onClick={() => (isUnfolded.value = !isUnfolded.peek())}
          >
            <Icon of={ChevronRight} size={14} />
            {title}
          </button>
        ) : (
          title
        )}
      </h2>
      {isMain && (
        <span class="all-streams">
          <IconButton icon={Hash} name={words.frame.allStreams} onClick={() => openCard('streams')} />
        </span>
      )}
      {hint && <p class="hint">{words.sidebar.noStreams}</p>}
      <ul>
        {shown.map((stream) => (
          <Stream key={stream.stream_id} stream={stream} />
        ))}
      </ul>
    </section>
  )
}

function Stream({ stream }: { stream: Subscription }) {
  const { stream_id, name, is_muted } = stream
  const { count, mentions } = useUnread({ stream_id })
  const isToggled = useSignal<boolean | null>(null)
  // As a word, so that only the rows are drawn anew that one leaves or comes to.
  const here = useComputed(() => {
    const now = place.value
    if (now === null || !('stream_id' in now) || now.stream_id !== stream_id) return 'elsewhere'
    return 'topic' in now ? 'topic' : 'stream'
  }).value
  const isOpen = isToggled.value ?? here !== 'elsewhere'
  return (
    <li>
      <div class="stream">
        <Row
          href={streamAddress(stream)}
          name={name}
          isCurrent={here === 'stream'}
          count={count.value}
          mentions={mentions.value}
          isMuted={is_muted}
          leading={<Mark of={stream} />}
        />
        <button
          type="button"
          class="unfold"
          aria-expanded={isOpen}
          aria-label={words.sidebar.topics(name)}
          onClick={() => (isToggled.value = !isOpen)}
        >
          <Icon of={ChevronRight} size={14} />
        </button>
      </div>
      {isOpen && <Topics stream={stream} />}
    </li>
  )
}
