/** A client that opens, follows, keeps and comes back (client/client.ts). */
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryShelf, newMemory, openClient, Refusal, type Client, type Memory, type Terms } from '../../client'
import { newRealm, type Person } from '../kit'
import { ManualClock } from '../kit/manual-clock'
import { Network } from '../kit/network'

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const ben = await realm.user('ben')
  const { id } = await realm.stream('harbour', ada, ben)
  const tides: Terms = [
    { operator: 'stream', operand: id },
    { operator: 'topic', operand: 'tides' },
  ]
  return { realm, ada, ben, stream_id: id, tides }
}

interface Opened {
  readonly client: Client
  readonly network: Network
  readonly clock: ManualClock
}

async function open(person: Person, memory: Memory = newMemory(), network = new Network()): Promise<Opened> {
  const { realm, email, key } = person
  const clock = new ManualClock()
  const { fetch, WebSocket } = network
  const credentials = { email, key }
  const shelf = memoryShelf(memory)
  const client = await openClient({ site: `http://${realm.host}`, credentials, fetch, WebSocket, clock, shelf })
  onTestFinished(() => client.close())
  return { client, network, clock }
}

const untilLive = ({ client }: Opened): Promise<void> =>
  vi.waitFor(() => expect(client.status.value).toBe('live'), { timeout: 5000 })

const shown = ({ store }: Client, ids: readonly number[]): string[] =>
  ids.map((id) => store.messages.get(id)!.content.replaceAll(/<[^>]*>/g, ''))

/** The requests that opening costs; that of the server for a ticket belongs to keys, and not to pages. */
const costs = ({ network: { requests } }: Opened): string[] =>
  requests.filter((request) => request !== 'POST /events/ticket')

test('opening costs a registration, a page and a socket, and opening again within two hours a socket', async () => {
  const { ada, ben, tides } = await harbour()
  await ben.send('harbour', 'tides', 'one')
  const memory = newMemory()
  const first = await open(ada, memory)
  await untilLive(first)
  const view = first.client.view(tides)
  await vi.waitFor(() => expect(view.ids.value).toHaveLength(1))
  expect(costs(first)).toEqual(['POST /register', 'SOCKET /events', 'GET /messages'])
  await first.client.close()

  await ben.send('harbour', 'tides', 'two')
  const second = await open(ada, memory)
  const again = second.client.view(tides)
  // Before anything is heard.
  expect(shown(second.client, again.ids.value)).toEqual(['one'])
  await vi.waitFor(() => expect(shown(second.client, again.ids.value)).toEqual(['one', 'two']))
  expect(costs(second)).toEqual(['SOCKET /events'])
})

test('a client opens without a network from what was kept', async () => {
  const { ada, ben, tides } = await harbour()
  await ben.send('harbour', 'tides', 'one')
  const memory = newMemory()
  const first = await open(ada, memory)
  const view = first.client.view(tides)
  await vi.waitFor(() => expect(view.ids.value).toHaveLength(1))
  await first.client.close()

  const network = new Network()
  network.isDown = true
  const second = await open(ada, memory, network)
  const again = second.client.view(tides)
  expect(shown(second.client, again.ids.value)).toEqual(['one'])
  expect(second.client.store.unread.count('everywhere').value).toBe(1)
  second.client.outbox.do({ kind: 'read', messages: [...again.ids.value] })
  expect(second.client.store.unread.count('everywhere').value).toBe(0)
  await second.client.close()

  const third = await open(ada, memory)
  await untilLive(third)
  expect(third.client.store.unread.count('everywhere').value).toBe(0)
  await third.client.rest()
  await vi.waitFor(async () => expect(await ada.messages([{ operator: 'is', operand: 'unread' }])).toEqual([]))
})

test('a second window shows what is stored, and follows an event queue of its own', async () => {
  const { ada, ben, tides } = await harbour()
  const memory = newMemory()
  const first = await open(ada, memory)
  await untilLive(first)
  await first.client.rest()
  const second = await open(ada, memory)
  await untilLive(second)
  await ben.send('harbour', 'tides', 'one')
  for (const { client } of [first, second]) {
    const view = client.view(tides)
    await vi.waitFor(() => expect(view.ids.value).toHaveLength(1))
    expect(client.store.unread.count('everywhere').value).toBe(1)
  }
  const [queue, other] = [first, second].map(({ client }) => client.store.state.queue_id.value)
  expect(queue).not.toBe(other)
})

const sizes = ({ tables }: Memory): Record<string, number> =>
  Object.fromEntries(Object.entries(tables).map(([name, { size }]) => [name, size]))

