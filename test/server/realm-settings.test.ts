import { beforeAll, describe, expect, test } from 'vitest'
import { settingNames } from '../../src/accounts/settings'
import { newRealm, password, request, type Params, type TestRealm } from '../kit'

/** Every setting with a value that it does not have at first, and what is stored for it. */
const changes: [name: string, sent: unknown, stored?: unknown][] = [
  ['add_custom_emoji_policy', 4],
  ['create_public_stream_policy', 2],
  ['create_private_stream_policy', 3],
  ['create_web_public_stream_policy', 6],
  ['delete_own_message_policy', 5],
  ['invite_to_realm_policy', 6],
  ['invite_to_stream_policy', 4],
  ['move_messages_between_streams_policy', 1],
  ['user_group_edit_policy', 3],
  ['private_message_policy', 2],
  ['wildcard_mention_policy', 7],
  ['bot_creation_policy', 3],
  ['email_address_visibility', 3],
  ['default_language', 'de'],
  ['default_code_block_language', 'python'],
  ['message_content_delete_limit_seconds', 30],
  ['message_content_delete_limit_seconds', 'unlimited', null],
  ['message_content_delete_limit_seconds', '"unlimited"', null],
  ['allow_edit_history', false],
  ['mandatory_topics', true],
  ['message_retention_days', 7],
  ['waiting_period_threshold', 3],
  ['invite_required', false],
  ['emails_restricted_to_domains', true],
  ['disallow_disposable_email_addresses', false],
  ['name_changes_disabled', true],
  ['email_changes_disabled', true],
  ['avatar_changes_disabled', true],
  ['inline_image_preview', false],
  ['inline_url_embed_preview', true],
  ['enable_spectator_access', true],
  ['send_welcome_emails', false],
  ['digest_emails_enabled', true],
  ['digest_weekday', 6],
  ['digest_weekday', 0],
  ['message_content_allowed_in_email_notifications', false],
  ['presence_disabled', true],
  ['video_chat_provider', 0],
  ['jitsi_server_url', 'https://Meet.example.com/calls/', 'https://meet.example.com/calls'],
  ['jitsi_server_url', '"https://10.0.0.7:8443"', 'https://10.0.0.7:8443'],
  ['giphy_rating', 5],
  ['backup_frequency', 'week'],
  ['backup_frequency', 'day'],
  ['backups_to_keep', 3],
  ['old_texts_after_days', 30],
  ['old_texts_after_days', 3650],
  ['return_old_texts', true],
]

/** Settings that are told in a way of their own. */
const others = [
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'edit_topic_policy',
  'authentication_methods',
  'notifications_stream_id',
  'owner_full_content_access',
  'signup_notifications_stream_id',
]

test('every setting is tried', () => {
  expect(new Set([...changes.map(([name]) => name), ...others])).toEqual(new Set(settingNames))
})

