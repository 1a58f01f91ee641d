import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { endpoints } from '../../src/app'
import { routeOf } from '../../src/core/http/endpoint'
import { newRealm, reach, type Answer, type Params, type Person, type TestRealm } from '../kit'
import { advanceClock } from '../kit/clock'

const invalidMessages = expect.objectContaining({ status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' })

const idsOf = (messages: readonly Record<string, unknown>[]): unknown[] => messages.map(({ id }) => id)

const shared = { invite_only: true, history_public_to_subscribers: true }
const protectedHistory = { invite_only: true, history_public_to_subscribers: false }

const remove = (by: Person, stream: string, ...people: Person[]) =>
  by.delete('/users/me/subscriptions', { subscriptions: [stream], principals: people.map(({ id }) => id) })

const subscribe = (by: Person, stream: string, people: Person[], options: Params = {}) =>
  by.post('/users/me/subscriptions', {
    subscriptions: [{ name: stream }],
    principals: people.map(({ id }) => id),
    ...options,
  })

/** Somebody who has lost access to a stream, and what they hold of it. */
interface Lost {
  realm: TestRealm
  /** Is in the stream, and wrote everything but what is `own`. */
  ada: Person
  person: Person
  stream: { id: number; name: string }
  /** A message of Ada's that mentioned nobody, one of the person's own, and a poll of Ada's. */
  message: number
  own: number
  poll: number
}

/** Ways to lose access. Each begins with somebody who received messages, and ends with the same person shut out. */
const ways: [string, { role?: number; options?: Params; end: (lost: Lost) => Promise<unknown> }][] = [
  [
    'was removed from a private stream',
    { options: shared, end: ({ realm, person, stream }) => remove(realm.owner, stream.name, person) },
  ],
  [
    'was removed from a private stream with protected history',
    { options: protectedHistory, end: ({ realm, person, stream }) => remove(realm.owner, stream.name, person) },
  ],
  ['left a private stream', { options: shared, end: ({ person, stream }) => remove(person, stream.name, person) }],
  [
    'is an administrator and left a private stream',
    { role: 200, options: shared, end: ({ person, stream }) => remove(person, stream.name, person) },
  ],
  [
    'is a guest and was removed from a public stream',
    { role: 600, end: ({ realm, person, stream }) => remove(realm.owner, stream.name, person) },
  ],
  [
    'left a public stream that became private',
    {
      end: async ({ ada, realm, person, stream }) => {
        await remove(person, stream.name, person)
        await subscribe(ada, stream.name, [realm.owner])
        await realm.owner.patch(`/streams/${stream.id}`, { is_private: true, history_public_to_subscribers: true })
      },
    },
  ],
  [
    'left a public stream and became a guest',
    {
      end: async ({ realm, person, stream }) => {
        await remove(person, stream.name, person)
        await realm.owner.patch(`/users/${person.id}`, { role: 600 })
      },
    },
  ],
]

async function newLostPerson({ role = 400, options = {}, end }: (typeof ways)[number][1]): Promise<Lost> {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const person = await realm.user('lou', { role })
  await subscribe(ada, 'harbour', [ada, person], options)
  await realm.set({ delete_own_message_policy: 5, edit_topic_policy: 5, message_content_edit_limit_seconds: 0 })
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'harbour' })
  const lost: Lost = {
    realm,
    ada,
    person,
    stream: { id: stream_id as number, name: 'harbour' },
    message: await ada.send('harbour', 'tides', 'High water at [noon](https://tide.example.com/)'),
    own: await person.send('harbour', 'tides', 'Thank you'),
    poll: await ada.send('harbour', 'tides', '/poll When?\nSaturday\nSunday'),
  }
  for (const [who, emoji_name] of [
    [person, 'smile'],
    [ada, 'tada'],
  ] as const)
    await who.post(`/messages/${lost.message}/reactions`, { emoji_name })
  await vote(person, lost.poll, 0)
  await vote(ada, lost.poll, 1)
  await end(lost)
  return lost
}

