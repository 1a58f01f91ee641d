/** How commands of a client are kept and sent: in order, once, whatever happens meanwhile (client/outbox). */
import { expect, test, vi } from 'vitest'
import { newMemory, Refusal } from '../../client'
import { contents, harbour, numbers, openClient, turn, untilDone } from '../kit/outbox'
import { untilOnSocket } from '../kit/wire'

async function newConnectedClient() {
  const place = await harbour()
  const client = await openClient(place.ada)
  await untilOnSocket(client)
  return { ...place, client }
}

const rateLimitAnswer = (wait: number) => (): Response =>
  Response.json({ result: 'error', msg: '', code: 'RATE_LIMIT_HIT', 'retry-after': wait }, { status: 429 })

const refusal =
  (status = 400) =>
  (): Response =>
    Response.json(
      { result: 'error', msg: 'Not today', code: status === 401 ? 'INVALID_API_KEY' : 'BAD_REQUEST' },
      { status },
    )

test('a message is shown on its way, kept, sent, and gone when the store has it', async () => {
  const { client, ada, tides } = await newConnectedClient()
  const { command, done } = client.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  expect(client.outbox.sending.value).toMatchObject([
    { id: command.id, state: 'waiting', params: { to: tides, content: 'ebb' } },
  ])
  const { id } = await done
  // It is never missing, and never twice there.
  await vi.waitFor(() => expect(client.store.messages.get(id)?.content).toBe('<p>ebb</p>'))
  expect(client.outbox.sending.value).toEqual([])
  await untilDone(client)
  expect(await contents(ada)).toEqual(['ebb'])
})

test('messages go to people and to oneself', async () => {
  const { client, ben, ada } = await newConnectedClient()
  await client.outbox.do({ kind: 'send', to: { user_ids: [ben.id] }, content: 'to ben' }).done
  await client.outbox.do({ kind: 'send', to: { user_ids: [] }, content: 'to me' }).done
  expect(await contents(ben)).toEqual(['to ben'])
  expect(await contents(ada)).toEqual(['to ben', 'to me'])
})

test('what is sent to a conversation comes in order, and conversations do not wait for each other', async () => {
  const { client, ada, topic } = await newConnectedClient()
  client.follower.stop()
  let give!: (answer: Response) => void
  client.network.answers.push(() => new Promise((resolve) => (give = resolve)))
  for (const content of numbers(5))
    for (const name of ['a', 'b']) client.outbox.do({ kind: 'send', to: topic(name), content })
  await vi.waitFor(async () => expect(await contents(ada)).toEqual(numbers(5)))
  give(new Response('', { status: 502 }))
  await untilDone(client)
  for (const name of ['a', 'b']) expect(await contents(ada, name)).toEqual(numbers(5))
})

test('300 messages that were written offline are sent once and in order', { timeout: 120_000 }, async () => {
  const { client, ada, topic } = await newConnectedClient()
  client.network.isDown = true
  client.network.line.cut(1006)
  for (const content of numbers(100))
    for (const name of ['a', 'b', 'c']) client.outbox.do({ kind: 'send', to: topic(name), content })
  await vi.waitFor(() => expect(client.memory.tables.commands.size).toBe(300))
  expect(client.outbox.sending.value).toHaveLength(300)
  client.network.isDown = false
  await untilDone(client, 60_000)
  for (const name of ['a', 'b', 'c']) expect(await contents(ada, name)).toEqual(numbers(100))
})

test('an answer that is lost over the socket does not double a message', async () => {
  const { client, ada, tides } = await newConnectedClient()
  client.network.losesAnswers = true
  const { done } = client.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  await vi.waitFor(async () => expect(await contents(ada)).toEqual(['ebb']))
  client.network.losesAnswers = false
  client.network.line.cut(1006)
  await untilDone(client)
  await done
  expect(await contents(ada)).toEqual(['ebb'])
})

test('answers that are lost over HTTP double nothing', async () => {
  const { client, ada, tides, topic } = await newConnectedClient()
  client.follower.stop()
  client.network.losesAnswers = true
  client.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  client.outbox.do({ kind: 'send', to: tides, content: 'flow' })
  client.outbox.do({ kind: 'send', to: topic('view'), content: 'fog' })
  await vi.waitFor(async () => expect(await contents(ada)).toHaveLength(2))
  for (const _ of numbers(5)) await vi.waitFor(() => client.clock.pass(4))
  client.network.losesAnswers = false
  await untilDone(client)
  expect(new Set(await contents(ada))).toEqual(new Set(['ebb', 'flow', 'fog']))
  expect(await contents(ada, 'tides')).toEqual(['ebb', 'flow'])
})

