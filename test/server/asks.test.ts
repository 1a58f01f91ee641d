/** Asking over the socket of an event queue (events, Asking over the WebSocket). */
import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { endpoints } from '../../src/app'
import { newRealm, type Person, type TestRealm } from '../kit'
import { connectionError, withFault } from '../kit/faulty-database'
import { Client, connect, upgrade } from '../kit/socket-client'

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  return { realm, ada, grace }
}

const message = (content: string) => ({ type: 'stream', to: 'harbour', topic: 'tides', content })

/** A socket that brings no events but those of `types`. */
const socketOf = async (person: Person, ...types: string[]): Promise<Client> =>
  connect(await person.listen({ event_types: types }))

const say = (client: Client, value: unknown): void => client.socket.send(JSON.stringify(value))

const contentsIn = async (person: Person): Promise<string[]> =>
  (await person.messages([], { apply_markdown: false })).map(({ content }) => content as string)

/** Holds all batches that write back until it is opened. */
async function withGate(realm: TestRealm) {
  const gate = { isShut: false, batches: 0, open: () => undefined as void }
  let opened = Promise.resolve()
  await withFault(realm, async (send, { writes }) => {
    if (!writes || !gate.isShut) return send()
    gate.batches += 1
    await opened
    return send()
  })
  return {
    gate,
    shut: () => {
      gate.isShut = true
      opened = new Promise((resolve) => (gate.open = resolve))
    },
  }
}

test('an ask is answered with what HTTP would answer, under the id of its client', async () => {
  const { ada, grace } = await harbour()
  const client = await socketOf(ada)
  say(client, { id: 7, ask: 'POST /messages', params: message('over the socket') })
  await vi.waitFor(() => expect(client.answered).toHaveLength(1))
  const [{ id, answer }] = client.answered as [(typeof client.answered)[number]]
  expect({ id, answer }).toEqual({ id: 7, answer: { result: 'success', msg: '', id: expect.any(Number) } })
  expect((await grace.get(`/messages/${answer['id']}`))['message']).toMatchObject({ content: '<p>over the socket</p>' })
})

test('a refusal is the body of HTTP’s', async () => {
  const { ada } = await harbour()
  const client = await socketOf(ada)
  for (const params of [{ ...message('x'), to: 'nowhere' }, { ...message(' ') }, { type: 'stream' }]) {
    const { status: _, headers: __, ...body } = await ada.ask('POST', '/messages', params)
    expect(body.result).toBe('error')
    expect(await client.ask('POST /messages', params)).toEqual(body)
  }
})

test('parameters of the path stand in the path, decoded as over HTTP', async () => {
  const { ada, grace } = await harbour()
  const client = await socketOf(ada)
  const { ids } = await client.ask('POST /drafts', { drafts: [{ type: '', to: [], topic: '', content: 'x' }] })
  expect((await client.ask(`DELETE /drafts/${ids[0]}`)).result).toBe('success')
  expect((await ada.get('/drafts'))['count']).toBe(0)
  await grace.post('/users/me/presence', { status: 'active' })
  const { presence } = await client.ask(`GET /users/${encodeURIComponent(grace.email)}/presence`)
  expect(presence).toHaveProperty('aggregated')
  expect((await client.ask(`GET /users/${grace.id}%zz/presence`)).result).toBe('error')
})

test('the client program is named by the request that opened the socket, or by the ask', async () => {
  const { ada } = await harbour()
  const client = await socketOf(ada)
  await client.ask('POST /messages', message('one'))
  await client.ask('POST /messages', { ...message('two'), client: 'Sextant' })
  expect((await ada.messages()).map(({ client }) => client as string)).toEqual(['Unspecified', 'Sextant'])
})

test('parameters that are ignored are told, and none count as sent that were not', async () => {
  const { ada } = await harbour()
  const client = await socketOf(ada)
  const { ignored_parameters_unsupported } = await client.ask('PATCH /settings', {
    left_side_userlist: true,
    moon: 'full',
  })
  expect(ignored_parameters_unsupported).toEqual(['moon'])
})

test('a password is changed over HTTP only', async () => {
  const { ada } = await harbour()
  const client = await socketOf(ada)
  const answer = await client.ask('PATCH /settings', { old_password: 'correct horse', new_password: 'a better horse' })
  expect(answer.msg).toMatch(/over HTTP/)
})

