import { expect, test, vi } from 'vitest'
import { numbersBelow } from '../kit/event-rows'
import { newRealm, type Person } from '../kit'
import { connect, type Client } from '../kit/socket-client'

/** Says so much on a socket at one moment. */
async function say(client: Client, amount: number, words = JSON.stringify({ last_event_id: -1 })): Promise<void> {
  for (const _ of numbersBelow(amount)) client.socket.send(words)
  client.socket.send('ping')
}

test('a client that says too much at once is not listened to any more, and one that says a little is', async () => {
  const realm = await newRealm()
  const [loud, quiet] = [await connect(await realm.owner.listen()), await connect(await realm.owner.listen())]
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await say(quiet, 40)
    await say(loud, 41)
    await vi.waitFor(() => expect(loud.closed?.code).toBe(4429))
    await realm.owner.get('/users/me')
    expect(quiet.closed).toBeNull()
    vi.setSystemTime(Date.now() + 1000)
    await say(quiet, 20)
    await realm.owner.post('/users/me/alert_words', { alert_words: ['lamp'] })
    await vi.waitFor(() => expect(quiet.events.length).toBeGreaterThan(0))
    expect(quiet.closed).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

async function connectAll(people: Person[]): Promise<Client[]> {
  const clients: Client[] = []
  for (const person of people) clients.push(await connect(await person.listen({ event_types: ['alert_words'] })))
  return clients
}

test('sockets of a person and of their bots may say 400 things at once, all together', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const bot = await realm.bot('crier', ada)
  const modest = await connectAll(numbersBelow(10).map(() => bo))
  const many = await connectAll([...numbersBelow(6).map(() => ada), ...numbersBelow(5).map(() => bot)])
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (const client of [...modest, ...many]) await say(client, 40)
    await vi.waitFor(() => expect(many.filter(({ closed }) => closed?.code === 4429)).not.toEqual([]))
    await bo.post('/users/me/alert_words', { alert_words: ['lamp'] })
    await vi.waitFor(() => modest.forEach(({ events }) => expect(events).toHaveLength(1)))
    expect(modest.filter(({ closed }) => closed !== null)).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('a client that says again how far it is, or less, is listened to', async () => {
  const realm = await newRealm()
  const client = await connect(await realm.owner.listen({ event_types: ['alert_words'] }))
  for (const words of ['lamp', 'oil']) await realm.owner.post('/users/me/alert_words', { alert_words: [words] })
  await vi.waitFor(() => expect(client.events).toHaveLength(2))

  for (const { id } of [...client.events.toReversed(), ...client.events]) client.acknowledge(id)
  await realm.owner.post('/users/me/alert_words', { alert_words: ['wick'] })

  await vi.waitFor(() => expect(client.events).toHaveLength(3))
  expect(client.closed).toBeNull()
})
