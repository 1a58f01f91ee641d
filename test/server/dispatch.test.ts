import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { newKey } from '../../src/auth/keys'
import { countedBindings } from '../kit/counted-bindings'
import { newRealm, type Person } from '../kit'

const limits = {
  REQUESTS_PER_MINUTE: '20',
  MESSAGES_PER_MINUTE: '20',
  ANONYMOUS_REQUESTS_PER_MINUTE: '3',
  FILES_PER_MINUTE: '4',
}

interface Ask {
  method?: string
  body?: BodyInit
  headers?: Record<string, string>
  settings?: Partial<Env>
}

/** A deployment with narrow limits, asked from a network of its own; counts what its requests cost others. */
class Deployment {
  static networks = 0
  readonly asked: ReturnType<typeof countedBindings>['asked']
  private readonly bindings: Partial<Env>
  private readonly network = (Deployment.networks += 1)

  constructor() {
    const { asked, bindings } = countedBindings()
    this.asked = asked
    this.bindings = bindings
  }

  /** Each request comes from another address of the network. */
  async ask(host: string, path: string, { method = 'GET', body, headers = {}, settings = {} }: Ask = {}) {
    const address = `2001:db8:0:${this.network.toString(16)}:${Math.floor(Math.random() * 0xffff).toString(16)}::1`
    const request = new Request(`http://${host}${path}`, {
      method,
      headers: { 'CF-Connecting-IP': address, ...headers },
      ...(body !== undefined && { body }),
    })
    const all = { ...env, ...this.bindings, ...limits, ...settings }
    const response = await app.fetch(request, all, createExecutionContext())
    await response.arrayBuffer()
    return response
  }

  /** What asking costs: round trips to the database, calls of realms' objects. */
  async costOf(once: () => Promise<Response>): Promise<[status: number, database: number, objects: number]> {
    const before = { ...this.asked }
    const { status } = await once()
    return [status, this.asked.database - before.database, this.asked.objects - before.objects]
  }
}

const basic = (email: string, key: string) => ({ Authorization: `Basic ${btoa(`${email}:${key}`)}` })
const as = ({ authorization }: Person) => ({ Authorization: authorization })

const file = (bytes: number) => {
  const form = new FormData()
  form.set('file', new File(['x'.repeat(bytes)], 'a.txt'))
  return form
}

/** Everything that somebody without a good key may try, with a path of each kind. */
const tried: [string, string, string, () => Ask][] = [
  ['a read', 'GET', '/api/v1/users/me', () => ({})],
  ['a change', 'POST', '/api/v1/messages', () => ({ body: new URLSearchParams({ type: 'private' }) })],
  ['a change by another method', 'PATCH', '/api/v1/settings', () => ({ body: new URLSearchParams() })],
  ['registering', 'POST', '/api/v1/register', () => ({})],
  ['events', 'GET', '/api/v1/events?queue_id=x&last_event_id=1', () => ({})],
  ['a small upload', 'POST', '/api/v1/user_uploads', () => ({ body: file(1) })],
  ['a large upload', 'POST', '/api/v1/user_uploads', () => ({ body: file(2 * 1024 * 1024) })],
]

describe.each(tried)('%s', (_, method, path, more) => {
  test.each([
    ['a malformed key', (email: string) => basic(email, 'x'.repeat(31))],
    ['a key of other characters', (email: string) => basic(email, '-'.repeat(32))],
    ['a name that nobody has', () => basic('x'.repeat(90_000), newKey())],
  ])('with %s is refused without asking anybody', async (_, headers) => {
    const { host, owner } = await newRealm()
    const deployment = new Deployment()
    const askOnce = () => deployment.ask(host, path, { method, ...more(), headers: headers(owner.email) })

    expect(await deployment.costOf(askOnce)).toEqual([401, 0, 0])
  })

  test('with a wrong key costs one read, once a minute, and never wakes the realm', async () => {
    const { host, owner } = await newRealm()
    const deployment = new Deployment()
    const headers = basic(owner.email, newKey())
    const askOnce = () => deployment.ask(host, path, { method, ...more(), headers })

    expect(await deployment.costOf(askOnce)).toEqual([401, 1, 0])
    expect(await deployment.costOf(askOnce)).toEqual([401, 0, 0])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    try {
      expect(await deployment.costOf(askOnce)).toEqual([401, 1, 0])
    } finally {
      vi.useRealTimers()
    }
  })

  test('costs nothing once its network is over the limit, with a wrong key or none', async () => {
    const { host, owner } = await newRealm()
    const deployment = new Deployment()
    const askOnce = (headers: Record<string, string>) => deployment.ask(host, path, { method, ...more(), headers })
    for (let times = 0; times < 3; times += 1) expect((await askOnce(basic(owner.email, newKey()))).status).toBe(401)

    expect(await deployment.costOf(() => askOnce(basic(owner.email, newKey())))).toEqual([429, 0, 0])
    expect(await deployment.costOf(() => askOnce({}))).toEqual([429, 0, 0])
  })
})

