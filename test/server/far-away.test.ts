import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newRealm, password, request, type Person } from '../kit'
import { FarReader } from '../kit/far-reader'
import { readTrips, writeTrips } from '../kit/far-trips'
import { LaggingDatabase, prepareReplicas } from '../kit/lagging-database'
import { TripRecorder } from '../kit/trips'

const primary = env.DB
let database: LaggingDatabase
let recorder: TripRecorder
let ada: Person

beforeAll(async () => {
  await prepareReplicas()
  database = new LaggingDatabase(primary, () => 0)
  recorder = new TripRecorder(database)
  env.READ_REPLICAS = 'weur'
  const realm = await newRealm()
  ada = await realm.user('ada')
  await realm.stream('harbour', ada)
  await ada.send('harbour', 'tides', 'The water is low')
})

afterAll(() => {
  recorder.stop()
  env.DB = primary
  delete env.READ_REPLICAS
})

/** A new session, of which no isolate of the Worker knows, but the replicas do. */
async function newSession(): Promise<FarReader> {
  const { api_key } = await request(ada.realm.host, 'POST', '/fetch_api_key', {
    params: { username: ada.email, password },
  })
  const settled = await new FarReader(ada, 'oc').settle(database)
  await settled.get('/users/me')
  return new FarReader(ada, 'oc', api_key as string)
}

const message = { type: 'stream', to: 'harbour', topic: 'tides', content: 'The water is low' }

const newest = { anchor: 'newest', num_before: 60, num_after: 0 }

const reads: [string, (reader: FarReader) => Promise<unknown>][] = [
  ['a page of messages', (reader) => reader.get('/messages', { ...newest, narrow: [['stream', 'harbour']] })],
  ['a search', (reader) => reader.get('/messages', { ...newest, narrow: [['search', 'water']] })],
]

test.each(reads)('%s takes one trip to the primary without replicas, and one short one with them', async (_, read) => {
  const reader = await new FarReader(ada, 'oc').settle(database)
  await read(reader)
  expect(await recorder.recordTrips(() => read(reader))).toEqual(readTrips.with)

  reader.bookmark = null
  expect(await recorder.recordTrips(() => read(reader))).toEqual(readTrips.without)
})

test.each(reads)('%s is read again if something was taken from somebody: one more short trip', async (_, read) => {
  const reader = await new FarReader(ada, 'oc').settle(database)
  await read(reader)
  const message_id = await ada.send('harbour', 'tides', 'The water is lo')
  await ada.patch(`/messages/${message_id}`, { content: 'The water is low' })

  expect(await recorder.recordTrips(() => read(reader))).toEqual(readTrips.again)
})

describe('a first opening', () => {
  test('looks the session up nearby and registers at the object, and the page after it comes from a replica', async () => {
    const reader = await newSession()

    const registering = () => reader.ask('POST', '/register', { event_types: ['message'] })
    expect(await recorder.recordTrips(registering)).toEqual(writeTrips.firstWith)
    await vi.waitFor(async () => {
      expect(await recorder.recordTrips(() => reads[0]![1](reader))).toEqual(readTrips.with)
    })
  })
})

describe('a message that is sent over HTTP', () => {
  test('takes one trip to the object, after the session was looked up nearby', async () => {
    const reader = await newSession()
    reader.keepsBookmarks = false
    const send = () => reader.ask('POST', '/messages', message)

    expect(await recorder.recordTrips(send)).toEqual(writeTrips.firstWith)
    expect(await recorder.recordTrips(send)).toEqual(writeTrips.later)
  })

  test('takes a trip to the primary before that if no replica knows the session yet, or without replicas', async () => {
    const { api_key } = await request(ada.realm.host, 'POST', '/fetch_api_key', {
      params: { username: ada.email, password },
    })
    const reader = new FarReader(ada, 'oc', api_key as string)
    const trips = await recorder.recordTrips(() => reader.ask('POST', '/messages', message))
    expect(trips).toEqual({ ...writeTrips.firstWithout, nearby: 1 })

    const near = new FarReader(ada, 'weur', (await newSession()).key)
    expect(await recorder.recordTrips(() => near.ask('POST', '/messages', message))).toEqual(writeTrips.firstWithout)
  })

  test('is refused by the object if the session was ended, though the replicas still know it', async () => {
    const reader = await newSession()
    await ada.delete('/users/me/sessions')

    expect(
      await recorder.recordTrips(async () => expect((await reader.ask('POST', '/messages', message)).status).toBe(401)),
    ).toEqual(writeTrips.firstWith)
  })

  test('wakes no object if nobody knows the session', async () => {
    const stranger = new FarReader(ada, 'oc', crypto.randomUUID().replaceAll('-', ''))

    const trips = await recorder.recordTrips(() => stranger.ask('POST', '/messages', message))
    expect(trips.object).toBe(0)
  })
})

describe('a read of a session without a lease', () => {
  test('waits for the primary, and not for the guard', async () => {
    const reader = await newSession()
    reader.bookmark = database.bookmark
    const guards = env.READ_GUARD!
    env.READ_GUARD = { getByName: () => ({ floorOf: () => new Promise(() => undefined) }) } as never
    try {
      const trips = await recorder.recordTrips(() => reads[0]![1](reader))
      expect(trips).toEqual({ ...readTrips.without, nearby: 1 })
    } finally {
      env.READ_GUARD = guards
    }
  })
})
