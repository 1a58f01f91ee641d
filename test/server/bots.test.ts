import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { newRealm, Person, type Answer, type Params, type TestRealm } from '../kit'

const administrator = 200
const guest = 600
const types = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 }

/** No state: only what happens. */
const eventsOnly = { fetch_event_types: [] }

const badRequest = { status: 400, code: 'BAD_REQUEST' }

const helper = { full_name: 'Helper', short_name: 'helper' }

/** A bot made by its owner, who alone was told its key. */
async function createBot(by: Person, params: Params = {}): Promise<Person> {
  const { user_id, api_key } = await by.post('/bots', { ...helper, ...params })
  const email = `${(params['short_name'] as string | undefined) ?? 'helper'}-bot@${by.realm.host}`
  return new Person(by.realm, user_id as number, email, (params['full_name'] as string) ?? 'Helper', api_key as string)
}

async function scene() {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const bob = await realm.user('bob')
  return { realm, ada, bob, admin: await realm.user('adam', { role: administrator }) }
}

/** The bot as its owner sees it. */
async function readBot(owner: Person, bot: Pick<Person, 'id'>): Promise<Record<string, unknown>> {
  const { state } = await owner.listen({ fetch_event_types: ['realm_bot'] })
  return (state['realm_bots'] as Record<string, unknown>[]).find(({ user_id }) => user_id === bot.id)!
}

