import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'
import { makeStream } from '../kit/streams'

let realm: TestRealm
let olga: Person
let admin: Person
let moderator: Person
let ada: Person
let bo: Person
let guest: Person
let people: Record<string, Person>

beforeAll(async () => {
  realm = await newRealm()
  await realm.set({ enable_spectator_access: true, create_web_public_stream_policy: 2 })
  olga = realm.owner
  admin = await realm.user('admin', { role: 200 })
  moderator = await realm.user('moderator', { role: 300 })
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  guest = await realm.user('guest', { role: 600 })
  people = { olga, admin, moderator, ada, bo, guest }
})

let counter = 0
let fresh: string
beforeEach(() => {
  counter += 1
  fresh = `stream ${counter}`
})

const badRequest = { status: 400, result: 'error', code: 'BAD_REQUEST' }
const unauthorized = { status: 400, result: 'error', code: 'UNAUTHORIZED_PRINCIPAL' }

async function found(stream_id: number): Promise<Record<string, unknown> | undefined> {
  const { streams } = await olga.get('/streams', { include_all_active: true })
  return (streams as { stream_id: number }[]).find((stream) => stream.stream_id === stream_id)
}

/** A stream of its own, which the first of these people made. */
const createStream = (members: Person[], params?: Params): Promise<number> => makeStream(fresh, members, params)

const update = (person: Person, id: number, params: Params): Promise<Answer> =>
  person.ask('PATCH', `/streams/${id}`, params)

/** Makes somebody administer the stream, which no endpoint does. */
const promote = ({ id }: Person, stream_id: number) =>
  env.DB.prepare('update subscription set role = 20 where user_id = ? and stream_id = ?').bind(id, stream_id).run()

const listen = (person: Person) => person.listen({ event_types: ['stream', 'subscription'], fetch_event_types: [] })

