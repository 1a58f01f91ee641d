import { useSignalEffect } from '@preact/signals'
import { CircleDot } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { useShortcut } from '../../ui/keyboard'
import { texts } from '../../i18n'
import { Filter } from '../../ui/list'
import { IconButton } from '../../ui'
import { focusIn } from '../../ui/focus'
import { goTo, route } from '../../routes/routes'
import { drawer } from '../drawer'
import { filterBox, foundLinks } from './filter-elements'
import { sidebarFilter } from './filter'
import './filtering.css'

/** In the text box, the Down arrow focuses the first link, and Enter opens it. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || !(event.target as Element).matches('input')) return
  const [first] = foundLinks()
  if (first === undefined) return
  if (event.key === 'ArrowDown') first.focus()
  else if (event.key === 'Enter') goTo(first.hash)
  else return
  event.preventDefault()
}

/** A filter for the streams, topics and conversations in the sidebar. */
export function Filtering() {
  const t = texts.sidebarFilter
  const { text, isUnread } = sidebarFilter.value

  useShortcut('filterSidebar', () => {
    const input = filterBox.current!.querySelector('input')!
    // On narrow screens, the sidebar is in a drawer.
    if (input.offsetParent === null) drawer.value = 'streams'
    requestAnimationFrame(() => {
      input.focus()
      input.select()
    })
  })
  // After the user has opened something, the sidebar shows everything again.
  const before = useRef(route.peek())
  useSignalEffect(() => {
    if (route.value === before.current) return
    before.current = route.value
    sidebarFilter.value = { ...sidebarFilter.peek(), text: '' }
  })
  useEffect(() => () => void (sidebarFilter.value = { text: '', isUnread: false }), [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the text box within
    <div ref={filterBox} class="filtering" onKeyDown={onKeyDown}>
      <Filter name={t.filter} value={text} onType={(value) => (sidebarFilter.value = { text: value, isUnread })} />
      <IconButton
        icon={CircleDot}
        name={t.isUnread}
        aria-pressed={isUnread}
        onClick={() => (sidebarFilter.value = { text, isUnread: !isUnread })}
      />
    </div>
  )
}

/** Arrow keys lead from link to link, and from the first one back to the text box. */
export function walk(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const all: HTMLElement[] = foundLinks()
  const next = all.indexOf(document.activeElement as HTMLElement) + step
  if (next < 0) focusIn(filterBox.current, 'input')
  else all[next]?.focus()
  event.preventDefault()
}
