import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../ui/dialog'
import { texts } from '../../i18n'
import { isSmallScreen } from '../../ui/is-small-screen'
import { Pages } from './pages'
import { reveal } from './reveal'
import type { FoundSetting } from './setting-names'
import { SettingsSearch } from './settings-search'
import { Tabs } from './tab-list'
import { useTabs } from './tabs'
import './settings.css'

interface SettingsCardProps {
  /** Id of the tab to open. Null opens the first one, or the list of tabs on a small screen. */
  readonly tab?: string | null
  readonly onClose: () => void
}

/** The settings of the user and of the organization, with `Tabs` on a large screen and `Pages` on a small one. */
export function SettingsDialog({ tab = null, onClose }: SettingsCardProps) {
  const openTab = useSignal<string | null>(tab)
  const typed = useSignal('')
  /** The last chosen search result. */
  const sought = useSignal<FoundSetting | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const tabs = useTabs().value
  const choose = (id: string | null): void => void (openTab.value = id)
  // The open tab may be gone, if the user lost the right to it.
  const open = tabs.find(({ id }) => id === openTab.value) ?? null
  useEffect(() => {
    const { name = null } = sought.value ?? {}
    return name === null ? undefined : reveal(root.current!, name)
  }, [sought.value])

  const search = (
    <SettingsSearch
      tabs={tabs}
      typed={typed}
      onChoose={(found) => {
        choose(found.tab.id)
        sought.value = { ...found }
      }}
    />
  )
  const isSearching = typed.value.trim() !== ''
  const Shown = isSmallScreen.value ? Pages : Tabs
  return (
    <Dialog title={texts.settings.title} onClose={onClose}>
      <div ref={root} class="settings">
        <Shown tabs={tabs} now={open} search={search} isSearching={isSearching} onChoose={choose} onLeave={onClose} />
      </div>
    </Dialog>
  )
}
