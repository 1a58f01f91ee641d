import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'
import { takeOfLimit } from '../kit/limits'

let realm: TestRealm
let admin: Person
let ada: Person
let bo: Person
let guest: Person

beforeEach(async () => {
  realm = await newRealm()
  admin = await realm.user('admin', { role: 200 })
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  guest = await realm.user('guest', { role: 600 })
})

interface Group {
  id: number
  name: string
  description: string
  members: number[]
  is_system_group: boolean
}

const groups = async (person = ada): Promise<Group[]> =>
  ((await person.get('/user_groups'))['user_groups'] as Group[]).filter(({ is_system_group }) => !is_system_group)

/** Creates a group of Ada and Bo; answers it. */
async function create(params: Params = {}, creator = ada): Promise<Group> {
  const named = { name: 'ops', description: 'Keep it running', members: [bo.id, ada.id], ...params }
  await creator.post('/user_groups/create', named)
  return (await groups()).at(-1)!
}

const membersOf = async (id: number) => (await groups()).find((group) => group.id === id)?.members

const changeMembers = (person: Person, { id }: Group, params: Params) =>
  person.ask('POST', `/user_groups/${id}/members`, params)

const expectRefusal = (answer: Answer) => expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })

async function notificationBot(): Promise<number> {
  const row = await env.DB.prepare('select id from user where realm_id = ? and is_system_bot')
    .bind(realm.id)
    .first<{ id: number }>()
  return row!.id
}

/** Whether somebody may create a group, and change one of which they are a member. */
async function readRights(person: Person): Promise<[creates: boolean, changes: boolean]> {
  const group = await create({ name: `of ${person.full_name}`, members: [person.id] }, realm.owner)
  const created = await person.ask('POST', '/user_groups/create', { name: `by ${person.id}`, description: '' })
  const changed = await person.ask('PATCH', `/user_groups/${group.id}`, { description: 'New' })
  for (const answer of [created, changed]) if (answer.status !== 200) expectRefusal(answer)
  return [created.status === 200, changed.status === 200]
}

describe('a group', () => {
  test('is listed with its members in order of id, to all but guests and bots', async () => {
    await create()
    await create({ name: 'night watch', description: '', members: undefined })

    const [ops, watch, ...others] = await groups(bo)

    expect(ops).toEqual({
      id: expect.any(Number),
      name: 'ops',
      description: 'Keep it running',
      members: [ada.id, bo.id].toSorted((left, right) => left - right),
      is_system_group: false,
    })
    expect(watch).toMatchObject({ name: 'night watch', description: '', members: [] })
    expect(watch!.id).toBeGreaterThan(ops!.id)
    expect(others).toEqual([])
    expectRefusal(await guest.ask('GET', '/user_groups'))
    expectRefusal(await (await realm.bot('helper', ada)).ask('GET', '/user_groups'))
  })

  test('may hold guests, bots and deactivated people, each once', async () => {
    const bot = await realm.bot('helper', ada)
    await realm.deactivate(bo)

    const { members } = await create({ members: [guest.id, bot.id, bo.id, guest.id] })

    expect(new Set(members)).toEqual(new Set([guest.id, bot.id, bo.id]))
    expect(members).toHaveLength(3)
  })

  test('is told to whoever registers, guests too', async () => {
    const ops = await create()

    for (const person of [ada, guest]) {
      const { state } = await person.listen()
      expect((state['realm_user_groups'] as Group[]).at(-1)).toEqual(ops)
    }
  })

  test('gets another name or description, and keeps what was not given', async () => {
    const { id } = await create()

    await ada.patch(`/user_groups/${id}`, { name: ' crew ' })
    expect(await groups()).toMatchObject([{ id, name: 'crew', description: 'Keep it running' }])
    await ada.patch(`/user_groups/${id}`, { description: ' All hands ' })
    expect(await groups()).toMatchObject([{ id, name: 'crew', description: 'All hands' }])
    await ada.patch(`/user_groups/${id}`, { name: 'CREW', description: '' })
    expect(await groups()).toMatchObject([{ id, name: 'CREW', description: '' }])
    await ada.patch(`/user_groups/${id}`, { name: '', description: 'Hands' })
    expect(await groups()).toMatchObject([{ id, name: 'CREW', description: 'Hands' }])
  })

  test('is deleted, and its name is free again', async () => {
    const { id } = await create()
    const other = await create({ name: 'other' })

    await ada.delete(`/user_groups/${id}`)

    expect(await groups()).toEqual([other])
    expect((await create()).id).toBeGreaterThan(other.id)
  })

  test('gets members and loses others, in one request', async () => {
    const group = await create()

    await ada.post(`/user_groups/${group.id}/members`, { add: [guest.id, guest.id], delete: [bo.id] })

    expect(new Set(await membersOf(group.id))).toEqual(new Set([ada.id, guest.id]))
  })

  test('stays as it is for a member who leaves another', async () => {
    const group = await create()
    const other = await create({ name: 'other' })

    await ada.post(`/user_groups/${group.id}/members`, { delete: [ada.id] })

    expect(await membersOf(group.id)).toEqual([bo.id])
    expect(await membersOf(other.id)).toHaveLength(2)
  })

  test('is mentioned by its present name, and calls its present members', async () => {
    const group = await create()
    await realm.stream('harbour', ada, bo, guest)
    await ada.send('harbour', 'tides', '@*ops* @*crew*')

    await ada.patch(`/user_groups/${group.id}`, { name: 'crew' })
    await ada.post(`/user_groups/${group.id}/members`, { add: [guest.id], delete: [bo.id] })

    const id = await realm.owner.write([ada, bo, guest], 'Come, @*crew*')
    expect(await guest.flags(id)).toContain('mentioned')
    expect(await ada.flags(id)).toContain('mentioned')
    expect(await bo.flags(id)).not.toContain('mentioned')
    const former = await realm.owner.write([ada, bo], 'Come, @*ops*')
    expect(await ada.flags(former)).not.toContain('mentioned')
    await ada.delete(`/user_groups/${group.id}`)
    const deleted = await realm.owner.write([ada, bo], 'Come, @*crew*')
    expect(await ada.flags(deleted)).not.toContain('mentioned')
  })
})

