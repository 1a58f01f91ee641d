import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { newRealm, password, reach, request, type Answer, type Person } from '../kit'
import { Browser, cookiesOf, logIn } from '../kit/browser'
import { withFault } from '../kit/faulty-database'
import { answerOf } from '../kit/request'
import { Client, connect, upgrade } from '../kit/socket-client'

const day = 24 * 3600

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const passSeconds = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })

const at = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time * 1000 })

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  return { realm, host: realm.host, ada, browser: await logIn(realm.host, ada.email, password) }
}

const me = async (browser: Browser): Promise<Answer> => browser.ask('GET', '/users/me')

const isLoggedIn = async (browser: Browser): Promise<boolean> => (await me(browser)).status === 200

const works = async (person: Person): Promise<boolean> => (await person.ask('GET', '/users/me')).status === 200

const sessionsOf = async (asker: Person | Browser, whose = 'me'): Promise<Record<string, unknown>[]> =>
  (await asker.ask('GET', `/users/${whose}/sessions`))['sessions'] as Record<string, unknown>[]

/** The day of the last use of an account's only session of a kind, as the asker sees it. */
const lastUse = async (asker: Person, kind: string, whose = 'me'): Promise<number> =>
  (await sessionsOf(asker, whose)).find((session) => session['kind'] === kind)!['last_used'] as number

const currentId = async (browser: Browser): Promise<unknown> =>
  (await sessionsOf(browser)).find(({ is_current }) => is_current)!['id']

/** A queue of the browser's account, with an open socket. */
async function connectSocket(browser: Browser): Promise<Client> {
  const { queue_id, last_event_id } = await browser.ask('POST', '/register', { event_types: ['message'] })
  const response = await browser.open({ queue_id, last_event_id })
  expect(response.status).toBe(101)
  return new Client(response.webSocket!)
}

/** A queue of the browser's account, with a poll that waits. */
async function polling(browser: Browser): Promise<Promise<Answer>> {
  const { queue_id, last_event_id } = await browser.ask('POST', '/register', { event_types: ['message'] })
  return browser.ask('GET', '/events', { queue_id, last_event_id })
}

