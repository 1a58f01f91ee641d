import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { abortedLine, provokes } from './kit/console.ts'
import { drawingOf } from './kit/drawing.ts'
import { Organization } from './kit/organization.ts'
import { routeScript } from './kit/scripts.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

test('two people see each other’s messages at once', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'The **first** one')
  await using adas = await harbour.pageOf(ada, {}, tides.path)
  await using bos = await harbour.pageOf(bo, {}, tides.path)
  for (const { page } of [adas, bos]) await messages(page).filter({ hasText: 'The first one' }).waitFor()
  await tides.say(bo, 'The second one')
  await tides.say(ada, 'The third one')
  for (const { page } of [adas, bos]) {
    await messages(page).filter({ hasText: 'The third one' }).waitFor()
    const names = await messages(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!))
    expect(names.map((name) => name.split(',')[0])).toEqual(['Ada Park', 'Bo Lindqvist', 'Ada Park'])
  }
  expect(await messages(adas.page).first().locator('time').textContent()).toMatch(/^\d+:\d\d [AP]M$/i)
})

test('what comes is read out, and what one writes oneself is not', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'Before')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  await messages(own.page).waitFor()
  await tides.say(bo, 'Mine')
  await messages(own.page).nth(1).waitFor()
  const told = own.page.getByRole('main').locator('[aria-live=polite]')
  expect(await told.textContent()).toBe('')
  await tides.say(ada, 'Is **anybody** here?')
  await expect.poll(() => told.textContent()).toBe('Ada Park: Is anybody here?')
})

test('a message that comes lays out the page once, and no other message is painted anew', async () => {
  const tides = await talk([ada, bo])
  for (let number = 1; number <= 20; number += 1) await tides.say(bo, `Number ${number}`)
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await messages(page).nth(19).waitFor()
  await tides.say(ada, 'The one before')
  await messages(page).filter({ hasText: 'The one before' }).waitFor()
  // When it is read, the whole client is there, and nothing else changes.
  await page.getByRole('link', { name: `${tides.name}, 1 unread` }).waitFor({ state: 'detached' })
  const { layoutCount, painted } = await drawingOf(page, async () => tides.say(ada, 'The new one'))
  expect(layoutCount).toBe(1)
  expect(painted.length).toBeGreaterThan(0)
  expect(painted.filter((name) => name.startsWith('ARTICLE'))).toEqual([])
})

test('what was on the screen in its conversation is read, and the line stays', async () => {
  const [tides, other] = [await talk([ada, bo]), await talk([ada, bo])]
  for (let number = 1; number <= 3; number += 1) await tides.say(ada, `Number ${number}`)
  await other.say(ada)
  await using own = await harbour.pageOf(bo, {}, `/#narrow/stream/${tides.stream_id}`)
  const { page } = own
  await messages(page).last().waitFor()
  const name = `${tides.name}, 3 unread`
  await page.getByRole('link', { name }).waitFor()
  // What is looked at later, in its conversation, is read meanwhile.
  const elsewhere = page.getByRole('link', { name: `${other.name}, 1 unread` })
  await elsewhere.waitFor()
  await using second = await harbour.pageOf(bo, {}, other.path)
  await messages(second.page).waitFor()
  await elsewhere.waitFor({ state: 'detached' })
  await page.getByRole('link', { name }).waitFor()
  await page
    .getByRole('heading', { name: /high water/ })
    .getByRole('link', { name: 'high water' })
    .click()
  await page.getByRole('separator', { name: 'Unread messages' }).waitFor()
  await page.getByRole('link', { name }).waitFor({ state: 'detached' })
  await page.getByRole('separator', { name: 'Unread messages' }).waitFor()
})

test('what is unread is whole on the screen where it fits there', async () => {
  const tides = await talk([ada, bo])
  for (const lines of [4, 30, 3, 1]) await tides.say(ada, 'Line\n'.repeat(lines))
  await bo.wire.ask('POST /mark_all_as_read')
  for (const text of ['The wind turns', 'at ten']) await tides.say(ada, text)
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await page.goto(harbour.origin + tides.path)
  await page.reload()
  await messages(page).last().waitFor()
  await page.getByRole('separator', { name: 'Unread messages' }).waitFor()
  // Browsers anchor what is read when they draw.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const [last, box] = [await messages(page).last().boundingBox(), await page.locator('section.compose').boundingBox()]
  expect(last!.y + last!.height).toBeLessThanOrEqual(box!.y)
})

