import { beforeAll, expect, test } from 'vitest'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person
let outsider: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  outsider = await realm.user('outsider')
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'harbour' }],
    principals: [ada.id, bo.id],
    invite_only: true,
  })
})

const json = JSON.stringify

/** Ada's message; with a widget of its own if a kind is given. */
async function newMessage(widget_type?: string): Promise<number> {
  const message_id = await ada.send('harbour', 'tides', 'High or low?')
  if (widget_type !== undefined) await ada.post('/submessage', submessage(message_id, json({ widget_type }), 'widget'))
  return message_id
}

const submessage = (message_id: number, content: string, msg_type = 'widget') => ({ message_id, msg_type, content })

async function submessagesOf(message_id: number, viewer = bo): Promise<Params[]> {
  const { message } = await viewer.get(`/messages/${message_id}`)
  return (message as { submessages: Params[] }).submessages
}

test('submessages are kept with the message, in the order of addition', async () => {
  const message_id = await newMessage('poll')
  const vote = json({ type: 'vote', key: 'canned,0', vote: 1 })

  await bo.post('/submessage', submessage(message_id, vote))

  const [first, second] = await submessagesOf(message_id)
  expect(first).toMatchObject({ message_id, sender_id: ada.id, msg_type: 'widget', content: '{"widget_type":"poll"}' })
  expect(second).toEqual({ id: expect.any(Number), message_id, sender_id: bo.id, msg_type: 'widget', content: vote })
  expect(second!['id']).toBeGreaterThan(first!['id'] as number)
})

test('votes given at the same time are all there', async () => {
  const message_id = await newMessage('poll')

  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      bo.post('/submessage', submessage(message_id, json({ type: 'vote', key: `canned,${index}`, vote: 1 }))),
    ),
  )

  expect(await submessagesOf(message_id)).toHaveLength(11)
})

test('only the author of a message may add the first', async () => {
  const message_id = await newMessage()

  expect(await bo.ask('POST', '/submessage', submessage(message_id, '1'))).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: 'You cannot attach a submessage to this message.',
  })
  expect(await submessagesOf(message_id)).toEqual([])
  await ada.post('/submessage', submessage(message_id, '1'))
  await bo.post('/submessage', submessage(message_id, '2'))
  expect(await submessagesOf(message_id)).toHaveLength(2)
})

test('a widget that a bot sends is the first', async () => {
  const { id } = await ada.post('/messages', {
    type: 'stream',
    to: 'harbour',
    topic: 'tides',
    content: 'poll',
    widget_content: json({ widget_type: 'poll' }),
  })

  await bo.post('/submessage', submessage(id as number, json({ type: 'vote', key: '1,2', vote: -1 })))

  expect(await submessagesOf(id as number)).toHaveLength(2)
})

test.each<[string, unknown]>([
  ['poll', { type: 'vote', key: '1,2', vote: 1 }],
  ['poll', { type: 'vote', key: '1,2', vote: -1 }],
  ['poll', { type: 'new_option', option: 'neap', idx: 0 }],
  ['poll', { type: 'new_option', option: 'neap', idx: 1000 }],
  ['todo', { type: 'new_task', key: 1, task: 'caulk', desc: '', completed: false }],
  ['todo', { type: 'new_task', key: '1', task: 'caulk', desc: '', completed: false }],
  ['todo', { type: 'strike', key: '1,1' }],
  ['zform', { anything: [1, null] }],
])('a %s takes %j from anybody', async (kind, content) => {
  const message_id = await newMessage(kind)

  await bo.post('/submessage', submessage(message_id, json(content)))
  await ada.post('/submessage', submessage(message_id, json(content)))

  expect(await submessagesOf(message_id)).toHaveLength(3)
})

