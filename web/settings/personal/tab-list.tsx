import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { texts } from '../../i18n'
import { arrowStep } from '../../lib/arrow-step'
import { groupsOf, type Tab } from './tabs'
import { focusIn, focusNext, isFocusLost } from '../../ui/focus'

const selectedTab = '[aria-selected=true]'

/** The tabs are below each other, and each of the four arrow keys moves through them. */
const verticalStep: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

export interface SettingsPagesProps {
  readonly tabs: readonly Tab[]
  /** The open tab; null if `Pages` shows the list. */
  readonly openTab: Tab | null
  readonly search: ComponentChildren
  /** Whether search results replace the tabs. */
  readonly isSearching: boolean
  readonly onChoose: (tab: Tab | null) => void
}

/** The settings on a large screen: a list of tabs beside the open one. Arrow keys move through all tabs. */
export function Tabs({ tabs, openTab: open, search, isSearching, onChoose }: SettingsPagesProps) {
  const { id, name, Panel } = open ?? tabs[0]!
  const index = tabs.findIndex((tab) => tab.id === id)
  const list = useRef<HTMLDivElement>(null)
  const headingId = useId()
  useEffect(() => {
    list.current!.querySelector(selectedTab)?.scrollIntoView({ block: 'nearest' })
    // If the user lost the right to the open tab, it is gone together with the focus.
    if (isFocusLost()) focusIn(list.current, selectedTab)
  }, [id, isSearching])

  function onKeyDown(event: KeyboardEvent): void {
    const end = { Home: 0, End: tabs.length - 1 }[event.key]
    const by = verticalStep[event.key] ?? arrowStep(event)
    if (end === undefined && by === undefined) return
    event.preventDefault()
    onChoose(tabs[end ?? (index + by! + tabs.length) % tabs.length]!)
    focusNext(list, selectedTab)
  }

  return (
    <>
      <div class="settings-list" ref={list}>
        {search}
        {!isSearching &&
          groupsOf(tabs).map(({ group, tabs: ofGroup }) => (
            <div key={group}>
              <p id={`${headingId}-${group}`} class="heading">
                {texts.settings.groups[group]}
              </p>
              <div
                class="tabs"
                role="tablist"
                aria-labelledby={`${headingId}-${group}`}
                aria-orientation="vertical"
                tabIndex={-1}
                onKeyDown={onKeyDown}
              >
                {ofGroup.map((tab) => (
                  <button
                    key={tab.id}
                    id={`tab-${tab.id}`}
                    type="button"
                    role="tab"
                    aria-selected={tab.id === id}
                    aria-controls="tab-panel"
                    tabIndex={tab.id === id ? 0 : -1}
                    onClick={() => onChoose(tab)}
                  >
                    {tab.name}
                  </button>
                ))}
              </div>
            </div>
          ))}
      </div>
      <div key={id} id="tab-panel" role="tabpanel" aria-label={name} tabIndex={-1} class="sections">
        <Panel />
      </div>
    </>
  )
}
