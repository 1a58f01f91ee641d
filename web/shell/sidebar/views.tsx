import { useMemo } from 'preact/hooks'
import { route } from '../../routes/routes'
import { allViews } from '../../routes/views'
import { Icon } from '../../ui'
import { useStore } from '../../session/context'
import { texts } from '../../i18n'
import { Row } from './row'

/** The views across all conversations. Their accessible names stay the same; the count is their description. */
export function Views() {
  const store = useStore()
  const rows = useMemo(
    () => allViews.map(([view, { count, ...rest }]) => ({ ...rest, view, counted: count?.(store) })),
    [store],
  )
  const openView = route.value !== null && 'view' in route.value ? route.value.view : null
  return (
    <ul aria-label={texts.sidebar.views}>
      {rows.map(({ view, hash, icon, counted, isHiddenWhenEmpty }) => {
        const count = counted?.value ?? 0
        if (icon === undefined || (isHiddenWhenEmpty && count === 0 && view !== openView)) return null
        return (
          <li key={view}>
            <Row
              href={hash}
              name={texts.views[view]}
              label={texts.views[view]}
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
