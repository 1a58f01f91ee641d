import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'

const badRequest = { status: 400, result: 'error', code: 'BAD_REQUEST' }
const unauthorized = { status: 400, result: 'error', code: 'UNAUTHORIZED_PRINCIPAL' }

let realm: TestRealm
let olga: Person
let ada: Person
let moderator: Person
let guest: Person
let names = 0

beforeAll(async () => {
  realm = await newRealm()
  olga = realm.owner
  ada = await realm.user('ada')
  moderator = await realm.user('moderator', { role: 300 })
  guest = await realm.user('guest', { role: 600 })
})

const newStream = (...people: Person[]) => realm.stream(`stream ${(names += 1)}`, ...people)

async function privateStream(person: Person): Promise<{ id: number; name: string }> {
  const name = `hidden ${(names += 1)}`
  await person.post('/users/me/subscriptions', { subscriptions: [{ name }], invite_only: true })
  const { stream_id } = await person.get('/get_stream_id', { stream: name })
  return { id: stream_id as number, name }
}

async function defaults(person: Person = ada): Promise<string[]> {
  const { state } = await person.listen({ fetch_event_types: ['default_streams'] })
  return (state['realm_default_streams'] as { name: string }[]).map(({ name }) => name)
}

interface Group {
  id: number
  name: string
  description: string
  streams: { name: string; stream_id: number }[]
}

async function groups(person: Person = ada): Promise<Group[]> {
  const { state } = await person.listen({ fetch_event_types: ['default_stream_groups'] })
  return state['realm_default_stream_groups'] as Group[]
}

const namesAndStreams = (listed: Group[]) =>
  listed.map(({ name, description, streams }) => [name, description, streams.map((stream) => stream.name)])

const listen = (person: Person) =>
  person.listen({ event_types: ['default_streams', 'default_stream_groups'], fetch_event_types: [] })

const readSubscribed = async (person: Person): Promise<string[]> =>
  ((await person.get('/users/me/subscriptions'))['subscriptions'] as { name: string }[]).map(({ name }) => name)

