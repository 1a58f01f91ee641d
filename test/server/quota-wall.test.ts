import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { app } from '../../src/app'
import { quotaExceededIn } from '../../src/core/base/quota-refusals'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'
import { CopyRun } from '../kit/copies'
import { readExports } from '../kit/archives'
import { connectionError, withFault } from '../kit/faulty-database'
import { rowQuotaError, withRowsADay } from '../kit/quota'
import { connect } from '../kit/socket-client'

const day = 24 * 3600

const tomorrow = (): number => (Math.floor(Date.now() / 1000 / day) + 1) * day

const toMidnight = () => vi.setSystemTime(tomorrow() * 1000 + 1000)

const message = (content: string): Params => ({ type: 'stream', to: 'harbour', topic: 'tides', content })

const told = { client_capabilities: { notification_settings_null: true, quota: true } }

const contents = async (person: Person): Promise<string[]> =>
  (await person.messages([['stream', 'harbour']], { apply_markdown: false })).map(({ content }) => content as string)

const refusal = { status: 503, result: 'error', code: 'QUOTA_EXCEEDED', quota: 'rows_written' }

/** Sends until the wall. */
async function reachWall(realm: TestRealm): Promise<void> {
  await realm.owner.post('/messages', message('the last one'))
  expect(await realm.owner.ask('POST', '/messages', message('too much'))).toMatchObject(refusal)
}

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  [`D1_ERROR: Your account has exceeded D1's free tier daily row write limit. Upgrade to a paid plan`, 'rows_written'],
  [`D1_ERROR: Your account has exceeded D1's free tier daily row read limit. Upgrade to a paid plan`, 'rows_read'],
  ['Exceeded allowed rows written in Durable Objects free tier.', 'object_rows_written'],
  ['Exceeded allowed rows read in Durable Objects free tier.', 'object_rows_read'],
  ['Exceeded allowed duration in Durable Objects free tier.', 'object_gb_seconds'],
  ['Exceeded allowed volume of requests in Durable Objects free tier.', 'object_requests'],
  ['D1_ERROR: UNIQUE constraint failed: message.id: SQLITE_CONSTRAINT', undefined],
  ['D1_ERROR: Network connection lost.', undefined],
])('%s', (text, quota) => {
  expect(quotaExceededIn(new Error(text))?.quota).toBe(quota)
})

test('in the middle of a burst every message is either there or clearly refused, and after midnight all goes on', async () => {
  const realm = await newRealm()
  const people = [realm.owner, await realm.user('ada'), await realm.user('bo')]
  await realm.stream('harbour', ...people)
  const client = await connect(await realm.owner.listen(told))
  const wall = await withRowsADay(realm, 120)

  const answers = await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: 20 }, (_, number) => person.ask('POST', '/messages', message(`${person.id}-${number}`))),
    ),
  )

  const sent = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(sent.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer).toMatchObject({ ...refusal, request_id: expect.any(String) })
    expect(Number(answer.headers.get('Retry-After'))).toBeCloseTo(tomorrow() - Date.now() / 1000, -1)
    expect(answer.headers.get('X-Request-Id')).toBe(answer['request_id'])
  }
  const stored = await realm.owner.messages([['stream', 'harbour']])
  expect(stored.map(({ id }) => id)).toEqual(sent.map(({ id }) => id).toSorted((left, right) => left - right))
  // It was asked once and believed.
  expect(wall.refused).toBe(1)
  expect(client.closed).toBeNull()

  toMidnight()
  await realm.owner.send('harbour', 'tides', 'good morning')
  expect((await contents(realm.owner)).at(-1)).toBe('good morning')
  await vi.waitFor(() =>
    expect(client.events).toContainEqual(
      expect.objectContaining({ message: expect.objectContaining({ content: 'good morning' }) }),
    ),
  )
})

const types = (events: { type: string }[]): string[] => events.map(({ type }) => type)

