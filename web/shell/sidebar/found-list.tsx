import { useDerived } from '../../lib/use-derived'
import { texts } from '../../i18n'
import { route, streamAddress, isTopic } from '../../routes/routes'
import { conversationKey, type Subscription, withoutSelf } from '../../../client'
import { useSession, useUnread } from '../../session/context'
import { foundList } from './filter-elements'
import { walk } from './filtering'
import { filterSidebar, streamsInOrder, topicsOf } from './found'
import { StreamIcon } from '../../features/conversation/summary/stream-icon'
import { PrivateConversation } from './private'
import { Row } from './row'
import { Topic } from './topics'
import { sidebarFilter } from './filter'

/** The filtered sidebar. */
export function FoundList() {
  const { client, store } = useSession()
  const topics = useDerived(() => topicsOf({ store, lastEvents: client.lastEvents }), [client, store])
  // Apart from the filter, so that a typed key does not sort the streams again.
  const streams = useDerived(() => streamsInOrder(store), [store])
  const found = useDerived(
    () => filterSidebar(store, { streams: streams.value, topics: topics.value }, sidebarFilter.value),
    [store, streams, topics],
  ).value
  const t = texts.sidebarFilter
  const openRoute = route.value
  const here =
    openRoute !== null && 'user_ids' in openRoute ? withoutSelf(openRoute.user_ids, store.user_id).join() : null
  const topicHere = isTopic(openRoute) ? conversationKey(openRoute) : null
  const isNothing = found.private.length === 0 && found.streams.length === 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the links within
    <div ref={foundList} class="found" onKeyDown={walk}>
      {found.private.length > 0 && (
        <section>
          <h2>{texts.sidebar.private}</h2>
          <ul>
            {found.private.map((ids) => (
              <PrivateConversation key={ids} user_ids={ids} isCurrent={ids === here} />
            ))}
          </ul>
        </section>
      )}
      {found.streams.length > 0 && (
        <section>
          <h2>{texts.sidebar.active}</h2>
          <ul>
            {found.streams.map(({ stream, topics: names }) => (
              <li key={stream.stream_id}>
                <Stream
                  of={stream}
                  isCurrent={
                    openRoute !== null &&
                    'stream_id' in openRoute &&
                    openRoute.stream_id === stream.stream_id &&
                    topicHere === null
                  }
                />
                {names.length > 0 && (
                  <ul class="topics">
                    {names.map((topic) => {
                      const key = conversationKey({ stream_id: stream.stream_id, topic })
                      return <Topic key={key} stream={stream} topic={topic} isCurrent={key === topicHere} />
                    })}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p class="hint" role="status">
        {isNothing &&
          (sidebarFilter.value.text.trim() === '' ? t.nothingUnread : t.nothing(sidebarFilter.value.text.trim()))}
      </p>
    </div>
  )
}

function Stream({ of, isCurrent }: { of: Subscription; isCurrent: boolean }) {
  const { count, mentions } = useUnread({ stream_id: of.stream_id })
  return (
    <Row
      href={streamAddress(of)}
      name={of.name}
      isCurrent={isCurrent}
      count={count.value}
      mentions={mentions.value}
      isMuted={of.is_muted}
      leading={<StreamIcon of={of} />}
    />
  )
}
