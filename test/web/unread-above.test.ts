import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const offer = (page: Page) => page.getByRole('group', { name: /^\d+ unread above$/ })
const unreadLink = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}, \\d+ unread`) })

/** A topic with so much unread that its end and its beginning are far apart, opened at its end. */
async function openTopic(page: Page, path: string): Promise<void> {
  await page.goto(harbour.origin + path)
  await page.getByRole('button', { name: 'Newest messages' }).click()
  await page.getByText(/^Number 60$/).waitFor()
}

test('what was passed over is offered at the end of a conversation, and moves nothing', async () => {
  const tides = await talk([ada, bo])
  for (let number = 1; number <= 60; number += 1) await tides.say(ada, `Number ${number}`)
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await openTopic(page, tides.path)
  const last = messages(page).last()
  const { y } = (await last.boundingBox())!
  await offer(page).waitFor()
  expect(Math.abs((await last.boundingBox())!.y - y)).toBeLessThan(1)
  expect(await violationsInBothThemes(page)).toEqual([])
  await offer(page).getByRole('button', { name: 'First unread' }).click()
  await page.getByRole('separator', { name: 'Unread messages' }).waitFor()
  await offer(page).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Newest messages' }).click()
  await offer(page).getByRole('button', { name: 'Mark as read' }).click()
  await unreadLink(page, tides.name).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await unreadLink(page, tides.name).waitFor()
})

test('a conversation is marked as read by a key, and by the menu of its heading', async () => {
  const tides = await talk([ada, bo])
  for (let number = 1; number <= 60; number += 1) await tides.say(ada, `Number ${number}`)
  await using own = await harbour.pageOf(bo)
  const { page } = own
  await openTopic(page, tides.path)
  await page.keyboard.press('Shift+Escape')
  await unreadLink(page, tides.name).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await unreadLink(page, tides.name).waitFor()
  await page.getByRole('banner').click()
  await page.getByRole('main').getByRole('button', { name: 'Topic actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark as read' }).click()
  await unreadLink(page, tides.name).waitFor({ state: 'detached' })
})

test('a conversation that is read to its end offers nothing, and says where it begins; mentions do not begin', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'Hello @**Bo Lindqvist**')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  await page.getByText('Beginning of the conversation').waitFor()
  await unreadLink(page, tides.name).waitFor({ state: 'detached' })
  expect(await offer(page).count()).toBe(0)
  await page.goto(`${harbour.origin}/#narrow/stream/${tides.stream_id}`)
  await page.getByText('Beginning of the stream').waitFor()
  await page.goto(`${harbour.origin}/#narrow/is/mentioned`)
  await page.getByText('No older messages').waitFor()
})
