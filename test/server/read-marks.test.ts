/** Marks as read: what they cost, who shares a commit, and where they are kept (decision 28). */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { controlClock, advanceClock, releaseClock } from '../kit/clock'
import { readAllEvents } from '../kit/event-rows'
import { killObject, withFault } from '../kit/faulty-database'
import { pretendUse, readStoredShare } from '../kit/day-shares'
import { costOf, newRealm, type Person } from '../kit'
import { seed } from '../kit/seeded-messages'
import { connect, type Client } from '../kit/socket-client'

/** A realm with a stream that all of some people read. */
async function harbour(...names: string[]) {
  const realm = await newRealm()
  const people: Person[] = []
  for (const name of ['ada', ...names]) people.push(await realm.user(name))
  const stream = await realm.stream('harbour', ...people)
  return { realm, people: people as [Person, ...Person[]], stream }
}

const add = (messages: readonly number[]) => ({ messages, op: 'add', flag: 'read' })

const unreadOf = async (person: Person): Promise<number[]> =>
  (await person.messages([['is', 'unread']], { num_before: 4000 })).map(({ id }) => id)

/** What the state of a new client says. */
async function readUnreadIds(person: Person): Promise<number[]> {
  const { unread_msgs } = await person.post('/register')
  const { streams } = unread_msgs as { streams: { unread_message_ids: number[] }[] }
  return streams.flatMap(({ unread_message_ids }) => unread_message_ids).toSorted((left, right) => left - right)
}

/** Asks without waiting for the answer. */
const say = (client: Client, id: number, ask: string, params: object): void =>
  client.socket.send(JSON.stringify({ id, ask, params }))

const mark = (client: Client, id: number, messages: readonly number[]): void =>
  say(client, id, 'POST /messages/flags', add(messages))

/** Waits until the object has what was sent before. */
const sendPing = (client: Client) => client.ask('POST /users/me/presence', { status: 'idle', ping_only: true })

const isAnswered = (client: Client, id: number) =>
  vi.waitFor(() => expect(client.answered.find((one) => one.id === id)?.answer.result).toBe('success'))

describe('rows', () => {
  test('5 are read for each message, and 2 are written for any number', async () => {
    const { people, stream } = await harbour('bo')
    const [ada, bo] = people
    const ids = await seed(bo!, 5000, stream.id)
    await ada.post('/messages/flags', add([ids[0]!]))
    await ada.listen()
    const asked = {
      one: [ids[3000]!],
      neighbours: ids.slice(1000, 1020),
      spread: ids.filter((_, index) => index % 250 === 7),
      many: ids.slice(2000, 2100),
    }

    for (const [name, messages] of Object.entries(asked)) {
      const { rows_read, rows_written } = costOf(await ada.post('/messages/flags', add(messages)))
      // And one by which the commit sees that no other object has sent a message.
      expect(rows_read, name).toBeLessThanOrEqual(5 * messages.length + 1)
      expect(rows_written, name).toBeLessThanOrEqual(2)
    }
  })

  test('marks go to pages when there are many, and nothing of them is lost', async () => {
    const { realm, people, stream } = await harbour('bo')
    const [ada, bo] = people
    const ids = await seed(bo!, 6000, stream.id)
    const listener = await ada.listen({ event_types: ['update_message_flags'], fetch_event_types: [] })
    const left = new Set(ids)
    const read = ids.filter((_, index) => index % 3 > 0)

    for (let from = 0; from < read.length; from += 200) {
      const messages = read.slice(from, from + 200)
      const paid = costOf(await ada.post('/messages/flags', add(messages)))
      expect(paid.rows_written).toBeLessThanOrEqual(8)
      for (const id of messages) left.delete(id)
    }

    expect(await pagesOf(ada)).toBeGreaterThan(0)
    expect(await readUnreadIds(ada)).toEqual([...left])
    expect((await unreadOf(bo!)).length).toBe(0)
    await realm.evict()
    const told = await readAllEvents(listener)
    expect(told.flatMap(({ messages }) => messages as number[])).toEqual(read)
  })

  test('events of marks leave the row alone, as one row, and are told again', async () => {
    const { realm, people, stream } = await harbour('bo')
    const [ada, bo] = people
    const ids = await seed(bo!, 3000, stream.id)
    const listener = await ada.listen({ event_types: ['update_message_flags'], fetch_event_types: [] })
    const pages = await pagesOf(ada)

    for (let from = 0; from < ids.length; from += 100) {
      const paid = costOf(await ada.post('/messages/flags', add(ids.slice(from, from + 100))))
      expect(paid.rows_written).toBeLessThanOrEqual(4)
    }

    expect(await pagesOf(ada)).toBe(pages)
    const rows = await env.DB.prepare('select count(*) from read_told where id >> 32 = ?')
      .bind(realm.id - 1)
      .first<number>('count(*)')
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThanOrEqual(ids.length / 1000)
    await realm.evict()
    expect((await readAllEvents(listener)).flatMap(({ messages }) => messages as number[])).toEqual(ids)
  })
})

