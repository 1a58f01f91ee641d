import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/app'
import { newKey } from '../../src/auth/keys'
import { passwordsObjectName } from '../../src/auth/passwords'
import {
  newRealm,
  password,
  reach,
  request,
  rootDomain,
  type Answer,
  type Params,
  type Person,
  type TestRealm,
} from '../kit'
import { withSettings, advanceObjectClock, passwordObjectOf } from '../kit/password-objects'

/** A read, which the Worker answers from the database, and a change, which the realm object makes. */
const ways: [string, string, string][] = [
  ['a read', 'GET', '/users/me'],
  ['a change', 'POST', '/mark_all_as_read'],
]

const basic = (text: string) => `Basic ${btoa(text)}`

/** Asks with this `Authorization`, or without any. */
const askWith = (host: string, authorization: string | null, method: string, path: string, params: Params = {}) =>
  request(host, method, path, { params, headers: authorization === null ? {} : { Authorization: authorization } })

function expectUnauthenticated(answer: Answer, code: string): void {
  expect(answer).toMatchObject({ status: 401, result: 'error', msg: expect.stringMatching(/./), code })
  expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Basic realm="[^"]+"$/)
}

/** Runs SQL in the database, past the single writer. */
const runStatement = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

describe.each(ways)('%s', (_, method, path) => {
  let realm: TestRealm
  let ada: Person
  let bo: Person

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    bo = await realm.user('bo')
  })

  test.each<[string, (person: Person) => string | null, string]>([
    ['no header', () => null, 'UNAUTHENTICATED_USER'],
    ['an empty header', () => '', 'UNAUTHENTICATED_USER'],
    ['another scheme', ({ key }) => `Bearer ${key}`, 'UNAUTHENTICATED_USER'],
    ['the scheme alone', () => 'Basic', 'UNAUTHENTICATED_USER'],
    ['what is no base64', () => 'Basic !!!', 'UNAUTHENTICATED_USER'],
    ['base64 of no text', () => basic('\u00ff\u00fe:\u00ff'), 'UNAUTHENTICATED_USER'],
    ['credentials without a colon', ({ email, key }) => basic(email + key), 'UNAUTHENTICATED_USER'],
    ['an empty key', ({ email }) => basic(`${email}:`), 'INVALID_API_KEY'],
    ['a key cut short', ({ email, key }) => basic(`${email}:${key.slice(1)}`), 'INVALID_API_KEY'],
    ['a key that is too long', ({ email, key }) => basic(`${email}:${key}a`), 'INVALID_API_KEY'],
    ['a key with other characters', ({ email, key }) => basic(`${email}:${key.slice(1)}-`), 'INVALID_API_KEY'],
    ['a wrong key', ({ email }) => basic(`${email}:${newKey()}`), 'INVALID_API_KEY'],
    ['the key in another case', ({ email, key }) => basic(`${email}:${swapCase(key)}`), 'INVALID_API_KEY'],
    ['the key of somebody else', ({ email }) => basic(`${email}:${bo.key}`), 'INVALID_API_KEY'],
    ['the address of nobody', ({ key }) => basic(`nobody@example.com:${key}`), 'INVALID_API_KEY'],
    ['no address', ({ key }) => basic(`:${key}`), 'INVALID_API_KEY'],
    ['the password', ({ email }) => basic(`${email}:${password}`), 'INVALID_API_KEY'],
  ])('is refused with 401 for %s', async (_name, authorization, code) => {
    const answer = await askWith(realm.host, authorization(ada), method, path)

    expectUnauthenticated(answer, code)
  })

  test('is refused for bad credentials also after good ones', async () => {
    await ada.must(method, path)

    const answer = await askWith(realm.host, basic(`${ada.email}:${newKey()}`), method, path)

    expectUnauthenticated(answer, 'INVALID_API_KEY')
  })

  test.each<[string, (person: Person) => string]>([
    ['the address in capitals', ({ email, key }) => basic(`${email.toUpperCase()}:${key}`)],
    ['the scheme in small letters', ({ email, key }) => `basic ${btoa(`${email}:${key}`)}`],
  ])('is answered for %s', async (_name, authorization) => {
    const answer = await askWith(realm.host, authorization(ada), method, path)

    expect(answer.status).toBe(200)
  })

  test('is refused for an account of another realm', async () => {
    const other = await newRealm()

    const answer = await askWith(other.host, ada.authorization, method, path)

    expectUnauthenticated(answer, 'INVALID_API_KEY')
  })

  test('is refused for the same address in another realm', async () => {
    const other = await newRealm()

    const answer = await askWith(other.host, basic(`${other.owner.email}:${realm.owner.key}`), method, path)

    expectUnauthenticated(answer, 'INVALID_API_KEY')
  })

  test.each([`nowhere.${rootDomain}`, `a.b.${rootDomain}`, rootDomain, 'elsewhere.test'])(
    'is refused with 404 where there is no realm: %s',
    async (host) => {
      const answer = await askWith(host, ada.authorization, method, path)

      expect(answer).toMatchObject({ status: 404, code: 'NONEXISTENT_SUBDOMAIN' })
    },
  )

  test('is refused at once when the account is deactivated, and answered again when it is reactivated', async () => {
    const person = await realm.user(`person-${method}`)
    await person.must(method, path)

    await set(`update user set is_active = 0 where id = ${person.id}`)
    const refused = await person.ask(method, path)
    await set(`update user set is_active = 1 where id = ${person.id}`)
    const answered = await person.ask(method, path)

    expectUnauthenticated(refused, 'USER_DEACTIVATED')
    expect(answered.status).toBe(200)

    /** Only the realm object, which believes that it alone writes, has to be told. */
    async function set(statement: string): Promise<void> {
      await runStatement(statement)
      if (method !== 'GET') await realm.evict()
    }
  })

  test('is refused at once when the realm is deactivated', async () => {
    const doomed = await newRealm()
    await doomed.owner.must(method, path)

    await doomed.owner.post('/realm/deactivate')

    expectUnauthenticated(await doomed.owner.ask(method, path), 'REALM_DEACTIVATED')
  })

  test('does not tell with a wrong key that an account is deactivated', async () => {
    const person = await realm.user(`gone-${method}`)
    await realm.deactivate(person)

    const answer = await askWith(realm.host, basic(`${person.email}:${newKey()}`), method, path)

    expectUnauthenticated(answer, 'INVALID_API_KEY')
  })
})

