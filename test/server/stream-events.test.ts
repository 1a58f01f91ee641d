import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seed } from '../kit/seeded-messages'
import { newRealm, type Listener, type Params, type Person, type TestRealm, type ToldEvent } from '../kit'

/** What these tests look at. */
const types = ['stream', 'subscription', 'update_message_flags', 'message', 'default_streams', 'default_stream_groups']

let realm: TestRealm
let people: Record<string, Person>
let olga: Person
let admin: Person
let ada: Person
let bo: Person
let cy: Person
let guest: Person

beforeAll(async () => {
  realm = await newRealm()
  realm.keepsNotices = true
  await realm.set({ enable_spectator_access: true })
  olga = realm.owner
  admin = await realm.user('admin', { role: 200 })
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  cy = await realm.user('cy')
  guest = await realm.user('guest', { role: 600 })
  people = { olga, admin, ada, bo, cy, guest }
})

let counter = 0
/** A name that no stream has yet. */
let fresh: string
beforeEach(() => {
  counter += 1
  fresh = `stream ${counter}`
})

/** Everybody listens. */
async function listenForAll(params: Params = {}): Promise<Record<string, Listener>> {
  const listeners: Record<string, Listener> = {}
  for (const [name, person] of Object.entries(people))
    listeners[name] = await person.listen({ event_types: types, fetch_event_types: [], ...params })
  return listeners
}

type Told = Omit<ToldEvent, 'id'>

/** What each of them was told, but no messages: those who were told nothing are left out. */
async function readEvents(listeners: Record<string, Listener>): Promise<Record<string, Told[]>> {
  const all: Record<string, Told[]> = {}
  for (const [name, listener] of Object.entries(listeners)) {
    const events = await listener.events('stream', 'subscription', 'update_message_flags', 'default_streams')
    if (events.length > 0) all[name] = events
  }
  return all
}

/** Kinds of events by receiver: `stream create`. */
async function kinds(listeners: Record<string, Listener>): Promise<Record<string, string[]>> {
  const all = await readEvents(listeners)
  return Object.fromEntries(Object.entries(all).map(([name, events]) => [name, events.map(kind)]))
}

const kind = ({ type, op }: Told): string => (op === undefined ? type : `${type} ${op}`)

const create = (by: Person, members: Person[], params: Params = {}, ...names: string[]) =>
  by.post('/users/me/subscriptions', {
    subscriptions: (names.length > 0 ? names : [fresh]).map((name) => ({ name })),
    principals: members.map(({ id }) => id),
    ...params,
  })

const leave = (by: Person, names: string[], members: Person[] = [by]) =>
  by.delete('/users/me/subscriptions', { subscriptions: names, principals: members.map(({ id }) => id) })

const idOf = async (name: string): Promise<number> => {
  const { streams } = await olga.get('/streams', { include_all_active: true })
  return (streams as { name: string; stream_id: number }[]).find((stream) => stream.name === name)!.stream_id
}

const markAsUnread = (person: Person, messages: number[]) =>
  person.post('/messages/flags', { messages, op: 'remove', flag: 'read' })

