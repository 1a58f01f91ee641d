/** Events of marks as read, which are read again from rows of their own. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { bit } from '../../src/user-messages/bits'
import { committedState } from '../kit/committed-state'
import { readAllEvents, raiseCounters, numbersBelow } from '../kit/event-rows'
import { withFault } from '../kit/faulty-database'
import { newRealm, type Person, type TestRealm } from '../kit'
import { seed } from '../kit/seeded-messages'

/** A realm with a stream that two people read. */
async function harbour() {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  return { realm, ada, bo, stream: await realm.stream('harbour', ada, bo) }
}

const add = (messages: readonly number[]) => ({ messages, op: 'add', flag: 'read' })

/** Stores rows of events of marks, one for each of these people, as if each had marked 20,000 messages; answers their ids. */
async function seedTold(realm: TestRealm, to: readonly Person[]): Promise<number[][]> {
  const { counters } = await committedState(realm)
  const last = (realm.id - 1) * 2 ** 32 + counters['event']!
  const named = to.map((_, row) => numbersBelow(20_000).map((index) => last + 1_000_000_000 + row * 20_000 + index))
  const rows = to.map(({ id }, row) => [last + 1 + row, `${JSON.stringify([last + 1 + row, id, named[row]])},`])
  await realm.behindTheWriter(
    ...rows.map((row) => env.DB.prepare('insert into read_told (id, told) values (?, ?)').bind(...row)),
  )
  await raiseCounters(realm, { event: to.length })
  return named
}

test('events of many marks are read again in pieces, and none is lost', async () => {
  const { realm, ada, bo, stream } = await harbour()
  const ids = await seed(bo, 10, stream.id)
  const listener = await ada.listen({ event_types: ['update_message_flags'], fetch_event_types: [] })
  // More of somebody else lies between than one read takes.
  const to = numbersBelow(18).map((row) => (row >= 4 && row < 12 ? bo : ada))
  const told = await seedTold(realm, to)
  await ada.post('/messages/flags', add([ids[7]!]))
  const sizes: number[] = []
  await withFault(realm, async (send) => {
    const answers = await send()
    sizes.push(JSON.stringify(answers.map(({ results }) => results)).length)
    return answers
  })

  const events = await readAllEvents(listener)

  expect(Math.max(...sizes)).toBeLessThan(1_500_000)
  const mine = told.filter((_, row) => to[row] === ada)
  expect(events.flatMap(({ messages }) => messages as number[])).toEqual([...mine.flat(), ids[7]])
})

test('a queue that lags too far behind events of marks ends', async () => {
  const { realm, ada, bo, stream } = await harbour()
  const ids = await seed(bo, 3000, stream.id)
  const listener = await ada.listen({ event_types: ['update_message_flags'], queue_lifespan_secs: 604_800 })
  await raiseCounters(realm, { logged: 49_980 })

  await ada.post('/messages/flags', add(ids))
  await realm.ringAlarm()

  expect(await listener.poll({ dont_block: true })).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID' })
})

test('one request marks the newest 50,000 messages of a topic, and the next one others', async () => {
  const { realm, ada, bo, stream } = await harbour()
  const ids = await seed(bo, 50_010, stream.id)
  await realm.behindTheWriter(
    env.DB.prepare(`update message set topic = 'tides', topic_key = 'tides' where recipient_id = ?`).bind(stream.id),
  )
  const listener = await ada.listen({ event_types: ['update_message_flags'], fetch_event_types: [] })
  const topic = { stream_id: stream.id, topic_name: 'tides' }

  await ada.post('/mark_topic_as_read', topic)
  expect((await listener.events())[0]!['messages']).toEqual(ids.slice(10))
  await ada.post('/mark_topic_as_read', topic)
  expect((await listener.events())[0]!['messages']).toEqual(ids.slice(0, 10))

  expect(await ada.messages([['is', 'unread']])).toEqual([])
})

test('marking a stream as read names the newest 50,000 messages that were marked as unread, and marks all', async () => {
  const { realm, ada, bo, stream } = await harbour()
  const ids = await seed(bo, 50_010, stream.id)
  await ada.post('/mark_all_as_read')
  await realm.behindTheWriter(
    env.DB.prepare('insert into message_flag select ?, id, ? from message where recipient_id = ?').bind(
      ada.id,
      bit.markedUnread,
      stream.id,
    ),
  )
  const listener = await ada.listen({ event_types: ['update_message_flags'], fetch_event_types: [] })

  await ada.post('/mark_stream_as_read', { stream_id: stream.id })

  expect((await listener.events())[0]!['messages']).toEqual(ids.slice(10))
  expect(await ada.messages([['is', 'unread']])).toEqual([])
})
