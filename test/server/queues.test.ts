import { env } from 'cloudflare:workers'
import { evictDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import { costOf, newRealm, reach, type Listener, type Person, type StoredRealm } from '../kit'

/** Two people in a stream. */
async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  const say = (content = 'Ahoy') => ada.send('harbour', 'tides', content)
  return { realm, ada, grace, say }
}

/** Ids of the messages that a listener is told of. */
const messageIds = (events: Awaited<ReturnType<Listener['events']>>): number[] =>
  events.filter(({ type }) => type === 'message').map((event) => (event as { message: { id: number } }).message.id)

/** Sends a request that waits, and resolves once it is held. */
async function holdPoll(listener: Listener, params = {}): Promise<{ answer: ReturnType<Listener['poll']> }> {
  const before = await connectionsOf(listener.person.realm)
  const answer = listener.poll(params)
  await vi.waitFor(async () => expect(await connectionsOf(listener.person.realm)).toBe(before + 1))
  return { answer }
}

const connectionsOf = (realm: StoredRealm): Promise<number> =>
  realm.inObject(
    (_, state) => state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.READY_STATE_OPEN).length,
  )

test('events stay until they are acknowledged', async () => {
  const { grace, say } = await harbour()
  const listener = await grace.listen()
  const first = await say()
  const second = await say()

  const once = await listener.poll({ dont_block: true })
  const again = await listener.poll({ dont_block: true })
  expect(again['events']).toEqual(once['events'])
  expect(once['events'].map((event: { message: { id: number } }) => event.message.id)).toEqual([first, second])

  const { id } = once['events'][0]
  const rest = await listener.poll({ dont_block: true, last_event_id: id })
  expect(rest['events']).toEqual(once['events'].slice(1))
})

test('the message says that a queue is not there in the words that older clients wait for', async () => {
  const { ada } = await harbour()

  const answer = await ada.ask('GET', '/events', { queue_id: 'no-such', last_event_id: -1 })

  expect(answer['msg']).toMatch(/^Bad event queue id:/)
})

test('a queue that is not there, or not one’s own, has no events', async () => {
  const { ada, grace } = await harbour()
  const listener = await grace.listen()
  const last_event_id = listener.last_event_id

  expect(await ada.ask('GET', '/events', { queue_id: 'no-such', last_event_id })).toMatchObject({
    status: 400,
    code: 'BAD_EVENT_QUEUE_ID',
    queue_id: 'no-such',
  })
  expect(await ada.ask('GET', '/events', { queue_id: listener.queue_id, last_event_id })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
  })
  expect(await ada.ask('DELETE', '/events', { queue_id: listener.queue_id })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
  })
  expect(await ada.ask('DELETE', '/events', { queue_id: 'no-such' })).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  expect(await listener.events()).toEqual([])
})

test.for([
  ['no queue_id', { queue_id: undefined }, 400],
  ['no last_event_id', { last_event_id: undefined }, 400],
  ['a last_event_id that is no number', { last_event_id: 'x' }, 400],
  ['a last_event_id below -1', { last_event_id: -2 }, 400],
  ['an event that never was', { last_event_id: 2 ** 40 }, 400],
  ['an event beyond all numbers', { last_event_id: 1e300 }, 400],
] as const)('asking with %s is refused', async ([, params, status]) => {
  const { grace } = await harbour()
  const listener = await grace.listen()
  expect(await listener.poll(params)).toMatchObject({ status, code: 'BAD_REQUEST' })
})

