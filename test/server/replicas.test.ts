import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWire } from '../../client'
import { guardName, maxReadersOf } from '../../src/core/realm/lease'
import { Leases } from '../../src/core/realm/leases'
import { newRealm, password, reach, request, type Person, type TestRealm } from '../kit'
import { controlClock, waitForClockChecks, advanceClock, releaseClock } from '../kit/clock'
import { FarReader, places } from '../kit/far-reader'
import { LaggingDatabase, prepareReplicas } from '../kit/lagging-database'

const primary = env.DB
const guards = env.READ_GUARD!
let database: LaggingDatabase
let realm: TestRealm
let ada: Person
let ben: Person

beforeAll(async () => {
  await prepareReplicas()
  // A replica never has more than what is asked for.
  database = new LaggingDatabase(primary, () => 0)
  env.DB = database as unknown as D1Database
  env.READ_REPLICAS = 'weur'
})

beforeEach(async () => {
  realm = await newRealm()
  realm.keepsNotices = true
  ada = await realm.user('ada')
  ben = await realm.user('ben')
  await realm.stream('harbour', ada, ben)
})

afterEach(() => {
  env.READ_GUARD = guards
  database.fault = null
  vi.restoreAllMocks()
})

afterAll(() => {
  env.DB = primary
  delete env.READ_REPLICAS
})

const newSettledReader = (person: Person, place: FarReader['place'] = 'oc'): Promise<FarReader> =>
  new FarReader(person, place).settle(database)

/** Another client of a person, with a session of its own. */
async function otherDevice(person: Person, place: FarReader['place']): Promise<FarReader> {
  const { api_key } = await request(realm.host, 'POST', '/fetch_api_key', {
    params: { username: person.email, password },
  })
  return new FarReader(person, place, api_key as string).settle(database)
}

/** Loses the guard of a region, with what it had in memory. A guard with a lease does not sleep, so it cannot be evicted. */
async function loseGuard(region: 'oc'): Promise<void> {
  const guard = guards.getByName(guardName(realm.id, region))
  await runInDurableObject(guard, (_, state) => state.abort()).catch(() => undefined)
}

/** What the work reads from the primary and from replicas. */
async function readsOf(work: () => Promise<unknown>): Promise<{ primary: number; replica: number }> {
  const before = { ...database.reads }
  await work()
  return { primary: database.reads.primary - before.primary, replica: database.reads.replica - before.replica }
}

