import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { raiseCounters } from '../kit/event-rows'
import { newRealm, password, request, type Answer, type Params, type Person, type TestRealm } from '../kit'

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/
const gravatar = /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/

interface User {
  user_id: number
  [field: string]: unknown
}

async function members(person: Person, params: Params = {}): Promise<User[]> {
  return (await person.get('/users', params))['members'] as User[]
}

describe('looking at users', () => {
  let realm: TestRealm
  let ada: Person
  let guest: Person
  let gone: Person
  let bot: Person

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    guest = await realm.user('gus', { role: 600 })
    gone = await realm.user('gone')
    bot = await realm.bot('helper', ada)
    await realm.deactivate(gone)
    const other = await newRealm()
    await other.user('abroad')
  })

  /** The user as every one of the four ways to ask shows them. */
  async function readUser(id: number, params: Params = {}, by: Person = realm.owner): Promise<User> {
    const listed = (await members(by, params)).find(({ user_id }) => user_id === id)!
    const { user: alone } = await by.get(`/users/${id}`, params)
    const { user: byEmail } = await by.get(`/users/${encodeURIComponent(listed['email'] as string)}`, params)
    expect(alone).toEqual(listed)
    expect(byEmail).toEqual(listed)
    return listed
  }

  test('a person is shown with exactly these fields', async () => {
    expect(await readUser(ada.id)).toEqual({
      user_id: ada.id,
      email: 'ada@example.com',
      full_name: 'Ada',
      avatar_url: null,
      avatar_version: 1,
      bot_type: null,
      date_joined: expect.stringMatching(iso),
      is_active: true,
      is_admin: false,
      is_owner: false,
      is_billing_admin: false,
      is_guest: false,
      is_bot: false,
      role: 400,
      timezone: '',
    })
  })

  test('a bot is shown with its owner', async () => {
    expect(await readUser(bot.id)).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: ada.id, role: 400 })
  })

  test('a bot without an owner is shown with none', async () => {
    const orphan = await realm.user('orphan')
    await realm.behindTheWriter(env.DB.prepare('update user set bot_type = 1 where id = ?').bind(orphan.id))

    const bare = await readUser(orphan.id)
    expect(bare).toMatchObject({ is_bot: true })
    expect(bare).not.toHaveProperty('bot_owner_id')
  })

  test('somebody deactivated is shown as such', async () => {
    expect(await readUser(gone.id)).toMatchObject({ full_name: 'Gone', is_active: false })
  })

  test.each([
    [100, { is_owner: true, is_admin: true, is_guest: false }],
    [200, { is_owner: false, is_admin: true, is_guest: false }],
    [300, { is_owner: false, is_admin: false, is_guest: false }],
    [400, { is_owner: false, is_admin: false, is_guest: false }],
    [600, { is_owner: false, is_admin: false, is_guest: true }],
  ])('the role %i is shown by its code and its flags', async (role, flags) => {
    const person = await realm.user(`role${role}`, { role })

    expect(await readUser(person.id)).toMatchObject({ role, ...flags })
  })

  test('the time of joining has microseconds unless they are zero', async () => {
    const person = await realm.user('joined')

    const joinAt = (time: number) =>
      env.DB.prepare('update user set date_joined = ? where id = ?').bind(time, person.id).run()

    await joinAt(1577836800)
    expect(await readUser(person.id)).toMatchObject({ date_joined: '2020-01-01T00:00:00+00:00' })
    await joinAt(1577836800.25)
    expect(await readUser(person.id)).toMatchObject({ date_joined: '2020-01-01T00:00:00.250000+00:00' })
  })

  test('the picture is left to the client, unless it does not want to compute it', async () => {
    expect(await readUser(ada.id, { client_gravatar: true })).toMatchObject({ avatar_url: null })
    // md5 of ada@example.com
    expect(await readUser(ada.id, { client_gravatar: false })).toMatchObject({
      avatar_url: 'https://secure.gravatar.com/avatar/3e3417d7ef77d5932a6734b916515ed5?d=identicon&version=1',
    })
  })

  test('the picture follows the address in small letters, and its version', async () => {
    const shouting = await realm.user('LOUD')
    const quiet = gravatarOf(await readUser(shouting.id, { client_gravatar: false }))
    await realm.behindTheWriter(
      env.DB.prepare("update user set delivery_email = 'loud@example.com', avatar_version = 3 where id = ?").bind(
        shouting.id,
      ),
    )

    const { avatar_url, avatar_version } = await readUser(shouting.id, { client_gravatar: false })

    expect(avatar_url).toBe(quiet.replace('version=1', 'version=3'))
    expect(avatar_version).toBe(3)
  })

  test('custom profile fields are shown to who asks for them, of people only', async () => {
    expect(await readUser(ada.id, { include_custom_profile_fields: true })).toMatchObject({ profile_data: {} })
    expect(await readUser(ada.id, { include_custom_profile_fields: false })).not.toHaveProperty('profile_data')
    expect(await readUser(bot.id, { include_custom_profile_fields: true })).not.toHaveProperty('profile_data')
  })

  test('everybody of the realm is listed once, by id, and nobody else', async () => {
    const listed = await members(realm.owner)

    const ids = listed.map(({ user_id }) => user_id)
    expect(ids).toEqual(ids.toSorted((left, right) => left - right))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining([realm.owner.id, ada.id, guest.id, gone.id, bot.id]))
    expect(listed.map(({ email }) => email)).not.toContain('abroad@example.com')
  })

  test.each<[string, () => Person]>([
    ['a member', () => ada],
    ['a guest', () => guest],
    ['a bot', () => bot],
  ])('%s may look at everybody', async (_, who) => {
    expect((await members(who())).length).toBeGreaterThanOrEqual(5)
    expect(await readUser(gone.id, {}, who())).toMatchObject({ full_name: 'Gone' })
  })

  test.each(['ADA@example.com', 'ada@EXAMPLE.com', 'ada%40example.com', 'Ada%40Example.COM'])(
    'an address finds its user in any case: %s',
    async (email) => {
      expect(await ada.get(`/users/${email}`)).toMatchObject({ user: { user_id: ada.id } })
    },
  )

  test('an address with a plus finds its user', async () => {
    const { user_id } = await realm.owner.post('/users', { email: 'a+b@example.com', password, full_name: 'Plus' })

    expect(await ada.get('/users/a+b@example.com')).toMatchObject({ user: { user_id } })
    expect(await ada.get('/users/a%2Bb%40example.com')).toMatchObject({ user: { user_id } })
  })

  test('the address that others see finds a user, not the real one', async () => {
    const hidden = await realm.user('hidden')
    await realm.behindTheWriter(
      env.DB.prepare("update user set email = 'user99@rivulet.test' where id = ?").bind(hidden.id),
    )

    expect(await ada.get('/users/user99@rivulet.test')).toMatchObject({ user: { user_id: hidden.id } })
    expect((await ada.ask('GET', '/users/hidden@example.com')).status).toBe(400)
  })

  test.each([
    '999999',
    '0',
    '4294967297',
    '99999999999999999999999',
    'nobody@example.com',
    'abroad@example.com',
    'ada',
    '-1',
    '%27%20or%201%3D1',
    '%00',
    '%25',
  ])('an unknown user is refused: %s', async (who) => {
    const answer = await ada.ask('GET', `/users/${who}`)

    expect(answer).toMatchObject({ status: 400, result: 'error', msg: 'No such user', code: 'BAD_REQUEST' })
  })

  test('a user of another realm is refused like one that is not there', async () => {
    const other = await newRealm()

    expect(await ada.ask('GET', `/users/${other.owner.id}`)).toMatchObject({ status: 400, msg: 'No such user' })
  })

  test('an address that is far too long is refused', async () => {
    expect((await ada.ask('GET', `/users/${'a'.repeat(600)}@example.com`)).status).toBe(400)
  })
})

