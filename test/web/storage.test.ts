/** What owners see of the size of the database, and what people see when it is full. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')

/** Lets a page see a database that fills up: no test can write as much. */
async function pretendStorage(page: Page): Promise<void> {
  const answer = await harbour.owner.wire.ask('GET /realm/usage')
  const database = {
    ...answer.database,
    bytes: 431_000_000,
    quota_bytes: 500_000_000,
    percent: 86.2,
    mark: 85,
    daily_growth_bytes: 1_200_000,
    full_on: '2030-02-14',
  }
  await page.route(/api\/v1\/realm\/usage/, (route) =>
    route.fulfill({ json: { ...answer, result: 'success', msg: '', database } }),
  )
}

test('a banner leads an owner to the page about storage, which says how full the database is and what can be done', async () => {
  await harbour.owner.wire.ask('POST /messages', { type: 'private', to: JSON.stringify([ada.id]), content: 'A word' })
  await using own = await harbour.pageOf(harbour.owner)
  await pretendStorage(own.page)
  await own.page.reload()
  const banner = own.page.getByRole('region', { name: 'Database' })
  await banner.getByText('The database is 85% full.').waitFor()
  await banner.getByRole('button', { name: 'What you can do' }).click()
  const settings = own.page.getByRole('dialog', { name: 'Settings' })
  const meter = settings.getByRole('meter', { name: 'Database' })
  await meter.waitFor()
  expect(await meter.getAttribute('aria-valuetext')).toBe('86.2%, 431 MB of 500 MB')
  await settings.getByText('It grows by about 1.2 MB a day.').waitFor()
  await settings.getByText('from February 14, 2030 on').waitFor()
  await settings.getByRole('row', { name: /Direct messages/ }).waitFor()
  expect(await settings.getByRole('link', { name: 'Backups' }).getAttribute('href')).toBe('#organization/backups')
  expect(await violationsInBothThemes(own.page)).toEqual([])
  expect(await own.page.getByRole('region', { name: 'Database' }).count()).toBe(0)
})

test('who is no administrator has no page about storage', async () => {
  await using theirs = await harbour.pageOf(ada)
  const settings = await openSettings(theirs.page, 'General')
  expect(await settings.getByRole('tab', { name: 'Storage' }).count()).toBe(0)
})

/** Lets a page see that texts have moved: only the daily work moves them, and only when they are a month old. */
async function pretendProgress(page: Page, more: object): Promise<void> {
  const answer = await harbour.owner.wire.ask('GET /realm/database')
  const old_texts = { ...answer.old_texts, moved_messages: 41_200, moved_bytes: 7_800_000, ...more }
  await page.route(/api\/v1\/realm\/database/, (route) =>
    route.fulfill({ json: { ...answer, result: 'success', msg: '', old_texts } }),
  )
}

test('owners choose when texts of old messages move, see how far that is, and bring them back', async () => {
  await using own = await harbour.pageOf(harbour.owner)
  const { page } = own
  await pretendProgress(page, { waiting_messages: 8300, messages_per_day: 3571, done_on: '2030-02-14' })
  const settings = await openSettings(page, 'Storage')
  const age = settings.getByRole('combobox', { name: 'Time until texts move' })
  await age.selectOption('90 days')
  const setting = async (name: string): Promise<unknown> => {
    const state = await harbour.owner.wire.ask('POST /register', { fetch_event_types: ['realm'] })
    return (state as Record<string, unknown>)[name]
  }
  await expect.poll(() => setting('realm_old_texts_after_days')).toBe(90)
  await settings.getByText('The texts of about 41,200 messages have moved: 7.8 MB.').waitFor()
  await settings
    .getByText('The texts of about 8,300 messages still have to move. At most 3,571 texts move each day')
    .waitFor()
  await settings.getByText('until about February 14, 2030').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])

  await settings.getByRole('button', { name: 'Bring texts back' }).click()
  await settings.getByText('All texts move back into the database').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await settings.getByRole('button', { name: 'Bring texts back' }).click()
  await settings.getByText('The texts of about 8,300 messages are coming back.').waitFor()
  expect(await setting('realm_return_old_texts')).toBe(true)
  await expect
    .poll(() => age.inputValue().then((value) => age.locator(`option[value="${value}"]`).textContent()))
    .toBe('Texts don’t move')
  await settings.getByRole('button', { name: 'Stop bringing texts back' }).click()
  await expect.poll(() => setting('realm_return_old_texts')).toBe(false)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('administrators see how far texts have moved, and cannot change it', async () => {
  const bo = await harbour.person('Bo Lindqvist')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: bo.id, role: 200 })
  await using theirs = await harbour.pageOf(bo)
  await pretendProgress(theirs.page, { waiting_messages: 0, done_on: null })
  const settings = await openSettings(theirs.page, 'Storage')
  await settings.getByText('The texts of about 41,200 messages have moved: 7.8 MB.').waitFor()
  expect(await settings.getByRole('combobox', { name: 'Time until texts move' }).count()).toBe(0)
  expect(await settings.getByRole('button', { name: 'Bring texts back' }).count()).toBe(0)
})