describe('creating a bot', () => {
  test('answers its key, with which it acts', async () => {
    const { realm, ada, bob } = await scene()

    const answer = await ada.post('/bots', helper)

    expect(answer).toMatchObject({
      user_id: expect.any(Number),
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      avatar_url: expect.stringMatching(/^https:\/\/secure\.gravatar\.com\//),
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
    })
    const bot = new Person(
      realm,
      answer['user_id'] as number,
      `helper-bot@${realm.host}`,
      'Helper',
      answer['api_key'] as string,
    )
    expect(await bot.get('/users/me')).toMatchObject({ user_id: bot.id, is_bot: true, role: 400, bot_owner_id: ada.id })
    await bot.write([bob], 'Hello')
  })

  test('keeps its key nowhere in clear', async () => {
    const { ada } = await scene()
    const listener = await ada.listen(eventsOnly)
    const bot = await createBot(ada)

    const { results: tables } = await env.DB.prepare(
      `select name from sqlite_master where type = 'table' and name not like '%message_search%' and name not like '\\_cf%' escape '\\'`,
    ).all<{ name: string }>()
    for (const { name } of tables) {
      const { results } = await env.DB.prepare(`select * from "${name}"`).all()
      expect([name, JSON.stringify(results).includes(bot.key)]).toEqual([name, false])
    }
    expect(JSON.stringify(await listener.events())).not.toContain(bot.key)
    expect((await ada.get('/bots'))['bots']).toMatchObject([{ api_key: '' }])
    expect(await readBot(ada, bot)).toMatchObject({ api_key: '' })
  })

  test('subscribes it to nothing', async () => {
    const { ada } = await scene()

    expect((await (await createBot(ada)).get('/users/me/subscriptions'))['subscriptions']).toEqual([])
  })

  test('is told to everybody as a user, and as a bot to its owner and administrators alone', async () => {
    const { realm, ada, bob, admin } = await scene()
    const gus = await realm.user('gus', { role: guest })
    const people = [ada, admin, realm.owner, bob, gus]
    const listeners = await Promise.all(people.map((person) => person.listen(eventsOnly)))

    const bot = await createBot(ada)

    const added = { op: 'add', person: { user_id: bot.id, is_bot: true, bot_type: 1, bot_owner_id: ada.id } }
    const asBot = {
      type: 'realm_bot',
      op: 'add',
      bot: {
        user_id: bot.id,
        email: bot.email,
        full_name: 'Helper',
        bot_type: 1,
        is_active: true,
        api_key: '',
        avatar_url: expect.any(String),
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
        owner_id: ada.id,
        services: [],
      },
    }
    for (const [index, listener] of listeners.entries()) {
      const events = await listener.events()
      expect(events.filter(({ type }) => type === 'realm_user')).toMatchObject([added])
      expect(events.filter(({ type }) => type === 'realm_bot')).toEqual(index < 3 ? [asBot] : [])
    }
  })

  test('of an outgoing webhook tells its owner where it posts to, and a token', async () => {
    const { ada } = await scene()

    const bot = await createBot(ada, {
      bot_type: types.outgoingWebhook,
      payload_url: '"https://hooks.test/in"',
      interface_type: 2,
    })

    expect(await readBot(ada, bot)).toMatchObject({
      bot_type: 3,
      services: [{ base_url: 'https://hooks.test/in', interface: 2, token: expect.stringMatching(/^\w{32}$/) }],
    })
  })

  test('of an incoming webhook makes one that may only send', async () => {
    const { ada, bob } = await scene()

    const bot = await createBot(ada, { bot_type: types.incomingWebhook })

    await bot.write([bob], 'Hello')
    expect(await bot.ask('GET', '/users/me')).toMatchObject({ status: 401 })
  })

  test.each([
    ['no full name', { full_name: undefined }, 'REQUEST_VARIABLE_MISSING'],
    ['no short name', { short_name: undefined }, 'REQUEST_VARIABLE_MISSING'],
    ['a full name that is none', { full_name: '*' }],
    ['a full name too long', { full_name: 'x'.repeat(101) }],
    ['a short name with a space', { short_name: 'hel per' }],
    ['a short name with an address', { short_name: 'a@b' }],
    ['an empty short name', { short_name: ' ' }],
    ['a short name too long', { short_name: 'x'.repeat(61) }],
    ['the name of somebody', { full_name: 'bOB' }],
    ['the name of a bot', { full_name: 'Taken', short_name: 'other' }],
    ['the address of a bot', { full_name: 'Other', short_name: 'TAKEN' }],
    ['a type that is none', { bot_type: 5 }],
    ['a type that is no number', { bot_type: '"1"' }],
    ['an embedded bot', { bot_type: 4, service_name: 'converter' }],
    ['an interface that is none', { interface_type: 3 }],
    ['an outgoing webhook that posts nowhere', { bot_type: 3 }],
    ['an address that is none', { bot_type: 3, payload_url: '"nowhere"' }],
    ['an address of another kind', { bot_type: 3, payload_url: '"file:///etc/passwd"' }],
    ['an address with a password', { bot_type: 3, payload_url: '"https://ada:secret@hooks.test/"' }],
    ['an address too long', { bot_type: 3, payload_url: `"https://hooks.test/${'x'.repeat(2000)}"` }],
    ['an address that is not JSON', { bot_type: 3, payload_url: 'https://hooks.test' }],
    ['a stream that is not there', { default_sending_stream: 'nowhere' }],
    ['a stream that is hidden from its owner', { default_events_register_stream: 'core team' }],
    ['settings of another shape', { config_data: { key: 1 } }],
    ['settings too long', { config_data: { key: 'x'.repeat(10_000) } }],
  ])('is refused with %s', async (_, params: Params, code = 'BAD_REQUEST') => {
    const { realm, ada } = await scene()
    await createBot(realm.owner, { full_name: 'Taken', short_name: 'taken' })
    const listener = await realm.owner.listen(eventsOnly)

    expect(await ada.ask('POST', '/bots', { ...helper, ...params })).toMatchObject({ status: 400, code })

    expect(await listener.events()).toEqual([])
    expect((await ada.get('/bots'))['bots']).toEqual([])
  })

  test('takes the name of somebody deactivated', async () => {
    const { realm, ada, bob } = await scene()
    await realm.owner.delete(`/users/${bob.id}`)

    await createBot(ada, { full_name: 'Bob' })
  })

  test.each([
    { policy: 1, who: 'a member', type: types.generic, may: true },
    { policy: 2, who: 'a member', type: types.generic, may: false },
    { policy: 2, who: 'a member', type: types.incomingWebhook, may: true },
    { policy: 2, who: 'an administrator', type: types.generic, may: true },
    { policy: 3, who: 'a member', type: types.generic, may: false },
    { policy: 3, who: 'a member', type: types.incomingWebhook, may: false },
    { policy: 3, who: 'an administrator', type: types.incomingWebhook, may: true },
    { policy: 1, who: 'a guest', type: types.generic, may: false },
    { policy: 1, who: 'a bot', type: types.generic, may: false },
  ])('by policy $policy, of type $type, by $who: $may', async ({ policy, who, type, may }) => {
    const { realm, ada, admin } = await scene()
    await realm.set({ bot_creation_policy: policy })
    const people: Record<string, () => Promise<Person> | Person> = {
      'a member': () => ada,
      'an administrator': () => admin,
      'a guest': () => realm.user('gus', { role: guest }),
      'a bot': () => realm.bot('robo', ada),
    }

    const answer = await (await people[who]!()).ask('POST', '/bots', { ...helper, bot_type: type })

    expect(answer).toMatchObject(may ? { status: 200 } : badRequest)
  })
})

describe('bots are listed', () => {
  test('to their owner while they are active, and to nobody else', async () => {
    const { ada, bob, admin } = await scene()
    const bot = await createBot(ada)
    const gone = await createBot(ada, { full_name: 'Gone', short_name: 'gone' })
    await ada.delete(`/bots/${gone.id}`)

    expect((await ada.get('/bots'))['bots']).toEqual([
      {
        username: bot.email,
        full_name: 'Helper',
        api_key: '',
        avatar_url: expect.any(String),
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
      },
    ])
    for (const other of [bob, admin]) expect((await other.get('/bots'))['bots']).toEqual([])
  })

  test.each(['guest', 'bot'])('not to a %s', async (who) => {
    const { realm, ada } = await scene()
    const person = who === 'guest' ? await realm.user('gus', { role: guest }) : await realm.bot('robo', ada)

    expect(await person.ask('GET', '/bots')).toMatchObject(badRequest)
  })

  test('in the state of their owner and of administrators, deactivated ones too', async () => {
    const { ada, bob, admin } = await scene()
    const bot = await createBot(ada)
    await ada.delete(`/bots/${bot.id}`)

    const asked = { fetch_event_types: ['realm_bot', 'realm_embedded_bots', 'realm_incoming_webhook_bots'] }
    for (const person of [ada, admin])
      expect((await person.listen(asked)).state).toMatchObject({
        realm_bots: [{ user_id: bot.id, is_active: false, owner_id: ada.id }],
        realm_embedded_bots: [],
        realm_incoming_webhook_bots: expect.arrayContaining([{ name: 'github', config: {} }]),
      })
    expect((await bob.listen(asked)).state).toMatchObject({ realm_bots: [] })
  })
})

describe('changing a bot', () => {
  test('answers how it is then', async () => {
    const { ada, admin } = await scene()
    const bot = await createBot(ada, {
      bot_type: types.outgoingWebhook,
      payload_url: '"https://hooks.test/in"',
      config_data: { a: '1' },
    })

    const answer = await admin.patch(`/bots/${bot.id}`, {
      full_name: 'Aide',
      bot_owner_id: admin.id,
      service_payload_url: '"http://localhost:8000/"',
      service_interface: 2,
      config_data: { b: '2' },
      default_sending_stream: 'general',
      default_events_register_stream: 'GENERAL',
      default_all_public_streams: true,
    })

    expect(answer).toMatchObject({
      full_name: 'Aide',
      avatar_url: expect.any(String),
      service_interface: 2,
      service_payload_url: 'http://localhost:8000/',
      config_data: { a: '1', b: '2' },
      default_sending_stream: 'general',
      default_events_register_stream: 'general',
      default_all_public_streams: true,
      bot_owner: 'adam@example.com',
      offer: null,
    })
    expect(await readBot(admin, bot)).toMatchObject({
      full_name: 'Aide',
      owner_id: admin.id,
      default_sending_stream: 'general',
    })
  })

  test('of nothing leaves it as it is, and tells nobody', async () => {
    const { ada } = await scene()
    const bot = await createBot(ada, { default_sending_stream: 'general' })
    const before = await readBot(ada, bot)
    const listener = await ada.listen(eventsOnly)

    await ada.patch(`/bots/${bot.id}`)

    expect(await readBot(ada, bot)).toEqual(before)
    expect(await listener.events()).toEqual([])
  })

  test('takes default streams back by empty names', async () => {
    const { ada } = await scene()
    const bot = await createBot(ada, { default_sending_stream: 'general', default_events_register_stream: 'general' })

    await ada.patch(`/bots/${bot.id}`, { default_sending_stream: '' })

    expect(await readBot(ada, bot)).toMatchObject({
      default_sending_stream: null,
      default_events_register_stream: 'general',
    })
  })

  test('tells its owner and administrators each thing, and everybody its name', async () => {
    const { realm, ada, bob } = await scene()
    const bot = await createBot(ada)
    const [own, admins, other] = await Promise.all([ada, realm.owner, bob].map((person) => person.listen(eventsOnly)))

    await ada.patch(`/bots/${bot.id}`, {
      full_name: 'Aide',
      default_all_public_streams: true,
      default_sending_stream: 'general',
    })

    const name = { type: 'realm_user', op: 'update', person: { user_id: bot.id, full_name: 'Aide' } }
    const change = (field: object) => ({ type: 'realm_bot', op: 'update', bot: { user_id: bot.id, ...field } })
    const expected = [
      name,
      change({ full_name: 'Aide' }),
      change({ default_sending_stream: 'general' }),
      change({ default_all_public_streams: true }),
    ]
    expect(await own!.events()).toEqual(expected)
    expect(await admins!.events()).toEqual(expected)
    expect(await other!.events()).toEqual([name])
  })

  test('by PATCH /users tells of its name likewise', async () => {
    const { realm, ada, bob } = await scene()
    const bot = await createBot(ada)
    const [own, other] = [await ada.listen(eventsOnly), await bob.listen(eventsOnly)]

    await realm.owner.patch(`/users/${bot.id}`, { full_name: 'Aide' })

    const name = { type: 'realm_user', op: 'update', person: { user_id: bot.id, full_name: 'Aide' } }
    expect(await own.events()).toEqual([
      name,
      { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, full_name: 'Aide' } },
    ])
    expect(await other.events()).toEqual([name])
  })

  test('of owner tells the former one, the new one and administrators what it is to each', async () => {
    const { realm, ada, bob } = await scene()
    const cy = await realm.user('cy')
    const bot = await createBot(ada)
    const [former, next, admins, other] = await Promise.all(
      [ada, bob, realm.owner, cy].map((person) => person.listen(eventsOnly)),
    )

    await bot.passOn(ada, bob)

    const owned = { type: 'realm_user', op: 'update', person: { user_id: bot.id, bot_owner_id: bob.id } }
    expect(await former!.events()).toEqual([{ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } }, owned])
    expect(await next!.events()).toMatchObject([
      { type: 'realm_bot', op: 'add', bot: { user_id: bot.id, owner_id: bob.id } },
      owned,
    ])
    expect(await admins!.events()).toEqual([
      { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, owner_id: bob.id } },
      owned,
    ])
    expect(await other!.events()).toEqual([owned])
    expect(await ada.ask('PATCH', `/bots/${bot.id}`, { full_name: 'Mine' })).toMatchObject(badRequest)
  })

  test('of owner takes its keys and connections away, and the new owner makes a new key', async () => {
    const { ada, bob } = await scene()
    const bot = await createBot(ada)
    const waiting = (await bot.listen(eventsOnly)).poll()

    await bot.passOn(ada, bob)

    expect(await waiting).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    expect(await bot.ask('GET', '/users/me')).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    await bot.takeKeyFrom(bob)
    expect(await bot.get('/users/me')).toMatchObject({ user_id: bot.id, bot_owner_id: bob.id })
  })

  test('of owner gives an outgoing webhook a token that its former owner never saw', async () => {
    const { ada, bob } = await scene()
    const bot = await createBot(ada, { bot_type: types.outgoingWebhook, payload_url: '"https://hooks.test/in"' })
    const token = async (owner: Person) => ((await readBot(owner, bot))['services'] as { token: string }[])[0]!.token
    const former = await token(ada)

    await bot.passOn(ada, bob)
    await bob.patch(`/bots/${bot.id}`, { service_payload_url: '"https://hooks.test/in"' })

    expect(await token(bob)).toMatch(/^\w{32}$/)
    expect(await token(bob)).not.toBe(former)
  })

  test('of anything else leaves its keys as they are', async () => {
    const { ada, admin } = await scene()
    const bot = await createBot(ada)
    const waiting = (await bot.listen(eventsOnly)).poll({ dont_block: true })

    await admin.patch(`/bots/${bot.id}`, { full_name: 'Aide', bot_owner_id: ada.id })

    expect(await bot.get('/users/me')).toMatchObject({ full_name: 'Aide' })
    expect(await waiting).toMatchObject({ status: 200 })
  })

  test.each<[string, (realm: TestRealm, bot: Person) => Promise<Params> | Params]>([
    ['the name of somebody', () => ({ full_name: 'Bob' })],
    ['a name that is none', () => ({ full_name: ' ' })],
    ['no such owner', () => ({ bot_owner_id: 123_456_789 })],
    ['itself as its owner', (_, bot) => ({ bot_owner_id: bot.id })],
    ['a guest as its owner', async (realm) => ({ bot_owner_id: (await realm.user('gus', { role: guest })).id })],
    ['an owner elsewhere', async () => ({ bot_owner_id: (await newRealm()).owner.id })],
    [
      'an owner who is deactivated',
      async (realm) => {
        const gone = await realm.user('gone')
        await realm.owner.delete(`/users/${gone.id}`)
        return { bot_owner_id: gone.id }
      },
    ],
    ['a service, though it has none', () => ({ service_payload_url: '"https://hooks.test/"' })],
    ['an interface that is none', () => ({ service_interface: 3 })],
    ['a stream that is not there', () => ({ default_sending_stream: 'nowhere' })],
    ['a stream that is hidden', () => ({ default_sending_stream: 'core team' })],
    ['settings too long', () => ({ config_data: { key: 'x'.repeat(10_000) } })],
  ])('is refused with %s, and nothing of it happens', async (_, params) => {
    const { realm, ada } = await scene()
    const bot = await createBot(ada)
    const before = await readBot(ada, bot)
    const refused = await params(realm, bot)

    const answer = await ada.ask('PATCH', `/bots/${bot.id}`, { default_all_public_streams: true, ...refused })

    expect(answer).toMatchObject(badRequest)
    expect(await readBot(ada, bot)).toEqual(before)
  })
})

