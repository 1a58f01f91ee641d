import type { NewQueue, Queue } from '../../src/core/live/queue'
import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import type { Entry } from '../../src/core/live/event-log'
import { pendingEntry } from '../../src/core/live/pending-events'
import { Queues } from '../../src/core/live/queues'
import { oldestIfFull } from '../../src/core/live/queue-limits'
import { raiseCounters, seedEvents, numbersBelow, readShelvedQueues } from '../kit/event-rows'
import { newRealm, type Person } from '../kit'
import { connect, upgrade } from '../kit/socket-client'

const small = { fetch_event_types: [], event_types: ['alert_words'] }

const isThere = async (person: Person, queue_id: string): Promise<boolean> =>
  (await person.ask('GET', '/events', { queue_id, last_event_id: -1, dont_block: true })).status === 200

test('a further queue of a person who listens at all ends the one that was asked for longest ago, and closes its socket', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const [first, second] = [await ada.listen(small), await ada.listen(small)]
  const [oldest, next] = [await connect(first), await connect(second)]

  await Promise.all(numbersBelow(98).map(async () => connect(await ada.listen(small))))
  expect(oldest.closed).toBeNull()
  await ada.listen(small)

  await vi.waitFor(() => expect(oldest.closed).toMatchObject({ code: 4404 }))
  expect(next.closed).toBeNull()
  expect(await isThere(ada, first.queue_id)).toBe(false)
})

test('bots have queues of their owner’s share: each makes room among its own, and a new one among all', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const [crier, mute] = [await realm.bot('crier', ada), await realm.bot('mute', ada)]
  const own = await ada.listen(small)
  const ofOther = await bo.listen(small)
  const ofBot = await crier.listen(small)
  for (const _ of numbersBelow(49)) await Promise.all([ada.listen(small), crier.listen(small)])

  await crier.listen(small)
  expect([await isThere(crier, ofBot.queue_id), await isThere(ada, own.queue_id)]).toEqual([false, true])
  const late = await mute.listen(small)

  expect(await isThere(mute, late.queue_id)).toBe(true)
  expect(await isThere(bo, ofOther.queue_id)).toBe(true)
  const there = await realm.inObject((_, state) => readShelvedQueues(state))
  expect(there.filter(({ shares: [share] }) => share === ada.id)).toHaveLength(100)
})

const queueOf = (share: number, seen: number): Queue =>
  ({ id: `${share}-${seen}`, shares: [share], user_id: share, seen }) as unknown as Queue

const isAwaited = ({ seen }: Queue): boolean => seen < 6000

test('in a realm that is full, the queue makes room that was asked for longest ago and at which nobody waits', () => {
  const all = numbersBelow(5000).map((index) => queueOf(index, 10_000 - index))
  const wanted = { shares: [-1], user_id: -1 } as unknown as NewQueue

  expect(oldestIfFull({ all: () => all.slice(1) }, wanted, isAwaited)).toBeNull()
  expect(oldestIfFull({ all: () => all }, wanted, isAwaited)).toMatchObject({ seen: 6000 })
  expect(() => oldestIfFull({ all: () => all }, wanted, () => true)).toThrow('Too many event queues')
})

test('newcomers have a quarter of the queues together, and make room among themselves', () => {
  const pool = -1
  const ofNewcomers = numbersBelow(1250).map((index) => ({
    ...queueOf(index, 10_000 - index),
    shares: [index, pool] as const,
  }))
  const ofOthers = numbersBelow(10).map((index) => queueOf(5000 + index, index))
  const newcomer = { shares: [9000, pool], user_id: 9000 } as unknown as NewQueue
  const member = { shares: [9001], user_id: 9001 } as unknown as NewQueue
  const full = { all: () => [...ofOthers, ...ofNewcomers] }

  expect(oldestIfFull({ all: () => [...ofOthers, ...ofNewcomers.slice(1)] }, newcomer, () => false)).toBeNull()
  expect(oldestIfFull(full, newcomer, () => false)).toMatchObject({ seen: 10_000 - 1249 })
  expect(() => oldestIfFull(full, newcomer, () => true)).toThrow('Too many event queues')
  expect(oldestIfFull(full, member, () => true)).toBeNull()
})

