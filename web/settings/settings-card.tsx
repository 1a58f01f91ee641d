import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { laterWords } from '../later-words'
import { Dialog } from '../parts'
import { isNarrow } from './narrow'
import { Pages } from './pages'
import { useTabs, type Tab } from './tabs'
import './settings.css'

const step: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

interface SettingsCardProps {
  /** Id of the tab that is open at first; null: the first one, or where there is no room for tabs the list of them. */
  readonly tab?: string | null
  readonly onClose: () => void
}

/** One's own settings and those of the organization: tabs, or where there is no room for them a list that leads to a page for each. */
export function SettingsCard({ tab = null, onClose }: SettingsCardProps) {
  const now = useSignal<string | null>(tab)
  const tabs = useTabs().value
  const choose = (id: string | null): void => void (now.value = id)
  // A tab goes with the right to it.
  const open = tabs.find(({ id }) => id === now.value) ?? null
  return (
    <Dialog title={laterWords.settings.title} onClose={onClose}>
      <div class="settings">
        {isNarrow.value ? (
          <Pages tabs={tabs} now={open} onChoose={choose} onLeave={onClose} />
        ) : (
          <Tabs tabs={tabs} now={open ?? tabs[0]!} onChoose={choose} onLeave={onClose} />
        )}
      </div>
    </Dialog>
  )
}

interface TabsProps {
  readonly tabs: readonly Tab[]
  readonly now: Tab
  readonly onChoose: (id: string) => void
  readonly onLeave: () => void
}

function Tabs({ tabs, now: { id, Panel }, onChoose, onLeave }: TabsProps) {
  const now = tabs.findIndex((tab) => tab.id === id)
  const list = useRef<HTMLDivElement>(null)
  // The tab that was open went with the right to it, and what had the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body)
      list.current!.querySelector<HTMLElement>('[aria-selected=true]')!.focus()
  }, [id])

  function onKeyDown(event: KeyboardEvent): void {
    const end = { Home: 0, End: tabs.length - 1 }[event.key]
    const by = step[event.key]
    if (end === undefined && by === undefined) return
    event.preventDefault()
    onChoose(tabs[end ?? (now + by! + tabs.length) % tabs.length]!.id)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus())
  }

  return (
    <>
      <div
        ref={list}
        class="tabs"
        role="tablist"
        aria-label={laterWords.settings.title}
        aria-orientation="vertical"
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            id={`tab-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={index === now}
            aria-controls="tab-panel"
            class={tab.isApart ? 'apart' : undefined}
            tabIndex={index === now ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div key={id} id="tab-panel" role="tabpanel" aria-labelledby={`tab-${id}`} class="sections">
        <Panel onLeave={onLeave} />
      </div>
    </>
  )
}
