import { beforeEach, describe, expect, test } from 'vitest'
import { settingsTable } from '../../src/settings/table'
import { avatarUrl, mediumAvatarUrl } from '../../src/users/avatars'
import { newRealm, request, type Listener, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
})

/** Everybody else: what they are told is what nobody but the actor must not be told. */
async function others(): Promise<Listener[]> {
  const bo = await realm.user('bo')
  const guest = await realm.user('guest', { role: 600 })
  const bot = await realm.bot('clock', bo)
  return Promise.all([bo, guest, bot, realm.owner].map((person) => person.listen()))
}

async function expectNothing(listeners: Listener[]): Promise<void> {
  for (const listener of listeners) expect(await listener.events()).toEqual([])
}

async function expectTold(listeners: Listener[], events: unknown[]): Promise<void> {
  for (const listener of listeners) expect(await listener.events()).toEqual(events)
}

const changeMute = (stream_id: number, topic: string, op: string) =>
  ada.ask('PATCH', '/users/me/subscriptions/muted_topics', { stream_id, topic, op })

const createField = async (params: Params): Promise<number> =>
  (await realm.owner.post('/realm/profile_fields', params))['id'] as number

const profileFieldEvent = (custom_profile_field: object) => ({
  type: 'realm_user',
  op: 'update',
  person: { user_id: ada.id, custom_profile_field },
})

/** So many choices of a field, each of two thousand characters as it is stored. */
const choices = (amount: number) =>
  Object.fromEntries(
    Array.from({ length: amount }, (_, index) => [`${index}`, { text: `${index}`.padEnd(1000, '"'), order: 1 }]),
  )

/** Changes Ada's address, and confirms it with the link that administrators find. */
async function confirmNewEmail(email: string): Promise<void> {
  await ada.patch('/settings', { email })
  const { email_changes } = await realm.owner.get('/realm/email_changes')
  const token = (email_changes as { confirmation_url: string }[])[0]!.confirmation_url.split('/').at(-1)
  expect((await request(realm.host, 'POST', '/confirm_email', { params: { token } })).msg).toBe('')
}

/** The queue belongs to the account, whose credentials have just changed. */
const withAddress = (listener: Listener, email: string): Listener => {
  Object.assign(listener.person, { email })
  return listener
}

const updateOfAda = (fields: object) => ({ type: 'realm_user', op: 'update', person: { user_id: ada.id, ...fields } })

const pictureOfAda = (delivery_email: string) =>
  updateOfAda({
    avatar_url: avatarUrl({ delivery_email, avatar_version: 1, avatar_path: null }),
    avatar_url_medium: mediumAvatarUrl({ delivery_email, avatar_version: 1, avatar_path: null }),
    avatar_source: 'G',
    avatar_version: 1,
  })

describe('muted topics', () => {
  test('muting and unmuting tells the user, with the whole list', async () => {
    const harbour = await realm.stream('harbour', ada)
    await changeMute(harbour.id, 'tides', 'add')
    const listener = await ada.listen()

    await changeMute(harbour.id, 'boats', 'add')
    await changeMute(harbour.id, 'TIDES', 'remove')

    const tides = ['harbour', 'tides', expect.any(Number)]
    const boats = ['harbour', 'boats', expect.any(Number)]
    expect(await listener.events()).toEqual([
      { type: 'muted_topics', muted_topics: expect.toSatisfy((list) => list.length === 2) },
      { type: 'muted_topics', muted_topics: [boats] },
    ])
    await changeMute(harbour.id, 'tides', 'add')
    const [event] = await listener.events()
    expect(event!['muted_topics']).toEqual(expect.arrayContaining([tides, boats]))
  })

  test('the list that is told is the one that a new queue begins with', async () => {
    const harbour = await realm.stream('harbour', ada)
    const listener = await ada.listen()
    for (const topic of ['b', 'a', 'ß', 'Z']) await changeMute(harbour.id, topic, 'add')

    const last = (await listener.events()).at(-1)!

    expect((await ada.listen()).state['muted_topics']).toEqual(last['muted_topics'])
  })

  test('muting sends events to nobody else, and a refusal sends none', async () => {
    const harbour = await realm.stream('harbour', ada)
    const listeners = await others()
    const listener = await ada.listen()

    await changeMute(harbour.id, 'tides', 'add')
    await listener.events()
    expect((await changeMute(harbour.id, 'tides', 'add')).status).toBe(400)

    await expectNothing([...listeners, listener])
  })
})

