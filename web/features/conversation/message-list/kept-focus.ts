import type { RefObject } from 'preact'
import type { Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { elementOf } from './dom'

interface KeptFocusOptions {
  readonly feed: RefObject<HTMLElement | null>
  readonly drawn: readonly number[]
  readonly selected: Signal<number | null>
}

/** Keeps the focus in the list: if the focused message disappears, the message in its place gets the focus. */
export function useKeptFocus({ feed, drawn, selected }: KeptFocusOptions): void {
  const focused = useRef<number | null>(null)
  useLayoutEffect(() => {
    const list = feed.current!
    const id = focused.current
    if (id !== null && document.activeElement === document.body) {
      const focusId = drawn.includes(id) ? id : (drawn.find((one) => one > id) ?? drawn.at(-1))
      if (focusId !== undefined) elementOf(list, focusId)?.focus({ preventScroll: true })
    }
    focused.current = list.contains(document.activeElement) ? selected.peek() : null
  })
}
