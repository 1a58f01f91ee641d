/** Bots: making them, their keys, what is changed about them, their end and bringing back, and who may what of that. */
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { canBeStale } from './kit/stale.ts'

/** An organization with members and an administrator. */
async function world() {
  const harbour = await Organization.found()
  const [ada, bo, admin] = [
    await harbour.person('Ada Park'),
    await harbour.person('Bo Lindqvist'),
    await harbour.person('Alba Admin'),
  ]
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: admin.id, role: 200 })
  return { harbour, ada, bo, admin }
}

/** Who a program is that logs in. */
async function readAccount(origin: string, email: string, key: string) {
  const answer = await fetchLocally(`${origin}/api/v1/users/me`, {
    headers: { Authorization: `Basic ${btoa(`${email}:${key}`)}` },
  })
  return (await answer.json()) as { result: string; full_name: string }
}

/** A bot as its owner knows it. */
const botOf = async ({ wire }: Person, full_name: string) =>
  (await wire.ask('POST /register', { event_types: ['realm_bot'] })).realm_bots?.find(
    (bot) => bot.full_name === full_name,
  )

test('a member makes a bot, whose key is shown once, copied, downloaded and replaced', async () => {
  provokes(refusalLine(400, '/bots'))
  const { harbour, ada, admin } = await world()
  await using own = await harbour.pageOf(ada, { acceptDownloads: true })
  await using others = await harbour.pageOf(admin, { viewport: { width: 390, height: 844 } })
  const elsewhere = await openSettings(others.page, 'Bots')
  const settings = await openSettings(own.page, 'Bots')
  await settings.getByText('No bots yet.').waitFor()
  await settings.getByRole('button', { name: 'Create bot' }).click()
  const make = settings.getByRole('button', { name: 'Create bot' })
  await make.click()
  await settings.getByText('Enter a name for the bot.').waitFor()
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('Tide Gull 2')
  expect(await settings.getByRole('textbox', { name: 'Short name' }).inputValue()).toBe('tide-gull-2')
  await settings.getByText(/Email: tide-gull-2-bot@/).waitFor()
  await settings.getByRole('textbox', { name: 'Short name' }).fill('a b')
  await make.click()
  await settings.getByRole('alert').getByText('Bad name or username').waitFor()
  await settings.getByRole('textbox', { name: 'Short name' }).fill('tide')
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await make.click()
  await settings.getByText('Tide Gull 2 was created.').waitFor()
  const first = await settings.getByRole('textbox', { name: 'API key' }).inputValue()
  const [download] = await Promise.all([
    own.page.waitForEvent('download'),
    settings.getByRole('button', { name: 'Download zuliprc' }).click(),
  ])
  const { email } = (await botOf(ada, 'Tide Gull 2'))!
  expect(download.suggestedFilename()).toBe('zuliprc')
  expect(await text(await download.createReadStream())).toBe(
    `[api]\nemail=${email}\nkey=${first}\nsite=${harbour.origin}\n`,
  )
  expect(await readAccount(harbour.origin, email, first)).toMatchObject({ full_name: 'Tide Gull 2' })
  expect(await violationsInBothThemes(own.page)).toEqual([])

  // An administrator sees it at once.
  await elsewhere.getByText('Generic · owned by Ada Park').waitFor()
  await elsewhere.getByRole('button', { name: 'Edit Tide Gull 2' }).click()
  await elsewhere.getByRole('button', { name: 'Create new key' }).waitFor()
  expect(await violationsInBothThemes(others.page)).toEqual([])

  await settings.getByRole('button', { name: 'All bots' }).click()
  await settings.getByRole('button', { name: 'Edit Tide Gull 2' }).click()
  expect(await settings.getByRole('textbox', { name: 'API key' }).count()).toBe(0)
  await settings.getByRole('button', { name: 'Create new key' }).click()
  await settings.getByRole('alert').getByText('The old key stops working right away').waitFor()
  await settings.getByRole('button', { name: 'Create now' }).click()
  const second = await settings.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(await readAccount(harbour.origin, email, first)).toMatchObject({ result: 'error' })
  expect(await readAccount(harbour.origin, email, second)).toMatchObject({ full_name: 'Tide Gull 2' })
})

