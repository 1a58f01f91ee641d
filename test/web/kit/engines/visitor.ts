import { expect } from 'vitest'

/** The ARIA roles by which the journeys find elements. */
export type Role = 'button' | 'link' | 'menuitem' | 'textbox'

/** Keys that have no character, with the code points by which WebDriver knows them. */
export const namedKeys = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' } as const

/**
 * A page in a browser other than Chromium. The interface holds only what the drivers of all engines can do, so that one test runs in
 * each of them. Every method waits until the element that it needs is there.
 */
export interface Visitor extends AsyncDisposable {
  go(url: string): Promise<void>
  click(role: Role, name: string): Promise<void>
  /** Types texts and presses the keys of `namedKeys`, in order, wherever the focus is. */
  press(...parts: readonly string[]): Promise<void>
  /** Evaluates a JavaScript expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Uncaught errors and errors on the console. Empty for drivers that do not report them. */
  readonly errors: readonly string[]
}

const patience = { timeout: 20_000 }

/** Repeats a check until it holds. */
export const untilTrue = (ask: () => Promise<boolean>, message: string) =>
  expect.poll(ask, { ...patience, message }).toBe(true)

/** Waits until the page shows a text. */
export const untilSeen = (visitor: Visitor, text: string) =>
  expect.poll(() => visitor.evaluate('document.body.innerText'), patience).toContain(text)

/** Waits until the page no longer shows a text. */
export const untilGone = (visitor: Visitor, text: string) =>
  expect.poll(() => visitor.evaluate('document.body.innerText'), patience).not.toContain(text)

/** Waits until an element with this tag name has the focus. Some drivers return before the page has handled a key. */
export const untilFocused = (visitor: Visitor, tagName: string) =>
  expect.poll(() => visitor.evaluate('document.activeElement.tagName'), patience).toBe(tagName)