describe('a default stream', () => {
  test('is where new people start, until it is one no more', async () => {
    const { id, name } = await newStream(ada)
    await olga.post('/default_streams', { stream_id: id })
    expect(await readSubscribed(await realm.user(`new${id}`))).toEqual(['general', name])

    await olga.delete('/default_streams', { stream_id: id })
    expect(await readSubscribed(await realm.user(`newer${id}`))).toEqual(['general'])
  })

  test('is told to members with the whole list, by name, and to no guest', async () => {
    const { id, name } = await newStream(ada)
    const [member, visitor] = [await listen(ada), await listen(guest)]

    await olga.post('/default_streams', { stream_id: id })
    await olga.delete('/default_streams', { stream_id: id })

    const events = await member.events()
    expect(events.map(({ type }) => type)).toEqual(['default_streams', 'default_streams'])
    const listed = events.map(({ default_streams }) => (default_streams as { name: string }[]).map((one) => one.name))
    expect(listed).toEqual([['general', name], ['general']])
    expect(await visitor.events()).toEqual([])
  })

  test('is in the state that members begin with, and in no guest’s', async () => {
    expect(await defaults()).toEqual(['general'])
    expect(await defaults(guest)).toEqual([])
  })

  test('twice is one, and no more told', async () => {
    const { id } = await newStream(ada)
    await olga.post('/default_streams', { stream_id: id })
    const listener = await listen(ada)

    await olga.post('/default_streams', { stream_id: id })
    expect(await listener.events()).toEqual([])

    await olga.delete('/default_streams', { stream_id: id })
    await olga.delete('/default_streams', { stream_id: id })
    expect(await listener.events()).toHaveLength(1)
  })

  test.each<[what: string, stream: () => Promise<number>]>([
    ['a private stream', async () => (await privateStream(olga)).id],
    ['a private stream that one is not in', async () => (await privateStream(ada)).id],
    ['an unknown stream', async () => 999_999],
    ['a stream of another realm', async () => (await (await newRealm()).stream('other')).id],
  ])('cannot be %s', async (_, stream) => {
    const stream_id = await stream()

    expect(await olga.ask('POST', '/default_streams', { stream_id })).toMatchObject(badRequest)
    expect(await defaults()).toEqual(['general'])
  })

  test.each(['moderator', 'ada', 'guest'])('is not chosen by %s', async (who) => {
    const person = { moderator, ada, guest }[who]!
    const { id } = await newStream(ada, guest)

    for (const method of ['POST', 'DELETE'])
      expect(await person.ask(method, '/default_streams', { stream_id: id })).toMatchObject(unauthorized)
  })

  test('must be named by an id', async () => {
    for (const method of ['POST', 'DELETE']) {
      expect(await olga.ask(method, '/default_streams')).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
      expect(await olga.ask(method, '/default_streams', { stream_id: 'general' })).toMatchObject(badRequest)
    }
    expect(await olga.ask('DELETE', '/default_streams', { stream_id: 999_999 })).toMatchObject(badRequest)
  })

  test('in a group cannot be', async () => {
    const { id, name } = await newStream(ada)
    const group_id = await createGroup([name])

    expect(await olga.ask('POST', '/default_streams', { stream_id: id })).toMatchObject(badRequest)

    await olga.delete(`/default_stream_groups/${group_id}`)
    await olga.post('/default_streams', { stream_id: id })
    await olga.delete('/default_streams', { stream_id: id })
  })

  test('is one of at most a hundred', async () => {
    const full = await newRealm()
    const there = Array.from({ length: 98 }, (_, index) => `many ${index}`)
    await full.owner.subscribe(...there, 'the last', 'one too many')
    // With the one that there is from the beginning, these are 99.
    await full.behindTheWriter(
      env.DB.prepare("update stream set is_default = 1 where realm_id = ? and name like 'many %'").bind(full.id),
    )

    const add = async (stream: string) => {
      const { stream_id } = await full.owner.get('/get_stream_id', { stream })
      return full.owner.ask('POST', '/default_streams', { stream_id })
    }
    expect(await add('the last')).toMatchObject({ status: 200 })
    expect(await add('one too many')).toMatchObject(badRequest)
  })
})

/** A group with a name that no other has; its id. */
async function createGroup(stream_names: string[], params: Params = {}): Promise<number> {
  const group_name = `group ${(names += 1)}`
  await olga.post('/default_stream_groups/create', { group_name, description: 'd', stream_names, ...params })
  return (await groups()).find(({ name }) => name === (params['group_name'] ?? group_name))!.id
}

async function manyStreams(amount: number): Promise<string[]> {
  const many = Array.from({ length: amount }, (_, index) => `many ${(names += 1)} ${index}`)
  await olga.subscribe(...many)
  return many
}

/** Leaves no group for the next test. */
async function deleteGroups(): Promise<void> {
  for (const { id } of await groups()) await olga.delete(`/default_stream_groups/${id}`)
}