describe('creating a stream', () => {
  test('tells members of a public one, and no guest', async () => {
    const listeners = await listenForAll()
    await create(ada, [ada])

    expect(await kinds(listeners)).toEqual({
      olga: ['stream create', 'subscription peer_add'],
      admin: ['stream create', 'subscription peer_add'],
      ada: ['stream create', 'subscription add'],
      bo: ['stream create', 'subscription peer_add'],
      cy: ['stream create', 'subscription peer_add'],
    })
  })

  test('tells all about it, before anything is said in it', async () => {
    const listener = await ada.listen({ event_types: types, fetch_event_types: [] })
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: fresh, description: 'For *all*' }] })

    const events = await listener.events()
    const stream = {
      stream_id: await idOf(fresh),
      name: fresh,
      description: 'For *all*',
      rendered_description: '<p>For <em>all</em></p>',
      date_created: expect.any(Number),
      invite_only: false,
      is_web_public: false,
      history_public_to_subscribers: true,
      stream_post_policy: 1,
      is_announcement_only: false,
      message_retention_days: null,
      first_message_id: null,
    }
    expect(events.map(kind)).toEqual(['stream create', 'subscription add', 'message'])
    expect(events[0]).toEqual({ type: 'stream', op: 'create', streams: [stream] })
    expect(events[1]!['subscriptions']).toMatchObject([
      {
        ...stream,
        color: expect.stringMatching(/^#/),
        is_muted: false,
        in_home_view: true,
        role: 50,
        subscribers: [ada.id],
      },
    ])
  })

  test('tells administrators of a private one, and those who are in it', async () => {
    const listeners = await listenForAll()
    await create(ada, [ada, guest], { invite_only: true })

    expect(await kinds(listeners)).toEqual({
      olga: ['stream create', 'subscription peer_add'],
      admin: ['stream create', 'subscription peer_add'],
      ada: ['stream create', 'subscription add'],
      guest: ['stream create', 'subscription add'],
    })
  })

  test('tells an administrator who is in a private one of it once', async () => {
    const listeners = await listenForAll()
    await create(admin, [admin], { invite_only: true })

    expect(await kinds(listeners)).toEqual({
      olga: ['stream create', 'subscription peer_add'],
      admin: ['stream create', 'subscription add'],
    })
  })

  test('tells of several by one event', async () => {
    const listener = await bo.listen({ event_types: ['stream'] })
    await create(ada, [ada], {}, `${fresh} a`, `${fresh} b`)

    const events = await listener.events()
    expect(events).toHaveLength(1)
    expect(events[0]!['streams']).toMatchObject([{ name: `${fresh} a` }, { name: `${fresh} b` }])
  })

  test('tells a guest who is put into a public one only of the subscription', async () => {
    const listeners = await listenForAll()
    await create(ada, [ada, guest])

    expect((await kinds(listeners))['guest']).toEqual(['subscription add'])
  })
})

