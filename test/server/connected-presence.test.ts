import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addUsers } from '../kit/crowd'
import { connectionError, killObject, withFault } from '../kit/faulty-database'
import { controlClock, waitForClockChecks, advanceClock, releaseClock } from '../kit/clock'
import { newRealm, type Listener, type Params, type Person, type TestRealm, type ToldEvent } from '../kit'
import { close, connect, type Client } from '../kit/socket-client'

let realm: TestRealm
let ada: Person
let bo: Person

beforeEach(async () => {
  controlClock()
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
})

afterEach(releaseClock)

const seconds = () => Math.floor(Date.now() / 1000)

/** A client with an open socket on a queue of its own. */
const open = async (person: Person): Promise<Client> => connect(await person.listen({ event_types: [] }))

const say = async (client: Client, status: string, params: Params = {}): Promise<Record<string, unknown>> => {
  const answer = await client.ask('POST /users/me/presence', { status, client: 'website', ...params })
  expect(answer.msg).toBe('')
  return answer
}

const report = (person: Person, status: string, client = 'website') =>
  person.post('/users/me/presence', { status, client })

/** Presence of Ada, or of somebody else, as Bo asks for it. */
const readPresence = async (person = ada): Promise<Record<string, unknown>> =>
  (await bo.get(`/users/${person.id}/presence`))['presence'] as Record<string, unknown>

const readStoredPresence = async (): Promise<unknown> => {
  const row = await env.DB.prepare('select seen from presence where realm_id = ?')
    .bind(realm.id)
    .first<{ seen: string }>()
  return JSON.parse(row?.seen ?? '{}')
}

/** What a queue is told of presence: the clients. */
const readPresenceEvents = async (listener: Listener): Promise<ToldEvent[]> =>
  (await listener.events('presence')).map(({ presence }) => presence as ToldEvent)

const website = (status: string, timestamp = seconds()) => ({
  website: { client: 'website', status, timestamp, pushable: false },
})

/** Closes a connection, and waits until the server has noticed. */
async function leave(...clients: Client[]): Promise<void> {
  const before = await openSockets()
  for (const client of clients) client.socket.close(1000)
  await vi.waitFor(async () => expect(await openSockets()).toBe(before - clients.length))
  await waitForPresence()
}

/** Has the server believe that all connections broke off. */
async function lose(): Promise<void> {
  await realm.inObject(async (object, state) => {
    for (const socket of state.getWebSockets()) await object.webSocketClose(socket, 1006, '', false)
  })
  await waitForPresence()
}

const openSockets = (): Promise<number> =>
  realm.inObject((_, state) => state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN).length)

/** Waits for the turns of the realm that have begun: they are taken one after the other. */
const waitForPresence = (): Promise<unknown> => realm.owner.get('/realm/presence')

/** Lets time pass, and waits for what the realm does then. */
async function passSecondsAndSettle(after: number): Promise<void> {
  advanceClock(after)
  await waitForClockChecks()
  await waitForPresence()
}

describe('somebody who is active on a connection', () => {
  test('is reported at once, and is present in every answer', async () => {
    const listener = await bo.listen()

    const answer = await say(await open(ada), 'active')

    const aggregated = { client: 'website', status: 'active', timestamp: seconds() }
    const presences = { [ada.email]: { ...website('active'), aggregated } }
    expect(answer['presences']).toEqual(presences)
    expect(await readPresenceEvents(listener)).toEqual([website('active')])
    expect((await bo.get('/realm/presence'))['presences']).toEqual(presences)
    expect((await bo.listen()).state['presences']).toEqual(presences)
    expect(await readPresence()).toEqual({
      website: { status: 'active', timestamp: seconds() },
      aggregated: { status: 'active', timestamp: seconds() },
    })
  })

  test('stays so by pings alone, which wake nobody and write nothing', async () => {
    vi.setSystemTime(Date.now() - 600_000)
    const client = await open(ada)
    await say(client, 'active')
    const listener = await bo.listen()
    const before = await readStoredPresence()
    await evictDurableObject(realm.object, { webSockets: 'hibernate' })

    advanceClock(600)
    client.socket.send('ping')
    await vi.waitFor(() => expect(client.said).toEqual(['pong']))
    // An object that the ping had woken could be evicted again.
    await expect(evictDurableObject(realm.object, { webSockets: 'hibernate' })).rejects.toThrow()

    const { timestamp } = (await readPresence())['aggregated'] as { timestamp: number }
    expect(await readPresence()).toMatchObject({ website: { status: 'active' }, aggregated: { status: 'active' } })
    expect(seconds() - timestamp).toBeLessThan(60)
    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await readStoredPresence()).toEqual(before)
  })

  test('stays so for 90 seconds after the last word, and was there until then', async () => {
    await say(await open(ada), 'active')
    const timestamp = seconds()
    advanceClock(89)
    expect(await readPresence()).toMatchObject({ website: { status: 'active', timestamp } })

    advanceClock(2)

    expect(await readPresence()).toMatchObject({ website: { status: 'idle', timestamp } })
  })
})

