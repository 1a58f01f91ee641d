/** How the client library follows an event queue (client/wire). */
import { evictDurableObject } from 'cloudflare:test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newRealm, type Person } from '../kit'
import { Network } from '../kit/network'
import { contentsOf, followMessages, untilOnSocket, wireOf, type Following } from '../kit/wire'

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  return { realm, ada, grace, say: (content: string) => ada.send('harbour', 'tides', content) }
}

/** Somebody who follows on a socket. */
async function following(options: Parameters<typeof followMessages>[1] = {}) {
  const made = await harbour()
  const client = await followMessages(made.grace, options)
  await untilOnSocket(client)
  client.statuses.length = 0
  client.network.requests.length = 0
  return { ...made, ...client }
}

const waitUntil = (what: () => unknown, expected: unknown = true): Promise<void> =>
  vi.waitFor(() => expect(what()).toEqual(expected))

const saidTo = ({ events }: Pick<Following, 'events'>) =>
  contentsOf(events).map((html) => html.replaceAll(/<[^>]*>/g, ''))

/** The wait before the next attempt, in seconds; null if there is none. */
const backOff = ({ clock, follower }: Pick<Following, 'clock' | 'follower'>): number | null =>
  follower.status === 'offline' ? (clock.waits[0] ?? null) : null

/** Lets time pass on a connection that works: pings are answered. */
async function passOnline({ clock }: Pick<Following, 'clock'>, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.pass(1)
    await waitUntil(() => clock.waits.includes(10), false)
  }
}

/** The queue's events up to an id were acknowledged: the server does not know them any more. */
async function expectAcknowledged(person: Person, queue_id: string, id: number): Promise<void> {
  await vi.waitFor(async () => {
    const { status, msg } = await person.ask('GET', '/events', { queue_id, last_event_id: id - 1, dont_block: true })
    expect({ status, msg }).toMatchObject({ status: 400, msg: expect.stringContaining('pruned') })
  })
}

test('events come on a socket, and the status tells', async () => {
  const { grace, say } = await harbour()
  const client = await followMessages(grace)
  expect(client.follower.status).toBe('connecting')
  await say('one')
  await untilOnSocket(client)
  await say('two')
  await waitUntil(() => saidTo(client), ['one', 'two'])
  expect(client.statuses).toEqual(['live'])
  expect(client.network.requests).toEqual(['POST /register', 'POST /events/ticket', 'SOCKET /events'])
})

test('after a lost connection, every event that happened meanwhile comes once', async () => {
  const client = await following()
  await client.say('one')
  await waitUntil(() => saidTo(client), ['one'])
  client.clock.pass(20)
  client.network.line.cut(1006)
  await client.say('two')
  await waitUntil(() => backOff(client), 1)
  expect(client.follower.status).toBe('offline')
  client.clock.pass(1)
  await untilOnSocket(client)
  await waitUntil(() => saidTo(client), ['one', 'two'])
  expect(client.statuses).toEqual(['offline', 'connecting', 'live'])
})

test('a connection that went silent is found out within 40 seconds', async () => {
  const client = await following()
  client.network.line.isSilent = true
  await client.say('one')
  client.clock.pass(30)
  expect(client.network.line.sentTexts.at(-1)).toBe('ping')
  client.clock.pass(9)
  expect(client.follower.status).toBe('live')
  client.clock.pass(1)
  await waitUntil(() => client.follower.status, 'offline')
  client.clock.pass(1)
  await waitUntil(() => saidTo(client), ['one'])
})

test('a connection that answers pings or brings anything stays open', async () => {
  const client = await following()
  const { line } = client.network
  await passOnline(client, 300)
  expect(line.sentTexts).toEqual(Array.from({ length: 11 }, () => 'ping'))
  line.isSilent = true
  client.clock.pass(30)
  line.bring('pong')
  client.clock.pass(29)
  expect(client.follower.status).toBe('live')
  expect(client.network.lines).toHaveLength(1)
})