test('who is connected is told once, and once that it goes on; who does not know the event is not', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const knows = await connect(await realm.owner.listen(told))
  const polls = await realm.owner.listen({ event_types: ['quota'], queue_lifespan_secs: 7 * day })
  const old = await realm.owner.listen({ queue_lifespan_secs: 7 * day })
  await withRowsADay(realm, 1)
  await reachWall(realm)
  for (let count = 0; count < 3; count += 1) await realm.owner.ask('POST', '/messages', message('and again'))

  const event = { type: 'quota', refused_until: tomorrow() }
  expect(await polls.next()).toEqual([event])
  const midnight = tomorrow() * 1000
  await withFault(realm, (send, { writes }) =>
    writes && Date.now() < midnight ? Promise.reject(rowQuotaError('write')) : send(),
  )
  await realm.owner.ask('POST', '/messages', message('to an object that slept meanwhile'))
  expect(await polls.events()).toEqual([])

  toMidnight()
  await realm.owner.send('harbour', 'tides', 'good morning')
  expect(await polls.next()).toEqual([{ type: 'quota', refused_until: null }])
  expect(types(knows.events)).toContain('quota')
  expect(types((await old.events()) as { type: string }[])).not.toContain('quota')
})

test('at the wall reading, presence, typing and sockets go on', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const listener = await realm.owner.listen()
  const client = await connect(listener)
  await withRowsADay(realm, 1)
  await reachWall(realm)

  expect(await contents(realm.owner)).toEqual(['the last one'])
  expect(await client.ask('POST /messages', message('over the socket'))).toMatchObject({
    result: 'error',
    code: 'QUOTA_EXCEEDED',
    'retry-after': expect.any(Number),
  })
  const typing = await client.ask('POST /typing', { op: 'start', to: [realm.owner.id] })
  expect(typing).toMatchObject({ result: 'success' })
  expect(client.closed).toBeNull()
  expect(await realm.owner.get('/users/me')).toMatchObject({ email: realm.owner.email })
  expect((await realm.owner.get('/realm/usage'))['refused_since']).toBeCloseTo(Date.now() / 1000, -2)
  expect((await realm.owner.listen()).queue_id).toEqual(expect.any(String))
})

test('an object that cannot read refuses what is asked, keeps sockets open, and goes on afterwards', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const client = await connect(await realm.owner.listen())
  let isUsedUp = true
  await withFault(realm, (send) => (isUsedUp ? Promise.reject(rowQuotaError('read')) : send()))

  expect(await client.ask('POST /messages', message('over the socket'))).toMatchObject({ code: 'QUOTA_EXCEEDED' })
  expect(await realm.owner.ask('POST', '/messages', message('by HTTP'))).toMatchObject({
    ...refusal,
    quota: 'rows_read',
  })
  expect(client.closed).toBeNull()
  isUsedUp = false
  await realm.owner.send('harbour', 'tides', 'again')
  expect(await contents(realm.owner)).toEqual(['again'])
})

test.each([
  [
    'reads',
    'GET',
    '/users',
    { DB: { prepare: (sql: string) => env.DB.prepare(sql), batch: () => Promise.reject(rowQuotaError('read')) } },
  ],
  [
    'requests to objects',
    'POST',
    '/users/me/subscriptions',
    {
      REALM: {
        getByName: () => ({
          perform: () => Promise.reject(new Error('Exceeded allowed volume of requests in Durable Objects free tier.')),
        }),
      },
    },
  ],
])('a Worker that has no more %s refuses with the time to come again', async (_, method, path, bindings) => {
  const realm = await newRealm()
  const request = new Request(`http://${realm.host}/api/v1${path}`, {
    method,
    headers: { Authorization: realm.owner.authorization },
    ...(method === 'POST' && { body: new URLSearchParams({ subscriptions: '[{"name": "harbour"}]' }) }),
  })

  const answer = await app.fetch(request, { ...env, ...bindings }, createExecutionContext())

  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({ result: 'error', code: 'QUOTA_EXCEEDED' })
})

test('what may have been written is not told as refused: the wall hides what became of it', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  let isLost = false
  await withFault(realm, async (send, { writes }) => {
    if (isLost && !writes) throw rowQuotaError('read')
    const answers = await send()
    if (!writes || isLost) return answers
    isLost = true
    throw connectionError()
  })

  expect(await realm.owner.ask('POST', '/messages', message('once'))).toMatchObject({ code: 'INTERNAL_ERROR' })
  isLost = false
  expect(await contents(realm.owner)).toEqual(['once'])
})

