import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization } from './kit/organization.ts'
import { action, choose, messages, talk } from './kit/talk.ts'
import { waitUntilSaved } from './kit/worker.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const text = (page: Page) => page.getByRole('textbox', { name: 'Message text' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('a message is changed in its place, from what was written', async () => {
  const tides = await talk([ada, bo])
  const message_id = await tides.say(ada, 'It is **in**.')
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await choose(page, 'It is in.', 'Edit')
  await expect.poll(() => text(page).inputValue()).toBe('It is **in**.')
  expect(await text(page).evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])
  await text(page).fill('It is **out**.')
  await page.keyboard.press('Control+Enter')
  await messages(page).filter({ hasText: 'It is out.' }).getByText('Edited').waitFor()
  expect(await text(page).count()).toBe(0)
  const { raw_content } = await bo.wire.ask('GET /messages/{message_id}', { message_id })
  expect(raw_content).toBe('It is **out**.')
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('article')
})

test('what was sent from here is changed without the network, and told once it is back', async () => {
  const tides = await talk([ada, bo])
  await using own = await harbour.pageOf(ada, { serviceWorkers: 'allow' }, tides.path)
  const { page, context } = own
  await waitUntilSaved(page)
  await page.reload()
  await page.getByRole('textbox', { name: 'Message' }).fill('We sail at **nine**')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const sent = messages(page).filter({ hasText: 'We sail at nine' })
  await sent.waitFor()
  await expect.poll(() => sent.getByText('Sending').count()).toBe(0)
  const message_id = Number(await sent.getAttribute('data-id'))
  await context.setOffline(true)
  await choose(page, 'We sail at nine', 'Edit')
  await expect.poll(() => text(page).inputValue()).toBe('We sail at **nine**')
  await text(page).fill('We sail at **ten**')
  await save(page).click()
  await messages(page).filter({ hasText: 'ten' }).waitFor()
  await context.setOffline(false)
  await expect
    .poll(async () => (await bo.wire.ask('GET /messages/{message_id}', { message_id })).raw_content)
    .toBe('We sail at **ten**')
})

test('what is being changed is kept while messages come, elsewhere, and after a reload', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'At nine')
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await choose(page, 'At nine', 'Edit')
  await text(page).fill('At ten')
  await tides.say(bo, 'When?')
  await messages(page).filter({ hasText: 'When?' }).waitFor()
  expect(await text(page).inputValue()).toBe('At ten')
  await page.getByRole('link', { name: 'Starred', exact: true }).click()
  await page.getByRole('heading', { name: 'Starred', exact: true }).waitFor()
  await page.goBack()
  await expect.poll(() => text(page).inputValue()).toBe('At ten')
  await page.reload()
  await expect.poll(() => text(page).inputValue()).toBe('At ten')
  await text(page).press('Escape')
  await messages(page).filter({ hasText: 'At nine' }).waitFor()
  expect(await text(page).count()).toBe(0)
  await page.reload()
  await messages(page).filter({ hasText: 'At nine' }).waitFor()
  expect(await text(page).count()).toBe(0)
})

test('an arrow up in an empty box changes one’s newest message', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'Mine')
  await tides.say(bo, 'Not mine')
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await messages(page).filter({ hasText: 'Not mine' }).waitFor()
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.press('ArrowUp')
  await expect.poll(() => text(page).inputValue()).toBe('Mine')
  await text(page).press('Escape')
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a refused change says why, and keeps the text', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'At nine')
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const { page } = own
  await choose(page, 'At nine', 'Edit')
  await text(page).fill('At ten')
  await page.context().setOffline(true)
  await save(page).click()
  await messages(page).filter({ hasText: 'At ten' }).getByText('Saving').waitFor()
  await harbour.owner.wire.ask('PATCH /realm', { allow_message_editing: false })
  await page.context().setOffline(false)
  await page.getByRole('alert').getByText('Your organization has turned off message editing').waitFor()
  expect(await text(page).inputValue()).toBe('At ten')
  await harbour.owner.wire.ask('PATCH /realm', { allow_message_editing: true })
  await page.getByRole('button', { name: 'Try again' }).click()
  await messages(page).filter({ hasText: 'At ten' }).getByText('Edited').waitFor()
})

test('only those who may are offered to change a message', async () => {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'Hers')
  await using own = await harbour.pageOf(bo, {}, tides.path)
  await messages(own.page).hover()
  await action(own.page, 'More actions').click()
  await own.page.getByRole('menuitem', { name: 'Quote' }).waitFor()
  expect(await own.page.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0)
})