test('an acknowledgement may ride along', async () => {
  const { ada, grace } = await harbour()
  const listener = await ada.listen({ event_types: ['message'] })
  const client = await connect(listener)
  await grace.send('harbour', 'tides', 'one')
  await client.contents(1)
  say(client, { id: 1, ask: 'POST /messages', params: message('two'), last_event_id: client.events[0]!.id })
  await vi.waitFor(() => expect(client.answered).toHaveLength(1))
  const refused = await listener.poll({ last_event_id: listener.last_event_id, dont_block: true })
  expect(refused).toMatchObject({ status: 400, msg: expect.stringMatching(/pruned/) })
})

test('an ask with an impossible acknowledgement closes the socket, and does nothing', async () => {
  const { ada } = await harbour()
  const client = await socketOf(ada)
  say(client, { id: 1, ask: 'POST /messages', params: message('never'), last_event_id: 1e15 })
  expect(await client.closedWith()).toBe(4400)
  expect(await contentsIn(ada)).toEqual([])
})

test('asks of a socket take effect in the order in which they were sent, and share commits', async () => {
  const { realm, ada } = await harbour()
  const { gate, shut } = await withGate(realm)
  const client = await socketOf(ada)
  await client.ask('POST /messages', message('first'))
  shut()
  const ids = Array.from({ length: 30 }, (_, index) => index)
  for (const id of ids) say(client, { id, ask: 'POST /messages', params: message(`${id}`) })
  // When the platform answers this, the object has all thirty; a request of the same person takes its turn after them.
  client.socket.send('ping')
  await vi.waitFor(() => expect(client.said).toEqual(['pong']))
  expect((await ada.ask('POST', '/users/me/status')).msg).toBe('Client did not pass any new values.')
  expect(client.answered).toHaveLength(1)
  gate.open()

  await vi.waitFor(() => expect(client.answered).toHaveLength(31))
  expect(client.answered.slice(1).map(({ id }) => id)).toEqual(ids)
  expect((await contentsIn(ada)).slice(1)).toEqual(ids.map(String))
  // One that was under way, and the others as soon as there is room: a batch has 48 statements at most.
  expect(gate.batches).toBeLessThan(10)
})

test('a refusal waits for the answers before it', async () => {
  const { realm, ada } = await harbour()
  const { gate, shut } = await withGate(realm)
  const client = await socketOf(ada)
  await client.ask('POST /messages', message('first'))
  shut()
  say(client, { id: 1, ask: 'POST /messages', params: message('second') })
  say(client, { id: 2, ask: 'POST /users/me/status' })
  say(client, { id: 3, ask: 'GET /nowhere' })
  client.socket.send('ping')
  await vi.waitFor(() => expect(client.said).toEqual(['pong']))
  expect((await ada.ask('POST', '/users/me/status')).status).toBe(400)
  expect(client.answered).toHaveLength(1)
  gate.open()
  await vi.waitFor(() => expect(client.answered).toHaveLength(4))
  expect(client.answered.slice(1).map(({ id, answer }) => [id, answer.result])).toEqual([
    [1, 'success'],
    [2, 'error'],
    [3, 'error'],
  ])
})

test('an id that is used twice is answered twice', async () => {
  const { ada } = await harbour()
  const client = await socketOf(ada)
  for (const content of ['one', 'two']) say(client, { id: 'same', ask: 'POST /messages', params: message(content) })
  await vi.waitFor(() => expect(client.answered).toHaveLength(2))
  expect(client.answered.map(({ id }) => id)).toEqual(['same', 'same'])
  expect(await contentsIn(ada)).toEqual(['one', 'two'])
})

test('a message that is asked for again with its local_id is sent once', async () => {
  const { ada } = await harbour()
  const listener = await ada.listen({ event_types: ['message'] })
  const client = await connect(listener)
  const echo = { queue_id: listener.queue_id, local_id: '1.01' }
  const first = await client.ask('POST /messages', { ...message('once'), ...echo })
  expect(await client.ask('POST /messages', { ...message('once'), ...echo })).toEqual(first)
  expect(await contentsIn(ada)).toEqual(['once'])
  await client.contents(1)
  expect(client.events[0]).toMatchObject({ local_id: '1.01' })
})

test('a lost batch closes the socket, and what is asked again on the next one happens once', async () => {
  const { realm, ada } = await harbour()
  let isLost = false
  await withFault(realm, async (send, { writes }) => {
    if (isLost && writes) throw connectionError()
    return send()
  })
  const listener = await ada.listen({ event_types: [] })
  const client = await connect(listener)
  await client.ask('POST /messages', message('before'))
  isLost = true
  const sent = ['one', 'two'].map((content) => ({
    ...message(content),
    queue_id: listener.queue_id,
    local_id: content,
  }))
  // The second is decided while the batch of the first is under way, and on what that would have made true.
  for (const [id, params] of sent.entries()) say(client, { id, ask: 'POST /messages', params })
  expect(await client.closedWith()).toBe(1012)
  isLost = false

  const next = await connect(listener)
  for (const params of sent) expect((await next.ask('POST /messages', params)).result).toBe('success')
  expect(await contentsIn(ada)).toEqual(['before', 'one', 'two'])
})

