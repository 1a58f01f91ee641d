/** Searches in old texts by somebody far away, whose replica of the database is behind what the object has. */
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newRealm } from '../kit'
import { FarReader } from '../kit/far-reader'
import { LaggingDatabase, prepareReplicas } from '../kit/lagging-database'
import { moveTexts } from '../kit/moved-texts'
import { oldTextsObject } from '../kit/old-texts'

const primary = env.DB
let database: LaggingDatabase

beforeAll(async () => {
  await prepareReplicas()
  // A replica never has more than what is asked for.
  database = new LaggingDatabase(primary, () => 0)
  env.DB = database as unknown as D1Database
  env.READ_REPLICAS = 'weur'
})

afterAll(() => {
  env.DB = primary
  delete env.READ_REPLICAS
})

test('a text that came back, and is out of the object, is found', async () => {
  const realm = await newRealm()
  realm.keepsNotices = true
  const ada = await realm.user('ada')
  const ben = await realm.user('ben')
  await realm.stream('harbour', ada, ben)
  const ids: number[] = []
  for (const number of [1, 2, 3]) ids.push(await ada.send('harbour', 'tides', `a boat, the ${number}.`))
  await moveTexts(realm, ids)
  const far = await new FarReader(ben, 'oc').settle(database)
  const boats: [unknown[], number[]][] = [
    [[['search', 'boat']], ids],
    [
      [
        ['search', 'boat'],
        ['stream', 'harbour'],
      ],
      ids,
    ],
    [
      [
        ['search', 'boat'],
        ['id', String(ids[1])],
      ],
      [ids[1]!],
    ],
  ]
  for (const [narrow, found] of boats) expect(await far.messageIds(narrow)).toEqual(found)

  await ada.patch(`/messages/${ids[1]}`, { topic: 'fog', propagate_mode: 'change_one' })
  await oldTextsObject(realm).remove([{ id: ids[1]!, last_edit_at: null }])

  const { stale } = database.reads
  await far.get('/users/me')
  expect(database.reads.stale, 'the replica is behind').toBeGreaterThan(stale)
  for (const [narrow, found] of boats) expect(await far.messageIds(narrow)).toEqual(found)
  const compared = await far.get('/messages/matches_narrow', { msg_ids: ids, narrow: [['search', 'boat']] })
  expect(Object.keys(compared['messages'] as object).map(Number)).toEqual(ids)
})
