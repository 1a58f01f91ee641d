import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { raiseCounters } from '../kit/event-rows'
import { newRealm, type Listener, type Params, type Person, type TestRealm, type ToldEvent } from '../kit'

const bulk = { client_capabilities: { bulk_message_deletion: true, notification_settings_null: false } }
const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }

/** Everybody listens; answers by name what each is told of one type. */
class Crowd {
  private constructor(private readonly listeners: ReadonlyMap<string, Listener>) {}

  static async of(people: Record<string, Person>, params: Params = bulk): Promise<Crowd> {
    const listeners = new Map<string, Listener>()
    for (const [name, person] of Object.entries(people)) listeners.set(name, await person.listen(params))
    return new Crowd(listeners)
  }

  async readEvents(...types: string[]): Promise<Record<string, Omit<ToldEvent, 'id'>[]>> {
    const told: Record<string, Omit<ToldEvent, 'id'>[]> = {}
    for (const [name, listener] of this.listeners) {
      const events = await listener.events(...types)
      if (events.length > 0) told[name] = events
    }
    return told
  }
}

/** A stream of a kind, its history, and people in every relation to a message of it. */
interface World {
  realm: TestRealm
  stream: { id: number; name: string }
  people: Record<'ada' | 'bo' | 'guest' | 'former' | 'late' | 'early' | 'outsider' | 'stranger' | 'owner', Person>
  message: number
}

const leave = (person: Person) => person.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })

async function newWorld(options: Params = {}): Promise<World> {
  const realm = await newRealm()
  const [ada, bo, former, late, early, outsider] = [
    await realm.user('ada'),
    await realm.user('bo'),
    await realm.user('former'),
    await realm.user('late'),
    await realm.user('early'),
    await realm.user('outsider'),
  ]
  const guest = await realm.user('guest', { role: 600 })
  const stranger = await realm.user('stranger', { role: 600 })
  const subscribe = (people: Person[]) =>
    ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'harbour' }],
      principals: people.map(({ id }) => id),
      ...options,
    })
  await subscribe([ada, bo, guest, former, early])
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'harbour' })
  await leave(early)
  const message = await ada.send('harbour', 'tides', 'High')
  await leave(former)
  await subscribe([late])
  const people = { ada, bo, guest, former, late, early, outsider, stranger, owner: realm.owner }
  return { realm, stream: { id: stream_id as number, name: 'harbour' }, people, message }
}

/** Kinds of streams, with those who came and went and still hold a message, and those who find it in the stream's history. */
const kinds: [string, Params, former: string[], late: string[]][] = [
  ['a public stream', {}, ['former'], ['late']],
  ['a private stream', { invite_only: true, history_public_to_subscribers: true }, [], ['late']],
  ['a private stream with protected history', { invite_only: true, history_public_to_subscribers: false }, [], []],
]

