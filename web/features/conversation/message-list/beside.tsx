import type { Conversation, View } from '../../../../client'
import { Jumps } from './jumps'
import { LiveRegion } from './live-region'
import type { MessageScroller } from './message-scroller'
import { UnreadAbove } from './unread-above'
import './beside.css'

interface BesideProps {
  readonly view: View
  readonly conversation: Conversation | null
  readonly scroller: MessageScroller
  /** The messages that the scroller has drawn: when they change, this is drawn again. */
  readonly drawn: readonly number[]
}

/** Buttons over a message list, and the announcements of its new messages. */
export const Beside = ({ view, conversation, scroller, drawn }: BesideProps) => (
  <>
    <Jumps scroller={scroller} drawn={drawn} />
    {conversation && <UnreadAbove conversation={conversation} scroller={scroller} drawn={drawn} />}
    <LiveRegion view={view} />
  </>
)
