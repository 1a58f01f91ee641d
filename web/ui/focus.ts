import type { RefObject } from 'preact'

/** Focuses the first element in `root` that a selector finds; without a selector, `root` itself. */
export function focusIn(root: Element | null | undefined, selector?: string, options?: FocusOptions): void {
  const found = selector === undefined ? root : root?.querySelector(selector)
  ;(found as HTMLElement | null | undefined)?.focus(options)
}

/**
 * The same after the next rendering, for when the element that was pressed gives way to another one: it takes the focus with
 * it, and what comes in its place is not drawn yet.
 */
export function focusNext(root: RefObject<Element | null>, selector?: string): void {
  requestAnimationFrame(() => focusIn(root.current, selector))
}

/** Whether the focus is lost, because the element that had it has left the DOM. */
export const isFocusLost = (): boolean => document.activeElement === document.body

/** Focuses the main pane, for when what had the focus closes and nothing better is known. */
export const focusMain = (): void => focusIn(document.body, 'main')