const limitRefusal = (limit: number) => ({
  ...badRequest,
  msg: expect.stringContaining(`(limit: ${limit})`) as unknown,
})
const create = (by: Person) => by.ask('POST', '/bots', helper)

/** Gives somebody bots that are there already: so many that are active, so many that are not. */
async function storeBots(owner: Person, { active = 0, deactivated = 0 }): Promise<void> {
  await env.DB.prepare(`
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ?3)
    insert into user (
      id, realm_id, delivery_email, email, full_name, name_key, role, bot_type, bot_owner_id, creator_id, is_active, date_joined
    )
    select
      ?1 + (?1 % 4294967296) * 1000 + n, realm_id, 'bot-' || n || id, 'bot-' || n || id, 'Bot ' || n || id, 'bot ' || n || id, 400, 1, id, id,
      n <= ?2, 0
    from number join user on user.id = ?1
  `)
    .bind(owner.id, active, active + deactivated)
    .run()
  await owner.realm.evict()
}

describe('bots of one person', () => {
  test('are twenty that are active, and a hundred of an administrator', async () => {
    const { ada, admin } = await scene()

    for (const [by, limit] of [
      [ada, 20],
      [admin, 100],
    ] as const) {
      await storeBots(by, { active: limit - 1 })
      const bot = await createBot(by, { full_name: `Last ${by.id}`, short_name: `last-${by.id}` })
      expect(await create(by)).toMatchObject(limitRefusal(limit))
      // One that is deactivated leaves room for another, and cannot come back then.
      await by.delete(`/bots/${bot.id}`)
      const { user_id } = await by.post('/bots', { full_name: `Next ${by.id}`, short_name: `next-${by.id}` })
      expect(await by.ask('POST', `/users/${bot.id}/reactivate`)).toMatchObject(limitRefusal(limit))
      await by.delete(`/bots/${user_id as number}`)
      expect(await by.ask('POST', `/users/${bot.id}/reactivate`)).toMatchObject({ status: 200 })
    }
  })

  test('cannot be passed on to somebody who has reached the limit', async () => {
    const { ada, bob } = await scene()
    const bot = await createBot(ada)
    await storeBots(bob, { active: 20 })

    expect(await ada.ask('PATCH', `/bots/${bot.id}`, { bot_owner_id: bob.id })).toMatchObject(limitRefusal(20))
    expect(await bot.get('/users/me')).toMatchObject({ bot_owner_id: ada.id })
  })

  test('are a hundred, deactivated ones included, because they stay', async () => {
    const { ada } = await scene()
    await storeBots(ada, { deactivated: 99 })

    expect(await create(ada)).toMatchObject({ status: 200 })
    expect(await ada.ask('POST', '/bots', { full_name: 'One More', short_name: 'more' })).toMatchObject(
      limitRefusal(100),
    )
  })
})