test('the question of a poll is for its author to change', async () => {
  const message_id = await newMessage('poll')
  const question = submessage(message_id, json({ type: 'question', question: 'When?' }))

  expect(await bo.ask('POST', '/submessage', question)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  await ada.post('/submessage', question)

  expect(await submessagesOf(message_id)).toHaveLength(2)
})

test.each<[string, unknown]>([
  ['poll', null],
  ['poll', 1],
  ['poll', []],
  ['poll', {}],
  ['poll', { type: 'unknown' }],
  ['poll', { type: 'vote', key: '1,2' }],
  ['poll', { type: 'vote', key: 5, vote: 1 }],
  ['poll', { type: 'vote', key: '1,2', vote: 0 }],
  ['poll', { type: 'vote', key: '1,2', vote: '1' }],
  ['poll', { type: 'vote', key: '1,2', vote: 1, more: 1 }],
  ['poll', { type: 'question', question: 7 }],
  ['poll', { type: 'new_option', option: 'neap', idx: -1 }],
  ['poll', { type: 'new_option', option: 'neap', idx: 1001 }],
  ['poll', { type: 'new_option', option: 'neap', idx: 0.5 }],
  ['poll', { type: 'new_option', option: null, idx: 1 }],
  ['poll', { type: 'strike', key: '1,1' }],
  ['todo', { type: 'vote', key: '1,2', vote: 1 }],
  ['todo', { type: 'new_task', key: 1, task: 'caulk', desc: '', completed: true }],
  ['todo', { type: 'new_task', key: 1, task: 'caulk', completed: false }],
  ['todo', { type: 'new_task', key: null, task: 'caulk', desc: '', completed: false }],
  ['todo', { type: 'strike' }],
])('a %s refuses %j, also from its author', async (kind, content) => {
  const message_id = await newMessage(kind)

  for (const person of [ada, bo])
    expect(await person.ask('POST', '/submessage', submessage(message_id, json(content)))).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'Invalid data for this widget',
    })

  expect(await submessagesOf(message_id)).toHaveLength(1)
})

test.each<[string, Params]>([
  ['what is no JSON', { content: 'high' }],
  ['no content', { content: undefined }],
  ['content that is too long', { content: json('x'.repeat(10_000)) }],
  ['no kind', { msg_type: undefined }],
  ['a kind that is too long', { msg_type: 'x'.repeat(101) }],
  ['no message', { message_id: undefined }],
  ['what is no id', { message_id: 'seven' }],
  ['an id beyond all numbers', { message_id: '1e400' }],
])('%s is refused', async (_, params) => {
  const message_id = await newMessage('poll')
  const good = submessage(message_id, json({ type: 'vote', key: '1,2', vote: 1 }))

  const answer = await ada.ask('POST', '/submessage', { ...good, ...params })

  expect(answer).toMatchObject({ result: 'error', status: 400 })
  expect(await submessagesOf(message_id)).toHaveLength(1)
})

test('a message that one may not see takes none, as if it were not there', async () => {
  const message_id = await newMessage('poll')
  const vote = json({ type: 'vote', key: '1,2', vote: 1 })
  const elsewhere = (await newRealm()).owner

  for (const person of [outsider, elsewhere])
    expect(await person.ask('POST', '/submessage', submessage(message_id, vote))).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'Invalid message(s)',
    })
  expect(await bo.ask('POST', '/submessage', submessage(2 ** 52, vote))).toMatchObject({
    status: 400,
    msg: 'Invalid message(s)',
  })
  expect(await submessagesOf(message_id)).toHaveLength(1)
})

test('a message takes no more than every reader can carry', async () => {
  const message_id = await newMessage('zform')
  const { env } = await import('cloudflare:workers')
  const many = Array.from({ length: 5000 }, (_, id) => ({
    id,
    message_id,
    sender_id: bo.id,
    msg_type: 'x',
    content: '1',
  }))
  await env.DB.prepare('update message set submessages = ? where id = ?').bind(json(many), message_id).run()

  expect(await ada.ask('POST', '/submessage', submessage(message_id, '1'))).toMatchObject({
    status: 400,
    msg: 'There are too many submessages of this message.',
  })
})
