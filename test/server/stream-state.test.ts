import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { costOf, newRealm, type Params, type Person, type TestRealm } from '../kit'

interface Listed {
  name: string
  stream_id: number
  subscribers?: number[]
  [field: string]: unknown
}

type Lists = 'subscriptions' | 'unsubscribed' | 'never_subscribed' | 'streams'

let realm: TestRealm
let olga: Person
let ada: Person
let bo: Person
let guest: Person
let bot: Person

/** What somebody begins with. */
async function state(person: Person, params: Params = {}): Promise<Record<Lists, Listed[]>> {
  const listener = await person.listen({ fetch_event_types: ['subscription', 'stream'], ...params })
  return listener.state as unknown as Record<Lists, Listed[]>
}

async function names(person: Person): Promise<Record<Lists, string[]>> {
  const lists = await state(person)
  const namesOf = (list: Lists) => lists[list].map(({ name }) => name)
  return {
    subscriptions: namesOf('subscriptions'),
    unsubscribed: namesOf('unsubscribed'),
    never_subscribed: namesOf('never_subscribed'),
    streams: namesOf('streams'),
  }
}

const create = (by: Person, name: string, members: Person[], params: Params = {}) =>
  by.post('/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: members.map(({ id }) => id),
    ...params,
  })

beforeAll(async () => {
  realm = await newRealm()
  await realm.set({ enable_spectator_access: true })
  olga = realm.owner
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  guest = await realm.user('guest', { role: 600 })
  bot = await realm.bot('helper', ada)
  const gone = await realm.user('gone')
  await guest.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  await create(ada, 'garden', [ada, guest, gone])
  await create(ada, 'left', [ada, bo, guest], { invite_only: true })
  await create(ada, 'secret', [ada], { invite_only: true })
  await create(ada, 'ended', [ada, bo])
  await create(olga, 'window', [olga], { is_web_public: true })
  for (const person of [bo, guest]) await person.delete('/users/me/subscriptions', { subscriptions: ['left'] })
  const { stream_id } = await olga.get('/get_stream_id', { stream: 'ended' })
  await olga.delete(`/streams/${stream_id as number}`)
  await realm.deactivate(gone)
})

describe('the streams that one begins with', () => {
  test.each<[who: string, lists: Record<Lists, string[]>]>([
    [
      'ada',
      {
        subscriptions: ['garden', 'general', 'left', 'secret'],
        unsubscribed: [],
        never_subscribed: ['window'],
        streams: ['garden', 'general', 'left', 'secret', 'window'],
      },
    ],
    [
      'bo',
      {
        subscriptions: ['general'],
        unsubscribed: ['left'],
        never_subscribed: ['garden', 'window'],
        streams: ['garden', 'general', 'window'],
      },
    ],
    [
      'guest',
      {
        subscriptions: ['garden'],
        unsubscribed: ['general', 'left'],
        never_subscribed: ['window'],
        streams: ['garden'],
      },
    ],
    [
      'olga',
      {
        subscriptions: ['core team', 'general', 'window'],
        unsubscribed: [],
        never_subscribed: ['garden', 'left', 'secret'],
        streams: ['core team', 'garden', 'general', 'left', 'secret', 'window'],
      },
    ],
    [
      'bot',
      {
        subscriptions: [],
        unsubscribed: [],
        never_subscribed: ['garden', 'general', 'window'],
        streams: ['garden', 'general', 'window'],
      },
    ],
  ])('of %s', async (who, lists) => {
    expect(await names({ ada, bo, guest, olga, bot }[who]!)).toEqual(lists)
  })

  test('have the same fields as elsewhere', async () => {
    const [begun, { subscriptions }, { streams }] = [
      await state(ada, { client_capabilities: { notification_settings_null: true } }),
      await ada.get('/users/me/subscriptions'),
      await ada.get('/streams'),
    ]

    expect(begun.subscriptions).toEqual(subscriptions)
    expect(begun.streams).toEqual(streams)
    const window = begun.streams.find(({ name }) => name === 'window')
    expect(begun.never_subscribed).toEqual([{ ...window, stream_weekly_traffic: null }])
  })

  test('list former subscriptions as they were', async () => {
    const { stream_id } = (await state(bo)).unsubscribed[0]!
    await olga.post('/users/me/subscriptions', { subscriptions: [{ name: 'again' }], principals: [bo.id] })
    const again = (await state(bo)).subscriptions.find(({ name }) => name === 'again')!
    await bo.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: again.stream_id, property: 'color', value: '#123456' }],
    })
    await bo.delete('/users/me/subscriptions', { subscriptions: ['again'] })

    const { unsubscribed } = await state(bo)
    expect(unsubscribed).toMatchObject([{ name: 'again', color: '#123456' }, { stream_id }])
    await olga.delete(`/streams/${again.stream_id}`)
  })

  test('are asked for apart', async () => {
    const listener = await ada.listen({ fetch_event_types: ['stream'] })
    expect(listener.state).toHaveProperty('streams')
    expect(listener.state).not.toHaveProperty('subscriptions')
    expect((await ada.listen({ fetch_event_types: ['subscription'] })).state).not.toHaveProperty('streams')
  })
})

