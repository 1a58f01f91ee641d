import type { Signal } from '@preact/signals'
import { texts } from '../../i18n'
import { characterOf } from './emoji-drawing'

import { arrowStep } from '../../lib/arrow-step'
import { groups, type Group } from './sections'

const allTabs: readonly { readonly name: Group | null; readonly sign: string }[] = [
  { name: null, sign: '1f552' },
  ...groups,
]

/** A tab for each group of emoji, and the first one for the usual emoji (null). */
export function Tabs({ group }: { group: Signal<Group | null> }) {
  function onKeyDown(event: KeyboardEvent): void {
    const step = arrowStep(event)
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const index = allTabs.findIndex(({ name }) => name === group.peek())
    const next = (index + step + allTabs.length) % allTabs.length
    group.value = allTabs[next]!.name
    ;(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]')[next]!.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={texts.emoji.groups} tabIndex={-1} onKeyDown={onKeyDown}>
      {allTabs.map(({ name, sign }) => (
        <button
          key={sign}
          type="button"
          role="tab"
          aria-selected={group.value === name}
          tabIndex={group.value === name ? 0 : -1}
          aria-label={texts.emoji[name ?? 'often']}
          title={texts.emoji[name ?? 'often']}
          onClick={() => (group.value = name)}
        >
          <span class="drawing" aria-hidden="true">
            {characterOf(sign)}
          </span>
        </button>
      ))}
    </div>
  )
}
