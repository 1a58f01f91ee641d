import { useSignalEffect } from '@preact/signals'
import { CircleDot } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { useShortcut } from '../../ui/keyboard'
import { laterWords } from '../../i18n/later-words'
import { Filter } from '../../ui/list'
import { IconButton } from '../../ui'
import { route } from '../../routes/routes'
import { wanted } from './wanted'
import './filtering.css'

/** What was found. */
const links = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.sidebar .found a')]

/** Goes to what was found. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || !(event.target as Element).matches('input')) return
  const [first] = links()
  if (first === undefined) return
  if (event.key === 'ArrowDown') first.focus()
  else if (event.key === 'Enter') first.click()
  else return
  event.preventDefault()
}

/** Leaves only those streams, topics and conversations in the sidebar that somebody looks for. */
export function Filtering() {
  const box = useRef<HTMLDivElement>(null)
  const t = laterWords.sidebarFilter
  const { text, isUnread } = wanted.value

  useShortcut('filterSidebar', () => {
    const input = box.current!.querySelector('input')!
    // On narrow screens it lies in a drawer.
    if (input.offsetParent === null) document.querySelector<HTMLElement>('[data-opens=streams]')!.click()
    requestAnimationFrame(() => {
      input.focus()
      input.select()
    })
  })
  // Whoever found something wants to see all the others again.
  const before = useRef(route.peek())
  useSignalEffect(() => {
    if (route.value === before.current) return
    before.current = route.value
    wanted.value = { ...wanted.peek(), text: '' }
  })
  useEffect(() => () => void (wanted.value = { text: '', isUnread: false }), [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the text box within
    <div ref={box} class="filtering" onKeyDown={onKeyDown}>
      <Filter name={t.filter} value={text} onType={(value) => (wanted.value = { text: value, isUnread })} />
      <IconButton
        icon={CircleDot}
        name={t.isUnread}
        aria-pressed={isUnread}
        onClick={() => (wanted.value = { text, isUnread: !isUnread })}
      />
    </div>
  )
}

/** Goes from one that was found to the next. */
export function walk(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const all = links()
  const next = all.indexOf(document.activeElement as HTMLElement) + step
  if (next < 0) document.querySelector<HTMLElement>('.filtering input')!.focus()
  else all[next]?.focus()
  event.preventDefault()
}
