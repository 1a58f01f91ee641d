import { ArrowDown, ArrowUp } from 'lucide'
import { laterWords } from '../later-words'
import { Icon } from '../parts'
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
          {laterWords.feed.firstUnread}
        </button>
      )}
      <button type="button" onClick={() => void toNewest()}>
        <Icon of={ArrowDown} size={16} />
        {laterWords.feed.newest}
      </button>
    </div>
  )
}