test('a stream has a heading for each change of its topic', async () => {
  const [low, high] = [await talk([ada, bo], 'low water', 'pier'), await talk([ada, bo], 'high water', 'pier')]
  await low.say(ada)
  await low.say(ada)
  await high.say(ada)
  await low.say(bo)
  await using own = await harbour.pageOf(bo, {}, `/#narrow/stream/${low.stream_id}`)
  await messages(own.page).nth(3).waitFor()
  const headings = await own.page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.slice(-3)).toEqual(['pier›low water', 'pier›high water', 'pier›low water'])
})

test('an address names a message, which is shown and marked', async () => {
  const tides = await talk([ada, bo])
  const ids: number[] = []
  for (let number = 1; number <= 60; number += 1) ids.push(await tides.say(ada, `Number ${number}`))
  await using own = await harbour.pageOf(ada, {}, `${tides.path}/near/${ids[9]}`)
  const named = messages(own.page).filter({ hasText: /Number 10$/ })
  await expect.poll(() => named.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThan(100)
  expect(await named.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight)).toBe(true)
  expect(await named.getAttribute('class')).toContain('named')
  await own.page.goto(`${harbour.origin}${tides.path}/near/${ids[24]}`)
  const other = messages(own.page).filter({ hasText: /Number 25$/ })
  await expect.poll(() => other.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  await own.page.getByRole('button', { name: 'Newest messages' }).click()
  await expect
    .poll(() =>
      messages(own.page)
        .last()
        .evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight),
    )
    .toBe(true)
})

test('messages are gone through by keys', async () => {
  const tides = await talk([ada, bo])
  for (let number = 1; number <= 3; number += 1) await tides.say(ada, `Number ${number}`)
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await messages(page).nth(2).waitFor()
  const focusedText = () => page.evaluate(() => document.activeElement?.closest('article')?.textContent ?? '')
  await page.keyboard.press('k')
  await expect.poll(focusedText).toContain('Number 3')
  await page.keyboard.press('k')
  await expect.poll(focusedText).toContain('Number 2')
  // The focus stays where it is, whatever comes.
  await tides.say(bo, 'Number 4')
  await messages(page).nth(3).waitFor()
  await expect.poll(focusedText).toContain('Number 2')
  await page.getByRole('toolbar', { name: 'Message actions' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focusedText).toContain('Number 4')
})

test('the buttons of the message under the pointer come, however late what follows the pointer is loaded', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'The tide turns')
  await using own = await harbour.pageOf(bo)
  const { page } = own
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  await routeScript(page, /pointercancel/, async (route) => {
    hold()
    await isReleased
    await route.continue()
  })
  await page.goto(new URL(tides.path, page.url()).href)
  await page.reload()
  const tide = messages(page).filter({ hasText: 'The tide turns' })
  await tide.hover()
  await isHeld
  release()
  await tide.getByRole('button', { name: 'More actions' }).waitFor()
})

test('says that there is nothing, and that nothing could be loaded', async () => {
  const tides = await talk([ada])
  await using own = await harbour.pageOf(ada, {}, tides.path)
  await own.page.getByRole('heading', { name: 'No messages yet' }).waitFor()
  provokes(abortedLine)
  await own.page.route(/api\/v1\/messages/, (route) => route.abort())
  await own.page.goto(`${harbour.origin}/#narrow/stream/${tides.stream_id}/topic/other`)
  await own.page.getByRole('heading', { name: 'Couldn’t load messages' }).waitFor()
  await own.page.unroute(/api\/v1\/messages/)
  await own.page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await own.page.getByRole('heading', { name: 'No messages yet' }).waitFor()
})

test('hinders nobody', async () => {
  const tides = await talk([ada, bo])
  await tides.say(
    ada,
    '@**Bo Lindqvist** look: `code`\n\n```python\nx = 1\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n> q',
  )
  await tides.say(bo, '/me looks')
  const id = await tides.say(
    bo,
    '```spoiler Why\nBecause.\n```\n\n[link](https://example.com) <time:2026-11-22T10:00:00Z>',
  )
  await ada.wire.ask('POST /messages/{message_id}/reactions', { message_id: id, emoji_name: 'heart' })
  await using own = await harbour.pageOf(bo, {}, tides.path)
  await messages(own.page).last().hover()
  expect(await violationsInBothThemes(own.page)).toEqual([])
})