test('somebody who is idle on a connection is idle at once, and everybody is told', async () => {
  const client = await open(ada)
  await say(client, 'active')
  const listener = await bo.listen()
  advanceClock(20)

  await say(client, 'idle')

  expect(await readPresenceEvents(listener)).toEqual([website('idle')])
  expect(await readPresence()).toMatchObject({ aggregated: { status: 'idle', timestamp: seconds() } })
})

test('somebody with an open connection who says no word is not here', async () => {
  const listener = await bo.listen()
  const client = await open(ada)

  client.acknowledge(-1)
  await leave(client)
  await passSecondsAndSettle(11)

  expect(await readPresenceEvents(listener)).toEqual([])
  expect((await bo.ask('GET', `/users/${ada.id}/presence`)).status).toBe(400)
})

describe('somebody with several connections', () => {
  test('is idle when idle on all of them', async () => {
    const [first, second] = [await open(ada), await open(ada)]
    await say(first, 'active')
    await say(second, 'active')
    const listener = await bo.listen()
    advanceClock(20)
    await say(first, 'idle')
    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await readPresence()).toMatchObject({ aggregated: { status: 'active' } })

    await say(second, 'idle')

    expect(await readPresenceEvents(listener)).toEqual([website('idle')])
    expect(await readPresence()).toMatchObject({ aggregated: { status: 'idle' } })
  })

  test('of several programs is reported under all names once idle on all of them', async () => {
    const [page, phone] = [await open(ada), await open(ada)]
    await say(page, 'active')
    await say(phone, 'active', { client: 'ZulipMobile' })
    await passSecondsAndSettle(20)
    const listener = await bo.listen()
    await say(page, 'idle')
    expect(await readPresenceEvents(listener)).toEqual([])
    const timestamp = seconds()
    advanceClock(20)

    await say(phone, 'idle', { client: 'ZulipMobile' })

    const idle = { status: 'idle', pushable: false }
    expect(await readPresenceEvents(listener)).toEqual([
      {
        website: { client: 'website', timestamp, ...idle },
        ZulipMobile: { client: 'ZulipMobile', timestamp: seconds(), ...idle },
      },
    ])
  })

  test('is active as long as one of them is, whichever was heard of last', async () => {
    const [page, phone] = [await open(ada), await open(ada)]
    await say(page, 'active')
    const timestamp = seconds()
    advanceClock(60)
    await say(phone, 'idle', { client: 'ZulipMobile' })

    expect(await readPresence()).toMatchObject({
      ZulipMobile: { status: 'idle', timestamp: seconds() },
      aggregated: { status: 'active', timestamp },
    })
  })

  test('is as active after one of two was closed as before', async () => {
    const [first, second] = [await open(ada), await open(ada)]
    await say(first, 'active')
    await say(second, 'active')
    const listener = await bo.listen()

    await leave(first)
    await passSecondsAndSettle(20)

    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await readPresence()).toMatchObject({ aggregated: { status: 'active' } })
  })

  test('is idle a little after the active one of two was closed', async () => {
    const [first, second] = [await open(ada), await open(ada)]
    await say(first, 'active')
    await say(second, 'idle')
    const listener = await bo.listen()
    const timestamp = seconds()

    await leave(first)
    expect(await readPresence()).toMatchObject({ aggregated: { status: 'active' } })
    await passSecondsAndSettle(20)

    expect(await readPresenceEvents(listener)).toEqual([website('idle', timestamp)])
    expect(await readPresence()).toMatchObject({ aggregated: { status: 'idle', timestamp } })
  })
})

