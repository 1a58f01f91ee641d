import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { type Conversation, conversationKey, narrowKey, type Terms } from '../../../../client'
import { useDerived } from '../../../lib/use-derived'
import { firstView, markFirstView } from '../../../lib/first-view'
import { Message, Sending } from '../message'
import { areKeysUsed } from '../../../ui/keyboard'
import { lazy } from '../../../ui'
import { useSession } from '../../../session/context'
import { texts } from '../../../i18n'
import { RecipientHeader } from './recipient-header'
import { dayName } from './dates'
import { savedScrollIn, useScrollMemory } from './scroll-memory'
import { useFeedKey } from './feed-key'
import { ConversationStart, EmptyConversation } from './empty-conversation'
import { MessageScroller } from './message-scroller'
import { domGeometry } from './scroll-box'
import { rowsOf } from './rows'
import './message-list.css'

const Beside = lazy(async () => (await import('./beside')).Beside, firstView)
const Walk = lazy(async () => (await import('./keyboard-navigation')).KeyboardNavigation)

interface FeedProps {
  readonly terms: Terms
  /** The conversation, whose messages are marked as read when they are seen; null for other narrows. */
  readonly conversation: Conversation | null
  /** Id of the message in the address (`near`); null if there is none. */
  readonly near: number | null
}

/** The messages of a narrow. The key keeps the list mounted when all its messages move to another topic. */
export const MessageList = (props: FeedProps) => <Opened key={useFeedKey(props.terms)} {...props} />

function Opened({ terms, conversation, near }: FeedProps) {
  const { client, store, outbox } = useSession()
  const feed = useRef<HTMLDivElement>(null)
  const isSearch = terms.some(({ operator }) => operator === 'search')
  const narrow = narrowKey(terms)
  const savedScroll = useMemo(() => {
    const hasUnread = conversation !== null && store.unread.ids(conversation).length > 0
    return hasUnread ? undefined : savedScrollIn(narrow, near !== null)
  }, [])
  const begin = savedScroll?.id ?? near ?? (isSearch ? 'newest' : 'first_unread')
  const view = useMemo(() => client.view(terms, begin), [client])
  useEffect(() => () => view.close(), [view])
  const active = useSignal<number | null>(null)
  const selected = useSignal<number | null>(near)
  const isUnread = (id: number): boolean => store.unread.isShownUnread(id)
  const scroller = useMemo(
    () => new MessageScroller({ view, begin, part: savedScroll?.part, isUnread, geometry: domGeometry }),
    [view],
  )
  const drawn = scroller.measure()
  const { isWhole, isAtEnd, firstUnread } = scroller
  const ids = view.ids.value
  // After every rendering: each can move the messages, and may make room for more.
  useLayoutEffect(() => scroller.afterLayout(feed.current!))
  const onLeave = useScrollMemory({ narrow, feed, isFollowing: () => conversation !== null && isAtEnd.peek() })
  function onScroll(): void {
    scroller.onScroll()
    onLeave()
  }

  const here = useRef(near)
  useEffect(() => {
    if (near !== null && near !== here.current) {
      selected.value = near
      void scroller.goTo(near)
    }
    here.current = near
  }, [near])

  const key = conversation && conversationKey(conversation)
  const sending = useDerived(
    () => outbox.sending.value.filter(({ params, state }) => conversationKey(params.to) === key && state !== 'done'),
    [outbox, key],
  ).value
  const sent = useRef(sending.at(-1)?.id)
  useEffect(() => {
    const last = sending.at(-1)?.id
    if (last !== undefined && last !== sent.current) void scroller.toNewest()
    sent.current = last
  })

  /** Whether the messages are picked from different conversations, as in a search. */
  const isFound = conversation === null && terms.some(({ operator }) => operator !== 'stream')
  const isStream = terms.length === 1 && terms[0]!.operator === 'stream'
  const begins = conversation !== null ? 'conversation' : isStream ? 'stream' : 'selection'
  const isEmpty = ids.length === 0
  useEffect(() => {
    if (!isEmpty || view.reachesOldest.peek() || view.failure.peek() !== null) markFirstView()
  })
  const before = store.messages.get(ids[ids.indexOf(drawn[0] ?? 0) - 1] ?? 0)
  // Outside of one conversation, recipient headers name the topic of each message, which may change.
  const messageAt = (id: number) => (conversation === null ? store.messages.watch(id).value : store.messages.get(id))
  const messages = drawn.flatMap((id) => messageAt(id) ?? [])
  const rows = rowsOf(messages, { isConversation: conversation !== null, firstUnread: firstUnread.value, before })
  const tabStop = drawn.includes(selected.value ?? -1) ? selected.value : drawn.at(-1)
  return (
    <div class="feed-frame">
      <div ref={feed} class="feed" onScroll={onScroll}>
        <div class="list">
          {/* Always drawn, so that nothing moves when older messages arrive. */}
          {!isEmpty && <ConversationStart view={view} isDrawn={drawn[0] === ids[0]} of={begins} />}
          {rows.map((row) =>
            row.kind === 'bar' ? (
              <RecipientHeader key={row.key} of={row.of} isSearch={isSearch} />
            ) : row.kind === 'date' ? (
              <p key={row.key} class="date">
                <span>{dayName(row.date)}</span>
              </p>
            ) : row.kind === 'unread' ? (
              <div key={row.key} class="unread-line" role="separator" aria-label={texts.messageList.unread}>
                <span aria-hidden="true">{texts.messageList.unread}</span>
              </div>
            ) : (
              <Message
                key={row.key}
                id={row.id}
                isFirst={row.isFirst || isFound}
                isActive={row.id === active.value}
                isSelected={row.id === tabStop}
                isNamed={row.id === near}
                isSearch={isSearch}
                isFound={isFound}
              />
            ),
          )}
          {isEmpty && (sending.length === 0 || !isWhole) && <EmptyConversation view={view} isFound={isFound} />}
          {(isEmpty || isWhole) &&
            sending.map((one, index) => <Sending key={one.id} command={one} isFirst={index === 0} />)}
        </div>
      </div>
      {areKeysUsed.value && (
        <Walk
          feed={feed}
          drawn={drawn}
          active={active}
          selected={selected}
          toOldest={() => void scroller.goTo(0)}
          toNewest={() => void scroller.toNewest()}
        />
      )}
      {!isEmpty && <Beside {...{ feed, view, conversation, scroller, drawn, active, selected }} />}
    </div>
  )
}