describe('bots that one person made', () => {
  test('keep counting for their creator when somebody else owns them', async () => {
    const { realm, ada, bob } = await scene()
    await storeBots(ada, { deactivated: 99 })
    const bot = await createBot(ada)
    await realm.owner.patch(`/bots/${bot.id}`, { bot_owner_id: realm.owner.id })

    expect(await ada.ask('POST', '/bots', { full_name: 'One More', short_name: 'more' })).toMatchObject(
      limitRefusal(100),
    )
    await storeBots(realm.owner, { deactivated: 498 })
    expect(await realm.owner.ask('POST', '/bots', { full_name: 'Last', short_name: 'last' })).toMatchObject({
      status: 200,
    })
    expect(await realm.owner.ask('POST', '/bots', { full_name: 'Next', short_name: 'next' })).toMatchObject({
      status: 200,
    })
    expect(await realm.owner.ask('POST', '/bots', { full_name: 'Over', short_name: 'over' })).toMatchObject(
      limitRefusal(500),
    )
    expect(await bob.ask('POST', '/bots', { full_name: 'Other', short_name: 'other' })).toMatchObject({ status: 200 })
  })

  test('count together with those of newcomers whom they invited', async () => {
    const { realm, ada, bob } = await scene()
    const cy = await realm.user('cy')
    await realm.behindTheWriter(env.DB.prepare('update user set sponsor_id = ? where id = ?').bind(ada.id, cy.id))
    await storeBots(cy, { active: 19, deactivated: 80 })

    const bot = await createBot(ada)
    for (const by of [ada, cy])
      expect(await by.ask('POST', '/bots', { full_name: 'Other', short_name: 'other' })).toMatchObject(limitRefusal(20))
    await ada.delete(`/bots/${bot.id}`)
    for (const by of [ada, cy])
      expect(await by.ask('POST', '/bots', { full_name: 'Other', short_name: 'other' })).toMatchObject(
        limitRefusal(100),
      )
    expect(await bob.ask('POST', '/bots', { full_name: 'Other', short_name: 'other' })).toMatchObject({ status: 200 })
  })

  test('count together with those of all newcomers, while they are one', async () => {
    const { realm, ada, bob } = await scene()
    const newcomers = await Promise.all(['cy', 'di', 'ed', 'fay', 'gil'].map((name) => realm.user(name)))
    for (const person of [bob, ...newcomers])
      await realm.behindTheWriter(env.DB.prepare('update user set sponsor_id = id where id = ?').bind(person.id))
    for (const person of newcomers) await storeBots(person, { deactivated: 100 })

    expect(await create(bob)).toMatchObject({ ...limitRefusal(500), msg: expect.stringContaining('newcomers') })
    expect(await create(ada)).toMatchObject({ status: 200 })
  })
})