/** How many requests somebody has left in this minute, after one for it. */
const readRemainingRequests = async (person: Person): Promise<number> =>
  Number((await person.ask('GET', '/users/me')).headers.get('X-RateLimit-Remaining'))

/** Rows read that count as one more request. */
const rowsOfRequest = 1250

describe('what is read for a refused change counts', () => {
  test.each(['read', 'starred'])('when it is a mark as %s', async (flag) => {
    const { people, stream } = await harbour('bo')
    const [ada, bo] = people
    const ids = await seed(bo!, 3 * rowsOfRequest, stream.id)
    const secret = await bo!.write([bo!], 'Mine')
    const before = await readRemainingRequests(ada)

    const refusal = await ada.ask('POST', '/messages/flags', { ...add([...ids, secret]), flag })

    expect(refusal).toMatchObject({ status: 400, msg: 'Invalid message(s)' })
    // Itself, and a row for each message at least.
    expect(Number(refusal.headers.get('X-RateLimit-Remaining'))).toBeLessThanOrEqual(before - 1 - 3)
  })

  test.each(['read', 'starred'])('when it is a mark as %s on a socket', async (flag) => {
    const { people, stream } = await harbour('bo')
    const [ada, bo] = people
    const ids = await seed(bo!, 3 * rowsOfRequest, stream.id)
    const secret = await bo!.write([bo!], 'Mine')
    const client = await connect(await ada.listen())
    const before = await readRemainingRequests(ada)

    const refusal = await client.ask('POST /messages/flags', { ...add([...ids, secret]), flag })

    expect(refusal).toMatchObject({ result: 'error', msg: 'Invalid message(s)' })
    // Itself, the request that asks, and a row for each message at least.
    expect(await readRemainingRequests(ada)).toBeLessThanOrEqual(before - 2 - 3)
  })
})

const pagesOf = (person: Person) =>
  env.DB.prepare('select count(*) from read_page where user_id = ?').bind(person.id).first<number>('count(*)')

/** Somebody whose further marks wait. */
async function newWaitingMarks() {
  const { realm, people } = await harbour('bo')
  const [ada, bo] = people
  const before = await bo!.send('harbour', 'tides', 'Before')
  const id = await bo!.send('harbour', 'tides', 'High')
  const client = await connect(await ada.listen())
  mark(client, 1, [before])
  await isAnswered(client, 1)
  mark(client, 2, [id])
  return { realm, ada, bo: bo!, client, id }
}

/** Somebody with marks in every kind of row, and what is unread for them. */
async function reader() {
  const { realm, people, stream } = await harbour('bo')
  const [ada, bo] = people
  const ids = await seed(bo!, 5000, stream.id)
  for (let from = 0; from < 3000; from += 1500)
    await ada.post('/messages/flags', add(ids.slice(from, from + 1500).filter((id) => id % 32 === 31 || id % 7 === 0)))
  return { realm, ada, ids }
}

/** Lets marks over sockets wait ten seconds of a clock that the test moves. */
function letMarksWait(): void {
  beforeEach(() => {
    controlClock()
    env.MARKS_WAIT_SECONDS = '10'
  })
  afterEach(() => {
    releaseClock()
    env.MARKS_WAIT_SECONDS = '0'
  })
}

