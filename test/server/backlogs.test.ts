import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { loggedEvents } from '../../src/core/live/event-log'
import { Reader, RowCache } from '../../src/core/sql/reader'
import { Database } from '../../src/core/sql/database'
import { sqlOver } from '../../src/core/sql/sql'
import { numbersOf, seedEvents, numbersBelow } from '../kit/event-rows'
import { newRealm, type Listener } from '../kit'
import { connect, type Client } from '../kit/socket-client'

/** Somebody who listens to nothing but their alert words. */
async function newListener() {
  const realm = await newRealm()
  const grace = await realm.user('grace')
  const listener = await grace.listen({ event_types: ['alert_words'] })
  let added = 0
  const add = async () => {
    const word = `${(added += 1) + 1_000_000}`
    await grace.post('/users/me/alert_words', { alert_words: [word] })
    return Number(word)
  }
  return { realm, grace, listener, add }
}

/** Asks until nothing is new; answers what came each time. */
async function pollUntilEmpty(
  listener: Listener,
  between: (round: number) => Promise<unknown> = async () => undefined,
) {
  const answers: object[][] = []
  for (;;) {
    const answer = await listener.poll({ dont_block: true })
    const events = answer['events'] as { id: number }[]
    if (events.length === 0) return answers
    listener.last_event_id = events.at(-1)!.id
    answers.push(events)
    await between(answers.length)
  }
}

/** What is told of own words, which come last and with those before. */
const newest = (events: readonly object[]): number[] =>
  events.map((event) =>
    Math.max(...(event as { alert_words: string[] }).alert_words.map(Number).filter(Number.isFinite)),
  )

/** Waits for the client to have as many events, acknowledging each message. */
async function acknowledgeAll(client: Client, amount: number): Promise<void> {
  let seen = 0
  await vi.waitFor(
    () => {
      if (client.sizes.length > seen) client.acknowledge()
      seen = client.sizes.length
      expect(client.events.length).toBeGreaterThanOrEqual(amount)
    },
    { timeout: 20_000, interval: 10 },
  )
}

test('a socket whose backlog is longer than one read is told all of it, and then what comes', async () => {
  const { grace, listener, add } = await newListener()
  await seedEvents(grace, 2300, 10)

  const client = await connect(listener)
  const word = await add()

  await vi.waitFor(() => expect(client.events.length).toBeGreaterThanOrEqual(2301), { timeout: 20_000 })
  expect(newest(client.events)).toEqual([...numbersBelow(2300), word])
})

test('what happens while a socket is brought up to date comes after its backlog', async () => {
  const { grace, listener, add } = await newListener()
  await seedEvents(grace, 60, 50_000)

  const [client, first] = await Promise.all([connect(listener), add()])
  const second = await add()
  await acknowledgeAll(client, 62)

  expect(newest(client.events)).toEqual([...numbersBelow(60), first, second])
})

test('a client that polls catches up in pieces while more happens, and misses nothing', async () => {
  const { grace, listener, add } = await newListener()
  await seedEvents(grace, 60, 50_000)
  const words: number[] = []

  const answers = await pollUntilEmpty(listener, async (round) => {
    if (round <= 3) words.push(await add())
  })

  expect(answers.length).toBeGreaterThan(3)
  expect(newest(answers.flat())).toEqual([...numbersBelow(60), ...words])
})

test('an answer has no more than a million characters, and at least one event', async () => {
  const { grace, listener } = await newListener()
  await seedEvents(grace, 2, 1_200_000)
  await seedEvents(grace, 30, 90_000)

  const answers = await pollUntilEmpty(listener)

  expect(answers.slice(0, 2).map((events) => events.length)).toEqual([1, 1])
  for (const events of answers.slice(2)) expect(JSON.stringify(events).length).toBeLessThan(1_000_000)
  expect(numbersOf(answers.flat())).toEqual([...numbersBelow(2), ...numbersBelow(30)])
})

test('a short backlog comes with one answer', async () => {
  const { grace, listener } = await newListener()
  await seedEvents(grace, 300, 1000)

  expect((await pollUntilEmpty(listener)).map(numbersOf)).toEqual([numbersBelow(300)])
})