type Act = (by: Person, id: number) => Promise<Answer>

describe.each<[string, Act]>([
  ['changing', (by, id) => by.ask('PATCH', `/bots/${id}`, { full_name: `Bot ${id}` })],
  ['deactivating', (by, id) => by.ask('DELETE', `/bots/${id}`)],
  ['giving a new key to', (by, id) => by.ask('POST', `/bots/${id}/api_key/regenerate`)],
])('%s a bot', (_, act) => {
  test('is for its owner and administrators', async () => {
    const { realm, ada, admin } = await scene()

    const ruler = await realm.bot('ruler', realm.owner, { role: administrator })

    for (const [index, by] of [ada, admin, ruler].entries()) {
      const bot = await createBot(ada, { full_name: `Helper ${index}`, short_name: `helper-${index}` })
      expect(await act(by, bot.id)).toMatchObject({ status: 200 })
    }
  })

  test('is refused to others', async () => {
    const { realm, ada, bob } = await scene()
    const bot = await createBot(ada)
    const gus = await realm.user('gus', { role: guest })

    for (const by of [bob, gus, bot, await createBot(bob, { full_name: 'Other', short_name: 'other' })])
      expect(await act(by, bot.id)).toMatchObject(badRequest)

    expect(await bot.get('/users/me')).toMatchObject({ full_name: 'Helper', is_active: true })
  })

  test('that owns the organization is for its own owner and owners, not for an administrator', async () => {
    const { realm, admin } = await scene()
    const bot = await realm.bot('lord', realm.owner, { role: 100 })

    expect(await act(admin, bot.id)).toMatchObject(badRequest)
    expect(await act(realm.owner, bot.id)).toMatchObject({ status: 200 })
  })

  test('needs one', async () => {
    const { realm, ada } = await scene()
    const { state } = await realm.owner.listen({ fetch_event_types: ['realm_user'] })
    const elsewhere = await newRealm()

    const ids = [
      123_456_789,
      ada.id,
      state['cross_realm_bots'][0].user_id,
      (await createBot(elsewhere.owner)).id,
    ] as number[]
    for (const id of ids) expect(await act(realm.owner, id)).toMatchObject(badRequest)
  })
})