const vote = (by: Person, message_id: number, option: number) =>
  by.post('/submessage', {
    message_id,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'vote', key: `canned,${option}`, vote: 1 }),
  })

/** Every endpoint that changes a message, or tells what others do with it, as somebody asks it. */
const changes: [route: string, what: string, ask: (lost: Lost) => [path: string, params: Params]][] = [
  ...(['change_one', 'change_later', 'change_all'] as const).flatMap(
    (propagate_mode): [string, string, (lost: Lost) => [string, Params]][] => [
      [
        'PATCH /messages/{message_id}',
        `renaming, ${propagate_mode}`,
        ({ message }) => [`/messages/${message}`, { topic: 'HACKED', propagate_mode }],
      ],
      [
        'PATCH /messages/{message_id}',
        `resolving, ${propagate_mode}`,
        ({ own }) => [`/messages/${own}`, { topic: '✔ tides', propagate_mode }],
      ],
    ],
  ),
  ['PATCH /messages/{message_id}', 'the own text', ({ own }) => [`/messages/${own}`, { content: 'HACKED' }]],
  ['PATCH /messages/{message_id}', 'moving', ({ own }) => [`/messages/${own}`, { stream_id: 1 }]],
  ['DELETE /messages/{message_id}', 'the own message', ({ own }) => [`/messages/${own}`, {}]],
  [
    'POST /messages/{message_id}/reactions',
    'a new one',
    ({ message }) => [`/messages/${message}/reactions`, { emoji_name: 'heart' }],
  ],
  [
    'DELETE /messages/{message_id}/reactions',
    'the own one',
    ({ message }) => [`/messages/${message}/reactions`, { emoji_name: 'smile' }],
  ],
  [
    'POST /submessage',
    'a vote',
    ({ poll }) => [
      '/submessage',
      { message_id: poll, msg_type: 'widget', content: '{"type":"vote","key":"canned,1","vote":1}' },
    ],
  ],
  [
    'POST /submessage',
    'the first, to an own message',
    ({ own }) => ['/submessage', { message_id: own, msg_type: 'widget', content: '{}' }],
  ],
  ['GET /messages/{message_id}/read_receipts', 'who has read', ({ own }) => [`/messages/${own}/read_receipts`, {}]],
]

/** Endpoints that take messages and are open to whoever received them: they read, or are somebody's own notes. */
const open = [
  'GET /messages',
  'GET /messages/matches_narrow',
  'GET /messages/{message_id}',
  'GET /messages/{message_id}/history',
  'POST /messages/flags',
]

/** What only owners of the organization may: erasing an account, with a choice of what becomes of its messages. */
const ofOwners = ['POST /users/{user_id}/erase']

/** What only the operator of the deployment may, with a key in the database: copying the texts of old messages. */
const ofOperators = ['POST /operator/old_texts']

const namesMessages = new Set(['message_id', 'message_ids', 'msg_ids', 'messages'])

test('every endpoint that takes a message is known to change it, to read it, to be a note, or to be for owners or operators', () => {
  const routes = endpoints
    .filter(({ params }) => Object.keys(params).some((name) => namesMessages.has(name)))
    .map(routeOf)

  const listedRoutes = [...open, ...ofOwners, ...ofOperators, ...changes.map(([route]) => route)]
  expect(routes.toSorted()).toEqual([...new Set(listedRoutes)].toSorted())
})

/** Everything of the stream's messages, as Ada has them. */
const state = ({ ada, stream }: Lost) => ada.messages([['stream', stream.name]])

