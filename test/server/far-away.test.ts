import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newRealm, type Person } from '../kit'
import { FarReader } from '../kit/far-reader'
import { readTrips } from '../kit/far-trips'
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

const newest = { anchor: 'newest', num_before: 60, num_after: 0 }

const reads: [string, (reader: FarReader) => Promise<unknown>][] = [
  ['a page of messages', (reader) => reader.get('/messages', { ...newest, narrow: [['stream', 'harbour']] })],
  ['a search', (reader) => reader.get('/messages', { ...newest, narrow: [['search', 'water']] })],
]

test.each(reads)('%s takes one trip to the primary without replicas, and one short one with them', async (_, read) => {
  const reader = await new FarReader(ada, 'oc').settle(database)
  await read(reader)
  expect(await recorder.of(() => read(reader))).toEqual(readTrips.with)

  reader.bookmark = null
  expect(await recorder.of(() => read(reader))).toEqual(readTrips.without)
})

test.each(reads)('%s is read again if something was taken from somebody: one more short trip', async (_, read) => {
  const reader = await new FarReader(ada, 'oc').settle(database)
  await read(reader)
  const message_id = await ada.send('harbour', 'tides', 'The water is lo')
  await ada.patch(`/messages/${message_id}`, { content: 'The water is low' })

  expect(await recorder.of(() => read(reader))).toEqual(readTrips.again)
})