describe.each(kinds)('of a message in %s', (_, options, former, late) => {
  let world: World
  let crowd: Crowd
  const holders = ['ada', 'bo', 'guest', ...former].toSorted()
  const witnesses = [...holders, ...late].toSorted()

  beforeAll(async () => {
    world = await newWorld(options)
    crowd = await Crowd.of(world.people)
  })

  test('an edit sends an event to those who have the message and to subscribers who share its history, and to nobody else', async () => {
    const { people, message, stream } = world

    await people.ada.patch(`/messages/${message}`, { content: '/me is *high*' })

    const told = await crowd.readEvents()
    expect(Object.keys(told).toSorted()).toEqual(witnesses)
    expect(told['bo']).toEqual([
      {
        type: 'update_message',
        user_id: people.ada.id,
        edit_timestamp: expect.any(Number),
        message_id: message,
        message_ids: [message],
        flags: [],
        rendering_only: false,
        stream_id: stream.id,
        stream_name: 'harbour',
        orig_content: 'High',
        orig_rendered_content: '<p>High</p>',
        content: '/me is *high*',
        rendered_content: expect.stringContaining('<em>high</em>'),
        prev_rendered_content_version: 1,
        is_me_message: true,
      },
    ])
    expect(told['ada']).toMatchObject([{ flags: ['read'] }])
    if (late.length > 0) expect(told['late']).toMatchObject([{ flags: ['read'] }])
  })

  test('a reaction is told to the same people, and so is taking it back', async () => {
    const { people, message } = world
    const smile = { emoji_name: 'smile', emoji_code: '1f642', reaction_type: 'unicode_emoji' }
    const event = { type: 'reaction', message_id: message, user_id: people.bo.id, ...smile }
    const user = { user_id: people.bo.id, email: 'bo@example.com', full_name: 'Bo' }

    await people.bo.post(`/messages/${message}/reactions`, { emoji_name: 'smile' })
    const added = await crowd.readEvents()
    await people.bo.delete(`/messages/${message}/reactions`, { emoji_name: 'smile' })
    const removed = await crowd.readEvents()

    expect(Object.keys(added).toSorted()).toEqual(witnesses)
    expect(added['ada']).toEqual([{ ...event, op: 'add', user }])
    expect(Object.keys(removed).toSorted()).toEqual(witnesses)
    expect(removed['ada']).toEqual([{ ...event, op: 'remove', user }])
  })

  test('a submessage is told to those who hold it only', async () => {
    const { people, message } = world

    await people.ada.post('/submessage', { message_id: message, msg_type: 'widget', content: '{"widget_type":"x"}' })

    const told = await crowd.readEvents()
    expect(Object.keys(told).toSorted()).toEqual(holders)
    expect(told['bo']).toEqual([
      {
        type: 'submessage',
        message_id: message,
        submessage_id: expect.any(Number),
        sender_id: people.ada.id,
        msg_type: 'widget',
        content: '{"widget_type":"x"}',
      },
    ])
  })

  test('a flag is told to its owner only', async () => {
    const { people, message } = world

    await people.bo.post('/messages/flags', { messages: [message], op: 'add', flag: 'starred' })

    expect(await crowd.readEvents()).toEqual({
      bo: [
        {
          type: 'update_message_flags',
          op: 'add',
          operation: 'add',
          flag: 'starred',
          messages: [message],
          all: false,
        },
      ],
    })
  })

  test('deleting it is told to subscribers only', async () => {
    const { realm, people, message, stream } = world
    await realm.set({ delete_own_message_policy: 5 })
    await crowd.readEvents()

    await people.ada.delete(`/messages/${message}`)

    const event = {
      type: 'delete_message',
      message_ids: [message],
      message_type: 'stream',
      stream_id: stream.id,
      topic: 'tides',
    }
    expect(await crowd.readEvents()).toEqual({ ada: [event], bo: [event], guest: [event], late: [event] })
  })
})

describe('of a private message', () => {
  let realm: TestRealm
  let people: Record<'ada' | 'bo' | 'cy' | 'owner', Person>
  let crowd: Crowd
  let message: number

  beforeAll(async () => {
    realm = await newRealm()
    people = {
      ada: await realm.user('ada'),
      bo: await realm.user('bo'),
      cy: await realm.user('cy'),
      owner: realm.owner,
    }
    message = await people.ada.write([people.bo], 'hello')
    crowd = await Crowd.of(people)
  })

  test('an edit sends an event to both, and to nobody else', async () => {
    await people.ada.patch(`/messages/${message}`, { content: 'goodbye' })

    const told = await crowd.readEvents()
    expect(Object.keys(told)).toEqual(['ada', 'bo'])
    expect(told['bo']).toEqual([
      {
        type: 'update_message',
        user_id: people.ada.id,
        edit_timestamp: expect.any(Number),
        message_id: message,
        message_ids: [message],
        flags: [],
        rendering_only: false,
        orig_content: 'hello',
        orig_rendered_content: '<p>hello</p>',
        content: 'goodbye',
        rendered_content: '<p>goodbye</p>',
        prev_rendered_content_version: 1,
        is_me_message: false,
      },
    ])
  })

  test('a reaction sends an event to both, and to nobody else', async () => {
    await people.bo.post(`/messages/${message}/reactions`, { emoji_name: 'smile' })

    expect(Object.keys(await crowd.readEvents())).toEqual(['ada', 'bo'])
  })

  test('a submessage sends an event to both, and to nobody else', async () => {
    await people.ada.post('/submessage', { message_id: message, msg_type: 'note', content: '1' })

    expect(Object.keys(await crowd.readEvents())).toEqual(['ada', 'bo'])
  })

  test('deleting it sends an event to both, and to nobody else', async () => {
    await realm.set({ delete_own_message_policy: 5 })
    await crowd.readEvents()

    await people.ada.delete(`/messages/${message}`)

    const event = { type: 'delete_message', message_ids: [message], message_type: 'private' }
    expect(await crowd.readEvents()).toEqual({ ada: [event], bo: [event] })
  })
})