test('name, streams and owner are changed, and others see it at once', async () => {
  provokes(refusalLine(400, '/bots'))
  const { harbour, bo, admin } = await world()
  await bo.wire.ask('POST /bots', { full_name: 'Tern', short_name: 'tern' })
  await using own = await harbour.pageOf(bo)
  await using others = await harbour.pageOf(admin)
  const elsewhere = await openSettings(others.page, 'Bots')
  await elsewhere.getByRole('button', { name: 'Edit Tern' }).click()
  const settings = await openSettings(own.page, 'Bots')
  await settings.getByRole('button', { name: 'Edit Tern' }).click()
  // Members do not give roles.
  expect(await settings.getByRole('combobox', { name: 'Role' }).count()).toBe(0)

  const name = settings.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Ada Park')
  await name.press('Enter')
  await settings.getByRole('alert').getByText('This name is already taken.').waitFor()
  await name.fill('Arctic Tern')
  await name.press('Enter')
  await elsewhere.getByRole('heading', { name: 'Arctic Tern' }).waitFor()
  await settings.getByRole('combobox', { name: 'Sends to' }).selectOption('general')
  await settings.getByRole('combobox', { name: 'Listens to' }).selectOption('general')
  await settings.getByRole('checkbox', { name: 'Listen to all public streams' }).check()
  await expect
    .poll(() => botOf(bo, 'Arctic Tern'))
    .toMatchObject({
      default_sending_stream: 'general',
      default_events_register_stream: 'general',
      default_all_public_streams: true,
    })
  const listens = elsewhere.getByRole('combobox', { name: 'Listens to' })
  await expect.poll(() => listens.inputValue()).toBe('general')
  await settings.getByRole('combobox', { name: 'Sends to' }).selectOption('None')
  await expect.poll(() => botOf(bo, 'Arctic Tern')).toMatchObject({ default_sending_stream: null })
  expect(await violationsInBothThemes(own.page)).toEqual([])

  const screen = { name: 'tern.png', mimeType: 'image/png', buffer: await own.page.screenshot() }
  await settings.locator('input[type=file]').setInputFiles(screen)
  await settings.getByRole('button', { name: 'Use picture' }).click()
  await elsewhere.locator('.picture-setting img[src*="/user_avatars/"]').waitFor()
  expect((await botOf(bo, 'Arctic Tern'))!.avatar_url).toContain('/user_avatars/')

  await elsewhere.getByRole('combobox', { name: 'Role' }).selectOption('Guest')
  const { user_id } = (await botOf(bo, 'Arctic Tern'))!
  await expect
    .poll(() => harbour.owner.wire.ask('GET /users/{user_id}', { user_id }))
    .toMatchObject({ user: { role: 600 } })

  expect(await botOf(admin, 'Arctic Tern')).toMatchObject({ owner_id: bo.id })
  await elsewhere.getByRole('button', { name: 'Offer to someone else' }).click()
  await elsewhere.getByRole('searchbox', { name: 'Find people' }).fill('alba')
  await elsewhere.getByRole('button', { name: 'Add Alba Admin' }).click()
  await elsewhere.getByRole('button', { name: 'Take over' }).click()
  // It is gone here, and there at once.
  await settings.getByText('No bots yet.').waitFor()
  await expect.poll(() => botOf(admin, 'Arctic Tern')).toMatchObject({ owner_id: admin.id })
})

