import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../ui/dialog'
import { texts } from '../../i18n'
import { dialogs } from '../../routes/dialogs'
import { replaceAddress } from '../../routes/dialog-history'
import { isSmallScreen } from '../../ui/is-small-screen'
import { Pages } from './pages'
import { reveal } from './reveal'
import type { FoundSetting } from './setting-names'
import { SettingsSearch } from './settings-search'
import { Tabs } from './tab-list'
import { useTabs, type Tab } from './tabs'
import './settings.css'

interface SettingsDialogProps {
  /** `#settings/profile`, or `#settings` for the first tab, which on a small screen is the list of tabs. */
  readonly address: string
  readonly onClose: () => void
}

/** Shows a tab, or the list of tabs. It takes the place of the tab before it in the browser's history, so Back closes the settings. */
const choose = (tab: Tab | null): void => replaceAddress(tab?.address ?? dialogs.settings)

/** The settings of the user and of the organization, with `Tabs` on a large screen and `Pages` on a small one. */
export function SettingsDialog({ address, onClose }: SettingsDialogProps) {
  const typed = useSignal('')
  /** The last chosen search result. */
  const sought = useSignal<FoundSetting | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const tabs = useTabs().value
  const [home, page = '', item = ''] = address.split('/')
  const ofHome = tabs.filter((tab) => tab.address.startsWith(`${home}/`))
  const open = ofHome.find((tab) => tab.address === `${home}/${page}`) ?? null
  // The user may not see the page, or has lost the right to it.
  const isMissing = open === null ? page !== '' || ofHome.length === 0 : item !== '' && !open.hasItems
  useEffect(() => {
    const { name = null } = sought.value ?? {}
    return name === null ? undefined : reveal(root.current!, name)
  }, [sought.value])

  const search = (
    <>
      {isMissing && (
        <p class="notice" role="alert">
          {texts.settings.noPage}
        </p>
      )}
      <SettingsSearch
        tabs={tabs}
        typed={typed}
        onChoose={(found) => {
          choose(found.tab)
          sought.value = { ...found }
        }}
      />
    </>
  )
  const isSearching = typed.value.trim() !== ''
  const Shown = isSmallScreen.value ? Pages : Tabs
  const first = isMissing ? tabs[0]! : ofHome[0]!
  const shown = open ?? (isSmallScreen.value ? null : first)
  return (
    <Dialog title={texts.settings.title} onClose={onClose}>
      <div ref={root} class="settings">
        <Shown tabs={tabs} openTab={shown} search={search} isSearching={isSearching} onChoose={choose} />
      </div>
    </Dialog>
  )
}