describe('subscribers', () => {
  test('are listed only when asked for', async () => {
    const lists = await state(bo)
    for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed'] as const)
      for (const stream of lists[list]) expect(stream).not.toHaveProperty('subscribers')
  })

  test.each<[who: string, subscribers: () => Record<string, Person[]>]>([
    ['ada', () => ({ garden: [ada, guest], general: [olga, ada, bo], left: [ada], secret: [ada], window: [olga] })],
    ['bo', () => ({ garden: [ada, guest], general: [olga, ada, bo], left: [], window: [olga] })],
    ['guest', () => ({ garden: [ada, guest], general: [], left: [], window: [olga] })],
    [
      'olga',
      () => ({
        'core team': [olga],
        garden: [ada, guest],
        general: [olga, ada, bo],
        left: [ada],
        secret: [ada],
        window: [olga],
      }),
    ],
  ])('are told to %s as far as they may know, and nobody deactivated is among them', async (who, subscribers) => {
    const lists = await state({ ada, bo, guest, olga }[who]!, { include_subscribers: true })

    const all = [...lists.subscriptions, ...lists.unsubscribed, ...lists.never_subscribed]
    expect(Object.fromEntries(all.map((stream) => [stream.name, stream.subscribers]))).toEqual(
      Object.fromEntries(Object.entries(subscribers()).map(([name, people]) => [name, people.map(({ id }) => id)])),
    )
  })
})

test.each([
  [undefined, false],
  [{ notification_settings_null: false }, false],
  [{ notification_settings_null: true }, null],
])('settings that are not set, with the capabilities %j, are %s', async (client_capabilities, unset) => {
  await bo.patch('/settings', { enable_stream_email_notifications: true })

  const lists = await state(bo, { client_capabilities })

  for (const subscription of [...lists.subscriptions, ...lists.unsubscribed])
    expect(subscription).toMatchObject({
      desktop_notifications: unset,
      audible_notifications: unset,
      push_notifications: unset,
      email_notifications: unset === null ? null : true,
      wildcard_mentions_notify: null,
    })
})

test('what 1,000 people are in, of 200 streams, costs one trip and rows as there are subscriptions', async () => {
  const big = await newRealm()
  await big.owner.subscribe(...Array.from({ length: 199 }, (_, index) => `stream ${index}`))
  const first = big.owner.id + 100
  await big.behindTheWriter(
    env.DB.prepare(
      `with recursive number (n) as (select 0 union all select n + 1 from number where n < 998)
       insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
       select ?1 + n, ?2, 'crowd' || n || '@example.com', 'crowd' || n || '@example.com', 'Crowd ' || n, 'crowd ' || n, 400, 1
       from number`,
    ).bind(first, big.id),
    env.DB.prepare(
      `insert into subscription (user_id, stream_id, active, color)
       select user.id, stream.id, 1, '#c2c2c2'
       from user join stream on stream.realm_id = user.realm_id
       where user.realm_id = ?1 and user.id >= ?2 and (user.id + stream.id) % 100 = 0`,
    ).bind(big.id, first),
  )

  const fetch_event_types = ['subscription', 'stream', 'default_streams', 'default_stream_groups']
  const lean = await big.owner.post('/register', { fetch_event_types })
  const full = await big.owner.post('/register', { fetch_event_types, include_subscribers: true })

  expect(costOf(lean).trips).toBe(1)
  expect(costOf(lean).rows_read).toBeLessThan(1300)
  const subscriptions = (full['subscriptions'] as { subscribers: number[] }[]).flatMap(({ subscribers }) => subscribers)
  expect(costOf(full).rows_read - costOf(lean).rows_read).toBeLessThan(subscriptions.length + 1000)
})