test('who is known goes on to be answered when their network is over its limit, and strangers elsewhere too', async () => {
  const { host, owner } = await newRealm()
  const deployment = new Deployment()
  const me = () => deployment.ask(host, '/api/v1/users/me', { headers: as(owner) })
  expect((await me()).status).toBe(200)
  for (let times = 0; times < 5; times += 1) await deployment.ask(host, '/api/v1/server_settings')

  expect((await deployment.ask(host, '/api/v1/server_settings')).status).toBe(429)
  expect((await me()).status).toBe(200)
  expect((await new Deployment().ask(host, '/api/v1/server_settings')).status).toBe(200)
})

test('many who come from one network for the first time do not use up its limit', async () => {
  const realm = await newRealm()
  const people: Person[] = []
  for (let number = 0; number < 6; number += 1) people.push(await realm.user(`person-${number}`))
  const deployment = new Deployment()

  for (const person of people)
    expect((await deployment.ask(realm.host, '/api/v1/users/me', { headers: as(person) })).status).toBe(200)
})

test('a stranger’s key is proven by what is true now, not by what is remembered of the organization', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const deployment = new Deployment()
  await deployment.ask(realm.host, '/api/v1/server_settings')
  await realm.set({ description: 'changed' })

  expect((await deployment.ask(realm.host, '/api/v1/users/me', { headers: as(ada) })).status).toBe(200)
})

test('a key that was just given out works at once', async () => {
  const { host, owner } = await newRealm()
  const deployment = new Deployment()
  await deployment.ask(host, '/api/v1/users/me', { headers: basic(owner.email, newKey()) })
  const { api_key } = await owner.post('/users/me/api_key/regenerate')

  const headers = basic(owner.email, api_key as string)
  expect((await deployment.ask(host, '/api/v1/register', { method: 'POST', headers })).status).toBe(200)
})

test('who is known is answered in one round trip, and changes something without a look-up', async () => {
  const { host, owner } = await newRealm()
  const deployment = new Deployment()
  const headers = as(owner)
  const drafts = () => deployment.ask(host, '/api/v1/drafts', { headers })
  await drafts()

  expect(await deployment.costOf(drafts)).toEqual([200, 1, 0])
  const read = () => deployment.ask(host, '/api/v1/mark_all_as_read', { method: 'POST', headers })
  await read()
  expect(await deployment.costOf(read)).toEqual([200, 0, 1])
})

test('requests with a revoked key count for the network, and the key is checked before the realm wakes again', async () => {
  const { host, owner } = await newRealm()
  const deployment = new Deployment()
  const headers = as(owner)
  const read = () => deployment.ask(host, '/api/v1/mark_all_as_read', { method: 'POST', headers })
  expect((await read()).status).toBe(200)
  await owner.post('/users/me/api_key/regenerate')

  expect(await deployment.costOf(read)).toEqual([401, 0, 1])
  expect(await deployment.costOf(read)).toEqual([401, 1, 0])
  expect((await read()).status).toBe(401)
  expect(await deployment.costOf(read)).toEqual([429, 0, 0])
})

test('a ticket that was good does not count for the network, and one that was not does', async () => {
  const { host, owner } = await newRealm()
  const deployment = new Deployment()
  const { queue_id, last_event_id } = await owner.post('/register')
  const open = (ticket: string) =>
    deployment.ask(host, `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}&ticket=${ticket}`, {
      headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
    })

  for (let times = 0; times < 5; times += 1)
    expect((await open((await owner.post('/events/ticket'))['ticket'] as string)).status).toBe(101)
  for (let times = 0; times < 3; times += 1) expect((await open('nonsense')).status).toBe(401)
  expect(await deployment.costOf(() => open('nonsense'))).toEqual([429, 0, 0])
})