test('administrators see the biggest files, go on to smaller ones, and delete one, by keyboard and on a phone', async () => {
  const place = await Organization.found()
  const bo = await place.person('Bo Lindqvist')
  const sizes = Array.from({ length: 27 }, (_, index) => 1_000_000 + index)
  const uris = []
  for (const size of sizes) {
    const file = new File([new Uint8Array(size)], `chart ${size}.bin`)
    uris.push((await bo.wire.ask('POST /user_uploads', { file })).uri)
  }
  const to = JSON.stringify([place.owner.id])
  await bo.wire.ask('POST /messages', { type: 'private', to, content: `[the last](${uris.at(-1)})` })
  await using own = await place.pageOf(place.owner)
  const { page } = own
  const settings = await openSettings(page, 'Storage')
  const files = settings.getByRole('listitem').filter({ hasText: 'uploaded by Bo Lindqvist' })
  await expect.poll(() => files.count()).toBe(25)
  await files.first().getByRole('link', { name: 'chart 1000026.bin' }).waitFor()
  await files.first().getByRole('link', { name: 'View message' }).waitFor()
  expect(await files.nth(1).textContent()).toContain('File of 1 MB')
  expect(await files.nth(1).textContent()).toContain('not in a message')
  expect(await violationsInBothThemes(page)).toEqual([])
  await settings.getByRole('button', { name: 'Show smaller files' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => files.count()).toBe(27)
  expect(await settings.getByRole('button', { name: 'Show smaller files' }).count()).toBe(0)

  await settings.getByRole('button', { name: 'Delete chart 1000026.bin' }).focus()
  await page.keyboard.press('Enter')
  await settings.getByText('can’t be brought back. Bo Lindqvist will be told.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => files.count()).toBe(26)
  expect(
    await settings.getByRole('heading', { name: 'Biggest files' }).evaluate((one) => one === document.activeElement),
  ).toBe(true)
  expect((await bo.wire.ask('GET /attachments')).attachments).toHaveLength(26)

  await page.setViewportSize({ width: 390, height: 844 })
  await settings.getByRole('heading', { name: 'Biggest files' }).scrollIntoViewIfNeeded()
  expect(await violationsInBothThemes(page)).toEqual([])
  if (process.env['SCREENS']) await page.screenshot({ path: `${process.env['SCREENS']}/files-phone.png` })
})

test('without big files the page about storage says from which size on they are listed', async () => {
  await using own = await harbour.pageOf(harbour.owner)
  const settings = await openSettings(own.page, 'Storage')
  await settings.getByText('No file has 1 MB or more.').waitFor()
})

test('what cannot be sent because the database is full stays, with the reason, and can be written on', async () => {
  provokes(refusalLine(400, '/messages'))
  const tides = await talk([ada])
  await using theirs = await harbour.pageOf(ada, {}, tides.path)
  const { page } = theirs
  const refusal = { result: 'error', msg: 'The database is full.', code: 'DATABASE_FULL' }
  await page.routeWebSocket(/\/api\/v1\/events/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => socket.send(message))
    socket.onMessage((message) => {
      if (!String(message).includes('"POST /messages"')) return server.send(message)
      socket.send(JSON.stringify({ id: (JSON.parse(String(message)) as { id: number }).id, answer: refusal }))
    })
  })
  // Before the socket is open, it is asked over HTTP.
  await page.route('**/api/v1/messages', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
  )
  await page.reload()
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill('A long thought')
  await box.press('Control+Enter')

  const refused = messages(page).filter({ hasText: 'A long thought' }).filter({ hasText: 'Not sent' })
  await refused.getByText('database is full').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.reload()
  await refused.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => box.inputValue()).toBe('A long thought')
})