const swapCase = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

describe('who may not ask is told so before what is wrong with the request', () => {
  let realm: TestRealm

  beforeAll(async () => {
    realm = await newRealm()
  })

  test.each<[string, string, string, Params]>([
    ['a read with a bad parameter', 'GET', '/users', { client_gravatar: 'maybe' }],
    ['a read without a required parameter', 'GET', '/messages', {}],
    ['a read that its endpoint refuses', 'GET', '/messages', { num_before: 5000, num_after: 5000 }],
    ['a read of what is not there', 'GET', '/users/nobody@example.com', {}],
    ['a read of a message that is not there', 'GET', '/messages/999999', {}],
    ['a change with a bad parameter', 'POST', '/users/me/subscriptions', { subscriptions: 'x' }],
    ['a change without a required parameter', 'POST', '/messages', {}],
    [
      'a change that its endpoint refuses',
      'POST',
      '/messages',
      { type: 'stream', to: 'general', content: 'x', topic: 'x', queue_id: 'x' },
    ],
    ['a change that the realm refuses', 'POST', '/users', { email: 'x', password: 'x', full_name: 'x' }],
  ])('%s', async (_, method, path, params) => {
    const anonymous = await askWith(realm.host, null, method, path, params)
    const wrong = await askWith(realm.host, basic(`${realm.owner.email}:${newKey()}`), method, path, params)
    const good = await realm.owner.ask(method, path, params)

    expectUnauthenticated(anonymous, 'UNAUTHENTICATED_USER')
    expectUnauthenticated(wrong, 'INVALID_API_KEY')
    expect(good.status).toBe(400)
  })
})