test('an ask wakes the object', async () => {
  const { realm, ada } = await harbour()
  const client = await socketOf(ada)
  await evictDurableObject(realm.object, { webSockets: 'hibernate' })
  expect((await client.ask('POST /messages', message('awake'))).result).toBe('success')
  expect(await contentsIn(ada)).toEqual(['awake'])
})

test('an ask of a socket that has closed by its turn is not carried out', async () => {
  const { realm, ada, grace } = await harbour()
  const { gate, shut } = await withGate(realm)
  const client = await socketOf(ada)
  await client.ask('POST /messages', message('first'))
  shut()
  // While this change is not committed, nobody else decides.
  const renaming = realm.owner.patch(`/users/${grace.id}`, { full_name: 'Grace Hopper' })
  await vi.waitFor(() => expect(gate.batches).toBe(1))
  say(client, { id: 1, ask: 'POST /messages', params: message('too late') })
  client.socket.send('ping')
  await vi.waitFor(() => expect(client.said).toEqual(['pong']))
  client.socket.close()
  gate.open()
  await renaming
  await ada.send('harbour', 'tides', 'last')
  expect(await contentsIn(ada)).not.toContain('too late')
})

test.for<[string, unknown]>([
  ['no id', { ask: 'POST /messages' }],
  ['neither', { id: 1 }],
  ['an ask that is no text', { id: 1, ask: ['POST', '/messages'] }],
  ['an id below zero', { id: -1, ask: 'POST /messages' }],
  ['an id that is no whole number', { id: 1.5, ask: 'POST /messages' }],
  ['an id that is too large', { id: 2 ** 53, ask: 'POST /messages' }],
  ['an id that is too long', { id: 'x'.repeat(101), ask: 'POST /messages' }],
  ['an id of another kind', { id: { a: 1 }, ask: 'POST /messages' }],
  ['a null id', { id: null, ask: 'POST /messages' }],
  ['a list', [{ id: 1, ask: 'POST /messages' }]],
])('a message with %s closes the socket', async ([, value]) => {
  const { owner } = await newRealm()
  const client = await socketOf(owner)
  say(client, value)
  expect(await client.closedWith()).toBe(4400)
})

test('binary closes the socket', async () => {
  const { owner } = await newRealm()
  const client = await socketOf(owner)
  client.socket.send(new TextEncoder().encode('{"id": 1, "ask": "POST /typing"}'))
  expect(await client.closedWith()).toBe(4400)
})

/** An ask that is so many bytes long, of which most are the letter. */
const frameOf = (bytes: number, letter: string) => {
  const bare = JSON.stringify({ id: 1, ask: 'POST /messages/render', params: { content: '' } })
  const room = bytes - new TextEncoder().encode(bare).length
  const size = new TextEncoder().encode(letter).length
  return bare.replace('""', `"${letter.repeat(Math.floor(room / size))}${'x'.repeat(room % size)}"`)
}

test('a message has at most 64 KiB of UTF-8', async () => {
  const { ada } = await harbour()
  const client = await socketOf(ada)
  client.socket.send(frameOf(64 * 1024, 'ж'))
  await vi.waitFor(() => expect(client.answered).toHaveLength(1))
  expect(client.answered[0]!.answer).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  client.socket.send(frameOf(64 * 1024 + 1, 'ж'))
  expect(await client.closedWith()).toBe(4400)
})

test.each([
  ['GET /nowhere'],
  ['POST messages'],
  ['post /messages'],
  ['POST  /messages'],
  ['/messages'],
  [''],
  ['POST'],
  ['POST /messages?type=stream'],
  ['POST /messages#1'],
  ['PUT /messages'],
  ['POST //example.com/messages'],
  ['POST /../../messages'],
  ['POST /constructor'],
  ['__proto__ /messages'],
  ['OPTIONS /messages'],
  ['DELETE /drafts/x'],
])('there is no ask %s', async (ask) => {
  const { owner } = await newRealm()
  const client = await socketOf(owner)
  expect(await client.ask(ask)).toEqual({ result: 'error', msg: 'Not found', code: 'NOT_FOUND' })
})