describe('subscribing', () => {
  test('tells who comes to a private stream that it is there, and nobody else but its people and administrators', async () => {
    await create(ada, [ada, guest], { invite_only: true })
    const listeners = await listenForAll()
    await create(ada, [bo])

    expect(await kinds(listeners)).toEqual({
      olga: ['subscription peer_add'],
      admin: ['subscription peer_add'],
      ada: ['subscription peer_add'],
      bo: ['stream create', 'subscription add'],
      guest: ['subscription peer_add'],
    })
  })

  test('names all subscribers to who comes, and to others who comes', async () => {
    await create(ada, [ada, bo])
    const [comer, other] = [await cy.listen({ event_types: types }), await ada.listen({ event_types: types })]
    await create(cy, [cy])

    const stream_id = await idOf(fresh)
    const [added] = await comer.events('subscription')
    expect(added!['subscriptions']).toMatchObject([{ stream_id, subscribers: [ada.id, bo.id, cy.id] }])
    expect(await other.events('subscription')).toEqual([
      { type: 'subscription', op: 'peer_add', stream_ids: [stream_id], user_ids: [cy.id] },
    ])
  })

  test('names nobody who was deactivated', async () => {
    const gone = await realm.user('gone')
    await create(ada, [ada, gone])
    await realm.deactivate(gone)
    const comer = await cy.listen({ event_types: types })
    await create(cy, [cy])

    const [added] = await comer.events('subscription')
    expect(added!['subscriptions']).toMatchObject([{ subscribers: [ada.id, cy.id] }])
  })

  test('one person to several public streams is told to others by one event', async () => {
    await create(ada, [ada], {}, `${fresh} a`, `${fresh} b`)
    const [listener, own] = [await bo.listen({ event_types: types }), await cy.listen({ event_types: types })]
    await create(cy, [cy], {}, `${fresh} a`, `${fresh} b`)

    const stream_ids = [await idOf(`${fresh} a`), await idOf(`${fresh} b`)]
    expect(await listener.events('subscription')).toEqual([
      { type: 'subscription', op: 'peer_add', stream_ids, user_ids: [cy.id] },
    ])
    const [added, ...more] = await own.events('subscription')
    expect((added!['subscriptions'] as Told[]).map(({ stream_id }) => stream_id)).toEqual(stream_ids)
    expect(more).toEqual([])
  })

  test('several people is told to others by one event for each stream', async () => {
    await create(ada, [ada], {}, `${fresh} a`, `${fresh} b`)
    const listener = await olga.listen({ event_types: types })
    await create(ada, [bo, cy], {}, `${fresh} a`, `${fresh} b`)

    const peers = { type: 'subscription', op: 'peer_add', user_ids: [bo.id, cy.id] }
    expect(await listener.events('subscription')).toEqual([
      { ...peers, stream_ids: [await idOf(`${fresh} a`)] },
      { ...peers, stream_ids: [await idOf(`${fresh} b`)] },
    ])
  })

  test('to private streams is told apart from public ones', async () => {
    await create(ada, [ada], {}, `${fresh} public`)
    await create(ada, [ada], { invite_only: true }, `${fresh} private`)
    const listeners = await listenForAll()
    await create(ada, [cy], {}, `${fresh} public`, `${fresh} private`)

    const [open, hidden] = [await idOf(`${fresh} public`), await idOf(`${fresh} private`)]
    const all = await readEvents(listeners)
    const peers = (name: string) => all[name]?.map(({ stream_ids }) => stream_ids)
    expect(peers('admin')).toEqual([[open], [hidden]])
    expect(peers('ada')).toEqual([[open], [hidden]])
    expect(peers('bo')).toEqual([[open]])
    expect(all['guest']).toBeUndefined()
  })

  test('twice tells nobody anything', async () => {
    await create(ada, [ada, bo])
    const listeners = await listenForAll()
    await create(ada, [ada, bo])

    expect(await readEvents(listeners)).toEqual({})
  })

  test('again tells with the properties that come back', async () => {
    await create(ada, [ada])
    const stream_id = await idOf(fresh)
    const set = (property: string, value: boolean | string) =>
      ada.post('/users/me/subscriptions/properties', { subscription_data: [{ stream_id, property, value }] })
    await set('is_muted', true)
    await set('color', '#123456')
    await set('push_notifications', false)
    await leave(ada, [fresh])
    const listener = await ada.listen({ event_types: types, client_capabilities: { notification_settings_null: true } })
    await create(ada, [ada])

    const [added] = await listener.events('subscription')
    expect(added!['subscriptions']).toMatchObject([
      { is_muted: true, in_home_view: false, color: '#123456', push_notifications: false, email_notifications: null },
    ])
  })

  test.each([
    [true, null],
    [false, true],
  ])('with notification_settings_null %s tells settings that are not set as %s', async (able, value) => {
    await bo.patch('/settings', { enable_stream_push_notifications: true })
    const listener = await bo.listen({ event_types: types, client_capabilities: { notification_settings_null: able } })
    await create(bo, [bo])

    const [added] = await listener.events('subscription')
    expect(added!['subscriptions']).toMatchObject([
      { push_notifications: value, email_notifications: able ? null : false, wildcard_mentions_notify: null },
    ])
    await bo.patch('/settings', { enable_stream_push_notifications: false })
  })

  test('several people to fifty new streams tells each by one event', async () => {
    const own = await newRealm()
    const crowd = [await own.user('one'), await own.user('two')]
    const names = Array.from({ length: 50 }, (_, index) => `mass ${index}`)
    const listeners = [await crowd[0]!.listen({ event_types: types }), await crowd[1]!.listen({ event_types: types })]
    await own.owner.post('/users/me/subscriptions', {
      subscriptions: names.map((name) => ({ name })),
      principals: crowd.map(({ id }) => id),
    })

    for (const listener of listeners) {
      const events = await listener.events('stream', 'subscription')
      expect(events.map(kind)).toEqual(['stream create', 'subscription add'])
      expect(events[1]!['subscriptions']).toHaveLength(50)
    }
  })
})