describe('flags in an edit', () => {
  test('tell each receiver whom the new content mentions', async () => {
    const { people, message } = await newWorld()
    const crowd = await Crowd.of(people)

    await people.ada.patch(`/messages/${message}`, { content: '@**Bo** @**Late** @**Outsider**' })
    const first = await crowd.readEvents()
    await people.ada.patch(`/messages/${message}`, { content: '@**all** @**Former**' })
    const second = await crowd.readEvents()

    const flags = (told: typeof first) =>
      Object.fromEntries(Object.entries(told).map(([name, [event]]) => [name, event!['flags'] as string[]]))
    expect(flags(first)).toEqual({ ada: ['read'], bo: ['mentioned'], guest: [], former: ['read'], late: ['read'] })
    expect(flags(second)).toEqual({
      ada: ['read', 'wildcard_mentioned'],
      bo: ['wildcard_mentioned'],
      guest: ['wildcard_mentioned'],
      former: ['read', 'mentioned', 'wildcard_mentioned'],
      late: ['read'],
    })
    for (const name of ['ada', 'bo', 'guest', 'former'] as const)
      expect(await people[name].flags(message)).toEqual(flags(second)[name])
  })

  test('are those that a receiver gave the message', async () => {
    const { people, message } = await newWorld()
    await people.bo.post('/messages/flags', { messages: [message], op: 'add', flag: 'read' })
    await people.bo.post('/messages/flags', { messages: [message], op: 'add', flag: 'starred' })
    const listener = await people.bo.listen()

    await people.ada.patch(`/messages/${message}`, { content: 'Low' })

    expect(await listener.events()).toMatchObject([{ flags: ['read', 'starred'] }])
  })
})

const mute = (person: Person, topic: string) =>
  person.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic, op: 'add' })

describe('changing a topic', () => {
  test('is told with all messages that go along', async () => {
    const { people, message, stream } = await newWorld()
    const second = await people.bo.send('harbour', 'Tides', 'Low')
    await people.bo.send('harbour', 'boats', 'Three')
    const listener = await people.bo.listen()

    await people.ada.patch(`/messages/${second}`, { topic: 'moon', propagate_mode: 'change_all' })

    expect(await listener.events()).toEqual([
      {
        type: 'update_message',
        user_id: people.ada.id,
        edit_timestamp: expect.any(Number),
        message_id: second,
        message_ids: [message, second],
        flags: ['read'],
        rendering_only: false,
        stream_id: stream.id,
        stream_name: 'harbour',
        propagate_mode: 'change_all',
        orig_subject: 'Tides',
        subject: 'moon',
        topic_links: [],
      },
    ])
  })

  test('together with content tells both', async () => {
    const { people, message } = await newWorld()
    const listener = await people.bo.listen()

    await people.ada.patch(`/messages/${message}`, { topic: 'moon', content: 'Low' })

    expect(await listener.events()).toMatchObject([
      { content: 'Low', orig_content: 'High', subject: 'moon', orig_subject: 'tides', propagate_mode: 'change_one' },
    ])
  })

  test('carries mutes along, and tells those who muted it', async () => {
    const { people, message } = await newWorld()
    await mute(people.bo, 'tides')
    await mute(people.bo, 'boats')
    await mute(people.late, 'Tides')
    await mute(people.late, 'moon')
    await mute(people.ada, 'boats')
    const crowd = await Crowd.of(people)

    await people.ada.patch(`/messages/${message}`, { topic: 'Moon', propagate_mode: 'change_all' })

    const told = await crowd.readEvents('muted_topics')
    const topics = (name: string) => (told[name]![0]!['muted_topics'] as string[][]).map(([, topic]) => topic)
    expect(Object.keys(told)).toEqual(['bo', 'late'])
    expect(new Set(topics('bo'))).toEqual(new Set(['Moon', 'boats']))
    expect(topics('late')).toEqual(['moon'])
    for (const name of ['bo', 'late'] as const) {
      const { muted_topics } = (await people[name].listen()).state
      if (muted_topics !== undefined) expect(told[name]![0]!['muted_topics']).toEqual(muted_topics)
    }
  })

  test('leaves mutes alone when part of the topic stays', async () => {
    const { people, message } = await newWorld()
    await people.ada.send('harbour', 'tides', 'Low')
    await people.bo.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'tides', op: 'add' })
    const listener = await people.bo.listen()

    await people.ada.patch(`/messages/${message}`, { topic: 'moon' })

    expect(await listener.events('muted_topics')).toEqual([])
  })
})