describe('drafts', () => {
  const draft = { type: 'private' as const, to: [] as number[], topic: '', content: 'Dear', timestamp: 1_600_000_000.7 }
  const told = { type: '', to: [], topic: '', content: 'Dear', timestamp: 1_600_000_000 }

  test('each change of drafts tells their owner', async () => {
    const listener = await ada.listen()

    const { ids } = await ada.post('/drafts', { drafts: [draft, { ...draft, to: [realm.owner.id] }] })
    const [first, second] = ids as number[]
    await ada.patch(`/drafts/${first}`, { draft: { ...draft, content: 'Dearest' } })
    await ada.delete(`/drafts/${second}`)

    expect(await listener.events()).toEqual([
      {
        type: 'drafts',
        op: 'add',
        drafts: [
          { id: first, ...told },
          { id: second, ...told, type: 'private', to: [realm.owner.id] },
        ],
      },
      { type: 'drafts', op: 'update', draft: { id: first, ...told, content: 'Dearest' } },
      { type: 'drafts', op: 'remove', draft_id: second },
    ])
  })

  test('drafts send events to nobody else, and an empty list sends none', async () => {
    const listeners = await others()
    const listener = await ada.listen()

    await ada.post('/drafts', { drafts: [] })
    await expectNothing([listener])
    await ada.post('/drafts', { drafts: [draft] })

    await expectNothing(listeners)
  })

  test('switching synchronization off deletes drafts and tells of the setting alone', async () => {
    const { ids } = await ada.post('/drafts', { drafts: [draft] })
    const listener = await ada.listen({
      client_capabilities: { notification_settings_null: true, user_settings_object: true },
    })

    await ada.patch('/settings', { enable_drafts_synchronization: false })
    expect((await ada.ask('DELETE', `/drafts/${(ids as number[])[0]}`)).status).toBe(400)
    expect((await ada.ask('POST', '/drafts', { drafts: [draft] })).status).toBe(400)

    expect(await listener.events()).toEqual([
      { type: 'user_settings', op: 'update', property: 'enable_drafts_synchronization', value: false },
    ])
    await ada.patch('/settings', { enable_drafts_synchronization: true })
    expect(await ada.get('/drafts')).toMatchObject({ count: 0 })
  })
})

describe('user status', () => {
  const cases: [what: string, params: Params, told: object][] = [
    ['text', { status_text: ' at sea ' }, { status_text: 'at sea' }],
    ['being away', { away: true }, { away: true }],
    ['no text', { status_text: '', away: false }, { status_text: '', away: false }],
    ['an emoji', { emoji_name: 'car' }, { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' }],
    ['no emoji', { emoji_name: '' }, { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }],
  ]

  test.each(cases)('setting %s tells everybody that and no more', async (_, params, told) => {
    const listeners = [...(await others()), await ada.listen()]

    await ada.post('/users/me/status', params)

    await expectTold(listeners, [{ type: 'user_status', user_id: ada.id, ...told }])
  })

  test('a refused status sends no event', async () => {
    const listener = await ada.listen()

    expect((await ada.ask('POST', '/users/me/status', { status_text: 'x'.repeat(61) })).status).toBe(400)

    await expectNothing([listener])
  })
})

describe('personal settings', () => {
  /** Another value than the default one. */
  const other: Record<string, unknown> = {
    default_language: 'de',
    default_view: 'all_messages',
    emojiset: 'text',
    notification_sound: 'ding',
    email_notifications_batching_period_seconds: 300,
  }
  const changes = Object.entries(settingsTable).map(([name, { fallback, group }]) => {
    const value = other[name] ?? (typeof fallback === 'boolean' ? !fallback : 2)
    return { name, value, group, language: name === 'default_language' ? { language_name: 'Deutsch' } : {} }
  })
  const all = Object.fromEntries(changes.map(({ name, value }) => [name, value]))

  test('each changed setting is told by its name, and by the names that older clients know', async () => {
    const listener = await ada.listen()

    await ada.patch('/settings', all)

    const user = ada.email
    expect(await listener.events()).toEqual(
      changes.flatMap(({ name, value, group, language }) => [
        { type: 'user_settings', op: 'update', property: name, value, ...language },
        ...(group === 'display'
          ? [{ type: 'update_display_settings', setting_name: name, setting: value, user, ...language }]
          : []),
        ...(group === 'notification'
          ? [{ type: 'update_global_notifications', notification_name: name, setting: value, user }]
          : []),
      ]),
    )
  })

  test('clients that know the settings object are not told by older names', async () => {
    const listener = await ada.listen({
      client_capabilities: { notification_settings_null: true, user_settings_object: true },
    })

    await ada.patch('/settings', { ...all, timezone: 'Asia/Tokyo' })

    const events = await listener.events()
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['user_settings', 'realm_user']))
    expect(events.filter(({ type }) => type === 'user_settings')).toHaveLength(changes.length + 1)
  })

  test('unchanged settings send no event, and changed ones send events to nobody else', async () => {
    const listeners = await others()
    await ada.patch('/settings', all)
    await expectNothing(listeners)
    const listener = await ada.listen()

    await ada.patch('/settings', { ...all, full_name: ada.full_name })

    await expectNothing([listener, ...listeners])
  })

  test('a new timezone is a setting to oneself and a fact to everybody', async () => {
    const listeners = await others()
    const listener = await ada.listen()
    const fact = {
      type: 'realm_user',
      op: 'update',
      person: { user_id: ada.id, timezone: 'Asia/Tokyo', email: ada.email },
    }

    await ada.patch('/settings', { timezone: 'Asia/Tokyo' })

    expect(await listener.events()).toEqual([
      { type: 'user_settings', op: 'update', property: 'timezone', value: 'Asia/Tokyo' },
      { type: 'update_display_settings', setting_name: 'timezone', setting: 'Asia/Tokyo', user: ada.email },
      fact,
    ])
    await expectTold(listeners, [fact])
  })

  test('a new name is told to everybody', async () => {
    const listeners = [...(await others()), await ada.listen()]

    await ada.patch('/settings', { full_name: 'Ada Lovelace' })

    await expectTold(listeners, [
      { type: 'realm_user', op: 'update', person: { user_id: ada.id, full_name: 'Ada Lovelace' } },
    ])
  })

  test.each([
    ['a blank name', { full_name: ' ' }],
    ['a bad name', { full_name: '*' }],
    ['a name beside a bad setting', { full_name: 'Ada Lovelace', old_password: 'x', new_password: 'much too good' }],
    ['a new address before it is confirmed', { email: 'ada@elsewhere.example.com' }],
  ])('%s tells nobody', async (_, params) => {
    const listener = await ada.listen()

    await ada.ask('PATCH', '/settings', params)

    await expectNothing([listener])
  })
})