describe('subscribing to a stream with messages that one has marked as unread', () => {
  test('tells each person which of theirs count from now on', async () => {
    await create(ada, [ada, bo])
    const [first, second] = [await ada.send(fresh, 'tides', 'low'), await ada.send(fresh, 'winds', '@**Bo** high')]
    const stream_id = await idOf(fresh)
    await leave(bo, [fresh])
    await markAsUnread(bo, [first, second])
    await markAsUnread(cy, [second])
    const listeners = await listenForAll()
    await create(ada, [bo, cy])

    const all = await readEvents(listeners)
    const flags = { type: 'update_message_flags', op: 'remove', operation: 'remove', flag: 'read', all: false }
    const at = { type: 'stream', stream_id, unmuted_stream_msg: true }
    expect(all['bo']!.slice(0, 2)).toEqual([
      expect.objectContaining({ type: 'subscription', op: 'add' }),
      {
        ...flags,
        messages: [first, second],
        message_details: {
          [first]: { ...at, topic: 'tides' },
          [second]: { ...at, topic: 'winds', mentioned: true },
        },
      },
    ])
    expect(all['cy']![1]).toEqual({
      ...flags,
      messages: [second],
      message_details: { [second]: { ...at, topic: 'winds' } },
    })
    expect(all['ada']!.map(kind)).toEqual(['subscription peer_add'])
  })

  test('tells at most the newest 5,000', async () => {
    await create(ada, [ada])
    const ids = await seed(ada, 6000, await idOf(fresh))
    await markAsUnread(cy, ids.slice(0, 3000))
    await markAsUnread(cy, ids.slice(3000))
    const listener = await cy.listen({ event_types: types })
    await create(cy, [cy])

    const [event] = await listener.events('update_message_flags')
    expect(event!['messages']).toEqual(ids.slice(-5000))
    expect(Object.keys(event!['message_details'] as object)).toHaveLength(5000)
  })
})

describe('unsubscribing', () => {
  test('tells who leaves, and to others who left; then what is read', async () => {
    await create(ada, [ada, bo])
    const unread = await ada.send(fresh, 'x', 'hello')
    const stream_id = await idOf(fresh)
    const listeners = await listenForAll()
    await leave(bo, [fresh])

    const peers = { type: 'subscription', op: 'peer_remove', stream_ids: [stream_id], user_ids: [bo.id] }
    const all = await readEvents(listeners)
    expect(Object.keys(all)).toEqual(['olga', 'admin', 'ada', 'bo', 'cy'])
    for (const name of ['olga', 'admin', 'ada', 'cy']) expect(all[name]).toEqual([peers])
    expect(all['bo']).toEqual([
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id, name: fresh }] },
      expect.objectContaining({ type: 'update_message_flags', op: 'add', flag: 'read' }),
    ])
    expect(all['bo']![1]!['messages']).toContain(unread)
  })

  test('from a private stream tells those who remain and administrators, and nobody else', async () => {
    await create(ada, [ada, bo, guest], { invite_only: true })
    const listeners = await listenForAll()
    await leave(bo, [fresh])

    const all = await kinds(listeners)
    expect(all['bo']![0]).toBe('subscription remove')
    delete all['bo']
    expect(all).toEqual({
      olga: ['subscription peer_remove'],
      admin: ['subscription peer_remove'],
      ada: ['subscription peer_remove'],
      guest: ['subscription peer_remove'],
    })
  })

  test('of the last one from a private stream tells that it is gone', async () => {
    await create(ada, [ada], { invite_only: true })
    const listeners = await listenForAll()
    await leave(ada, [fresh])

    expect(await kinds(listeners)).toEqual({
      olga: ['subscription peer_remove', 'stream delete'],
      admin: ['subscription peer_remove', 'stream delete'],
      ada: ['subscription remove', 'stream delete'],
    })
  })

  test('who is not subscribed tells nobody anything', async () => {
    await create(ada, [ada])
    const listeners = await listenForAll()
    await leave(bo, [fresh])

    expect(await readEvents(listeners)).toEqual({})
  })
})