describe('changing a stream', () => {
  test.each<[params: Params, now: Record<string, unknown>]>([
    [{ description: 'new *one*' }, { description: 'new *one*', rendered_description: '<p>new <em>one</em></p>' }],
    [{ description: 'two\nlines' }, { description: 'two lines' }],
    [{ description: '' }, { description: '', rendered_description: '' }],
    [{ description: 'd'.repeat(1024) }, { description: 'd'.repeat(1024) }],
    [{ new_name: '  another name ' }, { name: 'another name' }],
    [{ new_name: 'n'.repeat(60) }, { name: 'n'.repeat(60) }],
    [{ stream_post_policy: 4 }, { stream_post_policy: 4, is_announcement_only: false }],
    [{ stream_post_policy: 2 }, { stream_post_policy: 2, is_announcement_only: true }],
    [{ is_announcement_only: true }, { stream_post_policy: 2, is_announcement_only: true }],
    [{ is_announcement_only: false }, { stream_post_policy: 1, is_announcement_only: false }],
    [{ stream_post_policy: 3, is_announcement_only: true }, { stream_post_policy: 3 }],
    [{ message_retention_days: 30 }, { message_retention_days: 30 }],
    [{ message_retention_days: 'unlimited' }, { message_retention_days: -1 }],
    [{ message_retention_days: 'realm_default' }, { message_retention_days: null }],
    [{ is_private: true }, { invite_only: true, history_public_to_subscribers: false }],
    [
      { is_private: true, history_public_to_subscribers: true },
      { invite_only: true, history_public_to_subscribers: true },
    ],
    [{ is_private: false, history_public_to_subscribers: false }, { history_public_to_subscribers: true }],
    [{ history_public_to_subscribers: false }, { history_public_to_subscribers: true }],
    [{ is_web_public: true }, { is_web_public: true, invite_only: false, history_public_to_subscribers: true }],
    [{ is_web_public: false }, { is_web_public: false, invite_only: false }],
    [
      { description: 'x', stream_post_policy: 2, is_private: true },
      { description: 'x', invite_only: true },
    ],
    [{}, { description: 'old' }],
  ])('by %j makes it %j', async (params, now) => {
    const id = await createStream([olga, ada])

    await olga.patch(`/streams/${id}`, params)

    expect(await found(id)).toMatchObject(now)
    await olga.delete(`/streams/${id}`)
  })

  test.each<[before: Params, params: Params, now: Record<string, unknown>]>([
    [{ invite_only: true }, { is_private: false }, { invite_only: false, history_public_to_subscribers: true }],
    [
      { invite_only: true },
      { is_private: false, is_web_public: true },
      { invite_only: false, is_web_public: true, history_public_to_subscribers: true },
    ],
    [
      { invite_only: true, history_public_to_subscribers: true },
      { is_web_public: false },
      { invite_only: true, history_public_to_subscribers: true },
    ],
    [
      { invite_only: true, history_public_to_subscribers: true },
      { is_private: true },
      { history_public_to_subscribers: false },
    ],
    [{ is_web_public: true }, { is_private: true }, { is_web_public: false, invite_only: true }],
    [
      { is_web_public: true },
      { is_private: false, is_web_public: false },
      { is_web_public: false, invite_only: false },
    ],
    [{ is_web_public: true }, { description: 'x' }, { is_web_public: true }],
  ])('that was made with %j by %j makes it %j', async (before, params, now) => {
    const id = await createStream([olga], before)

    await olga.patch(`/streams/${id}`, params)

    expect(await found(id)).toMatchObject(now)
  })

  test.each<[what: string, params: Params]>([
    ['a description over 1024 characters', { description: 'd'.repeat(1025) }],
    ['an empty name', { new_name: '' }],
    ['a blank name', { new_name: '  ' }],
    ['a name of 61 characters', { new_name: 'n'.repeat(61) }],
    ['a name with a control character', { new_name: 'a\u0007b' }],
    ['the name of another stream', { new_name: 'general' }],
    ['the name of another stream in another case', { new_name: 'GENERAL' }],
    ['the name of a hidden stream', { new_name: 'Core Team' }],
    ['post policy 0', { stream_post_policy: 0 }],
    ['post policy 5', { stream_post_policy: 5 }],
    ['a post policy that is a word', { stream_post_policy: 'all' }],
    ['a flag that is no boolean', { is_private: 'yes' }],
    ['web-public and private', { is_web_public: true, is_private: true }],
    ['web-public and hidden history', { is_web_public: true, history_public_to_subscribers: false }],
    ['retention of no days', { message_retention_days: 0 }],
    ['retention of half a day', { message_retention_days: '1.5' }],
    ['retention of an unknown word', { message_retention_days: 'forever' }],
    ['one bad value among good ones', { description: 'new', stream_post_policy: 2, new_name: 'general' }],
  ])('is refused with %s, and nothing changes', async (_, params) => {
    const id = await createStream([olga])
    const before = await found(id)
    const listener = await olga.listen({ event_types: ['stream', 'message'] })

    const answer = await update(olga, id, params)

    expect(answer).toMatchObject(badRequest)
    expect(answer.msg).not.toBe('')
    expect(await found(id)).toEqual(before)
    expect(await listener.events()).toEqual([])
  })

  test('is refused with the name that it has', async () => {
    const id = await createStream([olga])

    expect(await update(olga, id, { new_name: ` ${fresh}` })).toMatchObject(badRequest)
    expect(await update(olga, id, { new_name: fresh.toUpperCase() })).toMatchObject({ status: 200 })
    expect(await found(id)).toMatchObject({ name: fresh.toUpperCase() })
  })

  test('frees the former name, and is found by the new one at once', async () => {
    const id = await createStream([olga])
    await ada.ask('GET', '/get_stream_id', { stream: `${fresh} later` })

    await olga.patch(`/streams/${id}`, { new_name: `${fresh} later` })

    expect((await ada.get('/get_stream_id', { stream: `${fresh} LATER` }))['stream_id']).toBe(id)
    expect(await ada.ask('GET', '/get_stream_id', { stream: fresh })).toMatchObject(badRequest)
    await ada.send(`${fresh} later`, 'x', 'hello')
    await createStream([ada])
  })

  test.each<[who: string, answer: object]>([
    ['olga', { status: 200 }],
    ['admin', { status: 200 }],
    ['moderator', unauthorized],
    ['ada', unauthorized],
    ['guest', unauthorized],
  ])('is for administrators: %s', async (who, answer) => {
    const id = await createStream([ada, guest])

    expect(await update(people[who]!, id, { description: 'new' })).toMatchObject(answer)
    expect(await found(id)).toMatchObject({ description: 'status' in answer && answer.status === 200 ? 'new' : 'old' })
  })

  test.each(['bo', 'guest', 'moderator'])('tells %s of a hidden stream what it tells of none', async (who) => {
    const id = await createStream([ada], { invite_only: true })

    const hidden = await update(people[who]!, id, { description: 'new' })
    const missing = await update(people[who]!, 999_999, { description: 'new' })

    expect(hidden).toMatchObject({ ...badRequest, msg: 'Invalid stream id' })
    expect({ ...hidden, headers: null }).toEqual({ ...missing, headers: null })
  })

  test('is open to who administers the stream, as long as they are in it', async () => {
    const id = await createStream([ada, bo])
    await promote(ada, id)

    expect(await update(bo, id, { description: 'new' })).toMatchObject(unauthorized)
    expect(await update(ada, id, { description: 'new' })).toMatchObject({ status: 200 })
    await ada.delete('/users/me/subscriptions', { subscriptions: [fresh] })
    expect(await update(ada, id, { description: 'newer' })).toMatchObject(unauthorized)
  })

  test('who administers a stream removes others from it, and from no other', async () => {
    const id = await createStream([ada, bo])
    await promote(ada, id)
    const remove = (subscriptions: string[]) =>
      ada.ask('DELETE', '/users/me/subscriptions', { subscriptions, principals: [bo.id] })

    expect(await remove([fresh, 'general'])).toMatchObject(unauthorized)
    expect(await remove([fresh])).toMatchObject({ status: 200, removed: [fresh] })
  })

  test.each(['admin', 'moderator'])('of the retention is not for %s', async (who) => {
    const id = await createStream([olga])

    for (const message_retention_days of [7, 'unlimited', 'realm_default'])
      expect(await update(people[who]!, id, { message_retention_days })).toMatchObject(unauthorized)
  })

  test.each<[params: Params]>([
    [{ is_private: false }],
    [{ is_private: true, history_public_to_subscribers: true }],
    [{ is_private: false, is_web_public: true }],
    [{ is_web_public: false }],
  ])('does not let an administrator who is not in a private stream do %j', async (params) => {
    const id = await createStream([ada], { invite_only: true })

    expect(await update(admin, id, params)).toMatchObject(badRequest)
    expect(await found(id)).toMatchObject({ invite_only: true })
    expect(await update(admin, id, { description: 'may do' })).toMatchObject({ status: 200 })
  })

  test('does not make a private stream web-public unless it says that it is not private', async () => {
    const id = await createStream([olga], { invite_only: true })

    expect(await update(olga, id, { is_web_public: true })).toMatchObject(badRequest)
  })

  test('does not make a default stream private', async () => {
    const id = await createStream([olga])
    await olga.post('/default_streams', { stream_id: id })

    expect(await update(olga, id, { is_private: true })).toMatchObject(badRequest)
    await olga.delete('/default_streams', { stream_id: id })
    expect(await update(olga, id, { is_private: true })).toMatchObject({ status: 200 })
  })

  test('to web-public needs that the organization has such streams, and the right to make one', async () => {
    const own = await newRealm()
    const person = await own.user('admin', { role: 200 })
    await own.owner.subscribe('window')
    const { stream_id: id } = await person.get('/get_stream_id', { stream: 'window' })
    const change = (by: Person) => by.ask('PATCH', `/streams/${id as number}`, { is_web_public: true })
    const creation = { subscriptions: [{ name: 'other' }], is_web_public: true }

    expect(await change(own.owner)).toMatchObject(badRequest)
    expect(await own.owner.ask('POST', '/users/me/subscriptions', creation)).toMatchObject(badRequest)
    await own.set({ enable_spectator_access: true })
    expect(await change(person)).toMatchObject(badRequest)
    expect(await change(own.owner)).toMatchObject({ status: 200 })
    expect(await own.owner.ask('POST', '/users/me/subscriptions', creation)).toMatchObject({ status: 200 })
  })

  test('to private hides it from those who are not in it, and to public opens its history', async () => {
    const id = await createStream([olga, ada])
    const message = await ada.send(fresh, 'x', 'hello')

    await olga.patch(`/streams/${id}`, { is_private: true })
    expect(await bo.ask('GET', `/messages/${message}`)).toMatchObject(badRequest)
    expect(await bo.ask('POST', '/messages', { type: 'stream', to: fresh, topic: 'x', content: 'x' })).toMatchObject(
      badRequest,
    )

    await olga.patch(`/streams/${id}`, { is_private: false })
    expect(await bo.ask('GET', `/messages/${message}`)).toMatchObject({ status: 200 })
  })
})

