import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { ofShare } from '../../src/core/turn/share-limits'
import { pretendUse, readStoredPart, readStoredShare } from '../kit/day-shares'
import { seedEvents } from '../kit/event-rows'
import { newRealm, type Person } from '../kit'
import { postEvent, star as starEvent } from '../kit/integrations'
import { seed } from '../kit/seeded-messages'
import { nextContentOf, answerWithContent, Service, webhook } from '../kit/services'
import { connect, credentialsOf, upgrade } from '../kit/socket-client'

const today = () => Math.floor(Date.now() / 86_400_000)

/** Counts are stored some seconds later. */
const lag = { timeout: 10_000 }

const mebibyte = 1024 * 1024
const rowsOfDay = Number(env.ROWS_WRITTEN_PER_DAY)
const bytesOfDay = Number(env.MIB_WRITTEN_PER_DAY) * mebibyte

const message = { type: 'stream', to: 'harbour', topic: 'tides', content: 'high' }

test('who has had their share of rows in a day changes nothing more until midnight UTC, and others do not notice', async () => {
  const realm = await newRealm()
  const [ada, ben] = [await realm.user('ada'), await realm.user('ben')]
  await realm.stream('harbour', ada, ben)
  await pretendUse(ada, { rows_written: rowsOfDay - 1 })

  await ada.post('/messages', message)
  const refusal = await ada.ask('POST', '/messages', message)

  expect(refusal).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
  const untilMidnight = (today() + 1) * 86_400 - Date.now() / 1000
  expect(Math.abs(refusal['retry-after'] - untilMidnight)).toBeLessThan(60)
  expect(refusal.headers.get('Retry-After')).toBe(String(Math.ceil(refusal['retry-after'])))
  await ben.post('/messages', message)
  expect((await ben.messages()).map(({ sender_id }) => sender_id)).toEqual([ada.id, ben.id])
})

/** Has somebody star messages. Answers the status. */
const star = async (person: Person, messages: number[]): Promise<number> =>
  (await person.ask('POST', '/messages/flags', { messages, op: 'add', flag: 'starred' })).status

test('large changes do not pass the share by coming at once', async () => {
  const realm = await newRealm()
  const [ada, ben] = [await realm.user('ada'), await realm.user('ben')]
  const harbour = await realm.stream('harbour', ada, ben)
  const messages = await seed(ada, 100, harbour.id)
  await pretendUse(ada, { rows_written: rowsOfDay - 150 })
  await pretendUse(ben, { rows_written: rowsOfDay - 250 })

  const statuses = await Promise.all([ada, ada, ada, ada, ada, ben].map((person) => star(person, messages)))

  expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  // One that is refused is over, too.
  expect(await star(ben, [...messages, 1])).toBe(400)
  expect(await star(ben, messages)).toBe(200)
})

test('messages that mention many do not, either', async () => {
  const realm = await newRealm()
  const crew = await Promise.all(['ada', 'ben', 'carla', 'dan', 'eve'].map((name) => realm.user(name)))
  const [ada] = crew
  await realm.stream('harbour', ...crew)
  await pretendUse(ada!, { rows_written: rowsOfDay - 5 })
  const content = crew.map(({ full_name }) => `@**${full_name}**`).join(' ')

  const answers = await Promise.all([1, 2, 3].map(() => ada!.ask('POST', '/messages', { ...message, content })))

  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(await ada!.messages()).toHaveLength(1)
})

test('texts count in bytes', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', ada)
  await pretendUse(ada, { bytes_written: bytesOfDay - 10_000 })

  await ada.post('/messages', { ...message, content: '字'.repeat(3333) })
  expect(await ada.ask('POST', '/messages', message)).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
})

test('what is written to tell others of a change counts, too', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bytes = async () => (await readStoredShare(ada))?.bytes_written ?? 0
  const content = 'x'.repeat(9000)
  const draft = () => ada.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content }] })

  await draft()
  await expect.poll(bytes, lag).toBeGreaterThan(9000)
  const alone = await bytes()
  await ada.listen({ event_types: ['drafts'] })
  await draft()

  await expect.poll(bytes, lag).toBeGreaterThan(2 * alone + 9000)
})

const rows = async (person: Person) => (await readStoredShare(person))?.rows_written ?? 0