test('a bot is offered, and belongs to whoever takes it; an offer is taken back and declined', async () => {
  const { harbour, ada, bo, admin } = await world()
  await bo.wire.ask('POST /bots', { full_name: 'Tern', short_name: 'tern' })
  // She may make none, and finds the offer all the same.
  await harbour.owner.wire.ask('PATCH /realm', { bot_creation_policy: 3 })
  await using own = await harbour.pageOf(bo)
  await using hers = await harbour.pageOf(ada, { viewport: { width: 390, height: 844 } })
  const settings = await openSettings(own.page, 'Bots')
  const change = settings.getByRole('button', { name: 'Edit Tern' })
  await change.click()
  const bar = hers.page.getByRole('region', { name: 'Bot offer' })
  const choose = settings.getByRole('button', { name: 'Offer to someone else' })

  async function offer(): Promise<void> {
    await choose.click()
    await settings.getByRole('searchbox', { name: 'Find people' }).fill('ada')
    await settings.getByRole('button', { name: 'Add Ada Park' }).click()
    await settings.getByRole('button', { name: 'Offer to Ada Park' }).click()
    await settings.getByRole('button', { name: 'Revoke offer' }).waitFor()
  }

  await choose.click()
  await settings.getByRole('button', { name: 'Offer', exact: true }).click()
  await settings.getByRole('alert').getByText('Choose a new owner.').waitFor()
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await offer()
  expect(await botOf(bo, 'Tern')).toMatchObject({ owner_id: bo.id })
  expect(await violationsInBothThemes(own.page)).toEqual([])
  // She sees it without doing anything.
  await bar.getByText('Bo Lindqvist is offering you the bot Tern.').waitFor()
  expect(await violationsInBothThemes(hers.page)).toEqual([])

  await settings.getByRole('button', { name: 'Revoke offer' }).click()
  await bar.waitFor({ state: 'detached' })
  await settings.getByRole('button', { name: 'Revoke offer' }).waitFor({ state: 'detached' })
  await offer()
  await bar.getByRole('button', { name: 'Later' }).click()
  await bar.waitFor({ state: 'detached' })
  // It can still be found.
  const ofAda = await openSettings(hers.page, 'Bots (1)')
  await ofAda.getByText('Bo Lindqvist is offering it to you').waitFor()
  await ofAda.getByText('counts toward your limits').waitFor()
  expect(await violationsInBothThemes(hers.page)).toEqual([])
  await ofAda.getByRole('button', { name: 'Decline Tern' }).click()
  await hers.page.getByText('You declined Tern.').waitFor()
  await settings.getByRole('button', { name: 'Revoke offer' }).waitFor({ state: 'detached' })
  expect(await botOf(bo, 'Tern')).toMatchObject({ owner_id: bo.id })

  // A reload keeps the settings open.
  await hers.page.reload()
  await ofAda.waitFor()
  await hers.page.keyboard.press('Escape')
  await ofAda.waitFor({ state: 'detached' })
  await offer()
  await settings.getByRole('button', { name: 'All bots' }).click()
  await settings.getByText('Offered to Ada Park').waitFor()
  await bar.getByRole('button', { name: 'View offer' }).click()
  await ofAda.getByRole('button', { name: 'Accept Tern' }).click()
  await hers.page.getByText('Tern is yours now.').waitFor()
  await ofAda.getByRole('heading', { name: 'Tern' }).waitFor()
  await ofAda.getByRole('button', { name: 'Create new key' }).waitFor()
  // It is gone with him.
  await change.waitFor({ state: 'detached' })
  expect(await botOf(ada, 'Tern')).toMatchObject({ owner_id: ada.id })
  expect((await admin.wire.ask('GET /bots/offers')).offers).toEqual([])
})

test('an offer that cannot be taken any more says so, and both languages and directions have room for it', async () => {
  const { harbour, ada, bo } = await world()
  await bo.wire.ask('POST /bots', { full_name: 'نورس', short_name: 'gull' })
  const { user_id: bot_id } = (await botOf(bo, 'نورس'))!
  await bo.wire.ask('PATCH /bots/{bot_id}', { bot_id, bot_owner_id: ada.id })
  for (let number = 1; number <= 20; number += 1)
    await ada.wire.ask('POST /bots', { full_name: `Owl ${number}`, short_name: `owl-${number}` })
  await ada.wire.ask('PATCH /settings', { default_language: 'de' })
  await using hers = await harbour.pageOf(ada, { viewport: { width: 390, height: 844 }, locale: 'de' })
  const bar = hers.page.getByRole('region', { name: 'Bot-Angebot' })
  await bar.getByRole('button', { name: 'Angebot ansehen' }).click()
  const settings = hers.page.getByRole('dialog', { name: 'Einstellungen' })
  await settings.getByText('Bo Lindqvist bietet ihn dir an').waitFor()
  const widths = () =>
    hers.page.evaluate(() => [document.body.scrollWidth, document.querySelector('dialog')!.scrollWidth])
  expect(Math.max(...(await widths()))).toBeLessThanOrEqual(390)
  await hers.page.evaluate(() => (document.documentElement.dir = 'rtl'))
  expect(Math.max(...(await widths()))).toBeLessThanOrEqual(390)
  expect(await violationsInBothThemes(hers.page)).toEqual([])
  await settings.getByRole('button', { name: 'نورس annehmen' }).click()
  await settings.getByRole('alert').getByText('Too many bots (limit: 20)').waitFor()
  expect(await botOf(bo, 'نورس')).toMatchObject({ owner_id: bo.id })
})

