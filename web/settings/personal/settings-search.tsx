import { useComputed, type Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { useStore } from '../../session/context'
import { findSettings, type FoundSetting } from './setting-names'
import type { Tab } from './tabs'

interface SettingsSearchProps {
  readonly tabs: readonly Tab[]
  /** The query. Unless it is empty, results replace the tabs. */
  readonly typed: Signal<string>
  readonly onChoose: (found: FoundSetting) => void
}

const step: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A search box for settings, and its results. */
export function SettingsSearch({ tabs, typed, onChoose }: SettingsSearchProps) {
  const t = texts.settings
  const { server_sends_mail, realm_digest_emails_enabled } = useStore().state
  const root = useRef<HTMLDivElement>(null)
  const found = useComputed(() =>
    typed.value.trim() === ''
      ? []
      : findSettings(tabs, typed.value, {
          sendsMail: server_sends_mail.value,
          sendsDigests: realm_digest_emails_enabled.value,
        }),
  ).value

  function onKeyDown(event: KeyboardEvent): void {
    const by = step[event.key]
    const stops = [...root.current!.querySelectorAll<HTMLElement>('input, .results button')]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    if (event.isComposing) return
    if (by !== undefined) stops[at + by]?.focus()
    else if (event.key === 'Enter' && at === 0 && found.length > 0) onChoose(found[0]!)
    else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the text box and the results within
    <div ref={root} class="settings-search" onKeyDown={onKeyDown}>
      <Filter name={t.find} value={typed.value} onType={(text) => (typed.value = text)} />
      {typed.value.trim() !== '' && (
        <p class="hint" role="status">
          {t.found(found.length)}
        </p>
      )}
      {found.length > 0 && (
        <ul class="results">
          {found.map((one) => (
            <li key={`${one.tab.id} ${one.name ?? ''}`}>
              <button type="button" onClick={() => onChoose(one)}>
                <span>{one.name ?? one.tab.name}</span>
                {one.name !== null && <small>{one.tab.name}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