describe('somebody who leaves', () => {
  test('is idle since then, and everybody is told when they did not come back', async () => {
    const client = await open(ada)
    await say(client, 'active')
    const listener = await bo.listen()
    advanceClock(20)
    const timestamp = seconds()

    await leave(client)
    await passSecondsAndSettle(9)
    expect(await readPresenceEvents(listener)).toEqual([])
    await passSecondsAndSettle(1)

    expect(await readPresenceEvents(listener)).toEqual([website('idle', timestamp)])
    expect(await readPresence()).toMatchObject({ website: { status: 'idle', timestamp } })
  })

  test('is also reported when they were idle', async () => {
    const client = await open(ada)
    await say(client, 'idle')
    const listener = await bo.listen()
    advanceClock(20)
    const timestamp = seconds()

    await leave(client)
    await passSecondsAndSettle(10)

    expect(await readPresenceEvents(listener)).toEqual([website('idle', timestamp)])
  })

  test('and comes back soon, as after a reload, is not told of', async () => {
    const client = await open(ada)
    await say(client, 'active')
    const listener = await bo.listen()
    advanceClock(20)

    await leave(client)
    advanceClock(5)
    expect(await readPresence()).toMatchObject({ website: { status: 'active' } })
    await say(await open(ada), 'active')
    await passSecondsAndSettle(6)

    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await readPresence()).toMatchObject({ website: { status: 'active' } })
  })

  test('and comes back idle is reported at once', async () => {
    const client = await open(ada)
    await say(client, 'active')
    const listener = await bo.listen()
    advanceClock(20)

    await leave(client)
    await say(await open(ada), 'idle')

    expect(await readPresenceEvents(listener)).toEqual([website('idle')])
  })

  test('with two connections one after the other is reported once', async () => {
    const [first, second] = [await open(ada), await open(ada)]
    await say(first, 'active')
    await say(second, 'active')
    const listener = await bo.listen()
    advanceClock(20)

    await leave(first)
    advanceClock(3)
    const timestamp = seconds()
    await leave(second)
    await passSecondsAndSettle(8)
    expect(await readPresenceEvents(listener)).toEqual([])
    await passSecondsAndSettle(12)

    expect(await readPresenceEvents(listener)).toEqual([website('idle', timestamp)])
  })

  test('is told of when their queue ends, or another connection takes the place of theirs', async () => {
    const queue = await ada.listen()
    const client = await connect(queue)
    await say(client, 'active')
    const listener = await bo.listen()
    advanceClock(20)

    await connect(queue)
    await vi.waitFor(() => expect(client.closed?.code).toBe(4409))
    await waitForPresence()
    await passSecondsAndSettle(10)

    expect((await readPresenceEvents(listener)).map((clients) => clients['website'].status)).toEqual(['idle'])
  })

  test('is remembered by the database', async () => {
    const client = await open(ada)
    await say(client, 'active')
    expect(await readStoredPresence()).toEqual({})
    advanceClock(500)
    const timestamp = seconds()

    await leave(client)
    await vi.waitFor(async () =>
      expect(await readStoredPresence()).toEqual({ [ada.id]: { website: { status: 'idle', timestamp } } }),
    )
    await killObject(realm)

    expect(await readPresence()).toMatchObject({ website: { status: 'idle', timestamp } })
  })

  test('is noticed by an object that slept', async () => {
    const client = await open(ada)
    await say(client, 'active')
    const listener = await bo.listen()
    await evictDurableObject(realm.object, { webSockets: 'hibernate' })
    advanceClock(30)
    const timestamp = seconds()

    await close(client)
    await waitForPresence()
    await passSecondsAndSettle(10)

    expect(await readPresenceEvents(listener)).toEqual([website('idle', timestamp)])
  })

  test('and whose connection was lost was here until it was last heard of', async () => {
    const client = await open(ada)
    await say(client, 'active')
    const timestamp = seconds()
    advanceClock(40)

    await lose()
    await passSecondsAndSettle(10)

    expect(await readPresence()).toMatchObject({ website: { status: 'idle', timestamp } })
  })
})

