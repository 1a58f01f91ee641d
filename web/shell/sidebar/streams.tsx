import { useSignal } from '@preact/signals'
import { ChevronRight, Hash } from 'lucide'
import { useCallback, useMemo } from 'preact/hooks'
import type { Subscription } from '../../../client'
import { dialogs } from '../../routes/dialogs'
import { useDerived } from '../../lib/use-derived'
import { byName } from '../../lib/by-name'
import { goTo, route, streamAddress } from '../../routes/routes'
import { Icon, IconButton } from '../../ui'
import { useStore, useUnread } from '../../session/context'
import { texts } from '../../i18n'
import { StreamIcon } from '../../features/conversation/summary/stream-icon'
import { Row } from './row'
import { Section } from './section'
import { Topics } from './topics'

/** The streams that the user is in: pinned, active, and inactive ones, with no message for a week. */
export function Streams() {
  const { state, unread } = useStore()
  const subscriptions = state.subscriptions.value
  // As a string, so that streams are grouped again only when one becomes unread or read.
  const awake = useDerived(
    () =>
      [...new Set(unread.inConversations.value.flatMap((one) => ('stream_id' in one ? [one.stream_id] : [])))]
        .toSorted((a, b) => a - b)
        .join(),
    [unread],
  ).value
  const groups = useMemo(
    () => groupStreams(subscriptions, new Set(awake.split(',').map(Number))),
    [subscriptions, awake],
  )
  return (
    <>
      <Group id="pinned" streams={groups.pinned} />
      <Group id="active" streams={groups.active} isMain hint={subscriptions.length === 0} />
      <Group id="inactive" streams={groups.inactive} isOpenAtFirst={false} />
    </>
  )
}

function groupStreams(subscriptions: readonly Subscription[], awake: ReadonlySet<number>) {
  const sorted = subscriptions.toSorted((a, b) => Number(a.is_muted) - Number(b.is_muted) || byName(a.name, b.name))
  const others = sorted.filter(({ pin_to_top }) => !pin_to_top)
  const isQuiet = (one: Subscription): boolean => one.stream_weekly_traffic === 0 && !awake.has(one.stream_id)
  return {
    pinned: sorted.filter(({ pin_to_top }) => pin_to_top),
    active: others.filter((one) => !isQuiet(one)),
    inactive: others.filter(isQuiet),
  }
}

interface GroupProps {
  readonly id: 'pinned' | 'active' | 'inactive'
  readonly streams: readonly Subscription[]
  /** Whether it is shown without streams, too, with a button that opens the list of all streams. */
  readonly isMain?: boolean
  readonly hint?: boolean
  readonly isOpenAtFirst?: boolean
}

/** Streams under a heading. When closed, only the open stream is shown. */
function Group({ id, streams, isMain = false, hint = false, isOpenAtFirst = true }: GroupProps) {
  const store = useStore()
  const here = useDerived(
    () => (route.value !== null && 'stream_id' in route.value ? route.value.stream_id : 0),
    [],
  ).value
  const unread = useCallback(
    () => streams.reduce((sum, one) => sum + (one.is_muted ? 0 : store.unread.count(one).value), 0),
    [streams, store],
  )
  if (streams.length === 0 && !isMain) return null
  return (
    <Section
      id={id}
      title={texts.sidebar[id]}
      isOpenAtFirst={isOpenAtFirst}
      unread={unread}
      tool={
        isMain && <IconButton icon={Hash} name={texts.layout.allStreams} onClick={() => goTo(dialogs.allStreams)} />
      }
    >
      {(isOpen) => (
        <>
          {hint && <p class="hint">{texts.sidebar.noStreams}</p>}
          <ul>
            {streams
              .filter(({ stream_id }) => isOpen || stream_id === here)
              .map((stream) => (
                <Stream key={stream.stream_id} stream={stream} />
              ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Stream({ stream }: { stream: Subscription }) {
  const { stream_id, name, is_muted } = stream
  const { count, mentions } = useUnread({ stream_id })
  const isToggled = useSignal<boolean | null>(null)
  // As one word, so that only the rows render again that the user leaves or opens.
  const here = useDerived(() => {
    const openRoute = route.value
    if (openRoute === null || !('stream_id' in openRoute) || openRoute.stream_id !== stream_id) return 'elsewhere'
    return 'topic' in openRoute ? 'topic' : 'stream'
  }, [stream_id]).value
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
          leading={<StreamIcon of={stream} />}
        />
        <button
          type="button"
          class="unfold"
          aria-expanded={isOpen}
          aria-label={texts.sidebar.topics(name)}
          onClick={() => (isToggled.value = !isOpen)}
        >
          <Icon of={ChevronRight} size={14} />
        </button>
      </div>
      {isOpen && <Topics stream={stream} />}
    </li>
  )
}