describe('refused is', () => {
  test.each([
    ['a name of 61 characters', { name: '😀'.repeat(61) }],
    ['a name with a control character', { name: 'a\0b' }],
    ['a name that is taken', { name: 'taken' }],
    ['a name that is taken, in another case', { name: 'TaKeN' }],
    ['the name of a system group', { name: '@role:owners' }],
    ['a description of 1025 characters', { description: 'x'.repeat(1025) }],
    ['a description with a null byte', { description: 'a\0b' }],
  ])('%s, for a new group and for an old one', async (_, wrong) => {
    await create({ name: 'taken' })
    const before = await create()

    expectRefusal(await ada.ask('POST', '/user_groups/create', { name: 'new', description: '', members: [], ...wrong }))
    expectRefusal(await ada.ask('PATCH', `/user_groups/${before.id}`, { description: 'New', ...wrong }))

    const [, after, ...others] = await groups()
    expect(after).toEqual(before)
    expect(others).toEqual([])
  })

  test.each([
    ['unknown', () => [4_000_000]],
    ['of another realm', async () => [(await newRealm()).owner.id]],
    ['the voice of the realm itself', async () => [await notificationBot()]],
    ['no number', () => ['ada']],
    ['one of too many', () => Array.from({ length: 10_001 }, () => ada.id)],
  ])('a member who is %s', async (_, people) => {
    const group = await create()
    const wrong = await people()

    expectRefusal(
      await ada.ask('POST', '/user_groups/create', { name: 'new', description: '', members: [ada.id, ...wrong] }),
    )
    expectRefusal(await changeMembers(ada, group, { add: [guest.id, ...wrong] }))
    expect(await groups()).toEqual([group])
  })

  test.each(['name', 'description'])('a new group without %s', async (name) => {
    const params = { name: 'ops', description: '', members: [], [name]: undefined }

    expect(await ada.ask('POST', '/user_groups/create', params)).toMatchObject({
      status: 400,
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: name,
    })
  })

  test('a new group with a blank name', async () => {
    expectRefusal(await ada.ask('POST', '/user_groups/create', { name: ' ', description: '' }))
    expect(await groups()).toEqual([])
  })

  test('a change of nothing', async () => {
    const group = await create()

    for (const nothing of [{}, { name: '' }, { description: '' }, { name: ' ', description: '' }])
      expectRefusal(await ada.ask('PATCH', `/user_groups/${group.id}`, nothing))
    for (const nothing of [{}, { add: [], delete: [] }]) expectRefusal(await changeMembers(ada, group, nothing))
    expect(await groups()).toEqual([group])
  })

  test('adding a member twice, or removing who is none, and then nobody comes or goes', async () => {
    const group = await create()

    expectRefusal(await changeMembers(ada, group, { add: [guest.id, bo.id] }))
    expectRefusal(await changeMembers(ada, group, { delete: [bo.id, guest.id] }))
    expectRefusal(await changeMembers(ada, group, { add: [guest.id], delete: [guest.id] }))
    expectRefusal(await changeMembers(ada, group, { add: [admin.id], delete: [4_000_000] }))
    expect(await groups()).toEqual([group])
  })

  test('an unknown group, or one of another realm', async () => {
    const abroad = await newRealm()
    await abroad.owner.post('/user_groups/create', { name: 'ops', description: '' })
    const theirs = ((await abroad.owner.get('/user_groups'))['user_groups'] as Group[]).at(-1)!

    for (const id of [theirs.id, 4_000_000]) {
      expectRefusal(await admin.ask('PATCH', `/user_groups/${id}`, { name: 'new' }))
      expectRefusal(await admin.ask('DELETE', `/user_groups/${id}`))
      expectRefusal(await admin.ask('POST', `/user_groups/${id}/members`, { add: [ada.id] }))
    }
    expect(((await abroad.owner.get('/user_groups'))['user_groups'] as Group[]).at(-1)).toEqual(theirs)
  })

  test('any change of a system group, for owners too', async () => {
    const { user_groups } = await admin.get('/user_groups')

    for (const { id } of user_groups as Group[]) {
      expectRefusal(await realm.owner.ask('PATCH', `/user_groups/${id}`, { name: 'new' }))
      expectRefusal(await realm.owner.ask('DELETE', `/user_groups/${id}`))
      expectRefusal(await realm.owner.ask('POST', `/user_groups/${id}/members`, { add: [ada.id] }))
    }
    expect(await admin.get('/user_groups')).toMatchObject({ user_groups })
  })

  test('more than a thousand groups', async () => {
    await takeOfLimit(realm.owner, 'userGroups', 999)
    await create({ name: 'last' }, admin)

    expectRefusal(await admin.ask('POST', '/user_groups/create', { name: 'new', description: '' }))
    await admin.delete(`/user_groups/${(await groups()).find(({ name }) => name === 'last')!.id}`)
    await create({ name: 'new' }, admin)
  })
})

