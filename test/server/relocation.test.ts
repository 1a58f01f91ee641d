/** Moving an organization to another database (decision 53). */
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bookmarkIn, bookmarkPrefix, laterBookmark } from '../../src/core/sql/bookmarks'
import { sourceOf } from '../../src/core/sql/databases'
import { formerRowsSeconds } from '../../src/core/relocation/schedule'
import { storeRelocationProgress } from '../../src/core/relocation/row-writer'
import { placeSeconds } from '../../src/core/realm/place'
import { relocatedTables, unmovedTables } from '../../src/realm/relocated-tables'
import { newRealm, type Person, type TestRealm } from '../kit'
import { addSecondDatabase } from '../kit/second-database'
import {
  checkIndex,
  passPlaceTime,
  askToRelocate,
  readRealmRows,
  searchIndex,
  ringUntilPhase,
} from '../kit/relocations'

let second: D1Database
let realm: TestRealm
let ada: Person

// Moves take many steps.
vi.setConfig({ testTimeout: 120_000 })

beforeAll(async () => {
  second = await addSecondDatabase()
})

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
})

// The clock never goes back, because isolates remember places until a time.
afterAll(() => vi.useRealTimers())

const say = (person: Person, content: string) =>
  person.post('/messages', { type: 'stream', to: ['general'], topic: 'tides', content })

const contents = async (person: Person): Promise<unknown[]> => {
  const { messages } = await person.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 })
  return (messages as { content: string }[]).map(({ content }) => content)
}

