import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'

type Listed = Record<string, unknown>

let realm: TestRealm
let ada: Person
let bo: Person
let guest: Person
let admin: Person
let harbour: { id: number }
let lighthouse: { id: number }
let elsewhere: { id: number }
let secret: { id: number }

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  guest = await realm.user('guest', { role: 600 })
  admin = await realm.user('admin', { role: 200 })
  harbour = await realm.stream('harbour', realm.owner, ada, bo, guest)
  lighthouse = await realm.stream('lighthouse', ada)
  elsewhere = await realm.stream('elsewhere', bo)
  await bo.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true })
  secret = { id: (await bo.get('/get_stream_id', { stream: 'secret' }))['stream_id'] as number }
})

async function subscription(person: Person, stream: { id: number }): Promise<Listed> {
  const { subscriptions } = await person.get('/users/me/subscriptions')
  return (subscriptions as Listed[]).find(({ stream_id }) => stream_id === stream.id)!
}

const change = (person: Person, subscription_data: unknown): Promise<Answer> =>
  person.ask('POST', '/users/me/subscriptions/properties', { subscription_data })

const changeProperty = (person: Person, stream: { id: number }, params: Params): Promise<Answer> =>
  person.ask('PATCH', `/users/me/subscriptions/${stream.id}`, params)

const switches = [
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
]