/** The world's topic goes to a stream of Ada, Bo, and others. */
async function move(options: Params, from: Params = {}, others: (keyof World['people'])[] = []) {
  const world = await newWorld(from)
  const { realm, people, message } = world
  await realm.set({ move_messages_between_streams_policy: 1 })
  await people.ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'attic' }],
    principals: ['ada', 'bo', ...others].map((name) => people[name as 'ada'].id),
    ...options,
  })
  const { stream_id } = await people.ada.get('/get_stream_id', { stream: 'attic' })
  const second = await people.ada.send('harbour', 'tides', 'Low')
  await people.guest.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'tides', op: 'add' })
  const crowd = await Crowd.of(people)
  await people.ada.patch(`/messages/${message}`, { stream_id, propagate_mode: 'change_all', ...quietly })
  return { ...world, told: await crowd.readEvents(), stream_id: stream_id as number, ids: [message, second] }
}

describe('moving to another stream', () => {
  test('into a public one is told to all who had it; to guests it is gone, and their mute with it', async () => {
    const { told, stream, stream_id, people, message, ids } = await move({})

    const { guest, ...others } = told
    expect(Object.keys(others).toSorted()).toEqual(['ada', 'bo', 'former', 'late'])
    expect(told['bo']).toEqual([
      {
        type: 'update_message',
        user_id: people.ada.id,
        edit_timestamp: expect.any(Number),
        message_id: message,
        message_ids: ids,
        flags: [],
        rendering_only: false,
        stream_id: stream.id,
        stream_name: 'harbour',
        propagate_mode: 'change_all',
        orig_subject: 'tides',
        new_stream_id: stream_id,
      },
    ])
    expect(guest).toEqual([
      { type: 'delete_message', message_ids: ids, message_type: 'stream', stream_id: stream.id, topic: 'tides' },
      { type: 'muted_topics', muted_topics: [] },
    ])
  })

  test('into a private one takes it from all who are not in there', async () => {
    const { told } = await move({ invite_only: true, history_public_to_subscribers: true })

    const types = Object.fromEntries(
      Object.entries(told).map(([name, events]) => [name, events.map(({ type }) => type)]),
    )
    expect(types).toEqual({
      ada: ['update_message'],
      bo: ['update_message'],
      former: ['delete_message'],
      late: ['delete_message'],
      guest: ['delete_message', 'muted_topics'],
    })
  })

  test('is told to subscribers of the new stream who could not find the messages before', async () => {
    const { told, message, ids, stream, stream_id } = await move({}, {}, ['outsider', 'stranger'])

    const event = { type: 'update_message', message_id: message, message_ids: ids, flags: ['read'] }
    const place = { stream_id: stream.id, new_stream_id: stream_id }
    expect(told['outsider']).toMatchObject([{ ...event, ...place, stream_name: 'harbour' }])
    // A guest may not know of a stream that they are not in.
    expect(told['stranger']).toMatchObject([{ ...event, ...place, stream_name: '' }])
  })

  test('is told to them, too, if the history of the new stream is protected', async () => {
    const { told, people, ids } = await move(
      { invite_only: true, history_public_to_subscribers: false },
      { invite_only: true, history_public_to_subscribers: true },
      ['outsider'],
    )

    expect(told['outsider']).toMatchObject([{ type: 'update_message', flags: ['read'], stream_name: '' }])
    const found = await people.outsider.messages([{ operator: 'stream', operand: 'attic' }])
    expect(found.filter(({ id }) => ids.includes(id)).map(({ flags }) => flags)).toEqual([['read'], ['read']])
  })

  test('takes from those who received a part of it, too', async () => {
    const { told } = await move(
      { invite_only: true, history_public_to_subscribers: true },
      { invite_only: true, history_public_to_subscribers: false },
    )

    expect(told['late']).toMatchObject([{ type: 'delete_message' }])
    expect(told['early']).toBeUndefined()
  })
})