describe.each(ways)('somebody who %s', (_, way) => {
  let lost: Lost

  beforeAll(async () => {
    lost = await newLostPerson(way)
  })

  test.each(changes)('changes nothing: %s (%s)', async (route, _what, ask) => {
    const [path, params] = ask(lost)
    const before = await state(lost)

    expect(await lost.person.ask(route.split(' ')[0]!, path, params)).toEqual(invalidMessages)

    expect(await state(lost)).toEqual(before)
  })

  test('deletes no topic, types nothing, and sends nothing', async () => {
    const { person, stream } = lost
    for (const [method, path, params] of [
      ['POST', `/streams/${stream.id}/delete_topic`, { topic_name: 'tides' }],
      ['POST', '/typing', { type: 'stream', op: 'start', to: [stream.id], topic: 'tides' }],
      ['POST', '/messages', { type: 'stream', to: stream.id, topic: 'tides', content: 'Hello' }],
      ['GET', `/users/me/${stream.id}/topics`, {}],
      ['POST', '/mark_topic_as_read', { stream_id: stream.id, topic_name: 'tides' }],
    ] as const)
      expect(await person.ask(method, path, params), path).toMatchObject({ status: 400 })
  })

  test('still keeps notes of their own', async () => {
    const { person, message } = lost
    await person.post('/messages/flags', { messages: [message], op: 'add', flag: 'starred' })
    expect(await person.flags(message)).toContain('starred')

    await person.post('/messages/flags', { messages: [message], op: 'remove', flag: 'starred' })
    expect(await person.flags(message)).not.toContain('starred')
  })

  test('sees of reactions and votes the own ones, and the poll that was asked', async () => {
    const { person, message, poll } = lost
    const { messages } = await person.get('/messages', { message_ids: [message, poll] })
    const [text, question] = messages as Answer[]

    expect(text!['reactions']).toMatchObject([{ emoji_name: 'smile', user_id: person.id }])
    expect(question!['submessages']).toMatchObject([
      { content: expect.stringContaining('"question":"When?"') },
      { sender_id: person.id },
    ])
  })
})

/** What can become of a message; each puts a word into it that nobody could know before. */
const secret = 'Xylophone'
const alertWord = 'glockenspiel'

/** Everything that a reader might look at, as text. */
const waysOfReading: [string, (lost: Lost) => Promise<unknown>][] = [
  ['the message', ({ person, message }) => person.get(`/messages/${message}`)],
  ['its Markdown', ({ person, message }) => person.get(`/messages/${message}`, { apply_markdown: false })],
  ['its history', ({ person, message }) => person.get(`/messages/${message}/history`)],
  ['messages by their ids', ({ person, message, poll }) => person.get('/messages', { message_ids: [message, poll] })],
  ...[
    [],
    [['stream', 'harbour']],
    [
      ['stream', 'harbour'],
      ['topic', 'tides'],
    ],
    [['topic', 'tides']],
    [['sender', 'ada@example.com']],
    [['is', 'starred']],
    [['is', 'mentioned']],
    [['is', 'unread']],
    [['in', 'home']],
    [['in', 'all']],
    [['streams', 'public']],
    [['has', 'link']],
    [['search', 'water']],
    [
      ['search', 'water'],
      ['stream', 'harbour'],
    ],
    [{ operator: 'topic', operand: 'ebb', negated: true }],
    [{ operator: 'has', operand: 'image', negated: true }],
  ].flatMap((narrow): [string, (lost: Lost) => Promise<unknown>][] => [
    [`the narrow ${JSON.stringify(narrow)}`, ({ person }) => person.messages(narrow)],
    [
      `the narrow ${JSON.stringify(narrow)} in Markdown`,
      ({ person }) => person.messages(narrow, { apply_markdown: false }),
    ],
  ]),
  ['its id', ({ person, message }) => person.messages([['id', String(message)]])],
  [
    'matches_narrow',
    ({ person, message }) => person.get('/messages/matches_narrow', { narrow: [], msg_ids: [message] }),
  ],
  ['a new registration', ({ person }) => person.post('/register')],
]

/** Narrows that would tell what became of the message, if they found it. */
const oracles = [
  [['search', secret]],
  [['search', `"${secret.toLowerCase()}"`]],
  [['topic', secret]],
  [
    ['stream', 'harbour'],
    ['topic', secret],
  ],
  [
    ['stream', 'harbour'],
    ['search', secret],
  ],
  [['has', 'image']],
  [['is', 'mentioned']],
  [['is', 'alerted']],
]

