import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { conversationKey, type Subscription } from '../../../client'
import { useDerived } from '../../lib/use-derived'
import { isTopic, route, streamAddress } from '../../routes/routes'
import { Button } from '../../ui'
import { useSession, useUnread } from '../../session/context'
import { texts } from '../../i18n'
import { Row } from './row'
import { topicsIn } from './topics-in-events'

/** Topics that are shown even if nothing in them is unread. */
const atFirst = 6

/** Most topics of a stream. Nobody scrolls through more. */
const maxTopics = 500

/** The topics of a stream, the newest first, with all unread ones. */
export function Topics({ stream }: { stream: Subscription }) {
  const { client, store, ask } = useSession()
  const { stream_id } = stream
  const key = (topic: string): string => conversationKey({ stream_id, topic })
  const fetched = useSignal<readonly string[] | null>(null)
  const isFailed = useSignal(false)
  const isWhole = useSignal(false)

  async function load(): Promise<void> {
    isFailed.value = false
    try {
      const { topics } = await ask('GET /users/me/{stream_id}/topics', { stream_id })
      fetched.value = topics.map(({ name }) => name)
    } catch {
      isFailed.value = true
    }
  }
  useEffect(() => void load(), [stream_id])
  useSignalEffect(() => {
    const { newest, isChanged } = topicsIn(client.lastEvents.value, stream_id)
    if (isChanged) void load()
    else if (newest.length > 0 && fetched.peek() !== null) {
      const names = new Map([...newest, ...fetched.peek()!].map((name) => [key(name), name]))
      fetched.value = [...names.values()]
    }
  })

  const unread = useDerived(
    () =>
      store.unread.inConversations.value.flatMap((one) =>
        'topic' in one && one.stream_id === stream_id ? [one.topic] : [],
      ),
    [store, stream_id],
  ).value
  const openRoute = route.value
  const isHere = isTopic(openRoute) && openRoute.stream_id === stream_id
  const here = isHere ? key(openRoute.topic) : null
  const isUnread = new Set(unread.map(key))
  const known = new Set((fetched.value ?? []).map(key))
  const all = [...unread.filter((topic) => !known.has(key(topic))), ...(fetched.value ?? [])].slice(0, maxTopics)
  const isShown = (topic: string, index: number): boolean =>
    isWhole.value || index < atFirst || isUnread.has(key(topic)) || key(topic) === here
  const shown = all.filter(isShown)

  return (
    <>
      <ul class="topics">
        {shown.map((topic) => (
          <Topic key={key(topic)} stream={stream} topic={topic} isCurrent={key(topic) === here} />
        ))}
      </ul>
      {fetched.value === null && !isFailed.value && all.length === 0 && (
        <p class="hint">{texts.sidebar.topicsLoading}</p>
      )}
      {fetched.value !== null && all.length === 0 && <p class="hint">{texts.sidebar.noTopics}</p>}
      {isFailed.value && (
        <p class="hint">
          {texts.sidebar.topicsFailed}{' '}
          <Button kind="quiet" onClick={() => void load()}>
            {texts.sidebar.again}
          </Button>
        </p>
      )}
      {shown.length < all.length && (
        <button type="button" class="more" onClick={() => (isWhole.value = true)}>
          {texts.sidebar.moreTopics(all.length - shown.length)}
        </button>
      )}
    </>
  )
}

/** A topic below its stream. */
export function Topic({ stream, topic, isCurrent }: { stream: Subscription; topic: string; isCurrent: boolean }) {
  const { state } = useSession().store
  const { count, mentions } = useUnread({ stream_id: stream.stream_id, topic })
  const folded = topic.toLowerCase()
  const isMuted = state.muted_topics.value.some(
    ([name, muted]) => name === stream.name && muted.toLowerCase() === folded,
  )
  return (
    <li>
      <Row
        kind="topic"
        href={streamAddress(stream, topic)}
        name={topic || texts.sidebar.noTopic}
        isCurrent={isCurrent}
        count={count.value}
        mentions={mentions.value}
        isMuted={isMuted}
      />
    </li>
  )
}
