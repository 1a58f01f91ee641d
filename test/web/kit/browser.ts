import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core'
import { inject } from 'vitest'
import { watchErrors } from './console.ts'

/** Milliseconds within which a page must do what is expected of it. */
const patience = 10_000

let shared: Promise<Browser> | null = null

/**
 * A browser profile of its own, in the browser that all tests of pages share. It takes no service worker unless it is
 * `serviceWorkers: 'allow'`, because keeping the client takes time.
 */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  shared ??= chromium.connect(inject('browser'))
  const context = await (
    await shared
  ).newContext({
    locale: 'en-GB',
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(patience)
  watchErrors(context)
  return context
}
