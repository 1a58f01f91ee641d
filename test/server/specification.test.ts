import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, reach, request, type Answer, type Params, type Person, type TestRealm } from '../kit'

/** The specification from top to bottom, a row for a rule; the other files look at each room in depth. */

let realm: TestRealm
let owner: Person
let admin: Person
let ada: Person
let bo: Person
let guest: Person
let bot: Person
let harbour: { id: number; name: string }
let message_id: number
let private_id: number

beforeAll(async () => {
  realm = await newRealm()
  ;({ owner } = realm)
  admin = await realm.user('admin', { role: 200 })
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  guest = await realm.user('guest', { role: 600 })
  bot = await realm.bot('helper', ada)
  harbour = await realm.stream('harbour', ada, bo)
  message_id = await ada.send('harbour', 'tides', 'High *water*')
  await ada.patch(`/messages/${message_id}`, { content: '/me sees *low* water', topic: 'ebb' })
  await bo.post(`/messages/${message_id}/reactions`, { emoji_name: 'octopus' })
  private_id = await ada.write([bo], 'psst')
})

type Kind = 'integer' | 'string' | 'boolean' | 'list' | 'object' | 'null' | 'absent'

function kindOf(value: unknown): Kind {
  if (value === undefined) return 'absent'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return Number.isInteger(value) ? 'integer' : (typeof value as Kind)
}

function expectKinds(object: unknown, expected: Record<string, Kind>): void {
  const values = object as Record<string, unknown>
  const kinds = Object.fromEntries(Object.keys(expected).map((name) => [name, kindOf(values[name])]))
  expect(kinds).toEqual(expected)
}

const badRequest = { status: 400, result: 'error', code: 'BAD_REQUEST', msg: expect.stringMatching(/./) }

async function messageAs(person: Person, id: number, params: Params = {}): Promise<Record<string, unknown>> {
  return (await person.get(`/messages/${id}`, params))['message'] as Record<string, unknown>
}

/** The newest message, by way of `GET /messages`. */
async function fetchState(params: Params = {}): Promise<Record<string, unknown>> {
  const { messages } = await ada.get('/messages', { anchor: message_id, num_before: 0, num_after: 0, ...params })
  return (messages as Record<string, unknown>[])[0]!
}

describe('general conventions', () => {
  test('a success has an empty msg, a refusal one that is not', async () => {
    expect(await ada.ask('GET', '/users/me')).toMatchObject({ result: 'success', msg: '' })
    expect(await ada.ask('GET', '/users/4000000')).toMatchObject(badRequest)
  })

  test.each<[what: string, method: string, path: string, status: number]>([
    ['an unknown path', 'GET', '/nowhere', 404],
    ['an endpoint that was removed at level 81', 'POST', '/users/me/enter-sends', 404],
    ['a wrong method', 'DELETE', '/users/me/status', 405],
  ])('%s is refused in the envelope', async (_, method, path, status) => {
    expect(await ada.ask(method, path)).toMatchObject({ status, result: 'error', msg: expect.stringMatching(/./) })
  })

  test.each<[how: string, init: () => RequestInit, query?: string]>([
    ['a urlencoded body', () => ({ body: new URLSearchParams({ away: 'true' }) })],
    ['a multipart body', () => ({ body: form({ away: 'true' }) })],
    ['the query', () => ({}), '?away=true'],
    ['the body rather than the query', () => ({ body: form({ away: 'true' }) }), '?away=never'],
  ])('parameters are taken from %s', async (_, init, query = '') => {
    const headers = { Authorization: ada.authorization }
    const response = await reach(realm.host, `/api/v1/users/me/status${query}`, { method: 'POST', headers, ...init() })

    expect(response.status).toBe(200)
  })

  test('a body that does not parse is refused in the envelope', async () => {
    const headers = { Authorization: ada.authorization, 'Content-Type': 'multipart/form-data; boundary=x' }
    const response = await reach(realm.host, '/api/v1/users/me/status', { method: 'POST', headers, body: 'away' })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  })

  test.each(['True', '1', '"true"', 'yes', ''])('no boolean is written as %s', async (away) => {
    expect(await ada.ask('POST', '/users/me/status', { away })).toMatchObject(badRequest)
  })

  test('a plain string has no JSON quotes, and keeps those it has', async () => {
    const id = await ada.send('harbour', '"ebb"', '"words"')

    expect(await messageAs(ada, id, { apply_markdown: false })).toMatchObject({ subject: '"ebb"', content: '"words"' })
  })
})

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

