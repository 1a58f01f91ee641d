import { expect, test } from 'vitest'
import { newRealm, type Listener, type TestRealm } from '../kit'

/** Changes the storage of the realm's object while the object is not running. */
async function changeStorage(realm: TestRealm, change: (storage: DurableObjectStorage) => void): Promise<void> {
  await realm.evict()
  await realm.inObject((_, { storage }) => change(storage))
  await realm.evict()
}

const versionOf = (realm: TestRealm): Promise<unknown> =>
  realm.inObject((_, { storage }) => storage.kv.get('storage_version'))

const gone = { status: 400, code: 'BAD_EVENT_QUEUE_ID' }

/** The organization works: people write, whoever registers gets it, and so does a queue that went on. */
async function expectToWork(realm: TestRealm, { queue }: { queue: Listener | null }): Promise<void> {
  const listener = await realm.owner.listen()
  const id = await realm.owner.send('harbour', 'tides', 'still here')
  for (const one of [listener, ...(queue === null ? [] : [queue])])
    expect(await one.events('message')).toMatchObject([{ message: { id } }])
  await realm.ringAlarm()
}

async function harbour() {
  const realm = await newRealm()
  await realm.stream('harbour', realm.owner)
  const listener = await realm.owner.listen()
  return { realm, listener }
}

test('the storage of a new object has the current version', async () => {
  const { realm } = await harbour()
  expect(await versionOf(realm)).toBe(1)
})

test('a storage without a version, as releases before 1.0.0 had it, goes on with its queues', async () => {
  const { realm, listener } = await harbour()
  await changeStorage(realm, ({ kv }) => kv.delete('storage_version'))

  await expectToWork(realm, { queue: listener })
  expect(await versionOf(realm)).toBe(1)
})

test.each([
  ['of a later release', 2],
  ['that is a text', 'one'],
  ['that is no whole number', 0.5],
  ['that is negative', -1],
  ['that is an object', { version: 1 }],
])('with a version %s, queues end and everything else goes on', async (_, version) => {
  const { realm, listener } = await harbour()
  await changeStorage(realm, ({ kv, sql }) => {
    kv.put('storage_version', version)
    kv.put('usage', 'in another shape')
    kv.put('noted', [1, 2, 3])
    sql.exec('drop table queue_shelf')
    sql.exec('create table queue_shelf (place text, of_later_releases blob)')
    sql.exec('drop table attempts')
    sql.exec('create table attempts (who text)')
    sql.exec('create table "of ""later"" releases" (id integer)')
  })

  expect(await listener.poll({ dont_block: true })).toMatchObject(gone)
  await expectToWork(realm, { queue: null })
  expect(await versionOf(realm)).toBe(1)
  const tables = await realm.inObject((__, { storage }) =>
    storage.sql.exec<{ name: string }>("select name from sqlite_schema where name like 'of %'").toArray(),
  )
  expect(tables).toEqual([])
})

test('an upgrade that fails empties the storage', async () => {
  const { realm, listener } = await harbour()
  await changeStorage(realm, ({ kv, sql }) => {
    kv.delete('storage_version')
    sql.exec('create table queue (options text)')
    sql.exec(`insert into queue values ('{')`)
  })

  expect(await listener.poll({ dont_block: true })).toMatchObject(gone)
  await expectToWork(realm, { queue: null })
})

test.each([
  ['realm_id', 'seven'],
  ['daily', 'tomorrow'],
  ['log_size_seen', {}],
  ['forgotten', 'all'],
  ['reserved', [1]],
  ['release', { of: 'another kind' }],
  ['noted', { counters: 3 }],
  ['given_out', 'none'],
  ['usage', { day: 1 }],
  ['usage_days', 'many'],
  ['usage_account', 7],
  ['quota_wall', true],
])('a stored value that cannot be read counts as missing: %s', async (key, value) => {
  const { realm, listener } = await harbour()
  await changeStorage(realm, ({ kv }) => kv.put(key, value))

  await expectToWork(realm, { queue: listener })
  expect((await realm.owner.get('/realm/usage'))['result']).toBe('success')
})

test('tickets and shares that cannot be read count as missing', async () => {
  const { realm, listener } = await harbour()
  await changeStorage(realm, ({ kv }) => {
    kv.put(`tickets:${realm.owner.id}`, { ticket: 1 })
    kv.put(`share-pages:${Math.floor(realm.owner.id / 256)}`, 'none')
  })

  await expectToWork(realm, { queue: listener })
  expect(await realm.owner.post('/events/ticket')).toMatchObject({ ticket: expect.any(String) as string })
})

test.each(['no JSON', '[{}]', '{"id": 1}', 'null', '[{"id": "a", "user_id": "b"}]'])(
  'stored queues that cannot be read end, and others go on: %s',
  async (text) => {
    const { realm, listener } = await harbour()
    const row = parseInt(listener.queue_id.slice(0, 8), 16) % 32
    await changeStorage(realm, ({ sql }) => {
      sql.exec('insert or replace into queue_shelf values (?, ?)', (row + 1) % 32, text)
    })

    await expectToWork(realm, { queue: listener })
    await changeStorage(realm, ({ sql }) => sql.exec('update queue_shelf set queues = ? where id = ?', text, row))
    expect(await listener.poll({ dont_block: true })).toMatchObject(gone)
    await expectToWork(realm, { queue: null })
  },
)