test('what was acknowledged cannot be asked for again', async () => {
  const { grace, say } = await harbour()
  const listener = await grace.listen()
  const before = listener.last_event_id
  await say()
  await listener.events()
  await listener.events()

  for (const last_event_id of [before, -1])
    expect(await listener.poll({ last_event_id, dont_block: true })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
})

test('before anything was acknowledged, -1 stands for the beginning', async () => {
  const { grace, say } = await harbour()
  const listener = await grace.listen()
  const id = await say()
  listener.last_event_id = -1
  expect(messageIds(await listener.events())).toEqual([id])
})

test('asking without credentials, or with those of nobody, is refused with 401', async () => {
  const { realm, grace } = await harbour()
  const { queue_id, last_event_id } = await grace.listen()
  const path = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`
  expect((await reach(realm.host, path)).status).toBe(401)
  const Authorization = `Basic ${btoa(`${grace.email}:${'x'.repeat(32)}`)}`
  expect((await reach(realm.host, path, { headers: { Authorization } })).status).toBe(401)
})

test('a deleted queue is gone, and its waiting request ends', async () => {
  const { grace } = await harbour()
  const listener = await grace.listen()
  const { answer } = await holdPoll(listener)
  await grace.delete('/events', { queue_id: listener.queue_id })
  expect(await answer).toMatchObject({ status: 200, events: [] })
  expect(await listener.poll()).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: listener.queue_id })
})

test('a second request ends the first', async () => {
  const { grace, say } = await harbour()
  const listener = await grace.listen()
  const first = await holdPoll(listener)
  const second = await listener.poll({ dont_block: true })
  expect(second['events']).toEqual([])
  expect((await first.answer)['events']).toEqual([])
  const id = await say()
  expect(messageIds(await listener.events())).toEqual([id])
})

test('asking for events without a queue makes one', async () => {
  const { grace, say } = await harbour()
  const made = await grace.get('/events', { dont_block: true })
  expect(made['events']).toEqual([])
  const id = await say()
  const answer = await grace.get('/events', { queue_id: made['queue_id'], last_event_id: -1, dont_block: true })
  expect(answer['events']).toMatchObject([{ type: 'message', message: { id } }])
})

test('a request that waited long is told that all is well, and the queue goes on', async () => {
  const { grace, say } = await harbour()
  const listener = await grace.listen({ event_types: ['message'] })
  const waits: number[] = []
  const later = globalThis.setTimeout
  const hasty = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, wait: number) => {
    if (wait > 40_000) waits.push(wait)
    return later(run, wait > 40_000 ? 0 : wait)
  }) as typeof setTimeout)
  try {
    expect(await listener.next()).toEqual([{ type: 'heartbeat' }])
  } finally {
    hasty.mockRestore()
  }
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThanOrEqual(45_000)
  expect(waits[0]).toBeLessThanOrEqual(55_000)
  const id = await say()
  expect(messageIds(await listener.events())).toEqual([id])
})

test('another release of the server is told to every queue, whatever it is for, and the same one is not', async () => {
  const { realm, grace, say } = await harbour()
  const listener = await grace.listen({ event_types: ['message'] })
  await realm.inObject((_, state) => state.storage.kv.put('release', 'another'))
  await realm.evict()
  const versions = { service_version: '5.0', service_merge_base: '5.0', service_feature_level: 121 }
  const otherNames = { zulip_version: '5.0', zulip_merge_base: '5.0', zulip_feature_level: 121 }
  expect(await listener.next()).toEqual([
    { type: 'restart', ...versions, ...otherNames, server_generation: 1, immediate: false },
  ])

  await realm.evict()
  await say()
  expect((await listener.next()).map(({ type }) => type)).toEqual(['message'])
})

test('another release of the server is told to a client that asks only after the realm object was lost again', async () => {
  const { realm, grace, say } = await harbour()
  const listener = await grace.listen({ event_types: ['message'] })
  await realm.inObject((_, state) => state.storage.kv.put('release', 'another'))
  await realm.evict()
  await say()
  await realm.evict()

  expect((await listener.events()).map(({ type }) => type)).toEqual(['restart', 'message'])
  expect(await listener.events()).toEqual([])
})

test('the realm object sleeps while requests wait, and wakes to answer them', async () => {
  const { realm, grace, ada, say } = await harbour()
  const listeners = [await grace.listen(), await ada.listen()]
  const waiting = [await holdPoll(listeners[0]!), await holdPoll(listeners[1]!)]

  await evictDurableObject(realm.object, { webSockets: 'hibernate' })
  const id = await say()

  for (const { answer } of waiting)
    expect((await answer)['events']).toMatchObject([{ type: 'message', message: { id } }])
})

test('a request whose realm object is lost goes on at the next one', async () => {
  const { realm, grace, say } = await harbour()
  const listener = await grace.listen()
  const { answer } = await holdPoll(listener)

  await evictDurableObject(realm.object, { webSockets: 'close' })
  const id = await say()

  expect((await answer)['events']).toMatchObject([{ type: 'message', message: { id } }])
})

test('a queue continues after eviction where its client was: nothing is missed, nothing doubled', async () => {
  const { realm, grace, say } = await harbour()
  const listener = await grace.listen()
  const sent: number[] = []
  const told: number[] = []
  for (let round = 0; round < 4; round += 1) {
    sent.push(await say())
    if (round % 2 === 0) await realm.evict()
    sent.push(await say())
    told.push(...messageIds(await listener.events()))
    if (round === 2) await realm.evict()
  }
  expect(told).toEqual(sent)
})

test('a poll reads nothing from the database while the realm object is awake', async () => {
  const { grace, say } = await harbour()
  const listener = await grace.listen()
  await listener.events()
  await say()
  const trips = vi.spyOn(Object.getPrototypeOf(env.DB), 'batch')
  const answer = await listener.poll({ dont_block: true })
  expect(messageIds(answer['events'])).toHaveLength(1)
  expect(trips).not.toHaveBeenCalled()
})

test('a queue expires when nobody asks for its lifespan, and not while somebody waits', async () => {
  const { grace, ada } = await harbour()
  const idle = await grace.listen({ queue_lifespan_secs: 100 })
  const waiting = await ada.listen({ queue_lifespan_secs: 100 })
  await holdPoll(waiting)
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + 126_000 })
  try {
    expect(await idle.poll({ dont_block: true })).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID' })
    expect(await waiting.poll({ dont_block: true })).toMatchObject({ status: 200, events: [] })
  } finally {
    vi.useRealTimers()
  }
})

async function countStoredEvents(): Promise<number> {
  const row = await env.DB.prepare('select count(*) as amount from event').first<{ amount: number }>()
  return row!.amount
}

test('what no queue can ask for any more is not kept', async () => {
  const { realm, grace } = await harbour()
  const listener = await grace.listen()
  await grace.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'tides', op: 'add' })
  const before = await countStoredEvents()
  await listener.events()
  await listener.events()
  await realm.ringAlarm()
  expect(await countStoredEvents()).toBeLessThan(before)
})

test('credentials in the address are refused', async () => {
  const { grace } = await harbour()
  const listener = await grace.listen()
  expect(await listener.poll({ api_key: grace.key })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
})

test('ten people who send at once are each heard once, in one order', async () => {
  const realm = await newRealm()
  const people: Person[] = []
  for (let number = 0; number < 5; number += 1) people.push(await realm.user(`sailor${number}`))
  await realm.stream('harbour', ...people)
  const listeners = await Promise.all(people.map((person) => person.listen()))
  const sent = await Promise.all(
    people.flatMap((person) =>
      [1, 2, 3, 4].map((turn) => person.send('harbour', 'tides', `${person.full_name} ${turn}`)),
    ),
  )
  for (const listener of listeners)
    expect(messageIds(await listener.events())).toEqual(sent.toSorted((left, right) => left - right))
})

test('sending costs no more for those who listen', async () => {
  const { ada, grace, say } = await harbour()
  await grace.listen()
  await say()
  const sent = await ada.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content: 'Ahoy' })
  expect(costOf(sent)).toMatchObject({ trips: 1, rows_written: 4 })
})

test('a wake that delivers one message reads the subscribers, and little more', async () => {
  const { realm, grace, ada } = await harbour()
  const crowd = 100
  await env.DB.prepare(`
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ?1)
    insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
    select ?2 + n, ?3, 'sailor' || n || '@example.com', 'sailor' || n || '@example.com', 'Sailor', 'sailor', 400, 0
    from number
  `)
    .bind(crowd, grace.id + 1000, realm.id)
    .run()
  await env.DB.prepare(`
    insert into subscription (user_id, stream_id, active, color)
    select id, (select stream_id from subscription where user_id = ?1 limit 1), 1, '#76ce90' from user where id > ?2
  `)
    .bind(grace.id, grace.id + 1000)
    .run()
  const listener = await grace.listen()
  const { answer } = await holdPoll(listener)
  await evictDurableObject(realm.object, { webSockets: 'hibernate' })

  const sent = await ada.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content: 'Ahoy' })

  expect((await answer)['events']).toMatchObject([{ type: 'message', message: { id: sent['id'] } }])
  expect(costOf(sent).rows_read).toBeLessThanOrEqual(crowd + 2 + 50)
})

test('changes of one flag that nobody has heard of become one event', async () => {
  const { grace, say } = await harbour()
  const ids = [await say(), await say(), await say()]
  const listener = await grace.listen({ event_types: ['update_message_flags'] })
  const star = (op: string, ...messages: number[]) => grace.post('/messages/flags', { op, flag: 'starred', messages })
  await star('add', ids[0]!)
  await star('add', ids[1]!, ids[0]!)
  const [first, ...others] = await listener.events()
  expect(first).toMatchObject({ op: 'add', flag: 'starred', messages: [ids[0], ids[1]] })
  expect(others).toEqual([])

  await star('add', ids[2]!)
  expect(await listener.events()).toMatchObject([{ op: 'add', messages: [ids[2]] }])
})

test('marking everything read stands alone between marks of single messages', async () => {
  const { grace, say } = await harbour()
  const ids = [await say(), await say()]
  const listener = await grace.listen({ event_types: ['update_message_flags'] })
  await grace.post('/messages/flags', { op: 'add', flag: 'read', messages: [ids[0]] })
  await grace.post('/mark_all_as_read')
  await grace.post('/mark_all_as_read')
  await grace.post('/messages/flags', { op: 'add', flag: 'read', messages: [ids[1]] })

  expect((await listener.events()).map(({ all, messages }) => [all, messages] as unknown)).toEqual([
    [false, [ids[0]]],
    [true, []],
    [true, []],
    [false, [ids[1]]],
  ])
})

test('details of messages that became unread are told together, too', async () => {
  const { grace, say } = await harbour()
  const ids = [await say(), await say()]
  const listener = await grace.listen({ event_types: ['update_message_flags'] })
  for (const id of ids) await grace.post('/messages/flags', { op: 'remove', flag: 'read', messages: [id] })

  const events = await listener.events()
  expect(events).toMatchObject([{ op: 'remove', messages: ids }])
  expect(Object.keys(events[0]!['message_details'] as object)).toEqual(ids.map(String))
})

test('what was undone is not told after its undoing', async () => {
  const { grace, say } = await harbour()
  const id = await say()
  const listener = await grace.listen({ event_types: ['update_message_flags'] })
  for (const op of ['add', 'remove', 'add', 'remove'])
    await grace.post('/messages/flags', { op, flag: 'starred', messages: [id] })
  expect((await listener.events()).map((event) => (event as { op?: string }).op)).toEqual([
    'add',
    'remove',
    'add',
    'remove',
  ])
})

test('what became one event is so again when it is asked for again, and its parts cannot be acknowledged', async () => {
  const { grace, say } = await harbour()
  const ids = [await say(), await say(), await say()]
  const listener = await grace.listen({ event_types: ['update_message_flags'] })
  const star = (message_id: number) =>
    grace.post('/messages/flags', { op: 'add', flag: 'starred', messages: [message_id] })
  await star(ids[0]!)
  await star(ids[1]!)
  const once = (await listener.poll({ dont_block: true }))['events']
  expect(once).toMatchObject([{ messages: [ids[0], ids[1]] }])
  await star(ids[2]!)

  const again = await listener.poll({ dont_block: true })
  expect(again['events']).toEqual([...once, expect.objectContaining({ messages: [ids[2]] })])
  const last_event_id = once[0].id - 1
  expect(await listener.poll({ last_event_id, dont_block: true })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(await listener.poll({ last_event_id: once[0].id, dont_block: true })).toMatchObject({
    status: 200,
    events: [{ messages: [ids[2]] }],
  })
})

test('what was delivered is not changed by what comes later', async () => {
  const { grace, say } = await harbour()
  const ids = [await say(), await say()]
  const listener = await grace.listen({ event_types: ['update_message_flags'] })
  await grace.post('/messages/flags', { op: 'add', flag: 'starred', messages: [ids[0]] })
  const before = await listener.poll({ dont_block: true })
  await grace.post('/messages/flags', { op: 'add', flag: 'starred', messages: [ids[1]] })
  const after = await listener.poll({ dont_block: true })
  expect(after['events']).toEqual([...before['events'], expect.objectContaining({ messages: [ids[1]] })])
})