describe.each(ways)('somebody who %s, and after that the message is edited,', (_, way) => {
  let lost: Lost
  let before: Record<string, unknown>
  let events: unknown[]

  beforeAll(async () => {
    lost = await newLostPerson({
      ...way,
      end: async (world) => {
        const { ada, person, message } = world
        advanceClock(1)
        await ada.patch(`/messages/${message}`, { content: 'High water at [one](https://tide.example.com/)' })
        await person.post('/messages/flags', { messages: [message], op: 'add', flag: 'starred' })
        await person.post('/messages/flags', { messages: [message], op: 'add', flag: 'read' })
        await person.post('/users/me/alert_words', { alert_words: [alertWord] })
        before = (await person.get(`/messages/${message}`))['message'] as Record<string, unknown>
        advanceClock(1)
        await way.end(world)
      },
    })
    const { ada, person, realm, message, poll } = lost
    const listener = await person.listen()
    await realm.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'elsewhere' }] })
    await listener.events()
    const file = await ada.upload('POST', '/user_uploads', [new File(['x'], `${secret}.png`, { type: 'image/png' })])
    for (const content of [
      `${secret} @**Lou|${person.id}** @**all** [it](${String(file['uri'])})`,
      `${secret} twice, ${alertWord}, @**Lou|${person.id}** @**all** https://tide.example.com/${secret}.png [it](${String(file['uri'])})`,
    ])
      await ada.patch(`/messages/${message}`, { content })
    await ada.patch(`/messages/${poll}`, { topic: secret, propagate_mode: 'change_all' })
    await ada.post(`/messages/${message}/reactions`, { emoji_name: 'octopus' })
    await vote(ada, poll, 0)
    await ada.post('/submessage', {
      message_id: poll,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'question', question: secret }),
    })
    await ada.delete(`/messages/${message}/reactions`, { emoji_name: 'tada' })
    events = await listener.events()
    advanceClock(1)
    return () => void vi.useRealTimers()
  }, 60_000)

  test('gets no event', () => {
    expect(events).toEqual([])
  })

  test('reads the message as it was before', async () => {
    const { person, message } = lost
    const { message: readMessage, raw_content } = await person.get(`/messages/${message}`)
    const { avatar_url: _url, reactions: _reactions, ...fields } = readMessage as Record<string, unknown>
    const { avatar_url: _urlBefore, reactions: _reactionsBefore, ...fieldsBefore } = before

    expect(fields).toEqual(fieldsBefore)
    expect(raw_content).toBe('High water at [one](https://tide.example.com/)')
    const { message_history: history } = await person.get(`/messages/${message}/history`)
    expect(history).toMatchObject([
      { content: expect.stringContaining('noon') },
      { content: expect.stringContaining('one') },
    ])
    expect(
      idsOf(
        await person.messages([
          ['stream', 'harbour'],
          ['topic', 'Tides'],
        ]),
      ),
    ).toEqual([message, lost.own, lost.poll])
  })

  test.each(waysOfReading)('finds nothing of it in %s', async (_way, read) => {
    const results = JSON.stringify(await read(lost))

    expect(results.toLowerCase()).not.toContain(secret.toLowerCase())
    expect(results).not.toContain('octopus')
  })

  test.each(oracles)('does not find it by what it became: %j %j', async (...narrow) => {
    expect(await lost.person.messages(narrow.filter((term) => term !== undefined))).toEqual([])
    const { messages } = await lost.person.get('/messages/matches_narrow', {
      narrow: narrow.filter((term) => term !== undefined),
      msg_ids: [lost.message, lost.poll],
    })
    expect(messages).toEqual({})
  })

  test('does not open a file that came into it', async () => {
    const { person, ada, message, realm } = lost
    const { raw_content } = await ada.get(`/messages/${message}`)
    const path = /\/user_uploads\/[^)]+/.exec(raw_content as string)![0]

    const [closed, opened] = await Promise.all(
      [person, ada].map(({ authorization }) => reach(realm.host, path, { headers: { Authorization: authorization } })),
    )

    expect([closed!.status, opened!.status]).toEqual([403, 200])
  })

  test('learns no new topic by marking it as unread', async () => {
    const { person, message } = lost
    const listener = await person.listen()

    await person.post('/messages/flags', { messages: [message], op: 'remove', flag: 'read' })

    expect(await listener.events()).toEqual([
      {
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        messages: [message],
        all: false,
        type: 'update_message_flags',
        message_details: {
          [message]: { type: 'stream', stream_id: lost.stream.id, topic: 'tides', unmuted_stream_msg: true },
        },
      },
    ])
  })

  test('sees all of it when they are let in again', async () => {
    const { realm, ada, person, message, poll } = lost
    await subscribe(ada, 'harbour', [person])

    const { message: editedMessage } = await person.get(`/messages/${message}`)
    expect(editedMessage).toMatchObject({ subject: secret, content: expect.stringContaining(`${secret} twice`) })
    expect((editedMessage as Answer)['reactions']).toHaveLength(2)
    expect(idsOf(await person.messages([['search', secret]]))).toContain(poll)
    await person.post(`/messages/${message}/reactions`, { emoji_name: 'heart' })
    await remove(realm.owner, 'harbour', person)
  })
})