describe('marks over sockets', () => {
  letMarksWait()

  test('of many people share a commit, and nobody is answered before it', async () => {
    const { realm, people } = await harbour('bo', 'cy', 'di')
    const [ada, ...others] = people
    const first = await ada.send('harbour', 'tides', 'High')
    const second = await ada.send('harbour', 'tides', 'Low')
    const batches: number[] = []
    await withFault(realm, async (send, { writes }) => {
      const answers = await send()
      if (writes) batches.push(answers.reduce((sum, { meta }) => sum + meta.rows_written, 0))
      return answers
    })
    const clients = await Promise.all(others.map(async (person) => connect(await person.listen())))
    const device = await connect(await others[0]!.listen({ event_types: ['update_message_flags'] }))
    mark(clients[0]!, 1, [first])
    await isAnswered(clients[0]!, 1)
    batches.length = 0

    for (const client of clients) mark(client, 2, [first, second])
    for (const client of clients) await sendPing(client)
    advanceClock(5)

    expect(batches).toEqual([])
    expect(clients.map(({ answered }) => answered.some(({ id }) => id === 2))).toEqual([false, false, false])
    advanceClock(5.1)
    for (const client of clients) await isAnswered(client, 2)
    expect(batches).toEqual([2])
    for (const person of others) expect(await unreadOf(person)).toEqual([])
    await vi.waitFor(() => expect(device.events).toHaveLength(2))
    expect(device.events[1]).toMatchObject({ type: 'update_message_flags', messages: [first, second] })
  })

  test('do not hold back what is asked after them', async () => {
    const { client } = await newWaitingMarks()

    await client.ask('POST /messages', { type: 'stream', to: 'harbour', topic: 'tides', content: 'Low' })

    expect(client.answered.map(({ id }) => id)).not.toContain(2)
    advanceClock(10)
    await isAnswered(client, 2)
  })

  test('come before a mark as unread that was asked later', async () => {
    const { client, ada, id } = await newWaitingMarks()

    await client.ask('POST /messages/flags', { messages: [id], op: 'remove', flag: 'read' })

    await isAnswered(client, 2)
    expect(await unreadOf(ada)).toEqual([id])
  })

  test('are in the state of a client that registers meanwhile', async () => {
    const { client, ada } = await newWaitingMarks()
    await sendPing(client)

    expect(await readUnreadIds(ada)).toEqual([])
  })

  test('do not wait when somebody asks by a request', async () => {
    const { client, ada, bo } = await newWaitingMarks()
    const other = await bo.send('harbour', 'tides', 'Low')

    await ada.post('/messages/flags', add([other]))

    await isAnswered(client, 2)
    expect(await unreadOf(ada)).toEqual([])
  })

  test('are refused for one who may not see a message, and not for others', async () => {
    const { client, ada, bo, id } = await newWaitingMarks()
    const secret = await bo.write([bo], 'Mine')
    const other = await connect(await bo.listen())

    mark(client, 3, [secret])
    mark(other, 1, [id])
    await sendPing(client)
    await sendPing(other)
    advanceClock(10)

    await isAnswered(other, 1)
    await isAnswered(client, 2)
    expect(client.answered.find((one) => one.id === 3)?.answer).toMatchObject({
      result: 'error',
      msg: 'Invalid message(s)',
    })
    expect(await unreadOf(ada)).toEqual([])
  })

  test('that wait are lost with the object, which has not acknowledged them, and may be asked again', async () => {
    const { realm, client, ada, id } = await newWaitingMarks()
    await sendPing(client)

    await killObject(realm)

    expect(await unreadOf(ada)).toEqual([id])
    await ada.post('/messages/flags', add([id]))
    expect(await unreadOf(ada)).toEqual([])
  })
})

const rowsOf = async (person: Person) => (await readStoredShare(person))?.rows_written ?? 0

/** Ada, whose mark of one message waits, and Bo, who has many to mark. Nothing of the day counts yet. */
async function neighbours() {
  const { people, stream } = await harbour('bo')
  const [ada, bo] = people as [Person, Person]
  const many = await seed(ada, 3 * rowsOfRequest, stream.id)
  const before = await bo.send('harbour', 'tides', 'Before')
  const id = await bo.send('harbour', 'tides', 'High')
  const secret = await ada.write([ada], 'Mine')
  for (const person of people) await pretendUse(person, {})
  const client = await connect(await ada.listen())
  mark(client, 1, [before])
  await isAnswered(client, 1)
  mark(client, 2, [id])
  await sendPing(client)
  return { ada, bo, client, many, secret }
}

describe('a commit of many people', () => {
  letMarksWait()

  test.each([200, 400])(
    'counts as read for each by the messages of each, where many are answered with %i',
    async (status) => {
      const { ada, bo, client, many, secret } = await neighbours()
      const before = { ada: await readRemainingRequests(ada), bo: await readRemainingRequests(bo) }

      const answer = await bo.ask('POST', '/messages/flags', add(status === 200 ? many : [...many, secret]))

      expect(answer.status).toBe(status)
      await isAnswered(client, 2)
      expect(await readRemainingRequests(bo)).toBeLessThanOrEqual(before.bo - 2 - 3)
      // The request that asks how many are left.
      expect(await readRemainingRequests(ada)).toBe(before.ada - 1)
    },
  )

  test('counts as written for each by the messages of each', async () => {
    const { ada, bo, client, many } = await neighbours()
    const lag = { timeout: 10_000 }
    await expect.poll(() => rowsOf(ada), lag).toBeGreaterThan(0)
    const before = await rowsOf(ada)

    await bo.post('/messages/flags', add(many))

    await isAnswered(client, 2)
    await expect.poll(() => rowsOf(bo), lag).toBeGreaterThan(2)
    expect(await rowsOf(ada)).toBe(before + 1)
  })
})

describe('what is stored', () => {
  test('survives an export, which writes integers as JavaScript has them', async () => {
    const { realm, ada } = await reader()
    const before = await readUnreadIds(ada)
    for (const table of ['read_page', 'read_recent', 'read_told']) {
      const { results } = await env.DB.prepare(`select * from ${table}`).all<Record<string, string | number>>()
      await env.DB.prepare(`delete from ${table}`).run()
      for (const row of results) {
        const values = Object.values(row).map((value) =>
          typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`,
        )
        await env.DB.prepare(`insert into ${table} (${Object.keys(row).join()}) values (${values.join()})`).run()
      }
    }
    await realm.evict()

    expect(await readUnreadIds(ada)).toEqual(before)
  })
})
