import type { RefObject } from 'preact'
import type { Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useShortcut } from '../../../ui/keyboard'
import { useSelection } from '../../../ui/keyboard/selection'
import { elementOf, messageAt } from './dom'

interface WalkProps {
  readonly feed: RefObject<HTMLElement | null>
  readonly drawn: readonly number[]
  /** Id of the message that the mouse or the focus is on. */
  readonly active: Signal<number | null>
  readonly selected: Signal<number | null>
  readonly toOldest: () => void
  readonly toNewest: () => void
}

/** Does nothing while the focus is in a list beside the messages. */
const unlessInList = (act: () => void) => () => (document.activeElement?.closest('.list-page') == null ? act() : false)

/** Moves from message to message by shortcuts, and tells other shortcuts which message is selected. */
export function KeyboardNavigation({ feed, drawn, active, selected, toOldest, toNewest }: WalkProps) {
  const next = useRef<number | null>(null)

  const seen = (): number[] => {
    const { top, bottom } = feed.current!.getBoundingClientRect()
    return drawn.filter((id) => {
      const box = elementOf(feed.current!, id)?.getBoundingClientRect()
      return box && box.bottom > top && box.top < bottom
    })
  }
  const isFocused = (): boolean => feed.current!.contains(document.activeElement)

  function step(by: 1 | -1): void {
    const shown = seen()
    const current = selected.peek() ?? -1
    to(isFocused() && shown.includes(current) ? drawn[drawn.indexOf(current) + by] : shown.at(by > 0 ? 0 : -1))
  }

  function to(id: number | undefined): void {
    if (id === undefined) return
    next.current = selected.value = id
    go()
  }

  /** Focuses the message `next`, once it is drawn. */
  function go(): void {
    const element = next.current === null ? null : elementOf(feed.current!, next.current)
    if (element === null) return
    next.current = null
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest' })
  }

  const page = (by: 1 | -1): void => feed.current!.scrollBy({ top: by * feed.current!.clientHeight * 0.85 })

  useShortcut(
    'next',
    unlessInList(() => step(1)),
  )
  useShortcut(
    'previous',
    unlessInList(() => step(-1)),
  )
  useShortcut('first', unlessInList(toOldest))
  useShortcut('last', unlessInList(toNewest))
  useShortcut('pageDown', () => page(1))
  useShortcut('pageUp', () => page(-1))
  useSelection(() => {
    const shown = seen()
    const focusedId = isFocused() ? messageAt(document.activeElement) : null
    const id = focusedId ?? shown.find((one) => one === selected.peek()) ?? shown.at(-1) ?? null
    if (id === null) return null
    if (focusedId === null) to(id)
    active.value = id
    return id
  })

  useLayoutEffect(go)
  return null
}
