/** The page of one integration: what became of its requests, what it posts and where, its secret and its address. */
import { createHmac } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, type Person } from './kit/organization.ts'

/** An organization with two members and two streams. */
async function world() {
  const harbour = await Organization.found()
  const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
  await ada.wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: 'code' }, { name: 'builds' }] })
  const [code, builds] = [await idOf(ada, 'code'), await idOf(ada, 'builds')]
  return { harbour, ada, bo, code, builds }
}

const idOf = async ({ wire }: Person, stream: string): Promise<number> =>
  (await wire.ask('GET /get_stream_id', { stream })).stream_id

interface Hook {
  readonly origin: string
  readonly bot_id: number
  readonly api_key: string
  readonly secret: string | null
}

/** Adds GitHub. */
async function hook({ origin }: Organization, { wire }: Person, choices: object): Promise<Hook> {
  const added = await wire.ask('POST /integrations', { service: 'github', full_name: 'Hub', ...choices })
  return { origin, ...added }
}

const star = (count: number) => ({
  action: 'created',
  repository: {
    name: 'garden',
    full_name: 'tidewater/garden',
    html_url: 'https://github.com/a/b',
    stargazers_count: count,
  },
  sender: { login: 'ada' },
})

/** Posts an event as GitHub does, signed with the secret, and resolves with the status. */
async function post({ origin, api_key, secret }: Hook, payload: unknown, event = 'star'): Promise<number> {
  const body = JSON.stringify(payload)
  const { status } = await fetchLocally(`${origin}/api/v1/external/github?api_key=${api_key}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-GitHub-Event': event,
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret!).update(body).digest('hex')}`,
    },
    body,
  })
  return status
}

const deliveriesOf = ({ wire }: Person, { bot_id }: Hook) =>
  wire.ask('GET /integrations/{bot_id}/deliveries', { bot_id })

/** Waits until so many failed requests are recorded, which happens after they were answered. */
const waitForFailures = (person: Person, one: Hook, count: number) =>
  expect.poll(async () => (await deliveriesOf(person, one)).failed.length).toBe(count)

const messagesIn = async ({ wire }: Person, stream: string): Promise<readonly { content: string }[]> => {
  const narrow = [{ operator: 'stream', operand: stream }]
  return (await wire.ask('GET /messages', { anchor: 'newest', num_before: 20, num_after: 0, narrow })).messages
}

const addressOf = ({ bot_id }: Hook): string => `/#organization/integrations/${bot_id}`

/** A text on the page of the integration. The list behind it may have the same text. */
const visibleText = (settings: Locator, text: string): Locator => settings.getByText(text).filter({ visible: true })

const isFocused = (element: Element): boolean => element === document.activeElement

const settingsIn = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' })

test('a request that failed shows why, and is sent again after the stream was chosen anew', async () => {
  provokes(refusalLine(400, '/retry'))
  const { harbour, ada, code } = await world()
  const hub = await hook(harbour, ada, { stream_id: code })
  await harbour.owner.wire.ask('DELETE /streams/{stream_id}', { stream_id: code })
  expect(await post(hub, star(7))).toBe(400)
  await waitForFailures(ada, hub, 1)
  await using own = await harbour.pageOf(ada, { viewport: { width: 390, height: 844 } }, addressOf(hub))
  const settings = settingsIn(own.page)
  await settings.getByText('Its stream doesn’t exist anymore, or the bot has no access to it.').waitFor()
  await settings.getByText('Request', { exact: true }).click()
  const body = settings.getByRole('region', { name: /^Request: star, / })
  expect(JSON.parse(await body.innerText())).toEqual(star(7))
  expect(await violationsInBothThemes(own.page)).toEqual([])

  const again = settings.getByRole('button', { name: /^Send again: star, / })
  await again.click()
  await settings.getByRole('alert').getByText('This stream doesn’t exist, or you don’t have access to it.').waitFor()
  expect((await deliveriesOf(ada, hub)).failed).toHaveLength(1)

  await settings.getByRole('button', { name: 'Change', exact: true }).click()
  await settings.getByRole('combobox', { name: 'Posts to' }).selectOption('#builds')
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Save', exact: true }).click()
  await visibleText(settings, '#builds, topics by event').waitFor()
  await again.click()
  await settings.getByRole('status').getByText('Posted').waitFor()
  await again.waitFor({ state: 'detached' })
  expect(await settings.getByRole('heading', { name: 'Last deliveries' }).evaluate(isFocused)).toBe(true)
  expect((await messagesIn(ada, 'builds')).at(-1)!.content).toContain('which has 7 stars now')
  const message = settings.getByRole('link', { name: /^Message: star, / })
  await message.click()
  await own.page.getByRole('article', { name: /^Hub/ }).waitFor()
})

