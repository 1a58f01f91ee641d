import { env, exports } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { withFault } from '../kit/faulty-database'
import { costOf, newRealm, password, request, type Listener, type Person, type TestRealm } from '../kit'
import { upgrade } from '../kit/socket-client'

const owner = 100
const administrator = 200
const member = 400
const guest = 600

/** No state: only what happens. */
const eventsOnly = { fetch_event_types: [] }

const badRequest = { status: 400, code: 'BAD_REQUEST' }
const shutOut = { status: 401, code: 'USER_DEACTIVATED' }

const deactivate = (by: Person, person: Pick<Person, 'id'>) => by.ask('DELETE', `/users/${person.id}`)
const reactivate = (by: Person, person: Pick<Person, 'id'>) => by.ask('POST', `/users/${person.id}/reactivate`)

async function isActive(person: Person): Promise<boolean> {
  const { user } = await person.realm.owner.get(`/users/${person.id}`)
  return (user as { is_active: boolean }).is_active
}

/** An open socket: what it brings, and how it ends. */
async function connect({ person, queue_id, last_event_id }: Listener) {
  const response = await exports.default.fetch(
    new Request(`http://${person.realm.host}/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, {
      headers: { Upgrade: 'websocket', Authorization: person.authorization },
    }),
  )
  const socket = response.webSocket!
  const heard: string[] = []
  socket.addEventListener('message', ({ data }) => heard.push(data as string))
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))
  socket.accept()
  return { heard, closed }
}

describe('deactivating somebody', () => {
  test('shuts out all their keys at once, and leaves everybody else in', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bob = await realm.user('bob')
    const { api_key } = await request(realm.host, 'POST', '/fetch_api_key', {
      params: { username: ada.email, password },
    })
    const other = Object.assign(Object.create(ada) as Person, { key: api_key })

    expect(await deactivate(realm.owner, ada)).toMatchObject({ status: 200, msg: '' })

    for (const key of [ada, other]) {
      expect(await key.ask('GET', '/users/me')).toMatchObject(shutOut)
      expect(await key.ask('POST', '/messages', { type: 'private', to: [bob.id], content: 'x' })).toMatchObject(shutOut)
      expect(await key.ask('POST', '/register')).toMatchObject(shutOut)
    }
    expect(
      await request(realm.host, 'POST', '/fetch_api_key', { params: { username: ada.email, password } }),
    ).toMatchObject(shutOut)
    expect(await bob.ask('GET', '/users/me')).toMatchObject({ status: 200 })
  })

  test('keeps them in the list of users, as what they are', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')

    await deactivate(realm.owner, ada)

    expect((await realm.owner.get('/users'))['members']).toContainEqual(
      expect.objectContaining({ user_id: ada.id, is_active: false, full_name: 'Ada' }),
    )
  })

  test('answers their waiting poll with 401, and closes their socket', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const [first, second] = [await ada.listen(eventsOnly), await ada.listen(eventsOnly)]
    const waiting = first.poll()
    const { closed } = await connect(second)

    await deactivate(realm.owner, ada)

    expect(await waiting).toMatchObject(shutOut)
    expect(await closed).toMatchObject({ code: 4401 })
  })

  test('does not end the polls of others', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bob = await realm.user('bob')
    const waiting = (await bob.listen(eventsOnly)).next()

    await deactivate(realm.owner, ada)

    expect(await waiting).toEqual([{ type: 'realm_user', op: 'remove', person: { user_id: ada.id, full_name: 'Ada' } }])
  })

  test('while they begin to listen leaves them no queue', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')

    const [began] = await Promise.all([ada.ask('POST', '/register', eventsOnly), deactivate(realm.owner, ada)])
    await reactivate(realm.owner, ada)
    await ada.logIn()
    await realm.evict()

    const { queue_id = 'none', last_event_id = -1 } = began
    expect(await ada.ask('GET', '/events', { queue_id, last_event_id, dont_block: true })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })

  test('gives up their queues, which do not come back with them', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const listener = await ada.listen(eventsOnly)

    await deactivate(realm.owner, ada)
    await reactivate(realm.owner, ada)
    await ada.logIn()

    expect(await listener.poll({ dont_block: true })).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID' })
  })

  test.each([
    ['a member', member],
    ['a guest', guest],
  ])('is told to %s, and to a bot', async (_, role) => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const witness = await realm.user('witness', { role })
    const bot = await realm.bot('helper', realm.owner)
    const listeners = [await witness.listen(eventsOnly), await bot.listen(eventsOnly)]

    await deactivate(realm.owner, ada)

    for (const listener of listeners)
      expect(await listener.events()).toEqual([
        { type: 'realm_user', op: 'remove', person: { user_id: ada.id, full_name: 'Ada' } },
      ])
  })

  test('takes their bots along, and nobody else', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bot = await realm.bot('helper', ada)
    const other = await realm.bot('other', realm.owner)
    const waiting = (await bot.listen(eventsOnly)).poll()
    const listener = await realm.owner.listen(eventsOnly)

    await deactivate(realm.owner, ada)

    expect(await waiting).toMatchObject(shutOut)
    expect(await bot.ask('GET', '/users/me')).toMatchObject(shutOut)
    expect(await isActive(bot)).toBe(false)
    expect(await isActive(other)).toBe(true)
    expect(await listener.events()).toEqual([
      { type: 'realm_user', op: 'remove', person: { user_id: bot.id, full_name: bot.full_name } },
      { type: 'realm_bot', op: 'remove', bot: { user_id: bot.id, full_name: bot.full_name } },
      { type: 'realm_user', op: 'remove', person: { user_id: ada.id, full_name: 'Ada' } },
    ])
  })

  test('takes their invitations back, and tells administrators only then', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bob = await realm.user('bob')
    const { stream_id } = await realm.owner.get('/get_stream_id', { stream: 'general' })
    await ada.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [stream_id] })
    const listener = await realm.owner.listen({ ...eventsOnly, event_types: ['invites_changed'] })

    await deactivate(realm.owner, bob)
    expect(await listener.events()).toEqual([])
    await deactivate(realm.owner, ada)
    expect(await listener.events()).toEqual([{ type: 'invites_changed' }])

    await reactivate(realm.owner, ada)
    expect((await realm.owner.get('/invites'))['invites']).toEqual([])
  })

  test('makes them no recipient and nobody to mention', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bob = await realm.user('bob')
    await realm.stream('harbour', bob, ada)

    await deactivate(realm.owner, ada)

    for (const to of [[ada.id], [ada.id, realm.owner.id]])
      expect(await bob.ask('POST', '/messages', { type: 'private', to, content: 'x' })).toMatchObject(badRequest)
    const { rendered } = await bob.post('/messages/render', { content: '@**Ada**' })
    expect(rendered).not.toContain('user-mention')
  })

  test('takes them out of lists of subscribers', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bob = await realm.user('bob')
    const { id } = await realm.stream('harbour', bob, ada)

    await deactivate(realm.owner, ada)

    expect((await bob.get(`/streams/${id}/members`))['subscribers']).toEqual([bob.id])
    const { subscriptions } = await bob.get('/users/me/subscriptions', { include_subscribers: true })
    const harbour = (subscriptions as { stream_id: number; subscribers: number[] }[]).find(
      (one) => one.stream_id === id,
    )
    expect(harbour).toMatchObject({ subscribers: [bob.id] })
  })

  describe('is refused', () => {
    test.each<[string, (realm: TestRealm) => Promise<[by: Person, target: Pick<Person, 'id'>]>]>([
      ['to a member', async (realm) => [await realm.user('ada'), await realm.user('bob')]],
      ['to a moderator', async (realm) => [await realm.user('mona', { role: 300 }), await realm.user('bob')]],
      ['to a guest', async (realm) => [await realm.user('gus', { role: guest }), await realm.user('bob')]],
      [
        'to an administrator, of an owner',
        async (realm) => [
          await realm.user('adam', { role: administrator }),
          await realm.user('olive', { role: owner }),
        ],
      ],
      ['of the only owner', async (realm) => [realm.owner, realm.owner]],
      ['of nobody', async (realm) => [realm.owner, { id: 123_456_789 }]],
      ['of somebody elsewhere', async (realm) => [realm.owner, (await newRealm()).owner]],
      [
        'of a bot, which has an endpoint of its own',
        async (realm) => [realm.owner, await realm.bot('helper', realm.owner)],
      ],
      [
        'of the notification bot',
        async (realm) => {
          const { state } = await realm.owner.listen({ fetch_event_types: ['realm_user'] })
          return [realm.owner, { id: state['cross_realm_bots'][0].user_id as number }]
        },
      ],
      [
        'of somebody deactivated',
        async (realm) => {
          const gone = await realm.user('gone')
          await deactivate(realm.owner, gone)
          return [realm.owner, gone]
        },
      ],
    ])('%s', async (_, scene) => {
      const realm = await newRealm()
      const [by, target] = await scene(realm)
      const listener = await realm.owner.listen(eventsOnly)

      expect(await deactivate(by, target)).toMatchObject(badRequest)

      expect(await listener.events()).toEqual([])
    })

    test('of the only owner, though a bot and somebody deactivated have that role too', async () => {
      const realm = await newRealm()
      await realm.bot('lord', realm.owner, { role: owner })
      const gone = await realm.user('gone', { role: owner })
      await realm.owner.delete(`/users/${gone.id}`)

      expect(await deactivate(realm.owner, realm.owner)).toMatchObject(badRequest)
    })
  })

  test('is what an administrator may do, and an owner with owners', async () => {
    const realm = await newRealm()
    const adam = await realm.user('adam', { role: administrator })
    const other = await realm.user('other', { role: administrator })
    const olive = await realm.user('olive', { role: owner })

    expect(await deactivate(adam, other)).toMatchObject({ status: 200 })
    expect(await deactivate(realm.owner, olive)).toMatchObject({ status: 200 })

    expect([await isActive(other), await isActive(olive)]).toEqual([false, false])
  })
})

describe('deactivating oneself', () => {
  test.each(['member', 'guest', 'bot'])('is what a %s may do', async (who) => {
    const realm = await newRealm()
    const person =
      who === 'bot'
        ? await realm.bot('helper', realm.owner)
        : await realm.user('ada', { role: who === 'guest' ? guest : member })

    expect(await person.ask('DELETE', '/users/me')).toMatchObject({ status: 200, msg: '' })

    expect(await person.ask('GET', '/users/me')).toMatchObject(shutOut)
    expect(await isActive(realm.owner)).toBe(true)
  })

  test('is refused to the only owner', async () => {
    const realm = await newRealm()
    await realm.user('ada')

    expect(await realm.owner.ask('DELETE', '/users/me')).toMatchObject({
      status: 400,
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      is_last_owner: true,
      entity: 'organization owner',
    })
    expect(await isActive(realm.owner)).toBe(true)
  })

  test('is refused to the only account', async () => {
    const realm = await newRealm()

    expect(await realm.owner.ask('DELETE', '/users/me')).toMatchObject({
      status: 400,
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      is_last_owner: false,
      entity: 'user',
    })
  })

  test('is what an owner may do once there is another, but not both at once', async () => {
    const realm = await newRealm()
    const olive = await realm.user('olive', { role: owner })
    await realm.user('ada')

    const answers = await Promise.all([realm.owner.ask('DELETE', '/users/me'), olive.ask('DELETE', '/users/me')])

    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]))
  })
})

describe('taking somebody back', () => {
  test('lets them in again with their role, but by none of their keys', async () => {
    const realm = await newRealm()
    const mona = await realm.user('mona', { role: 300 })
    await deactivate(realm.owner, mona)

    expect(await reactivate(realm.owner, mona)).toMatchObject({ status: 200, msg: '' })

    expect(await mona.ask('GET', '/users/me')).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    await mona.logIn()
    expect(await mona.get('/users/me')).toMatchObject({ is_active: true, role: 300 })
  })

  test('is told to everybody', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const gus = await realm.user('gus', { role: guest })
    await deactivate(realm.owner, ada)
    const listeners = [await realm.owner.listen(eventsOnly), await gus.listen(eventsOnly)]

    await reactivate(realm.owner, ada)

    for (const listener of listeners)
      expect(await listener.events('realm_user')).toMatchObject([
        { op: 'add', person: { user_id: ada.id, is_active: true, full_name: 'Ada' } },
      ])
  })

  test('brings their subscriptions back, and tells those who know of them', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bob = await realm.user('bob')
    const gus = await realm.user('gus', { role: guest })
    const { id } = await realm.stream('harbour', bob, ada)
    await ada.delete('/users/me/subscriptions', { subscriptions: ['general'] })
    await deactivate(realm.owner, ada)
    const listeners = [await bob.listen(eventsOnly), await gus.listen(eventsOnly)]

    await reactivate(realm.owner, ada)
    await ada.logIn()

    const { subscriptions } = await ada.get('/users/me/subscriptions')
    expect((subscriptions as { name: string }[]).map(({ name }) => name)).toEqual(['harbour'])
    expect((await bob.get(`/streams/${id}/members`))['subscribers']).toEqual([ada.id, bob.id])
    expect(await listeners[0]!.events('subscription')).toEqual([
      { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [ada.id] },
    ])
    expect(await listeners[1]!.events('subscription')).toEqual([])
  })

  test('leaves out messages sent meanwhile, and keeps those received before', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bob = await realm.user('bob')
    await bob.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'cabin' }],
      principals: [bob.id, ada.id],
      invite_only: true,
    })
    const before = await bob.send('cabin', 'talk', 'before')
    await deactivate(realm.owner, ada)
    const meanwhile = await bob.send('cabin', 'talk', 'meanwhile')
    await reactivate(realm.owner, ada)
    await ada.logIn()
    const listener = await ada.listen({ ...eventsOnly, event_types: ['message'] })
    const after = await bob.send('cabin', 'talk', 'after')

    const inCabin = [
      { operator: 'stream', operand: 'cabin' },
      { operator: 'topic', operand: 'talk' },
    ]
    expect((await ada.messages(inCabin)).map(({ id }) => id as number)).toEqual([before, after])
    expect(await ada.ask('GET', `/messages/${meanwhile}`)).toMatchObject(badRequest)
    expect(await listener.events()).toMatchObject([{ message: { id: after } }])
    expect((await ada.messages([{ operator: 'is', operand: 'unread' }])).map(({ id }) => id as number)).toContain(after)
  })

  test('at once, before anything was sent, changes nothing of what they received', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bob = await realm.user('bob')
    await realm.stream('harbour', bob, ada)

    for (let again = 0; again < 2; again += 1) {
      await deactivate(realm.owner, ada)
      await reactivate(realm.owner, ada)
    }
    await ada.logIn()
    const listener = await ada.listen({ ...eventsOnly, event_types: ['message'] })
    const id = await bob.send('harbour', 'tides', 'High water')

    expect(await listener.events()).toMatchObject([{ message: { id }, flags: [] }])
  })

  test('leaves their bots where they are', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bot = await realm.bot('helper', ada)
    await deactivate(realm.owner, ada)

    await reactivate(realm.owner, ada)

    expect(await isActive(bot)).toBe(false)
  })

  test('of somebody active does nothing', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const listener = await realm.owner.listen(eventsOnly)

    expect(await reactivate(realm.owner, ada)).toMatchObject({ status: 200 })

    expect(await listener.events()).toEqual([])
  })

  test.each<[string, (realm: TestRealm, gone: Person) => Promise<[by: Person, target: Pick<Person, 'id'>]>]>([
    ['to a member', async (realm, gone) => [await realm.user('ada'), gone]],
    ['to a moderator', async (realm, gone) => [await realm.user('mona', { role: 300 }), gone]],
    ['to a guest', async (realm, gone) => [await realm.user('gus', { role: guest }), gone]],
    ['of nobody', async (realm) => [realm.owner, { id: 123_456_789 }]],
    ['of somebody elsewhere', async (realm) => [realm.owner, (await newRealm()).owner]],
  ])('is refused %s', async (_, scene) => {
    const realm = await newRealm()
    const gone = await realm.user('gone')
    await deactivate(realm.owner, gone)
    const [by, target] = await scene(realm, gone)

    expect(await reactivate(by, target)).toMatchObject(badRequest)

    expect(await isActive(gone)).toBe(false)
  })
})

describe('somebody who loses a role', () => {
  test('is told nothing more of the bots of others, on a poll or a socket that waited', async () => {
    const realm = await newRealm()
    const adam = await realm.user('adam', { role: administrator })
    const ada = await realm.user('ada')
    const [polling, listening] = [
      await adam.listen({ ...eventsOnly, event_types: ['realm_bot'] }),
      await adam.listen({ ...eventsOnly, event_types: ['realm_bot'] }),
    ]
    const { heard } = await connect(listening)
    const create = (name: string) => ada.post('/bots', { full_name: `Bot ${name}`, short_name: name })

    await create('seen')
    await vi.waitFor(() => expect(heard.join()).toContain('Bot seen'))
    await realm.owner.patch(`/users/${adam.id}`, { role: member })
    await create('unseen')
    await adam.post('/bots', { full_name: 'Bot own', short_name: 'own' })
    await vi.waitFor(() => expect(heard.join()).toContain('Bot own'))

    expect(heard.join()).not.toContain('Bot unseen')
    const names = (await polling.events()).map(({ ['bot']: bot }) => (bot as { full_name: string }).full_name)
    expect(names).toEqual(['Bot seen', 'Bot own'])
  })

  test('and becomes a guest allPublicStreams nothing more, also after the realm object was lost', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bob = await realm.user('bob')
    await realm.stream('harbour', bob)
    const listener = await ada.listen({ ...eventsOnly, event_types: ['message'], all_public_streams: true })

    const heard = await bob.send('harbour', 'tides', 'allPublicStreams')
    expect(await listener.events()).toMatchObject([{ message: { id: heard } }])
    await realm.owner.patch(`/users/${ada.id}`, { role: guest })
    await bob.send('harbour', 'tides', 'not any more')

    expect(await listener.events()).toEqual([])
    await bob.send('harbour', 'tides', 'nor now')
    await realm.evict()
    expect(await listener.events()).toEqual([])
  })
})

describe('new keys', () => {
  test('end what waits with old ones, and the queue goes on with the new', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const [first, second] = [await ada.listen(eventsOnly), await ada.listen(eventsOnly)]
    const waiting = first.poll()
    const { closed } = await connect(second)

    const { api_key } = await ada.post('/users/me/api_key/regenerate')

    expect(await waiting).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    expect(await closed).toMatchObject({ code: 4401 })
    expect(await first.poll({ dont_block: true })).toMatchObject({ status: 401 })
    const renewed = Object.assign(Object.create(ada) as Person, { key: api_key })
    const { queue_id, last_event_id } = first
    expect(await renewed.get('/events', { queue_id, last_event_id, dont_block: true })).toMatchObject({ events: [] })
  })

  test('take back tickets that old ones got', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const listener = await ada.listen(eventsOnly)
    const { ticket } = await ada.post('/events/ticket')
    await ada.post('/users/me/api_key/regenerate')

    const { queue_id, last_event_id } = listener
    const response = await exports.default.fetch(
      new Request(
        `http://${realm.host}/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}&ticket=${String(ticket)}`,
        { headers: { Upgrade: 'websocket' } },
      ),
    )

    expect(response.status).toBe(401)
  })

  test('leave tickets as they are when they cannot be stored', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const { ticket } = await ada.post('/events/ticket')
    const { queue_id, last_event_id } = await ada.listen(eventsOnly)
    await withFault(realm, async (send, { writes }) => {
      if (writes) throw new Error('D1_ERROR: disk I/O error: SQLITE_IOERR')
      return send()
    })

    expect(await ada.ask('POST', '/users/me/api_key/regenerate')).toMatchObject({ status: 500 })

    const response = await upgrade(ada, { queue_id, last_event_id, ticket: String(ticket) })
    expect(response.status).toBe(101)
  })

  test('do not end what others wait for', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bob = await realm.user('bob')
    const waiting = (await bob.listen(eventsOnly)).next()

    await ada.post('/users/me/api_key/regenerate')
    await realm.owner.patch(`/users/${ada.id}`, { full_name: 'Ada Lovelace' })

    expect(await waiting).toMatchObject([{ type: 'realm_user', op: 'update' }])
  })
})

test('a realm object that has just woken reads a row for each subscriber to deliver a message', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const { id } = await realm.stream('harbour', ada)
  const people = 500
  const rows = (insert: string, ...values: number[]) =>
    env.DB.prepare(
      `with recursive n (i) as (select ${realm.owner.id + 1000} union all select i + 1 from n limit ${people}) ${insert}`,
    )
      .bind(...values)
      .run()
  await rows(
    `insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
     select i, ?, 'p' || i || '@example.com', 'p' || i || '@example.com', 'P' || i, 'p' || i, 400, 0 from n`,
    realm.id,
  )
  await rows(`insert into subscription (user_id, stream_id, active, color) select i, ?, 1, '' from n`, id)
  await realm.evict()

  const sent = await ada.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content: 'High water' })

  expect(costOf(sent).rows_read).toBeLessThanOrEqual(people + 50)
})
