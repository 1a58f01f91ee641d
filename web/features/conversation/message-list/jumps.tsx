import { ArrowDown, ArrowUp } from 'lucide'
import { texts } from '../../../i18n'
import { Icon } from '../../../ui'
import type { ScrollWindow } from './scroll-window'

/** Buttons that jump to the first unread message and to the end. */
export function Jumps({ reach: { drawn, isAtEnd, firstUnread, goTo, toNewest } }: { reach: ScrollWindow }) {
  if (isAtEnd.value) return null
  const unread = firstUnread.value
  return (
    <div class="jumps">
      {unread !== null && unread < (drawn[0] ?? 0) && (
        <button type="button" onClick={() => void goTo(unread)}>
          <Icon of={ArrowUp} size={16} />
          {texts.jumps.firstUnread}
        </button>
      )}
      <button type="button" onClick={() => void toNewest()}>
        <Icon of={ArrowDown} size={16} />
        {texts.jumps.newest}
      </button>
    </div>
  )
}
