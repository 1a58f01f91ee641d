import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo, cleo] = [
  await harbour.person('Ada Park'),
  await harbour.person('Bo Lindqvist'),
  await harbour.person('Cleo Marsh'),
]
const tides = await talk([ada, bo], 'high water', 'tides and weather')
await tides.say(bo)
await tides.say(bo)
const low = await talk([ada, bo], 'low water', tides.name)
await low.say(bo)
const done = await talk([ada, bo], '✔ no water', tides.name)
await done.say(bo)
const people = JSON.stringify([ada.id, cleo.id])
await bo.wire.ask('POST /messages', { type: 'private', to: people, content: 'Lunch?' })

const window = (page: Page) => page.getByRole('dialog', { name: 'Go to' })
const options = (page: Page) => window(page).getByRole('option')
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

test('leads by a few letters to topics, people, groups and views', async () => {
  await using own = await harbour.pageOf(ada)
  const { page } = own
  for (const [typed, first, title] of [
    ['wea hi', 'high water2 unreadtides and weather', 'tides and weather › high water'],
    ['lind', 'Bo Lindqvistperson', 'Bo Lindqvist'],
    ['mars bo', 'Bo Lindqvist, Cleo Marsh1 unreadgroup', 'Bo Lindqvist, Cleo Marsh'],
    ['ment', 'Mentionsview', 'Mentions'],
    ['#tide', 'tides and weather', 'tides and weather'],
  ] as const) {
    await page.keyboard.press('Control+k')
    const box = window(page).getByRole('combobox')
    await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.type(typed)
    await expect.poll(() => options(page).first().textContent()).toContain(first)
    await page.keyboard.press('Enter')
    await window(page).waitFor({ state: 'detached' })
    await expect.poll(() => heading(page).textContent()).toBe(title)
  }

  // What is resolved comes last.
  await page.keyboard.press('Control+k')
  await window(page).getByRole('combobox').fill('water')
  await expect
    .poll(() => options(page).allInnerTexts())
    .toEqual([
      expect.stringContaining('high water'),
      expect.stringContaining('low water'),
      expect.stringContaining('✔ no water'),
    ])
  await page.keyboard.press('Escape')

  // Where somebody was comes first, and what is here does not.
  await page.keyboard.press('Control+k')
  await expect.poll(() => options(page).first().textContent()).toBe('Mentionsview')
  await expect.poll(() => options(page).nth(1).textContent()).toContain('Cleo Marsh')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.type('nowhere at all')
  await window(page).getByText('No results.').waitFor()
  await page.keyboard.press('Escape')
  await window(page).waitFor({ state: 'detached' })
  expect(await heading(page).textContent()).toBe('tides and weather')
})

test('goes to streams and to people alone, and takes keys while somebody writes', async () => {
  await using own = await harbour.pageOf(ada, { viewport: { width: 390, height: 844 } }, tides.path)
  const { page } = own
  const kinds = async (): Promise<string[]> => [...new Set(await options(page).locator('.hint').allTextContents())]
  const leave = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await window(page).waitFor({ state: 'detached' })
  }
  await heading(page).waitFor()
  await page.keyboard.press('w')
  await options(page).first().waitFor()
  expect(await kinds()).not.toContain('stream')
  await leave()
  await page.keyboard.press('q')
  await options(page).first().waitFor()
  expect(await kinds()).not.toContain('person')
  expect(await violationsInBothThemes(page)).toEqual([])
  await leave()
  await page.getByRole('textbox', { name: 'Message' }).fill('Unfinished')
  await page.keyboard.press('Control+k')
  await options(page).first().waitFor()
  await leave()
  await page.keyboard.type(' business')
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Unfinished business')
})
