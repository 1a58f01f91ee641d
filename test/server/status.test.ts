import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Database } from '../../src/core/sql/database'
import { sqlOver } from '../../src/core/sql/sql'
import { userStatuses } from '../../src/status/queries'
import { costOf, newRealm, type Params, type Person, type TestRealm } from '../kit'
import { customEmoji, withdrawEmoji } from '../kit/custom-emoji'

let realm: TestRealm
let ada: Person
let bo: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
})

beforeEach(async () => {
  await env.DB.prepare('delete from user_status').run()
})

/** All statuses of the realm, as clients will learn them. */
function statuses(of = realm) {
  const database = new Database(env.DB)
  const run = async (statement: Parameters<Database['send']>[0][number]) => (await database.send([statement]))[0]!.rows
  return userStatuses(sqlOver({ run, cachedFirst: run }), of.id)
}

const set = (person: Person, params: Params) => person.post('/users/me/status', params)

const car = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' }

test('a status is what was set, for each who set something', async () => {
  await set(ada, { status_text: 'on the road', away: true, ...car })
  await set(bo, { away: true })

  expect(await statuses()).toEqual({
    [ada.id]: { status_text: 'on the road', away: true, ...car },
    [bo.id]: { away: true },
  })
})

test('nobody who never set anything has a status', async () => {
  expect(await statuses()).toEqual({})
})

test.each<[string, Params, Params]>([
  ['a text', { status_text: 'at lunch' }, { status_text: 'at lunch', away: true, ...car }],
  ['away', { away: false }, { status_text: 'on the road', ...car }],
  [
    'an emoji',
    { emoji_name: 'heart' },
    { status_text: 'on the road', away: true, ...car, emoji_name: 'heart', emoji_code: '2764' },
  ],
])('passing only %s leaves the rest as it is', async (_, change, after) => {
  await set(ada, { status_text: 'on the road', away: true, ...car })

  await set(ada, change)

  expect(await statuses()).toEqual({ [ada.id]: after })
})

test.each<[string, Params, Params]>([
  ['an empty text clears the text', { status_text: '' }, { away: true, ...car }],
  ['a blank text clears the text', { status_text: ' \n ' }, { away: true, ...car }],
  ['away false clears away', { away: false }, { status_text: 'on the road', ...car }],
  ['an empty emoji name clears the emoji', { emoji_name: '' }, { status_text: 'on the road', away: true }],
  [
    'an empty emoji name clears the emoji, whatever code and type say',
    { ...car, emoji_name: '' },
    { status_text: 'on the road', away: true },
  ],
])('%s', async (_, change, after) => {
  await set(ada, { status_text: 'on the road', away: true, ...car })

  await set(ada, change)

  expect(await statuses()).toEqual({ [ada.id]: after })
})

test('whoever clears everything has no status', async () => {
  await set(ada, { status_text: 'on the road', away: true, ...car })

  await set(ada, { status_text: '', away: false, emoji_name: '' })

  expect(await statuses()).toEqual({})
})

