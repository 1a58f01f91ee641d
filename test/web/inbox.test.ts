import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { talk } from './kit/talk.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')

const inbox = (page: Page) => page.getByRole('main')
const link = (page: Page, name: string) => inbox(page).getByRole('link', { name, exact: true })
const write = (to: Person, content: string) =>
  ada.wire.ask('POST /messages', { type: 'private', to: JSON.stringify([to.id]), content })

test('lists what is unread by people, streams and topics, the newest first, without what is muted', async () => {
  const bo = await harbour.person('Bo Lindqvist')
  const [high, low] = [await talk([ada, bo], 'high water', 'tides'), await talk([ada, bo], 'low water', 'tides')]
  const [north, muted] = [await talk([ada, bo], 'north', 'cranes'), await talk([ada, bo], 'noise', 'cranes')]
  await north.say(ada)
  await high.say(ada)
  await low.say(ada, 'Look, @**Bo Lindqvist**')
  await low.say(ada)
  await muted.say(ada)
  await write(bo, 'Hello!')
  await bo.wire.ask('PATCH /users/me/subscriptions/muted_topics', {
    stream_id: muted.stream_id,
    topic: 'noise',
    op: 'add',
  })
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await link(page, '1 unread: Ada Park').waitFor()
  const titles = inbox(page).getByRole('heading', { level: 2 }).getByRole('button', { expanded: true })
  expect(await titles.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    'Direct messages, 1 unread',
    'tides, 3 unread',
    'cranes, 1 unread',
  ])
  const rows = inbox(page).getByRole('listitem').getByRole('link')
  const names = () => rows.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(await names()).toEqual([
    '1 unread: Ada Park',
    '2 unread: tides › low water',
    '1 unread: tides › high water',
    '1 unread: cranes › north',
  ])
  const low_water = link(page, '2 unread: tides › low water')
  await expect.poll(() => low_water.getAttribute('aria-description')).toBe('You’re mentioned, Ada: Hello!')
  await north.say(ada)
  await link(page, '2 unread: cranes › north').waitFor()
  expect((await names()).at(1)).toBe('2 unread: cranes › north')
  expect(await violationsInBothThemes(page)).toEqual([])

  await inbox(page).getByRole('searchbox', { name: 'Filter conversations' }).fill('WATER')
  expect(await names()).toEqual(['2 unread: tides › low water', '1 unread: tides › high water'])
  await inbox(page).getByRole('searchbox').fill('nothing like it')
  await inbox(page).getByRole('heading', { name: 'No unread conversations match' }).waitFor()
})

test('is gone through and cleared by keys', async () => {
  const carla = await harbour.person('Carla Costa')
  const [north, south] = [await talk([ada, carla], 'north', 'piers'), await talk([ada, carla], 'south', 'piers')]
  await south.say(ada, 'The first')
  await south.say(ada, 'The second')
  await north.say(ada)
  await using own = await harbour.pageOf(carla)
  const { page } = own
  await link(page, '1 unread: piers › north').waitFor()
  const focusedLabel = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('j')
  await expect.poll(focusedLabel).toBe('piers, 3 unread')
  await page.keyboard.press('ArrowLeft')
  await link(page, '1 unread: piers › north').waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('j')
  await expect.poll(focusedLabel).toBe('1 unread: piers › north')
  await page.keyboard.press('e')
  await link(page, '1 unread: piers › north').waitFor({ state: 'detached' })
  await page.getByText('1 message marked as read').waitFor()
  await expect.poll(focusedLabel).toBe('2 unread: piers › south')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'piers › south', level: 1 }).waitFor()
  await page.getByRole('separator', { name: 'Unread messages' }).waitFor()
})

test('marks a row, a stream or everything as read, also for other devices, and takes it back', async () => {
  const dana = await harbour.person('Dana Whitfield')
  const [bells, buoys] = [await talk([ada, dana], 'noon', 'bells'), await talk([ada, dana], 'green', 'buoys')]
  for (const one of [bells, bells, buoys]) await one.say(ada)
  await write(dana, 'Hello!')
  await using own = await harbour.pageOf(dana)
  await using other = await harbour.pageOf(dana)
  const row = inbox(own.page).getByRole('listitem').filter({ hasText: 'Ada Park' })
  await row.hover()
  await row.getByRole('button', { name: 'Mark as read' }).click()
  await link(own.page, '1 unread: Ada Park').waitFor({ state: 'detached' })
  await link(other.page, '1 unread: Ada Park').waitFor({ state: 'detached' })
  await own.page.getByRole('button', { name: 'Undo' }).click()
  await link(own.page, '1 unread: Ada Park').waitFor()
  await link(other.page, '1 unread: Ada Park').waitFor()

  const title = inbox(own.page).getByRole('heading', { level: 2 }).filter({ hasText: 'bells' })
  await title.getByRole('button', { name: 'Mark as read' }).click()
  await link(own.page, '2 unread: bells › noon').waitFor({ state: 'detached' })
  await link(own.page, '1 unread: buoys › green').waitFor()
  await inbox(own.page).getByRole('button', { name: 'Mark all as read' }).click()
  await inbox(own.page).getByRole('heading', { name: 'You’re all caught up' }).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  // Marks leave at once when somebody looks away, else some seconds later.
  await own.page.goto('about:blank')
  await inbox(other.page).getByRole('heading', { name: 'You’re all caught up' }).waitFor()
})

test('shows the first words of what is unread, which take one request the first time', async () => {
  const hugo = await harbour.person('Hugo Blanc')
  const tides = await talk([ada, hugo], 'spring tide', 'gauges')
  await tides.say(ada, 'First')
  await tides.say(ada, 'The **last** one https://example.com :tada:')
  await write(hugo, '```spoiler Ending\nIt was the cook\n```')
  await using own = await harbour.pageOf(hugo)
  const { page } = own
  const words = (name: string) => link(page, name).locator('.last-words').getAttribute('data-text')
  await expect.poll(() => words('2 unread: gauges › spring tide')).toBe('Ada: The last one https://example.com 🎉')
  expect(await link(page, '2 unread: gauges › spring tide').getAttribute('aria-description')).toContain('The last one')
  expect(await words('1 unread: Ada Park')).toBe('Ending')

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/messages')) asked.push(request.url())
  })
  await write(hugo, 'On my way')
  await expect.poll(() => words('2 unread: Ada Park')).toBe('On my way')
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await expect.poll(() => words('2 unread: Ada Park')).toBe('On my way')
  expect(asked).toEqual([])
})

test('says that nothing was written yet where that is so', async () => {
  const begun = await Organization.found('Just Begun')
  await using own = await begun.pageOf(begun.owner)
  await inbox(own.page).getByRole('heading', { name: 'No messages yet' }).waitFor()
})
