/** What the client library asks (client/wire). */
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWire, Refusal, Unreachable } from '../../client'
import { mayRepeat } from '../../client/connection/routes'
import { endpoints } from '../../src/app'
import { newRealm, password } from '../kit'
import { logIn, reachAs } from '../kit/browser'
import { controlClock, advanceClock, releaseClock } from '../kit/clock'
import { ManualClock } from '../kit/manual-clock'
import { Network } from '../kit/network'
import { followMessages, untilOnSocket, wireOf } from '../kit/wire'

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const { id: stream_id } = await realm.stream('harbour', ada)
  return { realm, ada, stream_id }
}

const message = (content: string) => ({ type: 'stream', to: 'harbour', topic: 'tides', content }) as const

/** A client that is connected. */
async function newConnectedWire() {
  const { realm, ada, stream_id } = await harbour()
  const client = await followMessages(ada)
  await untilOnSocket(client)
  client.network.requests.length = 0
  return { realm, ada, stream_id, ...client }
}

const rateLimitAnswer = (wait: number): Response =>
  Response.json(
    { result: 'error', msg: 'API usage exceeded rate limit', code: 'RATE_LIMIT_HIT', 'retry-after': wait },
    { status: 429 },
  )

const errorOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => expect.fail('It was answered'),
    (error: unknown) => error,
  )

test('an operation is asked by its path, with texts as they are and everything else as JSON', async () => {
  const { ada, stream_id } = await harbour()
  const { wire, network } = wireOf(ada)
  const { id } = await wire.ask('POST /messages', message('100 % & more?'))
  await wire.ask('POST /messages/{message_id}/reactions', { message_id: id, emoji_name: 'wave' })
  const narrow = [{ operator: 'stream', operand: 'harbour' }]
  const { messages } = await wire.ask('GET /messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow,
    apply_markdown: false,
  })
  expect(messages).toMatchObject([{ id, stream_id, content: '100 % & more?', reactions: [{ emoji_name: 'wave' }] }])
  expect(await wire.ask('GET /users/{email}', { email: ada.email })).toMatchObject({ user: { user_id: ada.id } })
  expect(network.requests.at(1)).toBe(`POST /messages/${id}/reactions`)
})

test('files are asked with as forms of several parts', async () => {
  const { ada } = await harbour()
  const { wire } = wireOf(ada)
  const { uri } = await wire.ask('POST /user_uploads', { file: new File(['ebb'], 'tide table.txt') })
  const [realm_id, ...path] = uri.split('/').slice(2)
  const { url } = await wire.ask('GET /user_uploads/{realm_id}/{path}', {
    realm_id: Number(realm_id),
    path: decodeURIComponent(path.join('/')),
  })
  expect(url).toContain('/user_uploads/')
})

test('a refusal has the words, the code and the status of the server', async () => {
  const { ada } = await harbour()
  const { wire } = wireOf(ada)
  const refusal = await errorOf(wire.ask('POST /messages', { ...message('hello'), to: 'nowhere' }))
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST', answer: { stream: 'nowhere' } })
  expect((refusal as Refusal).msg).toContain('nowhere')
})

test.for<[string, () => Response]>([
  ['a network that is down', () => Response.error()],
  ['a failure of the server', () => new Response('no', { status: 502 })],
  [
    'a failure in an envelope',
    () => Response.json({ result: 'error', msg: '', code: 'INTERNAL_ERROR' }, { status: 500 }),
  ],
  ['the page of a hotel', () => new Response('<html>')],
  ['the refusal of a hotel', () => Response.json({}, { status: 403 })],
])('after %s nobody knows what was done', async ([, answer]) => {
  const { ada } = await harbour()
  const { wire, network } = wireOf(ada)
  if (answer().type === 'error') network.isDown = true
  else network.answers.push(answer)
  expect(await errorOf(wire.ask('POST /messages', message('hello')))).toBeInstanceOf(Unreachable)
})

test('an answer that does not come in a minute is not waited for', async () => {
  const { ada } = await harbour()
  const { wire, network, clock } = wireOf(ada)
  network.answers.push(() => new Promise(() => undefined))
  const asked = errorOf(wire.ask('GET /users/me'))
  await vi.waitFor(() => expect(network.answers).toEqual([]))
  clock.pass(59)
  expect(clock.waits).toEqual([60])
  clock.pass(1)
  expect(await asked).toBeInstanceOf(Unreachable)
})