test('the owner chooses what it posts: one topic, and some of the events', async () => {
  const { harbour, ada, builds } = await world()
  const hub = await hook(harbour, ada, { stream_id: builds })
  await using own = await harbour.pageOf(ada, {}, addressOf(hub))
  const settings = settingsIn(own.page)
  await settings.getByText('All events').waitFor()
  await settings.getByRole('button', { name: 'Change', exact: true }).click()
  const save = settings.getByRole('button', { name: 'Save', exact: true })
  await settings.getByRole('radio', { name: 'Always the same topic' }).check()
  await save.click()
  await settings.getByRole('alert').getByText('Enter a name for the topic.').waitFor()
  await settings.getByRole('textbox', { name: 'Name of the topic' }).fill('hub')
  await settings.getByRole('radio', { name: 'Only some events' }).check()
  await settings.getByRole('button', { name: 'Select none' }).click()
  await save.click()
  await settings.getByRole('alert').getByText('Select at least one event.').waitFor()
  await settings.getByRole('searchbox', { name: 'Find events' }).fill('star')
  await settings.getByRole('checkbox', { name: 'star', exact: true }).check()
  await settings
    .getByRole('status')
    .getByText(/^1 of \d+ selected$/)
    .waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await save.click()
  await settings.getByText('Only these events: star').waitFor()
  await visibleText(settings, '#builds > hub').waitFor()
  const { integrations } = await ada.wire.ask('GET /realm/integrations')
  expect(integrations).toMatchObject([{ stream_id: builds, topic: 'hub', only_events: ['star'], excluded_events: [] }])

  await settings.getByRole('button', { name: 'Change', exact: true }).click()
  await settings.getByRole('combobox', { name: 'Posts to' }).selectOption('Direct messages to you')
  await settings.getByRole('radio', { name: 'All events' }).check()
  await save.click()
  await visibleText(settings, 'direct messages to you').waitFor()
  expect((await ada.wire.ask('GET /realm/integrations')).integrations).toMatchObject([
    { stream_id: null, only_events: [] },
  ])
})

test('events that nobody knows are counted, and the list is loaded again', async () => {
  const { harbour, ada, builds } = await world()
  const hub = await hook(harbour, ada, { stream_id: builds })
  await using own = await harbour.pageOf(ada, {}, addressOf(hub))
  const settings = settingsIn(own.page)
  await settings.getByText(/^Nothing yet\. Send a test message/).waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])
  for (const _ of [1, 2]) expect(await post(hub, star(1), 'comet')).toBe(200)
  for (const count of [1, 2, 3, 4, 5, 6, 7]) expect(await post(hub, star(count))).toBe(200)
  await expect.poll(async () => (await deliveriesOf(ada, hub)).unknown).toEqual({ comet: 2 })
  await settings.getByRole('button', { name: 'Refresh' }).click()
  await settings.getByText('comet: 2 events').waitFor()
  const messages = settings.getByRole('link', { name: /^Message: star, / })
  await expect.poll(() => messages.count()).toBe(5)
  expect(await violationsInBothThemes(own.page)).toEqual([])
  await settings.getByRole('button', { name: 'Show 2 more' }).click()
  await expect.poll(() => messages.count()).toBe(7)
  await expect.poll(() => messages.nth(5).evaluate(isFocused)).toBe(true)
})