describe('logging in', () => {
  test('sets a cookie that scripts, plain connections and other hosts do not get', async () => {
    const { realm, ada } = await harbour()
    const browser = new Browser(realm.host)

    const answer = await browser.ask('POST', '/session', { username: 'ADA@example.com', password })

    expect(answer).toMatchObject({ status: 200, user_id: ada.id, email: ada.email })
    expect(answer).not.toHaveProperty('api_key')
    const [cookie] = cookiesOf(answer.headers).filter(({ name }) => name === '__Host-rivulet-session')
    expect(cookie!.attributes.filter((attribute) => !attribute.startsWith('Max-Age')).toSorted()).toEqual([
      'HttpOnly',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
    expect(JSON.stringify({ ...answer, headers: null })).not.toContain(browser.secret)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await me(browser)).toMatchObject({ user_id: ada.id })
  })

  test('tells pages whose session it is by a cookie that scripts can read, and that counts for nothing', async () => {
    const { realm, ada } = await harbour()
    const browser = new Browser(realm.host)
    const login = async () => {
      const { headers } = await browser.ask('POST', '/session', { username: ada.email, password })
      return cookiesOf(headers).find(({ name }) => name === '__Host-rivulet-account')!
    }
    const [first, second] = [await login(), await login()]
    expect(first.attributes).not.toContain('HttpOnly')
    expect(first.value).toMatch(new RegExp(`^${ada.id}\\.[0-9a-f]{8}$`))
    expect(second.value).not.toBe(first.value)
    const alone = { Cookie: `__Host-rivulet-account=${second.value}`, 'X-Requested-With': 'test' }
    expect(await request(realm.host, 'GET', '/users/me', { headers: alone })).toMatchObject({ status: 401 })
  })

  test('stores a hash of the secret, which is no key, as a key is no secret of a cookie', async () => {
    const { host, ada, browser } = await harbour()
    const secret = browser.secret!

    const { results } = await env.DB.prepare('select * from session where user_id = ?').bind(ada.id).all()
    expect(JSON.stringify(results)).toContain(createHash('sha256').update(secret).digest('hex'))
    expect(JSON.stringify(results)).not.toContain(secret)

    const asKey = await request(host, 'GET', '/users/me', {
      headers: { Authorization: `Basic ${btoa(`${ada.email}:${secret}`)}` },
    })
    expect(asKey).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    const asCookie = await request(host, 'GET', '/users/me', {
      headers: { Cookie: `__Host-rivulet-session=${ada.key}`, 'X-Requested-With': 'test' },
    })
    expect(asCookie).toMatchObject({ status: 401, code: 'UNAUTHENTICATED_USER' })
  })

  test.each([
    ['a wrong password', { username: 'ada@example.com', password: 'wrong' }],
    ['an unknown address', { username: 'nobody@example.com', password }],
  ])('is refused for %s, and sets no cookie', async (_, params) => {
    const { host } = await harbour()
    const browser = new Browser(host)

    expect(await browser.ask('POST', '/session', params)).toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED' })
    expect(browser.cookie).toBe('')
  })

  test('guesses count together with those for keys', async () => {
    const { realm, host } = await harbour()
    const bo = await realm.user('bo')
    const browser = new Browser(host)
    for (let guess = 0; guess < 5; guess += 1)
      await browser.ask('POST', '/session', { username: bo.email, password: 'wrong' })

    expect(await browser.ask('POST', '/session', { username: bo.email, password })).toMatchObject({ status: 429 })
    const params = { username: bo.email, password }
    expect(await request(host, 'POST', '/fetch_api_key', { params })).toMatchObject({ status: 429 })
  })

  test.each([
    ['of another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['of another site, in an old browser', { Origin: 'https://evil.example', 'Sec-Fetch-Site': '' }],
    ['of a sister organization', { Origin: `http://sister.${env.ROOT_DOMAIN}`, 'Sec-Fetch-Site': 'same-site' }],
    ['of no origin', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
  ])('cannot be done by a page %s', async (_, headers) => {
    const { host, ada } = await harbour()
    for (const mode of ['cors', 'no-cors', 'navigate']) {
      const browser = new Browser(host)
      const login = { username: ada.email, password }
      const told = Object.fromEntries(Object.entries({ ...headers, 'Sec-Fetch-Mode': mode }).filter(([, text]) => text))
      const body = new URLSearchParams(login)
      const response = await browser.send('/api/v1/session', { method: 'POST', headers: told, body })
      expect(response.status).toBe(403)
      expect(browser.cookie).toBe('')
    }
  })

  test('again ends the session whose cookie is replaced, and no other', async () => {
    const { realm, host, ada, browser } = await harbour()
    const bo = await realm.user('bo')
    const other = await logIn(host, ada.email, password)
    const client = await connectSocket(browser)
    const { cookie } = browser

    await browser.ask('POST', '/session', { username: bo.email, password })

    expect(await me(browser)).toMatchObject({ status: 200, user_id: bo.id })
    const before = await request(host, 'GET', '/users/me', { headers: { Cookie: cookie, 'X-Requested-With': 'test' } })
    expect(before).toMatchObject({ status: 401, code: 'UNAUTHENTICATED_USER' })
    await vi.waitFor(() => expect(client.closed?.code).toBe(4401))
    expect([await isLoggedIn(other), await works(ada)]).toEqual([true, true])
  })

  test('again with a wrong password ends nothing, nor does a login of a program', async () => {
    const { ada, browser } = await harbour()
    await browser.ask('POST', '/session', { username: ada.email, password: 'wrong' })
    await browser.ask('POST', '/fetch_api_key', { username: ada.email, password })
    expect(await isLoggedIn(browser)).toBe(true)

    // Somebody carries the cookie to a sister organization.
    const sister = await newRealm()
    const carried = { Cookie: browser.cookie, Origin: `http://${sister.host}`, 'X-Requested-With': 'test' }
    const params = { username: sister.owner.email }
    expect(await request(sister.host, 'POST', '/dev_session', { params, headers: carried })).toMatchObject({
      status: 200,
    })
    expect(await isLoggedIn(browser)).toBe(true)
  })

  test('without a password works on development servers, where it is allowed', async () => {
    const { realm, host, ada } = await harbour()
    const browser = new Browser(host)
    expect(await browser.ask('POST', '/dev_session', { username: ada.email })).toMatchObject({ user_id: ada.id })
    expect(await isLoggedIn(browser)).toBe(true)

    await realm.set({ authentication_methods: { Dev: false } })
    const other = new Browser(host)
    expect(await other.ask('POST', '/dev_session', { username: ada.email })).toMatchObject({ status: 401 })
    expect(other.cookie).toBe('')
  })
})

type Told = Record<string, string>

const ownOrigin = (host: string): Told => ({ Origin: `http://${host}` })

describe('a request by cookie', () => {
  const form = 'application/x-www-form-urlencoded'
  const script = { 'X-Requested-With': 'test' }

  test.each<[string, string, (host: string) => Told, number]>([
    ['a page reads', 'GET', () => script, 200],
    ['a page reads, and says so', 'GET', () => ({ ...script, 'Sec-Fetch-Site': 'same-origin' }), 200],
    ['a page writes', 'POST', (host) => ({ ...script, ...ownOrigin(host) }), 200],
    ['somebody types the address', 'GET', () => ({ 'Sec-Fetch-Site': 'none' }), 403],
    ['a page reads without the header', 'GET', () => ({ 'Sec-Fetch-Site': 'same-origin' }), 403],
    ['a form of the page itself', 'POST', ownOrigin, 403],
    ['a script without an origin', 'POST', () => script, 403],
    ['another site', 'POST', () => ({ ...script, Origin: 'https://evil.example' }), 403],
    ['another site, reading', 'GET', () => ({ ...script, Origin: 'https://evil.example' }), 403],
    ['another scheme', 'POST', (host) => ({ ...script, Origin: `https://${host}` }), 403],
    ['another port', 'POST', (host) => ({ ...script, Origin: `http://${host}:8788` }), 403],
    ['a host that begins alike', 'POST', (host) => ({ ...script, Origin: `http://${host}.evil.example` }), 403],
    ['no origin', 'POST', () => ({ ...script, Origin: 'null' }), 403],
    ['a sister', 'POST', () => ({ ...script, Origin: `http://sister.${env.ROOT_DOMAIN}` }), 403],
    ['a sister, reading', 'GET', () => ({ ...script, 'Sec-Fetch-Site': 'same-site' }), 403],
    [
      'another site that claims to be this',
      'POST',
      (host) => ({ ...ownOrigin(host), ...script, 'Sec-Fetch-Site': 'cross-site' }),
      403,
    ],
  ])('of %s: %s', async (_, method, told, status) => {
    const { host, browser } = await harbour()
    const path = method === 'GET' ? '/users/me' : '/messages/render'

    const response = await browser.send(`/api/v1${path}`, {
      method,
      headers: { ...told(host), ...(method === 'POST' && { 'Content-Type': form }) },
      ...(method === 'POST' && { body: 'content=Ahoy' }),
    })

    expect((await answerOf(method, path, response)).status).toBe(status)
    expect(response.headers.get('WWW-Authenticate')).toBe(null)
  })

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'of another site does nothing, whatever the method: %s',
    async (method) => {
      const { realm, ada, host, browser } = await harbour()
      const bo = await realm.user('bo')
      await ada.post(`/users/me/muted_users/${bo.id}`)
      const path = `/api/v1/users/me/muted_users/${bo.id}`
      const multipart = new FormData()
      multipart.set('method', 'DELETE')
      const bodies = method === 'GET' ? [null] : [new URLSearchParams({ method: 'DELETE' }), multipart, 'method=DELETE']

      for (const headers of [{ Origin: 'https://evil.example' }, ownOrigin(host), { Origin: 'null' }, {}] as Told[])
        for (const body of bodies) {
          const response = await browser.send(path, { method, headers, ...(body !== null && { body }) })
          expect(response.status).toBeGreaterThanOrEqual(400)
        }

      expect((await ada.listen({ fetch_event_types: ['muted_users'] })).state['muted_users']).toHaveLength(1)
    },
  )

  test('takes no events unless a page of this origin asks', async () => {
    const { browser } = await harbour()
    const { queue_id, last_event_id } = await browser.ask('POST', '/register')
    const path = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`
    const status = async (headers: Told) => (await browser.send(path, { headers })).status

    expect(await status({})).toBe(403)
    expect(await status(script)).toBe(403)
    expect(await status({ ...script, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' })).toBe(403)
    expect(await status({ 'Sec-Fetch-Site': 'same-origin' })).toBe(403)
    expect(await status({ ...script, 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
    expect(await status({ ...script, ...ownOrigin(browser.host) })).toBe(200)
  })

  test('cannot be prepared by a page of another origin: the header is not allowed there, nor is the cookie', async () => {
    const { host, browser } = await harbour()
    const response = await reach(host, '/api/v1/messages', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Headers': 'x-requested-with' },
    })
    expect(response.headers.get('Access-Control-Allow-Headers')!.toLowerCase()).not.toContain('x-requested-with')
    for (const { headers } of [response, await me(browser)]) {
      expect(headers.get('Access-Control-Allow-Credentials')).toBe(null)
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
  })

  test('is of the key’s account if a key is sent, too', async () => {
    const { realm, host, browser } = await harbour()
    const bo = await realm.user('bo')
    const ask = async (authorization: string) =>
      browser.ask('GET', '/users/me', {}, { Authorization: authorization, Origin: `http://${host}` })

    expect(await ask(bo.authorization)).toMatchObject({ status: 200, user_id: bo.id })
    expect(await ask(`Basic ${btoa(`${bo.email}:${'x'.repeat(32)}`)}`)).toMatchObject({ status: 401 })
    expect(await ask('Bearer nonsense')).toMatchObject({ status: 401, code: 'UNAUTHENTICATED_USER' })
  })

  test('works by key from any origin, as ever', async () => {
    const { host, ada } = await harbour()
    const headers = {
      Authorization: ada.authorization,
      Origin: 'https://elsewhere.example',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'cors',
    }
    const response = await reach(host, '/api/v1/messages/render', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ content: 'Ahoy' }),
    })
    expect(response.status).toBe(200)
  })

  test('is refused at a sister organization, though somebody carries the cookie there', async () => {
    const { browser } = await harbour()
    const sister = await newRealm()
    await sister.user('ada')
    const answer = await request(sister.host, 'GET', '/users/me', {
      headers: { Cookie: browser.cookie, 'X-Requested-With': 'test' },
    })
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHENTICATED_USER' })
  })

  test.each(['', 'x', 'x'.repeat(5000), '"quoted"', '%00', 'é'])('with a cookie of %j is refused', async (value) => {
    const { host } = await harbour()
    const answer = await request(host, 'GET', '/users/me', {
      headers: { Cookie: `__Host-rivulet-session=${encodeURI(value)}`, 'X-Requested-With': 'test' },
    })
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHENTICATED_USER' })
  })
})

