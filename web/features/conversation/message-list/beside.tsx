import type { Conversation, View } from '../../../../client'
import { Jumps } from './jumps'
import { LiveRegion } from './live-region'
import type { ScrollWindow } from './scroll-window'
import { UnreadAbove } from './unread-above'
import './beside.css'

interface BesideProps {
  readonly view: View
  readonly conversation: Conversation | null
  readonly reach: ScrollWindow
}

/** Buttons over a message list, and the announcements of its new messages. */
export const Beside = ({ view, conversation, reach }: BesideProps) => (
  <>
    <Jumps reach={reach} />
    {conversation && <UnreadAbove conversation={conversation} reach={reach} />}
    <LiveRegion view={view} />
  </>
)
