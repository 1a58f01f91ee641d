import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { countedBindings } from '../kit/counted-bindings'
import { requestsTo } from '../kit/services'
import { costOf, newRealm, reach, type Answer, type Params, type Person, type TestRealm } from '../kit'
import packageJson from '../../package.json'

const day = 24 * 3600

interface Used {
  value: number
  percent: number | null
  source: string
}

interface Resource {
  name: string
  quota: number | null
  today: Used
  yesterday: Used | null
  hours: number[] | null
  days: (Used & { date: string })[]
}

const usage = (person: Person): Promise<Answer> => person.get('/realm/usage')

async function resource(person: Person, name: string): Promise<Resource> {
  const { resources } = await usage(person)
  return (resources as Resource[]).find((one) => one.name === name)!
}

/** Lets the object's clock go on from another time. */
const setTime = (seconds: number) => vi.setSystemTime(seconds * 1000)

const noon = Math.floor(Date.now() / 1000 / day) * day + day / 2

/** The object's bindings, with these variables. */
const withSettings = (realm: TestRealm, settings: Params) =>
  realm.inObject((object) => {
    Object.assign(object, { env: { ...env, ...settings } })
  })

/** Private messages of the notification bot to somebody. */
const notices = async (person: Person): Promise<string[]> =>
  (await person.messages([['is', 'private']], { apply_markdown: false })).map(({ content }) => content as string)

afterEach(() => {
  vi.useRealTimers()
})

test('rows written are counted exactly, also by an object that slept', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const before = (await resource(realm.owner, 'rows_written')).today.value

  const first = await realm.owner.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content: 'one' })
  // The counts are noted with the batches, some seconds later; the object does not sleep before.
  const isNoted = async () => {
    const noted = await realm.inObject((_, { storage }) => storage.kv.get<{ usage: { totals: Params } }>('noted'))
    expect(noted?.usage.totals['rows_written']).toBe(before + costOf(first).rows_written)
  }
  await vi.waitFor(isNoted, { timeout: 10_000, interval: 100 })
  await realm.evict()

  const { today, quota } = await resource(realm.owner, 'rows_written')
  const value = before + costOf(first).rows_written
  expect(today).toEqual({ value, percent: Math.round(value / 10) / 100, source: 'exact' })
  expect(quota).toBe(100_000)
})

test('requests, rows read and the time of the object are told as lower bounds', async () => {
  const realm = await newRealm()
  await realm.owner.get('/users')

  const { resources, waits_until, refused_since, resets_at } = await usage(realm.owner)
  const known = new Map((resources as Resource[]).map((one) => [one.name, one.today]))

  for (const name of ['worker_requests', 'object_requests', 'rows_read', 'object_rows_written', 'object_gb_seconds'])
    expect(known.get(name), name).toMatchObject({ source: 'at_least', value: expect.toSatisfy((value) => value > 0) })
  expect(known.get('database_bytes')!.value).toBeGreaterThan(10_000)
  expect({ waits_until, refused_since }).toEqual({ waits_until: null, refused_since: null })
  expect(resets_at % day).toBe(0)
})

test('requests are counted also after others named many hosts that do not exist', async () => {
  const realm = await newRealm()
  const before = (await resource(realm.owner, 'worker_requests')).today.value
  for (let made = 0; made < 1000; made += 1) await reach(`made-up-${made}.rivulet.test`, '/api/v1/nothing')

  await realm.owner.get('/users')

  // That, and the question itself.
  expect((await resource(realm.owner, 'worker_requests')).today.value).toBe(before + 2)
})

test('a message on a socket is a twentieth of a request', async () => {
  const realm = await newRealm()
  const { queue_id } = await realm.owner.listen()
  const { ticket } = await realm.owner.post('/events/ticket')
  const path = `/api/v1/events?queue_id=${queue_id}&last_event_id=-1&ticket=${ticket}`
  const { webSocket } = await reach(realm.host, path, { headers: { Upgrade: 'websocket' } })
  webSocket!.accept()
  const before = (await resource(realm.owner, 'object_requests')).today.value

  for (let id = 1; id <= 10; id += 1)
    webSocket!.send(JSON.stringify({ id, ask: 'POST /typing', params: { op: 'start', to: [realm.owner.id] } }))
  await new Promise<void>((resolve) => {
    webSocket!.addEventListener('message', ({ data }) => {
      if ((JSON.parse(data as string) as { id: number }).id === 10) resolve()
    })
  })

  // Half a request, and that of the question itself.
  expect((await resource(realm.owner, 'object_requests')).today.value).toBeCloseTo(before + 1.5, 5)
})

test('a file takes an operation of R2, and its bytes', async () => {
  const realm = await newRealm()
  await realm.owner.upload('POST', '/user_uploads', [new File(['12345'], 'five.txt')])

  expect((await resource(realm.owner, 'r2_writes')).today.value).toBe(1)
  expect((await resource(realm.owner, 'file_bytes')).today).toMatchObject({ value: 5, source: 'exact' })
})

test('at midnight UTC a day becomes yesterday, and 29 days before today are told', async () => {
  const realm = await newRealm()
  setTime(noon)
  await realm.stream('harbour')
  const today = (await resource(realm.owner, 'rows_written')).today.value
  expect(today).toBeGreaterThan(0)

  setTime(noon + day)
  const next = await resource(realm.owner, 'rows_written')
  expect(next.yesterday!.value).toBe(today)
  // The use of the session is noted once a day.
  expect(next.today.value).toBeLessThan(today)
  expect(next.hours).toHaveLength(24)

  await realm.inObject((_, { storage }) => {
    const one = { totals: { rows_written: 7 }, database_bytes: null }
    const before = Math.floor(noon / day)
    storage.kv.put(
      'usage_days',
      Array.from({ length: 40 }, (_, index) => ({ ...one, day: before - index })),
    )
  })
  const { days } = await resource(realm.owner, 'rows_written')
  expect(days).toHaveLength(30)
  expect(days.at(-1)!.date).toBe(new Date((noon + day) * 1000).toISOString().slice(0, 10))
})

