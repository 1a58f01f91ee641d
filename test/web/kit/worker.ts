import type { Page } from 'playwright-core'

/** Resolves when the page can do without the network from now on. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker: workers } = navigator
    if (workers.controller === null)
      await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
  })
}

/** Loses the network until the page says so, and finds it again. */
export async function reconnect(page: Page): Promise<void> {
  const status = page.getByRole('banner').getByRole('status')
  await page.context().setOffline(true)
  await status.filter({ hasText: 'Offline' }).waitFor({ timeout: 20_000 })
  await page.context().setOffline(false)
  await status.filter({ hasText: /^$/ }).waitFor({ state: 'attached' })
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
