import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { messages, talk } from './kit/talk.ts'

const harbour = await Organization.found()
const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const hashOf = (page: Page): string => new URL(page.url()).hash
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** A page of somebody in a conversation with one message. */
async function pageInTopic(person: Person, size = {}) {
  const tides = await talk([ada, bo])
  await tides.say(ada, 'High water at noon')
  const own = await harbour.pageOf(person, size, tides.path)
  await messages(own.page).getByText('High water at noon').waitFor()
  return { own, page: own.page, tides, hash: hashOf(own.page) }
}

test('Back closes a dialog, forward opens it, and the conversation stays behind it', async () => {
  const { own, page, hash } = await pageInTopic(bo)
  await using _ = own
  await messages(page).getByRole('button', { name: 'Ada Park' }).click()
  await dialog(page, 'Ada Park').waitFor()
  expect(hashOf(page)).toBe(`#user/${ada.id}`)
  expect(await messages(page).getByText('High water at noon').isVisible()).toBe(true)
  await page.goBack()
  await dialog(page, 'Ada Park').waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(hash)
  await page.goForward()
  await dialog(page, 'Ada Park').waitFor()
})

test('a dialog that is closed leaves nothing to go back through', async () => {
  const { own, page, hash } = await pageInTopic(bo)
  await using _ = own
  await page.goto(`${harbour.origin}/#inbox`)
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await page.goto(`${harbour.origin}/#streams/all`)
  await page.goto(`${harbour.origin}/#user/${ada.id}`)
  await dialog(page, 'Ada Park').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hashOf(page)).toBe('#inbox')
  await page.goBack()
  await expect.poll(() => hashOf(page)).toBe(hash)
  await messages(page).getByText('High water at noon').waitFor()
})

test('a reload keeps the dialog and what stands behind it', async () => {
  const { own, page, hash } = await pageInTopic(bo)
  await using _ = own
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await tab(page, 'Notifications').click()
  expect(hashOf(page)).toBe('#settings/notifications')
  await page.reload()
  await tab(page, 'Notifications')
    .and(page.getByRole('tab', { selected: true }))
    .waitFor()
  await messages(page).getByText('High water at noon').waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await dialog(page, 'Settings').waitFor({ state: 'detached' })
  await expect.poll(() => hashOf(page)).toBe(hash)
})

test('pages of the settings take each other’s place in the history', async () => {
  const { own, page, hash } = await pageInTopic(bo)
  await using _ = own
  await page.goto(`${harbour.origin}/#settings/profile`)
  await tab(page, 'Account').click()
  await tab(page, 'Files').click()
  expect(hashOf(page)).toBe('#settings/files')
  await page.goBack()
  await dialog(page, 'Settings').waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(hash)
})

test('a link that was opened first closes to the inbox', async () => {
  await using own = await harbour.pageOf(bo, {}, '/#settings/account')
  const { page } = own
  await page.getByRole('tabpanel', { name: 'Account' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  await dialog(page, 'Settings').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await expect.poll(() => hashOf(page)).toBe('#inbox')
})

test('items of the organization have addresses', async () => {
  const { user_id } = await harbour.owner.wire.ask('POST /bots', {
    full_name: 'Tide bot',
    short_name: crypto.randomUUID(),
    bot_type: 1,
  })
  await using own = await harbour.pageOf(harbour.owner, {}, `/#organization/bots/${user_id}`)
  const { page } = own
  const settings = dialog(page, 'Settings')
  await settings.getByRole('heading', { name: 'Tide bot' }).waitFor()
  await settings.getByRole('button', { name: 'All bots' }).click()
  expect(hashOf(page)).toBe('#organization/bots')
  await settings.getByRole('button', { name: 'Edit Tide bot' }).click()
  await settings.getByRole('heading', { name: 'Tide bot' }).waitFor()
  expect(hashOf(page)).toBe(`#organization/bots/${user_id}`)
  await page.goto(`${harbour.origin}/#organization/bots/999999`)
  await settings.getByRole('alert').getByText('This doesn’t exist, or you can’t change it.').waitFor()
})

test('streams have addresses: the list, a part of it, a new one and each of them', async () => {
  const tides = await talk([ada, bo])
  await using own = await harbour.pageOf(bo, {}, `/#streams/${tides.stream_id}/${tides.name}`)
  const { page } = own
  await dialog(page, tides.name).getByRole('heading', { name: '2 subscribers' }).waitFor()
  await page.goto(`${harbour.origin}/#streams/subscribed`)
  const list = dialog(page, 'All streams')
  await list.getByRole('button', { name: 'Joined', pressed: true }).waitFor()
  await list.getByRole('button', { name: 'All', exact: true }).click()
  expect(hashOf(page)).toBe('#streams/all')
  await page.goto(`${harbour.origin}/#streams/new`)
  await dialog(page, 'Create stream').waitFor()
})

test.each([
  ['#settings/nothing', 'Settings', 'This page doesn’t exist, or you don’t have access to it.'],
  ['#organization/exports', 'Settings', 'This page doesn’t exist, or you don’t have access to it.'],
  ['#settings/profile/7', 'Settings', 'This page doesn’t exist, or you don’t have access to it.'],
  ['#passwords', 'Settings', 'This page doesn’t exist, or you don’t have access to it.'],
  ['#streams/999999', 'Stream', 'This stream doesn’t exist, or you don’t have access to it.'],
  ['#streams/%E0%A4%A', 'Stream', 'This stream doesn’t exist, or you don’t have access to it.'],
  ['#user/nobody', 'Unknown person', 'Nobody here has this ID.'],
  ['#groups/999999', 'Group', 'This group no longer exists.'],
])('%s says that there is nothing, and closes to the inbox', async (address, title, text) => {
  await using own = await harbour.pageOf(bo, {}, `/${address}`)
  const { page } = own
  await dialog(page, title).getByText(text).first().waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, title).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
})

test('on a phone, a page of the settings is opened by its address', async () => {
  const { own, page, hash } = await pageInTopic(bo, { viewport: { width: 390, height: 844 } })
  await using _ = own
  await page.goto(`${harbour.origin}/#settings/sessions`)
  const settings = dialog(page, 'Settings')
  await settings.getByRole('heading', { name: 'Sessions and keys' }).waitFor()
  await settings.getByRole('button', { name: 'All settings' }).click()
  await settings.getByRole('button', { name: 'Profile' }).click()
  expect(hashOf(page)).toBe('#settings/profile')
  await page.goBack()
  await settings.waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(hash)
})
