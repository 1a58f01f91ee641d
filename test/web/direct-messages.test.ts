import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Streams' })
const link = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true })

const send = (from: Person, to: readonly Person[], content = 'Hello!') =>
  from.wire.ask('POST /messages', { type: 'private', to: JSON.stringify(to.map(({ id }) => id)), content })

test('the private conversation that is open stays in the sidebar, also when it is read and an old one', async () => {
  const bo = await harbour.person('Bo Lindqvist')
  const others: Person[] = []
  for (let number = 1; number <= 10; number += 1) others.push(await harbour.person(`Deckhand ${number}`))
  const [oldest] = others as [Person]
  for (const other of others) await send(bo, [other])
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await link(page, 'Deckhand 10').waitFor()
  expect(await link(page, 'Deckhand 1').count()).toBe(0)
  await sidebar(page).getByRole('link', { name: 'Show all direct messages' }).click()
  await page.getByRole('heading', { name: 'Direct messages', level: 1 }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Deckhand 1', exact: true }).click()
  await page.getByRole('heading', { name: 'Deckhand 1', level: 1 }).waitFor()
  await expect.poll(() => link(page, 'Deckhand 1').getAttribute('aria-current')).toBe('page')
  await send(oldest, [bo])
  await link(page, 'Deckhand 1').and(page.locator('[aria-current]')).waitFor()
  await page.getByRole('article').nth(1).waitFor()
  expect(await link(page, 'Deckhand 1').count()).toBe(1)
})

test('all direct messages are a list with the last words, the time and a filter', async () => {
  const carla = await harbour.person('Carla Costa')
  const [emre, zoe] = [await harbour.person('Emre Yıldız'), await harbour.person('Zoe Adler')]
  await send(ada, [carla], 'Is the **north** pier clear? :thumbs_up:')
  await send(zoe, [carla, emre], 'Boats at noon')
  await send(carla, [emre], 'Thanks')
  await using own = await harbour.pageOf(carla, {}, '/#private')
  const { page } = own
  const rows = page.getByRole('main').locator('[data-row]')
  const readContents = () =>
    rows.evaluateAll((all) =>
      all.map((one) => [one.getAttribute('aria-label'), one.querySelector('.last-words')!.getAttribute('data-text')]),
    )
  await expect.poll(readContents).toEqual([
    ['Emre Yıldız', 'You: Thanks'],
    ['1 unread: Emre Yıldız, Zoe Adler', 'Zoe: Boats at noon'],
    ['1 unread: Ada Park', 'Is the north pier clear? 👍'],
  ])
  // A group is known by its sign and its first names.
  expect(await rows.nth(1).locator('.own-name').getAttribute('data-text')).toBe('Emre, Zoe')
  expect(await rows.nth(1).locator('.avatar').count()).toBe(0)
  expect(await page.getByRole('main').locator('time').count()).toBe(3)
  const words = rows.nth(0).locator('.last-words')
  await send(emre, [carla], 'Any time')
  await expect.poll(() => words.getAttribute('data-text')).toBe('Any time')
  expect(await violationsInBothThemes(page)).toEqual([])

  await page.getByRole('searchbox', { name: 'Filter conversations' }).fill('zoe')
  expect(await rows.count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Filter conversations' }).fill('nobody')
  await page.getByRole('heading', { name: 'No conversations match' }).waitFor()
})

test('names of groups are in the same order everywhere', async () => {
  const dana = await harbour.person('Dana Whitfield')
  const [zed, abe] = [await harbour.person('Zed Quinn'), await harbour.person('Abe Ito')]
  await send(zed, [dana, abe])
  await using own = await harbour.pageOf(dana)
  const { page } = own
  const row = link(page, 'Abe Ito, Zed Quinn, 1 unread')
  expect(await row.locator('.own-name').getAttribute('data-text')).toBe('Abe, Zed')
  await row.click()
  await page.getByRole('heading', { name: 'Abe Ito, Zed Quinn', level: 1 }).waitFor()
})

test('who is online is told beside their name', async () => {
  const finn = await harbour.person('Finn Berg')
  const gina = await harbour.person('Gina Rossi')
  await send(gina, [finn])
  await using own = await harbour.pageOf(finn)
  const row = link(own.page, 'Gina Rossi, 1 unread')
  await expect.poll(() => row.getAttribute('aria-description')).toBe('Offline')
  await using other = await harbour.pageOf(gina)
  await other.page.getByRole('main').waitFor()
  await expect.poll(() => row.getAttribute('aria-description')).toBe('Online')
})

test('a section that is closed stays so in this browser, and counts what is unread in it', async () => {
  const hugo = await harbour.person('Hugo Blanc')
  await send(ada, [hugo])
  await send(ada, [hugo])
  await using own = await harbour.pageOf(hugo)
  const { page } = own
  await link(page, 'Ada Park, 2 unread').waitFor()
  await sidebar(page).getByRole('button', { name: 'Direct messages', exact: true }).click()
  const closed = sidebar(page).getByRole('button', { name: 'Direct messages, 2 unread' })
  expect(await closed.getAttribute('aria-expanded')).toBe('false')
  await sidebar(page).getByRole('button', { name: 'Streams', exact: true }).click()
  expect(await link(page, 'general').count()).toBe(0)
  await page.reload()
  await closed.waitFor()
  expect(await link(page, 'Ada Park, 2 unread').count()).toBe(0)
  expect(await link(page, 'general').count()).toBe(0)
  // What is open is shown all the same.
  await page.goto(`${harbour.origin}/#narrow/pm-with/${ada.id}-ada`)
  await link(page, 'Ada Park').waitFor()
})

test('initials are two letters, also when they are equal', async () => {
  const grace = await harbour.person('Grace Guestwell')
  await send(ada, [grace])
  await using own = await harbour.pageOf(grace)
  await link(own.page, 'Ada Park, 1 unread').waitFor()
  const initials = (selector: string) => own.page.locator(selector).first().getAttribute('data-initials')
  expect(await initials('header .menu-button .avatar')).toBe('GG')
  expect(await initials('.sidebar .face .avatar')).toBe('AP')
})
