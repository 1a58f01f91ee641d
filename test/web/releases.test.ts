/** What happens in a browser when the server gets another release of the client. */
import { afterAll, expect, test, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { backgroundOf } from './kit/background.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization } from './kit/organization.ts'
import { release } from './kit/release.ts'
import { messages, talk } from './kit/talk.ts'
import { waitUntilSaved } from './kit/worker.ts'

// Each builds releases.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

/** Milliseconds for keeping a whole release. */
const patience = 30_000

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')
const allowed = { serviceWorkers: 'allow' } as const
const inbox = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'New version' })

afterAll(async () => release(harbour.origin))

async function newEditedTopic() {
  const tides = await talk([ada])
  const message_id = await tides.say(ada, 'First')
  await ada.wire.ask('PATCH /messages/{message_id}', { message_id, content: 'Second' })
  return tides
}

async function openHistory(page: Page): Promise<void> {
  await messages(page).first().hover()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'View history' }).click()
}

test('a new release is offered; what is open goes on, and texts stay', async () => {
  // When it is tried again, the other one is there.
  await release(harbour.origin)
  const tides = await newEditedTopic()
  await using own = await harbour.pageOf(ada, allowed, tides.path)
  const { page } = own
  await waitUntilSaved(page)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Half a sent')
  await release(harbour.origin, { texts: { 'views.inbox': 'Letterbox' } })
  // As browsers do with each navigation.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready).update())
  await bar(page).waitFor({ timeout: patience })
  expect(await violationsInBothThemes(page)).toEqual([])
  // Its files are gone from the server.
  await openHistory(page)
  await page
    .getByRole('dialog')
    .getByRole('paragraph')
    .filter({ hasText: /^First$/ })
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await bar(page).getByRole('button', { name: 'Reload' }).click()
  await inbox(page, 'Letterbox').waitFor()
  expect(await page.getByRole('textbox', { name: 'Message', exact: true }).inputValue()).toBe('Half a sent')
  expect(await bar(page).count()).toBe(0)
})

test('where nothing is kept, a part that is gone says that there is a new release', async () => {
  provokes(refusalLine(404, '/app'))
  const tides = await newEditedTopic()
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await messages(page).first().waitFor()
  await backgroundOf(page)
  await release(harbour.origin, { texts: { 'views.inbox': 'Pigeonhole' } })
  // Which is loaded with the first key.
  await page.keyboard.press('?')
  await bar(page).getByRole('button', { name: 'Later' }).click()
  await bar(page).waitFor({ state: 'detached' })
})

test('a page that needs a file that is nowhere is replaced', async () => {
  // A script that is refused with JSON is no script.
  provokes(refusalLine(404, '/app'), /Refused to execute script .*before-/)
  await using own = await harbour.pageOf(ada, allowed)
  const { page, context } = own
  await waitUntilSaved(page)
  await release(harbour.origin, { texts: { 'views.inbox': 'Basket' }, worker: 'gone' })
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) if (request.url.includes('/app/')) await cache.delete(request)
    }
  })
  // The browser has them too, for as long as they are named so.
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.reload()
  await inbox(page, 'Basket').waitFor()
})

test('the service worker can be taken away from everybody', async () => {
  await release(harbour.origin)
  await using own = await harbour.pageOf(ada, allowed)
  const { page } = own
  await waitUntilSaved(page)
  await release(harbour.origin, { texts: { 'views.inbox': 'Tray' }, worker: 'off' })
  // Browsers look for a new worker with each navigation. The page itself may have looked before, so that the worker is gone already.
  await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
  const readRemaining = () =>
    page.evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length])
  await expect.poll(readRemaining, { timeout: 10_000 }).toEqual([[], 0])
  await page.reload()
  await inbox(page, 'Tray').waitFor()
})
