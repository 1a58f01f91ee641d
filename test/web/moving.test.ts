import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { choose, messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const topic = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Topic' })
const move = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const middleMessage = (page: Page) => messages(page).filter({ hasText: /Number 20$/ })
const top = async (page: Page): Promise<number> => (await middleMessage(page).boundingBox())!.y
const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

test('a message is moved to another topic, alone', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'One')
  await tides.say(bo, 'Two')
  await tides.say(bo, 'Three')
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await choose(page, 'Two', 'Move')
  expect(await page.getByRole('combobox', { name: 'Stream' }).count()).toBe(0)
  expect(await topic(page).evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await page.getByRole('listbox').count()).toBe(0)
  await topic(page).fill('low water')
  await page.getByRole('radio', { name: 'Only this one' }).check()
  expect(await violationsInBothThemes(page)).toEqual([])
  await move(page).click()
  await messages(page).filter({ hasText: 'Two' }).waitFor({ state: 'detached' })
  await page.goto(harbour.origin + tides.path.replace('high.20water', 'low.20water'))
  await messages(page).filter({ hasText: 'Two' }).waitFor()
  expect(await messages(page).count()).toBe(1)
})

test('a topic that is renamed is followed, with what one writes there', async () => {
  const tides = await talk([ada, bo])
  const message_id = await tides.say(ada, 'One')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await messages(page).filter({ hasText: 'One' }).waitFor()
  await box(page).pressSequentially('About this')
  await ada.wire.ask('PATCH /messages/{message_id}', { message_id, topic: 'low water', propagate_mode: 'change_all' })
  await title(page, `${tides.name} › low water`).waitFor()
  await page.getByText('This topic moved to').waitFor()
  await expect.poll(() => box(page).inputValue()).toBe('About this')
  expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true)
  await messages(page).filter({ hasText: 'One' }).waitFor()
})

test('administrators move a topic to another stream, and say so or not', async () => {
  const { owner } = harbour
  const [tides, winds] = [await talk([owner, ada]), await talk([owner, ada])]
  await tides.say(ada, 'One')
  await using own = await harbour.pageOf(owner, {}, tides.path)
  await using hers = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await messages(hers.page).filter({ hasText: 'One' }).waitFor()
  await page.getByRole('button', { name: 'Move topic' }).click()
  await page.getByRole('combobox', { name: 'Stream' }).selectOption(winds.name)
  await page.getByRole('checkbox', { name: 'Notify the old topic' }).uncheck()
  await page.getByRole('checkbox', { name: 'Notify the new topic' }).uncheck()
  await move(page).click()
  for (const one of [page, hers.page]) {
    await title(one, `${winds.name} › high water`).waitFor()
    await messages(one).filter({ hasText: 'One' }).waitFor()
    expect(await messages(one).count()).toBe(1)
  }
})

test('a topic is resolved, and not any more', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'One')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await messages(page).filter({ hasText: 'One' }).waitFor()
  await page.getByRole('button', { name: 'Resolve topic' }).click()
  await title(page, '✔ high water').waitFor()
  await messages(page).filter({ hasText: 'has marked this topic as resolved' }).waitFor()
  await page.getByRole('button', { name: 'Unresolve topic' }).click()
  await title(page, `${tides.name} › high water`).waitFor()
  await page.getByRole('button', { name: 'Resolve topic' }).waitFor()
})

test('a topic that is resolved keeps its messages where they are, for everybody', async () => {
  const tides = await talk([ada, bo])
  for (let number = 1; number <= 40; number += 1) await tides.say(ada, `Number ${number}`)
  await using own = await harbour.pageOf(bo, {}, tides.path)
  await using hers = await harbour.pageOf(ada, {}, tides.path)
  const pages = [own.page, hers.page]
  for (const page of pages) {
    await page.getByText(/^Number 40$/).waitFor()
    await middleMessage(page).scrollIntoViewIfNeeded()
  }
  const before = await Promise.all(
    pages.map(async (page) => ({ element: await middleMessage(page).elementHandle(), y: await top(page) })),
  )
  await box(own.page).fill('About this')
  for (const [button, name] of [
    ['Resolve topic', `${tides.name} › ✔ high water`],
    ['Unresolve topic', `${tides.name} › high water`],
  ] as const) {
    await own.page.getByRole('button', { name: button }).click()
    for (const [index, page] of pages.entries()) {
      await title(page, name).waitFor()
      const { element, y } = before[index]!
      expect(await element.evaluate(({ isConnected }) => isConnected)).toBe(true)
      expect(Math.abs((await top(page)) - y)).toBeLessThan(1)
      expect(await page.getByText('This topic moved').count()).toBe(0)
      expect(await messages(page).getByText('Moved').count()).toBe(0)
    }
    await expect.poll(() => box(own.page).inputValue()).toBe('About this')
  }

  // Nor do they say so later, when they come from the server.
  await using later = await harbour.pageOf(bo, {}, tides.path)
  await later.page.getByText(/^Number 40$/).waitFor()
  expect(await messages(later.page).getByText('Moved').count()).toBe(0)
  await choose(later.page, 'Number 40', 'View history')
  const history = later.page.getByRole('dialog', { name: 'History' })
  await history.getByText('Topic resolved').waitFor()
  await history.getByText('Topic unresolved').waitFor()
})

test('a topic that is renamed by oneself is told of once, and what was moved says so', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'One')
  await using own = await harbour.pageOf(ada, {}, tides.path)
  await using whole = await harbour.pageOf(bo, {}, `/#narrow/stream/${tides.stream_id}`)
  const { page } = own
  await messages(whole.page).last().waitFor()
  await page.getByRole('button', { name: 'Move topic' }).click()
  await topic(page).fill('low water')
  await move(page).click()
  await title(page, `${tides.name} › low water`).waitFor()
  expect(await page.getByText('This topic moved').count()).toBe(0)
  await messages(page).getByText('Moved', { exact: true }).waitFor()
  // Where a message stands follows it.
  await whole.page.getByRole('heading', { level: 2, name: 'low water' }).waitFor()
})

test('who may not move topics is not offered to', async () => {
  await harbour.owner.wire.ask('PATCH /realm', { edit_topic_policy: 2 })
  const tides = await talk([ada, bo])
  await tides.say(ada, 'Hers')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await messages(page).hover()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Quote' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Move' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Resolve topic' }).count()).toBe(0)
  await harbour.owner.wire.ask('PATCH /realm', { edit_topic_policy: 5 })
  await page.getByRole('button', { name: 'Resolve topic' }).waitFor()
})