describe('clients that cannot take several deletions at once', () => {
  test('are told one by one, with ids that grow', async () => {
    const { realm, people, message, stream } = await newWorld()
    const second = await people.bo.send('harbour', 'tides', 'Low')
    const old = await people.bo.listen({
      client_capabilities: { bulk_message_deletion: false, notification_settings_null: false },
    })
    const young = await people.bo.listen(bulk)

    await realm.owner.post(`/streams/${stream.id}/delete_topic`, { topic_name: 'TIDES' })
    await people.ada.send('harbour', 'boats', 'Three')

    const place = { type: 'delete_message', message_type: 'stream', stream_id: stream.id, topic: 'tides' }
    expect(await old.events()).toMatchObject([
      { ...place, message_id: message },
      { ...place, message_id: second },
      { type: 'message' },
    ])
    expect(await young.events()).toMatchObject([{ ...place, message_ids: [message, second] }, { type: 'message' }])
  })

  test('are not told again of what they acknowledged in between', async () => {
    const { realm, people, stream } = await newWorld()
    const second = await people.bo.send('harbour', 'tides', 'Low')
    const listener = await people.bo.listen()
    await realm.owner.post(`/streams/${stream.id}/delete_topic`, { topic_name: 'tides' })
    const { events } = await listener.poll({ dont_block: true })

    const rest = await listener.poll({ dont_block: true, last_event_id: (events as ToldEvent[])[0]!.id })

    expect(events).toHaveLength(2)
    expect(rest['events']).toMatchObject([{ type: 'delete_message', message_id: second }])
  })
})

describe('deleting a topic', () => {
  test('deletes it in any spelling, and nothing else', async () => {
    const { realm, people, message, stream } = await newWorld()
    const second = await people.bo.send('harbour', 'Tides', 'Low')
    const other = await people.bo.send('harbour', 'boats', 'Three')
    await people.bo.post('/messages/flags', { messages: [message, other], op: 'add', flag: 'starred' })

    await realm.owner.post(`/streams/${stream.id}/delete_topic`, { topic_name: 'tides' })

    for (const id of [message, second])
      expect(await people.bo.ask('GET', `/messages/${id}`)).toMatchObject({ status: 400 })
    expect((await people.bo.messages([['is', 'starred']])).map(({ id }) => id as number)).toEqual([other])
    expect(await people.bo.messages([['search', 'high']])).toEqual([])
  })

  test('succeeds where there is none, and tells nobody', async () => {
    const { realm, people, stream } = await newWorld()
    const crowd = await Crowd.of(people)

    await realm.owner.post(`/streams/${stream.id}/delete_topic`, { topic_name: 'nothing' })
    await realm.owner.post(`/streams/${stream.id}/delete_topic`, { topic_name: '' })

    expect(await crowd.readEvents()).toEqual({})
  })

  test.each<[string, 'ada' | 'guest' | 'owner', Params, string, string]>([
    ['a member', 'ada', {}, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
    ['a guest', 'guest', {}, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
    [
      'an administrator who is not in a private stream',
      'owner',
      { invite_only: true },
      'BAD_REQUEST',
      'Invalid stream id',
    ],
  ])('is refused to %s', async (_, who, options, code, msg) => {
    const { people, message, stream } = await newWorld(options)

    const answer = await people[who].ask('POST', `/streams/${stream.id}/delete_topic`, { topic_name: 'tides' })

    expect(answer).toMatchObject({ status: 400, code, msg })
    expect(await people.ada.ask('GET', `/messages/${message}`)).toMatchObject({ status: 200 })
  })

  test('that is longer than one change may delete deletes all of it', async () => {
    const { realm, people, message, stream } = await newWorld()
    await realm.behindTheWriter(
      env.DB.prepare(`
        with recursive number (n) as (select 1 union all select n + 1 from number where n < 5000)
        insert into message (
          id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client
        )
        select id + n, event_id, sender_id, recipient_id, 0, topic, topic_key, '', '', 0, 'website'
        from number cross join message where id = ?
      `).bind(message),
    )
    await raiseCounters(realm, { message: 5000 })
    const listener = await people.bo.listen(bulk)

    await realm.owner.post(`/streams/${stream.id}/delete_topic`, { topic_name: 'tides' })

    const events = [...(await listener.events()), ...(await listener.events())]
    const told = events.map(({ message_ids }) => message_ids as number[])
    expect(told.map(({ length }) => length)).toEqual([5000, 1])
    expect(told[1]).toEqual([message])
    expect(await people.bo.messages([['stream', 'harbour']])).toEqual([])
  })

  test('leaves alone what the administrator cannot see', async () => {
    const { realm, people, message, stream } = await newWorld({
      invite_only: true,
      history_public_to_subscribers: false,
    })
    await people.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'harbour' }],
      principals: [realm.owner.id],
    })
    const second = await people.ada.send('harbour', 'tides', 'Low')

    await realm.owner.post(`/streams/${stream.id}/delete_topic`, { topic_name: 'tides' })

    expect(await people.ada.ask('GET', `/messages/${message}`)).toMatchObject({ status: 200 })
    expect(await people.ada.ask('GET', `/messages/${second}`)).toMatchObject({ status: 400 })
  })

  test.each([
    ['no topic', {}, 'topic_name'],
    ['a topic that is too long to look at', { topic_name: 'x'.repeat(100_001) }, 'topic_name'],
  ])('is refused with %s', async (_, params, msg) => {
    const { realm, stream } = await newWorld()

    expect(await realm.owner.ask('POST', `/streams/${stream.id}/delete_topic`, params)).toMatchObject({
      status: 400,
      msg: expect.stringContaining(msg),
    })
  })
})