/** A realm with Ada in a stream, and everything that comes after at times of its own. */
async function newHarbour(options: Params = {}) {
  onTestFinished(() => void vi.useRealTimers())
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await subscribe(ada, 'harbour', [ada], options)
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'harbour' })
  const edit = async (id: number, content: string) => {
    advanceClock(1)
    await ada.patch(`/messages/${id}`, { content })
    advanceClock(1)
  }
  return { realm, ada, stream_id: stream_id as number, edit }
}

const textOf = async (person: Person, id: number): Promise<unknown> =>
  (await person.get(`/messages/${id}`))['raw_content']

describe('the time at which access ended', () => {
  test.each([
    ['left it', true],
    ['only starred a message', false],
  ])('of a public stream that becomes private is that moment, for who %s before', async (_, wasIn) => {
    const { realm, ada, stream_id, edit } = await newHarbour()
    const lou = await realm.user('lou')
    if (wasIn) await lou.subscribe('harbour')
    const id = await ada.send('harbour', 'tides', 'one')
    if (wasIn) await remove(lou, 'harbour', lou)
    else await lou.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    await edit(id, 'two')
    expect(await textOf(lou, id)).toBe('two')
    await subscribe(ada, 'harbour', [realm.owner])
    await realm.owner.patch(`/streams/${stream_id}`, { is_private: true })

    await edit(id, 'three')

    expect(await textOf(lou, id)).toBe('two')
    expect(await textOf(ada, id)).toBe('three')
  })

  test('of somebody who becomes a guest is that moment, and becoming a member ends it', async () => {
    const { realm, ada, edit } = await newHarbour()
    const [lou, max] = [await realm.user('lou'), await realm.user('max')]
    await lou.subscribe('harbour')
    const id = await ada.send('harbour', 'tides', 'one')
    await remove(lou, 'harbour', lou)
    await max.post(`/messages/${id}/reactions`, { emoji_name: 'smile' })
    await edit(id, 'two')
    for (const { id: user_id } of [lou, max]) await realm.owner.patch(`/users/${user_id}`, { role: 600 })

    await edit(id, 'three')

    for (const person of [lou, max]) expect(await textOf(person, id)).toBe('two')
    await realm.owner.patch(`/users/${max.id}`, { role: 400 })
    expect(await textOf(max, id)).toBe('three')
    await realm.owner.patch(`/users/${max.id}`, { role: 600 })
    await edit(id, 'four')
    expect(await textOf(max, id)).toBe('three')
  })

  test('of somebody who came and left twice is the second time', async () => {
    const { realm, ada, edit } = await newHarbour(shared)
    const lou = await realm.user('lou')
    await subscribe(ada, 'harbour', [lou])
    const id = await ada.send('harbour', 'tides', 'one')
    await remove(realm.owner, 'harbour', lou)
    await edit(id, 'two')
    expect(await textOf(lou, id)).toBe('one')
    await subscribe(ada, 'harbour', [lou])
    expect(await textOf(lou, id)).toBe('two')
    await remove(realm.owner, 'harbour', lou)

    await edit(id, 'three')

    expect(await textOf(lou, id)).toBe('two')
  })

  test('is a deactivation, if the stream is archived before they come back', async () => {
    const { realm, ada, edit, stream_id } = await newHarbour(shared)
    const [lou, max] = [await realm.user('lou'), await realm.user('max')]
    await subscribe(ada, 'harbour', [lou, max])
    const id = await ada.send('harbour', 'tides', 'one')
    await edit(id, 'two')
    for (const person of [lou, max]) await realm.deactivate(person)
    await edit(id, 'three')
    await realm.reactivate(max)
    expect(await textOf(max, id)).toBe('three')
    await realm.owner.delete(`/streams/${stream_id}`)

    await realm.reactivate(lou)

    expect(await textOf(lou, id)).toBe('two')
    expect(await textOf(max, id)).toBe('three')
  })

  test('never comes for an archived stream: who was there reads and does what they could', async () => {
    const { realm, ada, edit, stream_id } = await newHarbour()
    const [lou, max, nat] = [await realm.user('lou'), await realm.user('max'), await realm.user('nat')]
    await subscribe(ada, 'harbour', [lou, max])
    const id = await ada.send('harbour', 'tides', 'one')
    await remove(max, 'harbour', max)
    await nat.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    await ada.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    await realm.owner.delete(`/streams/${stream_id}`)
    const listener = await lou.listen()

    await edit(id, 'two')

    expect(await listener.events('update_message')).toHaveLength(1)
    for (const person of [lou, max, nat]) {
      expect(await textOf(person, id)).toBe('two')
      await person.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    }
    expect((await lou.messages([['id', String(id)]]))[0]!['reactions']).toHaveLength(4)
  })
})