describe('who may', () => {
  test.each([
    ['by default', {}, { ada: true, moderator: true, admin: true }],
    ['members', { user_group_edit_policy: 1 }, { ada: true, moderator: true, admin: true }],
    ['administrators', { user_group_edit_policy: 2 }, { ada: false, moderator: false, admin: true }],
    [
      'full members',
      { user_group_edit_policy: 3, waiting_period_threshold: 10 },
      { ada: false, moderator: true, admin: true },
    ],
    ['moderators', { user_group_edit_policy: 4 }, { ada: false, moderator: true, admin: true }],
  ])('%s; never guests and bots', async (_, settings, may) => {
    await realm.set(settings)
    const moderator = await realm.user('moderator', { role: 300 })
    const bot = await realm.bot('helper', admin, { role: 200 })

    const found = { ada: await readRights(ada), moderator: await readRights(moderator), admin: await readRights(admin) }

    expect(found).toEqual(Object.fromEntries(Object.entries(may).map(([name, holds]) => [name, [holds, holds]])))
    expect(await readRights(guest)).toEqual([false, false])
    expect(await readRights(bot)).toEqual([false, false])
  })

  test('change a group without being a member: moderators and above, and no member', async () => {
    const moderator = await realm.user('moderator', { role: 300 })
    const group = await create({ members: [bo.id] })

    expectRefusal(await ada.ask('PATCH', `/user_groups/${group.id}`, { name: 'mine' }))
    expectRefusal(await changeMembers(ada, group, { add: [ada.id] }))
    expectRefusal(await ada.ask('DELETE', `/user_groups/${group.id}`))
    expect(await groups()).toEqual([group])
    await moderator.patch(`/user_groups/${group.id}`, { name: 'theirs' })
    await moderator.post(`/user_groups/${group.id}/members`, { add: [ada.id] })
    await moderator.delete(`/user_groups/${group.id}`)
    expect(await groups()).toEqual([])
  })
})

describe('clients', () => {
  test('of everybody, guests and bots too, are told of every change', async () => {
    const people = [realm.owner, ada, guest, await realm.bot('helper', ada)]
    const listeners = await Promise.all(people.map((person) => person.listen()))

    const group = await create()
    await ada.patch(`/user_groups/${group.id}`, { name: 'crew', description: 'Hands' })
    await ada.post(`/user_groups/${group.id}/members`, { add: [guest.id], delete: [bo.id] })
    await ada.delete(`/user_groups/${group.id}`)

    const [type, group_id] = ['user_group', group.id]
    for (const listener of listeners)
      expect(await listener.events()).toEqual([
        { type, op: 'add', group },
        { type, op: 'update', group_id, data: { name: 'crew' } },
        { type, op: 'update', group_id, data: { description: 'Hands' } },
        { type, op: 'add_members', group_id, user_ids: [guest.id] },
        { type, op: 'remove_members', group_id, user_ids: [bo.id] },
        { type, op: 'remove', group_id },
      ])
  })

  test('are told only of what differs', async () => {
    const group = await create()
    const listener = await ada.listen()

    await ada.patch(`/user_groups/${group.id}`, { name: group.name, description: 'Hands' })
    await ada.patch(`/user_groups/${group.id}`, { name: group.name, description: 'Hands' })

    expect(await listener.events()).toMatchObject([{ op: 'update', data: { description: 'Hands' } }])
  })

  test('are also sent after the object restarted', async () => {
    const listener = await ada.listen()
    const group = await create()

    await realm.evict()

    expect(await listener.events()).toEqual([{ type: 'user_group', op: 'add', group }])
  })

  test('of other realms get no event, and nobody gets one for a refusal', async () => {
    const group = await create()
    const abroad = await (await newRealm()).owner.listen()
    const here = await ada.listen()

    await changeMembers(ada, group, { add: [bo.id] })
    await guest.ask('DELETE', `/user_groups/${group.id}`)
    expect(await here.events()).toEqual([])
    await ada.delete(`/user_groups/${group.id}`)

    expect(await abroad.events()).toEqual([])
  })
})