test('webhooks: addresses to post to, and programs that are asked', async () => {
  provokes(refusalLine(400, '/bots'))
  const { harbour, ada } = await world()
  await using own = await harbour.pageOf(ada)
  const settings = await openSettings(own.page, 'Bots')
  const make = settings.getByRole('button', { name: 'Create bot' })
  const back = settings.getByRole('button', { name: 'All bots' })
  await make.click()
  await settings.getByRole('radio', { name: 'Incoming webhook' }).check()
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('Builds')
  await make.click()
  const address = await settings.getByRole('textbox', { name: 'URL for programs that post other JSON' }).inputValue()
  const posted = await fetchLocally(`${address}&stream=general&topic=builds`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ content: 'Build 7 is green' }),
  })
  expect(posted.status).toBe(200)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await back.click()
  await settings.getByRole('button', { name: 'Edit Builds' }).click()
  await settings.getByRole('combobox', { name: 'Sends to' }).waitFor()
  // It can only send.
  expect(await settings.getByRole('combobox', { name: 'Listens to' }).count()).toBe(0)
  await back.click()

  await make.click()
  await settings.getByRole('radio', { name: 'Outgoing webhook' }).check()
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('Oracle')
  await make.click()
  await settings.getByText('Enter the URL of your program.').waitFor()
  const service = settings.getByRole('textbox', { name: 'URL the server posts to' })
  await service.fill('not an address')
  await make.click()
  await settings.getByRole('alert').getByText('payload_url').waitFor()
  await service.fill('https://oracle.example.com/')
  await settings.getByRole('combobox', { name: 'Payload format' }).selectOption('Slack')
  await make.click()
  await settings.getByText('Oracle was created.').waitFor()
  await back.click()
  await settings.getByRole('button', { name: 'Edit Oracle' }).click()
  const {
    services: [made],
  } = (await botOf(ada, 'Oracle'))!
  expect(made).toMatchObject({ base_url: 'https://oracle.example.com/', interface: 2 })
  expect(await settings.getByRole('textbox', { name: 'Token' }).inputValue()).toBe(made!.token)
  await service.fill('https://oracle.example.com/ask')
  await service.press('Enter')
  await settings.getByRole('combobox', { name: 'Payload format' }).selectOption('Zulip')
  await expect
    .poll(async () => (await botOf(ada, 'Oracle'))!.services)
    .toMatchObject([{ base_url: 'https://oracle.example.com/ask', interface: 1 }])
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('a bot that is deactivated is brought back, while the policy admits it', async () => {
  const { harbour, bo, admin } = await world()
  await bo.wire.ask('POST /bots', { full_name: 'Puffin', short_name: 'puffin' })
  await using own = await harbour.pageOf(bo)
  await using others = await harbour.pageOf(admin)
  const elsewhere = await openSettings(others.page, 'Bots')
  const settings = await openSettings(own.page, 'Bots')
  await settings.getByRole('button', { name: 'Edit Puffin' }).click()
  await settings.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await settings.getByRole('alert').getByText('Its key stops working').waitFor()
  await settings.getByRole('button', { name: 'Deactivate Puffin' }).click()
  await settings.getByText('Puffin was deactivated.').waitFor()
  await elsewhere.getByRole('button', { name: 'Reactivate Puffin' }).waitFor()
  expect(await botOf(bo, 'Puffin')).toMatchObject({ is_active: false })

  await harbour.owner.wire.ask('PATCH /realm', { bot_creation_policy: 3 })
  const back = settings.getByRole('button', { name: 'Reactivate Puffin' })
  await back.waitFor({ state: 'detached' })
  await settings.getByRole('heading', { name: '1 deactivated' }).waitFor()
  await harbour.owner.wire.ask('PATCH /realm', { bot_creation_policy: 1 })
  await back.click()
  await settings.getByText('Puffin was reactivated.').waitFor()
  await elsewhere.getByRole('button', { name: 'Edit Puffin' }).waitFor()
  expect(await botOf(bo, 'Puffin')).toMatchObject({ is_active: true })
})