describe('a connection whose client is silent', () => {
  test('counts for 90 seconds; then others are told as soon as somebody reports, and it is remembered', async () => {
    await say(await open(ada), 'active')
    const timestamp = seconds()
    const listener = await bo.listen()
    advanceClock(91)

    await report(bo, 'active')

    const [ofAda] = await readPresenceEvents(listener)
    expect(ofAda).toEqual(website('idle', timestamp))
    expect(await readStoredPresence()).toMatchObject({ [ada.id]: { website: { status: 'idle', timestamp } } })
    advanceClock(100)
    await report(bo, 'active')
    expect(await readPresenceEvents(listener)).toHaveLength(1)
  })

  test('counts again with its next word, and others are told', async () => {
    const client = await open(ada)
    await say(client, 'active')
    advanceClock(91)
    await report(bo, 'active')
    const listener = await bo.listen()
    advanceClock(20)

    await say(client, 'active')

    expect(await readPresenceEvents(listener)).toEqual([website('active')])
  })

  test('is not told of while another one of the person is active', async () => {
    const [silent, other] = [await open(ada), await open(ada)]
    await say(silent, 'active')
    advanceClock(60)
    await say(other, 'active')
    const listener = await bo.listen()
    advanceClock(40)

    await report(bo, 'idle', 'ZulipMobile')

    expect((await readPresenceEvents(listener)).flatMap(Object.keys)).toEqual(['ZulipMobile'])
    expect(await readPresence()).toMatchObject({ website: { status: 'active' } })
  })
})

describe('reports by requests', () => {
  test('keep somebody active who leaves a connection of the same program', async () => {
    const client = await open(ada)
    await say(client, 'active')
    await report(ada, 'active')
    const listener = await bo.listen()
    advanceClock(20)

    await leave(client)
    await passSecondsAndSettle(20)

    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await readPresence()).toMatchObject({ website: { status: 'active' } })
  })

  test('of idleness count less than a connection on which one is active', async () => {
    await say(await open(ada), 'active')
    const timestamp = seconds()
    const listener = await bo.listen()
    advanceClock(80)

    await report(ada, 'idle')

    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await readPresence()).toMatchObject({ website: { status: 'active', timestamp } })
  })

  test('are the last of somebody whose connection had broken off before', async () => {
    await say(await open(ada), 'active')
    advanceClock(40)
    await report(ada, 'idle')
    const timestamp = seconds()

    await lose()
    await passSecondsAndSettle(10)

    expect(await readPresence()).toMatchObject({ website: { status: 'idle', timestamp } })
  })

  test('of another program keep somebody active who is idle on a connection', async () => {
    const client = await open(ada)
    await say(client, 'active')
    await report(ada, 'active', 'ZulipMobile')
    const listener = await bo.listen()
    advanceClock(20)

    await say(client, 'idle')

    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await readPresence()).toMatchObject({ website: { status: 'idle' }, ZulipMobile: { status: 'active' } })
  })
})

test('a connection speaks for one program at a time', async () => {
  const client = await open(ada)
  await say(client, 'active')
  advanceClock(20)

  await say(client, 'active', { client: 'ZulipMobile' })

  expect(await readPresence()).toMatchObject({ website: { status: 'idle' }, ZulipMobile: { status: 'active' } })
})

test('a connection that goes back and forth makes few events, of which the last is true', async () => {
  const client = await open(ada)
  const listener = await bo.listen()
  for (let count = 0; count < 19; count += 1)
    await say(client, count % 2 === 0 ? 'active' : 'idle', { ping_only: true })
  expect(await readPresenceEvents(listener)).toEqual([website('active')])
  await say(client, 'idle')

  await passSecondsAndSettle(15)
  expect(await readPresenceEvents(listener)).toEqual([website('idle', seconds() - 15)])
  await passSecondsAndSettle(60)

  expect(await readPresenceEvents(listener)).toEqual([])
})

test('twenty programs of a connection are ten in the answers, and few events', async () => {
  const client = await open(ada)
  const listener = await bo.listen()

  for (let count = 0; count < 20; count += 1)
    await say(client, 'active', { client: `program ${count}`, ping_only: true })

  expect(await readPresenceEvents(listener)).toHaveLength(1)
  expect(Object.keys(await readPresence())).toHaveLength(11)
})

