import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { app } from '../../src/app'
import { realmAddressOf, answersAt } from '../../src/realm/host'
import {
  newRealm,
  password,
  Person,
  request,
  rootDomain,
  setupToken,
  TestRealm,
  type Answer,
  type Params,
} from '../kit'
import packageJson from '../../package.json'

let founded = 0

/** Founds a realm of which nothing matters unless given. */
function found(given: Params = {}, { host = rootDomain, address }: { host?: string; address?: string } = {}) {
  founded += 1
  return request(host, 'POST', '/realm', {
    params: {
      realm_name: 'Harbour',
      string_id: `harbour-${founded}`,
      owner_full_name: 'Ada Lovelace',
      owner_email: 'ada@example.com',
      owner_password: password,
      setup_token: setupToken,
      ...given,
    },
    headers: address === undefined ? {} : { 'CF-Connecting-IP': address },
  })
}

/** The owner that an answer tells of. */
function ownerOf({ realm_id, user_id, api_key }: Answer, string_id: string): Person {
  const realm = new TestRealm(string_id, realm_id as number)
  return new Person(realm, user_id as number, 'ada@example.com', 'Ada Lovelace', api_key as string)
}

describe('POST /realm', () => {
  test('founds a realm and answers with its address and with a key that works', async () => {
    const answer = await found({ string_id: 'lighthouse', realm_name: ' The Lighthouse ' })

    expect(answer).toMatchObject({
      status: 200,
      realm_id: expect.any(Number),
      realm_uri: `http://lighthouse.${rootDomain}`,
      user_id: expect.any(Number),
      email: 'ada@example.com',
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    })
    const owner = ownerOf(answer, 'lighthouse')
    expect(await owner.get('/users/me')).toMatchObject({ user_id: owner.id, full_name: 'Ada Lovelace' })
    await owner.send('general', 'tides', 'High at noon')
    expect(await request(owner.realm.host, 'GET', '/server_settings')).toMatchObject({ realm_name: 'The Lighthouse' })
  })

  test('makes its founder the owner, who can log in and is alone', async () => {
    const { owner, host } = await newRealm()

    const { members } = await owner.get('/users')

    expect(members).toEqual([expect.objectContaining({ user_id: owner.id, role: 100, is_owner: true, is_admin: true })])
    const login = await request(host, 'POST', '/fetch_api_key', { params: { username: owner.email, password } })
    expect(login.status).toBe(200)
  })

  test('gives it a public default stream and a private one, with the owner in both', async () => {
    const { owner } = await newRealm()

    const { streams } = await owner.get('/streams', { include_default: true })
    const { subscriptions } = await owner.get('/users/me/subscriptions', { include_subscribers: true })

    expect(streams).toEqual([
      expect.objectContaining({
        name: 'core team',
        invite_only: true,
        history_public_to_subscribers: false,
        is_default: false,
      }),
      expect.objectContaining({
        name: 'general',
        invite_only: false,
        history_public_to_subscribers: true,
        is_web_public: false,
        is_default: true,
      }),
    ])
    expect(subscriptions).toEqual([
      expect.objectContaining({ name: 'core team', subscribers: [owner.id] }),
      expect.objectContaining({ name: 'general', subscribers: [owner.id] }),
    ])
    const colors = (subscriptions as { color: string }[]).map(({ color }) => color)
    expect(new Set(colors).size).toBe(2)
  })

  test('begins with the settings that it is given, for the owner and for new users', async () => {
    const string_id = 'first-settings'
    const answer = await found({
      string_id,
      delete_own_message_policy: 5,
      message_content_delete_limit_seconds: '86400',
      enter_sends: true,
      twenty_four_hour_time: true,
    })
    const owner = ownerOf(answer, string_id)

    const state = await owner.post('/register')
    expect(state).toMatchObject({
      realm_delete_own_message_policy: 5,
      realm_message_content_delete_limit_seconds: 86_400,
      user_settings: { enter_sends: true, twenty_four_hour_time: true, dense_mode: true },
      realm_user_settings_defaults: { enter_sends: true, twenty_four_hour_time: true, dense_mode: true },
    })
    const email = 'nora@example.com'
    const { user_id } = await owner.post('/users', { email, password, full_name: 'Nora New' })
    const login = await request(owner.realm.host, 'POST', '/fetch_api_key', { params: { username: email, password } })
    const nora = new Person(owner.realm, user_id as number, email, 'Nora New', login['api_key'] as string)
    expect(await nora.post('/register')).toMatchObject({
      user_settings: { enter_sends: true, twenty_four_hour_time: true },
    })
  })

  test('begins with the defaults of the API where it is given none', async () => {
    const string_id = 'no-first-settings'
    const owner = ownerOf(await found({ string_id }), string_id)

    expect(await owner.post('/register')).toMatchObject({
      realm_delete_own_message_policy: 2,
      realm_message_content_delete_limit_seconds: 600,
      user_settings: { enter_sends: false, twenty_four_hour_time: false },
      realm_user_settings_defaults: { enter_sends: false, twenty_four_hour_time: false },
    })
  })

  test.each([
    { delete_own_message_policy: 6 },
    { delete_own_message_policy: 'everybody' },
    { message_content_delete_limit_seconds: '0' },
    { message_content_delete_limit_seconds: '1e3' },
    { message_content_delete_limit_seconds: '-1' },
    { message_content_delete_limit_seconds: '1'.repeat(10) },
    { enter_sends: 'perhaps' },
    { twenty_four_hour_time: 24 },
  ])('refuses %j', async (given) => {
    expect(await found(given)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('founds realms that know nothing of each other', async () => {
    const one = await newRealm()
    const two = await newRealm()
    const id = await one.owner.send('general', 'tides', 'x')

    expect(two.owner.id).not.toBe(one.owner.id)
    expect((await two.owner.ask('GET', `/messages/${id}`)).status).toBe(400)
    expect(await two.owner.messages()).toEqual([])
    expect((await two.owner.ask('GET', `/users/${one.owner.id}`)).status).toBe(400)
  })

  test.each([
    ['absent', undefined],
    ['empty', ''],
    ['wrong', 'close sesame'],
    ['in another case', setupToken.toUpperCase()],
    ['cut short', setupToken.slice(0, -1)],
  ])('refuses with a setup token that is %s', async (_, setup_token) => {
    const string_id = `refused-${founded}`

    const answer = await found({ setup_token, string_id }, { address: `192.0.2.${founded}` })

    expect(answer).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
    expect(await request(`${string_id}.${rootDomain}`, 'GET', '/server_settings')).toMatchObject({ status: 404 })
  })

  test('slows down who guesses the setup token, and nobody else', async () => {
    const address = '198.51.100.1'
    const statuses = []
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await found({ setup_token: String(guess) }, { address })).status)

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    expect(await found({ setup_token: 'x' }, { address })).toMatchObject({
      code: 'RATE_LIMIT_HIT',
      'retry-after': expect.any(Number),
    })
    expect((await found({ setup_token: 'x' }, { address: '198.51.100.2' })).status).toBe(400)
    expect((await found({}, { address })).status).toBe(200)
  })

  test.each<[string, Params]>([
    ['no name', { realm_name: '' }],
    ['a blank name', { realm_name: '   ' }],
    ['a name of more than 40 characters', { realm_name: 'x'.repeat(41) }],
    ['no string_id', { string_id: '' }],
    ['a string_id that begins with a hyphen', { string_id: '-harbour' }],
    ['a string_id that ends with a hyphen', { string_id: 'harbour-' }],
    ['a string_id with a dot', { string_id: 'har.bour' }],
    ['a string_id with an underscore', { string_id: 'har_bour' }],
    ['a string_id with a space', { string_id: 'har bour' }],
    ['a string_id with a slash', { string_id: 'har/bour' }],
    ['a string_id beyond ASCII', { string_id: 'häfen' }],
    ['a string_id with a line break', { string_id: 'har\nbour' }],
    ['a string_id of more than 40 characters', { string_id: 'x'.repeat(41) }],
    ['an owner without a name', { owner_full_name: '' }],
    ['an owner whose name is reserved', { owner_full_name: '@all' }],
    ['an owner without an address', { owner_email: '' }],
    ['an owner with a bad address', { owner_email: 'ada' }],
    ['a short password', { owner_password: 'abc' }],
    ['a common password', { owner_password: 'password1' }],
    ['the own address as a password', { owner_password: 'ada@example.com' }],
    ['the own name as a password', { owner_password: 'ada lovelace' }],
    ['an over-long password', { owner_password: 'x'.repeat(201) }],
  ])('refuses %s', async (_, given) => {
    expect(await found(given)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test.each([
    ['a', 'a'],
    ['7', '7'],
    ['North-Sea', 'north-sea'],
    [' padded ', 'padded'],
    ['x'.repeat(40), 'x'.repeat(40)],
  ])('takes the string_id "%s"', async (given, string_id) => {
    const answer = await found({ string_id: given })

    expect(answer).toMatchObject({ status: 200, realm_uri: `http://${string_id}.${rootDomain}` })
    expect((await ownerOf(answer, string_id).get('/users/me')).status).toBe(200)
  })

  test('takes a name of 40 characters, as people count them', async () => {
    expect((await found({ realm_name: '🌊'.repeat(40) })).status).toBe(200)
  })

  test.each(['taken', 'TAKEN', ' taken '])('refuses a string_id that another realm has: "%s"', async (string_id) => {
    await found({ string_id: 'taken' })

    const answer = await found({ string_id })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(answer.msg).toContain('already in use')
  })

  test('founds one realm of ten requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => found({ string_id: 'race' })))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
  })

  test('gives each realm an id of its own when they are founded at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => found()))

    expect(new Set(answers.map((answer) => answer['realm_id'])).size).toBe(5)
    expect(new Set(answers.map((answer) => answer['user_id'])).size).toBe(5)
  })

  test('works by any host name of the deployment', async () => {
    expect((await found({}, { host: `anything.${rootDomain}` })).status).toBe(200)
  })

  describe('on other deployments', () => {
    const deployment = env.REALM.getByName('0')

    async function asIf(settings: Record<string, string | undefined>): Promise<void> {
      await runInDurableObject(deployment, (object) => {
        Object.assign(object, { env: { ...env, ...settings } })
      })
    }

    afterEach(() => asIf({}))

    test('a further realm is refused where no setup token is set', async () => {
      await found()
      await asIf({ SETUP_TOKEN: undefined })

      expect(await found({}, { address: '203.0.113.1' })).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
      expect(await found({ setup_token: '' }, { address: '203.0.113.2' })).toMatchObject({
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
    })

    test('a further realm is refused where there is no root domain', async () => {
      await found()
      await asIf({ ROOT_DOMAIN: undefined, DEVELOPMENT: undefined })

      const answer = await found()

      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
      expect(answer.msg).toContain('ROOT_DOMAIN')
    })

    test('guesses of the setup token are not counted where rate limits are off', async () => {
      await asIf({ RATE_LIMITS: 'off' })
      const statuses = []
      for (let guess = 0; guess < 12; guess += 1)
        statuses.push((await found({ setup_token: 'x' }, { address: '203.0.113.3' })).status)

      expect(new Set(statuses)).toEqual(new Set([400]))
    })
  })
})

const availability = async (subdomain: string): Promise<string> =>
  (await request(rootDomain, 'GET', `/realm/subdomain/${encodeURIComponent(subdomain)}`)).msg

describe('GET /realm/subdomain/{subdomain}', () => {
  test.each(['free-as-air', ' FREE-AS-AIR ', 'z', '8'])('answers that "%s" is available', async (subdomain) => {
    expect(await availability(subdomain)).toBe('available')
  })

  test.each(['', ' ', '-'])('answers, or finds nothing, for "%s"', async (subdomain) => {
    expect(await availability(subdomain)).not.toBe('available')
  })

  test.each(['har.bour', 'har_bour', '-harbour', 'harbour-', 'x'.repeat(41), 'häfen', "'--"])(
    'answers why "%s" is not',
    async (subdomain) => {
      expect(await availability(subdomain)).toContain('letters, digits and hyphens')
    },
  )

  test('answers that a name is taken, whatever its case', async () => {
    const realm = await newRealm()

    expect(await availability(realm.string_id)).toBe('Subdomain already in use')
    expect(await availability(realm.string_id.toUpperCase())).toBe('Subdomain already in use')
  })
})

const namedRealm = (string_id: string) => ({ kind: 'named', string_id })

describe('a host name', () => {
  const hosted = { ROOT_DOMAIN: 'chat.example.com' }
  const root = { kind: 'root' }
  const only = { kind: 'only' }

  test.each([
    ['acme.chat.example.com', hosted, namedRealm('acme')],
    ['ACME.Chat.Example.COM', hosted, namedRealm('acme')],
    ['acme.chat.example.com:8787', hosted, namedRealm('acme')],
    ['acme.chat.example.com', { ROOT_DOMAIN: 'Chat.Example.com:443' }, namedRealm('acme')],
    ['a.b.chat.example.com', hosted, namedRealm('a.b')],
    ['chat.example.com', hosted, root],
    ['chat.example.com:8787', hosted, root],
    ['acmechat.example.com', hosted, root],
    ['acme.chat.example.com.evil.test', hosted, root],
    ['example.com', hosted, root],
    ['localhost', hosted, root],
    ['192.0.2.1', hosted, root],
    ['acme.localhost', { ...hosted, DEVELOPMENT: 'true' }, root],
    ['chat.example.com', {}, only],
    ['acme.chat.example.com', {}, only],
    ['localhost:8787', {}, only],
    ['acme.localhost:8787', {}, only],
    ['192.0.2.1', {}, only],
    ['[::1]:8787', {}, only],
    ['acme.localhost', { DEVELOPMENT: 'true' }, namedRealm('acme')],
    ['acme.localhost:8787', { DEVELOPMENT: 'true' }, namedRealm('acme')],
    ['localhost:8787', { DEVELOPMENT: 'true' }, only],
    ['127.0.0.1:8787', { DEVELOPMENT: 'true' }, only],
    ['acme.localhost', { DEVELOPMENT: 'false' }, only],
    ['acme.localhost', { ROOT_DOMAIN: '' }, only],
  ])('%s with %j stands for %j', (host, settings, address) => {
    expect(realmAddressOf(host, settings)).toEqual(address)
  })

  test.each([
    ['acme.chat.example.com', hosted, true],
    ['other.chat.example.com', hosted, false],
    ['chat.example.com', hosted, false],
    ['anything.test', {}, true],
  ])('%s with %j stands for acme: %s', (host, settings, expected) => {
    expect(answersAt({ string_id: 'acme' }, host, settings)).toBe(expected)
  })
})

/** Asks a deployment with these settings. */
async function settingsAt(host: string, settings: Record<string, string | undefined> = {}): Promise<Answer> {
  const response = await app.fetch(
    new Request(`http://${host}/api/v1/server_settings`),
    { ...env, ...settings },
    createExecutionContext(),
  )
  return { ...(await response.json<Answer>()), status: response.status }
}

describe('GET /server_settings', () => {
  let realm: TestRealm

  beforeAll(async () => {
    realm = await newRealm()
  })

  const serverFields = {
    status: 200,
    result: 'success',
    msg: '',
    authentication_methods: {
      password: true,
      dev: true,
      email: true,
      ldap: false,
      remoteuser: false,
      github: false,
      azuread: false,
      gitlab: false,
      apple: false,
      google: false,
      saml: false,
      'openid connect': false,
    },
    service_feature_level: 121,
    service_version: '5.0',
    service_merge_base: '5.0',
    zulip_feature_level: 121,
    rivulet_version: packageJson.version,
    zulip_version: '5.0',
    zulip_merge_base: '5.0',
    push_notifications_enabled: false,
    server_sends_mail: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    founding: { is_open: true, needs_setup_token: true, root_domain: rootDomain, region: null },
  }

  test('answers with exactly these fields, without credentials', async () => {
    expect(await settingsAt(realm.host)).toEqual({
      ...serverFields,
      external_authentication_methods: [],
      realm_uri: `http://${realm.host}`,
      realm_name: `Realm ${realm.string_id.slice('realm-'.length)}`,
      realm_icon: expect.stringMatching(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon$/),
      realm_description: '',
      realm_web_public_access_enabled: false,
      realm_invite_required: true,
    })
  })

  test('leaves what belongs to a realm out on the root domain', async () => {
    expect(await settingsAt(rootDomain)).toEqual(serverFields)
  })

  test.each([`nowhere.${rootDomain}`, `realm.realm.${rootDomain}`])(
    'refuses with 404 a subdomain without a realm: %s',
    async (host) => {
      expect(await settingsAt(host)).toMatchObject({
        status: 404,
        code: 'NONEXISTENT_SUBDOMAIN',
        founding: serverFields.founding,
      })
    },
  )

  test('tells that nothing more can be founded without a setup token, or beside the only realm', async () => {
    expect(await settingsAt(rootDomain, { SETUP_TOKEN: undefined })).toMatchObject({
      founding: { is_open: false, needs_setup_token: false, root_domain: rootDomain },
    })
    expect(await settingsAt('anything.test', { ROOT_DOMAIN: undefined, DEVELOPMENT: undefined })).toMatchObject({
      founding: { is_open: false, needs_setup_token: true, root_domain: null },
    })
  })

  test('leaves the other names of fields out where they are turned off', async () => {
    const answer = await settingsAt(realm.host, { COMPATIBILITY_NAMES: 'off' })

    expect(answer).toMatchObject({ service_feature_level: 121, service_version: '5.0', service_merge_base: '5.0' })
    expect(Object.keys(answer).filter((name) => name.startsWith('zulip'))).toEqual([])
  })

  test('offers login without a password on development servers only', async () => {
    expect((await settingsAt(realm.host))['authentication_methods']).toMatchObject({ dev: true })
    expect((await settingsAt(realm.host, { DEVELOPMENT: undefined }))['authentication_methods']).toMatchObject({
      dev: false,
    })
  })

  test('tells of the only realm whatever the host, where there is no root domain', async () => {
    const single = { ROOT_DOMAIN: undefined, DEVELOPMENT: undefined }

    expect(await settingsAt('anything.test:8787', single)).toMatchObject({
      realm_uri: 'http://anything.test:8787',
      realm_name: expect.any(String),
    })
  })

  test('tells a realm by its name under localhost, on a development server', async () => {
    const development = { ROOT_DOMAIN: undefined, DEVELOPMENT: 'true' }

    expect(await settingsAt(`${realm.string_id}.localhost:8787`, development)).toMatchObject({
      realm_uri: `http://${realm.string_id}.localhost:8787`,
    })
    expect((await settingsAt('nowhere.localhost:8787', development)).status).toBe(404)
  })

  test('shows the description as HTML, as it is now', async () => {
    const described = await newRealm()
    await settingsAt(described.host)

    await described.set({ description: '**Bold** <b>' })

    expect((await settingsAt(described.host))['realm_description']).toBe('<p><strong>Bold</strong> &lt;b&gt;</p>')
  })

  test('tells whether some stream can be read by everybody', async () => {
    const open = await newRealm()
    const allows = async () => (await settingsAt(open.host))['realm_web_public_access_enabled'] as boolean
    const set = (assignment: string) =>
      env.DB.prepare(`update stream set ${assignment} where realm_id = ? and name = 'general'`).bind(open.id).run()

    expect(await allows()).toBe(false)
    await set('is_web_public = 1')
    expect(await allows()).toBe(false)
    await open.owner.patch('/realm', { enable_spectator_access: true })
    expect(await allows()).toBe(true)
    await set('deactivated = 1')
    // After a change the isolate asks anew.
    await open.owner.patch('/realm', { description: 'shut' })
    expect(await allows()).toBe(false)
  })

  test.each([
    ['ZulipMobile/27.0 (Android 12)', false],
    ['ZulipElectron/5.9.3', false],
    ['zulip-python/0.8.2', false],
    ['Mozilla/5.0', false],
    ['curl/8.0', false],
    ['ZulipInvalid/5.0', true],
  ])('tells %s whether it is too old: %s', async (agent, is_incompatible) => {
    const answer = await request(realm.host, 'GET', '/server_settings', { headers: { 'User-Agent': agent } })

    expect(answer).toMatchObject({ is_incompatible })
  })

  test('ignores parameters', async () => {
    const answer = await request(realm.host, 'GET', '/server_settings', { params: { realm_name: 'x' } })

    expect(answer.status).toBe(200)
  })
})
