import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'

const invalidStreamId = { status: 400, code: 'BAD_REQUEST', msg: 'Invalid stream id' }

/** Names in the answer of `GET /streams`, in its order. */
async function names(person: Person, params?: Params): Promise<string[]> {
  const { streams } = await person.get('/streams', params)
  return (streams as { name: string }[]).map(({ name }) => name)
}

async function streamId(person: Person, stream: string): Promise<number> {
  const { stream_id } = await person.get('/get_stream_id', { stream })
  return stream_id as number
}

async function topicsOf(person: Person, stream_id: number): Promise<{ name: string; max_id: number }[]> {
  return (await person.get(`/users/me/${stream_id}/topics`))['topics'] as { name: string; max_id: number }[]
}

/** Asks for nothing but the named sets. */
const onlySets = (...sets: string[]): Params => ({
  include_public: false,
  include_subscribed: false,
  ...Object.fromEntries(sets.map((set) => [set, true])),
})

/** One realm whose streams and people stay as they are. */
describe('a realm with streams of every kind', () => {
  let realm: TestRealm
  let olga: Person // owner; subscribed to what she creates
  let admin: Person
  let ada: Person
  let bo: Person
  let guest: Person
  let bot: Person // of ada
  const id: Record<string, number> = {}

  beforeAll(async () => {
    realm = await newRealm()
    await realm.set({ enable_spectator_access: true })
    olga = realm.owner
    admin = await realm.user('admin', { role: 200 })
    ada = await realm.user('ada')
    bo = await realm.user('bo')
    guest = await realm.user('guest', { role: 600 })
    bot = await realm.bot('helper', ada)
    // New people are subscribed to the default stream; here only ada shall be.
    for (const person of [admin, bo, guest, bot])
      await person.delete('/users/me/subscriptions', { subscriptions: ['general'] })
    const create = async (name: string, members: Person[], options: Params = {}) => {
      await olga.post('/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: members.map((member) => member.id),
        ...options,
      })
    }
    await create('garden', [bo, guest])
    await create('secret', [ada], { invite_only: true })
    await create('shared', [ada, guest], { invite_only: true, history_public_to_subscribers: true })
    await create('window', [olga], { is_web_public: true })
    const { streams } = await olga.get('/streams', { include_all_active: true })
    for (const stream of streams as { name: string; stream_id: number }[]) id[stream.name] = stream.stream_id
  })

  describe('GET /streams', () => {
    test.each<[who: string, sets: Params, found: string[]]>([
      // Each set alone.
      ['bo', onlySets('include_public'), ['garden', 'general', 'window']],
      ['ada', onlySets('include_public'), ['garden', 'general', 'window']],
      ['guest', onlySets('include_public'), []],
      ['bo', onlySets('include_web_public'), ['window']],
      ['guest', onlySets('include_web_public'), ['window']],
      ['ada', onlySets('include_subscribed'), ['general', 'secret', 'shared']],
      ['bo', onlySets('include_subscribed'), ['garden']],
      ['guest', onlySets('include_subscribed'), ['garden', 'shared']],
      ['admin', onlySets('include_subscribed'), []],
      ['admin', onlySets('include_all_active'), ['core team', 'garden', 'general', 'secret', 'shared', 'window']],
      ['bo', onlySets('include_default'), ['general']],
      ['guest', onlySets('include_default'), []],
      ['bot', onlySets('include_owner_subscribed'), ['general', 'secret', 'shared']],
      ['bo', onlySets('include_owner_subscribed'), []],
      ['bo', onlySets(), []],
      // As they come without any flag: public and subscribed.
      ['ada', {}, ['garden', 'general', 'secret', 'shared', 'window']],
      ['bo', {}, ['garden', 'general', 'window']],
      ['guest', {}, ['garden', 'shared']],
      ['admin', {}, ['garden', 'general', 'window']],
      ['bot', {}, ['garden', 'general', 'window']],
      // A union, in which no stream is twice.
      ['guest', { include_web_public: true }, ['garden', 'shared', 'window']],
      ['guest', { include_web_public: true, include_default: true }, ['garden', 'shared', 'window']],
      ['ada', onlySets('include_web_public', 'include_subscribed'), ['general', 'secret', 'shared', 'window']],
      ['bo', onlySets('include_subscribed', 'include_default'), ['garden', 'general']],
      ['bot', { include_owner_subscribed: true }, ['garden', 'general', 'secret', 'shared', 'window']],
      ['bot', onlySets('include_subscribed', 'include_owner_subscribed'), ['general', 'secret', 'shared']],
      [
        'admin',
        { include_all_active: true, include_default: true },
        ['core team', 'garden', 'general', 'secret', 'shared', 'window'],
      ],
    ])('lists for %s with %o the streams %o', async (who, sets, found) => {
      const person = { olga, admin, ada, bo, guest, bot }[who]!
      expect(await names(person, sets)).toEqual(found)
    })

    test.each(['ada', 'guest', 'bot'])('refuses include_all_active to %s', async (who) => {
      const answer = await { ada, guest, bot }[who]!.ask('GET', '/streams', { include_all_active: true })
      expect(answer).toMatchObject({
        status: 400,
        result: 'error',
        code: 'BAD_REQUEST',
        msg: 'User not authorized for this query',
      })
    })

    test('gives every field of a stream its type', async () => {
      const { streams } = await ada.get('/streams')
      expect((streams as { name: string }[]).find(({ name }) => name === 'secret')).toEqual({
        stream_id: id['secret'],
        name: 'secret',
        description: '',
        rendered_description: '',
        date_created: expect.any(Number),
        invite_only: true,
        is_web_public: false,
        history_public_to_subscribers: false,
        stream_post_policy: 1,
        is_announcement_only: false,
        message_retention_days: null,
        first_message_id: null,
      })
    })

    test('says of every stream whether it is a default, only with include_default', async () => {
      const withDefault = await bo.get('/streams', { include_default: true })
      const without = await bo.get('/streams')
      const defaults = (withDefault['streams'] as { name: string; is_default: boolean }[]).map((stream) => [
        stream.name,
        stream.is_default,
      ])
      expect(defaults).toEqual([
        ['garden', false],
        ['general', true],
        ['window', false],
      ])
      expect((without['streams'] as object[]).some((stream) => 'is_default' in stream)).toBe(false)
    })

    test('says of every stream how many are subscribed, only with include_subscriber_count', async () => {
      const { streams } = await admin.get('/streams', { include_all_active: true, include_subscriber_count: true })
      const counts = (streams as { name: string; subscriber_count: number }[]).map((one) => [
        one.name,
        one.subscriber_count,
      ])
      expect(Object.fromEntries(counts)).toMatchObject({ garden: 2, general: 2, secret: 1, shared: 2, window: 1 })
      const without = await admin.get('/streams')
      expect((without['streams'] as object[]).some((stream) => 'subscriber_count' in stream)).toBe(false)
    })

    test.each([
      'include_public',
      'include_web_public',
      'include_subscribed',
      'include_all_active',
      'include_default',
      'include_owner_subscribed',
      'include_subscriber_count',
    ])('refuses a value of %s that is no boolean', async (name) => {
      expect(await ada.ask('GET', '/streams', { [name]: 'maybe' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    })
  })

  describe('GET /get_stream_id', () => {
    test.each([
      ['ada', 'secret', 'secret'],
      ['ada', ' GaRdEn ', 'garden'],
      ['admin', 'secret', 'secret'],
      ['guest', 'garden', 'garden'],
      ['guest', 'shared', 'shared'],
      ['guest', 'window', 'window'],
    ])('tells %s the id of %o', async (who, stream, meant) => {
      expect(await streamId({ admin, ada, guest }[who]!, stream)).toBe(id[meant])
    })

    test.each([
      ['bo', 'secret'],
      ['guest', 'general'],
      ['guest', 'secret'],
      ['bo', 'nowhere'],
      ['bo', ''],
    ])('tells %s of %o what it tells of a stream that is not there', async (who, stream) => {
      expect(await { bo, guest }[who]!.ask('GET', '/get_stream_id', { stream })).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        msg: `Invalid stream name '${stream}'`,
      })
    })

    test('requires the name', async () => {
      expect(await bo.ask('GET', '/get_stream_id')).toMatchObject({
        status: 400,
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'stream',
      })
    })
  })

  describe('GET /streams/{stream_id}/members', () => {
    test.each<[who: string, stream: string, members: string[]]>([
      ['ada', 'garden', ['bo', 'guest']],
      ['guest', 'garden', ['bo', 'guest']],
      ['bot', 'garden', ['bo', 'guest']],
      ['ada', 'secret', ['ada']],
      ['admin', 'secret', ['ada']],
      ['olga', 'shared', ['ada', 'guest']],
      ['guest', 'window', ['olga']],
    ])('tells %s the subscribers of %s', async (who, stream, members) => {
      const people = { olga, admin, ada, bo, guest, bot }
      const { subscribers } = await people[who as 'ada'].get(`/streams/${id[stream]}/members`)
      expect(subscribers).toEqual(members.map((member) => people[member as 'ada'].id))
    })

    test.each([
      ['bo', 'secret'],
      ['guest', 'general'],
      ['guest', 'secret'],
      ['bot', 'secret'],
    ])('does not tell %s those of %s', async (who, stream) => {
      expect(await { bo, guest, bot }[who]!.ask('GET', `/streams/${id[stream]}/members`)).toMatchObject(invalidStreamId)
    })

    test.each(['0', '999999', '99999999999999999999'])('refuses the id %s, which no stream has', async (unknown) => {
      expect(await admin.ask('GET', `/streams/${unknown}/members`)).toMatchObject(invalidStreamId)
    })
  })

  describe('GET /users/me/{stream_id}/topics', () => {
    test.each([
      ['bo', 'general'],
      ['bo', 'garden'],
      ['guest', 'garden'],
      ['guest', 'shared'],
      ['ada', 'secret'],
      ['guest', 'window'],
      ['bot', 'garden'],
    ])('admits %s to %s', async (who, stream) => {
      const { topics } = await { ada, bo, guest, bot }[who]!.get(`/users/me/${id[stream]}/topics`)
      expect(topics).toEqual(stream === 'general' ? expect.any(Array) : [])
    })

    test.each([
      ['bo', 'secret'],
      ['guest', 'general'],
      ['guest', 'secret'],
      // Administrators see who is in a private stream, but nothing that is said there.
      ['admin', 'secret'],
      ['olga', 'shared'],
    ])('does not admit %s to %s', async (who, stream) => {
      const person = { olga, admin, bo, guest }[who]!
      expect(await person.ask('GET', `/users/me/${id[stream]}/topics`)).toMatchObject(invalidStreamId)
    })

    test('refuses an id that no stream has', async () => {
      expect(await admin.ask('GET', '/users/me/999999/topics')).toMatchObject(invalidStreamId)
    })
  })

  test('nothing of the streams of another realm is told', async () => {
    const elsewhere = (await newRealm()).owner
    const paths = [`/streams/${id['garden']}/members`, `/users/me/${id['garden']}/topics`]

    for (const path of paths) expect(await elsewhere.ask('GET', path)).toMatchObject(invalidStreamId)
    expect(await elsewhere.ask('GET', '/get_stream_id', { stream: 'garden' })).toMatchObject({ status: 400 })
    expect(await names(elsewhere, { include_all_active: true })).toEqual(['core team', 'general'])
  })
})