describe('everybody who may know', () => {
  test('gets the same event, guests and bots included, and nobody else', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const bot = await realm.bot('clock', bo)
    const listeners = await Promise.all([ada, bo, guest, bot, realm.owner].map((person) => person.listen()))
    const slim = await guest.listen({ slim_presence: true })
    const foreign = await (await newRealm()).owner.listen()
    const client = await open(ada)

    await say(client, 'active')
    const active = {
      type: 'presence',
      user_id: ada.id,
      server_timestamp: Date.now() / 1000,
      presence: website('active'),
    }
    advanceClock(20)
    await leave(client)
    const timestamp = seconds()
    await passSecondsAndSettle(10)

    const idle = { ...active, server_timestamp: Date.now() / 1000, presence: website('idle', timestamp) }
    const { email } = ada
    for (const listener of listeners)
      expect(await listener.events('presence')).toEqual([
        { ...active, email },
        { ...idle, email },
      ])
    expect(await slim.events('presence')).toEqual([active, idle])
    expect(await foreign.events('presence')).toEqual([])
    for (const person of [guest, bot])
      expect((await person.get('/realm/presence'))['presences']).toEqual((await bo.get('/realm/presence'))['presences'])
  })

  test('is nobody in an organization with more than a hundred active people', async () => {
    const listener = await bo.listen()
    await addUsers(realm, 100)
    const client = await open(ada)

    await say(client, 'active')
    advanceClock(20)
    await leave(client)
    await passSecondsAndSettle(10)

    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await readPresence()).toMatchObject({ website: { status: 'idle' } })
  })

  test('is nobody where the organization does not want it, and nothing is kept', async () => {
    const [before, during] = [await open(ada), await open(bo)]
    await say(before, 'active')
    await realm.set({ presence_disabled: true })
    const listener = await bo.listen()

    expect(await say(during, 'active')).toMatchObject({ presences: {} })
    await leave(before, during)
    await passSecondsAndSettle(20)
    await realm.set({ presence_disabled: false })

    expect(await readPresenceEvents(listener)).toEqual([])
    expect((await bo.get('/realm/presence'))['presences']).toEqual({})
  })
})

describe('somebody who does not show it', () => {
  test('is never reported as present', async () => {
    await ada.patch('/settings', { presence_enabled: false })
    const listener = await bo.listen()
    const client = await open(ada)

    await say(client, 'active')
    await leave(client)
    await passSecondsAndSettle(10)

    expect(await readPresenceEvents(listener)).toEqual([])
    expect((await bo.ask('GET', `/users/${ada.id}/presence`)).status).toBe(400)
  })

  test('is seen as they were when they ceased to show it', async () => {
    const client = await open(ada)
    await say(client, 'active')
    const timestamp = seconds()
    const listener = await bo.listen()

    await ada.patch('/settings', { presence_enabled: false })
    advanceClock(40)
    client.acknowledge(-1)
    await say(client, 'idle')
    await leave(client)
    await passSecondsAndSettle(20)

    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await readPresence()).toMatchObject({ website: { status: 'active', timestamp } })
  })
})

test('a bot is not here', async () => {
  const client = await open(await realm.bot('clock', bo))

  const answer = await client.ask('POST /users/me/presence', { status: 'active' })

  expect(answer.code).toBe('BAD_REQUEST')
})

test('somebody deactivated is left out, is not told of, and is remembered', async () => {
  const client = await open(ada)
  await say(client, 'active')
  const timestamp = seconds()
  const listener = await bo.listen()
  advanceClock(20)

  await realm.deactivate(ada)
  await vi.waitFor(() => expect(client.closed?.code).toBe(4401))
  expect((await bo.get('/realm/presence'))['presences']).toEqual({})
  await passSecondsAndSettle(20)

  expect(await readPresenceEvents(listener)).toEqual([])
  await realm.reactivate(ada)
  expect(await readPresence()).toMatchObject({ website: { status: 'idle', timestamp } })
})

test('a restart of the realm that loses no connection sends no events', async () => {
  const queue = await ada.listen({ event_types: [] })
  const client = await connect(queue)
  await say(client, 'active')
  const listener = await bo.listen()
  await withFault(realm, async (send, { writes, number }) => {
    if (writes && number <= 4) throw connectionError()
    return send()
  })

  await bo.ask('POST', '/users/me/status', { status_text: 'here' })
  await waitForPresence()
  await vi.waitFor(() => expect(client.closed?.code).toBe(1012))
  await say(await connect(queue), 'active')
  await passSecondsAndSettle(20)

  expect(await readPresenceEvents(listener)).toEqual([])
  expect(await readPresence()).toMatchObject({ website: { status: 'active' } })
})