test('the policy and the role say who makes which bots, and who looks after those of others', async () => {
  const { harbour } = await world()
  const mo = await harbour.person('Mo Roles')
  const give = (user_id: number, role: 100 | 200 | 300 | 400 | 600) =>
    harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id, role })
  await using own = await harbour.pageOf(mo)
  const settings = await openSettings(own.page, 'Bots')
  const tab = settings.getByRole('tab', { name: 'Bots' })
  const make = settings.getByRole('button', { name: 'Create bot' })
  await make.click()
  const kinds = async () => (await settings.getByRole('radio').count()) / Math.min(1, await tab.count())
  await expect.poll(kinds).toBe(3)
  await harbour.owner.wire.ask('PATCH /realm', { bot_creation_policy: 2 })
  await expect.poll(kinds).toBe(2)
  await harbour.owner.wire.ask('PATCH /realm', { bot_creation_policy: 3 })
  await tab.waitFor({ state: 'detached' })
  await give(mo.id, 300)
  await harbour.owner.wire.ask('PATCH /realm', { bot_creation_policy: 2 })
  await tab.click()
  await make.click()
  await expect.poll(kinds).toBe(2)
  // Of others a moderator sees none.
  await settings.getByRole('button', { name: 'All bots' }).click()
  await settings.getByText('No bots yet.').waitFor()

  await harbour.owner.wire.ask('POST /bots', { full_name: 'Eagle', short_name: 'eagle' })
  await give((await botOf(harbour.owner, 'Eagle'))!.user_id, 100)
  await give(mo.id, 200)
  await settings.getByRole('heading', { name: 'Other people’s bots' }).waitFor()
  await settings.getByText('Generic · owned by Olga Owner').waitFor()
  expect(await settings.getByRole('button', { name: 'Edit Eagle' }).count()).toBe(0)
  await make.click()
  await expect.poll(kinds).toBe(3)
  await settings.getByRole('button', { name: 'All bots' }).click()
  await give(mo.id, 100)
  await settings.getByRole('button', { name: 'Edit Eagle' }).waitFor()
  await give(mo.id, 600)
  await tab.waitFor({ state: 'detached' })
})

test('what a page tries that has not heard yet is refused in place', async () => {
  provokes(refusalLine(400, '/bots'))
  const { harbour, ada, bo } = await world()
  await bo.wire.ask('POST /bots', { full_name: 'Skua', short_name: 'skua' })
  const { user_id: bot_id } = (await botOf(bo, 'Skua'))!
  await using own = await harbour.pageOf(bo)
  const stop = await canBeStale(own.page)
  const settings = await openSettings(own.page, 'Bots')
  await settings.getByRole('button', { name: 'Edit Skua' }).click()
  await settings.getByRole('combobox', { name: 'Sends to' }).waitFor()
  stop()
  await bo.wire.ask('PATCH /bots/{bot_id}', { bot_id, bot_owner_id: ada.id })
  await ada.wire.ask('POST /bots/{bot_id}/offer/accept', { bot_id })
  const refusals = settings.getByRole('alert').getByText('You don’t have permission to do this.')
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
  await settings.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await refusals.waitFor()
  await settings.getByRole('combobox', { name: 'Sends to' }).selectOption('general')
  await expect.poll(() => refusals.count()).toBe(2)
  await settings.getByRole('button', { name: 'Create new key' }).click()
  await settings.getByRole('button', { name: 'Create now' }).click()
  await expect.poll(() => refusals.count()).toBe(3)
  await settings.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await settings.getByRole('button', { name: 'Deactivate Skua' }).click()
  await expect.poll(() => refusals.count()).toBe(4)
  await settings.getByRole('button', { name: 'All bots' }).click()
  await harbour.owner.wire.ask('PATCH /realm', { bot_creation_policy: 3 })
  await settings.getByRole('button', { name: 'Create bot' }).click()
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('Auk')
  await settings.getByRole('button', { name: 'Create bot' }).click()
  await refusals.waitFor()
  expect(await botOf(ada, 'Skua')).toMatchObject({ is_active: true, default_sending_stream: null })
})