test.for([
  ['six conditions', Array.from({ length: 6 }, () => ['is', 'unread']), 'A filter has at most 5 conditions'],
  ['a stream’s name that no stream has', [['stream', 'x'.repeat(61)]], 'Operand of stream is too long'],
  ['a topic that no message has', [['topic', 'x'.repeat(61)]], 'Operand of topic is too long'],
  ['an address that nobody has', [['sender', 'x'.repeat(321)]], 'Operand of sender is too long'],
  [
    'many long addresses',
    numbersBelow(5).map(() => ['sender', 'x'.repeat(320)]),
    'A filter has at most 1000 characters',
  ],
  ['a word that means nothing', [['is', 'x'.repeat(21)]], 'Operand of is is too long'],
] as const)('a filter of %s is refused', async ([, narrow, words]) => {
  const { owner } = await newRealm()
  const answer = await owner.ask('POST', '/register', { narrow })
  expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: expect.stringContaining(words) })
})

test('a filter may be as long as what it can match', async () => {
  const { owner } = await newRealm()
  await owner.listen({
    narrow: [
      ['stream', '🌊'.repeat(60)],
      ['topic', '🌊'.repeat(60)],
      ['sender', 'x'.repeat(320)],
      ['is', 'mentioned'],
      ['is', 'unread'],
    ],
  })
})

test('of what a client names, only what there is stays with its queue, and once', async () => {
  const realm = await newRealm()
  const names = Array.from({ length: 198 }, (_, index) => `${index}-${'x'.repeat(95)}`)
  await realm.owner.listen({
    event_types: [...names, 'message', 'message'],
    client_capabilities: {
      notification_settings_null: true,
      ...Object.fromEntries(names.slice(0, 99).map((name) => [name, true])),
    },
  })

  const [queue] = await realm.inObject((_, state) => readShelvedQueues(state))

  expect(queue!.options).toMatchObject({ event_types: ['message'], capabilities: ['notification_settings_null'] })
})

test('queues share rows, and a further one costs no further row', async () => {
  const realm = await newRealm()
  const listeners = []
  for (const _ of numbersBelow(80)) listeners.push(await realm.owner.listen(small))
  await realm.evict()

  const rows = await realm.inObject((_, { storage }) => storage.sql.exec('select id from queue_shelf').toArray())
  expect(rows.length).toBeLessThanOrEqual(32)
  for (const { queue_id } of listeners) expect(await isThere(realm.owner, queue_id)).toBe(true)
})

test('queues of an earlier release, which had a row each, go on', async () => {
  const realm = await newRealm()
  const grace = await realm.user('grace')
  const listener = await grace.listen({ event_types: ['alert_words'] })
  await realm.evict()
  await realm.inObject((_, { storage: { kv, sql } }) => {
    // Such a release noted no version of its storage.
    kv.delete('storage_version')
    const [queue] = sql
      .exec<{ queues: string }>('select queues from queue_shelf')
      .toArray()
      .map(({ queues }) => (JSON.parse(queues) as Record<string, never>[])[0]!)
    const { id, user_id, options, lifespan, base, acknowledged, counters, seen } = queue!
    sql.exec(`
      create table queue (
        id text primary key, user_id integer, options text, overhears integer, lifespan real, base integer,
        acknowledged integer, counters text, seen real
      ) without rowid`)
    sql.exec(
      'insert into queue values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      user_id,
      JSON.stringify(options),
      0,
      lifespan,
      base,
      acknowledged,
      JSON.stringify(counters),
      seen,
    )
    sql.exec('drop table queue_shelf')
  })
  await realm.evict()

  await grace.post('/users/me/alert_words', { alert_words: ['lamp'] })
  expect(await listener.events()).toMatchObject([{ type: 'alert_words', alert_words: ['lamp'] }])
  await realm.evict()
  expect(await listener.events()).toEqual([])
})

test('queues of an earlier release that ask for all public streams still get their messages', async () => {
  const realm = await newRealm()
  const [ada, grace] = [await realm.user('ada'), await realm.user('grace')]
  await realm.stream('harbour', ada)
  const listener = await grace.listen({ event_types: ['message'], all_public_streams: true })
  await realm.evict()
  await realm.inObject((_, { storage: { sql } }) => {
    sql.exec(`update queue_shelf set queues = replace(queues, '"allPublicStreams"', '"overhears"')`)
  })
  await realm.evict()

  await ada.send('harbour', 'tides', 'high')
  expect(await listener.events()).toMatchObject([{ type: 'message' }])
})

const entry = (id: number, size: number): Entry => ({
  id,
  to: [],
  event: { type: 'alert_words', alert_words: ['x'.repeat(size)] },
})

