import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { newKey } from '../../src/auth/keys'
import { countedBindings } from '../kit/counted-bindings'
import { newRealm, type Person, type TestRealm } from '../kit'

/** What a request costs the organization: its status, rows read, and calls of the realm's object and of one that checks passwords. */
type Cost = [status: number, rows_read: number, objects: number, passwords: number]

interface Asked {
  readonly path: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: Record<string, string>
}

const { cost, asked, bindings } = countedBindings()
/** As it is deployed: no development server. */
const deployed = { ...env, ...bindings, DEVELOPMENT: undefined }

let realm: TestRealm
let ada: Person
let queue: string
let uri: string
let host: string

async function costOf({ path, method = 'GET', headers = {}, body }: Asked): Promise<Cost> {
  const before = { ...cost, ...asked }
  const context = createExecutionContext()
  const request = new Request(`http://${host}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: new URLSearchParams(body) }),
  })
  const response = await app.fetch(request, deployed, context)
  await response.arrayBuffer()
  await waitOnExecutionContext(context)
  return [
    response.status,
    cost.rows_read - before.rows_read,
    asked.objects - before.objects,
    cost.passwords - before.passwords,
  ]
}

beforeAll(async () => {
  realm = await newRealm()
  host = realm.host
  ada = await realm.user('ada')
  queue = (await ada.post('/register'))['queue_id'] as string
  uri = (await ada.upload('POST', '/user_uploads', [new File(['x'], 'a.txt')]))['uri'] as string
  // The isolate knows which organization the address has.
  await costOf({ path: '/api/v1/users/me', headers: key(newKey()) })
})

const key = (secret: string) => ({ Authorization: `Basic ${btoa(`${ada.email}:${secret}`)}` })
const cookie = (secret: string) => ({ Cookie: `__Host-rivulet-session=${secret}`, 'X-Requested-With': 'test' })
const socket = { Upgrade: 'websocket', Connection: 'Upgrade' }

/** A key whose last character is another one. */
function mistypedKey(): string {
  const secret = newKey()
  return secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a')
}

/** A key as those of earlier releases, which have no check. */
const oldKey = (): string => crypto.randomUUID().replaceAll('-', '')

const get = (path: string, headers = {}): Asked => ({ path, headers })
const read = (path: string, headers = {}) => get(`/api/v1${path}`, headers)
const post = (path: string, body: Record<string, string> = {}, headers = {}): Asked => ({
  path: `/api/v1${path}`,
  method: 'POST',
  body,
  headers,
})
const listen = (query: string, headers = {}) => read(`/events?queue_id=${queue}&last_event_id=-1${query}`, headers)

const unsubscribing = (): Asked => ({
  path: `/unsubscribe/${ada.id}-1-${'x'.repeat(43)}`,
  method: 'POST',
  body: { 'List-Unsubscribe': 'One-Click' },
})

const password = 'correct horse battery'
const joining = { full_name: 'Bo', email: 'bo@example.com', password }
const founding = {
  realm_name: 'Harbour',
  string_id: 'harbour',
  owner_full_name: 'Bo',
  owner_email: 'bo@example.com',
  owner_password: password,
}
const preflight = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }
const crossSite = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }

const free: [string, number, () => Asked][] = [
  ['no credentials', 401, () => read('/users/me')],
  ['no credentials for a change', 401, () => post('/messages')],
  ['what is no key', 401, () => read('/users/me', key('x'))],
  ['a mistyped key', 401, () => read('/users/me', key(mistypedKey()))],
  ['a mistyped cookie', 401, () => read('/users/me', cookie(mistypedKey()))],
  ['a queue of somebody', 401, () => listen('')],
  ['a mistyped key for a queue of somebody', 401, () => listen('', key(mistypedKey()))],
  ['a socket to a queue of somebody', 401, () => listen('', socket)],
  ['a socket by a mistyped key', 401, () => listen('', { ...socket, ...key(mistypedKey()) })],
  ['a socket by what is no ticket', 401, () => listen('&ticket=x', socket)],
  ['a webhook with a mistyped key', 401, () => post(`/external/slack_incoming?api_key=${mistypedKey()}`)],
  ['a picture of another site', 401, () => get('/external_content/00')],
  ['a picture of somebody', 401, () => get(`/avatar/${ada.id}`)],
  ['a file whose path is none', 404, () => get(`/user_uploads/${realm.id}/x/a.txt`)],
  ['a file whose path is mistyped', 404, () => get(`/user_uploads/${realm.id}/${mistypedKey()}/a.txt`)],
  ['an archive whose address is none', 404, () => get('/exports/x')],
  ['a link for unsubscribing that is none', 404, () => get('/unsubscribe/x')],
  [
    'a mistyped link for a password',
    400,
    () => post('/password_reset/confirm', { key: mistypedKey(), new_password: password }),
  ],
  ['whose password a mistyped link sets', 400, () => read(`/password_reset?key=${mistypedKey()}`)],
  ['what a mistyped invitation offers', 200, () => read(`/join?invitation_key=${mistypedKey()}`)],
  ['a mistyped confirmation', 400, () => post('/confirm_email', { token: mistypedKey() })],
  ['a mistyped link that confirms', 400, () => read(`/confirm_email/${mistypedKey()}`)],
  ['logging in without a password', 400, () => post('/dev_fetch_api_key', { username: ada.email })],
  ['a session without a password', 400, () => post('/dev_session', { username: ada.email })],
  ['who needs no password', 400, () => read('/dev_list_users')],
  ['the demo organization', 400, () => post('/dev_found_demo_realm')],
  ['founding without the token', 400, () => post('/realm', founding)],
  ['a preflight request', 204, () => ({ ...read('/messages', preflight), method: 'OPTIONS' })],
  ['a request by a page of another site', 403, () => post('/messages', {}, crossSite)],
  ['an unknown path', 404, () => read('/nothing')],
  ['an unknown method', 405, () => ({ ...read('/messages'), method: 'PUT' })],
  ['codes of emoji', 200, () => get('/static/generated/emoji/emoji_codes.json')],
  ['names of time zones', 200, () => get('/static/generated/timezones.json')],
]

const oneRow: [string, number, () => Asked][] = [
  ['a key that nobody has', 401, () => read('/users/me', key(newKey()))],
  ['an old key that nobody has', 401, () => read('/users/me', key(oldKey()))],
  ['a cookie that nobody has', 401, () => read('/users/me', cookie(newKey()))],
  ['a key that nobody has, for a change', 401, () => post('/messages', {}, key(newKey()))],
  ['a key that nobody has, for a queue of somebody', 401, () => listen('', key(newKey()))],
  ['a socket by a key that nobody has', 401, () => listen('', { ...socket, ...key(newKey()) })],
  [
    'a socket by a ticket of nobody',
    401,
    () => listen(`&ticket=${ada.id}:${crypto.randomUUID()}:${'0'.repeat(64)}`, socket),
  ],
  ['a webhook with a key that nobody has', 401, () => post(`/external/slack_incoming?api_key=${newKey()}`)],
  ['a picture of another site with a key that nobody has', 401, () => get(`/external_content/00?api_key=${newKey()}`)],
  ['a picture of somebody with a cookie that nobody has', 401, () => get(`/avatar/${ada.id}`, cookie(newKey()))],
  ['a picture that is not there', 404, () => get(`/user_avatars/${realm.id}/x.png`)],
  ['a file that is not there', 404, () => get(`/user_uploads/${realm.id}/${newKey()}/a.txt`)],
  ['a file of another organization', 404, () => get(`/user_uploads/${realm.id + 1}/${newKey()}/a.txt`)],
  ['a link for unsubscribing with a wrong signature', 404, () => get(`/unsubscribe/${ada.id}-1-${'x'.repeat(43)}`)],
  ['unsubscribing with a wrong signature', 404, unsubscribing],
  ['an archive with a wrong signature', 404, () => get(`/exports/1-${ada.id}-${'x'.repeat(43)}`)],
  [
    'a link for a password that nobody has',
    400,
    () => post('/password_reset/confirm', { key: newKey(), new_password: password }),
  ],
  ['a confirmation that nobody has', 400, () => post('/confirm_email', { token: newKey() })],
  ['an invitation that nobody has', 400, () => post('/join', { ...joining, invitation_key: newKey() })],
  ['what an invitation that nobody has offers', 200, () => read(`/join?invitation_key=${newKey()}`)],
  ['whose password a link sets that nobody has', 400, () => read(`/password_reset?key=${newKey()}`)],
  ['joining without an invitation', 400, () => post('/join', joining)],
  ['a new password for nobody', 200, () => post('/password_reset', { email: 'nobody@example.com' })],
  ['whether an address is free', 200, () => read(`/realm/subdomain/${realm.string_id}`)],
]

test.each(free)('%s: a stranger is answered without a look-up', async (_, status, ask) => {
  expect(await costOf(ask())).toEqual([status, 0, 0, 0])
})

test.each(oneRow)('%s: a stranger makes the server read one row at most', async (_, status, ask) => {
  const [answered, rows, ...others] = await costOf(ask())

  expect([answered, ...others]).toEqual([status, 0, 0])
  expect(rows).toBeLessThanOrEqual(1)
})

test('a file is found by one row, and its signature refused', async () => {
  expect(await costOf(get(`${uri}?expires=99999999999&signature=x`))).toEqual([
    403,
    expect.toSatisfy((rows) => rows <= 2),
    0,
    0,
  ])
})

test('a wrong password costs a guess, of a known and of an unknown address alike', async () => {
  const known = await costOf(post('/fetch_api_key', { username: ada.email, password: 'wrong' }))
  const unknown = await costOf(post('/fetch_api_key', { username: 'nobody@example.com', password: 'wrong' }))

  expect([known[0], ...known.slice(2)]).toEqual([401, 0, 1])
  expect([unknown[0], ...unknown.slice(2)]).toEqual([401, 0, 1])
  expect(known[1]).toBeLessThanOrEqual(2)
  expect(unknown[1]).toBe(0)
})

test('keys of earlier releases go on to work', async () => {
  const { id } = await realm.user('old')
  const secret = oldKey()
  const hash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)))]
  await realm.behindTheWriter(
    env.DB.prepare(
      `insert into session (hash, id, user_id, kind, name, created_at, used_on) values (?, 99, ?, 'key', '', 0, 0)`,
    ).bind(hash.map((byte) => byte.toString(16).padStart(2, '0')).join(''), id),
  )

  const headers = { Authorization: `Basic ${btoa(`old@example.com:${secret}`)}` }
  expect((await costOf(read('/users/me', headers)))[0]).toBe(200)
})

test('what everybody is told before they log in is read once in ten seconds, and at once after a change', async () => {
  const settings = () => costOf(read('/server_settings'))
  await settings()

  for (let time = 0; time < 10; time += 1) expect(await settings()).toEqual([200, 0, 0, 0])
  await costOf({
    path: '/api/v1/realm',
    method: 'PATCH',
    headers: { Authorization: realm.owner.authorization },
    body: { name: 'Quay' },
  })
  const told = await app.fetch(new Request(`http://${host}/api/v1/server_settings`), deployed, createExecutionContext())
  expect(await told.json()).toMatchObject({ realm_name: 'Quay' })
})

test('what everybody is told is right ten seconds after a change that another isolate asked for', async () => {
  const other = await newRealm()
  const name = async () => {
    const request = new Request(`http://${other.host}/api/v1/server_settings`)
    const answer = await app.fetch(request, deployed, createExecutionContext())
    return (await answer.json<{ realm_name: string }>()).realm_name
  }
  const before = await name()
  await other.behindTheWriter(env.DB.prepare(`update realm set name = 'Pier' where id = ?`).bind(other.id))

  expect(await name()).toBe(before)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
  try {
    expect(await name()).toBe('Pier')
  } finally {
    vi.useRealTimers()
  }
})