test('a bot that was mentioned in a private stream reads the message as it was sent, and does nothing with it', async () => {
  const { realm, ada, edit } = await newHarbour(shared)
  const bot = await realm.bot('helper', realm.owner)
  const id = await ada.send('harbour', 'tides', `Look, @**${bot.full_name}**`)
  const listener = await bot.listen()

  await edit(id, 'Nothing to see')

  expect(await listener.events()).toEqual([])
  expect(await textOf(bot, id)).toBe(`Look, @**${bot.full_name}**`)
  expect(await bot.ask('POST', `/messages/${id}/reactions`, { emoji_name: 'smile' })).toEqual(invalidMessages)
})

test('a stream keeps the name that it had for whoever lost access to it', async () => {
  const { realm, ada, stream_id } = await newHarbour(shared)
  const lou = await realm.user('lou')
  await subscribe(ada, 'harbour', [lou, realm.owner])
  const id = await ada.send('harbour', 'tides', 'one')
  await remove(realm.owner, 'harbour', lou)

  await realm.owner.patch(`/streams/${stream_id}`, { new_name: secret })

  expect(await lou.messages([['id', String(id)]])).toMatchObject([{ display_recipient: 'harbour', stream_id }])
  expect(await ada.messages([['id', String(id)]])).toMatchObject([{ display_recipient: secret }])
})

