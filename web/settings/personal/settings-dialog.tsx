import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../ui/dialog'
import { laterWords } from '../../i18n/later-words'
import { isSmallScreen } from '../../ui/is-small-screen'
import { Pages } from './pages'
import { reveal } from './reveal'
import type { FoundSetting } from './setting-names'
import { SettingsSearch } from './settings-search'
import { Tabs } from './tab-list'
import { useTabs } from './tabs'
import './settings.css'

interface SettingsCardProps {
  /** Id of the tab that is open at first; null: the first one, or where there is no room for tabs the list of them. */
  readonly tab?: string | null
  readonly onClose: () => void
}

/** One's own settings and those of the organization: tabs, or where there is no room for them a list that leads to a page for each. */
export function SettingsDialog({ tab = null, onClose }: SettingsCardProps) {
  const openTab = useSignal<string | null>(tab)
  const typed = useSignal('')
  /** What was chosen among the results last. */
  const sought = useSignal<FoundSetting | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const tabs = useTabs().value
  const choose = (id: string | null): void => void (openTab.value = id)
  // A tab goes with the right to it.
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
    <Dialog title={laterWords.settings.title} onClose={onClose}>
      <div ref={root} class="settings">
        <Shown tabs={tabs} now={open} search={search} isSearching={isSearching} onChoose={choose} onLeave={onClose} />
      </div>
    </Dialog>
  )
}