describe('a reaction', () => {
  test('of somebody who never received the message makes them hear what becomes of it', async () => {
    const { people, message } = await newWorld()
    const listener = await people.outsider.listen()

    await people.outsider.post(`/messages/${message}/reactions`, { emoji_name: 'smile' })
    await people.ada.patch(`/messages/${message}`, { content: 'Low' })

    expect(await listener.events()).toMatchObject([
      { type: 'reaction', op: 'add', user_id: people.outsider.id },
      { type: 'update_message', flags: ['read', 'historical'] },
    ])
  })

  test('taken back by somebody who no longer holds the message makes them hold it again', async () => {
    const { realm, people, message } = await newWorld()
    await realm.set({ move_messages_between_streams_policy: 1 })
    const attic = await realm.stream('attic', people.ada)
    await people.bo.post(`/messages/${message}/reactions`, { emoji_name: 'smile' })
    await people.ada.patch(`/messages/${message}`, { stream_id: attic.id, ...quietly })
    const listener = await people.bo.listen()

    await people.bo.delete(`/messages/${message}/reactions`, { emoji_name: 'smile' })
    await people.ada.patch(`/messages/${message}`, { content: 'Low' })

    expect(await listener.events()).toMatchObject([
      { type: 'reaction', op: 'remove', user_id: people.bo.id },
      { type: 'update_message', flags: ['read', 'historical'] },
    ])
  })

  test('that is refused tells nobody', async () => {
    const { people, message } = await newWorld()
    await people.bo.post(`/messages/${message}/reactions`, { emoji_name: 'smile' })
    const crowd = await Crowd.of(people)

    expect(await people.bo.ask('POST', `/messages/${message}/reactions`, { emoji_name: 'smile' })).toMatchObject({
      status: 400,
    })

    expect(await crowd.readEvents()).toEqual({})
  })
})

const readEvent = (messages: number[], all = false) => ({
  type: 'update_message_flags',
  op: 'add',
  operation: 'add',
  flag: 'read',
  messages,
  all,
})

async function unreadOf() {
  const world = await newWorld()
  const { people, message } = world
  const second = await people.ada.send('harbour', 'boats', 'Three')
  const third = await people.ada.send('harbour', 'Tides', 'Low')
  const own = await people.bo.send('harbour', 'tides', 'Ebb')
  const again = await people.ada.send('harbour', 'tides', 'Flood')
  await people.bo.post('/messages/flags', { messages: [again], op: 'add', flag: 'read' })
  return { ...world, message, second, third, own, again }
}