test('what comes into a stream after somebody lost access to it stays hidden, though it is older', async () => {
  const { realm, ada, stream_id } = await newHarbour()
  const lou = await realm.user('lou')
  await realm.set({ move_messages_between_streams_policy: 1 })
  await subscribe(ada, 'attic', [ada, realm.owner], shared)
  await lou.subscribe('harbour')
  const id = await ada.send('attic', 'old things', secret)
  await remove(lou, 'harbour', lou)
  advanceClock(1)
  await ada.patch(`/messages/${id}`, { stream_id })
  expect(await textOf(lou, id)).toBe(secret)
  advanceClock(1)
  await ada.patch(`/messages/${id}`, { topic: 'new things' })
  await subscribe(ada, 'harbour', [realm.owner])
  await realm.owner.patch(`/streams/${stream_id}`, { is_private: true })
  expect(await textOf(lou, id)).toBe(secret)

  // Out of the stream and back into it.
  advanceClock(1)
  const { stream_id: attic } = await ada.get('/get_stream_id', { stream: 'attic' })
  await ada.patch(`/messages/${id}`, { stream_id: attic })
  await ada.patch(`/messages/${id}`, { stream_id })

  expect(await lou.ask('GET', `/messages/${id}`)).toEqual(invalidMessages)
  expect(idsOf(await lou.messages())).not.toContain(id)
  expect(idsOf(await lou.messages([['stream', 'harbour']]))).not.toContain(id)
})

test('moving a message among those that somebody received there gives access to none of them', async () => {
  const { realm, ada, stream_id, edit } = await newHarbour(shared)
  const lou = await realm.user('lou')
  await realm.set({ move_messages_between_streams_policy: 1 })
  await subscribe(ada, 'attic', [ada])
  await subscribe(ada, 'harbour', [lou])
  const early = await ada.send('harbour', 'tides', 'one')
  const between = await ada.send('attic', 'old things', secret)
  const late = await ada.send('harbour', 'tides', 'one')
  await remove(realm.owner, 'harbour', lou)

  await ada.patch(`/messages/${between}`, { stream_id })
  for (const id of [early, late]) await edit(id, 'two')

  for (const id of [early, late]) {
    expect(await textOf(lou, id)).toBe('one')
    expect(await lou.ask('POST', `/messages/${id}/reactions`, { emoji_name: 'smile' })).toEqual(invalidMessages)
  }
  expect(await lou.ask('GET', `/messages/${between}`)).toEqual(invalidMessages)
})

const mutesOf = async (person: Person) => (await person.listen()).state['muted_topics']

test('the mute of a topic does not tell where the topic went', async () => {
  const { realm, ada, stream_id } = await newHarbour(shared)
  const [lou, max] = [await realm.user('lou'), await realm.user('max')]
  await subscribe(ada, 'harbour', [lou, max])
  const id = await ada.send('harbour', 'tides', 'one')
  for (const person of [lou, max])
    await person.patch('/users/me/subscriptions/muted_topics', { stream_id, topic: 'tides', op: 'add' })
  await remove(realm.owner, 'harbour', lou)
  const listener = await lou.listen()

  await ada.patch(`/messages/${id}`, { topic: secret, propagate_mode: 'change_all' })

  expect(await listener.events()).toEqual([])
  expect(await mutesOf(lou)).toMatchObject([['harbour', 'tides', expect.any(Number)]])
  expect(await mutesOf(max)).toMatchObject([['harbour', secret, expect.any(Number)]])
})

test('of a message that was edited very often the state without HTML is shown as plain text, and no later one', async () => {
  const { realm, ada, edit } = await newHarbour(shared)
  const lou = await realm.user('lou')
  await subscribe(ada, 'harbour', [lou])
  const id = await ada.send('harbour', 'tides', '**one** & <two>')
  await remove(realm.owner, 'harbour', lou)
  await edit(id, 'later')
  const { edit_history } = (await env.DB.prepare('select edit_history from message where id = ?').bind(id).first<{
    edit_history: string
  }>())!
  const [{ prev_rendered_content: _, ...first }] = JSON.parse(edit_history) as [Record<string, unknown>]

  await realm.behindTheWriter(
    env.DB.prepare('update message set edit_history = ? where id = ?').bind(JSON.stringify([first]), id),
  )

  expect(await lou.messages([['id', String(id)]])).toMatchObject([{ content: '<p>**one** &amp; &lt;two&gt;</p>' }])
})