test('a status may be set again after it was cleared', async () => {
  await set(ada, { ...car })
  await set(ada, { emoji_name: '' })

  await set(ada, { emoji_name: 'zulip' })

  expect(await statuses()).toEqual({
    [ada.id]: { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' },
  })
})

test('the text is trimmed and may have 60 characters, not bytes', async () => {
  await set(ada, { status_text: `  ${'🚗'.repeat(60)}\n` })

  expect(await statuses()).toEqual({ [ada.id]: { status_text: '🚗'.repeat(60) } })
})

test('a text may hold whatever was typed', async () => {
  const text = 'a\u0007b "c" \\ \u202e 👩‍👩‍👧'

  await set(ada, { status_text: text })

  expect(await statuses()).toEqual({ [ada.id]: { status_text: text } })
})

test('code and type follow from the name: custom emoji first, then the extra one, then Unicode', async () => {
  const code = await customEmoji(realm.owner, 'tractor')
  await withdrawEmoji(realm.owner, await customEmoji(realm.owner, 'bus'))

  await set(ada, { emoji_name: 'tractor' })
  await set(bo, { emoji_name: 'bus' })
  await set(realm.owner, { emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji' })

  expect(await statuses()).toEqual({
    [ada.id]: { emoji_name: 'tractor', emoji_code: code, reaction_type: 'realm_emoji' },
    [bo.id]: { emoji_name: 'bus', emoji_code: '1f68c', reaction_type: 'unicode_emoji' },
    [realm.owner.id]: { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' },
  })
})

test.each<[string, Params, string]>([
  ['nothing', {}, 'Client did not pass any new values.'],
  ['a text of 61 characters', { status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
  ['an endless text', { status_text: 'x'.repeat(20_000) }, 'status_text'],
  ['away that is no boolean', { away: 'yes' }, 'away'],
  ['a code without a name', { emoji_code: '1f697' }, 'Client must pass emoji_name'],
  ['a type without a name', { away: true, reaction_type: 'unicode_emoji' }, 'Client must pass emoji_name'],
  ['an unknown name', { status_text: 'busy', emoji_name: 'nothing' }, "Emoji 'nothing' does not exist"],
  ['an unknown name with a code', { emoji_name: 'nothing', emoji_code: '1f697' }, "Emoji 'nothing' does not exist"],
  ['an unknown name with code and type', { ...car, emoji_name: 'nothing' }, 'Invalid emoji name.'],
  ['a name of another code', { ...car, emoji_name: 'heart' }, 'Invalid emoji name.'],
  ['a name of another code, without type', { emoji_name: 'car', emoji_code: '2764' }, 'Invalid emoji name.'],
  ['an unknown code', { ...car, emoji_code: 'ffff' }, 'Invalid emoji code.'],
  ['a name that is no custom emoji', { ...car, reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
  ['a name that is no extra emoji', { ...car, reaction_type: 'service_extra_emoji' }, 'Invalid emoji code.'],
  ['an unknown type', { ...car, reaction_type: 'sticker' }, 'reaction_type'],
  ['an endless name', { emoji_name: 'x'.repeat(101) }, 'emoji_name'],
  ['an endless code', { ...car, emoji_code: '1'.repeat(101) }, 'emoji_code'],
])('%s is refused and changes nothing', async (_, params, msg) => {
  await set(ada, { status_text: 'on the road' })

  const answer = await ada.ask('POST', '/users/me/status', params)

  expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: expect.stringContaining(msg) })
  expect(await statuses()).toEqual({ [ada.id]: { status_text: 'on the road' } })
})

test('a deactivated custom emoji is refused, by name and by code', async () => {
  const emoji_code = await customEmoji(realm.owner, 'scrap')
  await withdrawEmoji(realm.owner, emoji_code)

  const byName = await ada.ask('POST', '/users/me/status', { emoji_name: 'scrap' })
  const byCode = await ada.ask('POST', '/users/me/status', {
    emoji_name: 'scrap',
    emoji_code,
    reaction_type: 'realm_emoji',
  })

  expect(byName).toMatchObject({ code: 'BAD_REQUEST', msg: "Emoji 'scrap' does not exist" })
  expect(byCode).toMatchObject({ code: 'BAD_REQUEST', msg: 'This custom emoji has been deactivated.' })
})

test('a guest may set a status, a bot may not', async () => {
  const guest = await realm.user('guest', { role: 600 })
  const bot = await realm.bot('robo', ada)

  await set(guest, { away: true })
  const answer = await bot.ask('POST', '/users/me/status', { away: true })

  expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(await statuses()).toEqual({ [guest.id]: { away: true } })
})

test('deactivated people are not listed', async () => {
  const dan = await realm.user('dan')
  await set(dan, { away: true })

  await realm.deactivate(dan)

  expect(await statuses()).toEqual({})
})

test('the statuses of another realm are not listed', async () => {
  const other = await newRealm()
  await set(other.owner, { away: true })

  expect(await statuses()).toEqual({})
  expect(await statuses(other)).toEqual({ [other.owner.id]: { away: true } })
})

test('setting a status takes one commit of one row', async () => {
  await set(ada, { status_text: 'on the road' })

  const { trips, rows_written } = costOf(await set(ada, { status_text: 'at lunch' }))

  expect(trips).toBe(1)
  expect(rows_written).toBeLessThanOrEqual(2)
})