describe('archiving a stream', () => {
  test('tells those who knew it, with its name, and nobody else', async () => {
    await create(ada, [ada, guest])
    const stream_id = await idOf(fresh)
    const listeners = await listenForAll()
    await admin.delete(`/streams/${stream_id}`)

    const all = await readEvents(listeners)
    expect(Object.keys(all)).toEqual(['olga', 'admin', 'ada', 'bo', 'cy', 'guest'])
    expect(all['bo']).toEqual([
      {
        type: 'stream',
        op: 'delete',
        streams: [expect.objectContaining({ stream_id, name: fresh, invite_only: false })],
      },
    ])
  })

  test('does not tell guests and others of what they did not know', async () => {
    await create(ada, [ada], {}, `${fresh} public`)
    await create(ada, [ada], { invite_only: true }, `${fresh} private`)
    const ids = [await idOf(`${fresh} public`), await idOf(`${fresh} private`)]
    const listeners = await listenForAll()
    for (const id of ids) await admin.delete(`/streams/${id}`)

    const all = await kinds(listeners)
    expect(all['guest']).toBeUndefined()
    expect(all['bo']).toEqual(['stream delete'])
    expect(all['olga']).toEqual(['stream delete', 'stream delete'])
  })

  test('tells its people which messages are read', async () => {
    await create(ada, [ada, bo])
    const id = await ada.send(fresh, 'x', 'hello')
    const listeners = await listenForAll()
    await admin.delete(`/streams/${await idOf(fresh)}`)

    const all = await readEvents(listeners)
    expect(all['bo']!.map(kind)).toEqual(['stream delete', 'update_message_flags add'])
    expect(all['bo']![1]!['messages']).toContain(id)
    expect(all['cy']!.map(kind)).toEqual(['stream delete'])
  })

  test('that is a default stream tells members of the defaults', async () => {
    await create(ada, [ada])
    const stream_id = await idOf(fresh)
    await admin.post('/default_streams', { stream_id })
    const listeners = await listenForAll()
    await admin.delete(`/streams/${stream_id}`)

    const all = await kinds(listeners)
    expect(all['cy']).toEqual(['default_streams', 'stream delete'])
    expect(all['guest']).toBeUndefined()
  })
})

describe('properties of a subscription', () => {
  test.each<[property: string, value: boolean | string, told: [string, boolean | string]]>([
    ['color', '#abcdef', ['color', '#abcdef']],
    ['pin_to_top', true, ['pin_to_top', true]],
    ['is_muted', true, ['in_home_view', false]],
    ['is_muted', false, ['in_home_view', true]],
    ['in_home_view', false, ['in_home_view', false]],
    ['desktop_notifications', true, ['desktop_notifications', true]],
    ['wildcard_mentions_notify', false, ['wildcard_mentions_notify', false]],
  ])('%s = %s is told to oneself only', async (property, value, [as, told_value]) => {
    await create(ada, [ada, bo])
    const stream_id = await idOf(fresh)
    const listeners = await listenForAll()
    await ada.post('/users/me/subscriptions/properties', { subscription_data: [{ stream_id, property, value }] })

    expect(await readEvents(listeners)).toEqual({
      ada: [{ type: 'subscription', op: 'update', stream_id, property: as, value: told_value }],
    })
  })
})

test('events of streams outlive the object that has them in memory', async () => {
  await create(ada, [ada, bo], {}, `${fresh} old`)
  const [listener, other] = [await cy.listen({ event_types: types }), await bo.listen({ event_types: types })]
  await create(cy, [cy])
  await create(cy, [cy], {}, `${fresh} old`)
  const stream_id = await idOf(fresh)
  await admin.patch(`/streams/${stream_id}`, { description: 'new' })
  await leave(cy, [fresh])
  await admin.delete(`/streams/${stream_id}`)

  await realm.evict()

  const own = (await listener.events('stream', 'subscription')).map(kind)
  expect(own).toEqual([
    'stream create',
    'subscription add',
    'subscription add',
    'stream update',
    'subscription remove',
    'stream delete',
  ])
  expect((await other.events('stream', 'subscription')).map(kind)).toEqual([
    'stream create',
    'subscription peer_add',
    'subscription peer_add',
    'stream update',
    'subscription peer_remove',
    'stream delete',
  ])
})
