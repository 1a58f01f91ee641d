import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Organization } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

/** The first message in sight, and how far it is from the top. */
const inSight = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const list = main.querySelector('[data-id]')!.parentElement!.parentElement!.getBoundingClientRect()
    const all = [...main.querySelectorAll('[data-id]')].map((one) => ({ one, box: one.getBoundingClientRect() }))
    const { one, box } = all.find((each) => each.box.bottom > list.top)!
    return `${one.getAttribute('data-id')} at ${Math.round(box.top - list.top)}`
  })

/** Scrolls back, and waits until it is remembered where. */
async function scrollBack(page: Page): Promise<string> {
  await messages(page).last().hover()
  await page.mouse.wheel(0, -700)
  await expect.poll(() => page.evaluate(() => Boolean((history.state as { left?: object } | null)?.left))).toBe(true)
  return inSight(page)
}

test('whoever comes back finds the message where it was', async () => {
  const [tides, piers] = [await talk([ada, bo]), await talk([ada, bo])]
  for (let number = 1; number <= 60; number += 1) await tides.say(ada, `Number ${number}`)
  const first = await piers.say(ada)
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await messages(page)
    .filter({ hasText: /Number 60$/ })
    .waitFor()
  // What is out of sight is drawn a moment later.
  await messages(page)
    .filter({ hasText: /Number 30$/ })
    .waitFor()
  const before = await scrollBack(page)
  await page.goto(harbour.origin + piers.path)
  await messages(page)
    .and(page.locator(`[data-id="${first}"]`))
    .waitFor()
  await page.goto(harbour.origin + tides.path)
  await messages(page).first().waitFor()
  await expect.poll(() => inSight(page)).toBe(before)
  await page.goto(`${harbour.origin}/#recent`)
  await page.getByRole('heading', { name: 'Recent conversations', level: 1 }).waitFor()
  await page.goBack()
  await messages(page).first().waitFor()
  await expect.poll(() => inSight(page)).toBe(before)

  // What is unread comes first.
  await page.goto(harbour.origin + piers.path)
  await messages(page)
    .and(page.locator(`[data-id="${first}"]`))
    .waitFor()
  await tides.say(bo, 'What is new')
  await page.getByRole('link', { name: new RegExp(`^${tides.name}, 1 unread`) }).waitFor()
  await page.goto(harbour.origin + tides.path)
  await page.getByRole('separator', { name: 'Unread messages' }).waitFor()
  await messages(page).filter({ hasText: 'What is new' }).waitFor()
})

test('what is marked as unread stays so until one comes to it again', async () => {
  const tides = await talk([ada, bo])
  for (let number = 1; number <= 3; number += 1) await tides.say(ada, `Number ${number}`)
  await using own = await harbour.pageOf(bo, {}, tides.path)
  const { page } = own
  const unread = (count: number) => page.getByRole('link', { name: `${tides.name}, ${count} unread`, exact: true })
  await messages(page).nth(2).waitFor()
  await unread(3).waitFor({ state: 'detached' })
  await messages(page).nth(1).hover()
  await page.getByRole('toolbar', { name: 'Message actions' }).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark as unread from here' }).click()
  await unread(2).waitFor()
  // Longer than it takes to read something, with something new that is read.
  const id = await tides.say(ada, 'Number 4')
  await messages(page)
    .and(page.locator(`[data-id="${id}"]`))
    .waitFor()
  await unread(3).waitFor()
  await unread(2).waitFor()
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await page.getByRole('link', { name: `2 unread: ${tides.name} › high water` }).click()
  await unread(2).waitFor({ state: 'detached' })
})
