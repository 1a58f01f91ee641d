import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core'
import { inject } from 'vitest'
import { watchErrors } from './console.ts'

/** Milliseconds before an expectation about a page fails. */
const patience = 15_000

let shared: Promise<Browser> | null = null

/** The browser of this worker. */
function connect(): Promise<Browser> {
  const browsers = inject('browsers')
  return chromium.connect(browsers[Number(process.env['VITEST_POOL_ID']) % browsers.length]!)
}

/**
 * A new profile in the browser that the tests of a worker share. It allows no service worker unless told `serviceWorkers: 'allow'`, because
 * caching the client takes time.
 */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  shared ??= connect()
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
