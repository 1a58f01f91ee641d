import { exports } from 'cloudflare:workers'
import { evictDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import { newRealm, type Person } from '../kit'
import { connect, credentialsOf, upgrade } from '../kit/socket-client'

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  return { realm, ada, grace, say: (content: string) => ada.send('harbour', 'tides', content) }
}

test('a socket brings what was pending and what comes', async () => {
  const { grace, say } = await harbour()
  const listener = await grace.listen({ event_types: ['message'] })
  await say('before')
  const client = await connect(listener)
  await say('after')
  expect(await client.contents(2)).toEqual(['before', 'after'])
})

test('what was not acknowledged is brought again by the next socket', async () => {
  const { grace, say } = await harbour()
  const listener = await grace.listen({ event_types: ['message'] })
  const first = await connect(listener)
  await say('one')
  await first.contents(1)
  first.acknowledge()
  await say('two')
  await first.contents(2)
  first.socket.close()

  const second = await connect(listener, first.events[0]!.id)
  expect(await second.contents(1)).toEqual(['two'])
})

test('an acknowledgement over the socket holds for the queue', async () => {
  const { grace, say } = await harbour()
  const listener = await grace.listen({ event_types: ['message'] })
  const client = await connect(listener)
  await say('one')
  await client.contents(1)
  client.acknowledge()
  await say('two')
  await client.contents(2)
  await vi.waitFor(async () => {
    const answer = await listener.poll({ last_event_id: listener.last_event_id, dont_block: true })
    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

test('a socket stays open while the realm object sleeps, and wakes it for nothing but events', async () => {
  const { realm, grace, say } = await harbour()
  const client = await connect(await grace.listen({ event_types: ['message'] }))
  const object = realm.object

  await evictDurableObject(object, { webSockets: 'hibernate' })
  client.socket.send('ping')
  await vi.waitFor(() => expect(client.said).toEqual(['pong']))
  // An object that the ping had woken could be evicted again.
  await expect(evictDurableObject(object, { webSockets: 'hibernate' })).rejects.toThrow()

  await say('after')
  expect(await client.contents(1)).toEqual(['after'])
})

test('a later request of the same queue takes the place of a socket', async () => {
  const { grace } = await harbour()
  const listener = await grace.listen()
  const first = await connect(listener)
  await connect(listener)
  await vi.waitFor(() => expect(first.closed?.code).toBe(4409))
})

test('deleting the queue closes its socket', async () => {
  const { grace } = await harbour()
  const listener = await grace.listen()
  const client = await connect(listener)
  await grace.delete('/events', { queue_id: listener.queue_id })
  expect(await client.closedWith()).toBe(4404)
})

test.for([
  ['no JSON'],
  ['[]'],
  ['null'],
  ['{"last_event_id": "7"}'],
  ['{"last_event_id": 1e15}'],
  ['{"last_event_id": -5}'],
])('a client that says %s is not listened to any more', async ([words]) => {
  const { grace } = await harbour()
  const client = await connect(await grace.listen())
  client.socket.send(words!)
  await vi.waitFor(() => expect(client.closed?.code).toBe(4400))
})

test('a ticket opens one socket, once, and only its own user’s queues', async () => {
  const { ada, grace } = await harbour()
  const { queue_id, last_event_id } = await grace.listen()
  const open = async (person: Person) => {
    const { ticket } = await person.post('/events/ticket')
    return { ticket: ticket as string, response: await upgrade(grace, { queue_id, last_event_id, ticket }) }
  }
  const { ticket, response } = await open(grace)
  expect(response.status).toBe(101)
  response.webSocket!.accept()

  expect((await upgrade(grace, { queue_id, last_event_id, ticket })).status).toBe(401)
  expect((await upgrade(grace, { queue_id, last_event_id, ticket: 'made up' })).status).toBe(401)
  expect((await open(ada)).response.status).toBe(400)
})

test('a ticket makes no queue, neither before it was used nor after', async () => {
  const { grace } = await harbour()
  const { queue_id, last_event_id } = await grace.listen()
  const { ticket } = await grace.post('/events/ticket')
  const ask = () => upgrade(grace, { dont_block: true, ticket })

  expect((await ask()).status).toBe(401)
  const opened = await upgrade(grace, { queue_id, last_event_id, ticket })
  expect(opened.status).toBe(101)
  opened.webSocket!.accept()
  expect((await ask()).status).toBe(401)
})

test('a ticket is good for half a minute', async () => {
  const { grace } = await harbour()
  const { queue_id, last_event_id } = await grace.listen()
  const { ticket, expires_in } = await grace.post('/events/ticket')
  expect(expires_in).toBe(30)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  try {
    expect((await upgrade(grace, { queue_id, last_event_id, ticket })).status).toBe(401)
  } finally {
    vi.useRealTimers()
  }
})

test('a ticket stands for credentials when a socket is opened, and nowhere else', async () => {
  const { grace } = await harbour()
  const { queue_id, last_event_id } = await grace.listen()
  const { ticket } = await grace.post('/events/ticket')
  const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id), ticket, dont_block: 'true' })
  const response = await exports.default.fetch(
    new Request(`http://${grace.realm.host}/api/v1/events?${query.toString()}`),
  )
  expect(response.status).toBe(401)
})

test('credentials in the address open no socket', async () => {
  const { grace } = await harbour()
  const { queue_id, last_event_id } = await grace.listen()
  const response = await upgrade(grace, { queue_id, last_event_id, api_key: grace.key }, credentialsOf(grace))
  expect(response.status).toBe(400)
})

test('a socket without credentials, or to an unknown queue, is refused as any request is', async () => {
  const { grace } = await harbour()
  const { queue_id, last_event_id } = await grace.listen()
  expect((await upgrade(grace, { queue_id, last_event_id })).status).toBe(401)
  const unknown = await upgrade(grace, { queue_id: 'no-such', last_event_id }, credentialsOf(grace))
  expect(await unknown.json()).toMatchObject({ result: 'error', code: 'BAD_EVENT_QUEUE_ID', queue_id: 'no-such' })
})
