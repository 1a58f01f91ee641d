import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'

const owner = 100
const administrator = 200
const moderator = 300
const member = 400
const guest = 600

interface Shown {
  full_name: string
  role: number
  is_admin: boolean
  is_owner: boolean
  is_guest: boolean
  profile_data: Record<string, { value: string }>
}

async function readUser(person: Person): Promise<Shown> {
  const params = { include_custom_profile_fields: true }
  const { user } = await person.realm.owner.get(`/users/${person.id}`, params)
  return user as Shown
}

const update = (by: Person, person: Pick<Person, 'id'>, params: Params) =>
  by.ask('PATCH', `/users/${person.id}`, params)

const badRequest = { status: 400, code: 'BAD_REQUEST' }

describe('roles', () => {
  let realm: TestRealm
  let admin: Person
  let mod: Person
  let ada: Person

  beforeAll(async () => {
    realm = await newRealm()
    admin = await realm.user('admin', { role: administrator })
    mod = await realm.user('mod', { role: moderator })
    ada = await realm.user('ada')
  })

  test.each([
    { from: member, to: guest },
    { from: guest, to: member },
    { from: guest, to: moderator },
    { from: member, to: moderator },
    { from: moderator, to: administrator },
    { from: administrator, to: member },
  ])('an administrator changes the role $from to $to', async ({ from, to }) => {
    const target = await realm.user(`from-${from}-to-${to}`, { role: from })

    expect(await update(admin, target, { role: to })).toMatchObject({ status: 200, msg: '' })

    expect(await readUser(target)).toMatchObject({
      role: to,
      is_admin: to <= administrator,
      is_owner: to === owner,
      is_guest: to === guest,
    })
  })

  test.each([
    { from: member, to: owner },
    { from: owner, to: member },
    { from: owner, to: administrator },
  ])('an owner changes the role $from to $to, and an administrator does not', async ({ from, to }) => {
    const target = await realm.user(`owner-${from}-to-${to}`, { role: from })

    expect(await update(admin, target, { role: to })).toMatchObject(badRequest)
    expect(await readUser(target)).toMatchObject({ role: from })

    expect(await update(realm.owner, target, { role: to })).toMatchObject({ status: 200 })
    expect(await readUser(target)).toMatchObject({ role: to })
  })

  test.each([{ to: administrator }, { to: owner }])('nobody makes a guest a $to', async ({ to }) => {
    const target = await realm.user(`guest-to-${to}`, { role: guest })

    expect(await update(realm.owner, target, { role: to })).toMatchObject(badRequest)

    expect(await readUser(target)).toMatchObject({ role: guest })
  })

  test.each([
    { who: 'a moderator', by: () => mod },
    { who: 'a member', by: () => ada },
  ])('$who changes nobody, not even themself', async ({ by }) => {
    const target = await realm.user(`untouched-${by().id}`)

    expect(await update(by(), target, { role: guest })).toMatchObject(badRequest)
    expect(await update(by(), target, { full_name: 'Somebody Else' })).toMatchObject(badRequest)
    expect(await update(by(), by(), { role: administrator })).toMatchObject(badRequest)
    expect(await update(by(), by(), { full_name: 'Somebody Else' })).toMatchObject(badRequest)

    expect(await readUser(target)).toMatchObject({ role: member, full_name: target.full_name })
  })

  test('an administrator gives up their own role', async () => {
    const leaving = await realm.user('leaving', { role: administrator })

    expect(await update(leaving, leaving, { role: member })).toMatchObject({ status: 200 })

    expect(await update(leaving, ada, { role: guest })).toMatchObject(badRequest)
  })

  test('an administrator may repeat the role that an owner has', async () => {
    expect(await update(admin, realm.owner, { role: owner, full_name: 'Olga Owner' })).toMatchObject({ status: 200 })
  })

  test('an administrator that is a bot changes roles', async () => {
    const bot = await realm.bot('ruler', realm.owner, { role: administrator })
    const target = await realm.user('ruled')

    expect(await update(bot, target, { role: moderator })).toMatchObject({ status: 200 })

    expect(await readUser(target)).toMatchObject({ role: moderator })
  })

  test('the role of somebody deactivated changes', async () => {
    const gone = await realm.user('gone')
    await realm.deactivate(gone)

    expect(await update(admin, gone, { role: guest })).toMatchObject({ status: 200 })

    expect(await readUser(gone)).toMatchObject({ role: guest, is_active: false })
  })

  test("a bot's role changes", async () => {
    const bot = await realm.bot('promoted', admin)

    expect(await update(admin, bot, { role: moderator })).toMatchObject({ status: 200 })

    expect(await readUser(bot)).toMatchObject({ role: moderator, is_bot: true })
  })

  test.each(['1', '150', '0', '-100', '"400"', 'member', '400.5', 'null', '[]'])(
    'the role %s is none',
    async (role) => {
      expect(await update(realm.owner, ada, { role })).toMatchObject(badRequest)
      expect(await readUser(ada)).toMatchObject({ role: member })
    },
  )

  test('there is nobody by that id', async () => {
    const elsewhere = await newRealm()

    expect(await update(realm.owner, { id: 123_456 }, { role: member })).toMatchObject(badRequest)
    expect(await update(realm.owner, { id: Number.MAX_SAFE_INTEGER }, { role: member })).toMatchObject(badRequest)
    expect(await update(realm.owner, elsewhere.owner, { full_name: 'Somebody Else' })).toMatchObject(badRequest)
  })

  test('a change of nothing succeeds', async () => {
    const before = await readUser(ada)

    expect(await update(admin, ada, {})).toMatchObject({ status: 200, msg: '' })

    expect(await readUser(ada)).toEqual(before)
  })

  test('when one part is refused, nothing changes', async () => {
    const before = await readUser(ada)

    expect(await update(admin, ada, { full_name: 'Ada Lovelace', role: owner })).toMatchObject(badRequest)
    expect(await update(admin, ada, { full_name: '*', role: guest })).toMatchObject(badRequest)
    expect(
      await update(admin, ada, { full_name: 'Ada Lovelace', role: guest, profile_data: [{ id: 99, value: 'x' }] }),
    ).toMatchObject(badRequest)

    expect(await readUser(ada)).toEqual(before)
  })
})