test('events that are pending in memory are also answered in parts', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const listener = await ada.listen({ event_types: ['message'] })
  const sent: number[] = []
  for (const letter of numbersBelow(130)) sent.push(await ada.write([ada], `${letter} ${'x'.repeat(9000)}`))

  const answers = await pollUntilEmpty(listener)

  expect(answers.length).toBeGreaterThan(1)
  for (const events of answers) expect(JSON.stringify(events).length).toBeLessThan(1_000_000)
  expect(answers.flat().map((event) => (event as { message: { id: number } }).message.id)).toEqual(sent)
})

/** Counts how often a client's acknowledgement is waited for: for 30 seconds, or not at all when that is to be over at once. */
function newPatience({ isOver }: { isOver: boolean }) {
  const waits: number[] = []
  const later = globalThis.setTimeout
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, wait: number) => {
    const isPatience = wait > 20_000 && wait <= 30_000
    if (isPatience) waits.push(wait)
    return later(run, isPatience && isOver ? 0 : wait)
  }) as typeof setTimeout)
  return { waits, end: () => spy.mockRestore() }
}

test('a socket is sent at most 4 MB ahead of its client, and the rest as the client acknowledges', async () => {
  const { grace, listener } = await newListener()
  await seedEvents(grace, 100, 90_000)
  const { waits, end } = newPatience({ isOver: false })
  const client = await connect(listener)
  await vi.waitFor(() => expect(waits).toHaveLength(1), { timeout: 20_000 }).finally(end)
  await vi.waitFor(() => expect(client.events.length * 90_000).toBeGreaterThan(4_000_000))

  for (const size of client.sizes) expect(size).toBeLessThan(1_000_000)
  expect(client.sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000_000)
  await acknowledgeAll(client, 100)
  expect(numbersOf(client.events)).toEqual(numbersBelow(100))
  expect(client.closed).toBeNull()
})

test('a client that acknowledges nothing for long reconnects and continues where it was', async () => {
  const { grace, listener } = await newListener()
  await seedEvents(grace, 100, 90_000)
  const { waits, end } = newPatience({ isOver: true })
  const client = await connect(listener)
  await vi.waitFor(() => expect(client.closed?.code).toBe(4408), { timeout: 20_000 }).finally(end)

  const told = numbersOf(client.events)
  expect(waits).toHaveLength(1)
  expect(told).toEqual(numbersBelow(told.length))
  const again = await connect(listener, client.events.at(-1)!.id)
  await acknowledgeAll(again, 100 - told.length)
  expect([...told, ...numbersOf(again.events)]).toEqual(numbersBelow(100))
})

test('a client that acknowledges events it was never sent gets only later events', async () => {
  const { grace, listener, add } = await newListener()
  await seedEvents(grace, 100, 90_000)

  const client = await connect(listener)
  await vi.waitFor(() => expect(client.sizes.length).toBeGreaterThan(0), { timeout: 20_000 })
  client.acknowledge(client.events[0]!.id + 99)
  const word = await add()
  await vi.waitFor(() => expect(newest(client.events)).toContain(word), { timeout: 20_000 })

  expect(client.events.length).toBeLessThan(100)
  expect(client.closed).toBeNull()
})

test('events of one change that are no longer pending are read from the database again', async () => {
  const { id: realm_id, owner } = await newRealm()
  const first = (realm_id - 1) * 2 ** 32 + 1000
  const told = numbersBelow(3).map((index) => ({ id: first + index, to: [owner.id], event: { type: 'heartbeat' } }))
  await env.DB.prepare('insert into event (id, told) values (?, ?)')
    .bind(first + 2, JSON.stringify(told))
    .run()
  const sql = sqlOver(new Reader(new Database(env.DB), new RowCache(0)))

  const read = await loggedEvents(sql, { realm_id, user_id: owner.id, after: first, up_to: first + 1 })

  expect(read.entries.map(({ id }) => id)).toEqual([first + 1])
  expect(read.complete_to).toBe(first + 1)
})

test('many clients that come at once are all brought up to date', async () => {
  const { grace, listener } = await newListener()
  const listeners = [listener]
  for (const _ of numbersBelow(11)) listeners.push(await grace.listen({ event_types: ['alert_words'] }))
  await seedEvents(grace, 20, 90_000)

  const told = await Promise.all(listeners.map((one) => pollUntilEmpty(one)))

  for (const answers of told) expect(numbersOf(answers.flat())).toEqual(numbersBelow(20))
})