describe.each<[string, (person: Person, stream: { id: number }, property: string, value: unknown) => Promise<Answer>]>([
  [
    'POST /users/me/subscriptions/properties',
    (person, { id }, property, value) => change(person, [{ stream_id: id, property, value }]),
  ],
  [
    'PATCH /users/me/subscriptions/{stream_id}',
    (person, stream, property, value) => changeProperty(person, stream, { property, value }),
  ],
])('%s', (way, set) => {
  test.each(switches.flatMap((property) => [true, false].map((value) => [property, value] as const)))(
    'turns %s to %s, and nothing else',
    async (property, value) => {
      const before = await subscription(ada, harbour)

      const answer = await set(ada, harbour, property, value)

      expect(answer).toMatchObject({ status: 200, result: 'success', msg: '', ignored_parameters_unsupported: [] })
      expect(await subscription(ada, harbour)).toEqual({ ...before, [property]: value })
    },
  )

  test.each([
    ['is_muted', true, true],
    ['is_muted', false, false],
    ['in_home_view', false, true],
    ['in_home_view', true, false],
  ])('%s = %s makes is_muted %s and in_home_view its opposite', async (property, value, is_muted) => {
    await set(ada, harbour, 'is_muted', !is_muted)

    await set(ada, harbour, property, value)

    expect(await subscription(ada, harbour)).toMatchObject({ is_muted, in_home_view: !is_muted })
  })

  test.each(['#abc', '#abcd', '#abcde', '#a1b2c3', '#C0FFEE', '#000000'])('takes the colour %s', async (color) => {
    expect((await set(ada, harbour, 'color', color)).status).toBe(200)

    expect(await subscription(ada, harbour)).toMatchObject({ color })
  })

  test.each<[string, unknown]>([
    ['color', 'abcdef'],
    ['color', '#ab'],
    ['color', '#abcdef0'],
    ['color', '#ggg'],
    ['color', '#abc '],
    ['color', 'red'],
    ['color', ''],
    ['color', true],
    ['color', 123],
    ['is_muted', 'yes'],
    ['is_muted', ''],
    ['is_muted', 1],
    ['is_muted', null],
    ['in_home_view', '#aabbcc'],
    ['pin_to_top', 'True'],
    ['pin_to_top', [true]],
    ['email_notifications', {}],
    ['push_notifications', 'x'.repeat(1000)],
    ['role', 20],
    ['role', true],
    ['name', 'other'],
    ['', true],
    ['toString', true],
    ['x'.repeat(1000), true],
  ])('refuses %s = %j', async (property, value) => {
    const before = await subscription(ada, harbour)

    const answer = await set(ada, harbour, property, value)

    expect(answer).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST' })
    expect(await subscription(ada, harbour)).toEqual(before)
  })

  test('looks the same for a stream one left out, one that is hidden and one that is not there', async () => {
    const answers = await Promise.all(
      [elsewhere, secret, { id: secret.id + 1000 }].map((stream) => set(ada, stream, 'is_muted', true)),
    )

    for (const answer of answers) expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(new Set(answers.map(({ msg }) => msg.replace(/\d+/, 'id'))).size).toBe(1)
  })

  test('refuses an administrator who is not subscribed', async () => {
    expect(await set(admin, secret, 'is_muted', true)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('refuses somebody who left the stream', async () => {
    const cy = await realm.user(`cy${way.length}`)
    await cy.subscribe('harbour')
    await cy.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })

    expect(await set(cy, harbour, 'is_muted', true)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test.each<[string, () => Person]>([
    ['a guest', () => guest],
    ['an owner', () => realm.owner],
  ])('is open to %s', async (_, who) => {
    await set(who(), harbour, 'pin_to_top', true)

    expect(await subscription(who(), harbour)).toMatchObject({ pin_to_top: true })
  })

  test('is open to bots', async () => {
    const bot = await realm.bot(`robo${way.length}`, ada)
    await bot.subscribe('harbour')

    await set(bot, harbour, 'is_muted', true)

    expect(await subscription(bot, harbour)).toMatchObject({ is_muted: true })
  })

  test('leaves the subscriptions of others alone', async () => {
    const before = await subscription(bo, harbour)

    await set(ada, harbour, 'color', '#123456')
    await set(ada, harbour, 'pin_to_top', !before['pin_to_top'])

    expect(await subscription(bo, harbour)).toEqual(before)
  })
})

describe('several changes at once', () => {
  test('are made in order, the last one of a property counting', async () => {
    const answer = await change(ada, [
      { stream_id: harbour.id, property: 'color', value: '#111111' },
      { stream_id: lighthouse.id, property: 'color', value: '#222222' },
      { stream_id: harbour.id, property: 'is_muted', value: false },
      { stream_id: harbour.id, property: 'in_home_view', value: false },
      { stream_id: harbour.id, property: 'color', value: '#333333' },
      { stream_id: lighthouse.id, property: 'pin_to_top', value: true },
    ])

    expect(answer.status).toBe(200)
    expect(await subscription(ada, harbour)).toMatchObject({ color: '#333333', is_muted: true })
    expect(await subscription(ada, lighthouse)).toMatchObject({ color: '#222222', pin_to_top: true, is_muted: false })
  })

  test.each<[string, () => unknown]>([
    ['an unknown property', () => ({ stream_id: harbour.id, property: 'shape', value: true })],
    ['a bad value', () => ({ stream_id: harbour.id, property: 'is_muted', value: '#aabbcc' })],
    ['a stream without subscription', () => ({ stream_id: elsewhere.id, property: 'is_muted', value: true })],
    ['no stream', () => ({ property: 'is_muted', value: true })],
    ['no property', () => ({ stream_id: harbour.id, value: true })],
    ['no value', () => ({ stream_id: harbour.id, property: 'is_muted' })],
    ['a name for an id', () => ({ stream_id: 'harbour', property: 'is_muted', value: true })],
    ['a fraction for an id', () => ({ stream_id: 1.5, property: 'is_muted', value: true })],
    ['no object', () => 'harbour'],
    ['null', () => null],
  ])('are not made at all when one has %s', async (_, bad) => {
    const before = [await subscription(ada, harbour), await subscription(ada, lighthouse)]

    const answer = await change(ada, [
      { stream_id: lighthouse.id, property: 'color', value: '#454545' },
      bad(),
      { stream_id: harbour.id, property: 'color', value: '#454545' },
    ])

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect([await subscription(ada, harbour), await subscription(ada, lighthouse)]).toEqual(before)
  })

  test('may be none', async () => {
    expect(await change(ada, [])).toMatchObject({ status: 200, ignored_parameters_unsupported: [] })
  })

  test('are limited in number', async () => {
    const many = Array.from({ length: 1001 }, () => ({ stream_id: harbour.id, property: 'is_muted', value: true }))

    expect(await change(ada, many)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await change(ada, many.slice(1))).status).toBe(200)
  })

  test.each(['', 'nothing', '{}', '"harbour"', 'null'])('are a list, not %s', async (subscription_data) => {
    expect(await change(ada, subscription_data)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('are required', async () => {
    expect(await ada.ask('POST', '/users/me/subscriptions/properties', {})).toMatchObject({
      status: 400,
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'subscription_data',
    })
  })

  test('all take effect when ten are asked for at once', async () => {
    await Promise.all([
      change(ada, [{ stream_id: harbour.id, property: 'color', value: '#777777' }]),
      ...switches.map((property) => change(ada, [{ stream_id: harbour.id, property, value: true }])),
      ...switches.map((property) => change(ada, [{ stream_id: lighthouse.id, property, value: false }])),
    ])

    const on = Object.fromEntries(switches.map((property) => [property, true]))
    const off = Object.fromEntries(switches.map((property) => [property, false]))
    expect(await subscription(ada, harbour)).toMatchObject({ color: '#777777', ...on })
    expect(await subscription(ada, lighthouse)).toMatchObject(off)
  })
})

describe('parameters that nobody knows', () => {
  test('are told by the list of changes', async () => {
    const answer = await ada.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: harbour.id, property: 'is_muted', value: false }],
      stream_id: harbour.id,
      hat: 'felt',
    })

    expect(answer['ignored_parameters_unsupported']).toEqual(['stream_id', 'hat'])
    expect(await subscription(ada, harbour)).toMatchObject({ is_muted: false })
  })

  test('are told by the change of one', async () => {
    const answer = await changeProperty(ada, harbour, { property: 'is_muted', value: false, stream_id: 7, hat: 'felt' })

    expect(answer).toMatchObject({ status: 200, ignored_parameters_unsupported: ['stream_id', 'hat'] })
  })
})

test('a former subscription comes back with its properties', async () => {
  const dee = await realm.user('dee')
  await dee.subscribe('harbour')
  await change(dee, [
    { stream_id: harbour.id, property: 'color', value: '#010203' },
    { stream_id: harbour.id, property: 'is_muted', value: true },
    { stream_id: harbour.id, property: 'email_notifications', value: true },
  ])
  await dee.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })

  await dee.subscribe('harbour')

  expect(await subscription(dee, harbour)).toMatchObject({
    color: '#010203',
    is_muted: true,
    email_notifications: true,
  })
})

test('what was never set is as the general setting says', async () => {
  const eve = await realm.user('eve')
  await eve.subscribe('harbour')

  expect(await subscription(eve, harbour)).toMatchObject({
    is_muted: false,
    pin_to_top: false,
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
  })
})
