/** Integrations: the list, and adding one, from the menu to its first message. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { violationsInBothThemes } from './kit/axe.ts'
import { provokes, refusalLine } from './kit/console.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

/** An organization with two members, and its stream. */
async function world() {
  const harbour = await Organization.found()
  const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
  const { stream_id } = await harbour.owner.wire.ask('GET /get_stream_id', { stream: 'general' })
  return { harbour, ada, bo, stream_id }
}

const addIntegration = ({ wire }: Person, service: string, full_name: string, choices: object = {}) =>
  wire.ask('POST /integrations', { service, full_name, ...choices })

test('members see their own integrations, administrators all of them, as they come and go', async () => {
  const { harbour, ada, bo, stream_id } = await world()
  const guest = await harbour.person('Gus Guest')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: guest.id, role: 600 })
  await addIntegration(ada, 'github', 'Hub of Ada', { stream_id })
  await using own = await harbour.pageOf(bo)
  await using others = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  const elsewhere = await openSettings(others.page, 'Integrations')
  await elsewhere.getByText('#general, topics by event').waitFor()
  await elsewhere.getByText(/^added by Ada Park on /).waitFor()
  const settings = await openSettings(own.page, 'Integrations')
  await settings.getByText('No integrations yet.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])

  const { bot_id } = await addIntegration(bo, 'sentry', 'Errors', { stream_id, topic: 'errors' })
  await settings.getByText('#general > errors').waitFor()
  await settings.getByText(/^added by you on /).waitFor()
  expect(await settings.getByText('Hub of Ada').count()).toBe(0)
  await elsewhere.getByText('#general > errors').waitFor()
  expect(await violationsInBothThemes(others.page)).toEqual([])
  await bo.wire.ask('PATCH /bots/{bot_id}', { bot_id, full_name: 'Faults' })
  await elsewhere.getByRole('button', { name: 'Open Faults' }).click()
  await elsewhere.getByRole('heading', { name: 'Faults' }).waitFor()
  await bo.wire.ask('DELETE /bots/{bot_id}', { bot_id })
  await settings.getByText('No integrations yet.').waitFor()
  await elsewhere.getByRole('button', { name: 'Open Hub of Ada' }).waitFor()

  await using guests = await harbour.pageOf(guest)
  const few = await openSettings(guests.page, 'General')
  expect(await few.getByRole('tab', { name: 'Integrations' }).count()).toBe(0)
})

test('a long list is searched by service, stream, topic and owner', async () => {
  const { harbour, ada, stream_id } = await world()
  const services = ['github', 'gitlab', 'sentry', 'stripe', 'jira', 'linear', 'trello', 'zendesk', 'grafana']
  for (const service of services)
    await addIntegration(ada, service, `Bot of ${service}`, { stream_id, topic: `on ${service}` })
  await using own = await harbour.pageOf(harbour.owner, {}, '/#organization/integrations')
  const settings = own.page.getByRole('dialog', { name: 'Settings' })
  const find = settings.getByRole('searchbox', { name: 'Find integrations' })
  const rows = settings.getByRole('button', { name: /^Open / })
  await expect.poll(() => rows.count()).toBe(9)
  await find.fill('on jira')
  await expect.poll(() => rows.count()).toBe(1)
  await find.fill('ada')
  await expect.poll(() => rows.count()).toBe(9)
  await find.fill('zeppelin')
  await settings.getByText('No integrations match.').waitFor()
})

const isFocused = (one: Element): boolean => one === document.activeElement

/** The message of a service that is posted to an address, signed as GitHub does. */
async function push(address: string, secret: string, branch: string): Promise<number> {
  const body = JSON.stringify({
    ref: `refs/heads/${branch}`,
    commits: [
      { id: '0a1b2c3d4e5f', message: 'Plant tulips', url: 'https://github.com/tidewater/garden/commit/0a1b2c3d' },
    ],
    head_commit: { id: '0a1b2c3d4e5f' },
    compare: 'https://github.com/tidewater/garden/compare/0a1b...0a1b',
    repository: { name: 'garden', full_name: 'tidewater/garden', html_url: 'https://github.com/tidewater/garden' },
    pusher: { name: 'ada' },
    sender: { login: 'ada' },
  })
  const { status } = await fetchLocally(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-GitHub-Event': 'push',
      'X-GitHub-Delivery': crypto.randomUUID(),
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  })
  return status
}