/** A neighbour under the same domain may set cookies for all its hosts, but none whose name starts with `__Host-`. */
describe('a cookie that a neighbour sets', () => {
  test.each(['\u00a0', '\u2000', '\u3000', '\ufeff', '\v', '__HOST-'])(
    'in front of the real one, with %j',
    async (before) => {
      const { realm, host, ada, browser } = await harbour()
      const mallory = await realm.user('mallory')
      const { secret } = await logIn(host, mallory.email, password)
      const name = '__Host-rivulet-session'
      const tossed = `${before === '__HOST-' ? name.replace('__Host-', before) : before + name}=${secret}`
      const ask = async (Cookie: string) =>
        request(host, 'GET', '/users/me', { headers: { Cookie, 'X-Requested-With': 'test' } })

      expect(await ask(`${tossed}; ${name}=${browser.secret}`)).toMatchObject({ status: 200, user_id: ada.id })
      expect(await ask(tossed)).toMatchObject({ status: 401 })
      // Spaces and tabs are between cookies.
      expect(await ask(`a=b; \t ${name}=${browser.secret} ; c=d`)).toMatchObject({ status: 200, user_id: ada.id })
    },
  )
})

describe('a WebSocket by cookie', () => {
  test('opens for a page of this origin, without a ticket', async () => {
    const { realm, browser, ada } = await harbour()
    await realm.stream('tides', ada)
    const client = await connectSocket(browser)
    await ada.send('tides', 'today', 'High water')
    expect(await client.contents(1)).toEqual(['High water'])
  })

  test.each([
    ['another site', { Origin: 'https://evil.example' }],
    ['a sister', { Origin: `http://sister.${env.ROOT_DOMAIN}` }],
    ['no origin', {}],
    ['the origin “null”', { Origin: 'null' }],
    ['another site with the header of scripts', { Origin: 'https://evil.example', 'X-Requested-With': 'test' }],
  ])('does not open for %s', async (_, headers) => {
    const { browser } = await harbour()
    const { queue_id, last_event_id } = await browser.ask('POST', '/register')

    const response = await browser.open({ queue_id, last_event_id }, headers)

    expect(response.status).toBe(403)
    expect(response.webSocket).toBe(null)
  })

  test('does not open for somebody else’s queue', async () => {
    const { realm, browser } = await harbour()
    const bo = await realm.user('bo')
    const { queue_id, last_event_id } = await bo.listen()
    expect((await browser.open({ queue_id, last_event_id })).status).toBe(400)
  })
})

