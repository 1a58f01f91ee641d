import type { RefObject } from 'preact'
import type { Conversation, View } from '../../../../client'
import { useFollow } from './follow'
import { Jumps } from './jumps'
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
}

/** What a message list does besides showing messages: buttons over it, announcements, marking as read, and following a moved topic. */
export function Beside({ feed, view, conversation, scroller, drawn }: BesideProps) {
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
