import { useMemo } from 'preact/hooks'
import { AtSign, CalendarClock, Clock, Files, Inbox, MessagesSquare, Star } from 'lucide'
import { route, viewAddress, type ViewName } from '../../routes/routes'
import { Icon } from '../../ui'
import { useStore } from '../../session/context'
import { words } from '../../i18n/words'
import { Row } from './row'

const views = [
  ['inbox', Inbox],
  ['recent', Clock],
  ['all', MessagesSquare],
  ['mentions', AtSign],
  ['starred', Star],
  ['drafts', Files],
  ['scheduled', CalendarClock],
] as const

/** The views across all conversations. Their names stay; what is counted is said beside them. */
export function Views() {
  const { state, unread } = useStore()
  const all = useMemo(() => unread.count('everywhere'), [unread])
  const mentions = useMemo(() => unread.mentions('everywhere'), [unread])
  const counts: Partial<Record<ViewName, number>> = {
    inbox: all.value,
    mentions: mentions.value,
    starred: state.starred_messages.value.length,
    drafts: state.drafts.value.length,
    scheduled: state.scheduled_messages.value.length,
  }
  const openView = route.value !== null && 'view' in route.value ? route.value.view : null
  return (
    <ul aria-label={words.sidebar.views}>
      {views.map(([view, icon]) => {
        const count = counts[view] ?? 0
        if (view === 'scheduled' && count === 0 && view !== openView) return null
        return (
          <li key={view}>
            <Row
              href={viewAddress(view)}
              name={words.views[view]}
              label={words.views[view]}
              description={count > 0 ? count.toLocaleString() : undefined}
              isCurrent={view === openView}
              count={count}
              isUnread={view === 'inbox' || view === 'mentions'}
              mentions={view === 'mentions' ? count : 0}
              leading={<Icon of={icon} size={16} />}
            />
          </li>
        )
      })}
    </ul>
  )
}
