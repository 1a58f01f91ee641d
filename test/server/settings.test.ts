import { env } from 'cloudflare:workers'
import { array, assert, constantFrom, property } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { pathId, text, undeclaredNames } from '../../src/core/http/params'
import { Database } from '../../src/core/sql/database'
import { sqlOver } from '../../src/core/sql/sql'
import { Reader, RowCache } from '../../src/core/sql/reader'
import { userSettings } from '../../src/settings/queries'
import { notificationSounds } from '../../src/settings/sounds'
import { settingsTable, type UserSettings } from '../../src/settings/table'
import { isTimezone } from '../../src/settings/timezones'
import { newRealm, password, reach, request, type Answer, type Params, type Person, type TestRealm } from '../kit'
import { withSettings, passwordObjectOf } from '../kit/password-objects'

/** The settings as clients will be told. */
const settingsOf = (person: Person): Promise<UserSettings> =>
  userSettings(sqlOver(new Reader(new Database(env.DB), new RowCache(0))), person.id)

const change = (person: Person, params: Params): Promise<Answer> => person.ask('PATCH', '/settings', params)

/** Settings as they are kept. */
async function readStoredSettings({ id }: Person): Promise<unknown> {
  const row = await env.DB.prepare('select settings from user where id = ?').bind(id).first<{ settings: string }>()
  return JSON.parse(row!.settings)
}

const logIn = async (person: Person, secret: string): Promise<number> =>
  (await request(person.realm.host, 'POST', '/fetch_api_key', { params: { username: person.email, password: secret } }))
    .status

const carry = (names: string[]): URLSearchParams => new URLSearchParams(names.map((name) => [name, 'x']))

let realm: TestRealm
let ada: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
})

/** Every setting with its kind, its default and its group, as the table of the API has them. */
const table: [name: string, fallback: unknown, group: 'display' | 'notification' | null, other: unknown[]][] = [
  ['color_scheme', 1, 'display', [2, 3]],
  ['default_language', 'en', 'display', ['de', 'zh-hans']],
  ['default_view', 'recent_topics', 'display', ['all_messages']],
  ['demote_inactive_streams', 1, 'display', [2, 3]],
  ['dense_mode', true, 'display', [false]],
  ['emojiset', 'google', 'display', ['google-blob', 'twitter', 'text']],
  ['enable_drafts_synchronization', true, 'display', [false]],
  ['enter_sends', false, 'display', [true]],
  ['fluid_layout_width', false, 'display', [true]],
  ['high_contrast_mode', false, 'display', [true]],
  ['left_side_userlist', false, 'display', [true]],
  ['starred_message_counts', true, 'display', [false]],
  ['translate_emoticons', false, 'display', [true]],
  ['twenty_four_hour_time', false, 'display', [true]],
  ['desktop_icon_count_display', 1, 'notification', [2, 3]],
  ['email_notifications_batching_period_seconds', 120, 'notification', [1, 604_800]],
  ['enable_desktop_notifications', true, 'notification', [false]],
  ['enable_digest_emails', true, 'notification', [false]],
  ['enable_login_emails', true, 'notification', [false]],
  ['enable_marketing_emails', true, 'notification', [false]],
  ['enable_offline_email_notifications', true, 'notification', [false]],
  ['enable_offline_push_notifications', true, 'notification', [false]],
  ['enable_online_push_notifications', true, 'notification', [false]],
  ['enable_sounds', true, 'notification', [false]],
  ['enable_stream_audible_notifications', false, 'notification', [true]],
  ['enable_stream_desktop_notifications', false, 'notification', [true]],
  ['enable_stream_email_notifications', false, 'notification', [true]],
  ['enable_stream_push_notifications', false, 'notification', [true]],
  ['message_content_in_email_notifications', true, 'notification', [false]],
  ['notification_sound', 'zulip', 'notification', ['none', 'ding']],
  ['pm_content_in_desktop_notifications', true, 'notification', [false]],
  ['presence_enabled', true, 'notification', [false]],
  ['realm_name_in_notifications', false, 'notification', [true]],
  ['wildcard_mentions_notify', true, 'notification', [false]],
  ['allow_private_data_export', false, null, [true]],
  ['enable_reaction_notifications', false, null, [true]],
  ['escape_navigates_to_default_view', true, null, [false]],
  ['send_private_typing_notifications', true, null, [false]],
  ['send_read_receipts', true, null, [false]],
  ['send_stream_typing_notifications', true, null, [false]],
]

describe('the table of settings', () => {
  test('holds exactly the settings of the API', () => {
    expect(Object.keys(settingsTable).toSorted()).toEqual(table.map(([name]) => name).toSorted())
  })

  test.each(table)('%s starts as %s and belongs to the group %s', async (name, fallback, group) => {
    const settings = await settingsOf(realm.owner)

    expect(settings[name as keyof UserSettings]).toBe(fallback)
    expect(settingsTable[name as keyof UserSettings].group).toBe(group)
  })
})

