import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { costOf, newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'

/** Bytes of texts of a page, and of a read of those that are told again. */
const pageBudget = 8_000_000
const searchBudget = 2_000_000
const retellBudget = 2_000_000

let realm: TestRealm
let ada: Person
let harbour: number

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  harbour = (await realm.stream('harbour', ada)).id
})

/** Messages of the stream, of which each then gets HTML of this many bytes. */
async function sendLong(amount: number, bytes: number, person = ada): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < amount; index += 1) ids.push(await person.send('harbour', 'tides', `number ${index}`))
  await grow(ids, bytes)
  return ids
}

const grow = (ids: number[], bytes: number) =>
  env.DB.prepare(`
    update message set rendered_content = '<p>' || substr(hex(zeroblob(?1)) || id, -?1) || '</p>'
    where id in (select value from json_each(?2))
  `)
    .bind(bytes - 7, JSON.stringify(ids))
    .run()

const page = (params: Params, person = ada) =>
  person.get('/messages', { anchor: 'newest', num_before: 0, num_after: 0, ...params })

const compareTexts = (msg_ids: number[]) =>
  ada.ask('GET', '/messages/matches_narrow', { msg_ids, narrow: [{ operator: 'stream', operand: harbour }] })

const messagesOf = (answer: Answer) => answer['messages'] as { id: number; content: string; match_content?: string }[]
const idsOf = (answer: Answer) => messagesOf(answer).map(({ id }) => id)
const sizeOf = (answer: Answer) => messagesOf(answer).reduce((sum, { content }) => sum + content.length, 0)

describe('messages of 200,000 bytes by their ids', () => {
  test('are the oldest 40, and the rest is asked for by the ids above them', async () => {
    const ids = await sendLong(60, 200_000)

    const first = await ada.get('/messages', { message_ids: ids.toReversed() })
    expect(idsOf(first)).toEqual(ids.slice(0, 40))
    expect(first).toMatchObject({ found_oldest: true, found_newest: false })
    for (const { id, content } of messagesOf(first)) expect(content).toBe(`<p>${String(id).padStart(199_993, '0')}</p>`)

    const rest = await ada.get('/messages', { message_ids: ids.filter((id) => id > idsOf(first).at(-1)!) })
    expect(idsOf(rest)).toEqual(ids.slice(40))
    expect(rest).toMatchObject({ found_newest: true })
  })
})

describe('a page of messages of 200,000 bytes', () => {
  test('holds 40 of them, those nearest to the anchor, and says that there are more', async () => {
    const ids = await sendLong(60, 200_000)

    const newest = await page({ num_before: 100 })
    expect(idsOf(newest)).toEqual(ids.slice(-40))
    expect(sizeOf(newest)).toBeLessThanOrEqual(pageBudget)
    expect(newest).toMatchObject({ found_oldest: false, found_newest: true, found_anchor: false })
    for (const { id, content } of messagesOf(newest))
      expect(content).toBe(`<p>${String(id).padStart(199_993, '0')}</p>`)
    expect(costOf(newest)['trips']).toBeLessThanOrEqual(3)

    const oldest = await page({ anchor: 'oldest', num_after: 100 })
    expect(idsOf(oldest)).toEqual(ids.slice(0, 40))
    expect(oldest).toMatchObject({ found_oldest: true, found_newest: false })

    const middle = await page({ anchor: ids[30]!, num_before: 100, num_after: 100 })
    expect(idsOf(middle)).toEqual(ids.slice(10, 50))
    expect(middle).toMatchObject({ found_oldest: false, found_newest: false, found_anchor: true })

    const nearEnd = await page({ anchor: ids[55]!, num_before: 100, num_after: 100 })
    expect(idsOf(nearEnd)).toEqual(ids.slice(-40))
    expect(nearEnd).toMatchObject({ found_oldest: false, found_newest: true, found_anchor: true })
  })

  test('leads on to the next, until all are read', async () => {
    const ids = await sendLong(50, 200_000)

    const read: number[] = []
    let anchor: number | string = 'newest'
    for (let pages = 1; pages <= 3; pages += 1) {
      const answer = await page({ anchor, num_before: 5000 })
      const found = idsOf(answer).filter((id) => id !== anchor)
      read.unshift(...found)
      anchor = read[0]!
      if (answer['found_oldest']) break
    }
    expect(read).toEqual(ids)
  })

  test('begins at the first unread one', async () => {
    const bo = await realm.user('bo')
    await bo.subscribe('harbour')
    const ids = await sendLong(50, 200_000)
    await bo.post('/messages/flags', { messages: ids.slice(0, 5), op: 'add', flag: 'read' })

    const answer = await page({ anchor: 'first_unread', num_before: 50, num_after: 50 }, bo)

    expect(answer).toMatchObject({ anchor: ids[5], found_anchor: true, found_oldest: true, found_newest: false })
    expect(idsOf(answer)).toEqual(ids.slice(0, 40))
  })
})

