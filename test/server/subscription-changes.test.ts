import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'
import { makeStream } from '../kit/streams'

const badRequest = { status: 400, result: 'error', code: 'BAD_REQUEST' }

let realm: TestRealm
let admin: Person
let moderator: Person
let ada: Person
let bo: Person
let guest: Person

beforeAll(async () => {
  realm = await newRealm()
  admin = await realm.user('admin', { role: 200 })
  moderator = await realm.user('moderator', { role: 300 })
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  guest = await realm.user('guest', { role: 600 })
})

let counter = 0
let fresh: string
beforeEach(() => {
  counter += 1
  fresh = `stream ${counter}`
})

/** A stream of its own, which the first of these people made. */
const createStream = (members: Person[], params?: Params): Promise<number> => makeStream(fresh, members, params)

const ask = (by: Person, of: Pick<Person, 'id'>, stream_id: number) =>
  by.ask('GET', `/users/${of.id}/subscriptions/${stream_id}`)

const change = (person: Person, params: Params) => person.ask('PATCH', '/users/me/subscriptions', params)

describe('whether somebody is subscribed', () => {
  test('is told to who may know the stream', async () => {
    const id = await createStream([ada, guest], { invite_only: true })

    for (const person of [ada, guest, admin]) {
      expect(await ask(person, ada, id)).toMatchObject({ status: 200, is_subscribed: true })
      expect(await ask(person, bo, id)).toMatchObject({ status: 200, is_subscribed: false })
    }
  })

  test.each(['bo', 'moderator'])('is not told to %s of a stream that they may not know', async (who) => {
    const id = await createStream([ada], { invite_only: true })

    expect(await ask({ bo, moderator }[who]!, ada, id)).toMatchObject({ ...badRequest, msg: 'Invalid stream id' })
  })

  test('is not told to a guest of a public stream that they are not in', async () => {
    expect(await ask(guest, ada, await createStream([ada]))).toMatchObject({ ...badRequest, msg: 'Invalid stream id' })
  })

  test('is refused of bots, of deactivated and of unknown people', async () => {
    const bot = await realm.bot('helper', ada)
    const gone = await realm.user('gone')
    await realm.deactivate(gone)
    const id = await createStream([ada])

    for (const of of [bot, gone, { id: 999_999 }, (await newRealm()).owner])
      expect(await ask(ada, of, id)).toMatchObject({ ...badRequest, msg: 'No such user' })
  })
})

const readSubscribed = async (person: Person): Promise<string[]> => {
  const { subscriptions } = await person.get('/users/me/subscriptions')
  return (subscriptions as { name: string }[]).map(({ name }) => name)
}

describe('subscribing and unsubscribing at once', () => {
  test('answers with both', async () => {
    await createStream([ada])

    const answer = await change(ada, { add: [{ name: `${fresh} b`, color: '#123456' }], delete: [fresh] })

    expect(answer).toMatchObject({
      status: 200,
      subscribed: { [ada.email]: [`${fresh} b`] },
      already_subscribed: {},
      removed: [fresh],
      not_removed: [],
    })
    const { subscriptions } = await ada.get('/users/me/subscriptions')
    const names = (subscriptions as { name: string }[]).map(({ name }) => name)
    expect(names).toContain(`${fresh} b`)
    expect(names).not.toContain(fresh)
  })

  test('answers with one when only that is asked for', async () => {
    await createStream([ada])

    expect(await change(ada, { delete: [fresh] })).not.toHaveProperty('subscribed')
    expect(await change(ada, { add: [{ name: fresh }] })).not.toHaveProperty('removed')
  })

  test.each<[what: string, params: () => Params, code: string]>([
    ['nothing to do', () => ({}), 'BAD_REQUEST'],
    ['two empty lists', () => ({ add: [], delete: [] }), 'BAD_REQUEST'],
    ['a bad name to add', () => ({ add: [{ name: '' }], delete: [fresh] }), 'BAD_REQUEST'],
    [
      'an unknown stream to leave',
      () => ({ add: [{ name: `${fresh} new` }], delete: ['nowhere'] }),
      'STREAM_DOES_NOT_EXIST',
    ],
  ])('is refused with %s, and nothing changes', async (_, params, code) => {
    await createStream([ada])
    const before = await ada.get('/users/me/subscriptions')

    expect(await change(ada, params())).toMatchObject({ status: 400, code })

    const after = await ada.get('/users/me/subscriptions')
    expect(after['subscriptions']).toEqual(before['subscriptions'])
  })

  test('a stream in both lists is joined and then left', async () => {
    const id = await createStream([ada])
    const listener = await bo.listen({ event_types: ['subscription'] })

    expect(await change(bo, { add: [{ name: fresh }], delete: [fresh.toUpperCase()] })).toMatchObject({
      status: 200,
      subscribed: { [bo.email]: [fresh] },
      removed: [fresh],
      not_removed: [],
    })

    expect(await readSubscribed(bo)).not.toContain(fresh)
    expect(await listener.events()).toMatchObject([
      { type: 'subscription', op: 'add', subscriptions: [{ stream_id: id }] },
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: id }] },
    ])
    await ada.send(fresh, 'tides', 'High')
    expect(
      (await bo.listen({ fetch_event_types: ['message', 'update_message_flags'] })).state['unread_msgs'].count,
    ).toBe(0)
  })

  test('a new stream in both lists is made and then left', async () => {
    expect(await change(ada, { add: [{ name: fresh }], delete: [fresh] })).toMatchObject({
      status: 200,
      subscribed: { [ada.email]: [fresh] },
      removed: [fresh],
    })

    expect(await readSubscribed(ada)).not.toContain(fresh)
    expect(await ada.get('/get_stream_id', { stream: fresh })).toMatchObject({ stream_id: expect.any(Number) })
  })

  test('a stream in both lists that somebody is in is left', async () => {
    await createStream([ada])

    expect(await change(ada, { add: [{ name: fresh }], delete: [fresh] })).toMatchObject({
      status: 200,
      subscribed: {},
      already_subscribed: { [ada.email]: [fresh] },
      removed: [fresh],
    })

    expect(await readSubscribed(ada)).not.toContain(fresh)
  })

  test('lets a guest leave, but not join', async () => {
    await createStream([ada, guest])

    expect(await change(guest, { add: [{ name: 'general' }], delete: [fresh] })).toMatchObject(badRequest)
    expect(await change(guest, { delete: [fresh] })).toMatchObject({ status: 200, removed: [fresh] })
  })
})