describe('a user', () => {
  const common: Record<string, Kind> = {
    user_id: 'integer',
    email: 'string',
    full_name: 'string',
    date_joined: 'string',
    is_active: 'boolean',
    is_admin: 'boolean',
    is_owner: 'boolean',
    is_billing_admin: 'boolean',
    is_guest: 'boolean',
    is_bot: 'boolean',
    role: 'integer',
    timezone: 'string',
  }
  const person = { ...common, avatar_url: 'null', bot_type: 'null', bot_owner_id: 'absent', profile_data: 'absent' }

  test.each<[what: string, who: () => Person, params: Params, expected: Record<string, Kind>]>([
    ['a person', () => ada, {}, person as Record<string, Kind>],
    ['a picture that the client does not compute', () => ada, { client_gravatar: false }, { avatar_url: 'string' }],
    ['profile data', () => ada, { include_custom_profile_fields: true }, { profile_data: 'object' }],
    ['a bot', () => bot, {}, { ...common, bot_type: 'integer', bot_owner_id: 'integer', avatar_url: 'null' }],
    ['a bot with profile data', () => bot, { include_custom_profile_fields: true }, { profile_data: 'absent' }],
  ])('has these fields: %s', async (_, who, params, expected) => {
    const { members } = await bo.get('/users', params)
    const listed = (members as Record<string, unknown>[]).find(({ user_id }) => user_id === who().id)
    const { user: byId } = await bo.get(`/users/${who().id}`, params)
    const { user: byEmail } = await bo.get(`/users/${who().email}`, params)

    expectKinds(listed, expected)
    expect(byId).toEqual(listed)
    expect(byEmail).toEqual(listed)
  })

  test('has profile data by field id, rendered only where the kind of field is Markdown', async () => {
    const { id: motto } = await owner.post('/realm/profile_fields', { name: 'Motto', field_type: 1 })
    const { id: birthday } = await owner.post('/realm/profile_fields', { name: 'Birthday', field_type: 4 })
    const values = [
      { id: motto, value: 'All *fine*' },
      { id: birthday, value: '1815-12-10' },
    ]
    await admin.patch(`/users/${ada.id}`, { profile_data: values })

    const { user } = await bo.get(`/users/${ada.id}`, { include_custom_profile_fields: true })

    expect((user as Answer)['profile_data']).toEqual({
      [motto as number]: { value: 'All *fine*', rendered_value: '<p>All <em>fine</em></p>' },
      [birthday as number]: { value: '1815-12-10' },
    })
  })

  test('that asks for itself has these fields', async () => {
    expectKinds(await ada.get('/users/me'), {
      ...common,
      avatar_url: 'string',
      avatar_version: 'integer',
      max_message_id: 'integer',
      bot_type: 'absent',
      bot_owner_id: 'absent',
      delivery_email: 'absent',
    })
  })

  test.each([
    [100, { is_owner: true, is_admin: true, is_guest: false }],
    [200, { is_owner: false, is_admin: true, is_guest: false }],
    [300, { is_owner: false, is_admin: false, is_guest: false }],
    [400, { is_owner: false, is_admin: false, is_guest: false }],
    [600, { is_owner: false, is_admin: false, is_guest: true }],
  ])('has role %i with its flags', async (role, flags) => {
    const somebody = await realm.user(`somebody${role}`, { role })

    expect(await somebody.get('/users/me')).toMatchObject({ role, ...flags })
  })
})

describe('a message', () => {
  const common: Record<string, Kind> = {
    id: 'integer',
    type: 'string',
    sender_id: 'integer',
    sender_email: 'string',
    sender_full_name: 'string',
    sender_realm_str: 'string',
    avatar_url: 'null',
    client: 'string',
    content: 'string',
    content_type: 'string',
    recipient_id: 'integer',
    subject: 'string',
    topic_links: 'list',
    timestamp: 'integer',
    is_me_message: 'boolean',
    flags: 'list',
    reactions: 'list',
    submessages: 'list',
    match_content: 'absent',
    match_subject: 'absent',
  }

  test('of a stream, edited, has these fields', async () => {
    const message = await messageAs(ada, message_id)

    expectKinds(message, {
      ...common,
      display_recipient: 'string',
      stream_id: 'integer',
      last_edit_timestamp: 'integer',
      edit_history: 'list',
    })
    expect(message).toMatchObject({ type: 'stream', subject: 'ebb', is_me_message: true, stream_id: harbour.id })
    expect(await fetchState()).toEqual(message)
  })

  test('that is private, never edited, has these fields', async () => {
    const message = await messageAs(ada, private_id)

    expectKinds(message, {
      ...common,
      display_recipient: 'list',
      stream_id: 'absent',
      last_edit_timestamp: 'absent',
      edit_history: 'absent',
    })
    expect(message).toMatchObject({ type: 'private', subject: '', is_me_message: false })
    for (const one of message['display_recipient'] as unknown[])
      expectKinds(one, { id: 'integer', email: 'string', full_name: 'string', is_mirror_dummy: 'boolean' })
  })

  test('keeps its edits, newest first, with what each changed', async () => {
    const id = await ada.send('harbour', 'one', 'First')
    await ada.patch(`/messages/${id}`, { content: 'Second' })
    await ada.patch(`/messages/${id}`, { topic: 'two' })

    const [newest, oldest] = (await messageAs(ada, id))['edit_history'] as unknown[]

    expectKinds(newest, {
      user_id: 'integer',
      timestamp: 'integer',
      prev_topic: 'string',
      topic: 'string',
      prev_content: 'absent',
      prev_rendered_content: 'absent',
      prev_rendered_content_version: 'absent',
      prev_stream: 'absent',
      stream: 'absent',
    })
    expectKinds(oldest, {
      user_id: 'integer',
      timestamp: 'integer',
      prev_content: 'string',
      prev_rendered_content: 'string',
      prev_rendered_content_version: 'integer',
      prev_topic: 'absent',
      topic: 'absent',
    })
  })

  test('tells in its edits where it was moved from and to', async () => {
    const pier = await realm.stream('pier', admin)
    const id = await admin.send('harbour', 'moved', 'x')
    await admin.patch(`/messages/${id}`, { stream_id: pier.id })

    const { edit_history } = await messageAs(admin, id)

    expect(edit_history).toMatchObject([{ prev_stream: harbour.id, stream: pier.id }])
    expectKinds((edit_history as unknown[])[0], { user_id: 'integer', timestamp: 'integer', topic: 'absent' })
  })

  test('does not tell its edits where the organization hides them', async () => {
    await realm.set({ allow_edit_history: false })
    const hidden = await messageAs(ada, message_id)
    await realm.set({ allow_edit_history: true })

    expectKinds(hidden, { last_edit_timestamp: 'integer', edit_history: 'absent' })
  })

  test('carries reactions with these fields', async () => {
    const [reaction] = (await messageAs(ada, message_id))['reactions'] as unknown[]

    expect(reaction).toMatchObject({
      emoji_name: 'octopus',
      emoji_code: '1f419',
      reaction_type: 'unicode_emoji',
      user_id: bo.id,
      user: { id: bo.id, email: bo.email, full_name: bo.full_name },
    })
  })

  test.each<[apply_markdown: boolean | undefined, content_type: string, content: string]>([
    [undefined, 'text/html', '<p>/me sees <em>low</em> water</p>'],
    [true, 'text/html', '<p>/me sees <em>low</em> water</p>'],
    [false, 'text/x-markdown', '/me sees *low* water'],
  ])('with apply_markdown %s is %s', async (apply_markdown, content_type, content) => {
    expect(await fetchState({ apply_markdown })).toMatchObject({ content_type, content })
    expect(await messageAs(ada, message_id, { apply_markdown })).toMatchObject({ content_type, content })
    expect(await ada.get(`/messages/${message_id}`, { apply_markdown })).toMatchObject({
      raw_content: '/me sees *low* water',
    })
  })

  test('shows the picture to clients that do not compute it', async () => {
    expectKinds(await fetchState({ client_gravatar: false }), { avatar_url: 'string' })
  })
})

