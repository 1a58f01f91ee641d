import { ArrowDown, ArrowUp } from 'lucide'
import { Icon } from '../parts'
import { words } from '../words'
import type { Reach } from './reach'

/** Leads to what is new, and to the end. */
export function Jumps({ reach: { drawn, isAtEnd, firstUnread, goTo, toNewest } }: { reach: Reach }) {
  if (isAtEnd.value) return null
  const unread = firstUnread.value
  return (
    <div class="jumps">
      {unread !== null && unread < (drawn[0] ?? 0) && (
        <button type="button" onClick={() => void goTo(unread)}>
          <Icon of={ArrowUp} size={16} />
          {words.feed.firstUnread}
        </button>
      )}
      <button type="button" onClick={() => void toNewest()}>
        <Icon of={ArrowDown} size={16} />
        {words.feed.newest}
      </button>
    </div>
  )
}
