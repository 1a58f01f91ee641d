import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Reader, RowCache } from '../../src/core/sql/reader'
import { Database } from '../../src/core/sql/database'
import { sqlOver } from '../../src/core/sql/sql'
import { mutedTopics, type MutedTopicTuple } from '../../src/mutes/queries'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person
let admin: Person
let guest: Person
let harbour: { id: number }
let secret: { id: number }
let abroad: { id: number }

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  admin = await realm.user('admin', { role: 200 })
  guest = await realm.user('guest', { role: 600 })
  harbour = await realm.stream('Harbour', ada)
  await bo.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true })
  secret = { id: (await bo.get('/get_stream_id', { stream: 'secret' }))['stream_id'] as number }
  abroad = await (await newRealm()).stream('abroad')
})

beforeEach(async () => {
  await env.DB.prepare('delete from muted_topic').run()
})

/** The list as clients will be told. */
const readMutedTopics = (person: Person): Promise<MutedTopicTuple[]> =>
  mutedTopics(sqlOver(new Reader(new Database(env.DB), new RowCache(0))), person.id)

const change = (person: Person, params: Params): Promise<Answer> =>
  person.ask('PATCH', '/users/me/subscriptions/muted_topics', params)

const mute = (person: Person, params: Params = {}) =>
  change(person, { stream_id: harbour.id, topic: 'tides', op: 'add', ...params })

const unmute = (person: Person, params: Params = {}) =>
  change(person, { stream_id: harbour.id, topic: 'tides', op: 'remove', ...params })

function expectNoCode(answer: Answer, msg: string): void {
  expect(answer).toMatchObject({ status: 400, result: 'error', msg })
  expect(answer).not.toHaveProperty('code')
}

describe('a topic that is not muted', () => {
  test('becomes muted, for oneself only', async () => {
    const before = Math.floor(Date.now() / 1000)

    const answer = await mute(ada)

    expect(answer).toMatchObject({ status: 200, result: 'success', msg: '' })
    const [[stream, topic, date_muted]] = (await readMutedTopics(ada)) as [MutedTopicTuple]
    expect([stream, topic]).toEqual(['Harbour', 'tides'])
    expect(Number.isInteger(date_muted)).toBe(true)
    expect(date_muted).toBeGreaterThanOrEqual(before)
    expect(await readMutedTopics(bo)).toEqual([])
  })

  test('cannot be unmuted', async () => {
    expectNoCode(await unmute(ada), 'Topic is not muted')
  })
})

describe('a topic that is muted', () => {
  test('cannot be muted again', async () => {
    await mute(ada)

    expectNoCode(await mute(ada), 'Topic already muted')
    expect(await readMutedTopics(ada)).toHaveLength(1)
  })

  test('becomes unmuted, and can be muted again', async () => {
    await mute(ada)

    expect(await unmute(ada)).toMatchObject({ status: 200, result: 'success', msg: '' })

    expect(await readMutedTopics(ada)).toEqual([])
    expectNoCode(await unmute(ada), 'Topic is not muted')
    expect((await mute(ada)).status).toBe(200)
  })

  test.each(['Tides', 'TIDES', ' tides '])('is the same in another spelling: "%s"', async (topic) => {
    await mute(ada)

    expectNoCode(await mute(ada, { topic }), 'Topic already muted')
    expect((await unmute(ada, { topic })).status).toBe(200)
  })

  test('folds case beyond ASCII', async () => {
    await mute(ada, { topic: 'Äpfel' })

    expectNoCode(await mute(ada, { topic: 'äPFEL' }), 'Topic already muted')
    expect((await readMutedTopics(ada))[0]![1]).toBe('Äpfel')
  })

  test('is another one in another stream', async () => {
    await mute(ada)

    expect((await mute(ada, { stream_id: undefined, stream: 'general' })).status).toBe(200)
    expect((await readMutedTopics(ada)).map(([stream]) => stream).toSorted()).toEqual(['Harbour', 'general'])
  })
})

test('muted topics are listed in the order of muting', async () => {
  for (const topic of ['c', 'a', 'b']) await mute(ada, { topic })
  await env.DB.batch(
    ['c', 'a', 'b'].map((topic, index) =>
      env.DB.prepare('update muted_topic set date_muted = ? where topic = ?').bind(1000 + index, topic),
    ),
  )

  expect(await readMutedTopics(ada)).toEqual([
    ['Harbour', 'c', 1000],
    ['Harbour', 'a', 1001],
    ['Harbour', 'b', 1002],
  ])
})