test('a write that is refused is neither kept for a later batch nor counted for an account', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  await withRowsADay(realm, 1)
  await reachWall(realm)
  toMidnight()
  await realm.owner.send('harbour', 'tides', 'good morning')

  expect(await contents(realm.owner)).toEqual(['the last one', 'good morning'])
})

test('a minute after the account got another plan, changes go through', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  let isFree = true
  await withFault(realm, (send, { writes }) => (isFree && writes ? Promise.reject(rowQuotaError('write')) : send()))
  expect(await realm.owner.ask('POST', '/messages', message('too much'))).toMatchObject(refusal)
  isFree = false
  expect(await realm.owner.ask('POST', '/messages', message('not asked yet'))).toMatchObject(refusal)

  vi.setSystemTime(Date.now() + 61_000)
  await realm.owner.send('harbour', 'tides', 'paid')
  expect(await contents(realm.owner)).toEqual(['paid'])
})

test('from nine tenths of the day’s rows on an export waits, and says so; after midnight it is made', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  await realm.owner.send('harbour', 'tides', 'a public word')
  const scarce = (rows: string) =>
    realm.inObject((object) => {
      Object.assign(object, { env: { ...env, QUOTA_ROWS_WRITTEN: rows } })
    })
  await scarce('10')
  await realm.owner.post('/export/realm')
  await realm.ringAlarm()

  const asked = await realm.owner.get('/export/realm')
  expect(asked).toMatchObject({ exports: [{ pending: true }], waits_until: tomorrow() })
  expect((await realm.owner.get('/realm/usage'))['waits_until']).toBe(tomorrow())

  toMidnight()
  await scarce('100000')
  await vi.waitFor(
    async () => {
      await realm.ringAlarm()
      expect((await readExports(realm.owner)).map(({ pending }) => pending)).toEqual([false])
    },
    { timeout: 10_000 },
  )
  expect(await realm.owner.get('/export/realm')).toMatchObject({ waits_until: null })
})

test('from nine tenths of the day’s rows on a copy waits until midnight', async () => {
  const realm = await newRealm()
  const run = await CopyRun.begin(realm.owner)
  const rowsOfDay = (rows: string) =>
    realm.inObject((object) => {
      Object.assign(object, { env: { ...env, QUOTA_ROWS_READ: rows } })
    })
  await rowsOfDay('10')
  const { status, code, headers } = await run.readPart('users')
  expect({ status, code }).toEqual({ status: 429, code: 'RATE_LIMIT_HIT' })
  expect(Math.abs(Number(headers.get('Retry-After')) - (tomorrow() - Date.now() / 1000))).toBeLessThan(5)
  await rowsOfDay('5000000')
  expect((await run.readPart('users')).status).toBe(200)
})

const full = () => {
  throw new Error('Exceeded allowed rows written in Durable Objects free tier.')
}

test('an object whose own storage takes no more rows still sends, and refuses new queues', async () => {
  const realm = await newRealm()
  await realm.stream('harbour')
  const listener = await realm.owner.listen()
  await realm.owner.send('harbour', 'tides', 'before')
  await realm.inObject((_, { storage }) => {
    const exec = storage.sql.exec.bind(storage.sql)
    storage.kv.put = full
    storage.sql.exec = ((query: string, ...values: SqlStorageValue[]) =>
      /^\s*(insert|delete)/.test(query) ? full() : exec(query, ...values)) as SqlStorage['exec']
  })

  await realm.owner.send('harbour', 'tides', 'after')
  expect(await realm.owner.ask('POST', '/register')).toMatchObject({ ...refusal, quota: 'object_rows_written' })
  expect((await listener.events('message')).map(({ message }) => (message as { content: string }).content)).toEqual([
    'before',
    'after',
  ])
  expect(await contents(realm.owner)).toEqual(['before', 'after'])
})