describe('settings of new users', () => {
  test('each changed default is told to everybody', async () => {
    const listeners = [...(await others()), await ada.listen()]

    await realm.owner.patch('/realm/user_settings_defaults', {
      enter_sends: true,
      emojiset: 'text',
      fluid_layout_width: false,
    })

    await expectTold(listeners, [
      { type: 'realm_user_settings_defaults', op: 'update', property: 'emojiset', value: 'text' },
      { type: 'realm_user_settings_defaults', op: 'update', property: 'enter_sends', value: true },
    ])
  })

  test('a refused change sends no event', async () => {
    const listeners = await others()

    expect((await ada.ask('PATCH', '/realm/user_settings_defaults', { enter_sends: true })).status).toBe(400)

    await expectNothing(listeners)
  })
})

describe('profiles', () => {
  test('each field that somebody fills in or clears is told to everybody', async () => {
    const motto = await createField({ name: 'Motto', field_type: 1 })
    const mentors = await createField({ name: 'Mentors', field_type: 6 })
    const born = await createField({ name: 'Born', field_type: 4 })
    await ada.patch('/users/me/profile_data', { data: [{ id: born, value: '1815-12-10' }] })
    const listeners = [...(await others()), await ada.listen()]

    await ada.patch('/users/me/profile_data', {
      data: [
        { id: motto, value: '*Onward*' },
        { id: mentors, value: [realm.owner.id] },
        { id: born, value: '' },
      ],
    })

    await expectTold(listeners, [
      profileFieldEvent({ id: motto, value: '*Onward*', rendered_value: '<p><em>Onward</em></p>' }),
      profileFieldEvent({ id: mentors, value: `[${realm.owner.id}]` }),
      profileFieldEvent({ id: born, value: null }),
    ])
  })

  test('a value that an administrator sets or removes sends the same event', async () => {
    const motto = await createField({ name: 'Motto', field_type: 5 })
    const listener = await ada.listen()

    await realm.owner.patch(`/users/${ada.id}`, { profile_data: [{ id: motto, value: 'https://example.com' }] })
    await ada.delete('/users/me/profile_data', { data: [motto] })

    expect(await listener.events()).toEqual([
      profileFieldEvent({ id: motto, value: 'https://example.com' }),
      profileFieldEvent({ id: motto, value: null }),
    ])
  })

  test('what is in a profile already, or is not there to be cleared, is not told', async () => {
    const motto = await createField({ name: 'Motto', field_type: 1 })
    const born = await createField({ name: 'Born', field_type: 4 })
    await ada.patch('/users/me/profile_data', { data: [{ id: motto, value: 'Onward' }] })
    const listener = await ada.listen()

    await ada.patch('/users/me/profile_data', {
      data: [
        { id: motto, value: 'Onward' },
        { id: born, value: null },
      ],
    })

    await expectNothing([listener])
  })

  test('every change of the fields tells everybody all of them', async () => {
    const listeners = [...(await others()), await ada.listen()]
    const readProfileFields = async () => (await ada.get('/realm/profile_fields'))['custom_fields'] as unknown[]
    const lists: unknown[][] = []

    const motto = await createField({ name: 'Motto', field_type: 1 })
    lists.push(await readProfileFields())
    const born = await createField({ name: 'Born', hint: 'When', field_type: 4 })
    lists.push(await readProfileFields())
    await realm.owner.patch('/realm/profile_fields', { order: [born, motto] })
    lists.push(await readProfileFields())
    await realm.owner.patch(`/realm/profile_fields/${motto}`, { name: 'Maxim' })
    lists.push(await readProfileFields())
    await realm.owner.delete(`/realm/profile_fields/${born}`)
    lists.push(await readProfileFields())

    expect(lists.map((list) => list.length)).toEqual([1, 2, 2, 2, 1])
    await expectTold(
      listeners,
      lists.map((fields) => ({ type: 'custom_profile_fields', fields })),
    )
  })

  test('fields that do not fit into one event are refused', async () => {
    const listener = await ada.listen()
    const first = await createField({ name: 'First', field_type: 3, field_data: choices(60) })
    await createField({ name: 'Second', field_type: 3, field_data: choices(60) })
    const many = { field_data: choices(120) }

    const refused = [
      await realm.owner.ask('POST', '/realm/profile_fields', { name: 'Third', field_type: 3, ...many }),
      await realm.owner.ask('PATCH', `/realm/profile_fields/${first}`, many),
    ]

    expect(refused.map(({ code }) => code)).toEqual(['BAD_REQUEST', 'BAD_REQUEST'])
    expect((await listener.events()).map(({ fields }) => (fields as unknown[]).length)).toEqual([1, 2])
  })

  test('a refused field sends no event', async () => {
    const listener = await ada.listen()

    expect((await ada.ask('POST', '/realm/profile_fields', { name: 'Motto', field_type: 1 })).status).toBe(400)
    expect((await realm.owner.ask('PATCH', '/realm/profile_fields', { order: [1] })).status).toBe(400)

    await expectNothing([listener])
  })
})

