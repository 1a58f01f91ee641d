import { describe, expect, test } from 'vitest'
import { newRealm, type Answer } from '../kit'
import {
  longAgo,
  manifest,
  message,
  realmRecord,
  smallChapters,
  stream,
  subscription,
  TestImport,
  user,
} from '../kit/imports'

type Listed = Record<string, unknown>[]

const findRecord = (state: Answer, list: string, id: number, field: string): Record<string, unknown> | undefined =>
  (state[list] as Listed).find((one) => one[field] === id)

describe('the plan', () => {
  test('removes what founding made, but neither the owner nor system groups', async () => {
    const realm = await newRealm()
    await realm.owner.post('/user_groups/create', { name: 'crew', description: '', members: [realm.owner.id] })
    const begun = await TestImport.begin(realm)
    const state = await begun.state()

    expect(state['streams']).toEqual([])
    expect(state['subscriptions']).toEqual([])
    expect((state['realm_users'] as Listed).map(({ user_id }) => user_id)).toEqual([realm.owner.id])
    expect((state['realm_user_groups'] as Listed).every(({ is_system_group }) => is_system_group)).toBe(true)
    expect(await realm.owner.messages()).toEqual([])
  })

  test('gives later messages and people ids above those of the archive', async () => {
    const realm = await newRealm()
    const begun = await TestImport.begin(realm, { plan: manifest({}, { message: 5000, user: 300 }) })
    const ada = await realm.user('ada')

    expect(await realm.owner.write([ada], 'hello')).toBeGreaterThan(begun.here(5000))
    expect(ada.id).toBe(begun.here(301))
  })

  test('takes name, description and settings of the archive, and says which settings are unknown', async () => {
    const realm = await newRealm()
    const settings = {
      mandatory_topics: true,
      message_retention_days: 30,
      message_content_delete_limit_seconds: null,
      warp: 9,
      digest_weekday: 12,
    }
    const { import_id, dropped_settings } = await realm.owner.post('/import', {
      manifest: manifest(),
      realm: realmRecord({ settings, user_settings_defaults: { enter_sends: true, none: 1 } }),
    })
    const state = await realm.owner.post('/register')

    expect(import_id).toBeGreaterThan(0)
    expect(dropped_settings).toEqual(['warp', 'digest_weekday', 'none'])
    expect(state).toMatchObject({
      realm_name: 'The old place',
      realm_description: 'Where we were',
      realm_mandatory_topics: true,
      realm_message_retention_days: 30,
      realm_message_content_delete_limit_seconds: null,
      realm_user_settings_defaults: expect.objectContaining({ enter_sends: true }),
    })
  })

  test('of an import that is under way answers that import; another plan is refused', async () => {
    const realm = await newRealm()
    const begun = await TestImport.begin(realm)
    const again = await TestImport.begin(realm)

    expect(again.id).toBe(begun.id)
    expect(await realm.owner.ask('POST', '/import', { manifest: manifest({ users: 3 }) })).toMatchObject({
      status: 400,
      msg: 'Another import is under way',
    })
  })

  test.each([
    ['another person', async (realm: Awaited<ReturnType<typeof newRealm>>) => void (await realm.user('ada'))],
    ['a bot', async (realm: Awaited<ReturnType<typeof newRealm>>) => void (await realm.bot('tide', realm.owner))],
    [
      'a message',
      async (realm: Awaited<ReturnType<typeof newRealm>>) => void (await realm.owner.send('general', 'topic', 'hi')),
    ],
    [
      'an import that was finished',
      async (realm: Awaited<ReturnType<typeof newRealm>>) => void (await (await TestImport.begin(realm)).finish()),
    ],
  ])('is refused where the organization has %s', async (_, prepare) => {
    const realm = await newRealm()
    await prepare(realm)

    expect(await realm.owner.ask('POST', '/import', { manifest: manifest() })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })

  test.each([
    [{ ...manifest(), format: 3 }, 'manifest.format'],
    [{ ...manifest(), last_ids: { ...manifest().last_ids, message: 2 ** 40 } }, 'manifest.last_ids.message'],
    [{ ...manifest(), origin: 'x'.repeat(10_000) }, 'manifest.origin'],
    [{}, 'manifest.format'],
  ])('with a bad manifest is refused', async (bad, place) => {
    const realm = await newRealm()
    const { status, msg } = await realm.owner.ask('POST', '/import', { manifest: bad })

    expect({ status, msg }).toEqual({ status: 400, msg: expect.stringContaining(place) })
  })
})

describe('people', () => {
  test('arrive with their names, roles, settings, time zones and statuses', async () => {
    const begun = await TestImport.of((owner) => ({
      users: [
        user(10, { delivery_email: owner.email.toUpperCase(), full_name: 'Olga The First', role: 400 }),
        user(11, {
          full_name: 'Ada',
          role: 300,
          timezone: 'Europe/Berlin',
          settings: { enter_sends: true, unknown: 1 },
          alert_words: ['tide', 'TIDE'],
          status: {
            away: false,
            text: 'At sea',
            emoji_name: 'ship',
            emoji_code: '1f6a2',
            reaction_type: 'unicode_emoji',
          },
        }),
        user(12, { is_active: false, delivery_email: null }),
      ],
    }))
    const state = await begun.state()

    expect(findRecord(state, 'realm_users', begun.owner.id, 'user_id')).toMatchObject({
      full_name: 'Olga The First',
      role: 100,
    })
    expect(findRecord(state, 'realm_users', begun.here(11), 'user_id')).toMatchObject({
      full_name: 'Ada',
      role: 300,
      timezone: 'Europe/Berlin',
      email: 'user11@old.example.com',
      date_joined: '2017-07-14T02:40:00+00:00',
    })
    expect(findRecord(state, 'realm_non_active_users', begun.here(12), 'user_id')).toMatchObject({
      email: `user${begun.here(12)}@${begun.realm.host}`,
    })
    expect(state['user_status']).toEqual({
      [begun.here(11)]: expect.objectContaining({ status_text: 'At sea', emoji_name: 'ship' }),
    })
  })

  test('do not become owners, unless the plan says so', async () => {
    const [guarded, kept] = [await TestImport.of(() => ({})), await TestImport.of(() => ({}), { keep_roles: true })]
    for (const begun of [guarded, kept]) await begun.send('users', [user(11, { role: 100 })])

    expect(findRecord(await guarded.state(), 'realm_users', guarded.here(11), 'user_id')).toMatchObject({ role: 200 })
    expect(findRecord(await kept.state(), 'realm_users', kept.here(11), 'user_id')).toMatchObject({ role: 100 })
  })

  test('who have the ids of the owner or the notification bot get others, and are meant by records all the same', async () => {
    const realm = await newRealm()
    const begun = await TestImport.begin(realm)
    const own = realm.owner.id - begun.here(0)
    await begun.sendAll({
      users: [
        user(own, { full_name: 'Ada' }),
        user(own + 1, { full_name: 'Bo' }),
        user(10, { delivery_email: realm.owner.email, full_name: 'Olga' }),
      ],
      streams: [stream(21)],
      subscriptions: [subscription(own, 21), subscription(10, 21)],
      messages: [message(5, { sender_id: own }), message(6, { sender_id: 10 })],
    })
    const messages = await realm.owner.messages([{ operator: 'stream', operand: 'stream 21' }])

    expect(messages.map(({ sender_full_name }) => sender_full_name)).toEqual(['Ada', 'Olga'])
    expect(messages[1]).toMatchObject({ sender_id: realm.owner.id })
    expect(messages[0]!['sender_id']).toBeGreaterThan(begun.here(1000))
  })

  test('cannot log in before they have claimed their accounts', async () => {
    const begun = await TestImport.of((owner) => smallChapters(owner))
    const params = { username: 'user11@old.example.com', password: 'correct horse' }

    expect(await begun.owner.ask('POST', '/fetch_api_key', params)).toMatchObject({
      status: 401,
      code: 'AUTHENTICATION_FAILED',
    })
  })

  test('with characters that names cannot have get a hyphen there', async () => {
    const begun = await TestImport.of(() => ({}))
    const { problems } = await begun.send('users', [user(11, { full_name: 'A*d<b>a|7' })])

    expect(findRecord(await begun.state(), 'realm_users', begun.here(11), 'user_id')).toMatchObject({
      full_name: 'A-d<b-a-7',
    })
    expect(problems).toEqual([{ index: 0, msg: 'The name became A-d<b-a-7' }])
  })

  test('own bots, also those of an earlier batch', async () => {
    const begun = await TestImport.of(() => ({}))
    const bot = { type: 1 as const, owner_id: 31, is_system_bot: false }
    await begun.send('users', [user(11), user(12, { bot, delivery_email: 'tide-bot@old.example.com' })])
    await begun.send('users', [user(31)], { number: 2 })

    expect(findRecord(await begun.state(), 'realm_users', begun.here(12), 'user_id')).toMatchObject({
      is_bot: true,
      bot_owner_id: begun.here(31),
    })
  })
})

describe('streams', () => {
  test('arrive with subscribers, settings and read watermarks', async () => {
    const begun = await TestImport.of(
      (owner) => ({
        ...smallChapters(owner),
        streams: [
          stream(21, { name: 'harbour', description: 'All **boats**', is_default: true }),
          stream(22, { name: 'crew', invite_only: true, history_public_to_subscribers: false }),
          stream(23, { name: 'gone', is_archived: true }),
        ],
        subscriptions: [
          subscription(10, 21, {
            color: '#abcdef',
            is_muted: true,
            pin_to_top: true,
            spans: [{ from: 1, to: null, unread_from: 3, ended_at: null, ended_name: null }],
          }),
          subscription(11, 21),
          subscription(11, 22),
        ],
        messages: [message(2), message(3), message(4), message(5, { stream_id: 22 })],
      }),
      { record: realmRecord({ settings: { notifications_stream_id: 21 } }) },
    )
    const state = await begun.state()

    expect(findRecord(state, 'subscriptions', begun.here(21), 'stream_id')).toMatchObject({
      name: 'harbour',
      rendered_description: '<p>All <strong>boats</strong></p>',
      color: '#abcdef',
      is_muted: true,
      pin_to_top: true,
      subscribers: [begun.owner.id, begun.here(11)],
    })
    expect((state['unread_msgs'] as Answer)['streams']).toEqual([
      expect.objectContaining({ stream_id: begun.here(21), unread_message_ids: [begun.here(3), begun.here(4)] }),
    ])
    expect(state['realm_notifications_stream_id']).toBe(begun.here(21))
    expect((state['realm_default_streams'] as Listed).map(({ stream_id }) => stream_id)).toEqual([begun.here(21)])
    expect((state['streams'] as Listed).map(({ name }) => name)).toContain('harbour')
    expect((state['streams'] as Listed).map(({ name }) => name)).not.toContain('gone')
  })

  test('end the queues of clients when all subscriptions have come', async () => {
    const realm = await newRealm()
    const begun = await TestImport.begin(realm, { plan: manifest({ subscriptions: 2 }) })
    const listener = await realm.owner.listen()
    await begun.sendAll(smallChapters(realm.owner))

    expect(
      await realm.owner.ask('GET', '/events', { queue_id: listener.queue_id, last_event_id: -1, dont_block: true }),
    ).toMatchObject({
      status: 400,
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })
})

describe('an import', () => {
  test('tells what the organization has of it, and not what was written since', async () => {
    const read = { user_id: 11, read: [[0, 6] as [number, number]], flags: [[1, 2] as [number, number]] }
    const begun = await TestImport.of((owner) => ({
      ...smallChapters(owner),
      marks: [read],
      messages: [
        message(1, { sender_id: 11, stream_id: 21, topic: 'tides' }),
        message(2, { sender_id: 11, stream_id: 21, topic: 'Tides' }),
        message(3, { sender_id: 10, stream_id: 21, topic: 'boats' }),
      ],
    }))
    await begun.owner.send('harbour', 'later', 'hello')

    const {
      result: _result,
      msg: _msg,
      headers: _headers,
      status: _status,
      ...contents
    } = await begun.owner.get(`/import/${begun.id}/contents`)
    expect(contents).toEqual({
      people: 2,
      streams: 1,
      topics: 2,
      messages: 3,
      private_messages: 0,
      files: 0,
      reactions: 0,
      subscriptions: 2,
      marks: 2,
    })
    const ada = await begun.realm.user('ada')
    expect(await ada.ask('GET', `/import/${begun.id}/contents`)).toMatchObject({
      status: 400,
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    expect(await begun.owner.ask('GET', '/import/99/contents')).toMatchObject({ status: 404 })
  })

  test('says how far it has come, and is finished with a notice and the counts', async () => {
    const begun = await TestImport.of((owner) => ({ ...smallChapters(owner), messages: [message(1), message(2)] }), {
      plan: manifest({ users: 2, messages: 3 }),
      record: realmRecord({ settings: { notifications_stream_id: 21 } }),
    })
    await begun.send('messages', [message(9)], { number: 4 })

    expect(await begun.progress()).toMatchObject({
      source: 'https://old.example.com',
      done: {
        users: [[1, 1]],
        messages: [
          [1, 1],
          [4, 4],
        ],
      },
      counts: { users: { expected: 2, imported: 2 }, messages: { expected: 3, imported: 3 } },
      finished_at: null,
      waits_until: null,
    })
    const { counts } = await begun.finish()
    expect(counts).toMatchObject({
      messages: { expected: 3, imported: 3 },
      subscriptions: { expected: 0, imported: 2 },
    })
    expect((await begun.owner.messages()).at(-1)).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: '<p>History was imported from <code>https://old.example.com</code>: 3 messages.</p>',
    })
    const { imports } = await begun.owner.get('/import')
    expect(imports).toEqual([expect.objectContaining({ import_id: begun.id, finished_at: expect.any(Number) })])
    expect(await begun.ask('messages', [message(10)], { number: 9 })).toMatchObject({
      status: 400,
      msg: 'The import has ended',
    })
  })

  test('that was stopped takes nothing more', async () => {
    const begun = await TestImport.of((owner) => smallChapters(owner))
    await begun.owner.delete(`/import/${begun.id}`)

    expect(await begun.ask('messages', [message(1)])).toMatchObject({ status: 400, msg: 'The import has ended' })
    expect(await begun.owner.ask('POST', `/import/${begun.id}/finish`)).toMatchObject({ status: 400 })
  })

  test('is the affair of owners alone', async () => {
    const begun = await TestImport.of(() => ({}))
    const admin = await begun.realm.user('admin', { role: 200 })

    expect(await begun.ask('users', [user(11)], { by: admin })).toMatchObject({
      status: 400,
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    expect(await begun.put('icon', 0, 'x', admin)).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
    for (const [method, path] of [
      ['GET', '/import'],
      ['GET', `/import/${begun.id}`],
      ['POST', `/import/${begun.id}/finish`],
      ['DELETE', `/import/${begun.id}`],
      ['GET', '/import/claims'],
    ] as const)
      expect(await admin.ask(method, path)).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
  })

  test('is of one organization', async () => {
    const [one, other] = [await TestImport.of(() => ({})), await TestImport.of(() => ({}))]

    expect(await one.ask('users', [user(11)], { path: `/import/${other.id}` })).toMatchObject({ status: 404 })
  })

  test('writes a batch once', async () => {
    const begun = await TestImport.of((owner) => ({ ...smallChapters(owner), messages: [message(1)] }))
    const again = await begun.send('messages', [message(1), message(2)])

    expect(again).toMatchObject({ problems: [] })
    expect((await begun.owner.messages()).map(({ id }) => id)).toEqual([begun.here(1)])
  })

  test('takes batches of messages in any order, and the people work meanwhile', async () => {
    const begun = await TestImport.of((owner) => smallChapters(owner))
    const listener = await begun.owner.listen()
    const numbers = [5, 2, 9, 1]
    const [live] = await Promise.all([
      begun.owner.send('harbour', 'weather', 'Rain'),
      ...numbers.map((number) => begun.send('messages', [message(10 * number), message(10 * number + 1)], { number })),
    ])
    const all = (await begun.owner.messages()).map(({ id }) => id)

    expect(all).toEqual([10, 11, 20, 21, 50, 51, 90, 91].map((id) => begun.here(id)).concat(live))
    expect((await listener.events()).map(({ type }) => type)).toEqual(['message'])
    expect((await begun.progress())['done']).toMatchObject({
      messages: [
        [1, 2],
        [5, 5],
        [9, 9],
      ],
    })
    expect(longAgo).toBeLessThan(Date.now() / 1000)
  })
})