const newest = async (person: Person) => (await person.get('/users/me'))['max_message_id'] as number

const gravatarOf = ({ avatar_url }: User): string => {
  expect(avatar_url).toMatch(gravatar)
  return avatar_url as string
}

describe('GET /users/me', () => {
  let realm: TestRealm

  beforeAll(async () => {
    realm = await newRealm()
  })

  test('answers with exactly these fields, at the top level', async () => {
    const { headers: _, status, ...own } = await realm.owner.get('/users/me')

    expect(status).toBe(200)
    expect(own).toEqual({
      result: 'success',
      msg: '',
      user_id: realm.owner.id,
      email: 'olga@example.com',
      full_name: 'Olga Owner',
      avatar_url: expect.stringMatching(gravatar),
      avatar_version: 1,
      date_joined: expect.stringMatching(iso),
      is_active: true,
      is_admin: true,
      is_owner: true,
      is_billing_admin: false,
      is_guest: false,
      is_bot: false,
      role: 100,
      timezone: '',
      max_message_id: -1,
    })
  })

  test('takes no parameters, so that they change nothing', async () => {
    const own = await realm.owner.get('/users/me', { client_gravatar: true, include_custom_profile_fields: true })

    expect(own['avatar_url']).toMatch(gravatar)
    expect(own).not.toHaveProperty('profile_data')
  })

  test('tells a bot its owner but no type', async () => {
    const bot = await realm.bot('clock', realm.owner)

    const own = await bot.get('/users/me')

    expect(own).toMatchObject({ is_bot: true, bot_owner_id: realm.owner.id })
    expect(own).not.toHaveProperty('bot_type')
  })

  describe('max_message_id', () => {
    test('is the newest message in a stream of one’s own', async () => {
      const { owner } = await newRealm()
      await owner.send('general', 'tides', 'first')
      const id = await owner.send('general', 'tides', 'second')

      expect(await newest(owner)).toBe(id)
    })

    test('is the newest private message', async () => {
      const other = await newRealm()
      const ada = await other.user('ada')
      await other.owner.send('general', 'tides', 'x')
      const id = await other.owner.write([ada], 'psst')

      expect(await newest(ada)).toBe(id)
      expect(await newest(other.owner)).toBe(id)
    })

    test('counts no message that one did not receive', async () => {
      const other = await newRealm()
      const ada = await other.user('ada')
      const bo = await other.user('bo')
      await other.stream('harbour', bo)
      const id = await bo.send('general', 'tides', 'for all')
      await bo.send('harbour', 'tides', 'not for Ada')
      await bo.write([other.owner], 'not for Ada either')

      expect(await newest(ada)).toBe(id)
    })

    test('counts messages of streams that one has left', async () => {
      const other = await newRealm()
      const ada = await other.user('ada')
      const id = await ada.send('general', 'tides', 'x')
      await ada.delete('/users/me/subscriptions', { subscriptions: ['general'] })
      await other.owner.send('general', 'tides', 'later')

      expect(await newest(ada)).toBe(id)
    })

    test('is -1 in a realm whose ids are high, too', async () => {
      const other = await newRealm()

      expect(await newest(other.owner)).toBe(-1)
    })
  })
})