describe('changing a setting', () => {
  test.each(
    table.flatMap(([name, fallback, , others]) => [...others, fallback].map((value) => [name, value] as const)),
  )('%s can be %s', async (name, value) => {
    const before = await settingsOf(ada)

    const answer = await change(ada, { [name]: value })

    expect(answer).toMatchObject({ status: 200, result: 'success', msg: '', ignored_parameters_unsupported: [] })
    expect(await settingsOf(ada)).toEqual({ ...before, [name]: value })
  })

  test.each<[string, unknown]>([
    ['color_scheme', 0],
    ['color_scheme', 4],
    ['color_scheme', 1.5],
    ['color_scheme', 'dark'],
    ['demote_inactive_streams', 4],
    ['desktop_icon_count_display', 0],
    ['default_view', 'inbox'],
    ['default_view', '"all_messages"'],
    ['default_view', ''],
    ['emojiset', 'apple'],
    ['emojiset', ''],
    ['default_language', 'tlh'],
    ['default_language', ''],
    ['default_language', 'toString'],
    ['default_language', 'x'.repeat(5000)],
    ['notification_sound', 'silence'],
    ['notification_sound', ''],
    ['email_notifications_batching_period_seconds', 0],
    ['email_notifications_batching_period_seconds', 604_801],
    ['email_notifications_batching_period_seconds', -120],
    ['email_notifications_batching_period_seconds', 1.5],
    ['email_notifications_batching_period_seconds', 'soon'],
    ['email_notifications_batching_period_seconds', 1e300],
    ['twenty_four_hour_time', 1],
    ['twenty_four_hour_time', 'yes'],
    ['twenty_four_hour_time', 'True'],
    ['twenty_four_hour_time', 'null'],
    ['enter_sends', '"true"'],
    ['timezone', 'Mars/Olympus_Mons'],
    ['timezone', '+01:00'],
    ['timezone', 'europe/berlin'],
    ['timezone', ''],
    ['full_name', 'x'],
    ['full_name', 'x'.repeat(101)],
    ['full_name', 'Ada*'],
    ['full_name', 'Ada|7'],
  ])('%s cannot be %s', async (name, value) => {
    const before = await settingsOf(ada)

    const answer = await change(ada, { [name]: value })

    expect(answer).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST' })
    expect(answer.msg).not.toBe('')
    expect(await settingsOf(ada)).toEqual(before)
  })

  test('happens for all that are given, or for none', async () => {
    const bo = await realm.user('bo')
    const before = await settingsOf(bo)

    const refused = await change(bo, { enter_sends: true, full_name: 'Robert', color_scheme: 9 })
    expect(refused.status).toBe(400)
    expect(await settingsOf(bo)).toEqual(before)

    const late = await change(bo, { enter_sends: true, full_name: 'Robert', new_password: 'another good one' })
    expect(late.status).toBe(400)
    expect(await settingsOf(bo)).toEqual(before)
    expect(await bo.get('/users/me')).toMatchObject({ full_name: 'Bo' })

    await bo.patch('/settings', { enter_sends: true, full_name: 'Robert', color_scheme: 2 })
    expect(await settingsOf(bo)).toEqual({ ...before, enter_sends: true, color_scheme: 2 })
    expect(await bo.get('/users/me')).toMatchObject({ full_name: 'Robert' })
  })

  test('leaves the settings of others alone', async () => {
    const cy = await realm.user('cy')
    const before = await settingsOf(realm.owner)

    await cy.patch('/settings', { enter_sends: true })

    expect(await settingsOf(realm.owner)).toEqual(before)
  })

  test('keeps only what differs from the defaults', async () => {
    const dee = await realm.user('dee')

    await dee.patch('/settings', { enter_sends: true, color_scheme: 2, dense_mode: true })
    expect(await readStoredSettings(dee)).toEqual({ enter_sends: true, color_scheme: 2 })
    await dee.patch('/settings', { enter_sends: false })

    expect(await readStoredSettings(dee)).toEqual({ color_scheme: 2 })
  })

  test('keeps every one of ten changes at once', async () => {
    const eve = await realm.user('eve')
    const names = table.filter(([, fallback]) => fallback === false).map(([name]) => name)

    await Promise.all(names.map((name) => eve.patch('/settings', { [name]: true })))

    expect(names.length).toBeGreaterThanOrEqual(10)
    expect(await settingsOf(eve)).toMatchObject(Object.fromEntries(names.map((name) => [name, true])))
  })

  test('may be none at all', async () => {
    expect(await change(ada, {})).toMatchObject({ status: 200, ignored_parameters_unsupported: [] })
  })

  test.each(['/settings', '/settings/display', '/settings/notifications'])('goes by %s', async (path) => {
    const person = await realm.user(`by${path.replaceAll('/', '-')}`)

    const answer = await person.patch(path, { enter_sends: true, enable_sounds: false, shoe_size: 43 })

    expect(answer['ignored_parameters_unsupported']).toEqual(['shoe_size'])
    expect(await settingsOf(person)).toMatchObject({ enter_sends: true, enable_sounds: false })
  })

  test('is open to guests', async () => {
    const guest = await realm.user('gus', { role: 600 })

    await guest.patch('/settings', { enter_sends: true })

    expect(await settingsOf(guest)).toMatchObject({ enter_sends: true })
  })

  test('is refused to bots', async () => {
    const bot = await realm.bot('robo', ada)

    const answer = await change(bot, { enter_sends: true })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await settingsOf(bot)).toMatchObject({ enter_sends: false })
  })
})

