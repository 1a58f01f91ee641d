import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { newRealm, password, type Person } from '../kit'
import { logIn } from '../kit/browser'

const limits = { REQUESTS_PER_MINUTE: '5', MESSAGES_PER_MINUTE: '2', ANONYMOUS_REQUESTS_PER_MINUTE: '3' }

interface Ask {
  authorization?: string
  address?: string
  method?: string
  body?: Record<string, string>
  settings?: Partial<Env>
}

/** A request to a server with narrow limits. */
async function ask(host: string, path: string, { authorization, address, method = 'GET', body, settings }: Ask = {}) {
  const headers = new Headers()
  if (authorization !== undefined) headers.set('Authorization', authorization)
  if (address !== undefined) headers.set('CF-Connecting-IP', address)
  const request = new Request(`http://${host}/api/v1${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: new URLSearchParams(body) }),
  })
  return app.fetch(request, { ...env, ...limits, ...settings }, createExecutionContext())
}

const askAs = ({ realm, authorization }: Person, path = '/users/me', more: Ask = {}) =>
  ask(realm.host, path, { authorization, ...more })

const statuses = async (amount: number, once: () => Promise<Response>): Promise<number[]> => {
  const answers: number[] = []
  while (answers.length < amount) answers.push((await once()).status)
  return answers
}

let addresses = 0
const newAddress = () => `192.0.2.${(addresses += 1)}`

test('an account that asks too often is refused, and told how it stands before', async () => {
  const { owner } = await newRealm()
  const before = Math.floor(Date.now() / 1000)
  const first = await askAs(owner)
  expect(first.status).toBe(200)
  expect(first.headers.get('X-RateLimit-Limit')).toBe('5')
  expect(first.headers.get('X-RateLimit-Remaining')).toBe('4')
  expect(Number(first.headers.get('X-RateLimit-Reset'))).toBeGreaterThanOrEqual(before + 60)
  expect(await statuses(4, () => askAs(owner))).toEqual([200, 200, 200, 200])

  const refusal = await askAs(owner)
  expect(refusal.status).toBe(429)
  const answer = await refusal.json<Record<string, unknown>>()
  expect(answer).toMatchObject({ result: 'error', code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) })
  expect(Number(refusal.headers.get('Retry-After'))).toBe(Math.ceil(answer['retry-after'] as number))
})

test('a refusal tells how one stands, too', async () => {
  const { owner } = await newRealm()
  const bad = { authorization: `Basic ${btoa(`${owner.email}:${'x'.repeat(32)}`)}`, address: newAddress() }
  const before = Math.floor(Date.now() / 1000)
  const refusals = await Promise.all(
    [
      [5, () => askAs(owner)] as const,
      [3, () => askAs(owner, '/users/me', bad)] as const,
      [3, () => askAs(owner, '/register', { ...bad, method: 'POST' })] as const,
    ].map(async ([limit, once]) => {
      await statuses(limit, once)
      return [limit, await once()] as const
    }),
  )
  for (const [limit, refusal] of refusals) {
    expect(refusal.status).toBe(429)
    expect(refusal.headers.get('X-RateLimit-Limit')).toBe(String(limit))
    expect(refusal.headers.get('X-RateLimit-Remaining')).toBe('0')
    expect(Number(refusal.headers.get('X-RateLimit-Reset'))).toBeGreaterThanOrEqual(before + 60)
  }
})

test('a minute later it may ask again', async () => {
  const { owner } = await newRealm()
  await statuses(5, () => askAs(owner))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  try {
    expect((await askAs(owner)).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('all endpoints count together, and refusals count too', async () => {
  const { owner } = await newRealm()
  const paths = ['/users', '/streams', '/messages', '/drafts', '/users/0']
  for (const path of paths) await askAs(owner, path)
  expect((await askAs(owner)).status).toBe(429)
})

test('what one account asks does not count for another', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await statuses(6, () => askAs(realm.owner))
  expect((await askAs(ada)).status).toBe(200)
})

test('requests with a wrong key do not use up what an account may ask', async () => {
  const { owner } = await newRealm()
  const authorization = `Basic ${btoa(`${owner.email}:${'x'.repeat(32)}`)}`
  const address = newAddress()
  expect(await statuses(5, () => askAs(owner, '/users/me', { authorization, address }))).toEqual([
    401, 401, 401, 429, 429,
  ])
  expect((await askAs(owner)).status).toBe(200)
})

test('an address without credentials that asks too often is refused, and another is not', async () => {
  const { host } = await newRealm()
  const address = newAddress()
  const askOnce = () => ask(host, '/server_settings', { address })
  expect((await askOnce()).headers.get('X-RateLimit-Remaining')).toBe('2')
  expect(await statuses(3, askOnce)).toEqual([200, 200, 429])
  expect((await ask(host, '/server_settings', { address: newAddress() })).status).toBe(200)
})

test('sending has a tighter limit of its own', async () => {
  const { owner } = await newRealm()
  const body = { type: 'private', to: JSON.stringify([owner.id]), content: 'Ahoy' }
  const send = () => askAs(owner, '/messages', { method: 'POST', body })
  expect((await send()).headers.get('X-RateLimit-Remaining')).toBe('1')
  expect(await statuses(2, send)).toEqual([200, 429])
  expect((await askAs(owner)).status).toBe(200)
})

test('a person and all their bots send and ask as one', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const [busy, idle, hers] = [
    await realm.bot('busy', realm.owner, { type: 2 }),
    await realm.bot('idle', realm.owner),
    await realm.bot('hers', ada, { type: 2 }),
  ]
  const settings = { REQUESTS_PER_MINUTE: '50' }
  const post = ({ key }: Person) =>
    ask(realm.host, `/external/json?api_key=${key}`, { method: 'POST', body: { payload: '[]' }, settings })
  const body = { type: 'private', to: JSON.stringify([realm.owner.id]), content: 'Ahoy' }
  const send = (person: Person) => askAs(person, '/messages', { method: 'POST', body, settings })
  const readRemaining = async (person: Person) =>
    Number((await askAs(person, '/users/me', { settings })).headers.get('X-RateLimit-Remaining'))

  expect(await statuses(2, () => post(busy))).toEqual([200, 200])
  expect([(await send(idle)).status, (await send(realm.owner)).status]).toEqual([429, 429])
  expect(await statuses(2, () => post(hers))).toEqual([200, 200])

  const [before, hersBefore] = [await readRemaining(realm.owner), await readRemaining(ada)]
  expect([await readRemaining(idle), await readRemaining(realm.owner)]).toEqual([before - 1, before - 2])
  expect(await readRemaining(ada)).toBe(hersBefore - 1)
})

test('asking what one may ask does not count', async () => {
  const { host } = await newRealm()
  const address = newAddress()
  const askOnce = () => ask(host, '/server_settings', { address, method: 'OPTIONS' })
  expect(await statuses(5, askOnce)).toEqual([204, 204, 204, 204, 204])
  expect((await askOnce()).headers.get('X-RateLimit-Limit')).toBeNull()
})

test('all limits can be turned off', async () => {
  const { owner } = await newRealm()
  const askOnce = () => askAs(owner, '/users/me', { settings: { RATE_LIMITS: 'off' } })
  expect(await statuses(7, askOnce)).toEqual(Array.from({ length: 7 }, () => 200))
  expect((await askOnce()).headers.get('X-RateLimit-Limit')).toBeNull()
})

test('polls have a limit of their own, so that others who say much use up nobody’s requests', async () => {
  const { owner } = await newRealm()
  const { queue_id, last_event_id } = await owner.listen()
  const poll = () =>
    askAs(owner, `/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`, {
      settings: { POLLS_PER_MINUTE: '7' },
    })

  expect(await statuses(8, poll)).toEqual([200, 200, 200, 200, 200, 200, 200, 429])
  expect((await askAs(owner)).status).toBe(200)
})

test('the cookie of a session that has ended uses up nothing of its former account', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const [stolen, hers] = [await logIn(realm.host, ada.email, password), await logIn(realm.host, ada.email, password)]
  const { uri } = await ada.upload('POST', '/user_uploads', [new File(['High water'], 'tides.txt')])
  const settings = { FILES_PER_MINUTE: '5' }
  const open = (address: string, Cookie: string) => {
    const request = new Request(`http://${realm.host}${uri as string}`, {
      headers: { Cookie, 'CF-Connecting-IP': address },
    })
    return app.fetch(request, { ...env, ...settings }, createExecutionContext())
  }
  const [thief, own] = [newAddress(), newAddress()]
  const { cookie } = stolen
  expect((await open(own, cookie)).status).toBe(200)
  expect((await open(own, hers.cookie)).status).toBe(200)
  await stolen.ask('DELETE', '/session')

  expect(await statuses(8, () => open(thief, cookie))).toEqual([403, 403, 403, 403, 403, 429, 429, 429])

  expect((await open(own, hers.cookie)).status).toBe(200)
})
