import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { abortedLine, provokes } from './kit/console.ts'
import { Organization, type Person } from './kit/organization.ts'
import { talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const rows = (page: Page) => page.getByRole('main').getByRole('row').getByRole('link')
const names = (page: Page) => rows(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))

const send = (from: Person, to: readonly Person[], content: string) =>
  from.wire.ask('POST /messages', { type: 'private', to: JSON.stringify(to.map(({ id }) => id)), content })

test('lists conversations by what was written last, and goes on with it', async () => {
  const [high, low] = [await talk([ada, bo], 'high water', 'tides'), await talk([ada, bo], 'low water', 'tides')]
  await high.say(ada)
  await low.say(ada)
  await low.say(bo)
  await send(ada, [bo], 'Hello!')
  await using own = await harbour.pageOf(bo, {}, '/#recent')
  const { page } = own
  await rows(page).first().waitFor()
  await expect
    .poll(async () => (await names(page)).slice(0, 3))
    .toEqual(['1 unread: Ada Park', '1 unread: tides › low water', '1 unread: tides › high water'])
  const row = page.getByRole('row').filter({ hasText: 'low water' })
  await row.getByRole('img', { name: 'Bo Lindqvist, Ada Park' }).waitFor()
  expect(await row.locator('time').count()).toBe(1)
  await high.say(ada)
  await expect.poll(() => names(page).then(([first]) => first)).toBe('2 unread: tides › high water')
  expect(await violationsInBothThemes(page)).toEqual([])

  // A topic that is renamed is another conversation.
  const { messages } = await ada.wire.ask('GET /messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  await ada.wire.ask('PATCH /messages/{message_id}', {
    message_id: messages[0]!.id,
    topic: 'spring tide',
    propagate_mode: 'change_all',
  })
  await expect.poll(() => names(page).then(([first]) => first)).toBe('2 unread: tides › spring tide')
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('spring')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'tides › spring tide', level: 1 }).waitFor()
})

test('shows what is wanted', async () => {
  const carla = await harbour.person('Carla Costa')
  const [north, south] = [await talk([ada, carla], 'north', 'piers'), await talk([ada, carla], 'south', 'piers')]
  await north.say(ada)
  await south.say(carla)
  await carla.wire.ask('PATCH /users/me/subscriptions/muted_topics', {
    stream_id: north.stream_id,
    topic: 'north',
    op: 'add',
  })
  await send(ada, [carla], 'Hello!')
  await using own = await harbour.pageOf(carla, {}, '/#recent')
  const { page } = own
  await rows(page).first().waitFor()
  const own_names = async () => (await names(page)).filter((name) => !name?.includes('general'))
  await expect.poll(own_names).toEqual(['1 unread: Ada Park', 'piers › south'])
  const toggle = (name: string) => page.getByRole('button', { name, exact: true })
  await toggle('Include muted').click()
  expect(await own_names()).toEqual(['1 unread: Ada Park', 'piers › south', '1 unread: piers › north'])
  await toggle('Unread').click()
  expect(await own_names()).toEqual(['1 unread: Ada Park', '1 unread: piers › north'])
  await toggle('Unread').click()
  await toggle('Participated').click()
  expect(await own_names()).toEqual(['piers › south'])
  expect(await toggle('Participated').getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('searchbox', { name: 'Filter conversations' }).fill('nowhere')
  await page.getByRole('heading', { name: 'No conversations match' }).waitFor()
})

test('asks for what is older when somebody wants it', async () => {
  const dana = await harbour.person('Dana Whitfield')
  const [old, busy] = [await talk([ada, dana], 'old', 'logs'), await talk([ada, dana], 'busy', 'logs')]
  await old.say(ada)
  for (let n = 0; n < 70; n += 1) await busy.say(ada, `Number ${n}`)
  await using own = await harbour.pageOf(dana)
  const { page } = own
  provokes(abortedLine)
  await page.route(/api\/v1\/messages/, (route) => route.abort())
  await page.goto(`${harbour.origin}/#recent`)
  await page.getByText('Couldn’t load older conversations.').waitFor()
  // Of what is unread it is known all the same.
  await rows(page)
    .and(page.getByLabel('1 unread: logs › old', { exact: true }))
    .waitFor()
  await page.unroute(/api\/v1\/messages/)
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  const row = page.getByRole('row').filter({ hasText: 'old' })
  await row.getByRole('img', { name: 'Ada Park' }).waitFor()
})

test('on a phone the name has the row, and the time stands at its end', async () => {
  const emre = await harbour.person('Emre Yıldız')
  const tides = await talk([ada, emre], 'A topic with a name that takes more than one line of a phone', 'moorings')
  await tides.say(ada, 'Ropes')
  await using own = await harbour.pageOf(emre, { viewport: { width: 390, height: 844 } }, '/#recent')
  const row = own.page.getByRole('row').filter({ hasText: 'A topic with a name' })
  await expect.poll(() => row.locator('.last-words').getAttribute('data-text')).toBe('Ada: Ropes')
  const name = (await row.locator('.own-name').boundingBox())!
  const stream = (await row.locator('.of-stream').boundingBox())!
  const time = (await row.locator('time').boundingBox())!
  expect(name.width).toBeGreaterThan(200)
  expect(stream.y).toBeGreaterThanOrEqual(name.y + name.height - 1)
  expect(time.x).toBeGreaterThan(name.x + name.width)
  expect(time.x + time.width).toBeLessThan(390)
})