describe('parameters that nobody knows', () => {
  test('are told, each once, while the known ones take effect', async () => {
    const answer = await change(ada, {
      shoe_size: 43,
      high_contrast_mode: true,
      hat: 'felt',
      timezone: 'Europe/Berlin',
    })

    expect(answer['ignored_parameters_unsupported']).toEqual(['shoe_size', 'hat'])
    expect(await settingsOf(ada)).toMatchObject({ high_contrast_mode: true })
  })

  test('are told also from the query', async () => {
    const answer = await ada.patch('/settings?shoe_size=43&enter_sends=true', { shoe_size: 44, hat: 'felt' })

    expect((answer['ignored_parameters_unsupported'] as string[]).toSorted()).toEqual(['hat', 'shoe_size'])
  })

  test('do not include what every endpoint knows', async () => {
    const answer = await ada.post('/settings', { method: 'PATCH', client: 'curl', enter_sends: false, hat: 'felt' })

    expect(answer['ignored_parameters_unsupported']).toEqual(['hat'])
  })

  test('are all that the request carries beyond the declared ones and their other names', () => {
    const fields = { topic: text().alias('subject'), message_id: pathId() }
    const name = constantFrom('topic', 'subject', 'message_id', 'client', 'method', 'hat', 'toString', '', 'Topic')

    assert(
      property(array(name), array(name), (inBody, inQuery) => {
        const undeclared = undeclaredNames(fields, { path: {}, body: carry(inBody), query: carry(inQuery) })

        const known = ['topic', 'subject', 'client', 'method']
        const others = new Set([...inBody, ...inQuery].filter((one) => !known.includes(one)))
        expect(undeclared).toEqual([...others])
      }),
    )
  })

  test('do not include a password that stands alone', async () => {
    const answer = await change(ada, { old_password: password })

    expect(answer).toMatchObject({ status: 200, ignored_parameters_unsupported: [] })
  })
})

describe('the name', () => {
  test('changes at once for everybody, also where it was seen before', async () => {
    const fay = await realm.user('fay')
    const message_id = await fay.send('general', 'names', 'from fay')
    await ada.send('general', 'names', 'to @**Fay**')

    await fay.patch('/settings', { full_name: ' Fay Wray ' })

    expect(await fay.get('/users/me')).toMatchObject({ full_name: 'Fay Wray' })
    expect(await ada.get(`/users/${fay.id}`)).toMatchObject({ user: { full_name: 'Fay Wray' } })
    expect((await ada.get(`/messages/${message_id}`))['message']).toMatchObject({ sender_full_name: 'Fay Wray' })
    expect(await renderText('@**Fay Wray**')).toContain(`data-user-id="${fay.id}"`)
    expect(await renderText('@**Fay**')).not.toContain('data-user-id')

    async function renderText(text: string): Promise<string> {
      const id = await ada.send('general', 'names', text)
      return ((await ada.get(`/messages/${id}`))['message'] as { content: string }).content
    }
  })

  test.each(['', '   '])('stays when it is blank: "%s"', async (full_name) => {
    expect(await change(ada, { full_name })).toMatchObject({ status: 200, ignored_parameters_unsupported: [] })
    expect(await ada.get('/users/me')).toMatchObject({ full_name: 'Ada' })
  })

  test('stays where the organization keeps names, except for administrators', async () => {
    const kept = await newRealm()
    const [member, admin] = [await kept.user('member'), await kept.user('admin', { role: 200 })]
    await kept.set({ name_changes_disabled: true })

    const answer = await change(member, { full_name: 'Other', enter_sends: true })
    await admin.patch('/settings', { full_name: 'Other Admin' })

    expect(answer).toMatchObject({ status: 200, ignored_parameters_unsupported: [] })
    expect(await member.get('/users/me')).toMatchObject({ full_name: 'Member' })
    expect(await settingsOf(member)).toMatchObject({ enter_sends: true })
    expect(await admin.get('/users/me')).toMatchObject({ full_name: 'Other Admin' })
  })
})