test('what was asked too often is asked again when the server says', async () => {
  const { ada } = await harbour()
  const { wire, network, clock } = wireOf(ada)
  network.answers.push(
    () => rateLimitAnswer(3.5),
    () => rateLimitAnswer(20),
  )
  const asked = wire.ask('POST /messages', message('patience'))
  await vi.waitFor(() => expect(clock.waits).toEqual([3.5]))
  clock.pass(3.5)
  await vi.waitFor(() => expect(clock.waits).toEqual([20]))
  clock.pass(20)
  expect(await asked).toMatchObject({ id: expect.any(Number) })
})

test('no request waits for a limit until midnight or for ever', async () => {
  const { ada } = await harbour()
  const { wire, network, clock } = wireOf(ada)
  network.answers.push(() => rateLimitAnswer(7200))
  expect(await errorOf(wire.ask('GET /users/me'))).toMatchObject({ code: 'RATE_LIMIT_HIT', retry_after: 7200 })
  network.answers.push(...Array.from({ length: 4 }, () => () => rateLimitAnswer(1)))
  const asked = errorOf(wire.ask('GET /users/me'))
  for (let wait = 0; wait < 3; wait += 1) {
    await vi.waitFor(() => expect(clock.waits).toEqual([1]))
    clock.pass(1)
  }
  expect(await asked).toMatchObject({ retry_after: 1 })
})

test('a signal ends the waiting, for an answer or for a limit', async () => {
  const { ada } = await harbour()
  const { wire, network, clock } = wireOf(ada)
  network.answers.push(
    () => new Promise(() => undefined),
    () => rateLimitAnswer(10),
  )
  const controllers = [new AbortController(), new AbortController()]
  const asked = controllers.map(({ signal }) => errorOf(wire.ask('GET /users/me', {}, { signal })))
  await vi.waitFor(() => expect(clock.waits).toEqual([10, 60]))
  const reason = new Error('never mind')
  for (const controller of controllers) controller.abort(reason)
  expect(await Promise.all(asked)).toEqual([reason, reason])
  expect(clock.waits).toEqual([])
})

test('a page that is logged in asks and follows by its cookie', async () => {
  const { realm, ada } = await harbour()
  const browser = await logIn(realm.host, ada.email, password)
  const network = new Network(reachAs(browser))
  const { fetch, WebSocket } = network
  const wire = createWire({
    site: `${browser.origin}/`,
    credentials: 'cookie',
    fetch,
    WebSocket,
    clock: new ManualClock(),
  })
  const register = () => wire.ask('POST /register', { event_types: ['message'], fetch_event_types: [] })
  const follower = wire.follow({ from: await register(), register, onEvents: () => undefined })
  await untilOnSocket({ follower })
  await wire.ask('POST /messages', message('from a page'))
  expect(network.requests).toEqual(['POST /register', 'SOCKET /events'])
  follower.stop()
})

test('asks go over an open socket, without waiting for each other, and keep their order', async () => {
  const { ada, wire, network } = await newConnectedWire()
  const contents = Array.from({ length: 5 }, (_, index) => `tide ${index}`)
  const ids = await Promise.all(
    contents.map(async (content) => (await wire.ask('POST /messages', message(content))).id),
  )
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  await wire.ask('DELETE /messages/{message_id}', { message_id: ids[0]! }).catch(() => undefined)
  expect(network.requests).toEqual([])
  expect((await ada.messages([], { apply_markdown: false })).map(({ content }) => content)).toEqual(contents)
})

test('a refusal over the socket is one, without a status', async () => {
  const { wire, network } = await newConnectedWire()
  const refusal = await errorOf(wire.ask('POST /messages', { ...message('hello'), to: 'nowhere' }))
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ status: null, code: 'STREAM_DOES_NOT_EXIST' })
  expect(network.requests).toEqual([])
})

test('what the socket cannot carry is asked over HTTP', async () => {
  const { wire, network } = await newConnectedWire()
  await wire.ask('GET /users/me')
  await errorOf(wire.ask('POST /messages', message('ü'.repeat(33_000))))
  await wire.ask('PATCH /settings', { old_password: password, new_password: 'another correct horse' })
  expect(network.requests).toEqual(['GET /users/me', 'POST /messages', 'PATCH /settings'])
})

