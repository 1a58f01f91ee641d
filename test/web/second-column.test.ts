import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { talk } from './kit/talk.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')
const wide = { viewport: { width: 1600, height: 900 } }

const list = (page: Page, name = 'Inbox') => page.getByRole('main').getByRole('region', { name, exact: true })
const row = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
const focusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

test('a conversation opens beside the inbox on a wide screen, which stays through reload and back, and is left by another way', async () => {
  const bo = await harbour.person('Bo Lindqvist')
  const [north, south] = [await talk([ada, bo], 'north', 'piers'), await talk([ada, bo], 'south', 'piers')]
  await north.say(ada, 'Ice on the northern pier')
  await south.say(ada, 'Sun on the southern pier')
  await using own = await harbour.pageOf(bo, wide)
  const { page } = own
  await title(page, 'Inbox').waitFor()
  await page.getByText('Choose a conversation to read it here.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])

  await row(page, '1 unread: piers › north').click()
  await title(page, 'piers › north').waitFor()
  expect(new URL(page.url()).hash).toContain('/topic/north')
  // What is read stays in its place, and is marked.
  const read = row(page, 'piers › north')
  await expect.poll(() => read.getAttribute('aria-current')).toBe('page')
  expect(await list(page).getByRole('listitem').count()).toBe(2)
  expect(await violationsInBothThemes(page)).toEqual([])

  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill('Salt is on its way')
  await box.press('Control+Enter')
  await page.getByRole('article', { name: 'Bo Lindqvist' }).getByText('Salt is on its way').first().waitFor()

  await page.reload()
  await title(page, 'piers › north').waitFor()
  await row(page, '1 unread: piers › south').click()
  await title(page, 'piers › south').waitFor()
  await page.goBack()
  await title(page, 'piers › north').waitFor()
  await list(page).waitFor()
  await page.goBack()
  await title(page, 'Inbox').waitFor()
  await page.goForward()
  await title(page, 'piers › north').waitFor()

  // Where there is no room, the conversation has the page.
  await page.setViewportSize({ width: 1280, height: 800 })
  await list(page).waitFor({ state: 'detached' })
  await page.setViewportSize(wide.viewport)
  await list(page).waitFor()

  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^piers(,|$)/ })
    .click()
  await title(page, 'piers').waitFor()
  await list(page).waitFor({ state: 'detached' })
})

test('keys go through the list or the messages beside it, and back', async () => {
  const carla = await harbour.person('Carla Costa')
  const [east, west] = [await talk([ada, carla], 'east', 'quays'), await talk([ada, carla], 'west', 'quays')]
  await east.say(ada, 'Eastern message')
  await west.say(ada, 'Western message')
  await using own = await harbour.pageOf(carla, wide)
  const { page } = own
  await row(page, '1 unread: quays › west').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(() => focusedLabel(page)).toBe('1 unread: quays › west')
  await page.keyboard.press('Enter')
  await title(page, 'quays › west').waitFor()
  await page.getByRole('article').getByText('Western message').waitFor()
  await page.keyboard.press('k')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE')

  // The next one, with the list.
  await page.keyboard.press('n')
  await title(page, 'quays › east').waitFor()
  await expect.poll(() => row(page, 'quays › east').getAttribute('aria-current')).toBe('page')

  // Back to its row, and on from there.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await title(page, 'Inbox').waitFor()
  await expect.poll(() => focusedLabel(page)).toBe('quays › east')
})

test('recent conversations stay beside what is chosen from them', async () => {
  const dev = await harbour.person('Dev Anand')
  const sluice = await talk([ada, dev], 'sluice', 'locks')
  await sluice.say(ada, 'Closed until noon')
  await using own = await harbour.pageOf(dev, wide)
  const { page } = own
  await page.goto(`${harbour.origin}/#recent`)
  const recent = list(page, 'Recent conversations')
  await recent.getByRole('link', { name: '1 unread: locks › sluice' }).click()
  await title(page, 'locks › sluice').waitFor()
  await recent.getByRole('link', { name: 'locks › sluice', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await title(page, 'Recent conversations').waitFor()
})