describe('deactivating a bot', () => {
  test('shuts it out, and is told as the end of a user and of a bot', async () => {
    const { realm, ada, bob } = await scene()
    const bot = await createBot(ada)
    const waiting = (await bot.listen(eventsOnly)).poll()
    const [own, admins, other] = await Promise.all([ada, realm.owner, bob].map((person) => person.listen(eventsOnly)))

    await ada.delete(`/bots/${bot.id}`)

    const person = { type: 'realm_user', op: 'remove', person: { user_id: bot.id, full_name: 'Helper' } }
    const asBot = { type: 'realm_bot', op: 'remove', bot: { user_id: bot.id, full_name: 'Helper' } }
    expect(await waiting).toMatchObject({ status: 401, code: 'USER_DEACTIVATED' })
    expect(await bot.ask('GET', '/users/me')).toMatchObject({ status: 401, code: 'USER_DEACTIVATED' })
    expect(await own!.events()).toEqual([person, asBot])
    expect(await admins!.events()).toEqual([person, asBot])
    expect(await other!.events()).toEqual([person])
  })

  test('that already is does nothing', async () => {
    const { ada } = await scene()
    const bot = await createBot(ada)
    await ada.delete(`/bots/${bot.id}`)
    const listener = await ada.listen(eventsOnly)

    await ada.delete(`/bots/${bot.id}`)

    expect(await listener.events()).toEqual([])
  })
})