test('ten mutes of one topic at once succeed once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => mute(ada, { topic: index % 2 === 0 ? 'tides' : 'TIDES' })),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectNoCode(answer, 'Topic already muted')
  expect(await readMutedTopics(ada)).toHaveLength(1)
})

test('ten unmutes of one topic at once succeed once', async () => {
  await mute(ada)

  const answers = await Promise.all(Array.from({ length: 10 }, () => unmute(ada)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await readMutedTopics(ada)).toEqual([])
})

test.each<[string, Params]>([
  ['its id', {}],
  ['its name', { stream_id: undefined, stream: 'Harbour' }],
  ['its name in another case', { stream_id: undefined, stream: 'hARBOUR' }],
])('a stream is named by %s', async (_, params) => {
  expect((await mute(ada, params)).status).toBe(200)
  expect((await unmute(ada, params)).status).toBe(200)
})

test.each([
  ['without a topic', '', '(no topic)'],
  ['with a blank one', '  ', '(no topic)'],
])('messages %s have one to mute', async (_, topic, kept) => {
  await mute(ada, { topic })

  expect((await readMutedTopics(ada))[0]![1]).toBe(kept)
  expect((await unmute(ada, { topic: kept })).status).toBe(200)
})

describe.each(['add', 'remove'])('op = %s', (op) => {
  test.each<[string, Params]>([
    ['neither stream nor stream_id', { stream_id: undefined }],
    ['both', { stream: 'Harbour' }],
    ['an unknown id', { stream_id: 4_000_000 }],
    ['a negative id', { stream_id: -1 }],
    ['an unknown name', { stream_id: undefined, stream: 'nowhere' }],
    ['an empty name', { stream_id: undefined, stream: '' }],
    ['an id that is no number', { stream_id: 'harbour' }],
    ['a fraction', { stream_id: 1.5 }],
    ['an endless name', { stream_id: undefined, stream: 'x'.repeat(2000) }],
    ['an endless topic', { topic: 'x'.repeat(2000) }],
    ['another op', { op: 'toggle' }],
  ])('is refused with %s', async (_, params) => {
    const answer = await change(ada, { stream_id: harbour.id, topic: 'tides', op, ...params })

    expect(answer).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST' })
    expect(await readMutedTopics(ada)).toEqual([])
  })

  test('is refused for a stream of another realm', async () => {
    const answer = await change(ada, { stream_id: abroad.id, topic: 'tides', op })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test.each(['topic', 'op'])('is refused without %s', async (name) => {
    const answer = await change(ada, { stream_id: harbour.id, topic: 'tides', op, [name]: undefined })

    expect(answer).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: name })
  })
})

test.each<[string, string]>([
  ['is over 60 characters', 'x'.repeat(61)],
  ['has NUL', 'a\0b'],
  ['has a line break', 'a\nb'],
])('no topic is muted that %s', async (_, topic) => {
  expect(await mute(ada, { topic })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect((await mute(ada, { topic: 'x'.repeat(60) })).status).toBe(200)
})

describe('access', () => {
  test.each<[string, () => Person, () => { id: number }, number]>([
    ['a member, in a public stream without subscription', () => bo, () => harbour, 200],
    ['a subscriber, in a private stream', () => bo, () => secret, 200],
    ['an administrator, in a private stream', () => admin, () => secret, 200],
    ['a member, in a private stream without subscription', () => ada, () => secret, 400],
    ['a guest, in a public stream without subscription', () => guest, () => harbour, 400],
  ])('to mute: %s', async (_, who, stream, status) => {
    const answer = await mute(who(), { stream_id: stream().id })

    expect(answer.status).toBe(status)
    expect(await readMutedTopics(who())).toHaveLength(status === 200 ? 1 : 0)
  })

  test('to a stream that is hidden looks like one to a stream that is not there', async () => {
    const hidden = await mute(ada, { stream_id: secret.id })
    const missing = await mute(ada, { stream_id: 4_000_000 })

    expect({ ...hidden, headers: null }).toEqual({ ...missing, headers: null })
  })

  test('is not needed to unmute', async () => {
    const dee = await realm.user('dee')
    await bo.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], principals: [dee.id] })
    await mute(dee, { stream_id: secret.id })
    await dee.delete('/users/me/subscriptions', { subscriptions: ['secret'] })

    expectNoCode(await unmute(dee, { stream_id: secret.id, topic: 'other' }), 'Topic is not muted')
    expect((await unmute(dee, { stream_id: secret.id })).status).toBe(200)
  })

  test('is open to bots', async () => {
    const bot = await realm.bot('robo', ada)

    expect((await mute(bot)).status).toBe(200)
  })
})