describe('a confirmed address', () => {
  test('is told to its owner, and to everybody who sees it, with the picture that goes with it', async () => {
    const listeners = await others()
    const listener = await ada.listen()

    await confirmNewEmail('ada@elsewhere.example.com')

    const email = 'ada@elsewhere.example.com'
    await expectTold(listeners, [pictureOfAda(email), updateOfAda({ new_email: email })])
    await expectTold(
      [withAddress(listener, email)],
      [updateOfAda({ delivery_email: email }), pictureOfAda(email), updateOfAda({ new_email: email })],
    )
  })

  test('is not told to others where addresses are hidden, administrators included', async () => {
    await realm.owner.patch('/realm', { email_address_visibility: 3 })
    const listeners = await others()
    const listener = await ada.listen()

    await confirmNewEmail('ada@elsewhere.example.com')

    const email = 'ada@elsewhere.example.com'
    await expectTold(listeners, [pictureOfAda(email)])
    await expectTold([withAddress(listener, email)], [updateOfAda({ delivery_email: email }), pictureOfAda(email)])
  })

  test('has the same picture when only its case changes', async () => {
    const listener = await ada.listen()

    await confirmNewEmail('Ada@example.com')

    expect(await withAddress(listener, 'Ada@example.com').events()).toEqual([
      updateOfAda({ delivery_email: 'Ada@example.com' }),
      updateOfAda({ new_email: 'Ada@example.com' }),
    ])
  })
})

test('events outlive the realm object', async () => {
  const harbour = await realm.stream('harbour', ada)
  const listener = await ada.listen()
  await ada.patch('/users/me/subscriptions/muted_topics', { stream_id: harbour.id, topic: 'tides', op: 'add' })
  await ada.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'Dear' }] })
  await ada.post('/users/me/status', { away: true })
  await ada.patch('/settings', { enter_sends: true, full_name: 'Ada Lovelace' })
  await realm.owner.patch('/realm/user_settings_defaults', { enter_sends: true })
  await realm.owner.post('/realm/profile_fields', { name: 'Motto', field_type: 1 })

  await realm.evict()

  expect((await listener.events()).map(({ type }) => type)).toEqual([
    'muted_topics',
    'drafts',
    'user_status',
    'realm_user',
    'user_settings',
    'update_display_settings',
    'realm_user_settings_defaults',
    'custom_profile_fields',
  ])
})