test('a new secret replaces the old one, and a new address the old address', async () => {
  const { harbour, ada, builds } = await world()
  const hub = await hook(harbour, ada, { stream_id: builds })
  await using own = await harbour.pageOf(ada, {}, addressOf(hub))
  const settings = settingsIn(own.page)
  await settings.getByRole('button', { name: 'Make a new secret' }).click()
  await settings.getByRole('alert').getByText('The old secret stops working right away.').waitFor()
  await settings.getByRole('button', { name: 'Make it now' }).click()
  const secret = await settings.getByRole('textbox', { name: 'Secret' }).inputValue()
  expect(await post(hub, star(1))).toBe(403)
  expect(await post({ ...hub, secret }, star(1))).toBe(200)
  await waitForFailures(ada, hub, 1)
  await settings.getByRole('button', { name: 'Refresh' }).click()
  await settings.getByText('It wasn’t signed with the secret of this integration.').waitFor()
  await settings.getByText('It wasn’t stored, because').waitFor()
  expect(await settings.getByRole('button', { name: /^Send again/ }).count()).toBe(0)

  await settings.getByRole('button', { name: 'Make a new address' }).click()
  await settings.getByRole('alert').getByText('The old address stops working right away.').waitFor()
  await settings.getByRole('button', { name: 'Make it now' }).click()
  const address = new URL(await settings.getByRole('textbox', { name: 'Address' }).inputValue())
  expect(address.origin + address.pathname).toBe(`${harbour.origin}/api/v1/external/github`)
  expect(await post({ ...hub, secret }, star(2))).toBe(401)
  expect(await post({ ...hub, secret, api_key: address.searchParams.get('api_key')! }, star(2))).toBe(200)
  expect(await violationsInBothThemes(own.page)).toEqual([])
})

test('requests of a service are not checked until its secret is stored', async () => {
  const { harbour, ada, builds } = await world()
  const added = await ada.wire.ask('POST /integrations', { service: 'sentry', stream_id: builds })
  await using own = await harbour.pageOf(ada, {}, `/#organization/integrations/${added.bot_id}`)
  const settings = settingsIn(own.page)
  await settings.getByText('Requests aren’t checked, because there is no secret yet.').waitFor()
  expect(await settings.getByRole('button', { name: 'Make a new secret' }).count()).toBe(0)
  await settings.getByRole('textbox', { name: 'Secret of Sentry' }).fill('from sentry')
  await settings.getByRole('button', { name: 'Save secret' }).click()
  await settings.getByText('Requests must be signed with its secret.').waitFor()
  expect((await ada.wire.ask('GET /realm/integrations')).integrations).toMatchObject([{ has_secret: true }])
})

test('a member finds no integration of others, an administrator does, and deactivates it', async () => {
  const { harbour, ada, bo } = await world()
  const hub = await hook(harbour, ada, { stream_id: null })
  await using members = await harbour.pageOf(bo, {}, addressOf(hub))
  await settingsIn(members.page).getByText('This doesn’t exist, or you can’t change it.').waitFor()
  await using own = await harbour.pageOf(harbour.owner, {}, addressOf(hub))
  const settings = settingsIn(own.page)
  await visibleText(settings, 'direct messages to Ada Park').waitFor()
  await settings.getByRole('button', { name: 'Change', exact: true }).click()
  await settings
    .getByRole('combobox', { name: 'Posts to' })
    .locator('option', { hasText: 'Ada Park' })
    .waitFor({ state: 'attached' })
  await settings.getByRole('button', { name: 'Cancel' }).click()
  expect(await settings.getByRole('link', { name: 'Name, picture, and owner' }).getAttribute('href')).toBe(
    `#organization/bots/${hub.bot_id}`,
  )
  await settings.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await settings.getByRole('button', { name: 'Deactivate Hub' }).click()
  await settings.getByText('No integrations yet.').waitFor()
  expect(await post(hub, star(1))).toBe(401)
})