test('changes whose answers are lost are done once, and no refusal is reported', async () => {
  const { client, realm, ada, ben, stream_id, tides } = await newConnectedClient()
  await realm.owner.patch(`/users/${ada.id}`, { role: 200 })
  const [edited, moved, deleted] = [
    await ada.send('harbour', 'tides', 'a'),
    await ada.send('harbour', 'tides', 'b'),
    await ada.send('harbour', 'x', 'c'),
  ]
  const other = await ben.send('harbour', 'view', 'd')
  const emoji = { message_id: other, emoji_name: 'wave', emoji_code: '1f44b', reaction_type: 'unicode_emoji' } as const
  const draft = { type: 'stream', to: [stream_id], topic: 'tides', content: 'Later', timestamp: 1_700_000_000 } as const
  await vi.waitFor(() => expect(client.store.messages.get(other)).toBeDefined())
  client.follower.stop()
  client.network.losesAnswers = true
  client.outbox.do({ kind: 'edit', message_id: edited, content: 'edited' })
  client.outbox.do({ kind: 'delete', message_id: deleted })
  client.outbox.do({ kind: 'react', ...emoji })
  client.outbox.do({ kind: 'mute_topic', ...tides })
  client.outbox.do({ kind: 'draft', draft: { ...draft, to: [stream_id] } })
  client.outbox.do({ kind: 'move', message_id: moved, topic: 'moved' })
  await vi.waitFor(async () => {
    client.clock.pass(4)
    expect((await ada.get('/drafts'))['count']).toBe(1)
  })
  client.network.losesAnswers = false
  await untilDone(client)
  expect(client.outbox.refusals.value).toEqual([])
  expect((await ada.get('/drafts'))['count']).toBe(1)
  const { message_history } = await ada.get(`/messages/${edited}/history`)
  expect(message_history).toHaveLength(2)
  expect(await contents(ada)).toEqual(['edited', 'b', 'd'])
})

test('a refused message stays with its reason until it is sent again or discarded', async () => {
  const { client, ada, tides } = await newConnectedClient()
  client.follower.stop()
  client.network.answers.push(refusal(), refusal())
  const first = client.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  await expect(first.done).rejects.toBeInstanceOf(Refusal)
  expect(client.outbox.sending.value).toMatchObject([
    { state: 'refused', reason: 'Not today', refusal: { msg: 'Not today' } },
  ])
  const second = client.outbox.do({ kind: 'send', to: tides, content: 'flow' })
  await expect(second.done).rejects.toBeInstanceOf(Refusal)
  await vi.waitFor(() => expect(client.memory.tables.commands.size).toBe(2))
  client.outbox.discard(second.command.id)
  client.outbox.retry(first.command.id)
  await untilDone(client)
  // No event tells that it is there.
  client.clock.pass(10)
  expect(client.outbox.sending.value).toEqual([])
  expect(await contents(ada)).toEqual(['ebb'])
})

test('a waiting message can be changed and discarded before it is sent', async () => {
  const { client, ada, tides } = await newConnectedClient()
  client.network.isDown = true
  client.network.line.cut(1006)
  const [first, second, third] = numbers(3).map(
    (content) => client.outbox.do({ kind: 'send', to: tides, content }).command.id,
  )
  // The first one may have been sent.
  await vi.waitFor(() => expect(client.network.requests.at(-1)).toBe('POST /messages'))
  client.outbox.do({ kind: 'edit', message_id: first!, content: 'first' })
  client.outbox.do({ kind: 'edit', message_id: second!, content: 'second' })
  client.outbox.do({ kind: 'delete', message_id: third! })
  expect(client.outbox.sending.value.map(({ params }) => params.content)).toEqual(['0', 'second'])
  client.network.isDown = false
  await untilDone(client)
  await vi.waitFor(async () => expect(await contents(ada)).toEqual(['first', 'second']))
})

test('a waiting draft can be changed and discarded', async () => {
  const { client, ada } = await newConnectedClient()
  client.network.isDown = true
  client.network.line.cut(1006)
  const write = (content: string, draft_id?: number | string) =>
    client.outbox.do({
      kind: 'draft',
      draft: { type: '', to: [], topic: '', content, timestamp: content.length },
      ...(draft_id !== undefined && { draft_id }),
    })
  const { command } = write('a')
  await vi.waitFor(() => expect(client.network.requests.at(-1)).toBe('POST /drafts'))
  for (const content of ['ab', 'abc', 'abcd']) write(content, command.id)
  expect(client.outbox.state.drafts.value.map(({ content }) => content)).toEqual(['abcd'])
  expect(client.memory.tables.commands.size).toBeLessThanOrEqual(2)
  client.network.isDown = false
  await untilDone(client)
  expect((await ada.get('/drafts'))['drafts']).toMatchObject([{ content: 'abcd' }])
  client.outbox.do({ kind: 'discard', draft_id: command.id })
  await untilDone(client)
  expect((await ada.get('/drafts'))['drafts']).toEqual([])
})