describe('events of a changed stream', () => {
  test.each<[params: Params, told: (name: string) => Record<string, unknown>[]]>([
    [{ description: 'new' }, () => [{ property: 'description', value: 'new', rendered_description: '<p>new</p>' }]],
    [
      { new_name: 'renamed' },
      () => [
        { property: 'email_address', value: '' },
        { property: 'name', value: 'renamed' },
      ],
    ],
    [
      { stream_post_policy: 2 },
      () => [
        { property: 'stream_post_policy', value: 2 },
        { property: 'is_announcement_only', value: true },
      ],
    ],
    [{ message_retention_days: 7 }, () => [{ property: 'message_retention_days', value: 7 }]],
    [{ message_retention_days: 'realm_default' }, () => []],
    [
      { is_web_public: true },
      () => [{ property: 'invite_only', value: false, history_public_to_subscribers: true, is_web_public: true }],
    ],
    [{ description: 'old' }, () => []],
  ])('by %j', async (params, told) => {
    const id = await createStream([ada, guest])
    const [member, subscribed, outsider] = [await listen(bo), await listen(guest), await listen(moderator)]

    await olga.patch(`/streams/${id}`, params)

    const events = told(fresh).map((event) => ({ type: 'stream', op: 'update', stream_id: id, name: fresh, ...event }))
    for (const listener of [member, subscribed, outsider]) expect(await listener.events()).toEqual(events)
    await olga.delete(`/streams/${id}`)
  })

  test('are not told to a guest who is not in it', async () => {
    const id = await createStream([ada])
    const listener = await listen(guest)

    await olga.patch(`/streams/${id}`, { description: 'new' })

    expect(await listener.events()).toEqual([])
  })

  test('of a private one are told to its people and to administrators, and not to members', async () => {
    const id = await createStream([ada, guest], { invite_only: true })
    const [inside, insideToo, administrator, outside] = [
      await listen(ada),
      await listen(guest),
      await listen(admin),
      await listen(bo),
    ]

    await olga.patch(`/streams/${id}`, { description: 'new' })

    for (const listener of [inside, insideToo, administrator]) expect(await listener.events()).toHaveLength(1)
    expect(await outside.events()).toEqual([])
  })

  test('that becomes private: those who are in it learn that, others that it is gone', async () => {
    const id = await createStream([olga, ada, guest])
    const [inside, administrator, outside, insideToo] = [
      await listen(ada),
      await listen(admin),
      await listen(bo),
      await listen(guest),
    ]

    await olga.patch(`/streams/${id}`, { is_private: true, description: 'secret' })

    const update = { type: 'stream', op: 'update', stream_id: id, name: fresh }
    for (const listener of [inside, administrator, insideToo])
      expect(await listener.events()).toMatchObject([
        { ...update, property: 'description' },
        { ...update, property: 'invite_only', value: true, history_public_to_subscribers: false, is_web_public: false },
      ])
    expect(await outside.events()).toEqual([
      {
        type: 'stream',
        op: 'delete',
        streams: [expect.objectContaining({ stream_id: id, invite_only: false, description: 'old' })],
      },
    ])
  })

  test('that becomes public: others learn that it is there, and who is in it', async () => {
    const id = await createStream([olga, ada], { invite_only: true })
    const [inside, administrator, outside, visitor] = [
      await listen(ada),
      await listen(admin),
      await listen(bo),
      await listen(guest),
    ]

    await olga.patch(`/streams/${id}`, { is_private: false })

    const update = { type: 'stream', op: 'update', stream_id: id, property: 'invite_only', value: false }
    for (const listener of [inside, administrator]) expect(await listener.events()).toMatchObject([update])
    expect(await outside.events()).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ stream_id: id, invite_only: false }] },
      { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [olga.id, ada.id] },
      update,
    ])
    expect(await visitor.events()).toEqual([])
  })
})