test('what reads in the Worker, takes files, hashes passwords or hands out keys is asked over HTTP only', async () => {
  const { owner } = await newRealm()
  const overHttp = endpoints.filter(({ path, overSocket }) => path.startsWith('/') && overSocket === null)
  const asks = overHttp.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '7')}`)
  expect(asks).toEqual(expect.arrayContaining(['GET /messages', 'POST /user_uploads', 'POST /users', 'POST /bots']))
  const told: string[] = []
  while (told.length < asks.length) {
    const client = await socketOf(owner)
    // As many as a socket may send at once.
    const some = asks.slice(told.length, told.length + 40)
    for (const [id, ask] of some.entries()) say(client, { id, ask })
    await vi.waitFor(() => expect(client.answered).toHaveLength(some.length))
    told.push(...client.answered.map(({ answer }) => `${answer.code}: ${answer.msg}`))
  }
  expect(new Set(told)).toEqual(new Set(['BAD_REQUEST: Ask this over HTTP: it cannot be asked over a socket']))
})

test.for<[string, unknown, string]>([
  ['a list', [['type', 'stream']], 'params must be an object, with the parameters by name'],
  ['null', null, 'params must be an object, with the parameters by name'],
  ['a text', 'type=stream', 'params must be an object, with the parameters by name'],
  ['nothing', {}, "Missing 'content' argument"],
  ['a nested text', { content: { content: ['x'] } }, ''],
  ['a null byte', { content: 'a\0b' }, 'Message must not contain null bytes'],
  [
    'too many names',
    Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`n${index}`, ''])),
    'An ask may have at most 1000 parameters',
  ],
])('params that are %s are answered as a form is', async ([, params, msg]) => {
  const { owner } = await newRealm()
  const client = await socketOf(owner)
  expect((await client.ask('POST /messages/render', params as Record<string, unknown>)).msg).toBe(msg)
})

test('params of __proto__, of lone surrogates and of a thousand brackets break nothing', async () => {
  const { owner } = await newRealm()
  const client = await socketOf(owner)
  const sent = [
    `{"id": 1, "ask": "PUT /bot_storage", "params": {"__proto__": {"polluted": "yes"}, "storage": {"__proto__": "x"}}}`,
    `{"id": 2, "ask": "PUT /bot_storage", "params": {"storage": {"a": "\\ud800"}}}`,
    `{"id": 3, "ask": "PUT /bot_storage", "params": {"storage": ${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
    `{"id": 4, "ask": "POST /messages/render", "params": {"content": "\\ud800"}}`,
    `{"id": 5, "ask": "POST /messages/render", "params": {"content": "fine"}}`,
  ]
  for (const text of sent) client.socket.send(text)
  await vi.waitFor(() => expect(client.answered).toHaveLength(sent.length))
  expect(client.answered.map(({ answer }) => answer.code ?? answer.result)).toEqual([
    'BAD_REQUEST',
    'BAD_REQUEST',
    'BAD_REQUEST',
    'success',
    'success',
  ])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('ten thousand asks at once close the socket, and few of them happen', async () => {
  const { ada } = await harbour()
  const client = await socketOf(ada)
  for (let id = 0; id < 10_000; id += 1) say(client, { id, ask: 'POST /messages', params: message(`${id}`) })
  expect(await client.closedWith()).toBe(4429)
  expect((await contentsIn(ada)).length).toBeLessThan(100)
})

test('asks that wait are bounded in their number', async () => {
  const { realm, ada } = await harbour()
  const { gate, shut } = await withGate(realm)
  const client = await socketOf(ada)
  await client.ask('POST /messages', message('first'))
  shut()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (let id = 0; id <= 100; id += 1) {
      say(client, { id, ask: 'POST /messages', params: message(`${id}`) })
      // Slowly enough for what may be said in a second.
      vi.setSystemTime(Date.now() + 100)
      await realm.inObject(() => undefined)
    }
    await vi.waitFor(() =>
      expect(client.closed).toMatchObject({ code: 4429, reason: 'Wait for answers before you ask more' }),
    )
  } finally {
    vi.useRealTimers()
    gate.open()
  }
})

test('asks that wait are bounded in their size', async () => {
  const { realm, ada } = await harbour()
  const { gate, shut } = await withGate(realm)
  const client = await socketOf(ada)
  await client.ask('POST /messages', message('first'))
  shut()
  const long = 'x'.repeat(60_000)
  for (let id = 0; id < 20; id += 1)
    say(client, { id, ask: 'POST /messages', params: { ...message(`${id}`), ignored: long } })
  expect(await client.closedWith()).toBe(4429)
  gate.open()
})

test('a socket that has had four million characters of answers has to come back', async () => {
  const { ada } = await harbour()
  const client = await socketOf(ada)
  const content = '@**all** '.repeat(1100)
  const { rendered } = await client.ask('POST /messages/render', { content })
  const needed = Math.ceil(4_000_000 / (rendered as string).length)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (let asked = 0; asked < needed && client.closed === null; asked += 1) {
      vi.setSystemTime(Date.now() + 1000)
      say(client, { id: asked, ask: 'POST /messages/render', params: { content } })
      await vi.waitFor(() => expect(client.closed !== null || client.answered.length === asked + 2).toBe(true))
    }
  } finally {
    vi.useRealTimers()
  }
  expect(await client.closedWith()).toBe(1012)
})

