/** Whole days in short: what people do one after the other, in real browsers on the real server. */
import { expect, test, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { Organization, type Person } from './kit/organization.ts'
import { action, choose, messages, talk, type Talk } from './kit/talk.ts'
import { saveNow, waitUntilSaved } from './kit/worker.ts'

// Noticing that the network is gone takes the client ten seconds.
vi.setConfig({ testTimeout: 90_000 })

/** Milliseconds within which everybody has noticed what the network does. */
const patience = 30_000

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

async function send(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** The texts of a topic as somebody else gets them from the server. */
async function textsFor(person: Person, { name }: Talk): Promise<string[]> {
  const narrow = [
    { operator: 'stream', operand: name },
    { operator: 'topic', operand: 'high water' },
  ]
  const { messages: found } = await person.wire.ask('GET /messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow,
    apply_markdown: false,
  })
  return found.map(({ content }) => content)
}

test('two people talk in two browsers', async () => {
  const tides = await talk([ada, bo])
  await using adas = await harbour.pageOf(ada, {}, tides.path)
  await using bos = await harbour.pageOf(bo, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }, tides.path)
  await send(adas.page, 'Is it high?')
  await messages(bos.page).filter({ hasText: 'Is it high?' }).waitFor()
  await send(bos.page, 'It is.')
  await messages(adas.page).filter({ hasText: 'It is.' }).waitFor()
  for (const { page } of [adas, bos]) await expect.poll(() => messages(page).count()).toBe(2)
})

test('what is done without the network is done once, also after a reload', async () => {
  const tides = await talk([ada, bo])
  const message_id = await tides.say(ada, 'Before')
  const liked = await tides.say(bo, 'Like this')
  await using own = await harbour.pageOf(ada, { serviceWorkers: 'allow' }, tides.path)
  await using other = await harbour.pageOf(bo, {}, tides.path)
  const { page, context } = own
  await messages(page).filter({ hasText: 'Like this' }).waitFor()
  await waitUntilSaved(page)
  await context.setOffline(true)
  for (const text of ['One', 'Two', 'Three']) await send(page, text)
  await page.getByRole('banner').getByRole('status').filter({ hasText: 'Offline' }).waitFor({ timeout: patience })
  await messages(page).filter({ hasText: 'Like this' }).hover()
  await page.getByRole('button', { name: 'Star', exact: true }).click()
  await saveNow(page)
  await page.reload()
  await messages(page).filter({ hasText: 'Before' }).waitFor()
  for (const text of ['One', 'Two', 'Three']) await page.getByRole('main').getByText(text, { exact: true }).waitFor()
  await context.setOffline(false)
  await messages(other.page).filter({ hasText: 'Three' }).waitFor({ timeout: patience })
  await expect
    .poll(() => textsFor(bo, tides), { timeout: patience })
    .toEqual(['Before', 'Like this', 'One', 'Two', 'Three'])
  expect(await messages(other.page).count()).toBe(5)
  await expect.poll(async () => await flagsOf(ada, liked), { timeout: patience }).toContain('starred')
  expect(await flagsOf(ada, message_id)).not.toContain('starred')
  await expect.poll(() => page.getByText('Sending', { exact: true }).count(), { timeout: patience }).toBe(0)
})

test('an edit and a reaction without the network are there at once, stay, and reach the others once', async () => {
  const tides = await talk([ada, bo])
  const message_id = await tides.say(ada, 'At nine')
  const liked = await tides.say(bo, 'Good')
  await using own = await harbour.pageOf(ada, { serviceWorkers: 'allow' }, tides.path)
  await using other = await harbour.pageOf(bo, {}, tides.path)
  const { page, context } = own
  await messages(page).filter({ hasText: 'Good' }).waitFor()
  await waitUntilSaved(page)
  await saveNow(page)
  // What was written is asked for when somebody begins to change it.
  await choose(page, 'At nine', 'Edit')
  const text = page.getByRole('textbox', { name: 'Message text' })
  await text.waitFor()
  await context.setOffline(true)
  await text.fill('At ten')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await messages(page).filter({ hasText: 'Good' }).hover()
  await action(page, 'Add reaction').click()
  await page.getByRole('button', { name: ':tada:', exact: true }).click()
  const waitForBoth = async (): Promise<void> => {
    await messages(page).filter({ hasText: 'At ten' }).getByText('Saving').waitFor()
    await messages(page).filter({ hasText: 'Good' }).getByRole('button', { name: ':tada:, 1, with yours' }).waitFor()
  }
  await waitForBoth()
  await saveNow(page)
  await page.reload()
  await waitForBoth()
  await context.setOffline(false)
  await messages(other.page).filter({ hasText: 'At ten' }).getByText('Edited').waitFor({ timeout: patience })
  await messages(other.page).getByRole('button', { name: ':tada:, 1', exact: true }).waitFor({ timeout: patience })
  await messages(page).filter({ hasText: 'At ten' }).getByText('Edited').waitFor({ timeout: patience })
  const { message_history } = await bo.wire.ask('GET /messages/{message_id}/history', { message_id })
  expect(message_history.map(({ content }) => content)).toEqual(['At nine', 'At ten'])
  const { message } = await bo.wire.ask('GET /messages/{message_id}', { message_id: liked })
  expect(message.reactions.map(({ emoji_name, user_id }) => [emoji_name, user_id])).toEqual([['tada', ada.id]])
  expect(await messages(other.page).count()).toBe(2)
})

async function flagsOf(person: Person, message_id: number): Promise<readonly string[]> {
  return (await person.wire.ask('GET /messages/{message_id}', { message_id })).message.flags
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('what is read in one window is read in the other', async () => {
  const tides = await talk([ada, bo])
  await using own = await harbour.pageOf(ada)
  const { page, context } = own
  const other = await context.newPage()
  await other.goto(harbour.origin)
  await tides.say(bo, 'News')
  for (const one of [page, other]) await link(one, `${tides.name}, 1 unread`).waitFor()
  await page.bringToFront()
  await page.goto(harbour.origin + tides.path)
  await messages(page).filter({ hasText: 'News' }).waitFor()
  await link(page, tides.name).waitFor()
  // Marks leave at once when nobody looks any more.
  await saveNow(page)
  await link(other, tides.name).waitFor({ timeout: patience })
})