describe('endpoints without authentication', () => {
  test.each<[string, string, Params]>([
    ['GET', '/server_settings', {}],
    ['POST', '/fetch_api_key', { username: 'olga@example.com', password }],
    ['POST', '/dev_fetch_api_key', { username: 'olga@example.com' }],
  ])('take no notice of credentials: %s %s', async (method, path, params) => {
    const realm = await newRealm()

    const anonymous = await askWith(realm.host, null, method, path, params)
    const wrong = await askWith(realm.host, basic('olga@example.com:wrong'), method, path, params)

    expect(anonymous.status).toBe(200)
    expect(wrong.status).toBe(200)
  })

  test.each(endpoints.map(({ method, path, auth }) => [`${method} ${path}`, auth] as const))(
    'are few: %s is open only if it must be',
    (route, auth) => {
      const open = [
        'GET {base_url}/user_avatars/{realm_id}/{path}',
        'GET {base_url}/static/generated/timezones.json',
        'GET {base_url}/static/generated/emoji/emoji_codes.json',
        'GET {base_url}/exports/{token}',
        'GET {base_url}/own_data/{token}',
        'GET {base_url}/backups/{token}',
        'GET {base_url}/health',
        'GET {base_url}/unsubscribe/{token}',
        'POST {base_url}/unsubscribe/{token}',
        'GET /server_settings',
        'POST /fetch_api_key',
        'POST /dev_fetch_api_key',
        'POST /realm',
        'POST /dev_found_demo_realm',
        'POST /realm/relocation',
        'POST /confirm_email',
        'GET /confirm_email/{token}',
        'GET /dev_list_users',
        'GET /realm/subdomain/{subdomain}',
        'GET /join',
        'POST /join',
        'POST /session',
        'POST /dev_session',
        'POST /operator/old_texts',
        'POST /operator/old_texts/restore',
        'GET /password_reset',
        'POST /password_reset',
        'POST /password_reset/confirm',
      ]

      // A socket of a browser brings a ticket instead of credentials, and a webhook may bring a key alone, as an image may.
      const others: Record<string, string> = {
        'GET /events': 'ticket',
        'POST /external/slack_incoming': 'key',
        'POST /external/json': 'key',
        'POST /external/{service}': 'key',
        'GET /external/{service}': 'key',
        'GET {base_url}/avatar/{user_id_or_email}': 'optional',
        'GET {base_url}/avatar/{user_id_or_email}/medium': 'optional',
        'GET {base_url}/user_uploads/{realm_id}/{path}': 'optional',
        'GET {base_url}/external_content/{address}': 'optional',
      }
      expect(auth).toBe(open.includes(route) ? 'none' : (others[route] ?? 'any'))
    },
  )
})

describe('an incoming webhook bot', () => {
  let realm: TestRealm
  let bot: Person

  beforeAll(async () => {
    realm = await newRealm()
    bot = await realm.bot('hook', realm.owner, { type: 2 })
  })

  test('may send messages', async () => {
    const answer = await bot.ask('POST', '/messages', {
      type: 'stream',
      to: 'general',
      topic: 'builds',
      content: 'Red',
    })

    expect(answer.status).toBe(200)
  })

  test('is told what is wrong with the messages that it sends', async () => {
    const answer = await bot.ask('POST', '/messages', { type: 'stream', to: 'general' })

    expect(answer).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' })
  })

  test.each(
    endpoints
      .filter(({ method, path, auth }) => auth === 'any' && `${method} ${path}` !== 'POST /messages')
      .map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, '1')] as const),
  )('may not ask for %s %s', async (method, path) => {
    const answer = await bot.ask(method, path)

    expectUnauthenticated(answer, 'UNAUTHENTICATED_USER')
  })

  test('may not change anything else, though its parameters are good', async () => {
    const answer = await bot.ask('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })

    expectUnauthenticated(answer, 'UNAUTHENTICATED_USER')
  })

  test('differs in this from a generic bot', async () => {
    const generic = await realm.bot('generic', realm.owner)

    for (const [, method, path] of ways) expect((await generic.ask(method, path)).status).toBe(200)
  })
})

/** Asks for a key by password. */
const logIn = (realm: TestRealm, username: string, given: string, address?: string) =>
  request(realm.host, 'POST', '/fetch_api_key', {
    params: { username, password: given },
    headers: address === undefined ? {} : { 'CF-Connecting-IP': address },
  })