test('attempts get rarer, down to one a minute, and more frequent again after one that succeeded', async () => {
  const client = await following()
  client.network.isDown = true
  client.clock.pass(10)
  client.network.line.cut(1006)
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    await waitUntil(() => backOff(client), seconds)
    client.clock.pass(seconds - 0.1)
    expect(client.follower.status).toBe('offline')
    client.clock.pass(0.1)
  }
  await waitUntil(() => backOff(client), 60)
  client.network.isDown = false
  client.clock.pass(60)
  await untilOnSocket(client)
  client.clock.pass(10)
  client.network.line.cut(1006)
  await waitUntil(() => backOff(client), 1)
})

test('not all clients come back at the same moment', async () => {
  const client = await following()
  client.clock.chance = 0
  client.clock.pass(10)
  client.network.line.cut(1006)
  await waitUntil(() => backOff(client), 0.5)
})

test('who is woken up tries at once', async () => {
  const client = await following()
  client.network.isDown = true
  client.network.line.cut(1006)
  await waitUntil(() => client.follower.status, 'offline')
  client.network.isDown = false
  client.follower.wakeUp()
  await untilOnSocket(client)
})

test('who is woken up looks whether the connection still works', async () => {
  const client = await following()
  client.network.line.isSilent = true
  client.follower.wakeUp()
  client.clock.pass(10)
  await waitUntil(() => client.follower.status, 'offline')
})

test.for<[number, number | null]>([
  [1012, 4],
  [4408, null],
  [4429, 30],
  [4400, 0.9],
])('after %i a client comes back in its time', async ([code, wait]) => {
  const client = await following()
  client.clock.pass(10)
  client.clock.chance = 0.8
  client.network.line.cut(code)
  if (wait !== null) {
    await waitUntil(() => client.clock.waits, [wait])
    if (code === 4429) client.follower.wakeUp()
    expect(client.clock.waits).toEqual([wait])
    client.clock.pass(wait)
  }
  await untilOnSocket(client)
  await client.say('back')
  await waitUntil(() => saidTo(client), ['back'])
})

test('a server that restarts again and again is left alone for longer each time', async () => {
  const client = await following()
  for (const seconds of [1, 2, 4]) {
    client.network.line.cut(1012)
    await waitUntil(() => backOff(client), seconds)
    client.clock.pass(seconds)
    await untilOnSocket(client)
  }
})

test('a refused ticket is waited for as the server says', async () => {
  const client = await following()
  client.clock.pass(10)
  const refusal = { result: 'error', msg: '', code: 'RATE_LIMIT_HIT', 'retry-after': 3600 }
  client.network.answers.push(() => Response.json(refusal, { status: 429 }))
  client.network.line.cut(4408)
  await waitUntil(() => backOff(client), 3600)
  client.clock.pass(3600)
  await untilOnSocket(client)
})

test('the end of the account ends following, and says so', async () => {
  const client = await following()
  await client.realm.deactivate(client.grace)
  await waitUntil(() => client.follower.status, 'ended')
  expect(client.ended()).toBe('account_deactivated')
  expect(client.clock.waits).toEqual([])
})

test('who is logged out while away learns it on coming back', async () => {
  const client = await following()
  client.network.isDown = true
  client.network.line.cut(1006)
  await waitUntil(() => client.follower.status, 'offline')
  await client.realm.deactivate(client.grace)
  client.network.isDown = false
  client.follower.wakeUp()
  await waitUntil(() => client.ended(), 'account_deactivated')
})

test('of two clients that follow one queue, the first stops', async () => {
  const client = await following()
  const other = wireOf(client.grace)
  const events: unknown[] = []
  const second = other.wire.follow({
    from: client.follower.position,
    onEvents: (some) => events.push(...some),
    register: () => expect.fail('The queue is there'),
  })
  onTestFinished(() => second.stop())
  await waitUntil(() => client.ended(), 'replaced')
  await client.say('one')
  await waitUntil(() => events.length, 1)
  expect(client.events).toEqual([])
})

