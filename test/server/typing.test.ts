import { beforeEach, describe, expect, test } from 'vitest'
import { costOf, newRealm, type Listener, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
})

const recipientOf = ({ id, email }: Person) => ({ user_id: id, email })

/** A queue that is told of typing in streams. */
const listen = (person: Person): Promise<Listener> =>
  person.listen({ client_capabilities: { notification_settings_null: true, stream_typing_notifications: true } })

const type = (params: Params) => ada.ask('POST', '/typing', { op: 'start', ...params })

describe('typing to people', () => {
  test.each(['start', 'stop'])('%s is told to all who are written to and to the writer', async (op) => {
    const cy = await realm.user('cy')
    const bot = await realm.bot('clock', bo)
    const listeners = await Promise.all([ada, bo, cy, bot].map((person) => person.listen()))

    await ada.post('/typing', { op, to: [cy.id, bot.id, bo.id] })

    const recipients = [ada, bo, cy, bot].map(recipientOf)
    for (const listener of listeners)
      expect(await listener.events()).toEqual([
        { type: 'typing', op, message_type: 'private', sender: recipientOf(ada), recipients },
      ])
  })

  test('is told to nobody else', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const listeners = await Promise.all([realm.owner, guest].map((person) => person.listen()))

    await ada.post('/typing', { op: 'start', to: [bo.id] })

    for (const listener of listeners) expect(await listener.events()).toEqual([])
  })

  test('names the writer once, whether listed or not, and may be for oneself alone', async () => {
    const listener = await ada.listen()

    await ada.post('/typing', { op: 'start', to: [bo.id, ada.id, bo.id] })
    await ada.post('/typing', { op: 'start', to: [ada.id] })

    const recipients = (await listener.events()).map((event) => event['recipients'] as unknown)
    expect(recipients).toEqual([[recipientOf(ada), recipientOf(bo)], [recipientOf(ada)]])
  })

  test('goes on to a group of which somebody was deactivated, who is told nothing', async () => {
    const cy = await realm.user('cy')
    await realm.deactivate(cy)
    const listener = await bo.listen()

    expect(await type({ to: [bo.id, cy.id] })).toMatchObject({ status: 200 })

    expect(await listener.events()).toMatchObject([
      { recipients: [recipientOf(ada), recipientOf(bo), recipientOf(cy)] },
    ])
  })

  test('goes to more people than are asked for one by one', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, index) => realm.user(`p${index}`)))
    const listener = await people[11]!.listen()

    await ada.post('/typing', { op: 'start', to: people.map(({ id }) => id) })

    const [event] = await listener.events()
    expect(event!['recipients']).toHaveLength(13)
    expect((await type({ to: [...people.map(({ id }) => id), 4_000_000_000] })).msg).toBe('Invalid user ID 4000000000')
  })

  test.each([1, 12])('goes to the realm’s own voice, as one of %i', async (amount) => {
    const { state } = await ada.listen()
    const voice = state['cross_realm_bots'][0].user_id as number
    const people = await Promise.all(Array.from({ length: amount - 1 }, (_, index) => realm.user(`p${index}`)))

    expect(await type({ to: [voice, ...people.map(({ id }) => id)] })).toMatchObject({ status: 200 })
  })

  test('shows the addresses that others see', async () => {
    await realm.owner.patch('/realm', { email_address_visibility: 3 })
    const listener = await bo.listen()

    await ada.post('/typing', { op: 'start', to: [bo.id] })

    expect(await listener.events()).toMatchObject([
      { sender: { user_id: ada.id, email: `user${ada.id}@${realm.host}` } },
    ])
  })
})

describe('typing in a stream', () => {
  test.each(['start', 'stop'])('%s is told to its subscribers', async (op) => {
    const harbour = await realm.stream('harbour', ada, bo)
    const listeners = await Promise.all([ada, bo].map(listen))

    await ada.post('/typing', { op, type: 'stream', to: [harbour.id], topic: ' tides ' })

    for (const listener of listeners)
      expect(await listener.events()).toEqual([
        { type: 'typing', op, message_type: 'stream', sender: recipientOf(ada), stream_id: harbour.id, topic: 'tides' },
      ])
  })

  test('is told to nobody else, and on no queue that does not know of it', async () => {
    const harbour = await realm.stream('harbour', ada, bo)
    const listeners = [await listen(realm.owner), await bo.listen()]

    await ada.post('/typing', { op: 'start', type: 'stream', to: [harbour.id], topic: 'tides' })

    for (const listener of listeners) expect(await listener.events()).toEqual([])
  })

  test('goes to the topic of messages without one', async () => {
    const harbour = await realm.stream('harbour', ada, bo)
    const listener = await listen(bo)

    await ada.post('/typing', { op: 'start', type: 'stream', to: [harbour.id], topic: '' })

    expect(await listener.events()).toMatchObject([{ topic: '(no topic)' }])
  })
})

