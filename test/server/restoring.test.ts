import { env } from 'cloudflare:workers'
import { abortAllDurableObjects, evictDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import { newRealm, type Listener, type TestRealm } from '../kit'
import { committedState } from '../kit/committed-state'
import { connect } from '../kit/socket-client'

const tables = async (): Promise<string[]> => {
  const { results } = await env.DB.prepare(`
    select name from sqlite_master
    where type = 'table' and name not like 'message_search%' and name not like 'copy_of_%' and name not like '_cf%'
      and name not like 'sqlite_%'
  `).all<{ name: string }>()
  return results.map(({ name }) => name)
}

const run = (statements: string[]) =>
  env.DB.batch(['pragma defer_foreign_keys = on', ...statements].map((statement) => env.DB.prepare(statement)))

/** Lays a copy of the database aside; the answer puts it back, as a restore does. */
async function copyTables(): Promise<() => Promise<void>> {
  const names = await tables()
  await run(
    names.flatMap((name) => [
      `drop table if exists copy_of_${name}`,
      `create table copy_of_${name} as select * from ${name}`,
    ]),
  )
  return async () => {
    await run(names.flatMap((name) => [`delete from ${name}`, `insert into ${name} select * from copy_of_${name}`]))
  }
}

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  return { realm, ada, grace, say: (content = 'Ahoy') => ada.send('harbour', 'tides', content) }
}

/** The object notes how far ids were given out a moment after it gave them out. */
async function waitForNote(realm: TestRealm): Promise<void> {
  const { counters } = await committedState(realm)
  await vi.waitFor(
    async () => expect(await realm.inObject((_, state) => state.storage.kv.get('noted'))).toMatchObject({ counters }),
    { timeout: 5000 },
  )
}

const messageIds = async (listener: Listener): Promise<number[]> =>
  (await listener.events('message')).map((event) => (event as { message: { id: number } }).message.id)

const gone = { status: 400, code: 'BAD_EVENT_QUEUE_ID' }

test.for([
  ['an object that was lost', (realm: TestRealm) => realm.evict()],
  ['an object that lives on, once it writes', () => Promise.resolve()],
])('%s notices that its database was put back: queues end, and no id is given out again', async ([, lose]) => {
  const { realm, grace, say } = await harbour()
  const putBack = await copyTables()
  const listener = await grace.listen()
  const lost = [await say('one'), await say('two'), await say('three')]
  expect(await messageIds(listener)).toEqual(lost)
  await waitForNote(realm)

  await putBack()
  await (lose as (realm: TestRealm) => Promise<void>)(realm)
  const next = await say('after')

  expect(next).toBeGreaterThan(lost.at(-1)!)
  expect(await listener.poll({ dont_block: true })).toMatchObject(gone)
  const anew = await grace.listen()
  const last = await say('and on')
  expect(last).toBeGreaterThan(next)
  expect(await messageIds(anew)).toEqual([last])
  expect((await grace.messages()).map(({ id }) => id)).toEqual([next, last])
})

test('ids that no message has, such as those of streams, are not given out again either', async () => {
  const { realm, ada } = await harbour()
  const putBack = await copyTables()
  const lost = await realm.stream('quay', ada)
  await waitForNote(realm)

  await putBack()
  await realm.evict()

  expect((await realm.stream('pier', ada)).id).toBeGreaterThan(lost.id)
})

test('open connections end when the database was put back', async () => {
  const { realm, ada, grace, say } = await harbour()
  const putBack = await copyTables()
  const client = await connect(await grace.listen())
  const waiting = (await ada.listen({ event_types: ['user_status'] })).poll()
  await say()
  await vi.waitFor(() => expect(client.events.length).toBeGreaterThan(0))
  await waitForNote(realm)

  await putBack()
  await evictDurableObject(realm.object, { webSockets: 'hibernate' })
  await say('after')

  await vi.waitFor(() => expect(client.closed?.code).toBe(4404))
  expect(await waiting).toMatchObject(gone)
})

test('queues that begin after the database was put back stay when the object is lost again', async () => {
  const { realm, grace, say } = await harbour()
  const putBack = await copyTables()
  await say()
  await waitForNote(realm)
  await putBack()
  await realm.evict()

  const listener = await grace.listen()
  await realm.evict()
  const first = await say()
  await waitForNote(realm)
  await realm.evict()
  const second = await say()

  expect(await messageIds(listener)).toEqual([first, second])
  expect(second).toBe(first + 1)
})

test('losing the object ends no queue and skips no message id', async () => {
  const { realm, grace, say } = await harbour()
  const listener = await grace.listen()
  const sent = [await say()]
  await waitForNote(realm)
  await realm.evict()
  sent.push(await say())
  await abortAllDurableObjects()
  sent.push(await say())
  await waitForNote(realm)
  await grace.post('/typing', { to: [grace.id], op: 'start' })
  await realm.evict()
  sent.push(await say())

  expect(await messageIds(listener)).toEqual(sent)
  expect(sent).toEqual(sent.map((_, index) => sent[0]! + index))
})