test('after the queue has ended, events of a new registration come', async () => {
  const client = await following()
  const { queue_id } = client.follower.position
  await client.grace.delete('/events', { queue_id })
  await untilOnSocket(client)
  await vi.waitFor(() => expect(client.follower.position.queue_id).not.toBe(queue_id))
  await untilOnSocket(client)
  await client.say('one')
  await waitUntil(() => saidTo(client), ['one'])
})

test('a queue that ended while the client was away is noticed by the first attempt', async () => {
  const client = await following()
  const { queue_id } = client.follower.position
  client.clock.pass(10)
  client.network.isDown = true
  client.network.line.cut(1006)
  await waitUntil(() => client.follower.status, 'offline')
  await client.grace.delete('/events', { queue_id })
  client.network.isDown = false
  client.follower.wakeUp()
  await vi.waitFor(() => expect(client.follower.position.queue_id).not.toBe(queue_id))
  await untilOnSocket(client)
  expect(client.statuses).not.toContain('ended')
})

test('an event id that the server does not know also leads to a new registration', async () => {
  const { grace, say } = await harbour()
  const { queue_id, last_event_id } = await grace.listen({ event_types: ['message'] })
  const client = await followMessages(grace, { from: { queue_id, last_event_id: last_event_id + 1000 } })
  await untilOnSocket(client)
  expect(client.follower.position.queue_id).not.toBe(queue_id)
  await say('one')
  await waitUntil(() => saidTo(client), ['one'])
})

test('queues that end as soon as they are made are not made without a pause', async () => {
  let registered = 0
  const client = await following({
    register: async () => {
      registered += 1
      return { queue_id: 'none', last_event_id: 1 }
    },
  })
  await client.grace.delete('/events', { queue_id: client.follower.position.queue_id })
  await waitUntil(() => backOff(client), 1)
  client.clock.pass(1)
  await waitUntil(() => backOff(client), 2)
  expect(registered).toBe(2)
})

test('where sockets do not get through, events come by long polls, and sockets are tried again', async () => {
  const { grace, say } = await harbour()
  const client = await followMessages(grace)
  client.network.blocksSockets = true
  await waitUntil(() => backOff(client), 1)
  client.clock.pass(1)
  await waitUntil(() => client.follower.status, 'live')
  expect(client.follower.socket).toBeNull()
  await say('one')
  await waitUntil(() => saidTo(client), ['one'])
  expect(client.network.requests.filter((route) => route === 'SOCKET /events')).toHaveLength(2)

  client.network.blocksSockets = false
  const contents = ['one']
  for (const content of ['two', 'three', 'four', 'five']) {
    expect(client.follower.socket).toBeNull()
    client.clock.pass(75)
    await say(content)
    contents.push(content)
    await waitUntil(() => saidTo(client), contents)
  }
  await untilOnSocket(client)
  expect(client.statuses).not.toContain('ended')
})

test('where sockets open and bring nothing, events come by long polls', async () => {
  const { grace, say } = await harbour()
  const client = await followMessages(grace)
  client.network.silencesSockets = true
  await waitUntil(() => client.clock.waits.includes(10))
  client.clock.pass(10)
  await waitUntil(() => backOff(client), 1)
  client.clock.pass(1)
  await waitUntil(() => client.clock.waits.includes(10))
  client.clock.pass(10)
  await waitUntil(() => client.follower.status, 'live')
  await say('one')
  await waitUntil(() => saidTo(client), ['one'])
})

test('where there are no sockets at all, events come by long polls', async () => {
  const { grace, say } = await harbour()
  const network = new Network()
  // A `new` of it throws.
  Object.assign(network, { WebSocket: {} })
  const client = await followMessages(grace, {}, wireOf(grace, network))
  await waitUntil(() => backOff(client), 1)
  client.clock.pass(1)
  await waitUntil(() => client.follower.status, 'live')
  await say('one')
  await waitUntil(() => saidTo(client), ['one'])
})