test('has an older name', async () => {
  const listener = await bo.listen()

  await ada.post('/set-typing-status', { op: 'start', to: [bo.id] })

  expect(await listener.events()).toMatchObject([{ type: 'typing', sender: recipientOf(ada) }])
})

test('writes nothing, and asks nothing that was asked before', async () => {
  const harbour = await realm.stream('harbour', ada, bo)
  const params = { type: 'stream', to: [harbour.id], topic: 'tides' }
  await type(params)
  await type({ to: [bo.id] })

  expect(costOf(await type(params))).toMatchObject({ trips: 0, rows_written: 0 })
  expect(costOf(await type({ to: [bo.id] }))).toMatchObject({ trips: 0, rows_written: 0 })
})

describe('refuses', () => {
  let harbour: { id: number }
  let guest: Person
  let secret: number

  beforeEach(async () => {
    harbour = await realm.stream('harbour', ada, bo)
    guest = await realm.user('guest', { role: 600 })
    await bo.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true })
    secret = (await bo.get('/get_stream_id', { stream: 'secret' }))['stream_id'] as number
  })

  const cases: [what: string, by: () => Person, params: () => Params][] = [
    ['an unknown op', () => ada, () => ({ op: 'pause', to: [bo.id] })],
    ['no op', () => ada, () => ({ op: undefined, to: [bo.id] })],
    ['no recipients', () => ada, () => ({})],
    ['an empty list of recipients', () => ada, () => ({ to: [] })],
    ['an empty list of streams', () => ada, () => ({ type: 'stream', to: [], topic: 'tides' })],
    ['addresses', () => ada, () => ({ to: [bo.email] })],
    ['a plain id', () => ada, () => ({ to: bo.id })],
    ['too many recipients', () => ada, () => ({ to: Array.from({ length: 1001 }, () => bo.id) })],
    ['an unknown kind', () => ada, () => ({ type: 'huddle', to: [bo.id] })],
    ['an unknown person', () => ada, () => ({ to: [bo.id, 4_000_000_000] })],
    ['an id beyond all numbers', () => ada, () => ({ to: [1e300] })],
    ['several streams', () => ada, () => ({ type: 'stream', to: [harbour.id, harbour.id], topic: 'tides' })],
    ['a stream without a topic', () => ada, () => ({ type: 'stream', to: [harbour.id] })],
    ['a topic that is too long', () => ada, () => ({ type: 'stream', to: [harbour.id], topic: 'x'.repeat(61) })],
    ['an unknown stream', () => ada, () => ({ type: 'stream', to: [4_000_000_000], topic: 'tides' })],
    ['a private stream to an outsider', () => ada, () => ({ type: 'stream', to: [secret], topic: 'tides' })],
    [
      'a private stream to an administrator who may not post',
      () => realm.owner,
      () => ({ type: 'stream', to: [secret], topic: 'tides' }),
    ],
    ['a public stream to a guest', () => guest, () => ({ type: 'stream', to: [harbour.id], topic: 'tides' })],
  ]

  test.each(cases)('%s', async (_, by, params) => {
    const listener = await listen(bo)

    const answer = await by().ask('POST', '/typing', { op: 'start', ...params() })

    expect(answer.status).toBe(400)
    expect(answer.code).toMatch(/^(BAD_REQUEST|REQUEST_VARIABLE_MISSING)$/)
    expect(await listener.events()).toEqual([])
  })

  test('those who do not want others to know, of people and of streams apart', async () => {
    const toStream = { type: 'stream', to: [harbour.id], topic: 'tides' }
    await ada.patch('/settings', { send_private_typing_notifications: false })
    expect([(await type({ to: [bo.id] })).code, (await type(toStream)).status]).toEqual(['BAD_REQUEST', 200])

    await ada.patch('/settings', { send_private_typing_notifications: true, send_stream_typing_notifications: false })
    expect([(await type({ to: [bo.id] })).status, (await type(toStream)).code]).toEqual([200, 'BAD_REQUEST'])
  })

  test('a stream where only administrators post', async () => {
    const { id } = harbour
    await realm.owner.patch(`/streams/${id}`, { stream_post_policy: 2 })

    expect(await type({ type: 'stream', to: [id], topic: 'tides' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})