describe('files and pictures', () => {
  test('load by the cookie alone, for pages of this origin and for links that somebody follows', async () => {
    const { browser, ada } = await harbour()
    const { uri } = await ada.upload('POST', '/user_uploads', [new File(['High water is at noon.'], 'tides.txt')])
    const status = async (headers: Record<string, string>) => (await browser.send(uri as string, { headers })).status

    expect(await status({})).toBe(200)
    expect(await status({ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors' })).toBe(200)
    const link = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    expect(await status({ ...link, 'Sec-Fetch-Site': 'cross-site' })).toBe(200)
    expect(await status({ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' })).not.toBe(200)
    for (const frame of ['iframe', 'frame', 'object', 'embed'])
      expect(await status({ ...link, 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': frame })).toBe(403)
    expect(await status({ Origin: 'https://evil.example' })).not.toBe(200)
    expect((await new Browser(browser.host).send(uri as string)).status).not.toBe(200)
  })

  test('that are open to all are shown to a browser whose session has ended', async () => {
    const { browser, ada } = await harbour()
    const { cookie } = browser
    const readAvatarStatus = async () =>
      (await reach(browser.host, `/avatar/${ada.id}`, { headers: { Cookie: cookie }, redirect: 'manual' })).status
    const before = await readAvatarStatus()
    await browser.ask('DELETE', '/session')

    expect(await readAvatarStatus()).toBe(
      (await reach(browser.host, `/avatar/${ada.id}`, { redirect: 'manual' })).status,
    )
    expect([200, 302]).toContain(before)
  })
})

/** Everything that ends a browser's session. */
describe.each<[string, (asked: Awaited<ReturnType<typeof harbour>>) => Promise<unknown>, string]>([
  ['logging out', async ({ browser }) => browser.ask('DELETE', '/session'), 'UNAUTHENTICATED_USER'],
  [
    'ending it',
    async ({ browser }) => browser.ask('DELETE', `/users/me/sessions/${String(await currentId(browser))}`),
    'UNAUTHENTICATED_USER',
  ],
  ['ending all others by key', async ({ ada }) => ada.delete('/users/me/sessions'), 'UNAUTHENTICATED_USER'],
  [
    'an administrator',
    async ({ realm, ada }) => realm.owner.delete(`/users/${ada.id}/sessions`),
    'UNAUTHENTICATED_USER',
  ],
  [
    'a new password',
    async ({ ada }) => ada.patch('/settings', { old_password: password, new_password: 'wrong horse battery' }),
    'UNAUTHENTICATED_USER',
  ],
  ['a new key, asked for by key', async ({ ada }) => ada.post('/users/me/api_key/regenerate'), 'UNAUTHENTICATED_USER'],
  ['deactivation', async ({ realm, ada }) => realm.deactivate(ada), 'USER_DEACTIVATED'],
  ['closing the organization', async ({ realm }) => realm.owner.post('/realm/deactivate'), 'REALM_DEACTIVATED'],
])('%s', (_, end, code) => {
  test('refuses the cookie, closes its sockets, ends its polls and its tickets, all at once', async () => {
    const asked = await harbour()
    const { browser } = asked
    const { cookie } = browser
    const client = await connectSocket(browser)
    const poll = polling(browser)
    const { queue_id, last_event_id } = await browser.ask('POST', '/register')
    const { ticket } = await browser.ask('POST', '/events/ticket')
    // The poll waits before the session ends.
    await vi.waitFor(async () => expect(await asked.realm.inObject((_, state) => state.getWebSockets().length)).toBe(2))

    await end(asked)

    await vi.waitFor(() => expect(client.closed?.code).toBe(4401))
    expect((await poll).status).toBe(401)
    const again = await request(browser.host, 'GET', '/users/me', {
      headers: { Cookie: cookie, 'X-Requested-With': 'test' },
    })
    expect(again).toMatchObject({ status: 401, code })
    expect((await upgrade(asked.ada, { queue_id, last_event_id, ticket })).status).toBe(401)
  })
})

test('a browser gets no key by its session', async () => {
  const { browser, ada } = await harbour()
  expect(await browser.ask('POST', '/users/me/api_key/regenerate')).toMatchObject({ status: 400 })
  expect([await works(ada), await isLoggedIn(browser)]).toEqual([true, true])
})

describe('logging out', () => {
  test('takes the cookies and what was loaded, and leaves other sessions, queues, and what pages stored', async () => {
    const { realm, browser, ada } = await harbour()
    const other = await logIn(realm.host, ada.email, password)
    const client = await connectSocket(other)

    const answer = await browser.ask('DELETE', '/session')

    expect(browser.cookie).not.toContain('__Host-rivulet-session')
    expect(browser.cookie).not.toContain('__Host-rivulet-account')
    // Something of what is stored may be another account's, which has not sent it yet.
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"')
    expect(await isLoggedIn(other)).toBe(true)
    expect(await works(ada)).toBe(true)
    expect(client.closed).toBe(null)
    expect(await me(browser)).toMatchObject({ status: 401 })
  })

  test('by key ends the key', async () => {
    const { browser, ada } = await harbour()
    await ada.delete('/session')
    expect(await works(ada)).toBe(false)
    expect(await isLoggedIn(browser)).toBe(true)
  })

  test('cannot be done by a page of another site', async () => {
    const { browser } = await harbour()
    const headers = { Origin: 'https://evil.example', 'X-Requested-With': 'test' }
    expect((await browser.send('/api/v1/session', { method: 'DELETE', headers })).status).toBe(403)
    expect(await isLoggedIn(browser)).toBe(true)
  })
})

test('a poll that reads what it missed while its session ends gets nothing, and does not go on to wait', async () => {
  const { realm, browser, ada } = await harbour()
  const { queue_id, last_event_id } = await browser.ask('POST', '/register', { event_types: ['message'] })
  await ada.write([ada], 'High water')
  const reading = Promise.withResolvers<undefined>()
  const ended = Promise.withResolvers<undefined>()
  let isHeld = false
  await withFault(realm, async (send, { writes }) => {
    if (writes || !isHeld) return send()
    reading.resolve(undefined)
    await ended.promise
    return send()
  })
  // From here on, the account and its session are in the object's memory.
  await browser.ask('POST', '/events/ticket')
  isHeld = true

  const poll = browser.ask('GET', '/events', { queue_id, last_event_id })
  await reading.promise
  expect(await browser.ask('DELETE', '/session')).toMatchObject({ status: 200 })
  ended.resolve(undefined)

  expect(await poll).toMatchObject({ status: 401 })
})

describe('a new password', () => {
  test('keeps the session that asks, and all others if it is told to', async () => {
    const { realm, browser, ada } = await harbour()
    const other = await logIn(realm.host, ada.email, password)
    const change = { old_password: password, new_password: 'wrong horse battery' }
    const back = { old_password: 'wrong horse battery', new_password: 'correct horse again' }

    expect(await browser.ask('PATCH', '/settings', { ...change, keep_sessions: true })).toMatchObject({ status: 200 })
    expect([await isLoggedIn(browser), await isLoggedIn(other), await works(ada)]).toEqual([true, true, true])

    expect(await browser.ask('PATCH', '/settings', back)).toMatchObject({ status: 200 })
    expect([await isLoggedIn(browser), await isLoggedIn(other), await works(ada)]).toEqual([true, false, false])
  })

  test('that is refused ends nothing', async () => {
    const { browser, ada } = await harbour()
    await ada.ask('PATCH', '/settings', { old_password: 'wrong', new_password: 'wrong horse battery' })
    expect(await isLoggedIn(browser)).toBe(true)
  })
})

describe('the end of a session', () => {
  test('is 30 days after its last use; a day with many requests writes one row', async () => {
    const { browser, ada } = await harbour()
    const [first] = (await sessionsOf(browser)).filter(({ is_current }) => is_current)
    passSeconds(day)
    for (let request = 0; request < 3; request += 1) await me(browser)
    await vi.waitFor(async () => {
      const [now] = (await sessionsOf(browser)).filter(({ is_current }) => is_current)
      expect(now!['last_used']).toBe((first!['last_used'] as number) + day)
      expect((now!['expires'] as number) - (first!['expires'] as number)).toBeGreaterThanOrEqual(day - 1)
    })

    passSeconds(29 * day)
    expect(await isLoggedIn(browser)).toBe(true)
    passSeconds(31 * day)
    expect(await me(browser)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED_USER' })
    // Keys have none.
    expect(await works(ada)).toBe(true)
  })

  test('takes it from the list at once, and its row with the next login', async () => {
    const { host, ada } = await harbour()
    const kinds = async () => (await sessionsOf(ada)).map(({ kind }) => kind as string)
    const rows = async () => {
      const counted = env.DB.prepare('select count(*) as rows from session where user_id = ?').bind(ada.id)
      return (await counted.first<{ rows: number }>())!.rows
    }
    expect(await kinds()).toEqual(['browser', 'key'])
    passSeconds(31 * day)

    expect(await kinds()).toEqual(['key'])
    expect(await rows()).toBe(2)
    await logIn(host, ada.email, password)
    expect(await kinds()).toEqual(['browser', 'key'])
    expect(await rows()).toBe(2)
  })

  test('is put off by a picture, too, though it is all that a page asks for', async () => {
    const { ada, browser } = await harbour()
    const { uri } = await ada.upload('POST', '/user_uploads', [new File(['High water'], 'tides.txt')])
    const used = await lastUse(ada, 'browser')
    passSeconds(2 * day)

    expect((await browser.send(uri as string)).status).toBe(200)

    await vi.waitFor(async () => expect(await lastUse(ada, 'browser')).toBe(used + 2 * day))
  })

  test('is not put off for all at midnight, but in the hour after it', async () => {
    const { ada, browser } = await harbour()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const midnight = (Math.floor(Date.now() / 1000 / day) + 2) * day
    at(midnight - 60)
    await me(browser)
    await vi.waitFor(async () => expect(await lastUse(ada, 'browser')).toBe(midnight - day))
    await me(browser)

    at(midnight + 1799)
    const trips = vi.spyOn(Object.getPrototypeOf(env.DB) as D1Database, 'batch')
    await me(browser)
    expect(trips).toHaveBeenCalledTimes(1)
    at(midnight + 1801)
    await me(browser)

    await vi.waitFor(async () => expect(await lastUse(ada, 'browser')).toBe(midnight))
  })

  test.each<[string, number | undefined, (bot: Person, uri: string) => Promise<Response>]>([
    [
      'an incoming webhook',
      2,
      async ({ realm, key }) =>
        reach(realm.host, `/api/v1/external/json?api_key=${key}`, { method: 'POST', body: 'payload=[]' }),
    ],
    ['a key in the address of a file', 1, async ({ realm, key }, uri) => reach(realm.host, `${uri}?api_key=${key}`)],
  ])('is noted for %s', async (_, type, ask) => {
    const { realm, ada } = await harbour()
    const bot = await realm.bot('tide', ada, { type })
    const { uri } = await ada.upload('POST', '/user_uploads', [new File(['High water'], 'tides.txt')])
    const used = await lastUse(ada, 'key', String(bot.id))
    passSeconds(2 * day)

    expect((await ask(bot, uri as string)).status).not.toBe(401)

    await vi.waitFor(async () => expect(await lastUse(ada, 'key', String(bot.id))).toBe(used + 2 * day))
  })

  test('is put off while a client registers, which reads its state once all the same', async () => {
    const { ada, browser } = await harbour()
    passSeconds(2 * day)
    const trips = vi.spyOn(Object.getPrototypeOf(env.DB) as D1Database, 'batch')

    expect(await browser.ask('POST', '/register')).toMatchObject({ status: 200 })

    expect(trips.mock.calls.filter(([statements]) => statements.length > 20)).toHaveLength(1)
    const today = Math.floor(Date.now() / 1000 / day) * day
    await vi.waitFor(async () => expect(await lastUse(ada, 'browser')).toBe(today))
  })

  test('is listed and noted for keys that only read', async () => {
    const { ada } = await harbour()
    const [before] = await sessionsOf(ada).then((all) => all.filter(({ is_current }) => is_current))
    expect(before!['expires']).toBe(null)
    passSeconds(2 * day)
    await ada.get('/messages', { num_before: 1, num_after: 0 })
    await vi.waitFor(async () => {
      const [now] = (await sessionsOf(ada)).filter(({ is_current }) => is_current)
      expect(now!['last_used']).toBe((before!['last_used'] as number) + 2 * day)
    })
  })

  test('ends a socket that is open for days, because each is opened anew after a day', async () => {
    const { realm, browser } = await harbour()
    const client = await connectSocket(browser)
    passSeconds(31 * day)
    await realm.ringAlarm()
    await vi.waitFor(() => expect(client.closed?.code).toBe(1012))
    const again = new Client((await browser.open({ queue_id: 'any', last_event_id: 0 })).webSocket!)
    expect(await again.closedWith()).toBe(4401)
  })
})

const canSeeSessions = async (asker: Person, whose: Person) =>
  (await asker.ask('GET', `/users/${whose.id}/sessions`)).status === 200
const canEndSession = async (asker: Person, whose: Person, id: unknown) =>
  (await asker.ask('DELETE', `/users/${whose.id}/sessions/${String(id)}`)).status === 200

describe('the list of sessions', () => {
  test('names program and system, the newest first, and marks the one that asks', async () => {
    const { host, ada, browser } = await harbour()
    const firefox = new Browser(host)
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await firefox.ask('POST', '/session', { username: ada.email, password }, { 'User-Agent': agent })
    const params = { username: ada.email, password }
    await request(host, 'POST', '/fetch_api_key', {
      params,
      headers: { 'User-Agent': 'ZulipMobile/27.1 (Android 12)' },
    })

    const sessions = await sessionsOf(browser)

    expect(sessions.map(({ name, kind, is_current }) => [name, kind, is_current])).toEqual([
      ['ZulipMobile on Android', 'key', false],
      ['Firefox on Windows', 'browser', false],
      ['', 'browser', true],
      ['', 'key', false],
    ])
    expect(JSON.stringify(sessions)).not.toMatch(/[0-9a-f]{64}/)
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(4)
  })

  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['curl/8.5.0', 'curl'],
    ['ZulipPython/0.9.0 (Ubuntu; 22.04)', 'ZulipPython'],
    ['Mozilla/5.0', 'A browser'],
    ['(('.repeat(5000), '('],
    ['<b>Mallory</b>/1.0', '<b>Mallory<'],
  ])('of %s', async (agent, name) => {
    const { host, ada } = await harbour()
    const browser = new Browser(host)
    await browser.ask('POST', '/session', { username: ada.email, password }, { 'User-Agent': agent })
    const [session] = await sessionsOf(browser)
    expect((session!['name'] as string).startsWith(name)).toBe(true)
    expect((session!['name'] as string).length).toBeLessThanOrEqual(110)
  })

  test('is one’s own: ids of other people’s sessions end nothing', async () => {
    const { realm, browser } = await harbour()
    const bo = await realm.user('bo')
    const id = String(await currentId(browser))

    for (const attempt of [`/users/me/sessions/${id}`, `/users/me/sessions/0`, `/users/me/sessions/${'9'.repeat(30)}`])
      expect(await bo.ask('DELETE', attempt)).toMatchObject({ status: 400, msg: 'No such session' })
    expect(await isLoggedIn(browser)).toBe(true)
  })

  test('is shown to administrators, those of owners to owners, those of bots to their owners', async () => {
    const { realm, ada, browser } = await harbour()
    const bo = await realm.user('bo')
    const moderator = await realm.user('mod', { role: 300 })
    const administrator = await realm.user('admin', { role: 200 })
    const bot = await realm.bot('tide', ada)
    expect([
      await canSeeSessions(bo, ada),
      await canSeeSessions(moderator, ada),
      await canSeeSessions(administrator, ada),
    ]).toEqual([false, false, true])
    expect([
      await canSeeSessions(administrator, realm.owner),
      await canSeeSessions(realm.owner, administrator),
    ]).toEqual([false, true])
    expect([
      await canSeeSessions(ada, bot),
      await canSeeSessions(bo, bot),
      await canSeeSessions(administrator, bot),
      await canSeeSessions(bot, bot),
    ]).toEqual([true, false, true, true])
    const id = await currentId(browser)
    expect([await canEndSession(bo, ada, id), await canEndSession(moderator, ada, id)]).toEqual([false, false])
    expect(await isLoggedIn(browser)).toBe(true)
    expect(await canEndSession(administrator, ada, id)).toBe(true)
    expect(await isLoggedIn(browser)).toBe(false)
    const [owners] = await sessionsOf(realm.owner)
    expect(await canEndSession(administrator, realm.owner, owners!['id'])).toBe(false)
    expect(await administrator.ask('DELETE', `/users/${realm.owner.id}/sessions`)).toMatchObject({ status: 400 })
    expect(await works(realm.owner)).toBe(true)
  })

  test('of a sister organization’s accounts is nobody’s', async () => {
    const { ada } = await harbour()
    const sister = await newRealm()
    expect(await sister.owner.ask('GET', `/users/${ada.id}/sessions`)).toMatchObject({
      status: 400,
      msg: 'No such user',
    })
    expect(await sister.owner.ask('DELETE', `/users/${ada.id}/sessions`)).toMatchObject({
      status: 400,
      msg: 'No such user',
    })
    expect(await works(ada)).toBe(true)
  })
})

test('logging out everywhere else ends all but the one that asks, and says how many', async () => {
  const { realm, ada, browser } = await harbour()
  const other = await logIn(realm.host, ada.email, password)
  const socket = await connect(await ada.listen({ event_types: ['message'] }))
  const mine = await connectSocket(browser)

  expect(await browser.ask('DELETE', '/users/me/sessions')).toMatchObject({ status: 200, ended: 2 })

  await vi.waitFor(() => expect(socket.closed?.code).toBe(4401))
  expect([await isLoggedIn(browser), await isLoggedIn(other), await works(ada)]).toEqual([true, false, false])
  expect(mine.closed).toBe(null)
  expect(await browser.ask('DELETE', '/users/me/sessions')).toMatchObject({ status: 200, ended: 0 })
})