describe('where addresses are not shown to everybody', () => {
  let closed: TestRealm
  let cy: Person

  beforeAll(async () => {
    closed = await newRealm()
    await closed.set({ email_address_visibility: 3 })
    cy = await closed.user('cy')
  })

  test('somebody new is shown under another address, and logs in with the real one', async () => {
    const { user } = await closed.owner.get(`/users/${cy.id}`)

    expect(user).toMatchObject({ email: `user${cy.id}@${closed.host}` })
    expect(await cy.get('/users/me')).toMatchObject({ email: `user${cy.id}@${closed.host}` })
  })

  test.each<[visibility: number, role: number, shown: boolean]>([
    [1, 100, false],
    [3, 100, true],
    [3, 200, true],
    [3, 300, false],
    [3, 400, false],
    [4, 100, false],
    [5, 200, true],
    [5, 300, true],
    [5, 400, false],
  ])('under visibility %i role %i sees real addresses: %s', async (visibility, role, shown) => {
    await closed.set({ email_address_visibility: visibility })
    await closed.owner.patch(`/users/${cy.id}`, { role })

    const own = await cy.get('/users/me')
    const { user } = await cy.get(`/users/${cy.id}`)

    expect((user as Answer)['delivery_email']).toBe(shown ? cy.email : undefined)
    // In the own-user object it is for administrators alone.
    expect(own['delivery_email']).toBe(shown && role <= 200 ? cy.email : undefined)
  })

  test('clients cannot compute pictures, so they are told', async () => {
    await closed.set({ email_address_visibility: 3 })
    await cy.subscribe('harbour')
    const id = await cy.send('harbour', 'tides', 'x')

    const { members } = await cy.get('/users')
    const { messages } = await cy.get('/messages', { num_before: 1, num_after: 0 })

    for (const one of members as unknown[]) expectKinds(one, { avatar_url: 'string' })
    for (const one of messages as unknown[]) expectKinds(one, { avatar_url: 'string' })
    expectKinds(await messageAs(cy, id), { avatar_url: 'string' })
  })
})

const keep = (...drafts: unknown[]) => ada.ask('POST', '/drafts', { drafts })

describe('a draft', () => {
  const draft = { type: 'stream', topic: 'tides', content: 'x' }
  const validDraft = () => ({ ...draft, to: [harbour.id] })

  test('has these fields', async () => {
    const { ids } = await ada.post('/drafts', { drafts: [validDraft()] })
    const { drafts } = await ada.get('/drafts')

    const kept = (drafts as { id: number }[]).find(({ id }) => id === (ids as number[])[0])
    expectKinds(kept, {
      id: 'integer',
      type: 'string',
      to: 'list',
      topic: 'string',
      content: 'string',
      timestamp: 'integer',
    })
  })

  test.each(['type', 'to', 'topic', 'content'])('without %s is refused', async (name) => {
    expect(await keep({ ...validDraft(), [name]: undefined })).toMatchObject(badRequest)
  })

  test.each<[what: string, change: Params]>([
    ['an id', { id: 1 }],
    ['another type', { type: 'public' }],
    ['a null byte in the topic', { topic: 'a\0' }],
    ['a null byte in the content', { content: 'a\0' }],
    ['no stream', { to: [] }],
    ['a null byte in the topic, though it is ignored', { type: 'private', topic: 'a\0' }],
  ])('with %s is refused', async (_, change) => {
    expect(await keep({ ...validDraft(), ...change })).toMatchObject(badRequest)
  })

  test.each<[what: string, draft: () => Params]>([
    ['to people', () => ({ ...draft, type: 'private', to: [bo.id] })],
    ['to nobody', () => ({ ...draft, type: '', to: [] })],
  ])('%s has a topic that is ignored, however long', async (_, unaddressed) => {
    const { ids } = await ada.post('/drafts', { drafts: [{ ...unaddressed(), topic: 'x'.repeat(61) }] })
    const { drafts } = await ada.get('/drafts')

    const kept = (drafts as { id: number; topic: string }[]).find(({ id }) => id === (ids as number[])[0])
    expect(kept).toMatchObject({ topic: '' })
  })

  test('takes the time that the client says', async () => {
    await ada.post('/drafts', { drafts: [{ ...validDraft(), timestamp: 1_234_567.8 }] })
    const { drafts } = await ada.get('/drafts')

    expect(drafts as unknown[]).toContainEqual(expect.objectContaining({ timestamp: 1_234_567 }))
  })

  test('that is no longer there is refused without a code', async () => {
    const answer = await ada.ask('PATCH', '/drafts/4000000', { draft: validDraft() })

    expect(answer).toMatchObject({ result: 'error', msg: 'Draft does not exist' })
    expect(answer).not.toHaveProperty('code')
  })
})