test('a poll that another client ends is given up after the second time', async () => {
  const { grace } = await harbour()
  const client = await followMessages(grace)
  client.network.blocksSockets = true
  await waitUntil(() => backOff(client), 1)
  client.clock.pass(1)
  const polls = () => client.network.requests.filter((route) => route === 'GET /events').length
  for (const amount of [3, 4]) {
    // It waits already: requests of the same queue are answered in their order.
    await waitUntil(polls, amount)
    await grace.ask('GET', '/events', { ...client.follower.position, dont_block: true })
  }
  await waitUntil(() => client.ended(), 'replaced')
})

test('events are acknowledged a minute after the first one, or with the next ask', async () => {
  const client = await following()
  const { queue_id } = client.follower.position
  await client.say('one')
  await waitUntil(() => saidTo(client), ['one'])
  await passOnline(client, 59)
  expect(client.network.line.sentTexts.filter((text) => text !== 'ping')).toEqual([])
  await passOnline(client, 1)
  const [first] = client.events
  expect(client.network.line.sentTexts).toContain(JSON.stringify({ last_event_id: first!.id }))
  await expectAcknowledged(client.grace, queue_id, first!.id)
})

test('an acknowledgement rides along with an ask', async () => {
  const client = await following()
  await client.say('one')
  await waitUntil(() => saidTo(client), ['one'])
  await client.wire.ask('POST /users/me/presence', { status: 'active' })
  expect(JSON.parse(client.network.line.sentTexts.at(-1)!)).toMatchObject({ last_event_id: client.events[0]!.id })
})

test('many events are acknowledged at once', async () => {
  const client = await following()
  const first = client.follower.position.last_event_id + 1
  const events = Array.from({ length: 200 }, (_, index) => ({ id: first + index, type: 'heartbeat' }))
  const acknowledgements = () => client.network.line.sentTexts.filter((text) => text.includes('last_event_id'))
  client.network.line.bring(JSON.stringify({ events: events.slice(0, 199) }))
  await Promise.resolve()
  expect(acknowledgements()).toEqual([])
  client.network.line.bring(JSON.stringify({ events: events.slice(199) }))
  await waitUntil(acknowledgements, [JSON.stringify({ last_event_id: first + 199 })])
})

test('events are acknowledged once they are stored, and not before', async () => {
  const kept = Promise.withResolvers<void>()
  const client = await following({ onEvents: () => kept.promise })
  const before = client.follower.position
  const id = await client.say('one')
  await waitUntil(() => client.network.line.sentTexts.length > 0)
  await client.wire.ask('POST /messages/flags', { op: 'add', flag: 'read', messages: [id] })
  expect(client.network.line.sentTexts.filter((text) => text.includes('last_event_id'))).toEqual([])
  expect(client.follower.position).toEqual(before)
  kept.resolve()
  await vi.waitFor(() => expect(client.follower.position.last_event_id).toBeGreaterThan(before.last_event_id))
  await passOnline(client, 60)
  expect(client.network.line.sentTexts.filter((text) => text.includes('last_event_id'))).toHaveLength(1)
})

test('who begins with a registration registers when the network lets them', async () => {
  const { ada } = await harbour()
  const network = new Network()
  network.isDown = true
  const client = await followMessages(ada, { from: null }, wireOf(ada, network))
  await waitUntil(() => client.statuses, ['offline'])
  network.isDown = false
  await vi.waitFor(() => {
    client.clock.pass(1)
    expect(client.follower.status).toBe('live')
  })
  expect(client.network.requests.filter((request) => request === 'POST /register')).toHaveLength(2)
})

test('who stops is not told any more, and leaves nothing behind', async () => {
  const client = await following()
  client.follower.stop()
  expect(client.statuses).toEqual(['ended'])
  expect(client.ended()).toBe('stopped')
  await client.say('one')
  expect(client.clock.waits).toEqual([])
  expect(client.events).toEqual([])
})

test('an object that slept does not disturb', async () => {
  const client = await following()
  await evictDurableObject(client.realm.object, { webSockets: 'hibernate' })
  await client.say('one')
  await waitUntil(() => saidTo(client), ['one'])
  expect(client.network.lines).toHaveLength(1)
})