/** A client that has seen a message, and has written one and a file that the server has not got; the next one has the network again. */
async function withUnsent() {
  const place = await harbour()
  const { ada, ben, tides, stream_id } = place
  await ben.send('harbour', 'tides', 'seen')
  const memory = newMemory()
  const first = await open(ada, memory)
  await untilLive(first)
  const view = first.client.view(tides)
  await vi.waitFor(() => expect(view.ids.value).toHaveLength(1))
  await first.client.rest()
  expect(sizes(memory)).toMatchObject({ messages: 1 })
  first.network.isDown = true
  first.network.line.cut(1006)
  const { outbox } = first.client
  const { command } = outbox.do({ kind: 'upload', name: 'table.txt', file: new Blob(['ebb']) })
  outbox.do({ kind: 'send', to: { stream_id, topic: 'tides' }, content: `unsent [table](upload:${command.id})` })
  await vi.waitFor(() => expect(sizes(memory)).toMatchObject({ commands: 2, files: 1 }))
  const comeBack = () => {
    first.network.isDown = false
    first.client.wakeUp()
  }
  return { ...place, memory, first, comeBack }
}

const contentsOf = async (person: Person): Promise<unknown[]> =>
  (await person.messages([], { apply_markdown: false })).map(({ content }) => content)

test.for<[string, 'at once' | 'without sockets']>([
  ['on the socket', 'at once'],
  ['over HTTP', 'without sockets'],
])(
  'a client whose key ends is told %s and erases what it saw; what was not sent goes out once when its account is back',
  async ([, how]) => {
    const { ada, ben, memory, first, comeBack } = await withUnsent()
    first.network.blocksSockets = how === 'without sockets'
    await ada.post('/users/me/api_key/regenerate')
    await ada.logIn()
    comeBack()
    await vi.waitFor(() => {
      first.clock.pass(1)
      expect([first.client.status.value, first.client.ending.value]).toEqual(['ended', 'unauthorized'])
    })
    await first.client.close()
    expect(sizes(memory)).toEqual({ parts: 0, messages: 0, commands: 2, files: 1 })

    // Nobody else gets it, whatever they do.
    const other = await open(ben, memory)
    await untilLive(other)
    await other.client.rest()
    expect(other.client.outbox.pendingCount.value).toBe(0)
    await other.client.logOut()
    expect(sizes(memory)).toEqual({ parts: 0, messages: 0, commands: 2, files: 1 })
    expect(await contentsOf(ada)).toEqual(['seen'])

    const again = await open(ada, memory)
    await vi.waitFor(async () => expect(await contentsOf(ada)).toHaveLength(2))
    const [, message] = await ada.messages([], { apply_markdown: false })
    expect(message).toMatchObject({
      sender_id: ada.id,
      content: expect.stringMatching(/^unsent \[table\]\(\/user_uploads/),
    })
    await again.client.rest()
    expect(sizes(memory)).toMatchObject({ commands: 0, files: 0 })
  },
)

test.for<['account_deactivated' | 'organization_deactivated']>([['account_deactivated'], ['organization_deactivated']])(
  'of a client that ends with %s nothing is kept, and nobody comes in by it',
  async ([why]) => {
    const { ada, realm, memory, first, comeBack } = await withUnsent()
    if (why === 'account_deactivated') await realm.deactivate(ada)
    else await realm.owner.post('/realm/deactivate')
    comeBack()
    await vi.waitFor(() => {
      first.clock.pass(1)
      expect(first.client.ending.value).toBe(why)
    })
    await first.client.close()
    expect(sizes(memory)).toEqual({ parts: 0, messages: 0, commands: 0, files: 0 })
    await expect(open(ada)).rejects.toBeInstanceOf(Refusal)
  },
)

test('a client also ends when any other request is refused', async () => {
  const { ada } = await harbour()
  const memory = newMemory()
  const { client, network } = await open(ada, memory)
  await vi.waitFor(() => expect(client.status.value).toBe('live'))
  await client.rest()
  expect(sizes(memory)['parts']).toBeGreaterThan(0)
  const ended = { result: 'error', msg: 'Another account is logged in here now', code: 'WRONG_ACCOUNT' }
  network.answers.push(() => Response.json(ended, { status: 401 }))
  await expect(client.ask('GET /users/me')).rejects.toBeInstanceOf(Refusal)
  expect(client.ending.value).toBe('other_account')
  await client.close()
  expect(sizes(memory)).toMatchObject({ parts: 0, messages: 0 })
})

test.for<[string, () => Response]>([
  ['a network that is down', () => Response.error()],
  ['a failure of the server', () => new Response('no', { status: 502 })],
  [
    'too many requests',
    () => Response.json({ result: 'error', msg: '', code: 'RATE_LIMIT_HIT', 'retry-after': 7200 }, { status: 429 }),
  ],
  [
    'a refusal of something else',
    () => Response.json({ result: 'error', msg: '', code: 'BAD_REQUEST' }, { status: 403 }),
  ],
])('%s erases nothing', async ([, answer]) => {
  const { ada } = await harbour()
  const memory = newMemory()
  const opened = await open(ada, memory)
  await untilLive(opened)
  await opened.client.rest()
  const before = sizes(memory)
  opened.network.answers.push(answer)
  if (answer().type === 'error') opened.network.isDown = true
  await expect(opened.client.ask('GET /users/me')).rejects.toThrow()
  expect([opened.client.ending.value, sizes(memory)]).toEqual([null, before])
})

test('a page that is told by another window that the session has ended follows, and writes nothing any more', async () => {
  const { memory, first } = await withUnsent()
  await first.client.end('unauthorized')
  expect([first.client.ending.value, first.client.status.value]).toEqual(['unauthorized', 'ended'])
  await first.client.close()
  expect(sizes(memory)).toEqual({ parts: 0, messages: 0, commands: 2, files: 1 })
})

test('logging out erases everything, and ends the key', async () => {
  const { ada } = await harbour()
  const memory = newMemory()
  const { client } = await open(ada, memory)
  await client.rest()
  expect(memory.tables.parts.size).toBeGreaterThan(0)
  await client.logOut()
  expect(sizes(memory)).toEqual({ parts: 0, messages: 0, commands: 0, files: 0 })
  expect((await ada.ask('GET', '/users/me')).status).toBe(401)
})

test('what is stored for an account is erased when a client of another account opens', async () => {
  const { ada, ben, tides } = await harbour()
  await ben.send('harbour', 'tides', 'for Ada')
  const memory = newMemory()
  const first = await open(ada, memory)
  const view = first.client.view(tides)
  await vi.waitFor(() => expect(view.ids.value).toHaveLength(1))
  await first.client.close()
  const second = await open(ben, memory)
  await vi.waitFor(() => expect(second.client.ending.value).toBe('other_account'))
  expect(memory.tables.messages.size).toBe(0)
  const third = await open(ben, memory)
  await untilLive(third)
  expect(third.client.store.user_id).toBe(ben.id)
})

test('who is at the keyboard is seen by others, and says so on each connection', async () => {
  const { ada, ben } = await harbour()
  const first = await open(ada)
  const other = await open(ben)
  await untilLive(other)
  first.client.present('active')
  await untilLive(first)
  const status = (): string => other.client.store.presence.status(ada.id).value
  await vi.waitFor(() => expect(status()).toBe('active'))
  // The word counts for the connection on which it was said.
  first.network.line.cut(1012)
  await vi.waitFor(() => {
    first.clock.pass(1)
    expect(first.network.lines).toHaveLength(2)
    expect(first.network.line.sentTexts.join()).toContain('"status":"active"')
  })
})

test('somebody with another role registers again, and sees what they may see now', async () => {
  const { ada, ben, realm } = await harbour()
  const { id } = await realm.stream('cellar', ben)
  await realm.owner.patch(`/streams/${id}`, { is_private: true })
  const opened = await open(ada)
  await untilLive(opened)
  const hasStream = () => opened.client.store.state.streams.value.some(({ stream_id }) => stream_id === id)
  expect(hasStream()).toBe(false)
  await realm.owner.patch(`/users/${ada.id}`, { role: 200 })
  await vi.waitFor(
    () => {
      opened.clock.pass(1)
      expect(hasStream()).toBe(true)
    },
    { timeout: 5000 },
  )
})

test('a mention of everybody that a registration told stops counting when its topic is muted', async () => {
  const { ada, ben, stream_id } = await harbour()
  await ben.send('harbour', 'tides', '@**all**')
  const opened = await open(ada)
  await untilLive(opened)
  const mentions = opened.client.store.unread.mentions('everywhere')
  expect(mentions.value).toBe(1)
  opened.network.answers.push(() => new Response('Bad gateway', { status: 502 }))
  await ada.ask('PATCH', '/users/me/subscriptions/muted_topics', { stream_id, topic: 'tides', op: 'add' })
  await vi.waitFor(() => expect(opened.network.answers).toEqual([]))
  opened.network.line.cut(1006)
  await vi.waitFor(
    () => {
      opened.clock.pass(1)
      expect(mentions.value).toBe(0)
    },
    { timeout: 5000 },
  )
})

test('a request that got no answer is repeated within 15 seconds, a refused one is not', async () => {
  const { ada, ben, tides } = await harbour()
  await ben.send('harbour', 'tides', 'one')
  const opened = await open(ada)
  await untilLive(opened)
  const { client, network, clock } = opened
  const pages = () => network.requests.filter((request) => request === 'GET /messages').length

  network.answers.push(() => Promise.reject(new TypeError('Failed to fetch')))
  const view = client.view(tides)
  await vi.waitFor(() => expect(view.failure.value).not.toBeNull())
  clock.pass(15)
  await vi.waitFor(() => expect(view.ids.value).toHaveLength(1))
  expect([view.failure.value, pages()]).toEqual([null, 2])

  network.answers.push(() => Response.json({ result: 'error', msg: 'No', code: 'BAD_REQUEST' }, { status: 400 }))
  const refused = client.view([{ operator: 'is', operand: 'starred' }])
  await vi.waitFor(() => expect(refused.failure.value).toBeInstanceOf(Refusal))
  clock.pass(29)
  await refused.goTo('newest')
  expect([refused.failure.value, pages()]).toEqual([null, 4])
})