describe('archiving a stream', () => {
  test.each<[who: string, answer: object]>([
    ['olga', { status: 200 }],
    ['admin', { status: 200 }],
    ['moderator', unauthorized],
    ['ada', unauthorized],
    ['guest', unauthorized],
  ])('is for administrators: %s', async (who, answer) => {
    const id = await createStream([ada, guest])

    expect(await people[who]!.ask('DELETE', `/streams/${id}`)).toMatchObject(answer)
    expect((await found(id)) === undefined).toBe(answer !== unauthorized)
  })

  test.each(['bo', 'guest'])('tells %s of a hidden stream what it tells of none', async (who) => {
    const id = await createStream([ada], { invite_only: true })

    expect(await people[who]!.ask('DELETE', `/streams/${id}`)).toMatchObject({
      ...badRequest,
      msg: 'Invalid stream id',
    })
    expect(await people[who]!.ask('DELETE', '/streams/999999')).toMatchObject({
      ...badRequest,
      msg: 'Invalid stream id',
    })
  })

  test('is open to who administers it', async () => {
    const id = await createStream([ada])
    await promote(ada, id)

    await ada.delete(`/streams/${id}`)

    expect(await found(id)).toBeUndefined()
  })

  test('ends subscriptions and frees the name; what was received is read, and stays', async () => {
    const id = await createStream([ada, bo])
    const message = await ada.send(fresh, 'x', 'hello')

    await admin.delete(`/streams/${id}`)

    const { subscriptions } = await bo.get('/users/me/subscriptions')
    expect((subscriptions as { name: string }[]).map(({ name }) => name)).not.toContain(fresh)
    expect(await bo.flags(message)).toContain('read')
    expect(await moderator.ask('GET', `/messages/${message}`)).toMatchObject(badRequest)
    expect(await admin.ask('DELETE', `/streams/${id}`)).toMatchObject(badRequest)
    expect(await createStream([ada])).not.toBe(id)
  })
})