/** Queues as an object has them, in the storage of one that is used for nothing else. */
const withQueues = <T>(use: (queues: Queues, create: () => Queue) => T): Promise<T> =>
  runInDurableObject(env.REALM.getByName('of tests only'), (_, state) => {
    state.storage.sql.exec('drop table if exists queue_shelf')
    const queues = new Queues(state.storage.sql, 0)
    let time = 0
    const create = () => {
      const wanted = { user_id: 1, shares: [1] as const, options: {}, allPublicStreams: false, lifespan: 600 }
      const queue = queues.create(wanted, (time += 1))
      queues.begin(queue, 0, {})
      return queue
    }
    return use(queues, create)
  })

test('a queue holds at most 500 entries and 4 million characters for a client that does not ask', () =>
  withQueues((queues, create) => {
    const [many, long] = [create(), create()]
    for (const id of numbersBelow(700)) {
      queues.put(many, pendingEntry(entry(id + 1, 10)))
      queues.put(long, pendingEntry(entry(id + 1, 20_000)))
      expect(many.pending.length).toBeLessThanOrEqual(500)
      expect(long.size).toBeLessThanOrEqual(4_000_000)
    }
    for (const queue of [many, long]) {
      expect(queue.pending[0]!.id).toBe(queue.pending_from + 1)
      expect(queue.pending.at(-1)!.id).toBe(700)
    }
    expect(long.size).toBeGreaterThan(1_500_000)
  }))

test('all queues together hold at most 16 million characters; what many hold counts once', () =>
  withQueues((queues, create) => {
    const first = create()
    const others = numbersBelow(20).map(create)
    for (const id of numbersBelow(30)) {
      const held = pendingEntry(entry(id + 1, 100_000))
      for (const queue of [first, ...others]) queues.put(queue, held)
    }
    expect(queues.memory.size).toBeLessThan(30 * 101_000)
    for (const queue of others)
      for (const id of numbersBelow(12)) {
        queues.put(queue, pendingEntry(entry(id + 31, 100_000)))
        expect(queues.memory.size).toBeLessThanOrEqual(16_000_000)
      }
    expect(first.pending).toEqual([])
    expect(first.pending_from).toBe(30)
    expect(others.at(-1)!.pending.length).toBeGreaterThan(12)
    queues.remove(...queues.all())
    expect(queues.memory.size).toBe(0)
  }))

test('a queue that lags far behind the log ends, and one that keeps up stays', async () => {
  const realm = await newRealm()
  const [ada, grace] = [await realm.user('ada'), await realm.user('grace')]
  const lagging = await ada.listen({ ...small, queue_lifespan_secs: 604_800 })
  const socket = await connect(await ada.listen(small))
  const keeping = await grace.listen({ ...small, queue_lifespan_secs: 604_800 })
  await seedEvents(grace, 1, 10)
  await raiseCounters(realm, { logged: 50_001 })
  await keeping.events()
  await keeping.events()

  await realm.ringAlarm()

  expect(await lagging.poll({ dont_block: true })).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID' })
  await vi.waitFor(() => expect(socket.closed).not.toBeNull())
  expect(await keeping.events()).toEqual([])
})

test('what is written to the log is counted with it', async () => {
  const { id, owner } = await newRealm()
  await owner.listen(small)
  const before = await countLoggedEvents(id)
  await owner.post('/users/me/alert_words', {
    alert_words: Array.from({ length: 30 }, (_, index) => `${index}`.repeat(50)),
  })
  expect((await countLoggedEvents(id)) - before).toBeGreaterThanOrEqual(2)
})

async function countLoggedEvents(realm_id: number): Promise<number> {
  const row = await env.DB.prepare(
    `select coalesce(counters ->> '$.logged', 0) as amount from commit_state where realm_id = ?`,
  )
    .bind(realm_id)
    .first<{ amount: number }>()
  return row!.amount
}

test('a user has at most 20 open tickets: the oldest is not good any more, and they share a row', async () => {
  const realm = await newRealm()
  const tickets: string[] = []
  for (const _ of numbersBelow(21)) tickets.push((await realm.owner.post('/events/ticket'))['ticket'] as string)
  const { queue_id, last_event_id } = await realm.owner.listen()
  const open = async (ticket: string) => (await upgrade(realm.owner, { queue_id, last_event_id, ticket })).status

  expect(await open(tickets[0]!)).toBe(401)
  expect(await open(tickets[1]!)).toBe(101)
  expect(await open(tickets[20]!)).toBe(101)
  const rows = await realm.inObject((_, state) => [...state.storage.kv.list({ prefix: 'ticket' })])
  expect(rows).toHaveLength(1)
})