describe('taking a bot back', () => {
  test('is for its owner and administrators, and is told', async () => {
    const { ada, bob, admin } = await scene()
    const bot = await createBot(ada)
    await ada.delete(`/bots/${bot.id}`)
    const [own, other] = [await ada.listen(eventsOnly), await bob.listen(eventsOnly)]

    expect(await bob.ask('POST', `/users/${bot.id}/reactivate`)).toMatchObject(badRequest)
    expect(await ada.ask('POST', `/users/${bot.id}/reactivate`)).toMatchObject({ status: 200 })

    expect(await bot.ask('GET', '/users/me')).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    expect(await own.events()).toMatchObject([
      { type: 'realm_user', op: 'add', person: { user_id: bot.id, is_bot: true } },
      { type: 'realm_bot', op: 'add', bot: { user_id: bot.id, is_active: true, owner_id: ada.id } },
    ])
    expect(await other.events()).toMatchObject([{ type: 'realm_user', op: 'add' }])
    await bot.takeKeyFrom(ada)
    expect(await bot.get('/users/me')).toMatchObject({ is_active: true })
    await ada.delete(`/bots/${bot.id}`)
    expect(await admin.ask('POST', `/users/${bot.id}/reactivate`)).toMatchObject({ status: 200 })
  })

  test('is refused where its owner may not add such a bot any more', async () => {
    const { realm, ada, admin } = await scene()
    const bot = await createBot(ada)
    await ada.delete(`/bots/${bot.id}`)
    await realm.set({ bot_creation_policy: 3 })

    expect(await ada.ask('POST', `/users/${bot.id}/reactivate`)).toMatchObject(badRequest)
    expect(await admin.ask('POST', `/users/${bot.id}/reactivate`)).toMatchObject({ status: 200 })
  })
})

