import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Conversation, View } from '../../../../client'
import { useFollow } from './follow'
import { useHover } from './hover'
import { Jumps } from './jumps'
import { useKeptFocus } from './kept-focus'
import { LiveRegion } from './live-region'
import type { MessageScroller } from './message-scroller'
import { useReadTracking } from './read-tracking'
import { UnreadAbove } from './unread-above'
import './beside.css'

interface BesideProps {
  readonly feed: RefObject<HTMLElement | null>
  readonly view: View
  readonly conversation: Conversation | null
  readonly scroller: MessageScroller
  /** The messages that the scroller has drawn: when they change, this is drawn again. */
  readonly drawn: readonly number[]
  /** Id of the message that the mouse or the focus is on. */
  readonly active: Signal<number | null>
  readonly selected: Signal<number | null>
}

/**
 * What a message list does besides showing messages: buttons over it, announcements, marking as read, moving the unread line,
 * following the pointer and the focus, and following a moved topic.
 */
export function Beside({ feed, view, conversation, scroller, drawn, active, selected }: BesideProps) {
  useEffect(() => {
    if (!document.hasFocus()) scroller.moveUnreadLine()
  }, [view.ids.value])
  useHover(feed, active, selected)
  useKeptFocus({ feed, drawn, selected })
  useReadTracking(feed, conversation !== null)
  useFollow(conversation, view)
  return (
    <>
      <Jumps scroller={scroller} drawn={drawn} />
      {conversation && <UnreadAbove conversation={conversation} scroller={scroller} drawn={drawn} />}
      <LiveRegion view={view} />
    </>
  )
}
