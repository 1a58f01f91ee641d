/** What somebody finds who has just started the server, and comes for the first time. */
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { newContext } from './kit/browser.ts'
import { messages } from './kit/talk.ts'

/** A page of a demo account, after one click. */
async function openAsNewcomer(name: string): Promise<Page> {
  const page = await (await newContext()).newPage()
  await page.goto(`http://localhost:${inject('port')}`)
  await page.getByRole('group', { name: 'Demo accounts' }).getByRole('button', { name, exact: true }).click()
  return page
}

/** Goes to a topic as somebody does who knows nothing but what is there. */
async function read(page: Page, stream: string, topic: string): Promise<void> {
  const streams = page.getByRole('navigation', { name: 'Streams' })
  await streams.getByRole('link', { name: new RegExp(`^${stream}`) }).click()
  await streams.getByRole('link', { name: new RegExp(`^${topic}`) }).click()
  await page.getByRole('heading', { name: `${stream} › ${topic}`, level: 1 }).waitFor()
}

test('one comes in by one click, reads, and what one writes reaches the others', async () => {
  const [page, others] = [await openAsNewcomer('owner@demo.test'), await openAsNewcomer('member@demo.test')]
  try {
    // There is something new, and it is said where.
    await page
      .getByRole('main')
      .getByRole('link', { name: /trying things out/ })
      .first()
      .waitFor()
    await read(page, 'general', 'welcome')
    await messages(page).filter({ hasText: 'Every message has a stream and a topic.' }).waitFor()
    expect(await messages(page).count()).toBeGreaterThan(2)
    await read(page, 'general', 'trying things out')
    await messages(page).filter({ hasText: 'for all keys' }).waitFor()

    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Is anybody here?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await messages(page).filter({ hasText: 'Is anybody here?' }).waitFor()
    await read(others, 'general', 'trying things out')
    await messages(others).filter({ hasText: 'Is anybody here?' }).waitFor()
  } finally {
    for (const one of [page, others]) await one.context().close()
  }
})