describe('reading', () => {
  test('all is told as such', async () => {
    const { people } = await unreadOf()
    const crowd = await Crowd.of(people)

    await people.bo.post('/mark_all_as_read')

    expect(await crowd.readEvents()).toEqual({ bo: [readEvent([], true)] })
  })

  test('a stream is told with the messages that were unread', async () => {
    const { people, stream, message, second, third, own } = await unreadOf()
    await people.bo.post('/messages/flags', { messages: [own], op: 'remove', flag: 'read' })
    const crowd = await Crowd.of(people)

    await people.bo.post('/mark_stream_as_read', { stream_id: stream.id })
    await people.bo.post('/messages/flags', { messages: [], op: 'add', flag: 'starred' })
    await people.bo.post('/mark_stream_as_read', { stream_id: stream.id })

    expect(await crowd.readEvents()).toEqual({
      // The second marking, which changed nothing, is merged into the first.
      bo: [{ ...readEvent([]), flag: 'starred' }, readEvent([message, second, third, own])],
    })
  })

  test('a topic is told with the messages that were unread', async () => {
    const { people, stream, message, third } = await unreadOf()
    const crowd = await Crowd.of(people)

    await people.bo.post('/mark_topic_as_read', { stream_id: stream.id, topic_name: 'TIDES' })
    const first = await crowd.readEvents()
    await people.bo.post('/mark_topic_as_read', { stream_id: stream.id, topic_name: 'tides' })

    expect(first).toEqual({ bo: [readEvent([message, third])] })
    expect(await crowd.readEvents()).toEqual({ bo: [readEvent([])] })
  })

  test('messages is told as it was asked for, changed or not', async () => {
    const { people, message, again } = await unreadOf()
    const listener = await people.bo.listen()

    await people.bo.post('/messages/flags', { messages: [again, message], op: 'add', flag: 'read' })

    expect(await listener.events()).toEqual([readEvent([again, message])])
  })

  test('by leaving a stream is told to each who leaves, with what was unread', async () => {
    const { people, message, second, third, own, again } = await unreadOf()
    await people.ada.post('/messages/flags', { messages: [message], op: 'remove', flag: 'read' })
    const crowd = await Crowd.of(people)

    await people.owner.delete('/users/me/subscriptions', {
      subscriptions: ['harbour'],
      principals: [people.ada.id, people.bo.id, people.guest.id, people.outsider.id],
    })

    expect(await crowd.readEvents('update_message_flags')).toEqual({
      ada: [readEvent([message, own])],
      bo: [readEvent([message, second, third])],
      guest: [readEvent([message, second, third, own, again])],
    })
  })

  test('by leaving a stream in which nothing is unread is not told', async () => {
    const { people } = await newWorld()
    const crowd = await Crowd.of(people)

    await leave(people.late)

    expect(await crowd.readEvents('update_message_flags')).toEqual({})
  })

  test('a flag on an invisible message sends no event, now or later', async () => {
    const { realm, people, message } = await newWorld({ invite_only: true })
    const crowd = await Crowd.of(people)

    for (const op of ['add', 'remove'])
      expect(
        await people.outsider.ask('POST', '/messages/flags', { messages: [message], op, flag: 'read' }),
      ).toMatchObject({ status: 400, msg: 'Invalid message(s)' })

    expect(await crowd.readEvents()).toEqual({})
    await realm.evict()
    expect(await crowd.readEvents()).toEqual({})
  })
})