test('owners are told once at 80 and once at 95 per cent, and nobody else is', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada', { role: 200 })
  await realm.stream('harbour')
  await Promise.all(Array.from({ length: 40 }, () => realm.owner.send('harbour', 'tides', 'some rows')))
  const used = (await resource(realm.owner, 'rows_written')).today.value
  await withSettings(realm, { QUOTA_ROWS_WRITTEN: String(Math.floor((used + 2) / 0.8)) })

  await realm.owner.send('harbour', 'tides', 'over four fifths')
  await vi.waitFor(async () => expect(await notices(realm.owner)).toHaveLength(1))
  await realm.owner.send('harbour', 'tides', 'and one more')
  expect(await notices(realm.owner)).toEqual([
    expect.stringMatching(/^\*\*80 % of a quota of today are used up:\*\* \d+ of \d+ rows written to the database\./),
  ])

  const now = (await resource(realm.owner, 'rows_written')).today.value
  await withSettings(realm, { QUOTA_ROWS_WRITTEN: String(Math.floor((now + 2) / 0.95)) })
  await realm.owner.send('harbour', 'tides', 'nearly all')
  await vi.waitFor(async () => expect(await notices(realm.owner)).toHaveLength(2))
  expect((await notices(realm.owner))[1]).toContain('**95 %')
  expect(await notices(ada)).toEqual([])
})

test('a plan without a quota has no per cent, and nobody is told', async () => {
  const realm = await newRealm()
  await withSettings(realm, { QUOTA_ROWS_WRITTEN: 'off', QUOTA_ROWS_READ: 'nonsense' })

  expect(await resource(realm.owner, 'rows_written')).toMatchObject({ quota: null, today: { percent: null } })
  expect(await resource(realm.owner, 'rows_read')).toMatchObject({ quota: 5_000_000 })
})

const health = async (bindings: object) => {
  const request = new Request('http://rivulet.test/health')
  return (await app.fetch(request, { ...env, ...bindings }, createExecutionContext())).json<Params>()
}

test('/health tells the version and the schema, and wakes no object', async () => {
  const { asked, bindings } = countedBindings()
  const first = await health(bindings)

  expect(asked).toEqual({ database: 1, objects: 0 })
  expect(first).toEqual({
    status: 'ok',
    version: expect.any(String),
    rivulet_version: packageJson.version,
    feature_level: expect.any(Number),
    server_generation: expect.any(Number),
    schema: expect.stringMatching(/^[0-9a-f]{12}$/),
    uploads: true,
  })
  expect(await health(bindings)).toEqual(first)
  expect(asked).toEqual({ database: 2, objects: 0 })
})

test('/health answers 503 when the database does not, and tells no more than that', async () => {
  const DB = { prepare: (sql: string) => env.DB.prepare(sql), batch: () => Promise.reject(new Error('D1_ERROR: lost')) }
  const answer = await app.fetch(new Request('http://rivulet.test/health'), { ...env, DB }, createExecutionContext())

  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    status: 'unavailable',
    code: 'INTERNAL_ERROR',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

/** What is told of today, by a server that may ask the platform about this account. */
async function usageWithToken(realm: TestRealm, account: string): Promise<Record<string, Used>> {
  const settings = { CF_API_TOKEN: 'secret', CF_ACCOUNT_ID: account }
  await withSettings(realm, settings)
  const headers = { Authorization: realm.owner.authorization }
  const request = new Request(`http://${realm.host}/api/v1/realm/usage`, { headers })
  const answer = await app.fetch(request, { ...env, ...settings }, createExecutionContext())
  const { resources } = await answer.json<{ resources: Resource[] }>()
  return Object.fromEntries(resources.map(({ name, today }) => [name, today]))
}

test('with a token the account’s own figures are told where they are higher, and asked for once an hour', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')

  expect(await usageWithToken(realm, 'whole')).toMatchObject({
    rows_written: { value: 50_000, percent: 50, source: 'account' },
    rows_read: { value: 2_000_000, percent: 40, source: 'account' },
    worker_requests: { value: 25_000, percent: 25, source: 'account' },
    object_requests: { value: 10_000, percent: 10, source: 'account' },
    object_rows_written: { value: 5000, percent: 5, source: 'account' },
    object_gb_seconds: { value: 128, source: 'account' },
    database_bytes: { value: 400_000_000, source: 'account' },
    file_bytes: { source: 'exact' },
  })
  const sent = await requestsTo('client')
  expect(sent.at(-1)!.headers['authorization']).toBe('Bearer secret')
  expect(await usageWithToken(realm, 'whole')).toMatchObject({ rows_written: { value: 50_000 } })
  expect(await requestsTo('client')).toHaveLength(sent.length)
})

test.each([
  ['knows one dataset alone', 'partial', { rows_written: 'account', worker_requests: 'at_least' }],
  ['answers what makes no sense', 'odd', { rows_written: 'exact', rows_read: 'at_least' }],
])('of an account whose platform %s, the rest is told as it is counted here', async (_, account, sources) => {
  const realm = await newRealm()
  await realm.stream('harbour')

  const told = await usageWithToken(realm, account)
  for (const [name, source] of Object.entries(sources)) expect(told[name]!.source, name).toBe(source)
})
