import { expect, test } from 'vitest'
import { newRealm } from '../kit'

test('a message is told to those who receive it', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  const listener = await grace.listen()

  const id = await ada.send('harbour', 'tides', 'High **water**')

  expect(await listener.events()).toMatchObject([
    { type: 'message', flags: [], message: { id, content: 'High **water**', content_type: 'text/x-markdown' } },
  ])
  expect(await listener.events()).toEqual([])
})

test('a waiting request is answered by the next event', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  const listener = await grace.listen()

  const waiting = listener.next()
  const id = await ada.send('harbour', 'tides', 'High water')

  expect(await waiting).toMatchObject([{ type: 'message', message: { id } }])
})

test('a queue survives the eviction of the realm object', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const grace = await realm.user('grace')
  await realm.stream('harbour', ada, grace)
  const listener = await grace.listen()
  const id = await ada.send('harbour', 'tides', 'High water')

  await realm.evict()

  expect(await listener.events()).toMatchObject([{ type: 'message', message: { id }, flags: [] }])
})

test('a message that names them is told to a bot that is not in the stream, and not to a person', async () => {
  const realm = await newRealm()
  const [ada, grace] = [await realm.user('ada'), await realm.user('grace')]
  const bot = await realm.bot('clock', ada)
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], invite_only: true })
  const [called, uncalled] = [await bot.listen(), await grace.listen()]

  const id = await ada.send('cellar', 'tides', '@**Clock-bot** @**Grace**')
  await ada.send('cellar', 'tides', '@_**Clock-bot** is silent')

  expect(await called.events()).toMatchObject([{ type: 'message', message: { id }, flags: ['mentioned'] }])
  expect(await uncalled.events()).toEqual([])
})

test.each([
  ['in memory', false],
  ['told again', true],
])(
  'a message that is only allPublicStreams has no flags, whomever it calls and whoever touched it, %s',
  async (_, isLost) => {
    const realm = await newRealm()
    const [ada, grace] = [await realm.user('ada'), await realm.user('grace')]
    await realm.stream('harbour', ada)
    await grace.post('/users/me/alert_words', { alert_words: ['lamp'] })
    const types = { event_types: ['message'] }
    const listeners = [
      await grace.listen({ ...types, all_public_streams: true }),
      await grace.listen({ ...types, narrow: [['is', 'unread']] }),
    ]
    const ordinary = await grace.listen(types)

    const id = await ada.send('harbour', 'tides', '@**Grace** @**all** a lamp')
    await grace.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    const note = await grace.write([ada, grace], 'received')
    if (isLost) await realm.evict()

    for (const [listener, told] of [
      [listeners[0]!, [id, note]],
      [listeners[1]!, [id]],
      [ordinary, [note]],
    ] as const) {
      const events = await listener.events()
      expect(events.map(({ message }) => (message as { id: number }).id)).toEqual(told)
      for (const { message, flags } of events)
        expect(flags).toEqual((message as { id: number }).id === id ? [] : ['read'])
    }
  },
)

test.each([
  ['in memory', false],
  ['told again', true],
])('a poll is told as it was sent, and then each vote and reaction, %s', async (_, isLost) => {
  const realm = await newRealm()
  const [ada, grace] = [await realm.user('ada'), await realm.user('grace')]
  await realm.stream('harbour', ada, grace)
  const listener = await grace.listen()

  const id = await ada.send('harbour', 'tides', '/poll High or low?\nHigh\nLow')
  const vote = {
    message_id: id,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
  }
  await ada.post('/submessage', vote)
  await grace.post('/submessage', vote)
  await ada.post(`/messages/${id}/reactions`, { emoji_name: 'smile' })
  if (isLost) await realm.evict()

  expect(await listener.events()).toMatchObject([
    { type: 'message', message: { id, submessages: [{ sender_id: ada.id, msg_type: 'widget' }], reactions: [] } },
    { type: 'submessage', message_id: id, sender_id: ada.id },
    { type: 'submessage', message_id: id, sender_id: grace.id },
    { type: 'reaction', op: 'add', message_id: id },
  ])
})

test.each([
  ['in memory', false],
  ['told again', true],
])('a message comes to the queue that sent it with the name it had there, and to no other, %s', async (_, isLost) => {
  const realm = await newRealm()
  const [ada, grace] = [await realm.user('ada'), await realm.user('grace')]
  await realm.stream('harbour', ada, grace)
  const [sending, others] = [await ada.listen(), [await ada.listen(), await grace.listen()]]
  const echo = { queue_id: sending.queue_id, local_id: '17.01' }

  const { id } = await ada.post('/messages', { type: 'stream', to: 'harbour', topic: 'x', content: 'x', ...echo })
  if (isLost) await realm.evict()

  expect(await sending.events()).toMatchObject([
    { type: 'message', message: { id }, local_id: '17.01', local_message_id: '17.01' },
  ])
  for (const listener of others) {
    const [event] = await listener.events()
    expect(event).toMatchObject({ type: 'message', message: { id } })
    for (const name of ['local_id', 'local_message_id']) expect(event).not.toHaveProperty(name)
  }
})
