import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
const high = await talk([ada, bo], 'high water', 'tides')
await talk([ada, bo], 'north pier', 'cranes')
await high.say(ada)
await ada.wire.ask('POST /messages', { type: 'private', to: JSON.stringify([bo.id]), content: 'Hello!' })

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Streams' })
const filter = (page: Page) => sidebar(page).getByRole('searchbox', { name: 'Filter streams and people' })

/** What stands below the views. */
const names = (page: Page) =>
  sidebar(page)
    .locator('section a.row')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))

const everything = ['Ada Park, 1 unread', 'cranes', 'general', 'tides, 1 unread']

test('the sidebar shows what somebody looks for, and everything again when they found it', async () => {
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await expect.poll(() => names(page)).toEqual(everything)
  await page.keyboard.press('Shift+Q')
  await expect.poll(() => filter(page).evaluate((box) => box === document.activeElement)).toBe(true)
  await filter(page).fill('ada')
  await expect.poll(() => names(page)).toEqual(['Ada Park, 1 unread'])
  await filter(page).fill('cran')
  await expect.poll(() => names(page)).toEqual(['cranes'])
  await filter(page).fill('high')
  await expect.poll(() => names(page)).toEqual(['tides, 1 unread', 'high water, 1 unread'])
  expect(await violationsInBothThemes(page)).toEqual([])
  await filter(page).fill('nowhere')
  await sidebar(page).getByText('No results for “nowhere”.').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => names(page)).toEqual(everything)

  await filter(page).fill('cran')
  await expect.poll(() => names(page)).toEqual(['cranes'])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'cranes', level: 1 }).waitFor()
  await expect.poll(() => filter(page).inputValue()).toBe('')
  await sidebar(page).getByRole('link', { name: 'Ada Park, 1 unread' }).waitFor()
})

test('the sidebar shows only what is unread, if somebody wants that', async () => {
  await using own = await harbour.pageOf(bo)
  const { page } = own
  const toggle = sidebar(page).getByRole('button', { name: 'Unread only' })
  await toggle.click()
  await expect.poll(() => names(page)).toEqual(['Ada Park, 1 unread', 'tides, 1 unread', 'high water, 1 unread'])
  await sidebar(page).getByRole('link', { name: 'Ada Park, 1 unread' }).click()
  await expect.poll(() => names(page)).toEqual(['tides, 1 unread', 'high water, 1 unread'])
  await toggle.click()
  await expect.poll(async () => (await names(page)).includes('general')).toBe(true)
})

test('on a phone the key opens the streams', async () => {
  await using own = await harbour.pageOf(bo, { viewport: { width: 390, height: 844 } })
  await own.page.locator('.filtering').waitFor({ state: 'attached' })
  await own.page.keyboard.press('Shift+Q')
  await expect.poll(() => filter(own.page).evaluate((box) => box === document.activeElement)).toBe(true)
})