test('every table of the schema goes along, or has a reason not to', async () => {
  const { results } = await env.DB.prepare(
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite@_%' escape '@'
      and name not like '@_cf@_%' escape '@' and name not like 'message_search@_%' escape '@'`,
  ).all<{ name: string }>()
  const listedTables = [...Object.keys(relocatedTables.tables), ...Object.keys(unmovedTables)]
  expect(results.map(({ name }) => name).toSorted()).toEqual(listedTables.toSorted())
})

test('an organization goes to another database with all its rows, while people work', async () => {
  const queue = await ada.post('/register', { event_types: ['message'] })
  await say(realm.owner, 'Ebb at six')

  expect(await askToRelocate(realm, { database: 'DB_2' })).toMatchObject({ phase: 'copying', database: 'DB' })
  await realm.ringAlarm()
  await say(realm.owner, 'While it is copied')
  await ringUntilPhase(realm, 'copying')
  for (let i = 0; i < 30; i += 1) await realm.ringAlarm()
  await say(ada, 'Before the switch')
  passPlaceTime()
  expect(await ringUntilPhase(realm, 'leaving')).toMatchObject({ database: 'DB_2', failure: null })
  await say(ada, 'After the switch')

  expect(await contents(ada)).toEqual(
    expect.arrayContaining(
      ['Ebb at six', 'While it is copied', 'Before the switch', 'After the switch'].map((text) => `<p>${text}</p>`),
    ),
  )
  const { events } = await ada.get('/events', { queue_id: String(queue['queue_id']), last_event_id: -1 })
  expect((events as { message: { content: string } }[]).map(({ message }) => message.content)).toEqual([
    'Ebb at six',
    'While it is copied',
    'Before the switch',
    'After the switch',
  ])
  expect(await searchIndex(second, realm.id, 'switch')).toHaveLength(2)
  await checkIndex(second)
})

/** Rings the alarm so often that everything is copied. */
async function copyAll(): Promise<void> {
  for (let alarm = 1; alarm <= 30; alarm += 1) await realm.ringAlarm()
}

const amountOfTriggers = (database: D1Database) =>
  database
    .prepare(`select count(*) as amount from sqlite_schema where type = 'trigger' and name like ?`)
    .bind(`relocation_${realm.id}_%`)
    .first('amount')

/** Tables with rows of the realm. */
const tablesWithRows = async (database: D1Database): Promise<string[]> =>
  [...(await readRealmRows(database, realm.id))].filter(([, rows]) => rows.length > 0).map(([name]) => name)

test('an organization does not go before no isolate can remember its former place', async () => {
  await contents(ada)
  await askToRelocate(realm, { database: 'DB_2' })
  await copyAll()
  vi.setSystemTime(Date.now() + placeSeconds * 1000)
  await realm.ringAlarm()
  expect(await askToRelocate(realm)).toMatchObject({ phase: 'copying', database: 'DB', changes: expect.any(Number) })

  vi.setSystemTime(Date.now() + 61_000)
  await ringUntilPhase(realm, 'leaving')
  await say(ada, 'In the new place')
  expect(await contents(ada)).toContain('<p>In the new place</p>')
  expect(await amountOf(env.DB, 'In the new place')).toBe(0)
})

const amountOf = (database: D1Database, content: string) =>
  database.prepare('select count(*) as amount from message where content = ?').bind(content).first('amount')

test('a move that is given up leaves the organization where it is, and no content where it would have gone', async () => {
  await say(ada, 'Driftwood')
  await askToRelocate(realm, { database: 'DB_2' })
  await copyAll()
  expect(await amountOf(second, 'Driftwood')).toBe(1)

  expect(await askToRelocate(realm, { give_up: true })).toMatchObject({ phase: 'cancelling', database: 'DB' })
  await say(ada, 'Still here')
  expect(await ringUntilPhase(realm, null)).toMatchObject({ database: 'DB' })

  expect(await amountOf(second, 'Driftwood')).toBe(0)
  expect(await contents(ada)).toEqual(expect.arrayContaining(['<p>Driftwood</p>', '<p>Still here</p>']))
  expect(await tablesWithRows(second)).toEqual(['realm', 'user', 'stream'])
  expect(await second.prepare('select name, string_id from realm where id = ?').bind(realm.id).first()).toEqual({
    name: '',
    string_id: `/${realm.id}`,
  })
  expect([await amountOfTriggers(env.DB), await amountOfTriggers(second)]).toEqual([0, 0])
  const log = env.DB.prepare('select count(*) as amount from relocation_change where realm_id = ?').bind(realm.id)
  expect(await log.first('amount')).toBe(0)
  await checkIndex(second)

  expect(await askToRelocate(realm, { database: 'DB_2' })).toMatchObject({ phase: 'copying' })
  await copyAll()
  passPlaceTime()
  await ringUntilPhase(realm, 'leaving')
  expect(await contents(ada)).toContain('<p>Still here</p>')
})

test('the former rows go after a day, and only the ids of people and streams stay', async () => {
  await say(ada, 'Flotsam')
  await askToRelocate(realm, { database: 'DB_2' })
  await copyAll()
  passPlaceTime()
  await ringUntilPhase(realm, 'leaving')
  await realm.ringAlarm()
  expect(await amountOf(env.DB, 'Flotsam')).toBe(1)

  vi.setSystemTime(Date.now() + (formerRowsSeconds + 1) * 1000)
  await ringUntilPhase(realm, null)

  expect(await tablesWithRows(env.DB)).toEqual(['realm', 'user', 'stream'])
  const { results } = await env.DB.prepare('select email, full_name, settings from user where realm_id = ?')
    .bind(realm.id)
    .all()
  expect(new Set(results.map((row) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ email: '', full_name: '', settings: '{}' })]),
  )
  expect(await contents(ada)).toContain('<p>Flotsam</p>')
  expect(await amountOfTriggers(env.DB)).toBe(0)
  await realm.evict()
  await realm.inObject((_, { storage }) => storage.kv.delete('database'))
  await realm.evict()
  await say(ada, 'Found by the directory')
  expect(await contents(ada)).toContain('<p>Found by the directory</p>')
})

test('an object that was lost after it closed the former place goes on, and the first change waits for that', async () => {
  await askToRelocate(realm, { database: 'DB_2' })
  await copyAll()
  passPlaceTime()
  await env.DB.batch([
    env.DB.prepare(`update relocation set phase = 'switching' where realm_id = ?`).bind(realm.id),
    env.DB.prepare(`update commit_state set marks = marks || ' moved' where realm_id = ?`).bind(realm.id),
  ])
  await realm.evict()

  await say(ada, 'Right after')

  expect(await askToRelocate(realm)).toMatchObject({ phase: 'leaving', database: 'DB_2' })
  expect(await amountOf(second, 'Right after')).toBe(1)
  expect(await amountOf(env.DB, 'Right after')).toBe(0)
})

test('a place that was closed after the move was given up is open again', async () => {
  await askToRelocate(realm, { database: 'DB_2' })
  await askToRelocate(realm, { give_up: true })
  await env.DB.prepare(`update commit_state set marks = marks || ' moved' where realm_id = ?`).bind(realm.id).run()
  await realm.evict()

  await say(ada, 'Open again')

  expect(await amountOf(env.DB, 'Open again')).toBe(1)
})

test('a batch of a lost object does nothing when it comes late', async () => {
  const send = async (last: number): Promise<void> => {
    const { text, values } = storeRelocationProgress(realm.id, last, {})
    await second
      .prepare(text)
      .bind(...values)
      .run()
  }
  await send(0)
  await send(1)
  await expect(send(0)).rejects.toThrow('NOT NULL')
  await expect(send(1)).rejects.toThrow('NOT NULL')
  await send(2)
  await second.prepare('delete from relocation_progress').run()
  await expect(send(3)).rejects.toThrow('NOT NULL')
})

describe('who may not', () => {
  test.each([
    ['without the right token', { setup_token: 'open sesami', database: 'DB_2' }, 'UNAUTHORIZED_PRINCIPAL'],
    ['to a database that there is not', { database: 'DB_9' }, 'BAD_REQUEST'],
    ['to one that is no database', { database: 'REALM' }, 'BAD_REQUEST'],
    ['to where it is', { database: 'DB' }, 'BAD_REQUEST'],
    ['no more, if it does not move', { give_up: true }, 'BAD_REQUEST'],
  ])('an organization does not move %s', async (_, params, code) => {
    expect(await askToRelocate(realm, params)).toMatchObject({ result: 'error', code })
    expect(await askToRelocate(realm)).toMatchObject({ phase: null, database: 'DB' })
  })
})

describe('bookmarks', () => {
  const bookmark = '00000085-00000024'

  test('of a later database are later than all of a former one', () => {
    const [first, once, twice] = [0, 1, 2].map((moves) => `${bookmarkPrefix(moves)}${bookmark}`)
    expect(bookmarkIn(twice)).toBe(twice)
    expect([
      laterBookmark(first!, once!),
      laterBookmark('ffffffff-ffffffff', once!),
      laterBookmark(twice!, once!),
    ]).toEqual([once, once, twice])
  })

  test('of a former database are not sent to another one', () => {
    const starts: unknown[] = []
    const withSession = (from: unknown) => {
      starts.push(from)
      return { getBookmark: () => bookmark }
    }
    const source = sourceOf({ ...env, DB_2: { withSession } as unknown as D1Database }, { name: 'DB_2', moves: 2 })
    const sessions = [bookmark, `m0001-${bookmark}`, `m0002-${bookmark}`, 'first-unconstrained'].map((from) =>
      source.withSession(from),
    )
    expect(starts).toEqual(['first-primary', 'first-primary', bookmark, 'first-unconstrained'])
    expect(sessions[0]!.getBookmark()).toBe(`m0002-${bookmark}`)
  })
})
