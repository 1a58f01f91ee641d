import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { newRealm, type Listener, type Person, type TestRealm } from '../kit'

const capabilities = { notification_settings_null: true, bulk_message_deletion: true }

async function harbour() {
  const realm = await newRealm()
  const ada = await realm.user('ada', { role: 200 })
  const grace = await realm.user('grace')
  const stream = await realm.stream('harbour', ada, grace)
  const say = (content: string) => ada.send('harbour', 'tides', content)
  return { realm, ada, grace, stream, say }
}

const listen = (person: Person, params = {}) => person.listen({ client_capabilities: capabilities, ...params })

/** Rows of the log that hold a text, and those that tell which text an event holds. */
async function readLog(realm: TestRealm, text: string) {
  const block = [(realm.id - 1) * 2 ** 32, realm.id * 2 ** 32]
  const [rows, links] = await env.DB.batch<{ amount: number }>([
    env.DB.prepare('select count(*) as amount from event where id between ? and ? and instr(told, ?) > 0').bind(
      ...block,
      text,
    ),
    env.DB.prepare('select count(*) as amount from event_about where event_id between ? and ?').bind(...block),
  ])
  return { rows: rows!.results[0]!.amount, links: links!.results[0]!.amount }
}

const typesOf = async (listener: Listener) => (await listener.events()).map(({ type }) => type)

test('a deleted message is not told any more, nor is its edit, but that it is gone', async () => {
  const { ada, grace, say } = await harbour()
  const listener = await listen(grace)
  const id = await say('a secret')
  await ada.patch(`/messages/${id}`, { content: 'another secret' })
  await ada.delete(`/messages/${id}`)

  const answer = await listener.poll({ dont_block: true })

  expect(JSON.stringify(answer['events'])).not.toContain('secret')
  expect(answer['events']).toMatchObject([{ type: 'delete_message', message_ids: [id] }])
})

test('the log loses the text of a deleted message, and an object that was lost tells no more of it', async () => {
  const { realm, ada, grace, say } = await harbour()
  const listener = await listen(grace)
  const [id, other] = [await say('a secret'), await say('no secret')]
  await ada.patch(`/messages/${id}`, { content: 'a secret, in other words' })
  await ada.patch(`/messages/${other}`, { content: 'public' })
  expect(await readLog(realm, 'a secret')).toEqual({ rows: 1, links: 2 })

  await ada.delete(`/messages/${id}`)

  expect(await readLog(realm, 'a secret')).toEqual({ rows: 0, links: 1 })
  await realm.evict()
  expect(await listener.events()).toMatchObject([
    { type: 'message', message: { id: other } },
    { type: 'update_message', message_id: other, content: 'public' },
    { type: 'delete_message', message_ids: [id] },
  ])
})

test('a queue that allPublicStreams is told nothing of a message that was deleted meanwhile', async () => {
  const { realm, ada, say } = await harbour()
  const bo = await realm.user('bo')
  const listener = await listen(bo, { all_public_streams: true, event_types: ['message'] })
  const [id, other] = [await say('a secret'), await say('no secret')]

  await ada.delete(`/messages/${id}`)

  expect(await listener.events()).toMatchObject([{ type: 'message', message: { id: other } }])
})

test('a deleted topic takes its text along, and leaves that of others', async () => {
  const { realm, ada, grace, stream, say } = await harbour()
  const listener = await listen(grace, { event_types: ['message', 'update_message', 'delete_message'] })
  const ids = [await say('a secret'), await say('a secret')]
  for (const id of ids) await ada.patch(`/messages/${id}`, { content: 'a secret indeed' })
  const other = await ada.send('harbour', 'ebb', 'no secret')

  await ada.post(`/streams/${stream.id}/delete_topic`, { topic_name: 'tides' })

  expect(await readLog(realm, 'a secret')).toEqual({ rows: 0, links: 0 })
  expect(await listener.events()).toMatchObject([
    { type: 'message', message: { id: other } },
    { type: 'delete_message', message_ids: ids },
  ])
})

test('messages that are not kept any longer take their text along', async () => {
  const { realm, grace, ada, say } = await harbour()
  const listener = await listen(grace, { event_types: ['message', 'update_message', 'delete_message'] })
  const id = await say('a secret')
  await ada.patch(`/messages/${id}`, { content: 'a secret indeed' })
  await env.DB.prepare('update message set sent_at = sent_at - 40 * 86400 where id = ?').bind(id).run()
  await realm.owner.patch('/realm', { message_retention_days: 30 })

  await realm.ringAlarm()

  expect(await readLog(realm, 'a secret')).toEqual({ rows: 0, links: 0 })
  expect(await typesOf(listener)).toEqual(['delete_message'])
})

test.for([
  ['in memory', false],
  ['in the log', true],
])('an edit that moved others, too, is told without the text of the deleted message, %s', async ([, isLost]) => {
  const { realm, ada, grace, say } = await harbour()
  const [id, other] = [await say('one'), await say('two')]
  const listener = await listen(grace, { event_types: ['update_message', 'delete_message'] })
  await ada.patch(`/messages/${id}`, { content: 'a secret', topic: 'ebb', propagate_mode: 'change_all' })

  await ada.delete(`/messages/${id}`)

  expect(await readLog(realm, 'a secret')).toEqual({ rows: 0, links: 0 })
  if (isLost) await realm.evict()
  const [update, ...others] = await listener.events()
  expect(update).toMatchObject({ type: 'update_message', message_ids: [id, other], subject: 'ebb' })
  expect(JSON.stringify(update)).not.toContain('one')
  expect(others.map(({ type }) => type)).toEqual(['delete_message'])
})

test('a message that only some lose sight of keeps its text for the others', async () => {
  const { realm, ada, grace, say } = await harbour()
  const bo = await realm.user('bo')
  await bo.subscribe('harbour')
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'cellar' }],
    invite_only: true,
    principals: [ada.id, grace.id],
  })
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'cellar' })
  const listeners = [await listen(grace), await listen(bo)]
  const id = await say('a secret')
  await ada.patch(`/messages/${id}`, { content: 'a secret indeed' })

  await ada.patch(`/messages/${id}`, {
    stream_id,
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  })

  const told = await Promise.all(listeners.map((listener) => listener.events('message', 'update_message')))
  expect(told[0]!.map(({ type }) => type)).toEqual(['message', 'update_message', 'update_message'])
  expect(told[1]!.map(({ type }) => type)).toEqual(['message', 'update_message'])
})

test('edits are told to a queue that outlived the object, and forgotten when nobody can ask for them', async () => {
  const { realm, ada, grace, say } = await harbour()
  const id = await say('one')
  const listener = await listen(grace, { event_types: ['update_message'] })
  await ada.patch(`/messages/${id}`, { content: 'two' })
  await realm.evict()
  expect(await listener.events()).toMatchObject([{ content: 'two', orig_content: 'one' }])
  expect(await readLog(realm, 'two')).toEqual({ rows: 1, links: 1 })

  await listener.events()
  await realm.ringAlarm()

  await vi.waitFor(async () => expect(await readLog(realm, 'two')).toEqual({ rows: 0, links: 0 }))
})