describe('POST /users', () => {
  let realm: TestRealm

  beforeAll(async () => {
    realm = await newRealm()
  })

  let created = 0

  /** Creates somebody whose name and address do not matter unless given. */
  function create(given: Params = {}, by: Person = realm.owner): Promise<Answer> {
    created += 1
    return by.ask('POST', '/users', {
      email: `somebody-${created}@example.com`,
      password,
      full_name: `Somebody ${created}`,
      ...given,
    })
  }

  const readCreatedUser = async ({ user_id }: Answer) => {
    const { user } = await realm.owner.get(`/users/${user_id as number}`)
    return user as User
  }

  test('creates an active member, who can log in', async () => {
    const answer = await create({ email: 'Ada@Example.com', full_name: 'Ada Lovelace' })

    expect(answer).toMatchObject({ status: 200, user_id: expect.any(Number) })
    expect(await readCreatedUser(answer)).toMatchObject({
      email: 'Ada@Example.com',
      full_name: 'Ada Lovelace',
      role: 400,
      is_active: true,
      bot_type: null,
    })
    const login = await request(realm.host, 'POST', '/fetch_api_key', {
      params: { username: 'ada@example.com', password },
    })
    expect(login).toMatchObject({ status: 200, user_id: answer['user_id'] })
  })

  test.each([
    ['administrators', () => realm.user('admin', { role: 200 })],
    ['owners', () => realm.user('second', { role: 100 })],
    ['bots that are administrators', () => realm.bot('ruler', realm.owner, { role: 200 })],
  ])('%s may', async (_, newAdmin) => {
    const admin = await newAdmin()

    expect((await create({}, admin)).status).toBe(200)
  })

  test.each([
    ['moderators', 300],
    ['members', 400],
    ['guests', 600],
  ])('%s may not', async (name, role) => {
    const person = await realm.user(name, { role })

    const answer = await create({ email: `by-${name}@example.com` }, person)

    expect(answer).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
    expect((await realm.owner.ask('GET', `/users/by-${name}@example.com`)).status).toBe(400)
  })

  test.each([
    ['', 'too short'],
    ['A', 'too short'],
    ['  A  ', 'too short'],
    ['a'.repeat(101), 'too long'],
    ['😀'.repeat(101), 'too long'],
    ['Ada*', 'invalid'],
    ['`Ada', 'invalid'],
    ['A\\da', 'invalid'],
    ['Ada>', 'invalid'],
    ['"Ada"', 'invalid'],
    ['Ada@home', 'invalid'],
    ['Ada\nLovelace', 'invalid'],
    ['Ada\tLovelace', 'invalid'],
    ['Ada\u0000', 'null bytes'],
    ['Ada\u0007', 'invalid'],
    ['Ada\u0378', 'invalid'],
    ['Ada\uFFFF', 'invalid'],
    ['Ada|12', 'invalid'],
    ['Ada|1', 'invalid'],
  ])('refuses the name "%s": %s', async (full_name, reason) => {
    const answer = await create({ full_name })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(answer.msg.toLowerCase()).toContain(reason)
  })

  test.each([
    ['Al', 'Al'],
    ['  Ada Lovelace ', 'Ada Lovelace'],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['😀'.repeat(100), '😀'.repeat(100)],
    ['Ада Лавлейс', 'Ада Лавлейс'],
    ['愛達', '愛達'],
    ["O'Neil-<Smith", "O'Neil-<Smith"],
    ['Ada|x', 'Ada|x'],
    ['12|Ada', '12|Ada'],
    ['|12 Ada', '|12 Ada'],
  ])('takes the name "%s"', async (full_name, stored) => {
    expect(await readCreatedUser(await create({ full_name }))).toMatchObject({ full_name: stored })
  })

  test('takes a name that somebody has', async () => {
    await create({ full_name: 'Twin' })

    expect((await create({ full_name: 'Twin' })).status).toBe(200)
  })

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'a da@example.com',
    'ada@exam ple.com',
    'ada@@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\nbcc: all@example.com',
    'ada\0@example.com',
    `${'a'.repeat(310)}@example.com`,
  ])('refuses the address "%s"', async (email) => {
    expect(await create({ email })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('takes an address without the space around it', async () => {
    expect(await readCreatedUser(await create({ email: ' spaced@example.com ' }))).toMatchObject({
      email: 'spaced@example.com',
    })
  })

  test.each(['taken@example.com', 'TAKEN@EXAMPLE.COM', 'Taken@Example.com', ' taken@example.com'])(
    'refuses an address that somebody has, in any case: "%s"',
    async (email) => {
      await create({ email: 'taken@example.com' })

      const answer = await create({ email })

      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
      expect(answer.msg).toContain('already in use')
    },
  )

  test('refuses the address of somebody deactivated', async () => {
    const gone = await realm.user('gone')
    await realm.deactivate(gone)

    expect((await create({ email: gone.email })).status).toBe(400)
  })

  test('takes an address that somebody has in another realm', async () => {
    const other = await newRealm()
    await other.user('abroad')

    expect((await create({ email: 'abroad@example.com' })).status).toBe(200)
  })

  test.each([
    '',
    'short',
    '12345',
    'password',
    'PASSWORD',
    '123456',
    'qwerty',
    'aaaaaaaaaaaa',
    'ababab',
    'weak@example.com',
    'weakling',
    'Weak Ling',
  ])('refuses the weak password "%s"', async (weak) => {
    const answer = await create({
      email: 'weakling@example.com',
      full_name: 'Weak Ling',
      password: weak.replace('weak@', 'weakling@'),
    })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(answer.msg).toContain('weak')
  })

  test('refuses a password that is far too long', async () => {
    expect((await create({ password: 'a'.repeat(201) })).status).toBe(400)
  })

  test('makes one user of ten requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ email: 'race@example.com' })))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
  })

  test('gives everybody an id of their own', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()))

    expect(new Set(answers.map((answer) => answer['user_id'])).size).toBe(5)
  })

  test('makes the newcomer known to messages at once, though the address was tried before', async () => {
    await realm.owner.ask('POST', '/messages', { type: 'private', to: 'Late@example.com', content: 'x' })

    await create({ email: 'late@example.com', full_name: 'Late Comer' })

    const answer = await realm.owner.ask('POST', '/messages', { type: 'private', to: 'Late@example.com', content: 'x' })
    expect(answer.status).toBe(200)
  })

  test('makes the newcomer known to mentions at once, though the name was tried before', async () => {
    await realm.owner.send('general', 'welcome', 'Where is @**Nova Star**?')
    const answer = await create({ full_name: 'Nova Star' })
    const id = await realm.owner.send('general', 'welcome', 'There is @**Nova Star**!')

    const { message } = await realm.owner.get(`/messages/${id}`)

    expect((message as { content: string }).content).toContain(`data-user-id="${answer['user_id'] as number}"`)
  })
})