describe('the only owner', () => {
  test('keeps the role', async () => {
    const realm = await newRealm()

    expect(await update(realm.owner, realm.owner, { role: administrator })).toMatchObject(badRequest)

    expect(await readUser(realm.owner)).toMatchObject({ role: owner })
  })

  test('keeps it although a bot and somebody deactivated have it too', async () => {
    const realm = await newRealm()
    await realm.bot('owning', realm.owner, { role: owner })
    const gone = await realm.user('gone', { role: owner })
    await realm.deactivate(gone)

    expect(await update(realm.owner, realm.owner, { role: member })).toMatchObject(badRequest)
  })

  test('gives it up once there is another', async () => {
    const realm = await newRealm()
    const heir = await realm.user('heir')
    await realm.owner.must('PATCH', `/users/${heir.id}`, { role: owner })

    expect(await update(realm.owner, realm.owner, { role: member })).toMatchObject({ status: 200 })

    expect(await update(heir, heir, { role: member })).toMatchObject(badRequest)
  })

  test('may take it from a bot and from somebody deactivated', async () => {
    const realm = await newRealm()
    const bot = await realm.bot('owning', realm.owner, { role: owner })
    const gone = await realm.user('gone', { role: owner })
    await realm.deactivate(gone)

    expect(await update(realm.owner, bot, { role: member })).toMatchObject({ status: 200 })
    expect(await update(realm.owner, gone, { role: member })).toMatchObject({ status: 200 })
  })

  test('is left when all owners give up the role at once', async () => {
    const realm = await newRealm()
    const others = await Promise.all(['bea', 'cy', 'dee'].map((name) => realm.user(name)))
    for (const other of others) await realm.owner.must('PATCH', `/users/${other.id}`, { role: owner })
    const owners = [realm.owner, ...others]

    const answers = await Promise.all(owners.map((one) => update(one, one, { role: member })))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(owners.length - 1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(1)
  })
})

describe('what a role change does at once', () => {
  test('a new administrator may what administrators may, and a former one may not', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    expect(await ada.ask('GET', '/streams', { include_all_active: true })).toMatchObject(badRequest)

    await realm.owner.must('PATCH', `/users/${ada.id}`, { role: administrator })
    expect(await ada.ask('GET', '/streams', { include_all_active: true })).toMatchObject({ status: 200 })
    expect(await update(ada, realm.owner, { full_name: 'Olga O' })).toMatchObject({ status: 200 })

    await realm.owner.must('PATCH', `/users/${ada.id}`, { role: member })
    expect(await ada.ask('GET', '/streams', { include_all_active: true })).toMatchObject(badRequest)
    expect(await update(ada, realm.owner, { full_name: 'Olga' })).toMatchObject(badRequest)
  })

  test('somebody who becomes a guest keeps their streams, and loses sight of the others', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await realm.stream('harbour', ada, realm.owner)
    await realm.stream('beach', realm.owner)
    const greeting = await realm.owner.send('harbour', 'tides', 'hello')
    const elsewhere = await realm.owner.send('beach', 'sand', 'hello')
    await ada.get(`/messages/${elsewhere}`)

    await realm.owner.must('PATCH', `/users/${ada.id}`, { role: guest })

    const { subscriptions } = await ada.get('/users/me/subscriptions')
    expect((subscriptions as { name: string }[]).map(({ name }) => name)).toContain('harbour')
    await ada.get(`/messages/${greeting}`)
    await ada.send('harbour', 'tides', 'hello yourself')
    expect(await ada.ask('GET', `/messages/${elsewhere}`)).toMatchObject(badRequest)
    expect(await ada.ask('GET', '/get_stream_id', { stream: 'beach' })).toMatchObject(badRequest)
    const message = { type: 'stream', to: 'beach', topic: 'sand', content: 'hello' }
    expect(await ada.ask('POST', '/messages', message)).toMatchObject(badRequest)
  })

  test('somebody who is a guest no more sees public streams', async () => {
    const realm = await newRealm()
    const gus = await realm.user('gus', { role: guest })
    await realm.stream('beach', realm.owner)
    const message = await realm.owner.send('beach', 'sand', 'hello')
    expect(await gus.ask('GET', `/messages/${message}`)).toMatchObject(badRequest)

    await realm.owner.must('PATCH', `/users/${gus.id}`, { role: member })

    await gus.get(`/messages/${message}`)
    await gus.send('beach', 'sand', 'at last')
    await gus.subscribe('beach')
  })

  test("a bot posts where its owner's new role lets it", async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bot = await realm.bot('herald', ada)
    await realm.owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'proclamations' }],
      stream_post_policy: 2,
    })
    const message = { type: 'stream', to: 'proclamations', topic: 'news', content: 'hear ye' }
    expect(await bot.ask('POST', '/messages', message)).toMatchObject(badRequest)

    await realm.owner.must('PATCH', `/users/${ada.id}`, { role: administrator })

    await bot.post('/messages', message)
  })
})

