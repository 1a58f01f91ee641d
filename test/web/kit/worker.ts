import type { Page } from 'playwright-core'

/** Resolves when the page works offline. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker: workers } = navigator
    if (workers.controller === null)
      await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
  })
}

/** Makes the page store everything now, as when the user switches to another window. */
export async function saveNow(page: Page): Promise<void> {
  await page.evaluate(async () => {
    dispatchEvent(new Event('pagehide'))
    await new Promise((resolve) => setTimeout(resolve))
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('rivulet')
      opening.addEventListener('success', () => resolve(opening.result))
    })
    // Our transaction begins after the page's own has finished.
    const transaction = db.transaction(['parts', 'messages', 'commands'], 'readwrite')
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    db.close()
  })
}
