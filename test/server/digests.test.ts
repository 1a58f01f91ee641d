/** Unread messages in the state of a client that registers, by digests (decision 29). */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { controlClock, advanceClock, releaseClock } from '../kit/clock'
import { costOf, newRealm, type Person, type TestRealm } from '../kit'
import { seed, upcomingId } from '../kit/seeded-messages'

beforeEach(controlClock)
afterEach(releaseClock)

const digests = () => env.DB.prepare('select count(*) as digests from message_digest').first<number>('digests')

/** Lets the realm's object do what it does once a day. */
async function afterDay(realm: TestRealm): Promise<void> {
  advanceClock(25 * 3600)
  await realm.ringAlarm()
}

const streamOf = (id: number) =>
  env.DB.prepare('select recipient_id from message where id = ?').bind(id).first<number>('recipient_id')

async function readRegistration(person: Person) {
  const answer = await person.post('/register')
  return { unread: answer['unread_msgs'] as { count: number }, paid: costOf(answer) }
}

/** What the state says is what it says without digests. */
async function expectSame(realm: TestRealm, ...people: Person[]): Promise<void> {
  const withDigests = []
  for (const person of people) withDigests.push((await readRegistration(person)).unread)
  const { results } = await env.DB.prepare('select * from message_digest').all<{ id: number; facts: string }>()
  await realm.behindTheWriter(env.DB.prepare('delete from message_digest'))
  for (const [index, person] of people.entries())
    expect(withDigests[index]).toEqual((await readRegistration(person)).unread)
  await realm.behindTheWriter(
    env.DB.prepare(`insert into message_digest select value ->> 0, value ->> 1 from json_each(?)`).bind(
      JSON.stringify(results.map(({ id, facts }) => [id, facts])),
    ),
  )
}

/** Three people, two streams and a conversation, with messages of bo's everywhere. */
async function world(count: number) {
  const realm = await newRealm()
  const [ada, bo, cy] = [await realm.user('ada'), await realm.user('bo'), await realm.user('cy')]
  const harbour = await realm.stream('harbour', ada, bo, cy)
  const attic = await realm.stream('attic', ada, bo)
  const conversation = (await streamOf(await bo.write([ada], 'Psst')))!
  const streams = [...Array.from({ length: 5 }, () => harbour.id), ...Array.from({ length: 4 }, () => attic.id)]
  const ids = await seed(bo, count, ...streams, conversation)
  await afterDay(realm)
  expect(await digests()).toBeGreaterThan(count / 128 - 2)
  return { realm, ada, bo, cy, harbour, attic, ids }
}

test('2,700 unread messages cost 1,000 rows', async () => {
  const { ada } = await world(2700)
  await readRegistration(ada)

  const { unread, paid } = await readRegistration(ada)

  expect(unread.count).toBeGreaterThan(2700)
  expect(paid).toMatchObject({ trips: expect.toSatisfy((trips: number) => trips <= 3) })
  expect(paid.rows_read).toBeLessThanOrEqual(1000)
})

test('the state is the same with digests, whatever becomes of the messages', async () => {
  const { realm, ada, bo, cy, harbour, attic, ids } = await world(900)
  await expectSame(realm, ada, bo, cy)
  const of = (place: number) => ids.filter((_, index) => index % 10 === place)
  const [inHarbour, inAttic, privately] = [of(0), of(5), of(9)]
  await realm.set({
    message_content_edit_limit_seconds: 0,
    delete_own_message_policy: 5,
    message_content_delete_limit_seconds: 'unlimited',
  })

  await ada.post('/messages/flags', {
    messages: [...inHarbour.slice(5, 90), ...privately.slice(0, 7)],
    op: 'add',
    flag: 'read',
  })
  await ada.post('/messages/flags', { messages: inHarbour.slice(7, 9), op: 'remove', flag: 'read' })
  await ada.patch('/users/me/subscriptions/muted_topics', { stream_id: attic.id, topic: 'topic 4', op: 'add' })
  await expectSame(realm, ada, cy)

  const owner = realm.owner
  await owner.patch(`/messages/${inAttic[3]!}`, {
    topic: 'elsewhere',
    propagate_mode: 'change_all',
    stream_id: harbour.id,
  })
  await bo.patch(`/messages/${inHarbour[20]!}`, { content: 'Look, @**all**' })
  await bo.patch(`/messages/${inHarbour[21]!}`, { content: 'Look, @**Ada**' })
  await owner.delete(`/messages/${inAttic[40]!}`)
  await bo.delete(`/messages/${privately[41]!}`)
  await expectSame(realm, ada, cy)

  await ada.post('/mark_stream_as_read', { stream_id: attic.id })
  await cy.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })
  await expectSame(realm, ada, cy)
})

test('watermarks advance once a day to what is unread', async () => {
  const { realm, ada, bo, harbour, ids } = await world(900)
  const unreadFrom = () =>
    env.DB.prepare('select unread_from as least from subscription_span where user_id = ? and stream_id = ?')
      .bind(ada.id, harbour.id)
      .first<number>('least')
  const left = ids[603]!
  await ada.post('/messages/flags', { messages: ids.filter((id) => id < left).slice(0, 400), op: 'add', flag: 'read' })
  await ada.post('/messages/flags', { messages: ids.filter((id) => id < left).slice(400), op: 'add', flag: 'read' })
  const before = await unreadFrom()
  const { unread } = await readRegistration(ada)
  await bo.send('harbour', 'Topic 1', 'more')

  await afterDay(realm)

  expect(await unreadFrom()).toBeGreaterThan(before!)
  expect(await unreadFrom()).toBeLessThanOrEqual(left + 2)
  expect((await readRegistration(ada)).unread.count).toBe(unread.count + 1)
})

test('a digest is made when a block of 128 messages is full', async () => {
  const { realm, ada, bo, harbour } = await world(200)
  const before = (await digests())!
  const next = await upcomingId(realm)
  await seed(bo, 127 - (next % 128), harbour.id)
  await bo.send('harbour', 'Topic 1', 'more')
  await bo.send('harbour', 'Topic 1', 'more')

  advanceClock(6)

  await vi.waitFor(async () => expect(await digests()).toBe(before + 1))
  await expectSame(realm, ada)
})