describe('names', () => {
  let realm: TestRealm
  let admin: Person
  let ada: Person

  beforeAll(async () => {
    realm = await newRealm()
    admin = await realm.user('admin', { role: administrator })
    ada = await realm.user('ada')
  })

  test('an administrator renames somebody, also when people may not change their own names', async () => {
    await realm.set({ name_changes_disabled: true })

    expect(await update(admin, ada, { full_name: '  Ada King  ' })).toMatchObject({ status: 200 })

    expect(await readUser(ada)).toMatchObject({ full_name: 'Ada King' })
  })

  test.each(['', '   '])('a blank name (%j) is ignored', async (full_name) => {
    const person = await realm.user(`named-${full_name.length}`)

    expect(await update(admin, person, { full_name })).toMatchObject({ status: 200 })

    expect(await readUser(person)).toMatchObject({ full_name: person.full_name })
  })

  test.each([
    'x',
    'a'.repeat(101),
    'Ada*',
    'Ada`',
    'A\\da',
    'Ada>',
    'A"da',
    '@da',
    'Ada|7',
    'A\u0007da',
    'a'.repeat(2000),
  ])('the name %j is refused', async (full_name) => {
    const before = await readUser(ada)

    expect(await update(admin, ada, { full_name })).toMatchObject(badRequest)

    expect(await readUser(ada)).toEqual(before)
  })

  test('two people may have the same name', async () => {
    const twin = await realm.user('twin')

    expect(await update(admin, twin, { full_name: realm.owner.full_name })).toMatchObject({ status: 200 })
  })

  test('an administrator, who is no owner, renames an owner', async () => {
    const second = await realm.user('second', { role: owner })

    expect(await update(admin, second, { full_name: 'Second Owner' })).toMatchObject({ status: 200 })
  })

  test('the new name is mentioned at once, and the old one is not', async () => {
    const sailor = await realm.user('sailor')
    const reader = await realm.user('reader')
    const stream = await realm.stream('crew', sailor, reader)
    // Learn that the new name is nobody's before it is.
    await reader.send(stream.name, 'muster', '@**Captain** @**Sailor**')
    await admin.must('PATCH', `/users/${sailor.id}`, { full_name: 'Captain' })

    const hit = await reader.send(stream.name, 'muster', 'hello @**captain**')
    const miss = await reader.send(stream.name, 'muster', 'hello @**Sailor**')

    expect(await sailor.flags(hit)).toContain('mentioned')
    expect(await sailor.flags(miss)).not.toContain('mentioned')
  })

  test("messages carry the sender's new name", async () => {
    const writer = await realm.user('writer')
    await realm.stream('books', writer)
    await writer.send('books', 'tales', 'once upon a time')

    await admin.must('PATCH', `/users/${writer.id}`, { full_name: 'Author' })

    const [message] = await writer.messages([{ operator: 'stream', operand: 'books' }])
    expect(message).toMatchObject({ sender_full_name: 'Author' })
  })
})

