/** Integrations: the list, and adding one, from the menu to its first message. */
import { expect, test } from 'vitest'
import { violationsInBothThemes } from './kit/axe.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'

/** An organization with two members, and its stream. */
async function world() {
  const harbour = await Organization.found()
  const [ada, bo] = [await harbour.person('Ada Park'), await harbour.person('Bo Lindqvist')]
  const { stream_id } = await harbour.owner.wire.ask('GET /get_stream_id', { stream: 'general' })
  return { harbour, ada, bo, stream_id }
}

const added = ({ wire }: Person, service: string, full_name: string, choices: object = {}) =>
  wire.ask('POST /integrations', { service, full_name, ...choices })

test('members see their own integrations, administrators all of them, as they come and go', async () => {
  const { harbour, ada, bo, stream_id } = await world()
  const guest = await harbour.person('Gus Guest')
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: guest.id, role: 600 })
  await added(ada, 'github', 'Hub of Ada', { stream_id })
  await using own = await harbour.pageOf(bo)
  await using others = await harbour.pageOf(harbour.owner, { viewport: { width: 390, height: 844 } })
  const elsewhere = await openSettings(others.page, 'Integrations')
  await elsewhere.getByText('#general, topics by event').waitFor()
  await elsewhere.getByText(/^added by Ada Park on /).waitFor()
  const settings = await openSettings(own.page, 'Integrations')
  await settings.getByText('No integrations yet.').waitFor()
  expect(await violationsInBothThemes(own.page)).toEqual([])

  const { bot_id } = await added(bo, 'sentry', 'Errors', { stream_id, topic: 'errors' })
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
  for (const service of services) await added(ada, service, `Bot of ${service}`, { stream_id, topic: `on ${service}` })
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
