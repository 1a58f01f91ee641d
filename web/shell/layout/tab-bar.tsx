import { useComputed } from '@preact/signals'
import { Hash, Inbox, MessageCircle, Search, type IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { runShortcut } from '../../ui/keyboard/run-shortcut'
import { texts } from '../../i18n'
import { Avatar, Icon } from '../../ui'
import { route, viewAddress } from '../../routes/routes'
import { useStore } from '../../session/context'
import { drawer, toggleDrawer } from '../drawer'
import { followSwipes } from './swipe'
import { useHasSpace } from './keyboard-space'
import './tab-bar.css'

/** The tab of the open route; null if it has none. */
function tabOfPlace(): 'inbox' | 'streams' | 'private' | null {
  const openRoute = route.value
  if (openRoute === null) return null
  if ('view' in openRoute) return openRoute.view === 'inbox' || openRoute.view === 'private' ? openRoute.view : null
  if ('stream_id' in openRoute) return 'streams'
  return 'user_ids' in openRoute ? 'private' : null
}

/** The tab bar of phones, below the messages. It disappears while the user writes. */
export function TabBar() {
  const { state, unread, user_id } = useStore()
  const hasRoom = useHasSpace()
  const all = useMemo(() => unread.count('everywhere'), [unread])
  const privately = useComputed(() =>
    unread.inConversations.value.reduce((sum, one) => sum + ('user_ids' in one ? unread.count(one).value : 0), 0),
  ).value
  const current = tabOfPlace()
  const t = texts.tabBar
  useEffect(() => followSwipes(document.querySelector<HTMLElement>('.frame > main')!), [])
  useLayoutEffect(() => {
    const { dataset } = document.querySelector<HTMLElement>('.frame')!
    dataset['tabs'] = hasRoom ? 'shown' : 'hidden'
    return () => delete dataset['tabs']
  }, [hasRoom])
  if (!hasRoom) return null

  return (
    <div class="tab-bar">
      <nav aria-label={t.title}>
        <a
          href={viewAddress('inbox')}
          aria-current={current === 'inbox' ? 'page' : undefined}
          aria-description={unreadLabel(all.value)}
        >
          <Content icon={Inbox} name={t.inbox} count={all.value} />
        </a>
        <button
          type="button"
          data-opens="streams"
          aria-expanded={drawer.value === 'streams'}
          aria-current={current === 'streams' ? 'true' : undefined}
          aria-description={unreadLabel(all.value - privately)}
          onClick={() => toggleDrawer('streams')}
        >
          <Content icon={Hash} name={texts.layout.streams} count={all.value - privately} />
        </button>
        <a
          href={viewAddress('private')}
          aria-current={current === 'private' ? 'page' : undefined}
          aria-description={unreadLabel(privately)}
        >
          <Content icon={MessageCircle} name={t.private} count={privately} />
        </a>
        <button type="button" onClick={() => runShortcut('search')}>
          <Content icon={Search} name={texts.searchBox.title} />
        </button>
        <button
          type="button"

          aria-haspopup="menu"
          onClick={() => runShortcut('account')}
        >
          <Content name={t.you}>
            <Avatar user_id={user_id} name={state.full_name.value} picture={state.avatar_url.value} size={22} />
          </Content>
        </button>
      </nav>
    </div>
  )
}

const unreadLabel = (count: number): string | undefined => (count > 0 ? texts.tabBar.unread(count) : undefined)

/** The highest count that there is room for. */
const maxShownCount = 99

interface ContentProps {
  readonly icon?: IconNode
  readonly name: string
  readonly count?: number
  readonly children?: ComponentChildren
}

/** The icon, name and count of a tab. The description of the tab says the count to screen readers. */
const Content = ({ icon, name, count = 0, children }: ContentProps) => (
  <>
    {icon ? <Icon of={icon} size={22} /> : children}
    <span>{name}</span>
    {count > 0 && (
      <span aria-hidden="true" class="badge" data-count={count > maxShownCount ? `${maxShownCount}+` : String(count)} />
    )}
  </>
)
