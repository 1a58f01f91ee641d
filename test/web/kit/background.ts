import type { Page } from 'playwright-core'

/** Waits until what runs beside a page has begun: notifications, and what windows tell each other of sessions. */
export async function backgroundOf(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('background').length > 0)
}