describe('a read', () => {
  test('of a client that keeps bookmarks goes to a replica, once its session has a lease', async () => {
    const reader = await newSettledReader(ada)

    expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 0, replica: 1 })
  })

  test('of our client library does, and clients that share their storage share the bookmark', async () => {
    const bookmarks: { bookmark?: string } = {}
    const wireOf = () =>
      createWire({
        site: `http://${realm.host}`,
        credentials: { email: ada.email, key: ada.key },
        fetch: (address, init) => {
          const { host, pathname, search } = new URL(address as string)
          return reach(host, pathname + search, { ...(init as RequestInit), cf: places.oc })
        },
        bookmarks,
      })
    await wireOf().ask('POST /register', { event_types: ['message'], fetch_event_types: [] })
    const other = wireOf()
    await vi.waitFor(async () => {
      const { replica } = database.reads
      await other.ask('GET /users/me')
      expect(database.reads.replica).toBeGreaterThan(replica)
    })

    const { bookmark } = bookmarks
    await other.ask('POST /messages', { type: 'stream', to: 'harbour', topic: 'tides', content: 'low' })
    expect(bookmarks.bookmark! > bookmark!).toBe(true)
    const { messages } = await wireOf().ask('GET /messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    expect(messages.map(({ content }) => content)).toEqual(['<p>low</p>'])
  })

  test.each([
    ['of an old client, which sends no bookmark', undefined],
    ['without a bookmark', null],
    ['with a bookmark that is none', 'x'.repeat(50)],
    ['with a bookmark that is too long', '0'.repeat(1000)],
  ])('%s goes to the primary', async (_, bookmark) => {
    const reader = await newSettledReader(ada)
    reader.keepsBookmarks = bookmark !== undefined
    reader.bookmark = bookmark ?? null

    expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 0 })
  })

  test('in the region of the primary goes there', async () => {
    const reader = new FarReader(ada, 'weur')
    reader.bookmark = database.bookmark
    await reader.get('/users/me')

    expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 0 })
  })

  test('goes to the primary if the deployment has no replicas, and the answer has no bookmark', async () => {
    const reader = await newSettledReader(ada)
    delete env.READ_REPLICAS
    const { bookmark } = reader
    try {
      expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 0 })
      expect(reader.bookmark).toBe(bookmark)
    } finally {
      env.READ_REPLICAS = 'weur'
    }
  })

  test('goes to the primary if the replica fails, and if the client made the bookmark up', async () => {
    const reader = await newSettledReader(ada)
    database.fault = () => new Error('D1_ERROR: Network connection lost.')
    expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 0 })
    database.fault = null
    reader.bookmark = 'ffffffff-ffffffff'
    expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 0 })
  })

  test('goes to the primary if no guard answers, or a new one does', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const reader = await newSettledReader(ada)
    await loseGuard('oc')
    // What was read beside the guard is dropped.
    expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 1 })
    await reader.settle(database)
    env.READ_GUARD = { getByName: () => ({ floorOf: () => Promise.reject(new Error('lost')) }) } as never

    expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 1 })
    expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 0 })
  })

  test('from South America goes to the replicas of North America, which are the nearest', async () => {
    const reader = await newSettledReader(ada, 'sam')

    const names: string[] = []
    env.READ_GUARD = {
      getByName: (name: string) => {
        names.push(name)
        return guards.getByName(name)
      },
    } as never
    await reader.get('/users/me')
    expect(names).toContain(guardName(realm.id, 'enam'))
  })

  test('from Africa goes to the primary in Western Europe, which is nearer than any replica', async () => {
    const reader = new FarReader(ada, 'afr')
    reader.bookmark = database.bookmark
    await reader.get('/users/me')

    expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 0 })
  })

  test('of somebody whose key is unknown asks no guard', async () => {
    const reader = new FarReader(ada, 'oc', ada.key.slice(0, -1) + (ada.key.endsWith('a') ? 'b' : 'a'))
    const unknown = new FarReader(ada, 'oc', crypto.randomUUID().replaceAll('-', ''))
    env.READ_GUARD = { getByName: () => expect.fail('A guard was asked') } as never

    for (const stranger of [reader, unknown]) {
      stranger.bookmark = database.bookmark
      expect((await stranger.ask('GET', '/users/me')).status).toBe(401)
    }
  })

  test("goes to the primary once much of the time of objects is used up, which belongs to the organization's object then", async () => {
    const reader = await newSettledReader(ada)
    env.QUOTA_OBJECT_GB_SECONDS = '1'
    try {
      await loseGuard('oc')
      await reader.ask('POST', '/register', { fetch_event_types: [] })

      expect(await readsOf(() => reader.get('/users/me'))).toMatchObject({ primary: 1 })
      expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 0 })
    } finally {
      delete env.QUOTA_OBJECT_GB_SECONDS
    }
  })

  test('goes to the primary once the requests of the day are used up, and asks no guard', async () => {
    env.QUOTA_OBJECT_REQUESTS = '200'
    try {
      const reader = await newSettledReader(ada)
      // A fifth of the quota is for one person: 40 requests to objects.
      for (let reads = 0; reads < 40; reads += 1) await reader.get('/users/me')

      expect(await readsOf(() => reader.get('/users/me'))).toEqual({ primary: 1, replica: 0 })
    } finally {
      delete env.QUOTA_OBJECT_REQUESTS
    }
  })
})

const settings = (cf: (typeof places)[keyof typeof places]) => reach(realm.host, '/api/v1/server_settings', { cf })

describe('an answer that may be old', () => {
  test('comes from any replica, for everybody who is far away', async () => {
    await newSettledReader(ada)
    const found = await readsOf(async () => expect((await settings(places.oc)).status).toBe(200))
    expect(found).toEqual({ primary: 0, replica: 1 })
    await realm.owner.patch('/realm', { name: 'Another name' })

    expect(await readsOf(() => settings(places.weur))).toEqual({ primary: 1, replica: 0 })
  })

  test('never says that there is no organization: the primary is asked about that', async () => {
    const founded = await newRealm()

    const response = await reach(founded.host, '/api/v1/server_settings', { cf: places.oc })

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ realm_name: expect.any(String) })
  })
})

