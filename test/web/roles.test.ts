/**
 * Controls of the web client beside what the server allows: whoever may do something has a control for it, and whoever may
 * not has none. The server is asked each time, so that no rule stands here.
 */
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { Refusal } from '../../client/index.ts'
import { Organization, type Person } from './kit/organization.ts'
import { openSettings } from './kit/settings.ts'
import { messages, talk, type Talk } from './kit/talk.ts'

const harbour = await Organization.found()
const bo = await harbour.person('Bo Lindqvist')

const dot = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

let made = 0
const newName = (): string => `fresh${++made}`

const setDescription = async ({ wire }: Person): Promise<unknown> =>
  wire.ask('PATCH /realm', { description: `By ${newName()}` })

const invite = async ({ wire }: Person, { stream_id }: Talk): Promise<unknown> =>
  wire.ask('POST /invites', { invitee_emails: `${newName()}@example.com`, stream_ids: [stream_id] })

const createStream = async ({ wire }: Person): Promise<unknown> =>
  wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: newName() }], announce: false })

type Try = (person: Person, where: Talk) => Promise<unknown>

/** What each tab is for: something that one may do with it. */
const tabs: Readonly<Record<string, Try>> = {
  General: ({ wire }) => wire.ask('PATCH /settings', { enter_sends: true }),
  Organization: setDescription,
  Joining: ({ wire }) => wire.ask('POST /realm/domains', { domain: `${newName()}.example`, allow_subdomains: false }),
  Permissions: ({ wire }) => wire.ask('PATCH /realm', { waiting_period_threshold: made++ % 2 }),
  'Defaults for new people': ({ wire }) =>
    wire.ask('PATCH /realm/user_settings_defaults', { enter_sends: made++ % 2 === 0 }),
  People: ({ wire }) => wire.ask('PATCH /users/{user_id}', { user_id: bo.id, full_name: 'Bo Lindqvist' }),
  Invitations: invite,
  'Password resets': ({ wire }) => wire.ask('GET /realm/password_resets'),
  'Imported people': ({ wire }) => wire.ask('GET /import/claims'),
  Bots: ({ wire }) => wire.ask('POST /bots', { full_name: newName(), short_name: newName() }),
  Groups: ({ wire }) =>
    wire.ask('POST /user_groups/create', { name: newName(), description: 'For a test', members: [] }),
  Emoji: ({ wire }) =>
    wire.ask('POST /realm/emoji/{emoji_name}', { emoji_name: newName(), file: new File([dot], 'dot.gif') }),
  Linkifiers: ({ wire }) =>
    wire.ask('POST /realm/filters', {
      pattern: `${newName()}-(?P<id>[0-9]+)`,
      url_format_string: 'https://example.com/%(id)s',
    }),
  Playgrounds: ({ wire }) =>
    wire.ask('POST /realm/playgrounds', {
      name: newName(),
      pygments_language: 'Python',
      url_prefix: 'https://example.com/?code=',
    }),
  'Profile fields': ({ wire }) => wire.ask('POST /realm/profile_fields', { name: newName(), field_type: 1 }),
  'Default streams': ({ wire }, { stream_id }) => wire.ask('POST /default_streams', { stream_id }),
  Exports: ({ wire }) => wire.ask('GET /export/realm'),
  Backups: ({ wire }) => wire.ask('GET /realm/backups'),
  Import: ({ wire }) => wire.ask('GET /import'),
  Usage: ({ wire }) => wire.ask('GET /realm/usage'),
  Storage: ({ wire }) => wire.ask('GET /realm/database'),
}

/** Entries of the menus of another's message and of one's own, and what they ask. */
const ofOthers: Readonly<Record<string, Try>> = {
  Quote: ({ wire }, { name }) =>
    wire.ask('POST /messages', { type: 'stream', to: name, topic: 'x', content: 'Quoted' }),
  Edit: async ({ wire }, where) =>
    wire.ask('PATCH /messages/{message_id}', { message_id: await where.say(bo), content: 'Edited' }),
  Move: async ({ wire }, where) =>
    wire.ask('PATCH /messages/{message_id}', { message_id: await where.say(bo), topic: newName() }),
  Delete: async ({ wire }, where) => wire.ask('DELETE /messages/{message_id}', { message_id: await where.say(bo) }),
}
const ofOwn: Readonly<Record<string, Try>> = {
  Edit: async (person, where) =>
    person.wire.ask('PATCH /messages/{message_id}', { message_id: await where.say(person), content: 'Edited' }),
  Delete: async (person, where) =>
    person.wire.ask('DELETE /messages/{message_id}', { message_id: await where.say(person) }),
}

async function isAllowed(attempt: Try, person: Person, where: Talk): Promise<boolean> {
  try {
    await attempt(person, where)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** The names of those that the server lets a person do. */
async function allowedAttempts(
  attempts: Readonly<Record<string, Try>>,
  person: Person,
  where: Talk,
): Promise<string[]> {
  const names: string[] = []
  for (const [name, attempt] of Object.entries(attempts)) if (await isAllowed(attempt, person, where)) names.push(name)
  return names
}

/** Names in the menu of a message. */
async function menuOf(page: Page, text: string): Promise<string[]> {
  await messages(page).filter({ hasText: text }).hover()
  await page.getByRole('button', { name: 'More actions' }).click()
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  const names = await items.allInnerTexts()
  // Buttons stay where the focus is.
  await page.reload()
  return names.map((name) => name.trim())
}

const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

test.each(Object.entries(roles))('%s has controls for what the server allows, and no others', async (name, role) => {
  const person = await harbour.person(`The ${name}`)
  await harbour.owner.wire.ask('PATCH /users/{user_id}', { user_id: person.id, role })
  const where = await talk([bo, harbour.owner])
  await harbour.owner.wire.ask('POST /users/me/subscriptions', {
    subscriptions: [{ name: where.name }],
    principals: [person.id],
  })
  await where.say(bo, 'Said by another')
  await where.say(person, 'Said by oneself')
  await using own = await harbour.pageOf(person, {}, where.path)
  const { page } = own
  await messages(page).filter({ hasText: 'Said by oneself' }).waitFor()

  const shown = [await menuOf(page, 'Said by another'), await menuOf(page, 'Said by oneself')]
  const settings = await openSettings(page, 'General')
  const shownTabs = await settings.getByRole('tab').allInnerTexts()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Your account' }).click()
  const isInvited = (await page.getByRole('menuitem', { name: 'Invite people' }).count()) > 0
  await page.getByRole('menuitem', { name: 'All streams' }).click()
  const streams = page.getByRole('dialog', { name: 'All streams' })
  await streams.waitFor()
  const isCreating = (await streams.getByRole('button', { name: 'Create stream' }).count()) > 0

  expect(shownTabs.filter((tab) => tab in tabs)).toEqual(await allowedAttempts(tabs, person, where))
  expect(Object.keys(ofOthers).filter((one) => shown[0]!.includes(one))).toEqual(
    await allowedAttempts(ofOthers, person, where),
  )
  expect(Object.keys(ofOwn).filter((one) => shown[1]!.includes(one))).toEqual(
    await allowedAttempts(ofOwn, person, where),
  )
  expect(isInvited).toBe(await isAllowed(invite, person, where))
  expect(isCreating).toBe(await isAllowed(createStream, person, where))
})