test('one message comes from each side, however long they are', async () => {
  const ids = await sendLong(5, 1_800_000)

  const answer = await page({ anchor: ids[2]!, num_before: 2, num_after: 2 })
  expect(idsOf(answer)).toEqual(ids.slice(0, 4))
  expect(answer).toMatchObject({ found_oldest: false, found_newest: false })

  expect(idsOf(await page({ num_before: 1 }))).toEqual([ids[4]])
  expect((await ada.get(`/messages/${ids[0]}`))['message']).toMatchObject({ id: ids[0] })
})

test('short messages beside long ones count by their bytes, not by their characters', async () => {
  const short = await sendLong(21, 100)
  const ids = [...short, ...(await sendLong(39, 200_000))]
  // The HTML of each has 11,887 bytes, but only 3,967 characters. There is room for 16 of them beside the long messages.
  await env.DB.prepare(`
    update message set rendered_content = '<p>' || replace(hex(zeroblob(3960)), '00', '語') || '</p>'
    where id in (select value from json_each(?))
  `)
    .bind(JSON.stringify(short))
    .run()

  expect(idsOf(await page({ num_before: 100 }))).toEqual(ids.slice(5))
})

test('ordinary messages of a long page come all at once', async () => {
  const ids = await sendLong(120, 1500)

  const answer = await page({ num_before: 5000 })

  expect(idsOf(answer)).toEqual(ids)
  expect(answer).toMatchObject({ found_oldest: true, found_newest: true })
})

test('a long one among short ones costs one trip more', async () => {
  const ids = await sendLong(10, 100)
  await page({ num_before: 100 })
  const { trips: before } = costOf(await page({ num_before: 100 }))
  await grow([ids[4]!], 150_000)

  const answer = await page({ num_before: 100 })

  expect(idsOf(answer)).toEqual(ids)
  expect(messagesOf(answer).map(({ content }) => content.length)).toEqual(
    ids.map((_, index) => (index === 4 ? 150_000 : 100)),
  )
  expect(costOf(answer)).toMatchObject({ trips: before + 1 })
})

test('long edit histories, additions and reactions count, too', async () => {
  const ids = await sendLong(30, 100)
  await env.DB.prepare('update message set edit_history = ? where id in (select value from json_each(?))')
    .bind(JSON.stringify([{ user_id: ada.id, timestamp: 1, prev_content: 'x'.repeat(400_000) }]), JSON.stringify(ids))
    .run()

  const answer = await page({ num_before: 100 })

  expect(idsOf(answer)).toEqual(ids.slice(-19))
  expect(answer['found_oldest']).toBe(false)
  expect(
    (messagesOf(answer)[0] as unknown as { edit_history: { prev_content: string }[] }).edit_history[0]!.prev_content,
  ).toHaveLength(400_000)
})

test('a search that marks very many words is cut short, too', async () => {
  const ids: number[] = []
  for (let index = 0; index < 12; index += 1) ids.push(await ada.send('harbour', 'tides', 'w '.repeat(4999)))
  // As if the words were in long HTML.
  await env.DB.prepare(
    `update message set rendered_content = '<p>' || replace(content, 'w ', 'w w w w w w w ') || '</p>' where sender_id = ?`,
  )
    .bind(ada.id)
    .run()

  const answer = await page({ num_before: 100, narrow: [{ operator: 'search', operand: 'w' }] })

  expect(idsOf(answer).at(-1)).toBe(ids.at(-1))
  expect(messagesOf(answer).reduce((sum, { match_content = '' }) => sum + match_content.length, 0)).toBeLessThanOrEqual(
    pageBudget,
  )
  expect(answer['found_oldest']).toBe(false)
})

test('a search takes a smaller page', async () => {
  const ids = await sendLong(30, 150_000)

  const answer = await page({ num_before: 100, narrow: [{ operator: 'search', operand: 'number' }] })

  expect(idsOf(answer)).toEqual(ids.slice(-13))
  expect(sizeOf(answer)).toBeLessThanOrEqual(searchBudget)
  expect(answer['found_oldest']).toBe(false)
})

test('too much text is not compared with a narrow at once', async () => {
  const ids = await sendLong(50, 200_000)
  expect(await compareTexts(ids)).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: 'These messages are too long to be compared at once: ask for fewer',
  })

  const few = await compareTexts(ids.slice(0, 30))
  expect(Object.keys(few['messages'] as object).map(Number)).toEqual(ids.slice(0, 30))
  expect((few['messages'] as Record<number, { match_content: string }>)[ids[0]!]!.match_content).toHaveLength(200_000)
})

test('messages that are told again come a few at a time, and all of them', async () => {
  const bo = await realm.user('bo')
  await bo.subscribe('harbour')
  const listener = await bo.listen({ event_types: ['message'], apply_markdown: true })
  const ids = await sendLong(25, 200_000)
  await realm.evict()

  const told: number[] = []
  for (let polls = 1; polls <= 10 && told.length < ids.length; polls += 1) {
    const events = await listener.events('message')
    const messages = events.map((event) => event['message'] as { id: number; content: string })
    expect(messages.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(retellBudget)
    told.push(...messages.map(({ id }) => id))
  }

  expect(told).toEqual(ids)
})