describe('bots', () => {
  let realm: TestRealm
  let ada: Person
  let bot: Person

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    bot = await realm.bot('herald', ada)
  })

  test("a bot's owner renames it", async () => {
    expect(await update(ada, bot, { full_name: 'Town Crier' })).toMatchObject({ status: 200 })

    expect(await readUser(bot)).toMatchObject({ full_name: 'Town Crier' })
  })

  test('somebody else does not', async () => {
    const stranger = await realm.user('stranger')

    expect(await update(stranger, bot, { full_name: 'Hijacked' })).toMatchObject(badRequest)
  })

  test('its owner may not give it a role', async () => {
    expect(await update(ada, bot, { role: administrator })).toMatchObject(badRequest)
    expect(await update(ada, bot, { role: guest })).toMatchObject(badRequest)
    expect(await update(ada, bot, { role: member, full_name: 'Crier' })).toMatchObject({ status: 200 })

    expect(await readUser(bot)).toMatchObject({ role: member, full_name: 'Crier' })
  })

  test('a bot does not take the name of an active user, in any case', async () => {
    expect(await update(ada, bot, { full_name: 'ADA' })).toMatchObject(badRequest)
    expect(await update(realm.owner, bot, { full_name: 'Ada' })).toMatchObject(badRequest)
  })

  test('a bot takes the name of somebody deactivated, and its own in another case', async () => {
    const gone = await realm.user('gone')
    await realm.deactivate(gone)

    expect(await update(ada, bot, { full_name: 'Gone' })).toMatchObject({ status: 200 })
    expect(await update(ada, bot, { full_name: 'GONE' })).toMatchObject({ status: 200 })

    expect(await readUser(bot)).toMatchObject({ full_name: 'GONE' })
  })

  test('a bot has no profile data', async () => {
    const { id } = await realm.owner.post('/realm/profile_fields', { name: 'Motto', field_type: 1 })

    expect(await update(realm.owner, bot, { profile_data: [{ id, value: 'beep' }] })).toMatchObject(badRequest)
    expect(await update(realm.owner, bot, { profile_data: [] })).toMatchObject({ status: 200 })
  })
})

describe('profile data', () => {
  let realm: TestRealm
  let admin: Person
  let ada: Person
  let motto: number

  beforeAll(async () => {
    realm = await newRealm()
    admin = await realm.user('admin', { role: administrator })
    ada = await realm.user('ada')
    const { id } = await admin.post('/realm/profile_fields', { name: 'Motto', field_type: 1 })
    motto = id as number
  })

  test('an administrator sets it for somebody, together with a name and a role', async () => {
    await admin.must('PATCH', `/users/${ada.id}`, {
      full_name: 'Ada King',
      role: moderator,
      profile_data: [{ id: motto, value: 'carry on' }],
    })

    expect(await readUser(ada)).toMatchObject({
      full_name: 'Ada King',
      role: moderator,
      profile_data: { [motto]: { value: 'carry on' } },
    })
  })

  test.each([{ value: '' }, { value: null }])('the value $value removes it', async ({ value }) => {
    await admin.must('PATCH', `/users/${ada.id}`, { profile_data: [{ id: motto, value: 'carry on' }] })

    await admin.must('PATCH', `/users/${ada.id}`, { profile_data: [{ id: motto, value }] })

    expect(await readUser(ada)).toMatchObject({ profile_data: {} })
  })

  test.each([
    { what: 'an unknown field', entry: () => ({ id: 987_654, value: 'x' }) },
    { what: 'a value of another type', entry: () => ({ id: motto, value: [1] }) },
    { what: 'a value that is too long', entry: () => ({ id: motto, value: 'x'.repeat(51) }) },
    { what: 'a number as value', entry: () => ({ id: motto, value: 7 }) },
    { what: 'no value', entry: () => ({ id: motto }) },
    { what: 'no id', entry: () => ({ value: 'x' }) },
    { what: 'no object', entry: () => 'x' },
  ])('$what is refused', async ({ entry }) => {
    expect(await update(admin, ada, { profile_data: [entry()] })).toMatchObject(badRequest)
  })

  test('somebody deactivated is told about too', async () => {
    const gone = await realm.user('gone')
    await realm.deactivate(gone)

    await admin.must('PATCH', `/users/${gone.id}`, { profile_data: [{ id: motto, value: 'rest' }] })

    expect(await readUser(gone)).toMatchObject({ profile_data: { [motto]: { value: 'rest' } } })
  })
})