describe('marking unread', () => {
  test('tells where messages count', async () => {
    const { realm, people, stream, message } = await newWorld()
    const cy = await realm.user('cy')
    const named = await people.ada.send('harbour', 'boats', '@**Bo**')
    const all = await people.ada.send('harbour', 'boats', '@**all**')
    await people.bo.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'Boats', op: 'add' })
    const everybody = await people.ada.send('harbour', 'moon', '@**all**')
    const pair = await people.ada.write([people.bo], 'hello')
    const group = await people.bo.write([cy, people.ada], 'hello')
    const self = await people.bo.write([people.bo], 'note')
    const messages = [message, named, all, everybody, pair, group, self]
    const listener = await people.bo.listen()

    await people.bo.post('/messages/flags', { messages, op: 'remove', flag: 'read' })

    const inStream = { type: 'stream', stream_id: stream.id }
    expect(await listener.events()).toEqual([
      {
        type: 'update_message_flags',
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        messages,
        all: false,
        message_details: {
          [message]: { ...inStream, topic: 'tides', unmuted_stream_msg: true },
          [named]: { ...inStream, topic: 'boats', unmuted_stream_msg: false, mentioned: true },
          [all]: { ...inStream, topic: 'boats', unmuted_stream_msg: false },
          [everybody]: { ...inStream, topic: 'moon', unmuted_stream_msg: true, mentioned: true },
          [pair]: { type: 'private', user_ids: [people.ada.id] },
          [group]: { type: 'private', user_ids: [people.ada.id, cy.id].toSorted((left, right) => left - right) },
          [self]: { type: 'private', user_ids: [] },
        },
      },
    ])
  })

  test('in a muted stream counts there no more', async () => {
    const { people, stream, message } = await newWorld()
    await people.bo.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: stream.id, property: 'is_muted', value: true }],
    })
    const listener = await people.bo.listen()

    await people.bo.post('/messages/flags', { messages: [message], op: 'remove', flag: 'read' })

    expect(await listener.events()).toMatchObject([{ message_details: { [message]: { unmuted_stream_msg: false } } }])
  })

  test('more than an event can tell of is refused', async () => {
    const { people } = await newWorld()
    const messages = Array.from({ length: 5001 }, (_, index) => index + 1)

    expect(await people.bo.ask('POST', '/messages/flags', { messages, op: 'remove', flag: 'read' })).toMatchObject({
      status: 400,
      msg: 'Too many messages to mark unread at once (limit: 5000)',
    })
  })

  test('other flags tells no details', async () => {
    const { people, message } = await newWorld()
    const listener = await people.bo.listen()

    await people.bo.post('/messages/flags', { messages: [message], op: 'remove', flag: 'starred' })

    expect(await listener.events()).toEqual([expect.not.objectContaining({ message_details: expect.anything() })])
  })
})

test('of every kind of event, what is pending is told once after the realm object was lost', async () => {
  const { realm, people, message, stream } = await newWorld()
  const second = await people.ada.send('harbour', 'tides', 'Low')
  await people.bo.patch('/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'tides', op: 'add' })
  const listener = await people.bo.listen()
  const bystander = await people.outsider.listen()
  await people.ada.patch(`/messages/${message}`, { topic: 'moon', propagate_mode: 'change_all' })
  await people.ada.post(`/messages/${message}/reactions`, { emoji_name: 'smile' })
  await people.ada.delete(`/messages/${message}/reactions`, { emoji_name: 'smile' })
  await people.ada.post('/submessage', { message_id: message, msg_type: 'note', content: '1' })
  await people.bo.post('/messages/flags', { messages: [message], op: 'remove', flag: 'read' })
  await people.bo.post('/mark_stream_as_read', { stream_id: stream.id })
  await people.bo.post('/mark_all_as_read')
  await realm.owner.post(`/streams/${stream.id}/delete_topic`, { topic_name: 'moon' })

  await realm.evict()

  const events = await listener.events()
  expect(events.map(({ type, op, message_id }) => [type, op, message_id].filter(Boolean).join(' '))).toEqual([
    `update_message ${message}`,
    'muted_topics',
    `reaction add ${message}`,
    `reaction remove ${message}`,
    'update_message_flags remove',
    'update_message_flags add',
    'update_message_flags add',
    // The submessage is gone with its message.
    `delete_message ${message}`,
    `delete_message ${second}`,
  ])
  expect(await listener.events()).toEqual([])
  expect(await bystander.events()).toEqual([])
  await realm.evict()
  expect(await listener.events()).toEqual([])
})

test.each([
  ['in memory', false],
  ['told again', true],
])('a sender whose address is hidden by now has a picture all the same, %s', async (_, isLost) => {
  const realm = await newRealm()
  const { owner } = realm
  const ada = await realm.user('ada')
  const listener = await owner.listen()
  await owner.patch('/realm', { email_address_visibility: 3 })
  await listener.events()
  await ada.write([owner], 'Ahoy')
  if (isLost) await realm.evict()

  expect(await listener.events('message')).toMatchObject([
    { message: { sender_id: ada.id, avatar_url: expect.stringContaining('gravatar') } },
  ])
})

test('a sender whose address is known needs none', async () => {
  const realm = await newRealm()
  const { owner } = realm
  const ada = await realm.user('ada')
  const listener = await owner.listen()
  await ada.write([owner], 'Ahoy')

  expect(await listener.events('message')).toMatchObject([{ message: { sender_id: ada.id, avatar_url: null } }])
})