describe('the time zone', () => {
  test('is shown to everybody', async () => {
    await ada.patch('/settings', { timezone: 'America/Argentina/Buenos_Aires' })

    expect(await ada.get('/users/me')).toMatchObject({ timezone: 'America/Argentina/Buenos_Aires' })
    expect(await realm.owner.get(`/users/${ada.id}`)).toMatchObject({
      user: { timezone: 'America/Argentina/Buenos_Aires', full_name: 'Ada' },
    })
  })

  test('is one of names that are published, each of which can be taken', async () => {
    const response = await reach(realm.host, '/static/generated/timezones.json')
    const { timezones } = await response.json<{ timezones: string[] }>()

    expect(timezones).toEqual(expect.arrayContaining(['Africa/Abidjan', 'Asia/Kolkata', 'Europe/Berlin', 'UTC']))
    expect(timezones).toEqual([...new Set(timezones)].toSorted())
    expect(timezones.filter((name) => !isTimezone(name))).toEqual([])
  })

  test.each(['Europe/Berlin', 'US/Pacific', 'UTC', 'Etc/GMT+5', 'Asia/Kolkata', 'Asia/Calcutta', 'GMT'])(
    'can be %s',
    (name) => {
      expect(isTimezone(name)).toBe(true)
    },
  )

  test.each(['', '+01:00', '-05:00', 'utc', 'Europe', 'Europe/Berlin ', 'Nowhere/City', '\0', '1'])(
    'cannot be "%s"',
    (name) => {
      expect(isTimezone(name)).toBe(false)
    },
  )
})

test('sounds are sorted, for clients to list them', () => {
  expect(notificationSounds).toEqual(notificationSounds.toSorted())
})

describe('the password', () => {
  test('changes for who knows the old one, and keys stay good', async () => {
    const gil = await realm.user('gil')

    await gil.patch('/settings', { old_password: password, new_password: 'battery staple' })

    expect(await logIn(gil, 'battery staple')).toBe(200)
    expect(await logIn(gil, password)).toBe(401)
    expect((await gil.ask('GET', '/users/me')).status).toBe(200)
  })

  test.each<[string, Params]>([
    ['the wrong old one', { old_password: 'wrong', new_password: 'battery staple' }],
    ['no old one', { new_password: 'battery staple' }],
    ['an empty old one', { old_password: '', new_password: 'battery staple' }],
    ['a short new one', { old_password: password, new_password: 'x7$kQ' }],
    ['an empty new one', { old_password: password, new_password: '' }],
    ['a common new one', { old_password: password, new_password: 'password' }],
    ['the own name as new one', { old_password: password, new_password: 'Hal-weak' }],
    ['the own address as new one', { old_password: password, new_password: 'hal-weak@example.com' }],
    ['an endless new one', { old_password: password, new_password: 'x7$kQ'.repeat(100) }],
  ])('stays with %s', async (_, params) => {
    const hal = await hals()

    const answer = await change(hal, params)

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await logIn(hal, password)).toBe(200)
  })

  let hal: Person | undefined
  const hals = async (): Promise<Person> => (hal ??= await realm.user('hal-weak'))

  test('cannot be guessed: the sixth attempt is refused, and logging in is not', async () => {
    const ivy = await realm.user('ivy')
    const guessOldPassword = (old_password: string) => change(ivy, { old_password, new_password: 'battery staple' })
    for (let attempt = 1; attempt <= 5; attempt += 1) expect((await guessOldPassword('wrong')).status).toBe(400)

    const answer = await guessOldPassword(password)

    expect(answer).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
    expect(await logIn(ivy, password)).toBe(200)
  })

  test('may be guessed again after a right one', async () => {
    const jo = await realm.user('jo')
    const guessOldPassword = (old_password: string) => change(jo, { old_password, new_password: password })
    for (let attempt = 1; attempt <= 4; attempt += 1) await guessOldPassword('wrong')
    expect((await guessOldPassword(password)).status).toBe(200)

    for (let attempt = 1; attempt <= 5; attempt += 1) expect((await guessOldPassword('wrong')).status).toBe(400)
  })

  test('may be guessed freely where rate limits are off', async () => {
    const open = await newRealm()
    const kim = await open.user('kim')
    await withSettings(passwordObjectOf(open, kim.email), { RATE_LIMITS: 'off' })

    for (let attempt = 1; attempt <= 7; attempt += 1)
      expect((await change(kim, { old_password: 'wrong', new_password: 'battery staple' })).status).toBe(400)
  })
})