test('who loses sight of a stream as it becomes private loses its mutes', async () => {
  const cy = await realm.user('cy')
  const cove = await realm.stream('Cove', ada)
  const people = [ada, bo, admin, cy]
  for (const person of people) await mute(person, { stream_id: cove.id })
  await mute(bo)

  await admin.patch(`/streams/${cove.id}`, { is_private: true, new_name: 'Layoffs' })

  const streams = await Promise.all(
    people.map(async (person) => (await readMutedTopics(person)).map(([stream]) => stream)),
  )
  expect(streams).toEqual([['Layoffs'], ['Harbour'], ['Layoffs'], []])
})

test('a person mutes at most 3,000 topics', async () => {
  await env.DB.prepare(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 2999)
     insert into muted_topic (user_id, stream_id, topic_key, topic, date_muted)
     select ?, ?, 't' || i, 't' || i, 1 from n`,
  )
    .bind(ada.id, harbour.id)
    .run()

  expect((await mute(ada, { topic: 'the last' })).status).toBe(200)
  expect(await mute(ada, { topic: 'one more' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
})

describe('the first unread message', () => {
  let reader: Person

  beforeEach(async () => {
    reader = await realm.user(`reader${Math.random().toString(36).slice(2)}`)
    await reader.subscribe('Harbour')
  })

  const firstUnread = async (narrow: unknown[] = []): Promise<number> =>
    (await reader.get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 0, narrow }))['anchor'] as number

  const none = 10 ** 16

  test('is looked for outside muted topics, whatever the spelling of either', async () => {
    const first = await ada.send('Harbour', 'Tides', 'muted')
    const second = await ada.send('Harbour', 'TIDES', 'muted, too')
    const third = await ada.send('Harbour', 'boats', 'not muted')
    expect(await firstUnread()).toBe(first)

    await mute(reader)
    expect(await firstUnread()).toBe(third)
    await unmute(reader)

    expect(await firstUnread()).toBe(first)
    expect(second).toBeGreaterThan(first)
  })

  test.each<[string, unknown[]]>([
    ['the stream', [['stream', 'Harbour']]],
    ['the topic', [['topic', 'tides']]],
    [
      'stream and topic',
      [
        ['stream', 'Harbour'],
        ['topic', 'tides'],
      ],
    ],
    ['unread messages', [['is', 'unread']]],
    ['the sender', [['sender', 'ada@example.com']]],
  ])('is not in a muted topic, also in a narrow to %s', async (_, narrow) => {
    const id = await ada.send('Harbour', 'tides', 'muted')
    expect(await firstUnread(narrow)).toBe(id)

    await mute(reader)

    expect(await firstUnread(narrow)).toBe(none)
  })

  test('is not in a muted topic, also when it was marked unread again', async () => {
    const id = await ada.send('Harbour', 'tides', 'muted')
    await reader.post('/mark_all_as_read')
    await reader.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' })
    expect(await firstUnread()).toBe(id)

    await mute(reader)

    expect(await firstUnread()).toBe(none)
  })

  test('does not depend on what others muted, or on other streams', async () => {
    const id = await ada.send('Harbour', 'tides', 'hello')

    await mute(bo)
    await mute(reader, { stream_id: undefined, stream: 'general' })
    await mute(reader, { topic: 'tide' })

    expect(await firstUnread()).toBe(id)
  })

  test('leaves muted topics in the results and in their unread state', async () => {
    const id = await ada.send('Harbour', 'tides', 'muted')
    await mute(reader)

    const [message] = await reader.messages([
      ['topic', 'tides'],
      ['is', 'unread'],
    ])

    expect(message).toMatchObject({ id, flags: [] })
  })
})

test('a muted topic of an archived stream can be moved', async () => {
  const { id: stream_id, name } = await realm.stream('Closed', ada, admin)
  const id = await admin.send(name, 'tides', 'ebb')
  await mute(ada, { stream_id })
  const listener = await ada.listen()
  await admin.delete(`/streams/${stream_id}`)
  const moved = await admin.ask('PATCH', `/messages/${id}`, { topic: 'wind', propagate_mode: 'change_all' })
  expect(moved.status).toBe(200)
  expect(await listener.events('muted_topics')).toHaveLength(1)
})