describe('files', () => {
  test('have a bound of their own for strangers, also by wrong links, and cost nothing beyond it', async () => {
    const { host, owner, id } = await newRealm()
    const deployment = new Deployment()
    const { uri } = await owner.upload('POST', '/user_uploads', [new File(['x'], 'a.txt')])
    const get = (path: string, headers = {}) => deployment.ask(host, path, { headers })

    for (const path of [uri, `${uri}?expires=99999999999&signature=x`, `${uri}?api_key=x`, `/user_avatars/${id}/x.png`])
      expect([401, 403, 404]).toContain((await get(path as string)).status)
    const more = [uri, `${uri}?api_key=${newKey()}`, `/user_avatars/${id}/x.png`, '/exports/x', `/avatar/${owner.id}`]
    for (const path of more)
      expect(await deployment.costOf(() => get(path as string)), path as string).toEqual([429, 0, 0])

    // Who is known is no stranger.
    expect((await get(uri as string, as(owner))).status).toBe(200)
  })

  test('of an account do not count towards what else it may ask', async () => {
    const { host, owner } = await newRealm()
    const deployment = new Deployment()
    const { uri } = await owner.upload('POST', '/user_uploads', [new File(['x'], 'a.txt')])
    const settings = { FILES_PER_MINUTE: '30' }
    const get = (path: string) => deployment.ask(host, path, { headers: as(owner), settings })
    const readRemaining = async () => Number((await get('/api/v1/users/me')).headers.get('X-RateLimit-Remaining'))
    const before = await readRemaining()

    for (let times = 0; times < 30; times += 1) expect((await get(uri as string)).status).toBe(200)
    expect((await get(uri as string)).status).toBe(429)
    expect(await readRemaining()).toBe(before - 1)
  })
})

/** Writes people into the realm, of whom a list takes a row each at least. */
async function crowd(realm_id: number, amount: number): Promise<void> {
  await env.DB.prepare(`
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ?1)
    insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
    select ?2 + n, ?3, n || '@crowd.test', n || '@crowd.test', 'Member ' || n, 'member ' || n, 400, 1700000000 from number
  `)
    .bind(amount, (realm_id - 1) * 2 ** 32 + 1000, realm_id)
    .run()
}

describe('what is read', () => {
  test('counts by its rows, and the next requests wait for it', async () => {
    const { host, owner, id } = await newRealm()
    const deployment = new Deployment()
    const settings = { REQUESTS_PER_MINUTE: '10' }
    const get = (path: string) => deployment.ask(host, path, { headers: as(owner), settings })
    const readRemaining = async (path: string) => Number((await get(path)).headers.get('X-RateLimit-Remaining'))
    expect(await readRemaining('/api/v1/users/me')).toBe(9)
    expect(await readRemaining('/api/v1/users')).toBe(8)

    await crowd(id, 5000)
    const large = await get('/api/v1/users')
    expect(large.status).toBe(200)
    expect(Number(large.headers.get('X-RateLimit-Remaining'))).toBeLessThanOrEqual(4)
    expect((await get('/api/v1/users')).status).toBe(200)
    const refusal = await get('/api/v1/users/me')
    expect(refusal.status).toBe(429)
    expect(Number(refusal.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('is not all read at once by one who asks for it at once', async () => {
    const { host, owner, id } = await newRealm()
    await crowd(id, 12_000)
    const deployment = new Deployment()
    const settings = { REQUESTS_PER_MINUTE: '40' }
    const get = () => deployment.ask(host, '/api/v1/users', { headers: as(owner), settings })

    const answers = await Promise.all(Array.from({ length: 30 }, get))

    const answered = answers.filter(({ status }) => status === 200).length
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThan(12)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - answered)
  })

  test('by one who asks for many small things at once is answered', async () => {
    const { host, owner } = await newRealm()
    const deployment = new Deployment()
    const get = () => deployment.ask(host, '/api/v1/users/me', { headers: as(owner) })
    await get()

    const answers = await Promise.all(Array.from({ length: 15 }, get))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200))
  })

  test('in a day has a bound, until midnight', async () => {
    const realm = await newRealm()
    const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
    const deployment = new Deployment()
    const get = (person: Person, settings: Partial<Env> = { ROWS_READ_PER_DAY: '10' }) =>
      deployment.ask(realm.host, '/api/v1/users', { headers: as(person), settings })
    expect((await get(ada)).status).toBe(200)
    while ((await get(ada)).status === 200);

    const refusal = await get(ada)
    expect(refusal.status).toBe(429)
    const midnight = Math.ceil(86_400 - ((Date.now() / 1000) % 86_400))
    expect(Math.abs(Number(refusal.headers.get('Retry-After')) - midnight)).toBeLessThan(60)
    expect((await get(bo)).status).toBe(200)
    expect((await get(ada, { RATE_LIMITS: 'off' })).status).toBe(200)
    expect((await get(ada, {})).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    try {
      expect((await get(ada)).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  test('also counts for the initial state of a queue, and nobody else sees the amount', async () => {
    const { host, owner, id } = await newRealm()
    await crowd(id, 3000)
    const deployment = new Deployment()
    const response = await deployment.ask(host, '/api/v1/register', { method: 'POST', headers: as(owner) })

    expect(response.status).toBe(200)
    expect(Number(response.headers.get('X-RateLimit-Remaining'))).toBeLessThanOrEqual(17)
    expect([...response.headers.keys()].filter((name) => name.includes('rows'))).toEqual([])
  })
})
