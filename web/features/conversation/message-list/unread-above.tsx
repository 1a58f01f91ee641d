import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import type { Conversation } from '../../../../client'
import { texts } from '../../../i18n'
import { markRead } from '../read-state'
import { useSession, useUnread } from '../../../session/context'
import type { MessageScroller } from './message-scroller'

/** Milliseconds that the end must be in sight before this is offered. Messages seen meanwhile are marked as read anyway. */
const patience = 1000

interface UnreadAboveProps {
  readonly conversation: Conversation
  readonly scroller: MessageScroller
  readonly drawn: readonly number[]
}

/** Shown at the end of a conversation while messages that the user skipped are still unread. */
export function UnreadAbove({ conversation, scroller, drawn }: UnreadAboveProps) {
  const session = useSession()
  const { unread } = session.store
  const { isWhole, isAtEnd, firstUnread } = scroller
  const count = useUnread(conversation).count.value
  const isShown = useSignal(false)
  const id = useId()
  const newest = drawn.at(-1) ?? 0
  const isLeftOver = isAtEnd.value && isWhole && count > 0 && !unread.isShownUnread(newest)
  useEffect(() => {
    isShown.value = false
    if (!isLeftOver) return undefined
    const timer = setTimeout(() => (isShown.value = true), patience)
    return () => clearTimeout(timer)
  }, [isLeftOver])
  if (!isLeftOver || !isShown.value) return null
  const { jumps: t, rowMenu: rows } = texts

  function toFirst(): void {
    const [first] = unread.ids(conversation)
    if (first === undefined) return
    firstUnread.value = first
    void scroller.goTo(first)
  }

  return (
    <div class="unread-above" role="group" aria-labelledby={id}>
      <span id={id}>{t.unreadAbove(count)}</span>
      <button
        type="button"
        onClick={({ currentTarget }) => {
          const feed = currentTarget.closest('.feed-frame')!
          markRead(session, conversation)
          feed.querySelector<HTMLElement>(`[data-id="${newest}"]`)?.focus({ preventScroll: true })
        }}
      >
        {rows.read}
      </button>
      <button type="button" onClick={toFirst}>
        {t.firstUnread}
      </button>
    </div>
  )
}
