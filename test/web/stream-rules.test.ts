/** What holds for everybody in a stream, as those change it who administer it. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { canBeStale } from './kit/stale.ts'
import { talk, type Talk } from './kit/talk.ts'

const open = async (page: Page, { name }: Pick<Talk, 'name'>): Promise<Locator> => {
  await page.getByRole('button', { name: `About ${name}` }).click()
  const card = page.getByRole('dialog').last()
  await card.getByText(/\d subscriber/).waitFor()
  return card
}

const change = async (card: Locator): Promise<void> => card.getByText('Edit stream').click()

const streamOf = async ({ wire }: Person, { stream_id }: Pick<Talk, 'stream_id'>) =>
  (await wire.ask('GET /streams', { include_all_active: true })).streams.find((one) => one.stream_id === stream_id)

test('an administrator changes name, description and who may write, and others see it at once', async () => {
  const harbour = await Organization.found()
  const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
  const tides = await talk([ada, bo])
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  await using own = await harbour.pageOf(ada, {}, tides.path)
  await using theirs = await harbour.pageOf(bo, {}, tides.path)
  const seen = await open(theirs.page, tides)
  // Who does not administer it has nothing to change it by.
  expect(await seen.getByText('Edit stream').count()).toBe(0)
  const card = await open(own.page, tides)
  await change(card)
  // Only owners say how long messages are kept.
  expect(await card.getByRole('combobox', { name: 'Keep messages' }).count()).toBe(0)
  const name = card.getByRole('textbox', { name: 'Name' })
  await name.fill('General ')
  await name.press('Enter')
  await card.getByRole('alert').getByText('already taken. Choose another one.').waitFor()
  await name.fill('High tides')
  await name.press('Enter')
  await theirs.page.getByRole('dialog', { name: 'High tides' }).waitFor()
  const description = card.getByRole('textbox', { name: 'Description' })
  await description.fill('When the **water** comes')
  await description.blur()
  await seen.getByText('When the water comes').waitFor()
  await card.getByRole('combobox', { name: 'Who can post' }).selectOption('Administrators')
  await seen.getByText('Only administrators can post.').waitFor()
  expect(await streamOf(ada, tides)).toMatchObject({ description: 'When the **water** comes', stream_post_policy: 2 })
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('who may read a stream is changed, and asked first when more can read it than before', async () => {
  const harbour = await Organization.found()
  const tides = await talk([harbour.owner])
  await using own = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } }, tides.path)
  const card = await open(own.page, tides)
  await change(card)
  const readers = card.getByRole('combobox', { name: 'Who can read' })
  // The organization has no streams that are open to the web.
  expect(await readers.getByRole('option').allTextContents()).toEqual([
    'Public',
    'Private',
    'Private, without earlier messages',
  ])
  await readers.selectOption('Private, without earlier messages')
  await card.getByText('Only people who are added can read this stream, starting when they’re added.').first().waitFor()
  await expect
    .poll(() => streamOf(harbour.owner, tides))
    .toMatchObject({ invite_only: true, history_public_to_subscribers: false })
  await readers.selectOption('Public')
  await card.getByText('will be able to read every message ever sent here').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await card.getByRole('button', { name: 'Cancel' }).click()
  expect(await streamOf(harbour.owner, tides)).toMatchObject({ invite_only: true })
  await readers.selectOption('Public')
  await card.getByRole('button', { name: 'Open stream' }).click()
  await expect.poll(() => streamOf(harbour.owner, tides)).toMatchObject({ invite_only: false })

  await harbour.owner.wire.ask('PATCH /realm', { enable_spectator_access: true })
  await readers.selectOption('Public on the web')
  await card.getByRole('button', { name: 'Open stream' }).click()
  await expect.poll(() => streamOf(harbour.owner, tides)).toMatchObject({ is_web_public: true })
})

test('an owner says how long messages are kept, and is asked first', async () => {
  const harbour = await Organization.found()
  const tides = await talk([harbour.owner])
  await using own = await harbour.pageOf(harbour.owner, {}, tides.path)
  const card = await open(own.page, tides)
  await change(card)
  const retention = card.getByRole('combobox', { name: 'Keep messages' })
  await retention.selectOption('30 days')
  await card.getByText('messages older than 30 days are deleted').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await card.getByRole('button', { name: 'Cancel' }).click()
  expect(await streamOf(harbour.owner, tides)).toMatchObject({ message_retention_days: null })
  await retention.selectOption('Custom')
  const days = card.getByRole('textbox', { name: 'Keep messages: days' })
  await days.fill('45')
  await days.press('Enter')
  await card.getByRole('button', { name: 'Delete older messages' }).click()
  await card.getByText('Messages are deleted after 45 days.').waitFor()
  // What deletes nothing needs no question.
  await retention.selectOption('Forever')
  await expect.poll(() => streamOf(harbour.owner, tides)).toMatchObject({ message_retention_days: -1 })
})

test('people are taken out, and lists of subscribers follow', async () => {
  const harbour = await Organization.found()
  const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
  const tides = await talk([harbour.owner, ada, bo])
  await using own = await harbour.pageOf(harbour.owner, {}, tides.path)
  await using theirs = await harbour.pageOf(ada, {}, tides.path)
  const seen = await open(theirs.page, tides)
  expect(await seen.getByRole('button', { name: 'Remove Bo Lindqvist' }).count()).toBe(0)
  const card = await open(own.page, tides)
  await card.getByRole('button', { name: 'Remove Bo Lindqvist' }).click()
  await card.getByRole('heading', { name: '2 subscribers' }).waitFor()
  await seen.getByRole('heading', { name: '2 subscribers' }).waitFor()
  const { subscribers } = await ada.wire.ask('GET /streams/{stream_id}/members', { stream_id: tides.stream_id })
  expect(subscribers).not.toContain(bo.id)
})

test('a stream is archived once it was asked for', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  const tides = await talk([harbour.owner, ada])
  await using own = await harbour.pageOf(harbour.owner, {}, tides.path)
  await using theirs = await harbour.pageOf(ada)
  const link = theirs.page.getByRole('navigation', { name: 'Streams' }).getByRole('link', { name: tides.name })
  await link.waitFor()
  const card = await open(own.page, tides)
  await card.getByRole('button', { name: 'Archive stream' }).click()
  await card.getByRole('alert').getByText(`Archive ${tides.name}?`).waitFor()
  await card.getByText('You can’t undo this.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await card.getByRole('button', { name: 'Archive now' }).click()
  await own.page.getByText(`${tides.name} was archived.`).waitFor()
  await link.waitFor({ state: 'detached' })
  expect(await own.page.getByRole('dialog').count()).toBe(0)
  expect(await streamOf(harbour.owner, tides)).toBeUndefined()
})

test('an administrator who cannot read a private stream cannot let others read it', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  const name = 'budget'
  await ada.wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name }], invite_only: true })
  await using own = await harbour.pageOf(harbour.owner)
  await own.page.getByRole('navigation', { name: 'Streams' }).getByRole('button', { name: 'All streams' }).click()
  await own.page.getByRole('dialog', { name: 'All streams' }).getByRole('link', { name, exact: true }).click()
  const card = own.page.getByRole('dialog', { name, exact: true })
  await change(card)
  await card.getByText('Only its subscribers can change').waitFor()
  expect(await card.getByRole('combobox', { name: 'Who can read' }).count()).toBe(0)
  expect(await card.getByRole('button', { name: 'Join stream' }).count()).toBe(0)
  await card.getByText('Only its subscribers can add you').waitFor()
})

test('a stream that newcomers are subscribed to is not offered to become private', async () => {
  const harbour = await Organization.found()
  const { stream_id } = await harbour.owner.wire.ask('GET /get_stream_id', { stream: 'general' })
  await using own = await harbour.pageOf(harbour.owner, {}, `/#narrow/stream/${stream_id}`)
  const card = await open(own.page, { name: 'general' })
  await change(card)
  const readers = card.getByRole('combobox', { name: 'Who can read' })
  expect(await readers.getByRole('option').allTextContents()).toEqual(['Public'])
})

test('a page that does not know yet is refused in place', async () => {
  const harbour = await Organization.found()
  const ada = await harbour.person('Ada Park')
  const tides = await talk([ada, harbour.owner])
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 200 })
  await using own = await harbour.pageOf(ada, {}, tides.path)
  const beStale = await canBeStale(own.page)
  const card = await open(own.page, tides)
  await change(card)
  beStale()
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 400 })
  const refusal = card.getByRole('alert').getByText('You don’t have permission to do this.')
  await card.getByRole('combobox', { name: 'Who can post' }).selectOption('Administrators')
  await refusal.waitFor()
  expect(await card.getByRole('combobox', { name: 'Who can post' }).inputValue()).toBe('1')
  await card.getByRole('button', { name: 'Archive stream' }).click()
  await card.getByRole('button', { name: 'Archive now' }).click()
  await refusal.nth(1).waitFor()
  expect(await streamOf(harbour.owner, tides)).toMatchObject({ stream_post_policy: 1 })
})

test('a stream is made in which only some may write, and that is private without its past', async () => {
  const harbour = await Organization.found()
  await using own = await harbour.pageOf(harbour.owner)
  await own.page.getByRole('navigation', { name: 'Streams' }).getByRole('button', { name: 'All streams' }).click()
  await own.page.getByRole('button', { name: 'Create stream' }).click()
  const card = own.page.getByRole('dialog', { name: 'Create stream' })
  await card.getByRole('textbox', { name: 'Name' }).fill('Notices')
  await card.getByRole('radio', { name: 'Private, without earlier messages' }).check()
  await card.getByRole('combobox', { name: 'Who can post' }).selectOption('Moderators and administrators')
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await card.getByRole('button', { name: 'Create stream' }).click()
  await own.page.getByRole('heading', { name: 'Notices', level: 1 }).waitFor()
  const { stream_id } = await harbour.owner.wire.ask('GET /get_stream_id', { stream: 'Notices' })
  expect(await streamOf(harbour.owner, { stream_id })).toMatchObject({
    invite_only: true,
    history_public_to_subscribers: false,
    stream_post_policy: 4,
  })
})

test('each role is offered the streams that it may make, and a page that does not know yet is refused in place', async () => {
  const harbour = await Organization.found()
  const [ada, gil] = [await harbour.person('Ada Park'), await harbour.person('Gil Guest')]
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: gil.id, role: 600 })
  const change = (policies: object): Promise<unknown> => harbour.owner.wire.ask('PATCH /realm', policies)
  await change({ create_private_stream_policy: 2 })
  await using own = await harbour.pageOf(ada)
  const beStale = await canBeStale(own.page)
  const { page } = own
  await page.getByRole('navigation', { name: 'Streams' }).getByRole('button', { name: 'All streams' }).click()
  const create = page.getByRole('button', { name: 'Create stream' })
  await create.click()
  const card = page.getByRole('dialog', { name: 'Create stream' })
  const kinds = card.getByRole('group', { name: 'Who can read' }).getByRole('radio')
  await kinds.first().waitFor()
  expect(await kinds.count()).toBe(1)
  await change({ create_private_stream_policy: 1, enable_spectator_access: true, create_web_public_stream_policy: 4 })
  await expect.poll(() => kinds.count()).toBe(3)
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: ada.id, role: 300 })
  await expect.poll(() => kinds.count()).toBe(4)
  beStale()
  await change({ create_public_stream_policy: 2 })
  await card.getByRole('textbox', { name: 'Name' }).fill('Cranes')
  await create.click()
  await card.getByRole('alert').getByText('You don’t have permission to do this.').waitFor()

  // Guests make none.
  await using guests = await harbour.pageOf(gil)
  await guests.page.getByRole('button', { name: 'Your account' }).click()
  await guests.page.getByRole('menuitem', { name: 'All streams' }).click()
  await guests.page.getByRole('dialog', { name: 'All streams' }).waitFor()
  expect(await guests.page.getByRole('button', { name: 'Create stream' }).count()).toBe(0)
})