describe('a new key of a bot', () => {
  test('takes the place of the old one, at once', async () => {
    const { ada } = await scene()
    const bot = await createBot(ada)
    const listener = await bot.listen(eventsOnly)
    const waiting = listener.poll()

    const { api_key } = await ada.post(`/bots/${bot.id}/api_key/regenerate`)

    expect(await waiting).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    expect(await bot.ask('GET', '/users/me')).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    const renewed = new Person(bot.realm, bot.id, bot.email, bot.full_name, api_key as string)
    expect(await renewed.get('/users/me')).toMatchObject({ user_id: bot.id })
  })

  test.each([
    ['the owner', (ada: Person, bot: Person) => ada.post(`/bots/${bot.id}/api_key/regenerate`)],
    ['the bot', (_: Person, bot: Person) => bot.post('/users/me/api_key/regenerate')],
  ])('by %s is told to its owner and administrators without the key, and to nobody else', async (_, regenerate) => {
    const { realm, ada, bob } = await scene()
    const bot = await createBot(ada)
    const [own, admins, other] = await Promise.all([ada, realm.owner, bob].map((person) => person.listen(eventsOnly)))

    await regenerate(ada, bot)

    const event = { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, api_key: '' } }
    expect(await own!.events()).toEqual([event])
    expect(await admins!.events()).toEqual([event])
    expect(await other!.events()).toEqual([])
  })
})

describe("a bot's event queue", () => {
  test('is for all public streams and for its stream, as its owner chose', async () => {
    const { realm, ada, bob } = await scene()
    await realm.stream('harbour', bob)
    const all = await createBot(ada, { default_all_public_streams: true })
    const one = await createBot(ada, { full_name: 'One', short_name: 'one', default_events_register_stream: 'harbour' })
    const none = await createBot(ada, { full_name: 'None', short_name: 'none' })
    const [hearsAll, hearsOne, hearsNone] = await Promise.all([all, one, none].map((bot) => bot.listen(eventsOnly)))

    const here = await bob.send('harbour', 'tides', 'here')
    const there = await bob.send('general', 'tides', 'there')

    const readEvents = async (listener: typeof hearsAll) =>
      (await listener!.events('message')).map(({ ['message']: message }) => (message as { id: number }).id)
    expect(await readEvents(hearsAll)).toEqual([here, there])
    expect(await readEvents(hearsOne)).toEqual([here])
    expect(await readEvents(hearsNone)).toEqual([])
  })

  test('is for what its client says, if that says anything', async () => {
    const { ada, bob } = await scene()
    const bot = await createBot(ada, { default_all_public_streams: true })
    const listener = await bot.listen({ ...eventsOnly, all_public_streams: false })

    await bob.send('general', 'tides', 'there')

    expect(await listener.events('message')).toEqual([])
  })
})