test('the first message of a stream is named in it', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  await realm.stream('harbour', ada)

  const first = await ada.send('harbour', 'tides', 'High')
  await ada.send('harbour', 'tides', 'Low')

  const { streams } = await ada.get('/streams')
  const { subscriptions } = await ada.get('/users/me/subscriptions')
  expect(streams).toContainEqual(expect.objectContaining({ name: 'harbour', first_message_id: first }))
  expect(subscriptions).toContainEqual(expect.objectContaining({ name: 'harbour', first_message_id: first }))
})

test('streams are sorted by name, whatever the order of their making', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')

  await ada.subscribe('zebra', 'apple', 'mango')

  expect(await names(ada)).toEqual(['apple', 'general', 'mango', 'zebra'])
})

test('a deactivated user is not among the members of a stream', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bo = await realm.user('bo')
  const { id } = await realm.stream('harbour', ada, bo)

  await realm.deactivate(bo)

  expect((await ada.get(`/streams/${id}/members`))['subscribers']).toEqual([ada.id])
  const { subscriptions } = await ada.get('/users/me/subscriptions', { include_subscribers: true })
  expect(subscriptions).toContainEqual(expect.objectContaining({ name: 'harbour', subscribers: [ada.id] }))
})

describe('topics', () => {
  let realm: TestRealm
  let ada: Person
  let bo: Person

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    bo = await realm.user('bo')
  })

  test('are listed with the newest message first', async () => {
    const { id } = await realm.stream('harbour', ada)
    const tides = await ada.send('harbour', 'tides', 'a')
    const boats = await ada.send('harbour', 'boats', 'b')
    await ada.send('harbour', 'winds', 'c')
    const winds = await ada.send('harbour', 'winds', 'd')

    expect(await topicsOf(ada, id)).toEqual([
      { name: 'winds', max_id: winds },
      { name: 'boats', max_id: boats },
      { name: 'tides', max_id: tides },
    ])

    const again = await ada.send('harbour', 'tides', 'e')
    expect((await topicsOf(ada, id))[0]).toEqual({ name: 'tides', max_id: again })
  })

  test.each([
    ['tides', 'TIDES', 'Tides'],
    ['über die brücke', 'ÜBER DIE BRÜCKE', 'Über die Brücke'],
    ['ТЕМА', 'тема', 'Тема'],
    ['café', 'CAFE\u0301', 'Cafe\u0301'],
  ])('that differ only in case are one, spelled as in the newest message: %s', async (...spellings) => {
    const { id } = await realm.stream(`cases of ${spellings[0]}`, ada)
    let newest = 0
    for (const spelling of spellings) newest = await ada.send(`cases of ${spellings[0]}`, spelling, 'x')

    expect(await topicsOf(ada, id)).toEqual([{ name: spellings[2], max_id: newest }])
  })

  test('of a public stream are told to members who are not subscribed', async () => {
    const { id } = await realm.stream('open', ada)
    const max_id = await ada.send('open', 'tides', 'x')

    expect(await topicsOf(bo, id)).toEqual([{ name: 'tides', max_id }])
  })

  test('of a private stream with shared history are all told to a new subscriber', async () => {
    const invite = { subscriptions: [{ name: 'vault' }], invite_only: true, history_public_to_subscribers: true }
    await ada.post('/users/me/subscriptions', invite)
    const max_id = await ada.send('vault', 'before', 'x')
    await ada.post('/users/me/subscriptions', { ...invite, principals: [bo.id] })

    expect(await topicsOf(bo, await streamId(bo, 'vault'))).toEqual([{ name: 'before', max_id }])
  })

  test('of a private stream with protected history are told only as far as they were received', async () => {
    const invite = { subscriptions: [{ name: 'cellar' }], invite_only: true }
    await ada.post('/users/me/subscriptions', invite)
    await ada.send('cellar', 'before', 'x')
    await ada.send('cellar', 'BOTH', 'x')
    await ada.post('/users/me/subscriptions', { ...invite, principals: [bo.id] })
    const id = await streamId(bo, 'cellar')

    expect(await topicsOf(bo, id)).toEqual([])

    const both = await ada.send('cellar', 'both', 'x')
    const after = await ada.send('cellar', 'after', 'x')

    expect(await topicsOf(bo, id)).toEqual([
      { name: 'after', max_id: after },
      { name: 'both', max_id: both },
    ])
    expect(await topicsOf(ada, id)).toHaveLength(3)
  })

  test('of a private stream are no longer told to somebody who left', async () => {
    await ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'attic' }],
      invite_only: true,
      principals: [ada.id, bo.id],
    })
    await ada.send('attic', 'dust', 'x')
    const id = await streamId(bo, 'attic')

    await bo.delete('/users/me/subscriptions', { subscriptions: ['attic'] })

    expect(await bo.ask('GET', `/users/me/${id}/topics`)).toMatchObject(invalidStreamId)
  })
})