test('the event of a new message that is told later is that of the message as it was', async () => {
  const { realm, ada, edit } = await newHarbour(shared)
  const lou = await realm.user('lou')
  await subscribe(ada, 'harbour', [lou])
  const listener = await lou.listen({ event_types: ['message'] })
  const id = await ada.send('harbour', 'tides', 'one')
  await remove(realm.owner, 'harbour', lou)
  await edit(id, secret)

  await realm.evict()

  expect(await listener.events('message')).toMatchObject([{ message: { id, content: 'one' } }])
})

/** Lou with two bots in a stream, one of which is deactivated, and Ada with one. */
async function withBots(options: Params) {
  const { realm, ada, stream_id } = await newHarbour(options)
  const lou = await realm.user('lou')
  const [bot, other, asleep] = [
    await realm.bot('helper', lou),
    await realm.bot('keeper', ada),
    await realm.bot('sleeper', lou),
  ]
  await subscribe(ada, 'harbour', [lou, bot, other, asleep])
  await lou.delete(`/bots/${asleep.id}`)
  const isIn = async (person: Person) => {
    const { subscribers } = await ada.get(`/streams/${stream_id}/members`)
    return (subscribers as number[]).includes(person.id)
  }
  return { realm, ada, lou, bot, other, isIn }
}

describe('the bots of somebody who is removed', () => {
  test('from a private stream leave it with them, and everybody is told', async () => {
    const { realm, ada, lou, bot, other, isIn } = await withBots(shared)
    const [listener, watcher] = [await bot.listen(), await ada.listen()]

    const answer = await remove(realm.owner, 'harbour', lou)

    expect(answer).toMatchObject({ removed: ['harbour'], not_removed: [] })
    expect([await isIn(lou), await isIn(bot), await isIn(other)]).toEqual([false, false, true])
    expect(await listener.events('subscription')).toMatchObject([
      { op: 'remove', subscriptions: [{ name: 'harbour' }] },
    ])
    expect(await watcher.events('subscription')).toMatchObject([
      { op: 'peer_remove', user_ids: expect.arrayContaining([lou.id, bot.id]) },
    ])
    const late = await ada.send('harbour', 'tides', 'one')
    expect(await bot.ask('GET', `/messages/${late}`)).toEqual(invalidMessages)
    expect(await bot.ask('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'harbour' }] })).toMatchObject({
      status: 400,
    })
  })

  test.each<[string, Params, (world: Awaited<ReturnType<typeof withBots>>) => Promise<unknown>]>([
    ['their owner leaves by themselves', shared, ({ lou }) => remove(lou, 'harbour', lou)],
    ['the stream is public', {}, ({ realm, lou }) => remove(realm.owner, 'harbour', lou)],
    ['somebody else is removed', shared, ({ realm, other }) => remove(realm.owner, 'harbour', other)],
  ])('stay where %s', async (_, options, leave) => {
    const world = await withBots(options)

    await leave(world)

    expect(await world.isIn(world.bot)).toBe(true)
  })

  test('may be removed alone', async () => {
    const { realm, lou, bot, isIn } = await withBots(shared)

    await remove(realm.owner, 'harbour', bot)

    expect([await isIn(lou), await isIn(bot)]).toEqual([true, false])
  })

  test('count, when a private stream that they were the last in is archived', async () => {
    const { realm, ada, lou, other, bot } = await withBots(shared)
    await remove(realm.owner, 'harbour', ada, other)

    await remove(realm.owner, 'harbour', lou)

    expect((await realm.owner.get('/streams', { include_all_active: true }))['streams']).not.toContainEqual(
      expect.objectContaining({ name: 'harbour' }),
    )
    expect((await bot.get('/users/me/subscriptions'))['subscriptions']).toEqual([])
  })
})