describe('streams', () => {
  test('have these fields', async () => {
    const { streams } = await ada.get('/streams')

    for (const stream of streams as unknown[])
      expectKinds(stream, { stream_id: 'integer', name: 'string', description: 'string', invite_only: 'boolean' })
  })

  test.each<[params: Params, names: string[]]>([
    [{}, ['general', 'harbour', 'open', 'quiet']],
    [{ include_public: false }, ['harbour', 'quiet']],
    [{ include_public: false, include_subscribed: false }, []],
    [{ include_public: false, include_subscribed: false, include_web_public: true }, ['open']],
    [{ include_public: false, include_subscribed: false, include_default: true }, ['general']],
    [{ include_public: false, include_subscribed: false, include_owner_subscribed: true }, []],
  ])('are listed for %j', async (params, names) => {
    const port = await newRealm()
    await port.set({ enable_spectator_access: true })
    const cy = await port.user('cy')
    await cy.delete('/users/me/subscriptions', { subscriptions: ['general'] })
    await cy.subscribe('harbour')
    await cy.post('/users/me/subscriptions', { subscriptions: [{ name: 'quiet' }], invite_only: true })
    await port.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }], is_web_public: true })

    const { streams } = await cy.get('/streams', params)

    expect((streams as { name: string }[]).map(({ name }) => name)).toEqual(names)
  })

  test('of a bot can be those of its owner', async () => {
    const params = { include_public: false, include_subscribed: false, include_owner_subscribed: true }

    const { streams } = await bot.get('/streams', params)

    expect((streams as { name: string }[]).map(({ name }) => name)).toContain('harbour')
  })
})

const changeProperty = (property: string, value: unknown) =>
  ada.ask('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: harbour.id, property, value }],
  })

describe('the subscription property', () => {
  const switches = [
    'is_muted',
    'in_home_view',
    'pin_to_top',
    'desktop_notifications',
    'audible_notifications',
    'push_notifications',
    'email_notifications',
    'wildcard_mentions_notify',
  ]

  test.each<[name: string, value: unknown]>([
    ...switches.flatMap((name): [string, boolean][] => [
      [name, true],
      [name, false],
    ]),
    ['color', '#aabbcc'],
  ])('%s takes %s', async (name, value) => {
    const answer = await changeProperty(name, value)

    expect(answer).toMatchObject({ status: 200, ignored_parameters_unsupported: [] })
    const { subscriptions } = await ada.get('/users/me/subscriptions')
    expect(subscriptions as unknown[]).toContainEqual(expect.objectContaining({ stream_id: harbour.id, [name]: value }))
  })

  test.each([
    ...switches.map((name) => [name, '#aabbcc'] as const),
    ['color', true] as const,
    ['color', 'red'] as const,
    ['name', true] as const,
  ])('%s refuses %s', async (name, value) => {
    expect(await changeProperty(name, value)).toMatchObject(badRequest)
  })

  test('in_home_view is the opposite of is_muted', async () => {
    await changeProperty('in_home_view', false)
    const { subscriptions } = await ada.get('/users/me/subscriptions')
    expect(subscriptions as unknown[]).toContainEqual(
      expect.objectContaining({ stream_id: harbour.id, is_muted: true, in_home_view: false }),
    )
  })

  test.each(['stream_id', 'property', 'value'])('is not changed without %s', async (name) => {
    const item = { stream_id: harbour.id, property: 'is_muted', value: true, [name]: undefined }
    expect(await ada.ask('POST', '/users/me/subscriptions/properties', { subscription_data: [item] })).toMatchObject(
      badRequest,
    )
  })
})

const onOff = [
  'twenty_four_hour_time', 'dense_mode', 'starred_message_counts', 'fluid_layout_width', 'high_contrast_mode',
  'enable_drafts_synchronization', 'translate_emoticons', 'escape_navigates_to_default_view', 'left_side_userlist',
  'enable_stream_desktop_notifications', 'enable_stream_email_notifications', 'enable_stream_push_notifications',
  'enable_stream_audible_notifications', 'enable_desktop_notifications', 'enable_sounds',
  'enable_offline_email_notifications', 'enable_offline_push_notifications', 'enable_online_push_notifications',
  'enable_digest_emails', 'enable_marketing_emails', 'enable_login_emails', 'message_content_in_email_notifications',
  'pm_content_in_desktop_notifications', 'wildcard_mentions_notify', 'realm_name_in_notifications',
  'presence_enabled', 'enter_sends', 'send_private_typing_notifications', 'send_stream_typing_notifications',
  'send_read_receipts', 'allow_private_data_export', 'enable_reaction_notifications',
] // prettier-ignore

