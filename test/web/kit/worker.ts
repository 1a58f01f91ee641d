import type { Page } from 'playwright-core'

/** Resolves when the page can do without the network from now on. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker: workers } = navigator
    if (workers.controller === null)
      await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
  })
}

/** Has the page keep everything now, as when somebody turns to another window. It takes it a moment. */
export async function keepNow(page: Page): Promise<void> {
  await page.evaluate(async () => {
    dispatchEvent(new Event('pagehide'))
    await new Promise((resolve) => setTimeout(resolve))
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('rivulet')
      opening.addEventListener('success', () => resolve(opening.result))
    })
    // It waits for the one before.
    const transaction = db.transaction(['parts', 'messages', 'commands'], 'readwrite')
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    db.close()
  })
}