describe('PATCH /realm', () => {
  test.each(changes)(
    'changes %s to %j, answers it, tells everybody and keeps it',
    async (name, sent, stored = sent) => {
      const realm = await newRealm()
      const listener = await realm.owner.listen({ fetch_event_types: ['realm'] })
      expect(listener.state[`realm_${name}`]).not.toEqual(stored)

      const answer = await realm.owner.patch('/realm', { [name]: sent })

      expect(answer[name]).toBe(typeof stored === 'string' ? 'updated' : stored)
      expect(await listener.events('realm')).toEqual([{ type: 'realm', op: 'update', property: name, value: stored }])
      const { state } = await realm.owner.listen({ fetch_event_types: ['realm'] })
      expect(state[`realm_${name}`]).toEqual(stored)
    },
  )

  test.each([
    ['name', 'The Harbour'],
    ['description', 'Boats *only*'],
  ])('changes the %s, which others read before they log in', async (property, value) => {
    const realm = await newRealm()
    const listener = await realm.owner.listen({ fetch_event_types: ['realm'] })

    const answer = await realm.owner.patch('/realm', { [property]: ` ${value}` })

    const stored = property === 'name' ? value : ` ${value}`
    expect(answer[property]).toBe('updated')
    expect(await listener.events()).toEqual([{ type: 'realm', op: 'update', property, value: stored }])
    expect((await realm.owner.listen({ fetch_event_types: ['realm'] })).state[`realm_${property}`]).toBe(stored)
    const settings = await request(realm.host, 'GET', '/server_settings')
    expect(settings[`realm_${property}`]).toContain(property === 'name' ? value : '<em>only</em>')
  })

  test.each([
    ['allow_message_editing', false],
    ['message_content_edit_limit_seconds', 0],
    ['edit_topic_policy', 2],
  ])('answers and tells of all that concerns editing when %s changes', async (name, value) => {
    const realm = await newRealm()
    const listener = await realm.owner.listen()
    const before = { allow_message_editing: true, message_content_edit_limit_seconds: 600, edit_topic_policy: 5 }

    const answer = await realm.owner.patch('/realm', { [name]: value })

    const data = { ...before, [name]: value }
    expect(answer).toMatchObject(data)
    expect(await listener.events()).toEqual([{ type: 'realm', op: 'update_dict', property: 'default', data }])
  })

  test('answers all authentication methods when one is turned off, and tells of them together', async () => {
    const realm = await newRealm()
    const listener = await realm.owner.listen()

    const answer = await realm.owner.patch('/realm', { authentication_methods: { Dev: false } })

    const data = { authentication_methods: { Email: true, Dev: false } }
    expect(answer).toMatchObject(data)
    expect(await listener.events()).toEqual([{ type: 'realm', op: 'update_dict', property: 'default', data }])
  })

  test.each(['notifications_stream_id', 'signup_notifications_stream_id'])(
    'points %s to a stream, or to none',
    async (name) => {
      const realm = await newRealm()
      const stream = await realm.stream('harbour')
      const listener = await realm.owner.listen()

      expect((await realm.owner.patch('/realm', { [name]: stream.id }))[name]).toBe(stream.id)
      expect((await realm.owner.patch('/realm', { [name]: -7 }))[name]).toBe(-1)

      const realmUpdate = (value: number) => ({ type: 'realm', op: 'update', property: name, value })
      expect(await listener.events()).toEqual([realmUpdate(stream.id), realmUpdate(-1)])
    },
  )

  test('takes no code block language as none', async () => {
    const realm = await newRealm()
    await realm.owner.patch('/realm', { default_code_block_language: 'c++' })

    expect(await realm.owner.patch('/realm', { default_code_block_language: '' })).toMatchObject({
      default_code_block_language: null,
    })
  })

  test.each(['default', '', '"default"'])('makes calls on the server of the deployment again for %j', async (sent) => {
    const realm = await newRealm()
    const standard = 'https://meet.jit.si'
    const own = 'https://meet.example.com'
    const servers = async () => (await realm.owner.listen({ fetch_event_types: ['realm'] })).state
    expect(await servers()).toMatchObject({
      jitsi_server_url: standard,
      realm_jitsi_server_url: null,
      server_jitsi_server_url: standard,
    })

    await realm.owner.patch('/realm', { jitsi_server_url: own })

    expect(await servers()).toMatchObject({
      jitsi_server_url: own,
      realm_jitsi_server_url: own,
      server_jitsi_server_url: standard,
    })
    expect(await realm.owner.patch('/realm', { jitsi_server_url: sent })).toMatchObject({ jitsi_server_url: null })
    expect(await servers()).toMatchObject({ jitsi_server_url: standard, realm_jitsi_server_url: null })
  })

  test('takes messages for ever again', async () => {
    const realm = await newRealm()
    await realm.owner.patch('/realm', { message_retention_days: 7 })

    expect(await realm.owner.patch('/realm', { message_retention_days: 'unlimited' })).toMatchObject({
      message_retention_days: -1,
    })
  })

  test('passes over what is as it was, and tells nobody', async () => {
    const realm = await newRealm()
    const listener = await realm.owner.listen()

    const {
      status: _,
      headers: __,
      ...body
    } = await realm.owner.patch('/realm', {
      name: `Realm ${realm.string_id.slice('realm-'.length)}`,
      description: '',
      mandatory_topics: false,
      default_language: 'en',
      default_code_block_language: '',
      message_retention_days: 'unlimited',
      edit_topic_policy: 5,
      authentication_methods: { Email: true },
    })

    expect(body).toEqual({ result: 'success', msg: '' })
    expect(await listener.events()).toEqual([])
  })

  test('changes several at once, or none when one is bad', async () => {
    const realm = await newRealm()
    const listener = await realm.owner.listen()

    const answer = await realm.owner.patch('/realm', { name: 'Dock', mandatory_topics: true, digest_weekday: 3 })
    const refused = await realm.owner.ask('PATCH', '/realm', { name: 'Quay', notifications_stream_id: 99 })

    expect(answer).toMatchObject({ name: 'updated', mandatory_topics: true, digest_weekday: 3 })
    expect(refused).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await listener.events()).map(({ property }) => property as string).toSorted()).toEqual([
      'digest_weekday',
      'mandatory_topics',
      'name',
    ])
  })

  test('tells everybody, guests and bots too', async () => {
    const realm = await newRealm()
    const guest = await realm.user('guest', { role: 600 })
    const bot = await realm.bot('tide', realm.owner)
    const listeners = [await guest.listen(), await bot.listen()]

    await realm.owner.patch('/realm', { mandatory_topics: true })

    for (const listener of listeners) expect(await listener.events('realm')).toHaveLength(1)
  })

  test('tells nobody of another realm', async () => {
    const realm = await newRealm()
    const stranger = await (await newRealm()).owner.listen()

    await realm.owner.patch('/realm', { mandatory_topics: true })

    expect(await stranger.events()).toEqual([])
  })

  describe('refuses', () => {
    let realm: TestRealm

    beforeAll(async () => {
      realm = await newRealm()
    })

    const bad: [name: string, value: unknown][] = [
      ['name', ''],
      ['name', '   '],
      ['name', 'x'.repeat(41)],
      ['name', 'x'.repeat(20_000)],
      ['name', 'Quay\0'],
      ['name', 'Quay\nside'],
      ['description', 'x'.repeat(1001)],
      ['string_id', 'elsewhere'],
      ['default_language', 'tlh'],
      ['default_language', 'constructor'],
      ['default_code_block_language', 'x'.repeat(41)],
      ['default_code_block_language', '<b>'],
      ['message_content_edit_limit_seconds', -1],
      ['message_content_edit_limit_seconds', 1.5],
      ['message_content_edit_limit_seconds', 2 ** 31],
      ['message_content_delete_limit_seconds', 0],
      ['message_content_delete_limit_seconds', -1],
      ['message_content_delete_limit_seconds', 'forever'],
      ['message_retention_days', 0],
      ['message_retention_days', -1],
      ['message_retention_days', 'forever'],
      ['waiting_period_threshold', -1],
      ['digest_weekday', 7],
      ['digest_weekday', -1],
      ['giphy_rating', 6],
      ['video_chat_provider', 2],
      ['video_chat_provider', 3],
      ['jitsi_server_url', 'meet.example.com'],
      ['jitsi_server_url', 'http://meet.example.com'],
      ['jitsi_server_url', 'javascript:alert(1)'],
      ['jitsi_server_url', 'https://ada@meet.example.com'],
      ['jitsi_server_url', 'https://:secret@meet.example.com'],
      ['jitsi_server_url', 'https://meet.example.com/?room=tides'],
      ['jitsi_server_url', 'https://meet.example.com/#config'],
      ['jitsi_server_url', `https://meet.example.com/${'x'.repeat(200)}`],
      ['jitsi_server_url', `https://meet.example.com/${'ü'.repeat(100)}`],
      ['jitsi_server_url', 'x'.repeat(20_000)],
      ['notifications_stream_id', 4_000_000],
      ['signup_notifications_stream_id', 'general'],
      ['mandatory_topics', 'yes'],
      ['mandatory_topics', 1],
      ['invite_required', null],
      ['authentication_methods', {}.constructor.name],
      ['authentication_methods', { Email: false, Dev: false }],
      ['authentication_methods', { Email: 'yes' }],
      ['authentication_methods', { GitHub: true }],
      ['authentication_methods', { Telepathy: false }],
      ['authentication_methods', ['Email']],
      ['add_custom_emoji_policy', 5],
      ['create_public_stream_policy', 5],
      ['create_private_stream_policy', 0],
      ['create_web_public_stream_policy', 1],
      ['delete_own_message_policy', 6],
      ['edit_topic_policy', 6],
      ['invite_to_realm_policy', 5],
      ['invite_to_stream_policy', 6],
      ['move_messages_between_streams_policy', 7],
      ['user_group_edit_policy', 5],
      ['private_message_policy', 3],
      ['wildcard_mention_policy', 8],
      ['bot_creation_policy', 4],
      ['email_address_visibility', 2],
      ['old_texts_after_days', 29],
      ['old_texts_after_days', 3651],
      ['old_texts_after_days', 0],
      ['old_texts_after_days', 'never'],
      ['old_texts_after_days', 30.5],
    ]

    test.each(bad)('%s = %j', async (name, value) => {
      const listener = await realm.owner.listen()

      const answer = await realm.owner.ask('PATCH', '/realm', { [name]: value })

      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
      expect(await listener.events()).toEqual([])
    })

    const ownersOnly: [name: string, value: unknown][] = [
      ['string_id', 'elsewhere'],
      ['invite_to_realm_policy', 2],
      ['message_retention_days', 7],
      ['authentication_methods', { Dev: false }],
      ['owner_full_content_access', true],
      ['backup_frequency', 'week'],
      ['backups_to_keep', 3],
      ['old_texts_after_days', 365],
      ['return_old_texts', true],
    ]

    test.each(ownersOnly)('%s to an administrator, who is no owner', async (name, value) => {
      const other = await newRealm()
      const admin = await other.user('admin', { role: 200 })

      const answer = await admin.ask('PATCH', '/realm', { [name]: value })

      expect(answer).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
    })
  })

  test.each([
    ['an owner', 100, 200],
    ['an administrator', 200, 200],
    ['a moderator', 300, 400],
    ['a member', 400, 400],
    ['a guest', 600, 400],
  ])('lets in, or not, %s', async (_, role, status) => {
    const realm = await newRealm()
    const person = await realm.user('person', { role })

    const answer = await person.ask('PATCH', '/realm', { mandatory_topics: true })

    expect(answer.status).toBe(status)
    if (status !== 200) expect(answer.code).toBe('UNAUTHORIZED_PRINCIPAL')
  })
})