async function newDefaultStream(realm: TestRealm, name: string): Promise<void> {
  const { id } = await realm.stream(name)
  await realm.owner.post('/default_streams', { stream_id: id })
}

/** Ids of a person's unread messages, oldest first. */
async function unread(person: Person): Promise<number[]> {
  return (await person.messages())
    .filter((message) => !(message['flags'] as string[]).includes('read'))
    .map((message) => message['id'] as number)
}

describe('somebody new', () => {
  test('is subscribed to the default streams, and to no others', async () => {
    const realm = await newRealm()
    await realm.stream('harbour')

    const ada = await realm.user('ada')

    const { subscriptions } = await ada.get('/users/me/subscriptions')
    expect(subscriptions).toEqual([expect.objectContaining({ name: 'general', is_muted: false, pin_to_top: false })])
  })

  test('is subscribed to all default streams, each in a colour of its own', async () => {
    const realm = await newRealm()
    for (const name of ['harbour', 'pier', 'lighthouse']) await newDefaultStream(realm, name)

    const ada = await realm.user('ada')

    const { subscriptions } = await ada.get('/users/me/subscriptions')
    const listed = subscriptions as { name: string; color: string }[]
    expect(listed.map(({ name }) => name)).toEqual(['general', 'harbour', 'lighthouse', 'pier'])
    expect(new Set(listed.map(({ color }) => color)).size).toBe(4)
  })

  test('is not subscribed to a default stream that was archived', async () => {
    const realm = await newRealm()
    const { stream_id } = await realm.owner.get('/get_stream_id', { stream: 'general' })
    await realm.owner.delete(`/streams/${String(stream_id)}`)

    const ada = await realm.user('ada')

    expect((await ada.get('/users/me/subscriptions'))['subscriptions']).toEqual([])
  })

  test('finds recent public messages, the newest twenty of them unread', async () => {
    const realm = await newRealm()
    const ids: number[] = []
    for (let nth = 1; nth <= 25; nth += 1) ids.push(await realm.owner.send('general', 'tides', `nth ${nth}`))

    const ada = await realm.user('ada')

    const found = (await ada.messages()).map((message) => message['id'])
    expect(found).toEqual(ids)
    expect(await unread(ada)).toEqual(ids.slice(5))
    expect((await ada.get('/users/me'))['max_message_id']).toBe(ids.at(-1))
  })

  test('finds them by the narrow for what is unread, too', async () => {
    const realm = await newRealm()
    const id = await realm.owner.send('general', 'tides', 'Welcome')
    const ada = await realm.user('ada')

    const messages = await ada.messages([{ operator: 'is', operand: 'unread' }])

    expect(messages.map((message) => message['id'])).toEqual([id])
  })

  test('counts the newest twenty over all default streams together', async () => {
    const realm = await newRealm()
    await newDefaultStream(realm, 'harbour')
    const ids: number[] = []
    for (let nth = 1; nth <= 24; nth += 1)
      ids.push(await realm.owner.send(nth < 3 || nth % 2 === 0 ? 'harbour' : 'general', 'tides', `nth ${nth}`))

    const ada = await realm.user('ada')

    expect((await ada.messages()).map((message) => message['id'])).toEqual(ids)
    expect(await unread(ada)).toEqual(ids.slice(4))
  })

  test('finds neither old nor private messages, nor those of other streams', async () => {
    const realm = await newRealm()
    await realm.stream('harbour')
    const bo = await realm.user('bo')
    const old = await realm.owner.send('general', 'tides', 'old')
    await env.DB.prepare('update message set sent_at = sent_at - 8 * 24 * 3600 where id = ?').bind(old).run()
    await realm.owner.send('harbour', 'tides', 'elsewhere')
    await realm.owner.send('core team', 'tides', 'secret')
    await realm.owner.write([bo], 'private')
    const id = await realm.owner.send('general', 'tides', 'new')

    const ada = await realm.user('ada')

    expect((await ada.messages()).map((message) => message['id'])).toEqual([id])
  })

  test('finds no more than a thousand', async () => {
    const realm = await newRealm()
    const first = await realm.owner.send('general', 'tides', 'first')
    await env.DB.prepare(
      `with recursive nth (n) as (select 1 union all select n + 1 from nth where n < 1004)
       insert into message (
         id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client, event_id
       )
       select id + n, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client,
         event_id + n
       from message, nth where id = ?`,
    )
      .bind(first)
      .run()
    await raiseCounters(realm, { message: 1004 })

    const ada = await realm.user('ada')

    const received = await ada.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 2000 })
    expect(received['messages']).toHaveLength(1000)
    expect((received['messages'] as Answer[])[0]!['id']).toBe(first + 5)
    expect(await unread(ada)).toHaveLength(20)
  })

  test('receives what is sent afterwards, unread', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')

    const id = await realm.owner.send('general', 'tides', 'x')

    expect(await ada.flags(id)).toEqual([])
  })

  test('finds nothing when nothing was said', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')

    expect(await ada.messages()).toEqual([])
  })
})