test('the socket of who is deactivated is closed', async () => {
  const { realm, ada } = await harbour()
  const client = await socketOf(ada)
  await realm.deactivate(ada)
  expect(await client.closedWith()).toBe(4401)
})

test.each(['POST /messages', 'GET /nowhere', 'GET /users'])(
  'who asks is identified anew for %s: a deactivated account is refused, and its socket closed',
  async (ask) => {
    const { realm, ada, grace } = await harbour()
    const client = await socketOf(ada)
    // Nothing tells the object of it, which must find out by itself.
    await env.DB.prepare('update user set is_active = 0 where id = ?').bind(ada.id).run()
    await evictDurableObject(realm.object, { webSockets: 'hibernate' })
    say(client, { id: 1, ask, params: message('from beyond') })
    expect(await client.closedWith()).toBe(4401)
    expect(client.answered).toMatchObject([{ id: 1, answer: { result: 'error', code: 'USER_DEACTIVATED' } }])
    expect(await contentsIn(grace)).toEqual([])
  },
)

test('after the key was replaced, its sockets close, those opened by a ticket too', async () => {
  const { ada } = await harbour()
  const { queue_id, last_event_id } = await ada.listen({ event_types: [] })
  const { ticket } = await ada.post('/events/ticket')
  const byTicket = new Client((await upgrade(ada, { queue_id, last_event_id, ticket })).webSocket!)
  const byKey = await socketOf(ada)
  for (const client of [byTicket, byKey])
    expect((await client.ask('POST /messages', message('while it is good'))).result).toBe('success')
  await ada.post('/users/me/api_key/regenerate')
  for (const client of [byTicket, byKey]) expect(await client.closedWith()).toBe(4401)
})

test('a session that was ended asks no more, and the others go on', async () => {
  const { ada } = await harbour()
  const client = await socketOf(ada)
  await ada.logIn()
  const other = await socketOf(ada)
  expect((await other.ask('DELETE /users/me/sessions'))['ended']).toBeGreaterThan(0)
  expect(await client.closedWith()).toBe(4401)
  expect((await other.ask('POST /messages', message('still here'))).result).toBe('success')
})

test('what somebody may do is looked up for each ask', async () => {
  const { realm, ada } = await harbour()
  await realm.owner.patch(`/users/${ada.id}`, { role: 200 })
  const client = await socketOf(ada)
  expect((await client.ask('PATCH /realm', { name: 'Ours' })).result).toBe('success')
  await realm.owner.patch(`/users/${ada.id}`, { role: 400 })
  expect(await client.ask('PATCH /realm', { name: 'Mine' })).toMatchObject({ result: 'error' })
})

test('a socket asks in its own organization only', async () => {
  const { grace } = await harbour()
  const id = await grace.send('harbour', 'tides', 'secret')
  const { owner: stranger } = await newRealm()
  const client = await socketOf(stranger)
  expect(await client.ask(`POST /messages/${id}/reactions`, { emoji_name: 'tada' })).toMatchObject({ result: 'error' })
  expect(await client.ask('POST /messages', message('x'))).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' })
})

/** Gives the realm’s object narrower limits. */
const limit = (realm: TestRealm, limits: Partial<Env>): Promise<void> =>
  realm.inObject((object) => {
    Object.assign(object, { env: { ...env, ...limits } })
  })

test('asks count as requests of their account', async () => {
  const { realm, ada } = await harbour()
  const client = await socketOf(ada)
  await limit(realm, { REQUESTS_PER_MINUTE: '1' })
  const refusal = await client.ask('POST /messages', message('too much'))
  expect(refusal).toMatchObject({ result: 'error', code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) })
  expect(client.closed).toBeNull()
})

test('messages that are asked for count as messages', async () => {
  const { realm, ada } = await harbour()
  const client = await socketOf(ada)
  await limit(realm, { MESSAGES_PER_MINUTE: '2' })
  for (const expected of [undefined, undefined, 'RATE_LIMIT_HIT'])
    expect((await client.ask('POST /messages', message('x'))).code).toBe(expected)
  expect((await client.ask('POST /users/me/presence', { status: 'active' })).result).toBe('success')
})