const addressOf = async (realm: TestRealm, user_id: number): Promise<string> =>
  (await realm.owner.get(`/users/${user_id}`))['user'].email as string

describe('email_address_visibility', () => {
  test('gives every person, not bots, another address when real ones are hidden, and tells everybody of each', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bot = await realm.bot('tide', ada)
    const listener = await ada.listen()

    await realm.owner.patch('/realm', { email_address_visibility: 3 })

    const hiddenEmail = (id: number) => `user${id}@${realm.host}`
    expect(await addressOf(realm, ada.id)).toBe(hiddenEmail(ada.id))
    expect(await addressOf(realm, bot.id)).toBe(bot.email)
    const emailUpdate = (id: number) => ({
      type: 'realm_user',
      op: 'update',
      person: { user_id: id, new_email: hiddenEmail(id) },
    })
    expect(await listener.events()).toEqual([
      { type: 'realm', op: 'update', property: 'email_address_visibility', value: 3 },
      emailUpdate(realm.owner.id),
      emailUpdate(ada.id),
    ])
  })

  test('gives the real addresses back when they are shown again', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await realm.owner.patch('/realm', { email_address_visibility: 4 })
    const listener = await ada.listen()

    await realm.owner.patch('/realm', { email_address_visibility: 1 })

    expect(await addressOf(realm, ada.id)).toBe(ada.email)
    expect(await listener.events('realm_user')).toContainEqual({
      type: 'realm_user',
      op: 'update',
      person: { user_id: ada.id, new_email: ada.email },
    })
  })

  test('changes no address between values that hide them', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await realm.owner.patch('/realm', { email_address_visibility: 4 })
    const listener = await ada.listen()

    await realm.owner.patch('/realm', { email_address_visibility: 5 })

    expect(await listener.events('realm_user')).toEqual([])
    expect(await addressOf(realm, ada.id)).toBe(`user${ada.id}@${realm.host}`)
  })

  test('is heeded at once by everything that names people by address', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await ada.write([realm.owner], 'Hello')
    await realm.owner.patch('/realm', { email_address_visibility: 4 })

    const byNew = await realm.owner.ask('POST', '/messages', {
      type: 'private',
      to: [`user${ada.id}@${realm.host}`],
      content: 'Hello',
    })
    const byOld = await realm.owner.ask('POST', '/messages', { type: 'private', to: [ada.email], content: 'Hello' })

    expect(byNew.status).toBe(200)
    expect(byOld).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await realm.owner.messages())[0]).toMatchObject({ sender_email: `user${ada.id}@${realm.host}` })
    // The real one still logs in.
    expect((await ada.ask('GET', '/users/me')).status).toBe(200)
  })

  test('is heeded at once by what the server remembers of people', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bo = await realm.user('bo')
    await ada.write([bo], 'Hello')
    await realm.owner.patch('/realm', { email_address_visibility: 4 })
    const listener = await bo.listen()

    await ada.write([bo], 'Hello again')

    const [event] = await listener.events('message')
    const { display_recipient } = event!['message'] as { display_recipient: { email: string }[] }
    expect(display_recipient.map(({ email }) => email).toSorted()).toEqual(
      [ada, bo].map(({ id }) => `user${id}@${realm.host}`).toSorted(),
    )
  })

  test('a client that has come to the middle of the new addresses is told the rest', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const listener = await ada.listen({ event_types: ['realm_user'] })
    await realm.owner.patch('/realm', { email_address_visibility: 4 })
    const { events } = await listener.poll({ dont_block: true })
    const [first] = events as { id: number }[]

    const { events: rest } = await listener.poll({ last_event_id: first!.id, dont_block: true })

    expect(rest).toEqual((events as unknown[]).slice(1))
    expect(rest).toHaveLength(1)
  })
})