test('a member adds an integration of GitHub by keyboard alone, and its signed push arrives', async () => {
  const { harbour, ada } = await world()
  await using own = await harbour.pageOf(ada, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = own
  const settings = await openSettings(page, 'Integrations')
  await settings.getByRole('button', { name: 'Add an integration' }).press('Enter')
  const find = settings.getByRole('searchbox', { name: 'Find a service' })
  await settings.getByRole('heading', { name: 'Code', exact: true }).waitFor()
  await expect.poll(() => find.evaluate(isFocused)).toBe(true)
  await page.keyboard.press('ArrowDown')
  const first = settings.getByRole('button', { name: 'Azure DevOps' })
  await expect.poll(() => first.evaluate(isFocused)).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => find.evaluate(isFocused)).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual([])
  await find.fill('payments')
  await settings.getByText('1 service', { exact: true }).waitFor()
  await settings.getByRole('button', { name: 'Stripe' }).waitFor()
  await find.fill('zeppelin')
  await settings.getByText('No services match.').waitFor()
  await find.fill('githu')
  await find.press('Enter')
  await settings.getByRole('heading', { name: 'GitHub' }).waitFor()

  await settings.getByRole('combobox', { name: 'Posts to' }).selectOption('#general')
  await settings.getByRole('radio', { name: 'Always the same topic' }).press('Space')
  await settings.getByRole('button', { name: 'Add an integration' }).press('Enter')
  await settings.getByRole('alert').getByText('Enter a name for the topic.').waitFor()
  const topic = settings.getByRole('textbox', { name: 'Name of the topic' })
  await topic.pressSequentially('t'.repeat(61))
  expect(await topic.inputValue()).toHaveLength(60)
  await settings.getByRole('radio', { name: 'By event' }).press('Space')
  await settings.getByRole('radio', { name: 'Only some events' }).press('Space')
  await settings.getByRole('button', { name: 'Select none' }).press('Enter')
  await settings.getByRole('button', { name: 'Add an integration' }).press('Enter')
  await settings.getByRole('alert').getByText('Select at least one event.').waitFor()
  await settings.getByRole('searchbox', { name: 'Find events' }).fill('push')
  await settings.getByRole('checkbox', { name: 'push', exact: true }).press('Space')
  expect(await violationsInBothThemes(page)).toEqual([])
  await settings.getByRole('textbox', { name: 'Name of the bot' }).fill('Garden Hub')
  await settings.getByRole('textbox', { name: 'Name of the bot' }).press('Enter')

  await settings.getByText('Garden Hub was added. Now connect it.').waitFor()
  await settings.getByText('The address and the secret are shown only here, and only once.').waitFor()
  await settings.getByText('Paste the address into “Payload URL”.').waitFor()
  await settings.getByText('Open “Settings > Webhooks”.').waitFor()
  const documentation = settings.getByRole('link', { name: 'Documentation of GitHub' })
  expect(await documentation.getAttribute('href')).toMatch(/^https:\/\/docs\.github\.com\//)
  expect(await violationsInBothThemes(page)).toEqual([])
  const copy = async (label: string): Promise<string> => {
    await settings.getByRole('button', { name: `Copy: ${label}` }).press('Enter')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(await settings.getByRole('textbox', { name: label, exact: true }).inputValue())
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const address = await copy('Address')
  const secret = await copy('Secret')
  expect(await push(address, 'another secret', 'main')).toBe(403)
  expect(await push(address, secret, 'main')).toBe(200)

  await settings.getByRole('button', { name: 'Go to the integration' }).press('Enter')
  await settings.getByRole('heading', { name: 'Garden Hub' }).waitFor()
  expect(await settings.getByRole('textbox', { name: 'Secret', exact: true }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.goto(`${harbour.origin}/#narrow/stream/general/topic/garden.20.2F.20main`)
  const message = page.getByRole('main').getByRole('article').last()
  await message.getByText('Plant tulips').waitFor()
  await message.getByText('Garden Hub').waitFor()
})

test('a service makes the secret, a test message is sent to its owner, and a refusal is shown', async () => {
  provokes(refusalLine(400, '/integrations'))
  const { harbour, ada } = await world()
  await using own = await harbour.pageOf(ada, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page } = own
  const settings = await openSettings(page, 'Bots')
  await settings.getByRole('link', { name: 'Add an integration' }).tap()
  await settings.getByRole('button', { name: 'Sentry' }).tap()
  await settings.getByRole('button', { name: 'Choose another service' }).tap()
  await settings.getByRole('button', { name: 'Sentry' }).tap()
  await settings.getByRole('textbox', { name: 'Name of the bot' }).fill('Ada Park')
  await settings.getByRole('button', { name: 'Add an integration' }).tap()
  await settings.getByRole('alert').getByText('This name is already taken.').waitFor()
  await settings.getByRole('textbox', { name: 'Name of the bot' }).fill('')
  await settings.getByRole('button', { name: 'Add an integration' }).tap()
  await settings.getByText('Sentry was added.').waitFor()
  await settings.getByText('Copy the secret from “Client Secret” and paste it below.').waitFor()
  expect(await settings.getByRole('textbox', { name: 'Secret', exact: true }).count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual([])
  const secret = settings.getByRole('textbox', { name: 'Secret of Sentry' })
  await settings.getByRole('button', { name: 'Save secret' }).tap()
  await settings.getByRole('alert').getByText('Paste the secret.').waitFor()
  await secret.fill('s'.repeat(600))
  expect(await secret.inputValue()).toHaveLength(500)
  await secret.fill('of the service')
  await settings.getByRole('button', { name: 'Save secret' }).tap()
  await settings.getByText('The secret was saved.').waitFor()
  const { integrations } = await ada.wire.ask('GET /realm/integrations')
  expect(integrations).toMatchObject([{ service: 'sentry', stream_id: null, has_secret: true }])

  await settings.getByRole('button', { name: 'Send a test message' }).tap()
  await settings.getByRole('link', { name: 'Show the test message' }).tap()
  await page.getByRole('main').getByText('This is a test message.').waitFor()
})

test('a lost connection is reported, and the form is gone with the right to add integrations', async () => {
  const { harbour, ada } = await world()
  await using own = await harbour.pageOf(ada, {}, '/#organization/integrations/new')
  const { page, context } = own
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Grafana' }).click()
  await context.setOffline(true)
  await settings.getByRole('button', { name: 'Add an integration' }).click()
  await settings.getByRole('alert').getByText('The server didn’t respond.').waitFor()
  await context.setOffline(false)
  await harbour.owner.wire.ask('PATCH /realm', { bot_creation_policy: 3 })
  await settings.getByRole('button', { name: 'Add an integration' }).waitFor({ state: 'detached' })
})
