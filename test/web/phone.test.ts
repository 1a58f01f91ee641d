import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Quick navigation' })

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, level: 1, exact: true })

/** Moves a finger over a page. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  const steps = Array.from({ length: 9 }, (_, index) => from + ((to - from) * index) / 8)
  for (const [index, x] of steps.entries())
    await touch.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x, y: 420 }],
    })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a bar at the bottom leads everywhere, says what is unread, and makes room for writing', async () => {
  const place = await talk([ada, bo])
  await place.say(bo, 'High at nine')
  await bo.wire.ask('POST /messages', { type: 'private', to: JSON.stringify([ada.id]), content: 'Psst' })
  await using own = await harbour.pageOf(ada, phone)
  const { page } = own
  const inbox = tabs(page).getByRole('link', { name: 'Inbox' })
  await inbox.waitFor()
  expect(await inbox.getAttribute('aria-current')).toBe('page')
  await expect.poll(() => inbox.getAttribute('aria-description')).toMatch(/^\d+ unread$/)
  for (const tab of await tabs(page).locator('> *').all()) {
    const { width, height } = (await tab.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  expect(await violationsInBothThemes(page)).toEqual([])

  // Each name is there once.
  for (const name of ['Streams', 'Search', 'You', 'Your account'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(1)
  await tabs(page).getByRole('button', { name: 'Streams' }).tap()
  await page
    .getByRole('navigation', { name: 'Streams' })
    .getByRole('link', { name: new RegExp(`^${place.name}`) })
    .waitFor()
  expect(await page.getByRole('link', { name: 'Inbox' }).count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect
    .poll(() =>
      page.getByRole('button', { name: 'Streams', exact: true }).evaluate((one) => one === document.activeElement),
    )
    .toBe(true)

  await tabs(page).getByRole('button', { name: 'You' }).tap()
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  await page.keyboard.press('Escape')

  await tabs(page).getByRole('link', { name: 'Direct' }).tap()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Bo Lindqvist/ })
    .first()
    .waitFor()
  await expect.poll(() => tabs(page).getByRole('link', { name: 'Direct' }).getAttribute('aria-current')).toBe('page')

  await page.goto(harbour.origin + place.path)
  await page.getByRole('textbox', { name: 'Message', exact: true }).tap()
  await tabs(page).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Streams', exact: true }).waitFor()
  await messages(page)
    .first()
    .tap({ position: { x: 300, y: 4 } })
  await page.locator('main').focus()
  await tabs(page).waitFor()
})

test('from a conversation one comes back to where one was, by a button and by a swipe', async () => {
  const place = await talk([ada, bo])
  await place.say(bo, 'High at nine')
  await using own = await harbour.pageOf(ada, phone, '/#recent')
  const { page } = own
  await heading(page, 'Recent conversations').waitFor()
  await tabs(page).waitFor()
  await page.evaluate((hash) => (location.hash = hash), place.path.slice(1))
  const conversation = `${place.name} › high water`
  await heading(page, conversation).waitFor()
  const back = page.getByRole('button', { name: 'Back to Recent conversations' })
  await back.waitFor()
  expect((await back.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await back.tap()
  await heading(page, 'Recent conversations').waitFor()

  await page.goForward()
  await heading(page, conversation).waitFor()
  // Not far enough, or not from the edge.
  await swipe(page, 8, 60)
  await swipe(page, 120, 320)
  expect(await heading(page, conversation).isVisible()).toBe(true)
  await swipe(page, 8, 200)
  await heading(page, 'Recent conversations').waitFor()
})

test('whoever opens a conversation by its address comes to the inbox', async () => {
  const place = await talk([ada, bo])
  await place.say(bo, 'High at nine')
  await using own = await harbour.pageOf(ada, phone, place.path)
  const { page } = own
  await page.getByRole('button', { name: 'Back to Inbox' }).tap()
  await heading(page, 'Inbox').waitFor()
  expect(await page.getByRole('button', { name: /^Back to/ }).count()).toBe(0)
})

test('a search is left by a button, and words are suggested for a message in few letters', async () => {
  const place = await talk([ada, bo])
  await place.say(bo, 'The barnacle is back')
  await using own = await harbour.pageOf(ada, phone)
  const { page } = own
  await tabs(page).getByRole('button', { name: 'Search' }).tap()
  const box = page.getByRole('searchbox', { name: 'Search' })
  await box.fill('barnacle')
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await box.waitFor({ state: 'hidden' })
  await tabs(page).getByRole('button', { name: 'Search' }).tap()
  expect(await box.inputValue()).toBe('')
  await box.fill('barnacle')
  await box.press('Enter')
  const show = page.getByRole('link', { name: 'Show in conversation' }).first()
  await show.waitFor()
  expect((await show.boundingBox())!.width).toBe(44)
  await show.tap()
  await page.getByRole('button', { name: 'Back to Search' }).waitFor()
})