describe('the personal setting', () => {
  const settings: [name: string, right: unknown[], wrong: unknown[]][] = [
    ...onOff.map((name): [string, unknown[], unknown[]] => [name, [true, false], [1, 'yes', 'null']]),
    ['full_name', ['Ada'], ['x']],
    ['email', ['ada@example.com'], ['nobody']],
    ['color_scheme', [1, 2, 3], [0, 4, 'dark']],
    ['demote_inactive_streams', [1, 2, 3], [0, 4, 'never']],
    ['desktop_icon_count_display', [1, 2, 3], [0, 4, 'none']],
    ['default_view', ['recent_topics', 'all_messages'], ['inbox', '"all_messages"']],
    ['emojiset', ['google', 'google-blob', 'twitter', 'text'], ['apple']],
    ['default_language', ['en', 'de'], ['tlh']],
    ['timezone', ['Europe/Berlin', 'UTC'], ['Mars/Olympus_Mons']],
    ['notification_sound', ['zulip', 'ding', 'none'], ['silence']],
    ['email_notifications_batching_period_seconds', [120], ['soon', 0, -1]],
  ]
  /** Not to be set for others (objects, Personal settings). */
  const personal = [
    'full_name',
    'email',
    'default_language',
    'timezone',
    'enable_marketing_emails',
    'enable_login_emails',
    'allow_private_data_export',
  ]

  test.each(settings.flatMap(([name, right]) => right.map((value) => [name, value] as const)))(
    '%s takes %s',
    async (name, value) => {
      expect(await ada.ask('PATCH', '/settings', { [name]: value })).toMatchObject({
        status: 200,
        ignored_parameters_unsupported: [],
      })
      expect(await admin.ask('PATCH', '/realm/user_settings_defaults', { [name]: value })).toMatchObject({
        status: 200,
        ignored_parameters_unsupported: personal.includes(name) ? [name] : [],
      })
    },
  )

  test.each(settings.flatMap(([name, , wrong]) => wrong.map((value) => [name, value] as const)))(
    '%s refuses %s',
    async (name, value) => {
      expect(await ada.ask('PATCH', '/settings', { [name]: value })).toMatchObject(badRequest)
      expect(await admin.ask('PATCH', '/realm/user_settings_defaults', { [name]: value })).toMatchObject(
        personal.includes(name) ? { status: 200, ignored_parameters_unsupported: [name] } : badRequest,
      )
    },
  )

  test('new_password needs the old one', async () => {
    expect(await bo.ask('PATCH', '/settings', { new_password: 'battery staple' })).toMatchObject(badRequest)
  })

  test.each(['/settings', '/settings/display', '/settings/notifications'])(
    'of no name that is known is told as ignored by %s',
    async (path) => {
      const answer = await ada.patch(path, { enter_sends: true, shoe_size: 43 })

      expect(answer['ignored_parameters_unsupported']).toEqual(['shoe_size'])
    },
  )

  test.each(['old_password', 'new_password'])('%s has no default', async (name) => {
    const { ignored_parameters_unsupported } = await admin.patch('/realm/user_settings_defaults', { [name]: 'x' })

    expect(ignored_parameters_unsupported).toEqual([name])
  })

  test('enable_drafts_synchronization, turned off, deletes all drafts', async () => {
    await bo.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'x' }] })
    await bo.patch('/settings', { enable_drafts_synchronization: false })
    await bo.patch('/settings', { enable_drafts_synchronization: true })

    expect(await bo.get('/drafts')).toMatchObject({ count: 0, drafts: [] })
  })
})

