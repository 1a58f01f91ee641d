import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { action, choose, messages, longPress, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

test('any emoji is found and reacted with, and who reacted is told', async () => {
  const tides = await talk([ada, bo])
  const message_id = await tides.say(ada)
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await messages(page).hover()
  await action(page, 'Add reaction').click()
  await page.getByRole('tab', { name: 'Animals and nature' }).click()
  await page.getByRole('button', { name: ':octopus:' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Find emoji' }).fill('octop')
  await page.keyboard.press('Enter')
  const chip = page.getByRole('button', { name: ':octopus:, 1, with yours' })
  await chip.waitFor()
  await ada.wire.ask('POST /messages/{message_id}/reactions', { message_id, emoji_name: 'octopus' })
  await page.getByRole('button', { name: ':octopus:, 2, with yours' }).hover()
  await page
    .getByRole('tooltip')
    .getByText(/Bo Lindqvist and Ada Park|Ada Park and Bo Lindqvist/)
    .waitFor()
  await messages(page).hover()
  await action(page, 'Add reaction').click()
  await page.getByRole('region', { name: 'Recently used' }).getByRole('button', { name: ':octopus:' }).waitFor()
  await page.keyboard.press('Escape')
  await choose(page, 'Hello!', 'View reactions')
  const list = page.getByRole('dialog', { name: 'Reactions' })
  await list.getByText('Ada Park').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('a message is quoted where it stands, or only what is selected of it', async () => {
  const tides = await talk([ada, bo])
  const id = await tides.say(ada, 'High **water** is at ```nine```.\n```\nor\n```')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await choose(page, 'High water', 'Quote')
  const address = `${harbour.origin}/#narrow/stream/${tides.stream_id}-${tides.name.replace(' ', '-')}/topic/high.20water/near/${id}`
  const head = `@_**Ada Park|${ada.id}** [said](${address}):\n`
  await expect
    .poll(() => box(page).inputValue())
    .toBe(`${head}\`\`\`\`quote\nHigh **water** is at \`\`\`nine\`\`\`.\n\`\`\`\nor\n\`\`\`\n\`\`\`\`\n`)
  expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true)
  await box(page).fill('')
  await messages(page).locator('strong').getByText('water').dblclick()
  await choose(page, 'High water', 'Quote')
  await expect.poll(() => box(page).inputValue()).toBe(`${head}\`\`\`quote\nwater\n\`\`\`\n`)
})

test('the text is copied as it was written, and shown', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'It is **in**.')
  await using own = await harbour.pageOf(bo, clipboard, tides.path)
  const { page } = own
  await choose(page, 'It is in.', 'Copy text')
  await page.getByText('Text copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('It is **in**.')
  await choose(page, 'It is in.', 'View source')
  await page.getByRole('dialog').getByText('It is **in**.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('who has read a message is told', async () => {
  const tides = await talk([ada, bo])
  const id = await tides.say(ada)
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await choose(page, 'Hello!', 'View read receipts')
  await page.getByText('Nobody has read it yet.').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.closest('article') !== null)).toBe(true)
  await bo.wire.ask('POST /messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await choose(page, 'Hello!', 'View read receipts')
  await page.getByRole('dialog').getByText('Bo Lindqvist').waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('a message is moved or edited, and its history tells both', async () => {
  const tides = await talk([ada, bo])
  const message_id = await tides.say(ada, 'At nine')
  await using own = await harbour.pageOf(bo, {}, `/#narrow/stream/${tides.stream_id}`)
  const { page } = own
  await messages(page).filter({ hasText: 'At nine' }).waitFor()
  await ada.wire.ask('PATCH /messages/{message_id}', { message_id, topic: 'low water' })
  await messages(page).getByText('Moved', { exact: true }).waitFor()
  await ada.wire.ask('PATCH /messages/{message_id}', { message_id, content: 'At ten' })
  await messages(page).getByText('Edited', { exact: true }).waitFor()
  await choose(page, 'At ten', 'View history')
  const history = page.getByRole('dialog', { name: 'Message history' })
  await history.getByText('Moved from high water to low water').waitFor()
  expect(await history.locator('.highlight_text_deleted').textContent()).toBe('nine')
  expect(await history.locator('.highlight_text_inserted').textContent()).toBe('ten')
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('a finger that rests opens the actions, which cover nothing of the message', async () => {
  const tides = await talk([ada, bo])
  await tides.say(bo, 'Before')
  await tides.say(ada, 'Short')
  await using own = await harbour.pageOf(
    bo,
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    tides.path,
  )
  const { page } = own
  const message = messages(page).filter({ hasText: 'Short' })
  await message.waitFor()
  await longPress(message.getByText('Short'))
  const bar = page.getByRole('toolbar', { name: 'Message actions' })
  await bar.getByRole('button', { name: 'Add reaction' }).waitFor()
  const [own_, bars] = [(await message.boundingBox())!, (await bar.boundingBox())!]
  expect(bars.y + bars.height <= own_.y + 1 || bars.y >= own_.y + own_.height - 1).toBe(true)
  expect(bars.x).toBeGreaterThanOrEqual(0)
  await bar.getByRole('button', { name: 'More actions' }).tap()
  await page.getByRole('menuitem', { name: 'Quote' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
})