test('after 401 nothing is sent any more, and all commands stay stored', async () => {
  const { client, memory, tides, ada } = await newConnectedClient().then((scene) => ({
    ...scene,
    memory: scene.client.memory,
  }))
  client.follower.stop()
  client.network.answers.push(refusal(401))
  for (const content of numbers(3)) client.outbox.do({ kind: 'send', to: tides, content })
  await vi.waitFor(() => expect(client.network.answers).toEqual([]))
  client.clock.pass(60)
  expect(memory.tables.commands.size).toBe(3)
  expect(client.network.requests.filter((request) => request === 'POST /messages')).toHaveLength(1)
  client.kill()
  await untilDone(await openClient(ada, memory))
  expect(await contents(ada)).toEqual(numbers(3))
})

test('what is asked too often waits, and is no refusal', async () => {
  const { client, ada, tides } = await newConnectedClient()
  client.follower.stop()
  client.network.answers.push(...Array.from({ length: 5 }, () => rateLimitAnswer(2)))
  client.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  await untilDone(client)
  expect(await contents(ada)).toEqual(['ebb'])
})

test('at most eight requests are on their way', async () => {
  const { client, topic, ada } = await newConnectedClient()
  client.follower.stop()
  const gives: ((response: Response) => void)[] = []
  client.network.answers.push(...numbers(20).map(() => () => new Promise<Response>((resolve) => gives.push(resolve))))
  for (const name of numbers(20)) client.outbox.do({ kind: 'send', to: topic(name), content: name })
  await vi.waitFor(() => expect(gives).toHaveLength(8))
  expect(client.network.requests.filter((request) => request === 'POST /messages')).toHaveLength(8)
  client.network.answers.length = 0
  for (const give of gives) give(new Response('', { status: 502 }))
  await untilDone(client)
  expect(new Set(await contents(ada))).toEqual(new Set(numbers(20)))
  expect(await contents(ada)).toHaveLength(20)
})

test('too many commands, too long texts and too large files are refused at once', async () => {
  const { client, tides } = await newConnectedClient()
  client.network.isDown = true
  client.network.line.cut(1006)
  expect(() => client.outbox.do({ kind: 'send', to: tides, content: 'x'.repeat(10_001) })).toThrow(RangeError)
  const file = new Blob([new Uint8Array(26 * 2 ** 20)])
  expect(() => client.outbox.do({ kind: 'upload', name: 'film', file })).toThrow(RangeError)
  for (const _ of numbers(4)) client.outbox.do({ kind: 'upload', name: 'film', file: file.slice(0, 25 * 2 ** 20) })
  expect(() => client.outbox.do({ kind: 'upload', name: 'film', file: file.slice(0, 1) })).toThrow(RangeError)
  for (const content of numbers(996)) client.outbox.do({ kind: 'send', to: tides, content })
  expect(() => client.outbox.do({ kind: 'send', to: tides, content: 'one more' })).toThrow(RangeError)
  expect(() => client.outbox.do({ kind: 'edit', message_id: 'nowhere', content: 'x' })).toThrow(RangeError)
})

test('a refusal on the socket because the session has ended leaves a message as it is, for when its author is back', async () => {
  const { ada, tides } = await harbour()
  const memory = newMemory()
  const first = await openClient(ada, memory)
  await untilOnSocket(first)
  const { line } = first.network
  line.isSilent = true
  first.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  const ask = await vi.waitFor(() => {
    const sentText = line.sentTexts.find((text) => text.includes('POST /messages'))
    return (JSON.parse(sentText!) as { id: number }).id
  })
  // The server says so before it closes the socket.
  line.bring(JSON.stringify({ id: ask, answer: { result: 'error', msg: 'Ended', code: 'UNAUTHENTICATED_USER' } }))
  await turn()
  expect(first.outbox.sending.value).toMatchObject([{ state: 'waiting' }])
  first.kill()
  await untilDone(await openClient(ada, memory))
  expect(await contents(ada)).toEqual(['ebb'])
})