const mute = (op: string) =>
  bo.ask('PATCH', '/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'never used', op })

describe('the states of a topic', () => {
  test('follow each other, and a step that changes nothing is refused without a code', async () => {
    const steps = []
    for (const op of ['remove', 'add', 'add', 'remove', 'remove']) steps.push(await mute(op))

    expect(steps.map(({ result }) => result)).toEqual(['error', 'success', 'error', 'success', 'error'])
    expect(steps.map(({ code }) => code)).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(steps.map(({ msg }) => msg)).toEqual([
      'Topic is not muted', '', 'Topic already muted', '', 'Topic is not muted',
    ]) // prettier-ignore
  })
})

describe('a parameter that is required', () => {
  test.each<[endpoint: string, params: () => Params]>([
    ['POST /users/me/subscriptions/properties', () => ({ subscription_data: [] })],
    ['POST /messages', () => ({ type: 'stream', to: 'harbour', topic: 'tides', content: 'x' })],
    ['GET /messages', () => ({ num_before: 1, num_after: 1 })],
    ['GET /messages/matches_narrow', () => ({ msg_ids: [message_id], narrow: [] })],
    ['DELETE /users/me/subscriptions', () => ({ subscriptions: [] })],
    ['PATCH /users/me/subscriptions/muted_topics', () => ({ stream: 'harbour', topic: 'required', op: 'add' })],
  ])('of %s may not be missing', async (endpoint, params) => {
    const [method, path] = endpoint.split(' ') as [string, string]

    for (const name of Object.keys(params()))
      expect(await ada.ask(method, path, { ...params(), [name]: undefined })).toMatchObject({
        status: 400,
        code: expect.stringMatching(/^(REQUEST_VARIABLE_MISSING|BAD_REQUEST)$/),
        msg: expect.stringContaining(name),
      })
    expect(await ada.ask(method, path, params())).toMatchObject({ status: 200 })
  })

  test('of PATCH /drafts/{draft_id} may not be missing', async () => {
    expect(await ada.ask('PATCH', '/drafts/1', {})).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING' })
  })
})

describe('sending', () => {
  test.each<[to: string, type: string, value: () => unknown]>([
    ['a stream by name', 'stream', () => 'harbour'],
    ['a stream by id', 'stream', () => harbour.id],
    ['people by id', 'private', () => [bo.id]],
    ['people by address', 'private', () => [bo.email]],
  ])('to %s answers an id and nothing for scheduled messages', async (_, type, value) => {
    const answer = await ada.post('/messages', { type, to: value(), topic: 'tides', content: 'x' })

    expectKinds(answer, { id: 'integer', deliver_at: 'absent' })
  })

  test.each(['send_later', 'remind'])('by %s answers when it will be delivered, as text', async (delivery_type) => {
    const message = { type: 'stream', to: 'harbour', topic: 'tides', content: 'x' }
    const deliver_at = new Date(Date.now() + 3_600_000).toISOString()

    const answer = await ada.post('/messages', { ...message, delivery_type, deliver_at })

    expectKinds(answer, { id: 'integer', deliver_at: 'string' })
  })

  test.each<[what: string, params: Params, subject: string]>([
    ['subject for topic', { subject: 'tides' }, 'tides'],
    ['an empty topic', { topic: '' }, '(no topic)'],
    ['a local echo', { topic: 'tides', queue_id: 'q', local_id: '1' }, 'tides'],
  ])('takes %s', async (_, params, subject) => {
    const { id } = await ada.post('/messages', { type: 'stream', to: 'harbour', content: 'x', ...params })

    expect(await messageAs(ada, id as number)).toMatchObject({ subject })
  })

  test.each<[what: string, params: Params]>([
    ['no topic', { topic: undefined }],
    ['another type', { type: 'huddle' }],
    ['queue_id alone', { queue_id: 'q' }],
    ['local_id alone', { local_id: '1' }],
    ['an address that nobody has', { type: 'private', to: ['nobody@example.com'] }],
    ['an id that nobody has', { type: 'private', to: [4_000_000] }],
    ['content of 10,001 bytes', { content: 'é'.repeat(5000) + 'x' }],
    ['a topic of 61 characters', { topic: 'x'.repeat(61) }],
  ])('refuses %s', async (_, params) => {
    const message = { type: 'stream', to: 'harbour', topic: 'tides', content: 'x' }
    expect(await ada.ask('POST', '/messages', { ...message, ...params })).toMatchObject(badRequest)
  })

  test.each<[to: string, extra: Params]>([
    ['nowhere', { stream: 'nowhere' }],
    ['4000000', { stream: '4000000', stream_id: 4_000_000 }],
  ])('to a stream that does not exist, %s, names it', async (to, extra) => {
    expect(await ada.ask('POST', '/messages', { type: 'stream', to, topic: 'x', content: 'x' })).toMatchObject({
      status: 400,
      result: 'error',
      code: 'STREAM_DOES_NOT_EXIST',
      ...extra,
    })
  })

  test('takes content of 10,000 bytes and topics of 60 characters, to send and to edit', async () => {
    const content = 'é'.repeat(5000)
    const topic = '🌊'.repeat(60)
    const id = await ada.send('harbour', topic, content)
    expect(await messageAs(ada, id, { apply_markdown: false })).toMatchObject({ subject: topic, content })

    await ada.patch(`/messages/${message_id}`, { content, topic })
    expect(await fetchState({ apply_markdown: false })).toMatchObject({ subject: topic, content })
    await ada.patch(`/messages/${message_id}`, { content: '/me sees *low* water', topic: 'ebb' })
  })
})

describe('fetching messages', () => {
  const page = { num_before: 1, num_after: 1 }

  test('answers these fields', async () => {
    expectKinds(await ada.get('/messages', { anchor: message_id, ...page }), {
      anchor: 'integer',
      found_anchor: 'boolean',
      found_newest: 'boolean',
      found_oldest: 'boolean',
      history_limited: 'boolean',
      messages: 'list',
    })
  })

  test.each<[params: Params]>([
    [{}],
    [{ anchor: 'newest' }],
    [{ anchor: 'oldest' }],
    [{ anchor: 'first_unread' }],
    [{ use_first_unread_anchor: true }],
    [{ anchor: 1, use_first_unread_anchor: false }],
  ])('takes %j', async (params) => {
    expect((await ada.ask('GET', '/messages', { ...page, ...params })).status).toBe(200)
  })

  test('starts at the newest unless told otherwise', async () => {
    const [one, other] = [await ada.get('/messages', page), await ada.get('/messages', { anchor: 'newest', ...page })]
    expect({ ...one, headers: null }).toEqual({ ...other, headers: null })
  })

  test.each<[what: string, params: Params]>([
    ['another anchor', { anchor: 'latest' }],
    ['two anchors', { anchor: 'newest', use_first_unread_anchor: true }],
    ['more than 5000 messages', { num_before: 2500, num_after: 2501 }],
    ['markdown as a word', { apply_markdown: 'yes' }],
  ])('refuses %s', async (_, params) => {
    expect(await ada.ask('GET', '/messages', { ...page, ...params })).toMatchObject(badRequest)
  })

  test('takes 5000 messages', async () => {
    expect((await ada.ask('GET', '/messages', { num_before: 2500, num_after: 2500 })).status).toBe(200)
  })

  test('sorts by id', async () => {
    const ids = (await ada.messages()).map(({ id }) => id as number)

    expect(ids).toEqual(ids.toSorted((left, right) => left - right))
    expect(ids.length).toBeGreaterThan(3)
  })

  test.each<[what: string, who: () => Person, id: () => number]>([
    ['missing', () => ada, () => 4_000_000],
    ['not visible', () => guest, () => private_id],
  ])('one that is %s says invalid message(s)', async (_, who, id) => {
    expect(await who().ask('GET', `/messages/${id()}`)).toMatchObject({ ...badRequest, msg: 'Invalid message(s)' })
  })

  test('tells which match a narrow, by id, and searches mark the matches', async () => {
    const id = await ada.send('harbour', 'lobster & crab', 'A lobster.')
    const narrow = [{ operator: 'search', operand: 'lobster' }]
    const marked = {
      match_content: '<p>A <span class=highlight>lobster</span>.</p>'.replaceAll('"', ''),
      match_subject: '<span class=highlight>lobster</span> &amp; crab'.replaceAll('"', ''),
    }

    const { messages } = await ada.get('/messages/matches_narrow', { msg_ids: [id, message_id], narrow })

    expect(JSON.parse(JSON.stringify(messages).replaceAll('\\"', ''))).toEqual({ [String(id)]: marked })
    expect(messages).toEqual({ [String(id)]: expect.anything() })
    const [found] = await ada.messages(narrow)
    expect(found).toMatchObject((messages as Record<string, object>)[String(id)]!)
  })
})

describe('editing a message', () => {
  test.each<[what: string, params: Params]>([
    ['content of 10,001 bytes', { content: 'x'.repeat(10_001) }],
    ['a topic of 61 characters', { topic: 'x'.repeat(61) }],
    ['another mode', { topic: 'new', propagate_mode: 'change_some' }],
    ['a mode for content alone', { content: 'new', propagate_mode: 'change_all' }],
  ])('refuses %s', async (_, params) => {
    expect(await ada.ask('PATCH', `/messages/${message_id}`, params)).toMatchObject(badRequest)
  })

  test.each<[what: string, params: () => Params]>([
    ['a topic', () => ({ topic: 'tides' })],
    ['a stream', () => ({ stream_id: harbour.id })],
  ])('refuses %s of a private one', async (_, params) => {
    expect(await ada.ask('PATCH', `/messages/${private_id}`, params())).toMatchObject(badRequest)
  })

  test('takes subject for topic, and answers nothing', async () => {
    const id = await ada.send('harbour', 'tides', 'x')
    const { headers: _, ...answer } = await ada.patch(`/messages/${id}`, { subject: '✔ tides' })

    expect(answer).toEqual({ status: 200, result: 'success', msg: '' })
    expect(await messageAs(ada, id)).toMatchObject({ subject: '✔ tides' })
  })

  test('of somebody else is refused in so many words', async () => {
    expect(await bo.ask('PATCH', `/messages/${message_id}`, { content: 'mine' })).toMatchObject({
      ...badRequest,
      msg: expect.stringContaining('permission to edit this message'),
    })
  })
})

describe('taking a reaction back', () => {
  test.each<[how: string, params: Params]>([
    ['by name', { emoji_name: 'octopus' }],
    ['by code', { emoji_code: '1f419' }],
    ['by all', { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' }],
  ])('works %s', async (_, params) => {
    const id = await ada.send('harbour', 'tides', 'x')
    await ada.post(`/messages/${id}/reactions`, { emoji_name: 'octopus' })

    await ada.delete(`/messages/${id}/reactions`, params)

    expect(await messageAs(ada, id)).toMatchObject({ reactions: [] })
  })

  test.each<[what: string, params: Params]>([
    ['no emoji', { emoji_code: 'zzz' }],
    ['no emoji of that type', { emoji_code: '1f419', reaction_type: 'realm_emoji' }],
    [
      'no emoji of that type, with a name',
      { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'unicode_emoji' },
    ],
  ])('of a code that is %s says invalid message(s)', async (_, params) => {
    expect(await ada.ask('DELETE', `/messages/${message_id}/reactions`, params)).toMatchObject({
      ...badRequest,
      msg: 'Invalid message(s)',
    })
  })

  test('refuses a type that there is not', async () => {
    const params = { emoji_name: 'octopus', reaction_type: 'image' }
    expect(await bo.ask('DELETE', `/messages/${message_id}/reactions`, params)).toMatchObject(badRequest)
  })
})

describe('a status', () => {
  test.each<[what: string, params: Params]>([
    ['text of 60 characters', { status_text: '🌊'.repeat(60) }],
    ['no text', { status_text: '' }],
    ['away', { away: true }],
    ['an emoji by name', { emoji_name: 'octopus' }],
    ['an emoji by all', { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' }],
    ['the special emoji', { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' }],
    ['the special emoji by its other type', { emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji' }],
  ])('takes %s', async (_, params) => {
    expect((await ada.ask('POST', '/users/me/status', params)).status).toBe(200)
  })

  test.each<[what: string, params: Params]>([
    ['nothing new', {}],
    ['text of 61 characters', { status_text: 'x'.repeat(61) }],
    ['a code without a name', { emoji_code: '1f419' }],
    ['a type without a name', { reaction_type: 'unicode_emoji' }],
    ['an emoji that does not exist', { emoji_name: 'kraken' }],
    ['a name that is not the code’s', { emoji_name: 'squid', emoji_code: '1f419', reaction_type: 'unicode_emoji' }],
    ['a custom emoji that does not exist', { emoji_name: 'kraken', emoji_code: '7', reaction_type: 'realm_emoji' }],
  ])('refuses %s', async (_, params) => {
    expect(await ada.ask('POST', '/users/me/status', params)).toMatchObject(badRequest)
  })
})

describe('updating a user', () => {
  test.each<[who: string, actor: () => Person, target: () => Person, params: Params]>([
    ['a member', () => ada, () => bo, { full_name: 'Bob' }],
    ['an administrator who makes an owner', () => admin, () => bo, { role: 100 }],
    ['an administrator who unmakes one', () => admin, () => owner, { role: 200 }],
    ['an owner who makes a guest administrator', () => owner, () => guest, { role: 200 }],
    ['an owner with a role that there is not', () => owner, () => bo, { role: 500 }],
    ['an owner with a field that there is not', () => owner, () => bo, { profile_data: [{ id: 99, value: 'x' }] }],
    ['an owner with profile data without value', () => owner, () => bo, { profile_data: [{ id: 99 }] }],
  ])('is refused to %s', async (_, actor, target, params) => {
    expect(await actor().ask('PATCH', `/users/${target().id}`, params)).toMatchObject(badRequest)
  })

  test('is refused to the only owner who would be none', async () => {
    const { owner: only } = await newRealm()
    expect(await only.ask('PATCH', `/users/${only.id}`, { role: 200 })).toMatchObject(badRequest)
  })

  test.each([200, 300, 600, 400])('gives role %i', async (role) => {
    await admin.patch(`/users/${bo.id}`, { role })

    expect(await bo.get('/users/me')).toMatchObject({ role })
  })
})

const drop = (person: Person, params: Params) => person.ask('DELETE', '/users/me/subscriptions', params)

describe('unsubscribing', () => {
  test('answers what was removed, and what was not there', async () => {
    await bo.subscribe('pier')

    const first = await drop(bo, { subscriptions: ['pier'] })
    const second = await drop(bo, { subscriptions: ['pier'] })

    expect(first).toMatchObject({ removed: ['pier'], not_removed: [] })
    expect(second).toMatchObject({ removed: [], not_removed: ['pier'] })
  })

  test.each<[how: string, principals: () => unknown]>([
    ['id', () => [bo.id]],
    ['address', () => [bo.email]],
  ])('others goes by %s, for administrators only', async (_, principals) => {
    await bo.subscribe('pier')
    const params = { subscriptions: ['pier'], principals: principals() }

    expect(await drop(ada, params)).toMatchObject({ status: 400, result: 'error' })
    expect(await drop(admin, params)).toMatchObject({ status: 200, removed: ['pier'] })
  })

  test('from a stream that does not exist names it', async () => {
    expect(await drop(bo, { subscriptions: ['nowhere'] })).toMatchObject({
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'nowhere',
    })
  })
})

describe('server settings', () => {
  test('have these fields, and need no credentials', async () => {
    const settings = await request(realm.host, 'GET', '/server_settings')

    expectKinds(settings, {
      authentication_methods: 'object',
      external_authentication_methods: 'list',
      service_feature_level: 'integer',
      service_version: 'string',
      service_merge_base: 'string',
      zulip_feature_level: 'integer',
      zulip_version: 'string',
      zulip_merge_base: 'string',
      push_notifications_enabled: 'boolean',
      server_sends_mail: 'boolean',
      is_incompatible: 'boolean',
      email_auth_enabled: 'boolean',
      require_email_format_usernames: 'boolean',
      realm_uri: 'string',
      realm_name: 'string',
      realm_icon: 'string',
      realm_description: 'string',
      realm_web_public_access_enabled: 'boolean',
    })
    expect(settings).toMatchObject({ service_feature_level: 121, service_merge_base: settings['service_version'] })
    expect(Object.keys(settings['authentication_methods'] as object).toSorted()).toEqual([
      'apple', 'azuread', 'dev', 'email', 'github', 'gitlab', 'google', 'ldap', 'openid connect', 'password',
      'remoteuser', 'saml',
    ]) // prettier-ignore
  })
})

describe('every endpoint but the server settings', () => {
  const endpoints = [
    'PATCH /settings', 'PATCH /realm/user_settings_defaults', 'POST /users/me/subscriptions/properties',
    'POST /messages', 'GET /messages', 'GET /messages/matches_narrow', 'GET /messages/1', 'PATCH /messages/1',
    'DELETE /messages/1/reactions', 'POST /users/me/status', 'POST /drafts', 'PATCH /drafts/1', 'GET /drafts',
    'DELETE /drafts/1', 'PATCH /users/1', 'GET /users', 'GET /users/1', 'GET /users/ada@example.com',
    'GET /users/me', 'GET /streams', 'DELETE /users/me/subscriptions', 'PATCH /users/me/subscriptions/muted_topics',
  ] // prettier-ignore
  let gone: Person
  let closed: Person

  beforeAll(async () => {
    gone = await realm.user('gone')
    await realm.deactivate(gone)
    const other = await newRealm()
    closed = other.owner
    await other.owner.post('/realm/deactivate')
  })

  test.each(endpoints)('answers 401 to whom it does not know: %s', async (endpoint) => {
    const [method, path] = endpoint.split(' ') as [string, string]
    const nobody = await request(realm.host, method, path)

    expect(nobody).toMatchObject({ status: 401, result: 'error', code: 'UNAUTHENTICATED_USER' })
    expect(await gone.ask(method, path)).toMatchObject({ status: 401, result: 'error', code: 'USER_DEACTIVATED' })
    expect(await closed.ask(method, path)).toMatchObject({ status: 401, result: 'error', code: 'REALM_DEACTIVATED' })
  })

  test.each<[what: string, method: string, path: string, params: Params]>([
    ['defaults', 'PATCH', '/realm/user_settings_defaults', { enter_sends: true }],
    ['all active streams', 'GET', '/streams', { include_all_active: true }],
  ])('keeps %s to administrators', async (_, method, path, params) => {
    expect(await ada.ask(method, path, params)).toMatchObject({ status: 400, result: 'error' })
    expect((await admin.ask(method, path, params)).status).toBe(200)
  })
})

describe('where the tables leave a choice', () => {
  test('the default streams are told apart for who asks for them', async () => {
    const { streams } = await ada.get('/streams', { include_default: true })

    expect(streams as unknown[]).toContainEqual(expect.objectContaining({ name: 'general', is_default: true }))
    expect(streams as unknown[]).toContainEqual(expect.objectContaining({ name: 'harbour', is_default: false }))
  })

  test.each<[what: string, stream: () => Params]>([
    ['both stream and stream_id', () => ({ stream: 'harbour', stream_id: harbour.id })],
    ['neither', () => ({})],
  ])('muting with %s is refused', async (_, stream) => {
    const params = { ...stream(), topic: 'x', op: 'add' }
    expect(await ada.ask('PATCH', '/users/me/subscriptions/muted_topics', params)).toMatchObject(badRequest)
  })

  test('mandatory topics are refused where they are missing', async () => {
    const strict = await newRealm()
    await strict.set({ mandatory_topics: true })
    const { owner: olga } = strict

    for (const topic of [undefined, '', '(no topic)'])
      expect(await olga.ask('POST', '/messages', { type: 'stream', to: 'general', topic, content: 'x' })).toMatchObject(
        badRequest,
      )
  })

  test('one’s own messages are read', async () => {
    expect(await ada.flags(await ada.send('harbour', 'tides', 'x'))).toContain('read')
  })

  test('a two-person conversation is one recipient set in both directions', async () => {
    const answer = await messageAs(ada, await bo.write([ada], 'pssst'))

    expect(answer['recipient_id']).toBe((await messageAs(ada, private_id))['recipient_id'])
  })

  test('received is what was sent while one was subscribed', async () => {
    await ada.send('harbour', 'spans', 'before')
    await admin.subscribe('harbour')
    const during = await ada.send('harbour', 'spans', 'during')
    await admin.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })
    await ada.send('harbour', 'spans', 'after')

    const received = (await admin.messages([{ operator: 'topic', operand: 'spans' }])).map(({ id }) => id)

    expect(received).toEqual([during])
  })

  test.each<[what: string, headers: Record<string, string>, code: string]>([
    ['no credentials', {}, 'UNAUTHENTICATED_USER'],
    ['a wrong key', { Authorization: `Basic ${btoa(`ada@example.com:${'x'.repeat(32)}`)}` }, 'INVALID_API_KEY'],
  ])('%s have a code of their own', async (_, headers, code) => {
    expect(await request(realm.host, 'GET', '/users/me', { headers })).toMatchObject({ status: 401, code })
  })
})