/** Has somebody be present on a connection, and close it. */
async function connectAndClose(person: Person): Promise<void> {
  const client = await connect(await person.listen({ event_types: [] }))
  expect((await client.ask('POST /users/me/presence', { status: 'active', ping_only: true })).msg).toBe('')
  client.socket.close(1000)
}

test('what is written of presence when a connection ends counts, and is left out at the end of the share', async () => {
  const realm = await newRealm()
  const [ada, ben] = [await realm.user('ada'), await realm.user('ben')]
  await pretendUse(ada, { rows_written: rowsOfDay })
  const before = await rows(ben)

  await connectAndClose(ada)
  await connectAndClose(ben)

  await expect.poll(() => rows(ben), lag).toBe(before + 2)
  expect(await rows(ada)).toBe(rowsOfDay)
})

test('a bot counts with its owner, and the owner can still end it', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', ada)
  const bot = await realm.bot('robin', ada)
  await pretendUse(ada, { rows_written: rowsOfDay })

  expect(await bot.ask('POST', '/messages', message)).toMatchObject({ status: 429 })
  expect(await ada.ask('POST', '/messages', message)).toMatchObject({ status: 429 })
  await ada.delete(`/bots/${bot.id}`)
  await ada.post('/users/me/api_key/regenerate')
})

describe('integrations of a person', () => {
  test('use up half of the share of the day, so that the person can still chat, and nobody else notices', async () => {
    const realm = await newRealm()
    const [ada, ben] = [await realm.user('ada'), await realm.user('ben')]
    await realm.stream('harbour', ada, ben)
    const [noisy, other] = [await realm.bot('noisy', ada, { type: 2 }), await realm.bot('quiet', ada, { type: 2 })]
    const ofBen = await realm.bot('buoy', ben, { type: 2 })
    const postAs = async ({ key }: Person) =>
      postEvent(realm, starEvent(1), { event: 'star', query: { api_key: key, stream: 'harbour', topic: 'stars' } })
    await postAs(noisy)
    await expect.poll(() => readStoredPart(ada).then((part) => part?.rows_written ?? 0), lag).toBeGreaterThan(0)
    expect((await readUse(ada)).rows_written).toBeGreaterThan((await readStoredPart(ada))!.rows_written!)
    await pretendUse(ada, { rows_written: rowsOfDay / 2 })
    await pretendUse(ada, { rows_written: rowsOfDay / 2 }, { share: ada.id + 0.5 })

    expect(await postAs(noisy)).toMatchObject({ status: 429, used_up: 'rows_written', is_part: true })
    expect(await postAs(other)).toMatchObject({ status: 429 })
    expect(await noisy.ask('POST', '/messages', message)).toMatchObject({ status: 429 })
    await ada.post('/messages', message)
    expect(await postAs(ofBen)).toMatchObject({ status: 200 })
  })

  test('that have asked too often do not keep the person from asking', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await realm.stream('harbour', ada)
    const { key } = await realm.bot('noisy', ada, { type: 2 })
    const object_requests = ofShare(env, 'object_requests') / 2
    await pretendUse(ada, { object_requests })
    await pretendUse(ada, { object_requests }, { share: ada.id + 0.5 })
    const query = { api_key: key, stream: 'harbour', topic: 'stars' }

    for (const id of ['1', '2', '3', '4'])
      expect(await postEvent(realm, starEvent(1), { event: 'star', id, query })).toMatchObject({
        status: 429,
        used_up: 'object_requests',
      })
    for (const content of ['1', '2', '3', '4']) await ada.post('/messages', { ...message, content })
  })
})

const readUse = async (person: Person) => ({ rows_written: 0, bytes_written: 0, ...(await readStoredShare(person)) })

test('an answer of an outgoing webhook counts for its caller, and only the excess of a long one for its owner', async () => {
  const realm = await newRealm()
  const [ada, ben] = [await realm.user('ada'), await realm.user('ben')]
  await realm.stream('harbour', ada, ben)
  const bot = await webhook(ada, new Service([answerWithContent('Aye'), answerWithContent(':wave: '.repeat(150))]))
  await expect.poll(async () => (await readUse(ada)).bytes_written, lag).toBeGreaterThan(0)
  const owner = await readUse(ada)
  const listener = await ben.listen({ event_types: ['message'] })

  await ben.send('harbour', 'tides', '@**Oracle**')
  await nextContentOf(bot, listener)

  // The question with its mention, and the answer.
  await expect.poll(async () => (await readUse(ben)).rows_written, lag).toBeGreaterThanOrEqual(8)
  expect((await readUse(ada)).bytes_written).toBe(owner.bytes_written)
  const caller = await readUse(ben)

  await ben.send('harbour', 'tides', '@**Oracle**')
  await nextContentOf(bot, listener)

  // The HTML of its emoji.
  await expect.poll(async () => (await readUse(ada)).bytes_written, lag).toBeGreaterThan(owner.bytes_written + 8000)
  expect((await readUse(ada)).rows_written).toBe(owner.rows_written)
  expect((await readUse(ben)).bytes_written).toBeLessThan(caller.bytes_written + 6000)
})