const logIn = (realm: TestRealm) =>
  request(realm.host, 'POST', '/fetch_api_key', { params: { username: realm.owner.email, password } })

const logInAsDeveloper = (realm: TestRealm) =>
  request(realm.host, 'POST', '/dev_fetch_api_key', { params: { username: realm.owner.email } })

describe('authentication_methods', () => {
  test('without Email no password is asked for or taken', async () => {
    const realm = await newRealm()
    await realm.owner.patch('/realm', { authentication_methods: { Email: false } })

    expect(await logIn(realm)).toMatchObject({ status: 401, code: 'PASSWORD_AUTH_DISABLED' })
    expect((await logInAsDeveloper(realm)).status).toBe(200)
    const change = { old_password: password, new_password: 'another good one' }
    expect(await realm.owner.ask('PATCH', '/settings', change)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await request(realm.host, 'GET', '/server_settings')).toMatchObject({
      email_auth_enabled: false,
      authentication_methods: { password: false, email: false, dev: true },
    })
  })

  test('who does not know the password is not told that none is taken', async () => {
    const realm = await newRealm()
    await realm.owner.patch('/realm', { authentication_methods: { Email: false } })

    const answer = await request(realm.host, 'POST', '/fetch_api_key', {
      params: { username: realm.owner.email, password: 'a guess' },
    })

    expect(answer).toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED' })
  })

  test('without Dev nobody logs in without a password', async () => {
    const realm = await newRealm()
    await realm.owner.patch('/realm', { authentication_methods: { Dev: false } })

    expect(await logInAsDeveloper(realm)).toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED' })
    expect((await logIn(realm)).status).toBe(200)
  })

  test('methods that this server has not may be said to be off', async () => {
    const realm = await newRealm()
    const given: Params = { authentication_methods: { GitHub: false, Dev: false } }

    expect((await realm.owner.patch('/realm', given))['authentication_methods']).toEqual({ Email: true, Dev: false })
  })
})
