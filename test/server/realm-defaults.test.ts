import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { Reader, RowCache } from '../../src/core/sql/reader'
import { Database } from '../../src/core/sql/database'
import { sqlOver } from '../../src/core/sql/sql'
import { realmUserSettingsDefaults, userSettings } from '../../src/settings/queries'
import { settingsTable, type UserSettings } from '../../src/settings/table'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'

const sql = () => sqlOver(new Reader(new Database(env.DB), new RowCache(0)))
const settingsOf = (person: Person): Promise<UserSettings> => userSettings(sql(), person.id)
const defaultsOf = (realm: TestRealm): Promise<UserSettings> => realmUserSettingsDefaults(sql(), realm.id)

const change = (person: Person, params: Params): Promise<Answer> =>
  person.ask('PATCH', '/realm/user_settings_defaults', params)

let realm: TestRealm
let ada: Person
let admin: Person
let moderator: Person
let guest: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  admin = await realm.user('admin', { role: 200 })
  moderator = await realm.user('moderator', { role: 300 })
  guest = await realm.user('guest', { role: 600 })
})

test('new users start with the defaults of the organization, existing ones keep what they have', async () => {
  const fresh = await newRealm()
  const before = await fresh.user('before')
  const usual = await settingsOf(before)

  const answer = await fresh.owner.patch('/realm/user_settings_defaults', {
    twenty_four_hour_time: true,
    default_view: 'all_messages',
    color_scheme: 2,
    notification_sound: 'ding',
    enable_sounds: false,
    send_read_receipts: false,
  })
  const after = await fresh.user('after')

  const chosen = {
    twenty_four_hour_time: true,
    default_view: 'all_messages',
    color_scheme: 2,
    notification_sound: 'ding',
    enable_sounds: false,
    send_read_receipts: false,
  }
  expect(answer).toMatchObject({ result: 'success', msg: '', ignored_parameters_unsupported: [] })
  expect(await settingsOf(before)).toEqual(usual)
  expect(await settingsOf(fresh.owner)).toEqual(usual)
  expect(await settingsOf(after)).toEqual({ ...usual, ...chosen })
})

test('a later change of the defaults does not reach who is there already', async () => {
  const fresh = await newRealm()
  await fresh.owner.patch('/realm/user_settings_defaults', { enter_sends: true })
  const early = await fresh.user('early')

  await fresh.owner.patch('/realm/user_settings_defaults', { enter_sends: false })

  expect(await settingsOf(early)).toMatchObject({ enter_sends: true })
  expect(await settingsOf(await fresh.user('late'))).toMatchObject({ enter_sends: false })
})

test('new users start with the language of the organization', async () => {
  const fresh = await newRealm()
  await fresh.owner.patch('/realm/user_settings_defaults', { enter_sends: true })
  await fresh.set({ default_language: 'de' })

  expect(await settingsOf(await fresh.user('ute'))).toMatchObject({ default_language: 'de', enter_sends: true })
})

test('the defaults of one organization are not those of another', async () => {
  const [one, other] = [await newRealm(), await newRealm()]

  await one.owner.patch('/realm/user_settings_defaults', { enter_sends: true })

  expect(await settingsOf(await other.user('ada'))).toMatchObject({ enter_sends: false })
})

/** One further value for each kind of setting. */
const otherValue: Record<string, unknown> = {
  color_scheme: 3,
  demote_inactive_streams: 3,
  desktop_icon_count_display: 3,
  default_view: 'all_messages',
  emojiset: 'twitter',
  notification_sound: 'none',
  email_notifications_batching_period_seconds: 600,
}

const excluded = new Set([
  'allow_private_data_export',
  'default_language',
  'enable_marketing_emails',
  'enable_login_emails',
])

describe('every setting', () => {
  const names = Object.keys(settingsTable) as (keyof UserSettings)[]

  test.each(names.filter((name) => !excluded.has(name)))('%s has a default to change', async (name) => {
    const value = otherValue[name] ?? !settingsTable[name].fallback

    const answer = await change(admin, { [name]: value })

    expect(answer).toMatchObject({ status: 200, ignored_parameters_unsupported: [] })
    expect((await defaultsOf(realm))[name]).toBe(value)
  })
})

test.each<[string, unknown]>([
  ['full_name', 'Somebody'],
  ['email', 'somebody@example.com'],
  ['old_password', 'correct horse'],
  ['new_password', 'battery staple'],
  ['default_language', 'de'],
  ['timezone', 'Europe/Berlin'],
  ['enable_marketing_emails', false],
  ['enable_login_emails', false],
])('%s has none, and is told as unsupported', async (name, value) => {
  const answer = await change(admin, { [name]: value, left_side_userlist: true })

  expect(answer).toMatchObject({ status: 200, ignored_parameters_unsupported: [name] })
  expect(await defaultsOf(realm)).toMatchObject({
    left_side_userlist: true,
    default_language: 'en',
    enable_marketing_emails: true,
    enable_login_emails: true,
  })
  expect(await admin.get('/users/me')).toMatchObject({ full_name: 'Admin', timezone: '' })
})

test.each<[string, unknown]>([
  ['color_scheme', 4],
  ['default_view', 'inbox'],
  ['emojiset', 'apple'],
  ['notification_sound', 'silence'],
  ['email_notifications_batching_period_seconds', 0],
  ['email_notifications_batching_period_seconds', 604_801],
  ['twenty_four_hour_time', 'yes'],
])('%s cannot be %s', async (name, value) => {
  const before = await defaultsOf(realm)

  const answer = await change(admin, { [name]: value, fluid_layout_width: !before.fluid_layout_width })

  expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(await defaultsOf(realm)).toEqual(before)
})

test.each<[string, () => Person]>([
  ['a member', () => ada],
  ['a moderator', () => moderator],
  ['a guest', () => guest],
])('%s may not change the defaults', async (_, who) => {
  const before = await defaultsOf(realm)

  const answer = await change(who(), { starred_message_counts: !before.starred_message_counts })

  expect(answer).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
  expect(await defaultsOf(realm)).toEqual(before)
})

test.each<[string, () => Person]>([
  ['an owner', () => realm.owner],
  ['an administrator', () => admin],
])('%s may change the defaults', async (_, who) => {
  const before = await defaultsOf(realm)

  const answer = await change(who(), { starred_message_counts: !before.starred_message_counts })

  expect(answer.status).toBe(200)
  expect((await defaultsOf(realm)).starred_message_counts).toBe(!before.starred_message_counts)
})

test('a bot that is an administrator may change the defaults', async () => {
  const bot = await realm.bot('robo', admin, { role: 200 })

  expect((await change(bot, { enter_sends: true })).status).toBe(200)
})