test('an outgoing webhook is not called once the share of its owner is used up; those of others are', async () => {
  const realm = await newRealm()
  const [ada, ben] = [await realm.user('ada'), await realm.user('ben')]
  await realm.stream('harbour', ada, ben)
  const [service, other] = [new Service([answerWithContent('High')]), new Service([answerWithContent('Low')])]
  await webhook(ada, service)
  const augur = await webhook(ben, other, { full_name: 'Augur', short_name: 'augur' })
  await pretendUse(ada, { rows_written: rowsOfDay })
  const listener = await ben.listen({ event_types: ['message'] })

  await ben.send('harbour', 'tides', '@**Oracle** @**Augur**')

  expect(await nextContentOf(augur, listener)).toBe('Low')
  expect(await service.seen()).toEqual([])
})

test('reading, and what writes nothing, is open to who has had their share', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', ada)
  await pretendUse(ada, { rows_written: rowsOfDay })

  await ada.get('/messages', { num_before: 1, num_after: 0 })
  await ada.post('/messages/render', { content: '*high*' })
  await ada.listen()
})

test('queues and tickets count as rows of the object that keeps them, and leave the others alone', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', ada)
  await pretendUse(ada, { object_rows_written: rowsOfDay })

  expect(await ada.ask('POST', '/register')).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
  expect(await ada.ask('POST', '/events/ticket')).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
  await ada.post('/messages', message)
  await realm.owner.listen()
})

test('a socket for which as much was read as a day allows is closed', async () => {
  const realm = await newRealm()
  const [ada, ben] = [await realm.user('ada'), await realm.user('ben')]
  const behind = await ada.listen({ event_types: ['alert_words'] })
  const other = await ben.listen({ event_types: ['alert_words'] })
  // More than one read brings.
  await seedEvents(ada, 1500, 10)
  await seedEvents(ben, 1500, 10)
  await pretendUse(ada, { rows_read: Number(env.ROWS_READ_PER_DAY) - 1 })

  const client = await connect(behind)
  await vi.waitFor(() => expect(client.closed?.code).toBe(4429), { timeout: 10_000 })

  const { queue_id, last_event_id } = behind
  expect(client.events.length).toBeLessThan(1500)
  const refusal = await upgrade(ada, { queue_id, last_event_id }, credentialsOf(ada))
  expect(refusal.status).toBe(429)
  expect(await refusal.json()).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) })
  const neighbour = await connect(other)
  await vi.waitFor(() => expect(neighbour.events).toHaveLength(1500), { timeout: 10_000 })
  // What is read over HTTP counts together with it.
  expect(await ada.ask('GET', '/users/me')).toMatchObject({ status: 429, used_up: 'rows_read' })
  await ben.get('/users/me')
})

test('what is read for a socket is counted', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const listener = await ada.listen({ event_types: ['alert_words'] })
  await seedEvents(ada, 1500, 10)

  const client = await connect(listener)
  await vi.waitFor(() => expect(client.events).toHaveLength(1500), { timeout: 10_000 })

  const read = async () => (await readStoredShare(ada))?.rows_read ?? 0
  await expect.poll(read, lag).toBeGreaterThanOrEqual(3000)
})

test('a new day is a new share', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', ada)
  await pretendUse(ada, { rows_written: rowsOfDay }, { day: today() - 1 })

  await ada.post('/messages', message)
})

test('what was counted survives the object', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', ada)
  const readRowsWritten = async () => (await readStoredShare(ada))?.rows_written ?? 0
  const before = await readRowsWritten()

  await ada.post('/messages', message)

  await expect.poll(readRowsWritten, lag).toBeGreaterThanOrEqual(before + 4)
  const counted = await readRowsWritten()
  await realm.evict()
  await ada.post('/messages', message)
  await expect.poll(readRowsWritten, lag).toBeGreaterThanOrEqual(counted + 4)
})