describe('a group of default streams', () => {
  test('is created, changed and deleted, and members are told all groups each time', async () => {
    await deleteGroups()
    const [tides, boats] = [await newStream(ada), await newStream(ada)]
    const [member, visitor] = [await listen(ada), await listen(guest)]
    const create = { group_name: ' Sea ', description: 'Salt', stream_names: [boats.name, tides.name.toUpperCase()] }

    await olga.post('/default_stream_groups/create', create)
    const [group] = await groups()
    await olga.patch(`/default_stream_groups/${group!.id}`, { new_group_name: 'Ocean', new_description: 'Deep' })
    await olga.patch(`/default_stream_groups/${group!.id}/streams`, { op: 'remove', stream_names: [boats.name] })
    await olga.patch(`/default_stream_groups/${group!.id}/streams`, { op: 'add', stream_names: [boats.name] })
    await olga.delete(`/default_stream_groups/${group!.id}`)

    const events = await member.events()
    expect(events.every(({ type }) => type === 'default_stream_groups')).toBe(true)
    expect(events.map(({ default_stream_groups }) => namesAndStreams(default_stream_groups as Group[]))).toEqual([
      [['Sea', 'Salt', [tides.name, boats.name]]],
      [['Ocean', 'Deep', [tides.name, boats.name]]],
      [['Ocean', 'Deep', [tides.name]]],
      [['Ocean', 'Deep', [tides.name, boats.name]]],
      [],
    ])
    expect(await visitor.events()).toEqual([])
    expect(await groups()).toEqual([])
  })

  test('is in the state as it is told, by name, and in no guest’s', async () => {
    await deleteGroups()
    const { name } = await newStream(ada)
    const listener = await listen(ada)
    for (const group_name of ['Zebra', 'apple', 'Mango'])
      await olga.post('/default_stream_groups/create', { group_name, description: '', stream_names: [name] })

    const last = (await listener.events()).at(-1)!
    const state = await groups()
    expect(state.map((group) => group.name)).toEqual(['apple', 'Mango', 'Zebra'])
    expect(last['default_stream_groups']).toEqual(state)
    expect(await groups(guest)).toEqual([])
    await deleteGroups()
  })

  test('keeps what is not changed', async () => {
    const { name } = await newStream(ada)
    const id = await createGroup([name], { group_name: 'Stay', description: 'as you are' })

    await olga.patch(`/default_stream_groups/${id}`, { new_group_name: 'STAY' })
    expect(namesAndStreams(await groups())).toContainEqual(['STAY', 'as you are', [name]])
    await olga.patch(`/default_stream_groups/${id}`, { new_description: '' })
    expect(namesAndStreams(await groups())).toContainEqual(['STAY', '', [name]])
    await deleteGroups()
  })

  test.each<[what: string, params: () => Promise<Params> | Params]>([
    ['a name that is taken', () => ({ group_name: 'TAKEN' })],
    ['an empty name', () => ({ group_name: ' ' })],
    ['a name of 61 characters', () => ({ group_name: 'n'.repeat(61) })],
    ['a name with NUL', () => ({ group_name: 'a\u0000b' })],
    ['a description over 1024 characters', () => ({ description: 'd'.repeat(1025) })],
    ['an unknown stream', () => ({ stream_names: ['nowhere'] })],
    ['a default stream', () => ({ stream_names: ['general'] })],
    ['a private stream', async () => ({ stream_names: [(await privateStream(olga)).name] })],
    ['names that are no list', () => ({ stream_names: 'general' })],
    ['51 streams', async () => ({ stream_names: await manyStreams(51) })],
  ])('is not created with %s', async (_, params) => {
    await deleteGroups()
    await createGroup([], { group_name: 'Taken' })
    const before = await groups()

    const good = { group_name: 'Fresh', description: 'x', stream_names: [] }
    const answer = await olga.ask('POST', '/default_stream_groups/create', { ...good, ...(await params()) })

    expect(answer).toMatchObject(badRequest)
    expect(await groups()).toEqual(before)
  })

  test.each(['group_name', 'description', 'stream_names'])('is not created without %s', async (missing) => {
    const params: Params = { group_name: 'x', description: 'x', stream_names: [] }
    delete params[missing]

    expect(await olga.ask('POST', '/default_stream_groups/create', params)).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: missing,
    })
  })

  test.each<[what: string, path: string, params: Params]>([
    ['nothing to change', '', {}],
    ['the name that it has', '', { new_group_name: 'Target' }],
    ['the name of another', '', { new_group_name: 'other' }],
    ['an empty name', '', { new_group_name: '' }],
    ['a description over 1024 characters', '', { new_description: 'd'.repeat(1025) }],
    ['a stream that it has', '/streams', { op: 'add', stream_names: ['member'] }],
    ['a stream that it has not to remove', '/streams', { op: 'remove', stream_names: ['no member'] }],
    ['a good and a bad stream', '/streams', { op: 'add', stream_names: ['no member', 'nowhere'] }],
    ['a default stream', '/streams', { op: 'add', stream_names: ['general'] }],
    ['an unknown operation', '/streams', { op: 'set', stream_names: ['no member'] }],
  ])('is not changed with %s', async (_, path, params) => {
    await deleteGroups()
    await olga.subscribe('member', 'no member')
    await createGroup([], { group_name: 'Other' })
    const id = await createGroup(['member'], { group_name: 'Target' })
    const before = await groups()

    expect(await olga.ask('PATCH', `/default_stream_groups/${id}${path}`, params)).toMatchObject(badRequest)
    expect(await groups()).toEqual(before)
  })

  /** Every request about groups. */
  const requests: [method: string, path: string, params: Params][] = [
    ['PATCH', '', { new_description: 'x' }],
    ['PATCH', '/streams', { op: 'add', stream_names: [] }],
    ['DELETE', '', {}],
  ]

  test('that is not there, or in another realm, is refused', async () => {
    const id = await createGroup([])
    const elsewhere = (await newRealm()).owner

    for (const [method, path, params] of requests)
      for (const answer of await Promise.all([
        olga.ask(method, `/default_stream_groups/999999${path}`, params),
        elsewhere.ask(method, `/default_stream_groups/${id}${path}`, params),
      ]))
        expect(answer).toMatchObject(badRequest)
  })

  test.each(['moderator', 'ada', 'guest'])('is not for %s to change', async (who) => {
    const person = { moderator, ada, guest }[who]!
    const id = await createGroup([])
    const create = { group_name: 'x', description: 'x', stream_names: [] }

    const answers: Answer[] = [await person.ask('POST', '/default_stream_groups/create', create)]
    for (const [method, path, params] of requests)
      answers.push(await person.ask(method, `/default_stream_groups/${id}${path}`, params))

    for (const answer of answers) expect(answer).toMatchObject(unauthorized)
  })

  test('loses a stream that is archived, and is told', async () => {
    await deleteGroups()
    const { id, name } = await newStream(ada)
    const group_id = await createGroup([name], { group_name: 'Losing' })
    const listener = await listen(ada)

    await olga.delete(`/streams/${id}`)

    expect(namesAndStreams(await groups())).toEqual([['Losing', 'd', []]])
    expect((await listener.events()).map(({ type }) => type)).toEqual(['default_stream_groups'])
    expect(
      await olga.ask('PATCH', `/default_stream_groups/${group_id}/streams`, { op: 'add', stream_names: [name] }),
    ).toMatchObject(badRequest)
  })

  test('is one of at most twenty', async () => {
    await deleteGroups()
    for (let group = 1; group <= 20; group += 1) await createGroup([])

    const another = { group_name: 'one too many', description: 'd', stream_names: [] }
    expect(await olga.ask('POST', '/default_stream_groups/create', another)).toMatchObject(badRequest)
    await deleteGroups()
  })

  test('keeps its streams from becoming private', async () => {
    const { id, name } = await newStream(olga)
    await createGroup([name])

    expect(await olga.ask('PATCH', `/streams/${id}`, { is_private: true })).toMatchObject(badRequest)
  })

  test('and default streams are told again after the object was lost', async () => {
    const { id } = await newStream(ada)
    const listener = await listen(ada)
    await olga.post('/default_streams', { stream_id: id })
    await createGroup([])

    await realm.evict()

    expect((await listener.events()).map(({ type }) => type)).toEqual(['default_streams', 'default_stream_groups'])
    await olga.delete('/default_streams', { stream_id: id })
  })
})