describe('a person', () => {
  test('has a part of the sessions that read in a region, and the others read from the primary', async () => {
    const kv = new Map<string, unknown>()
    const leases = new Leases({
      kv: {
        get: (key: string) => kv.get(key),
        put: (key: string, value: unknown) => kv.set(key, value),
        list: () => kv.entries(),
      } as never,
      guards: () => guards as never,
      realm_id: () => 1,
      now: () => 0,
      onCall: () => undefined,
      onAwake: () => undefined,
    })
    const grant = (mark: string, share: number) => {
      const call = { region: 'oc', mark, instance: 'guard' } as const
      return leases.grant(call, { user_id: share, shares: [share], charge: () => undefined })
    }
    for (let session = 0; session < maxReadersOf.share; session += 1) expect(grant(`a${session}`, 1)).not.toBeNull()

    expect(grant('one more', 1)).toBeNull()
    expect(grant('a0', 1)).not.toBeNull()
    expect(grant('another person', 2)).not.toBeNull()
  })
})

describe('time does not go back', () => {
  test('after an own write over HTTP', async () => {
    const reader = await newSettledReader(ada)

    const { id } = await reader.ask('POST', '/messages', { type: 'stream', to: 'harbour', topic: 't', content: 'x' })

    expect(await reader.messageIds()).toContain(id)
    expect(database.reads.replica).toBeGreaterThan(0)
  })

  test('between an event and the page that is fetched after it', async () => {
    const reader = await newSettledReader(ben)
    const queue = await reader.listen()
    const id = await ada.send('harbour', 't', 'x')
    expect(await queue.next('message')).toHaveLength(1)

    const found = await readsOf(async () => expect(await reader.messageIds()).toContain(id))
    expect(found).toEqual({ primary: 0, replica: expect.any(Number) })
  })

  test('between an event on a socket, or an answer there, and the page', async () => {
    const reader = await newSettledReader(ada)
    const { state } = await reader.listen()
    const frames: { bookmark?: string; answer?: { id: number } }[] = []
    const { queue_id, last_event_id } = state
    const response = await reach(realm.host, `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, {
      headers: { Upgrade: 'websocket', Authorization: reader.authorization },
    })
    const socket = response.webSocket!
    socket.addEventListener('message', ({ data }) => {
      frames.push(JSON.parse(data as string) as object)
    })
    socket.accept()
    const params = { type: 'stream', to: 'harbour', topic: 't', content: 'x' }
    socket.send(JSON.stringify({ id: 1, ask: 'POST /messages', params }))
    await vi.waitFor(() => expect(frames).toHaveLength(2))
    socket.close()

    for (const frame of frames) expect(frame.bookmark).toMatch(/^[\da-f-]+$/)
    reader.see(frames[0]!.bookmark)
    expect(await reader.messageIds()).toContain(frames.find(({ answer }) => answer !== undefined)!.answer!.id)
  })

  test('on another device, in another region, after a write', async () => {
    const desk = await newSettledReader(ada)
    const phone = await otherDevice(ada, 'sam')
    const bookmark = phone.bookmark

    const { id } = await desk.ask('POST', '/messages', { type: 'stream', to: 'harbour', topic: 't', content: 'x' })

    expect(phone.bookmark).toBe(bookmark)
    const found = await readsOf(async () => expect(await phone.messageIds()).toContain(id))
    expect(found).toMatchObject({ primary: 0 })
  })

  test('on another device in the same region, after one device has read', async () => {
    const desk = await newSettledReader(ben)
    const phone = await otherDevice(ben, 'oc')
    const id = await ada.send('harbour', 't', 'x')
    desk.see(database.bookmark)
    expect(await desk.messageIds()).toContain(id)

    expect(await phone.messageIds()).toContain(id)
  })

  test('after the object was lost, which knew who reads where', async () => {
    const desk = await newSettledReader(ada)
    const phone = await otherDevice(ada, 'sam')
    await realm.evict()

    const { id } = await desk.ask('POST', '/messages', { type: 'stream', to: 'harbour', topic: 't', content: 'x' })

    expect(await phone.messageIds()).toContain(id)
  })
})

/** Something that somebody may see, and that is taken from them. */
interface Loss {
  before?: () => Promise<unknown>
  /** `secret` is the id of a message in a private stream. */
  take: (secret: number) => Promise<unknown>
  /** Whether the person still has it. */
  isThere: (reader: FarReader, secret: number) => Promise<boolean>
}

const seesSecret: Loss['isThere'] = async (reader, secret) =>
  (await reader.ask('GET', `/messages/${secret}`)).status === 200

const isAdmitted = async (reader: FarReader): Promise<boolean> => (await reader.ask('GET', '/users/me')).status === 200

const losses: [string, Loss][] = [
  [
    'a private stream',
    {
      take: () => realm.owner.delete('/users/me/subscriptions', { subscriptions: ['cellar'], principals: [ben.id] }),
      isThere: seesSecret,
    },
  ],
  ['a deleted message', { take: (secret) => realm.owner.delete(`/messages/${secret}`), isThere: seesSecret }],
  [
    'a moved message',
    {
      before: () => realm.stream('vault', realm.owner),
      take: async (secret) => {
        const { stream_id } = await realm.owner.get('/get_stream_id', { stream: 'vault' })
        await realm.owner.patch(`/streams/${stream_id}`, { is_private: true })
        await realm.owner.patch(`/messages/${secret}`, { stream_id })
      },
      isThere: seesSecret,
    },
  ],
  ['the account', { take: () => realm.deactivate(ben), isThere: isAdmitted }],
  ['the session', { take: () => realm.owner.delete(`/users/${ben.id}/sessions`), isThere: isAdmitted }],
  [
    'a role',
    {
      before: () => realm.owner.patch(`/users/${ben.id}`, { role: 200 }),
      take: () => realm.owner.patch(`/users/${ben.id}`, { role: 400 }),
      isThere: async (reader) => (await reader.get('/users/me'))['is_admin'] as boolean,
    },
  ],
  ['the key', { take: () => ben.post('/users/me/api_key/regenerate'), isThere: isAdmitted }],
]

describe('what is taken from somebody', () => {
  test.each(losses)('is gone at the next request everywhere: %s', async (_, { before, take, isThere }) => {
    await realm.owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'cellar' }],
      invite_only: true,
      history_public_to_subscribers: true,
    })
    // Ben did not receive it, so he sees it only while he is in the stream.
    const secret = await realm.owner.send('cellar', 't', 'x')
    await realm.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], principals: [ben.id] })
    await before?.()
    const readers = [await newSettledReader(ben, 'oc'), await newSettledReader(ben, 'sam')]
    for (const reader of readers) {
      reader.see(database.bookmark)
      expect(await isThere(reader, secret)).toBe(true)
    }

    await take(secret)

    for (const reader of readers) expect(await isThere(reader, secret)).toBe(false)
  })

  test.each([
    ['without leading zeros', (bookmark: string) => bookmark.replace(/^0+/, '')],
    ['of a later database', (bookmark: string) => `m0001-${bookmark}`],
  ])('is gone for a client that makes a bookmark up: an old one %s sorts after all others', async (_, made) => {
    const reader = await newSettledReader(ben)
    const before = reader.bookmark!
    await realm.deactivate(ben)

    reader.bookmark = made(before)
    expect(reader.bookmark > database.bookmark).toBe(true)
    expect(await isAdmitted(reader)).toBe(false)
  })

  test('is gone though the object was lost before it took it', async () => {
    const reader = await newSettledReader(ben)
    await realm.evict()

    await realm.deactivate(ben)

    expect(await isAdmitted(reader)).toBe(false)
  })

  test('is gone when the guard cannot be reached: the answer waits until nobody may read by it any more', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    controlClock()
    try {
      const reader = await newSettledReader(ben)
      env.READ_GUARD = {
        getByName: (name: string) => ({
          floorOf: (mark: string, bookmark: string) =>
            (guards.getByName(name) as never as FloorOf).floorOf(mark, bookmark),
          renew: () => Promise.reject(new Error('lost')),
          raise: () => Promise.reject(new Error('lost')),
        }),
      } as never
      let isAnswered = false
      const deactivating = realm.deactivate(ben).then(() => (isAnswered = true))
      await vi.waitFor(async () => {
        const row = await primary.prepare('select is_active from user where id = ?').bind(ben.id).first()
        expect(row).toEqual({ is_active: 0 })
      })
      await waitForClockChecks()
      expect(await isAdmitted(reader)).toBe(true)
      expect(isAnswered).toBe(false)

      advanceClock(31)
      await deactivating

      expect(await isAdmitted(reader)).toBe(false)
    } finally {
      releaseClock()
    }
  })
})

interface FloorOf {
  floorOf(mark: string, bookmark: string): Promise<string>
}