test('the longest message that goes over the socket is not too long for it', async () => {
  const { wire, network } = await newConnectedWire()
  const frame = JSON.stringify({ ask: 'POST /messages/render', params: { content: '' } }).length - 2
  for (const length of [65_400 - frame, 65_401 - frame]) {
    const refusal = await errorOf(wire.ask('POST /messages/render', { content: 'm'.repeat(length) }))
    expect(refusal).toBeInstanceOf(Refusal)
  }
  expect(network.requests).toEqual(['POST /messages/render'])
  expect(network.lines).toHaveLength(1)
})

test('an operation that the server wants over HTTP is tried once over the socket', async () => {
  const { wire, network } = await newConnectedWire()
  const generate = () => wire.ask('POST /users/me/api_key/regenerate')
  await generate()
  await errorOf(generate())
  const asks = network.line.sentTexts.filter((text) => text.includes('"ask"'))
  expect(asks).toHaveLength(1)
  expect(network.requests).toEqual(Array.from({ length: 2 }, () => 'POST /users/me/api_key/regenerate'))
})

test('what may be done twice is known', () => {
  const routes = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(routes.filter(mayRepeat).toSorted()).toEqual([
    'DELETE /users/me/alert_words',
    'DELETE /users/me/subscriptions',
    'PATCH /drafts/{draft_id}',
    'PATCH /settings',
    'POST /mark_all_as_read',
    'POST /mark_stream_as_read',
    'POST /mark_topic_as_read',
    'POST /messages/flags',
    'POST /messages/render',
    'POST /typing',
    'POST /users/me/alert_words',
    'POST /users/me/presence',
    'POST /users/me/status',
    'POST /users/me/subscriptions',
    'POST /users/me/subscriptions/properties',
  ])
})

test('a lost write is reported as unknown, and repeated only by callers that can repeat it', async () => {
  const { wire, network } = await newConnectedWire()
  network.line.isSilent = true
  const asked = errorOf(wire.ask('POST /messages', message('lost')))
  network.line.cut(1006)
  expect(await asked).toBeInstanceOf(Unreachable)
})

test('what may be done twice is asked again after the socket was lost, in its order', async () => {
  const { ada, wire, network } = await newConnectedWire()
  const id = await ada.send('harbour', 'tides', 'unread')
  network.line.isSilent = true
  const flag = (op: 'add' | 'remove') => wire.ask('POST /messages/flags', { op, flag: 'starred', messages: [id] })
  const asked = [flag('add'), flag('remove'), flag('add'), wire.ask('POST /users/me/status', { status_text: 'away' })]
  network.line.cut(1006)
  await Promise.all(asked)
  expect(network.requests.filter((route) => !route.includes('events'))).toEqual([
    ...Array.from({ length: 3 }, () => 'POST /messages/flags'),
    'POST /users/me/status',
  ])
  expect(await ada.flags(id)).toContain('starred')
})

test('a hundred asks at once are said at a pace that the server bears, and all are answered', async () => {
  // The server's clock, too.
  controlClock()
  onTestFinished(releaseClock)
  const { ada, wire, network, clock } = await newConnectedWire()
  const contents = Array.from({ length: 100 }, (_, index) => `wave ${index}`)
  const asked = Promise.all(contents.map((content) => wire.ask('POST /messages', message(content))))
  const asks = () => network.line.sentTexts.filter((text) => text.includes('"ask"')).length
  expect(asks()).toBe(18)
  clock.pass(0.99)
  expect(asks()).toBe(18)
  clock.pass(0.01)
  expect(asks()).toBe(36)
  let done = false
  void asked.finally(() => (done = true))
  await vi.waitFor(() => {
    clock.pass(0.1)
    advanceClock(0.1)
    expect(done).toBe(true)
  }, 20_000)
  expect((await ada.messages([], { apply_markdown: false })).map(({ content }) => content)).toEqual(contents)
  expect(network.lines).toHaveLength(1)
})

test('what waited for its turn when the socket was lost was not done, and is asked again', async () => {
  const { ada, wire, network } = await newConnectedWire()
  const asked = Array.from({ length: 20 }, (_, index) => wire.ask('POST /messages', message(`wave ${index}`)))
  network.line.isSilent = true
  network.line.cut(1006)
  const settled = await Promise.allSettled(asked)
  expect(settled.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 18 }, () => 'rejected'),
    'fulfilled',
    'fulfilled',
  ])
  const contents = (await ada.messages([], { apply_markdown: false })).map(({ content }) => content as string)
  expect(contents.slice(-2)).toEqual(['wave 18', 'wave 19'])
})
