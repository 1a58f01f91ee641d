import { useSignalEffect } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useShortcut } from '../keyboard'
import { isConversation, pageAddress, route } from '../../routes/routes'
import { isFocusLost } from '../focus'

/** Event handlers for the list. */
interface ListHandlers {
  onKeyDown(event: KeyboardEvent): void
  onFocusIn(): void
  onFocusOut(event: FocusEvent): void
}

/**
 * Moves through the rows of a list by shortcuts. A row is a link or button with `data-row`. If the focused row disappears, the
 * focus moves to the next one.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): ListHandlers {
  const rows = (): HTMLElement[] => [...list.current!.querySelectorAll<HTMLElement>('[data-row]')]

  /** Index of the row that has the focus or contains it; -1 if none does. */
  function current(): number {
    const at = document.activeElement
    return rows().findIndex((row) => row === at || (at !== null && row.parentElement === at.parentElement))
  }

  const focus = (index: number): void => rows().at(Math.max(index, 0))?.focus()

  /** Whether the shortcuts go to the messages beside the list: a conversation is open, and the focus is not in the list. */
  const areKeysBeside = (): boolean => isConversation(route.peek()) && !list.current!.contains(document.activeElement)
  const goTo = (index: () => number) => () => (areKeysBeside() ? false : focus(index()))

  useShortcut(
    'next',
    goTo(() => Math.min(current() + 1, rows().length - 1)),
  )
  useShortcut(
    'previous',
    goTo(() => current() - 1),
  )
  useShortcut(
    'first',
    goTo(() => 0),
  )
  useShortcut(
    'last',
    goTo(() => rows().length - 1),
  )

  // When the user closes the conversation beside the list, the focus returns to its row.
  const opened = useRef<string | null>(null)
  useSignalEffect(() => {
    const isBeside = isConversation(route.value)
    const row = isBeside ? undefined : rows().find((one) => (one as HTMLAnchorElement).hash === opened.current)
    if (isFocusLost()) row?.focus()
    opened.current = isBeside ? pageAddress.peek() : null
  })

  const last = useRef(-1)
  useLayoutEffect(() => {
    if (last.current >= 0 && isFocusLost()) focus(Math.min(last.current, rows().length - 1))
    last.current = current()
  })
  return {
    onKeyDown(event) {
      if (event.key !== 'ArrowDown' || !(event.target as Element).matches('[type=search]')) return
      focus(0)
      event.preventDefault()
    },
    // Between two renders the focus moves from row to row. A row that is removed loses the focus too, but that must not count.
    onFocusIn: () => void (last.current = current()),
    onFocusOut: ({ target }) =>
      queueMicrotask(() => {
        if ((target as Element).isConnected) last.current = current()
      }),
  }
}
