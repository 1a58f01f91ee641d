import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const readScheduled = async () => (await ada.wire.ask('GET /scheduled_messages')).scheduled_messages

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Writes a text, and has it sent in an hour. */
async function sendInAnHour(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await button(page, 'Send later').click()
  const first = page.getByRole('dialog').getByRole('button', { name: 'In an hour' })
  await expect.poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true)
  await first.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a message is sent later, and its time and text are changed until then', async () => {
  const tides = await talk([ada, bo])
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await sendInAnHour(page, 'The tide **turns**.')
  expect(await page.getByRole('textbox', { name: 'Message', exact: true }).inputValue()).toBe('')
  expect(await messages(page).count()).toBe(0)
  const [first] = await readScheduled()
  expect(first).toMatchObject({ to: tides.stream_id, topic: 'high water', content: 'The tide **turns**.' })
  const hour = Date.now() / 1000 + 3600
  expect(Math.abs(first!.scheduled_delivery_timestamp - hour)).toBeLessThan(120)

  await page.getByRole('link', { name: 'Scheduled messages' }).click()
  const item = page.getByRole('listitem', { name: 'To tides' })
  expect(await violationsInBothThemes(page)).toEqual([])
  await item.getByText('turns', { exact: true }).waitFor()
  await button(page, 'Edit text').click()
  await item.getByRole('textbox', { name: 'Message' }).fill('The tide has turned.')
  await button(page, 'Save').click()
  await item.getByText('The tide has turned.').waitFor()

  await button(page, 'Change time').click()
  expect(await violationsInBothThemes(page)).toEqual([])
  const at = new Date(Date.now() + 3 * 86_400_000)
  at.setHours(8, 30, 0, 0)
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
  await page.getByLabel('Date and time').fill(`${day}T08:30`)
  await button(page, 'Schedule').click()
  await expect
    .poll(async () => (await readScheduled()).map((one) => [one.content, one.scheduled_delivery_timestamp]))
    .toEqual([['The tide has turned.', at.getTime() / 1000]])
})

test('a message that waits is sent at once, or never', async () => {
  const carla = await harbour.person('Carla Costa')
  const tides = await talk([carla, bo])
  await using own = await harbour.pageOf(carla, {}, tides.path)
  const { page } = own
  for (const text of ['Soon', 'Never']) await sendInAnHour(page, text)
  await page.getByRole('link', { name: 'Scheduled messages' }).click()
  const items = page.getByRole('listitem', { name: 'To tides' })
  await items.filter({ hasText: 'Soon' }).getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => items.count()).toBe(1)
  await items.getByRole('button', { name: 'Delete' }).click()
  await button(page, 'Keep').click()
  await items.getByRole('button', { name: 'Delete' }).click()
  await items.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No scheduled messages' }).waitFor()
  expect((await carla.wire.ask('GET /scheduled_messages')).scheduled_messages).toEqual([])
  await page.goBack()
  await expect.poll(() => messages(page).count()).toBe(1)
  await messages(page).filter({ hasText: 'Soon' }).waitFor()
})

test('what waits leads to its conversation', async () => {
  const dora = await harbour.person('Dora Duarte')
  const tides = await talk([dora, bo])
  await tides.say(bo, 'Here it is.')
  await using own = await harbour.pageOf(dora, {}, tides.path)
  const { page } = own
  await sendInAnHour(page, 'Later')
  await page.getByRole('link', { name: 'Scheduled messages' }).click()
  await page.getByRole('listitem', { name: 'To tides' }).getByRole('link').click()
  await messages(page).filter({ hasText: 'Here it is.' }).waitFor()
})

test('what the server refuses is told, and the text stays', async () => {
  const tides = await talk([ada, bo])
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  const text = page.getByRole('textbox', { name: 'Message', exact: true })
  await text.fill('Too far away')
  await button(page, 'Send later').click()
  await page.getByLabel('Date and time').fill('2099-01-01T12:00')
  await button(page, 'Schedule').click()
  await page.getByRole('alert').filter({ hasText: 'Time must be at most a year ahead.' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await text.inputValue()).toBe('Too far away')
})
