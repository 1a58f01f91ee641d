/** Two windows of one person in one browser, who writes in both. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const ada = await harbour.person('Ada Park')
const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

test('what was typed last is on the server though the window closes at once', async () => {
  const carla = await harbour.person('Carla Costa')
  const tides = await talk([carla])
  const drafts = async () => (await carla.wire.ask('GET /drafts')).drafts.map(({ content }) => content)
  await using own = await harbour.pageOf(carla, {}, tides.path)
  const first = await own.context.newPage()
  for (const [page, text] of [
    [first, 'Typed and left'],
    [own.page, 'Typed again and left'],
  ] as const) {
    await page.goto(harbour.origin + tides.path)
    await box(page).fill(text)
    await page.close({ runBeforeUnload: true })
    await expect.poll(drafts).toEqual([text])
  }
})

test('what is begun in one window is gone on with in the other, and sent once', async () => {
  const tides = await talk([ada])
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page, context } = own
  await box(page).fill('Begun in one')
  const other = await context.newPage()
  await other.goto(harbour.origin + tides.path)
  await expect.poll(() => box(other).inputValue()).toBe('Begun in one')
  await box(other).fill('Begun in one, ended in the other')
  await other.getByRole('button', { name: 'Send', exact: true }).click()
  await messages(page).filter({ hasText: 'ended in the other' }).waitFor()
  await expect.poll(() => box(page).inputValue()).toBe('')
  expect(await box(other).inputValue()).toBe('')
  await expect.poll(async () => (await ada.wire.ask('GET /drafts')).drafts.length).toBe(0)

  for (const one of [page, other]) {
    await one.reload()
    await messages(one).filter({ hasText: 'ended in the other' }).waitFor()
    expect(await box(one).inputValue()).toBe('')
    expect(await messages(one).count()).toBe(1)
  }
})