const works = async (realm: TestRealm, email: string, key: string) => {
  const statuses = []
  for (const [, method, path] of ways)
    statuses.push((await askWith(realm.host, basic(`${email}:${key}`), method, path)).status)
  expect(new Set(statuses).size).toBe(1)
  return statuses[0] === 200
}

describe('POST /fetch_api_key', () => {
  let realm: TestRealm

  beforeAll(async () => {
    realm = await newRealm()
  })

  test('gives a key for the password, and tells whose it is', async () => {
    const ada = await realm.user('ada')

    const answer = await logIn(realm, 'ada@example.com', password)

    expect(answer).toMatchObject({
      status: 200,
      email: 'ada@example.com',
      user_id: ada.id,
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    })
    expect(await works(realm, ada.email, answer['api_key'] as string)).toBe(true)
  })

  test('takes the address in any case and answers with the account’s own spelling', async () => {
    await realm.user('bo')

    const answer = await logIn(realm, 'BO@Example.COM', password)

    expect(answer).toMatchObject({ status: 200, email: 'bo@example.com' })
  })

  test('finds somebody new whose address was tried before, in any spelling', async () => {
    for (const username of ['new@example.com', 'New@example.com', 'NEW@EXAMPLE.COM'])
      expect((await logIn(realm, username, password)).status).toBe(401)

    await realm.owner.post('/users', { email: 'new@example.com', password, full_name: 'New' })

    for (const username of ['new@example.com', 'New@example.com', 'NEW@EXAMPLE.COM'])
      expect((await logIn(realm, username, password)).status).toBe(200)
  })

  test('gives another key each time, all of which work', async () => {
    const { email } = await realm.user('cy')

    const keys: string[] = []
    for (let device = 0; device < 3; device += 1) keys.push((await logIn(realm, email, password))['api_key'] as string)

    expect(new Set(keys).size).toBe(3)
    for (const key of keys) expect(await works(realm, email, key)).toBe(true)
  })

  test.each([
    ['a wrong password', 'olga@example.com', 'wrong'],
    ['the password in another case', 'olga@example.com', password.toUpperCase()],
    ['the password with a space after it', 'olga@example.com', `${password} `],
    ['an empty password', 'olga@example.com', ''],
    ['an unknown user', 'nobody@example.com', password],
  ])('refuses with 401 %s', async (_, username, given) => {
    const answer = await logIn(realm, username, given)

    expectUnauthenticated(answer, 'AUTHENTICATION_FAILED')
    expect(answer.msg).toBe((await logIn(realm, 'another@example.com', 'x')).msg)
  })

  test('refuses with 401 the account of another realm', async () => {
    const other = await newRealm()
    await other.user('abroad')

    expectUnauthenticated(await logIn(realm, 'abroad@example.com', password), 'AUTHENTICATION_FAILED')
  })

  test.each(['olga', '', 'olga(at)example.com'])('refuses with 400 what is not an address: "%s"', async (username) => {
    const answer = await logIn(realm, username, password)

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test.each([
    ['address', `${'a'.repeat(320)}@example.com`, password],
    ['password', 'olga@example.com', 'a'.repeat(201)],
  ])('refuses with 400 an over-long %s', async (_, username, given) => {
    expect((await logIn(realm, username, given)).status).toBe(400)
  })

  test('refuses somebody deactivated, who knows the password', async () => {
    const person = await realm.user('dee')
    await realm.deactivate(person)

    expectUnauthenticated(await logIn(realm, person.email, password), 'USER_DEACTIVATED')
    expectUnauthenticated(await logIn(realm, person.email, 'wrong'), 'AUTHENTICATION_FAILED')
  })

  test('refuses everybody of a deactivated realm', async () => {
    const doomed = await newRealm()
    await doomed.owner.post('/realm/deactivate')

    expectUnauthenticated(await logIn(doomed, doomed.owner.email, password), 'REALM_DEACTIVATED')
  })

  test.each([`nowhere.${rootDomain}`, rootDomain])('refuses with 404 where there is no realm: %s', async (host) => {
    const answer = await request(host, 'POST', '/fetch_api_key', {
      params: { username: 'olga@example.com', password },
    })

    expect(answer).toMatchObject({ status: 404, code: 'NONEXISTENT_SUBDOMAIN' })
  })

  test('works with a password of any script, which is not cut', async () => {
    const strong = '🌊密碼пароль'.repeat(10)
    await realm.owner.post('/users', { email: 'lang@example.com', password: strong, full_name: 'Lang' })

    expect((await logIn(realm, 'lang@example.com', strong)).status).toBe(200)
    expect((await logIn(realm, 'lang@example.com', strong.slice(0, -2))).status).toBe(401)
  })
})

test('neither keys nor passwords are stored', async () => {
  const realm = await newRealm()
  const secret = 'a password nobody else has'
  await realm.owner.post('/users', { email: 'eve@example.com', password: secret, full_name: 'Eve' })
  const { api_key } = await logIn(realm, 'eve@example.com', secret)

  const { results: tables } = await runStatement(
    "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'message_search%'",
  )
  expect(tables.length).toBeGreaterThan(10)
  for (const { name } of tables as { name: string }[]) {
    const { results: rows } = await runStatement(`select * from ${name}`)
    for (const kept of [secret, api_key as string, realm.owner.key]) expect(JSON.stringify(rows)).not.toContain(kept)
  }
})

describe('guessing a password', () => {
  let realm: TestRealm

  beforeAll(async () => {
    realm = await newRealm()
  })

  /** Tries a wrong password so many times, and answers the statuses. */
  async function guessPassword(username: string, times: number, address?: string): Promise<number[]> {
    const statuses = []
    for (let time = 0; time < times; time += 1) statuses.push((await logIn(realm, username, 'wrong', address)).status)
    return statuses
  }

  test('is refused from the sixth attempt on, even with the right one', async () => {
    const ada = await realm.user('ada')

    expect(await guessPassword(ada.email, 6)).toEqual([401, 401, 401, 401, 401, 429])
    const answer = await logIn(realm, ada.email, password)

    expect(answer).toMatchObject({ status: 429, result: 'error', code: 'RATE_LIMIT_HIT' })
    const wait = answer['retry-after'] as number
    expect(wait).toBeGreaterThan(29 * 60)
    expect(wait).toBeLessThanOrEqual(30 * 60)
    expect(Number(answer.headers.get('Retry-After'))).toBe(Math.ceil(wait))
  })

  test('is counted for each account alone', async () => {
    const bo = await realm.user('bo')
    await guessPassword('somebody@example.com', 6)

    expect((await logIn(realm, bo.email, password)).status).toBe(200)
  })

  test('is counted for an account whatever the spelling of its address', async () => {
    const cy = await realm.user('cy')
    await guessPassword('CY@example.com', 3)
    await guessPassword('cy@EXAMPLE.com', 2)

    expect((await logIn(realm, cy.email, password)).status).toBe(429)
  })

  test('is also counted for unknown addresses, so that answers do not reveal which addresses exist', async () => {
    expect(await guessPassword('nobody@example.com', 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('is forgotten after success', async () => {
    const dee = await realm.user('dee')
    await guessPassword(dee.email, 4)

    await logIn(realm, dee.email, password)

    expect(await guessPassword(dee.email, 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('is remembered when the object that counts is evicted', async () => {
    const eve = await realm.user('eve')
    await guessPassword(eve.email, 5)

    await evictDurableObject(passwordObjectOf(realm, eve.email))

    expect((await logIn(realm, eve.email, password)).status).toBe(429)
  })

  test('is counted one by one when it happens at once', async () => {
    const flo = await realm.user('flo')

    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(realm, flo.email, 'wrong')))

    expect(answers.map(({ status }) => status).filter((status) => status === 401)).toHaveLength(5)
  })

  test('leaves the keys that the account has alone', async () => {
    const gil = await realm.user('gil')
    await guessPassword(gil.email, 6)

    expect(await works(realm, gil.email, gil.key)).toBe(true)
  })

  test('ends after half an hour', async () => {
    const hal = await realm.user('hal')
    await guessPassword(hal.email, 6)

    await advanceObjectClock(passwordObjectOf(realm, hal.email), 30 * 60 + 1)

    expect((await logIn(realm, hal.email, password)).status).toBe(200)
  })

  test('is refused for an address from which many accounts were tried, and for that address only', async () => {
    const ivy = await realm.user('ivy')
    const others = Array.from({ length: 200 }, (_, account) => `target-${account}@example.com`)
    const beside = others
      .filter((email) => passwordsObjectName(realm.id, email) === passwordsObjectName(realm.id, ivy.email))
      .slice(0, 20)
    for (const email of beside) await guessPassword(email, 1, '192.0.2.1')

    expect((await logIn(realm, ivy.email, password, '192.0.2.1')).status).toBe(429)
    expect((await logIn(realm, ivy.email, password, '192.0.2.2')).status).toBe(200)
    expect((await logIn(realm, ivy.email, password)).status).toBe(200)
  })

  test('is not counted where rate limits are off', async () => {
    const jo = await realm.user('jo')
    await withSettings(passwordObjectOf(realm, jo.email), { RATE_LIMITS: 'off' })

    expect(await guessPassword(jo.email, 7)).toEqual([401, 401, 401, 401, 401, 401, 401])
  })
})

describe('POST /dev_fetch_api_key', () => {
  let realm: TestRealm

  beforeAll(async () => {
    realm = await newRealm()
  })

  const ask = (username: string) => request(realm.host, 'POST', '/dev_fetch_api_key', { params: { username } })

  test('gives a key to anybody who asks, on a development server', async () => {
    const answer = await ask('OLGA@example.com')

    expect(answer).toMatchObject({ status: 200, email: 'olga@example.com', user_id: realm.owner.id })
    expect(await works(realm, 'olga@example.com', answer['api_key'] as string)).toBe(true)
  })

  test('refuses unknown people with 401', async () => {
    expectUnauthenticated(await ask('nobody@example.com'), 'AUTHENTICATION_FAILED')
  })

  test('refuses somebody deactivated', async () => {
    const person = await realm.user('ada')
    await realm.deactivate(person)

    expectUnauthenticated(await ask(person.email), 'USER_DEACTIVATED')
  })

  test.each([undefined, '', 'false', 'TRUE'])('refuses everybody where DEVELOPMENT is %s', async (DEVELOPMENT) => {
    await withSettings(realm.object, { DEVELOPMENT } as Partial<Env>)

    const answer = await ask('olga@example.com')

    expect(answer).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST' })
    expect(answer).not.toHaveProperty('api_key')
    await realm.evict()
  })
})

test('creating a key beyond a thousand ends the oldest one', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await env.DB.prepare(`
    with recursive number (n) as (select 1 union all select n + 1 from number where n < 998)
    insert into session (hash, id, user_id, kind, name, created_at, used_on)
    select 'of no key ' || n, n, ?, 'key', '', 4000000000 + n, 0 from number
  `)
    .bind(ada.id)
    .run()

  const { api_key: second } = await logIn(realm, ada.email, password)
  expect(await works(realm, ada.email, ada.key)).toBe(true)
  await logIn(realm, ada.email, password)

  expect(await works(realm, ada.email, ada.key)).toBe(false)
  expect(await works(realm, ada.email, second as string)).toBe(true)
})

describe('POST /users/me/api_key/regenerate', () => {
  test('gives a new key and takes all others away at once', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const { api_key: second } = await logIn(realm, ada.email, password)
    expect(await works(realm, ada.email, ada.key)).toBe(true)
    expect(await works(realm, ada.email, second as string)).toBe(true)

    const { api_key } = await ada.post('/users/me/api_key/regenerate')

    expect(await works(realm, ada.email, ada.key)).toBe(false)
    expect(await works(realm, ada.email, second as string)).toBe(false)
    expect(await works(realm, ada.email, api_key as string)).toBe(true)
  })

  test('leaves the keys of others alone', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')

    await ada.post('/users/me/api_key/regenerate')

    expect(await works(realm, realm.owner.email, realm.owner.key)).toBe(true)
  })

  test('happens once when it is asked ten times at once', async () => {
    const { owner } = await newRealm()

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.ask('POST', '/users/me/api_key/regenerate')),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9)
  })
})

test('a key of a realm does not work by another host name', async () => {
  const realm = await newRealm()

  const response = await reach(`${realm.host}.evil.test`, '/api/v1/users/me', {
    headers: { Authorization: realm.owner.authorization },
  })

  expect(response.status).toBe(404)
})
