import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core'
import { inject } from 'vitest'
import { watchErrors } from './console.ts'

/** Milliseconds before an expectation about a page fails. */
const patience = 10_000

let shared: Promise<Browser> | null = null

/**
 * A new profile in the browser that all tests share. It allows no service worker unless told `serviceWorkers: 'allow'`, because
 * caching the client takes time.
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
