import { signal, useSignalEffect } from '@preact/signals'
import { Menu as Lines, Users } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { DialogHost } from '../dialogs'
import { openPressed } from '../../routes/dialogs'
import { awaitFirstView, firstView } from '../../lib/first-view'
import { KeyboardShortcuts } from '../keyboard'
import { useShortcut } from '../../ui/keyboard'
import { People } from '../../features/people'
import { route } from '../../routes/routes'
import { Avatar, IconButton, isCovered, lazy } from '../../ui'
import { MainPane } from '../main-pane'
import { RowMenus } from '../sidebar/context-menu'
import { Search } from '../../features/views/search'
import { useSession, useStore } from '../../session/context'
import { Sidebar } from '../sidebar'
import { texts } from '../../i18n'
import { closeDrawer, drawer, isNarrow, isWide, toggleDrawer } from '../drawer'
import './layout.css'

/** A user id whose avatar color is that of the client, for organizations without an icon. */
const teal = 4

/** Whether the menu of the account is open. */
const isAccountOpen = signal(false)

const AccountMenu = lazy(async () => (await import('./account-menu')).AccountMenu, firstView)
const TabBar = lazy(async () => (await import('./tab-bar')).TabBar, firstView)
const Banners = lazy(async () => (await import('../banners')).Banners, firstView)

/** The whole page: header, banners, sidebar, main pane, people, and the dialogs over them. */
export function Layout() {
  const root = useRef<HTMLDivElement>(null)
  const open = drawer.value

  useEffect(awaitFirstView, [])
  // After the user goes somewhere, nothing should stay open over it.
  useSignalEffect(() => {
    void route.value
    closeDrawer()
    for (const one of document.querySelectorAll<HTMLElement>('dialog[open], :popover-open'))
      if (one instanceof HTMLDialogElement) one.close()
      else one.hidePopover()
  })
  // When a drawer opens, the focus goes into it.
  useSignalEffect(() => {
    const openDrawer = drawer.value
    const of = root.current?.querySelector<HTMLElement>(`[data-drawer-of=${openDrawer}]`)
    // The content of the drawer may still be loading.
    ;(of?.querySelector<HTMLElement>('a, button') ?? of)?.focus()
  })

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event
    // Names in texts have the role of a button, but browsers do not press them by keys.
    if ((key === 'Enter' || key === ' ') && (target as Element).role === 'button') {
      event.preventDefault()
      openPressed(event)
    }
    if (key !== 'Escape' || drawer.peek() === null || isCovered()) return
    event.preventDefault()
    const buttons = root.current!.querySelectorAll<HTMLElement>(`[data-opens=${drawer.peek()}]`)
    closeDrawer()
    // Wait until the button is visible: the drawer may have covered it.
    setTimeout(() => [...buttons].find((one) => one.checkVisibility({ visibilityProperty: true }))?.focus())
  }

  useShortcut('account', () => (isAccountOpen.value = true))

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything within
    <div ref={root} class="frame" data-drawer={open ?? undefined} onKeyDown={onKeyDown} onClick={openPressed}>
      <a class="skip" href="#messages" onClick={skip}>
        {texts.layout.skip}
      </a>
      <Header />
      <Banners />
      <nav aria-label={texts.layout.streams} data-drawer-of="streams" tabIndex={-1} inert={open === 'people'}>
        <Sidebar />
      </nav>
      <main id="messages" tabIndex={-1} inert={open !== null}>
        <MainPane />
      </main>
      <aside aria-label={texts.layout.people} data-drawer-of="people" tabIndex={-1} inert={open === 'streams'}>
        {(isWide.value || open === 'people') && <People />}
      </aside>
      {isNarrow.value && <TabBar />}
      <KeyboardShortcuts />
      <DialogHost />
      <RowMenus />
      {open !== null && <button type="button" class="veil" aria-label={texts.layout.close} onClick={closeDrawer} />}
    </div>
  )
}

/** Skips the header and sidebar: focuses the selected message or row, or the main pane if there is none. */
function skip(event: Event): void {
  event.preventDefault()
  const main = document.querySelector<HTMLElement>('main')!
  ;(main.querySelector<HTMLElement>('article[tabindex="0"], [data-row]') ?? main).focus()
}

function Header() {
  const { status } = useSession()
  const { user_id, state } = useStore()
  const t = { connecting: texts.connection.connecting, offline: texts.connection.offline, live: '', ended: '' }[
    status.value
  ]

  return (
    <header>
      <span class="of-streams">
        <IconButton
          icon={Lines}
          name={texts.layout.streams}
          aria-expanded={drawer.value === 'streams'}
          data-opens="streams"
          onClick={() => toggleDrawer('streams')}
        />
      </span>
      <Avatar user_id={teal} name={state.realm_name.value} picture={state.realm_icon_url.value} size={24} />
      <strong class="organization">{state.realm_name.value}</strong>
      <Search />
      <span role="status" class={`status ${status.value}`}>
        {t}
      </span>
      <span class="of-people">
        <IconButton
          icon={Users}
          name={texts.layout.people}
          aria-expanded={drawer.value === 'people'}
          data-opens="people"
          onClick={() => toggleDrawer('people')}
        />
      </span>
      <AccountMenu isOpen={isAccountOpen}>
        <button
          type="button"
          class="menu-button"
          aria-haspopup="menu"
          aria-label={texts.layout.account}
          onClick={() => (isAccountOpen.value = true)}
        >
          <Avatar user_id={user_id} name={state.full_name.value} picture={state.avatar_url.value} />
        </button>
      </AccountMenu>
    </header>
  )
}
