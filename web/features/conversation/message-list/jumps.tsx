import { ArrowDown, ArrowUp } from 'lucide'
import { texts } from '../../../i18n'
import { Icon } from '../../../ui'
import type { MessageScroller } from './message-scroller'

interface JumpsProps {
  readonly scroller: MessageScroller
  readonly drawn: readonly number[]
}

/** Buttons that jump to the first unread message and to the end. */
export function Jumps({ scroller, drawn }: JumpsProps) {
  if (scroller.isAtEnd.value) return null
  const unread = scroller.firstUnread.value
  return (
    <div class="jumps">
      {unread !== null && unread < (drawn[0] ?? 0) && (
        <button type="button" onClick={() => void scroller.goTo(unread)}>
          <Icon of={ArrowUp} size={16} />
          {texts.jumps.firstUnread}
        </button>
      )}
      <button type="button" onClick={() => void scroller.toNewest()}>
        <Icon of={ArrowDown} size={16} />
        {texts.jumps.newest}
      </button>
    </div>
  )
}
