import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, password, request, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person
let admin: Person
let bot: { user_id: number; email: string }

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  admin = await realm.user('admin', { role: 200 })
  const row = await env.DB.prepare('select id, email from user where realm_id = ? and is_system_bot')
    .bind(realm.id)
    .first<{ id: number; email: string }>()
  bot = { user_id: row!.id, email: row!.email }
})

let streams = 0

async function newStream(...subscribers: Person[]) {
  return realm.stream(`stream ${(streams += 1)}`, ...subscribers)
}

type Found = { id: number; subject: string; content: string; sender_id: number; flags: string[] }

const messagesOf = async (person: Person, stream: string) =>
  (await person.messages([{ operator: 'stream', operand: stream }], { apply_markdown: false })) as unknown as Found[]

/** What the notification bot said in a stream: [topic, text]. */
const notices = async (person: Person, stream: string) =>
  (await messagesOf(person, stream))
    .filter(({ sender_id }) => sender_id === bot.user_id)
    .map(({ subject, content }) => [subject, content])

const silentMention = (person: Person) => `@_**${person.full_name}|${person.id}**`

describe('the notification bot', () => {
  test('comes after the people of a realm, so that the owner is the first user', async () => {
    const { owner } = await newRealm()
    const { members } = await owner.get('/users')
    expect(owner.id % 2 ** 32).toBe(1)
    expect(members).toHaveLength(1)
  })

  test('is in no list of users', async () => {
    const { members } = await ada.get('/users')
    expect((members as { user_id: number }[]).map(({ user_id }) => user_id)).not.toContain(bot.user_id)
  })

  test('is found by its id, and says what it is', async () => {
    const { user } = await ada.get(`/users/${bot.user_id}`)
    expect(user).toMatchObject({
      user_id: bot.user_id,
      full_name: 'Notification Bot',
      email: bot.email,
      is_bot: true,
      is_system_bot: true,
      bot_type: 1,
      is_active: true,
    })
    expect(bot.email).toMatch(/^notification-bot@/)
  })

  test('is the only one who is called a system bot', async () => {
    const { user } = await ada.get(`/users/${ada.id}`)
    expect(user).not.toHaveProperty('is_system_bot')
  })

  test.each<[path: string, params: Params]>([
    ['/fetch_api_key', { password }],
    ['/fetch_api_key', { password: '' }],
    ['/dev_fetch_api_key', {}],
  ])('nobody logs in as it: %s %j', async (path, params) => {
    const answer = await request(realm.host, 'POST', path, { params: { username: bot.email, ...params } })
    expect(answer).toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED' })
  })

  test('is subscribed to nothing by anybody', async () => {
    await newStream(ada)
    const answer = await ada.ask('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: `stream ${streams}` }],
      principals: [bot.user_id],
    })
    expect(answer).toMatchObject({ status: 403, code: 'UNAUTHORIZED_PRINCIPAL' })
  })

  test('is changed by nobody', async () => {
    const answer = await realm.owner.ask('PATCH', `/users/${bot.user_id}`, { full_name: 'Somebody Else' })
    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: 'No such user' })
  })

  test('its address is taken', async () => {
    const answer = await realm.owner.ask('POST', '/users', { email: bot.email, password, full_name: 'Copy' })
    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('what it says is found by its name', async () => {
    const { name } = await newStream(ada, bo)
    const id = await ada.send(name, 'tides', 'one')
    await ada.patch(`/messages/${id}`, { topic: '✔ tides' })

    for (const operand of [bot.email, bot.user_id]) {
      const found = await bo.messages([
        { operator: 'stream', operand: name },
        { operator: 'sender', operand },
      ])
      expect(found).toEqual([
        expect.objectContaining({
          sender_id: bot.user_id,
          sender_full_name: 'Notification Bot',
          client: 'Internal',
          subject: '✔ tides',
        }),
      ])
    }
  })
})

const markedNotice = (what: string) => `${silentMention(ada)} has marked this topic as ${what}.`

describe('resolving a topic', () => {
  test.each<[from: string, to: string, said: string | null]>([
    ['tides', '✔ tides', 'resolved'],
    ['✔ tides', 'tides', 'unresolved'],
    ['✔ ✔ tides', 'tides', 'unresolved'],
    ['tides', '✔ ✔✔ tides', 'resolved'],
    ['✔ tides', '✔ ✔ tides', null],
    ['tides', '✔ waves', null],
    ['✔ tides', 'waves', null],
    ['tides', '✔tides', null],
    ['tides', 'waves', null],
  ])('from %j to %j: %s', async (from, to, said) => {
    const { name } = await newStream(ada, bo)
    const id = await ada.send(name, from, 'one')

    await ada.patch(`/messages/${id}`, { topic: to })

    expect(await notices(bo, name)).toEqual(said === null ? [] : [[to, markedNotice(said)]])
  })

  test('is told once, however many messages move', async () => {
    const { name } = await newStream(ada, bo)
    const id = await ada.send(name, 'tides', 'one')
    await bo.send(name, 'tides', 'two')

    await ada.patch(`/messages/${id}`, { topic: '✔ tides', propagate_mode: 'change_all' })

    expect(await notices(bo, name)).toEqual([['✔ tides', markedNotice('resolved')]])
  })

  test('is not told when the client says so', async () => {
    const { name } = await newStream(ada, bo)
    const id = await ada.send(name, 'tides', 'one')

    await ada.patch(`/messages/${id}`, { topic: '✔ tides', send_notification_to_new_thread: false })

    expect(await notices(bo, name)).toEqual([])
  })

  test('names the actor without calling them', async () => {
    const { name } = await newStream(ada, bo)
    const id = await bo.send(name, 'tides', 'one')
    await ada.patch(`/messages/${id}`, { topic: '✔ tides' })
    const notice = (await bo.messages([{ operator: 'stream', operand: name }])).at(-1)!
    expect(notice['content']).toBe(
      `<p><span class="user-mention silent" data-user-id="${ada.id}">Ada</span> has marked this topic as resolved.</p>`,
    )
    expect(await ada.messages([{ operator: 'is', operand: 'mentioned' }])).toEqual([])
  })

  test('is news only to those who wrote or reacted there, and not to the actor', async () => {
    const reader = await realm.user('reader')
    const reactor = await realm.user('reactor')
    const { name, id: stream_id } = await newStream(ada, bo, reader, reactor)
    const id = await ada.send(name, 'tides', 'one')
    const second = await bo.send(name, 'tides', 'two')
    await bo.send(name, 'waves', 'elsewhere')
    await reactor.post(`/messages/${second}/reactions`, { emoji_name: 'smile' })
    for (const person of [ada, bo, reader, reactor]) await person.post('/mark_stream_as_read', { stream_id })

    await ada.patch(`/messages/${id}`, { topic: '✔ tides', propagate_mode: 'change_all' })

    const { id: notice } = (await messagesOf(ada, name)).at(-1)!
    const unread = async (person: Person) =>
      (await person.messages([{ operator: 'is', operand: 'unread' }])).some((message) => message['id'] === notice)
    expect(await Promise.all([ada, bo, reader, reactor].map(unread))).toEqual([false, true, false, true])
    expect(await reader.flags(notice)).toEqual(['read'])
    expect(await bo.flags(notice)).toEqual([])
  })

  test('what arrived read can be marked unread, and read again', async () => {
    const reader = await realm.user('second-reader')
    const { name } = await newStream(ada, reader)
    await ada.patch(`/messages/${await ada.send(name, 'tides', 'one')}`, { topic: '✔ tides' })
    const { id: notice } = (await messagesOf(reader, name)).at(-1)!
    const set = (op: string) => reader.post('/messages/flags', { messages: [notice], op, flag: 'read' })

    await set('remove')
    expect(await reader.flags(notice)).toEqual([])
    await set('add')
    expect(await reader.flags(notice)).toEqual(['read'])
  })

  test('who wrote there and has left since finds nothing unread', async () => {
    const left = await realm.user('left')
    const { name } = await newStream(ada, left)
    const id = await left.send(name, 'tides', 'one')
    await left.delete('/users/me/subscriptions', { subscriptions: [name] })

    await ada.patch(`/messages/${id}`, { topic: '✔ tides' })

    expect(
      await left.messages([
        { operator: 'stream', operand: name },
        { operator: 'is', operand: 'unread' },
      ]),
    ).toEqual([])
  })
})

const link = ({ name }: { name: string }, topic: string) => `#**${name}>${topic}**`

/** Three messages of a topic in one of two streams. */
async function scene() {
  const [here, there] = [await newStream(admin, bo), await newStream(admin, bo)]
  const ids: number[] = []
  for (const text of ['one', 'two', 'three']) ids.push(await bo.send(here.name, 'tides', text))
  return { here, there, ids }
}

describe('moving between streams', () => {
  test.each<[mode: string, first: number, old_thread: string, new_thread: string]>([
    ['change_one', 0, 'A message was moved from this topic to', 'A message was moved here from'],
    ['change_later', 1, '2 messages were moved from this topic to', '2 messages were moved here from'],
    ['change_all', 1, 'This topic was moved to', 'This topic was moved here from'],
    ['change_later', 0, 'This topic was moved to', 'This topic was moved here from'],
  ])('%s from message %i on is told in both topics', async (propagate_mode, first, old_thread, new_thread) => {
    const { here, there, ids } = await scene()

    await admin.patch(`/messages/${ids[first]}`, { stream_id: there.id, topic: 'ebb', propagate_mode })

    const target = link(there, 'ebb')
    const origin = link(here, 'tides')
    expect(await notices(bo, here.name)).toEqual([['tides', `${old_thread} ${target} by ${silentMention(admin)}.`]])
    expect(await notices(bo, there.name)).toEqual([['ebb', `${new_thread} ${origin} by ${silentMention(admin)}.`]])
  })

  test.each<[from: boolean, to: boolean, alsoInNew: boolean, isOldNamed: boolean, isNewNamed: boolean]>([
    [false, true, true, true, false],
    [true, false, true, false, true],
    [true, true, true, true, true],
    [true, true, false, true, false],
  ])(
    'from a private stream (%j) to a private one (%j), with all others in the new one (%j), names no stream to people from whom it is hidden',
    async (isOldPrivate, isNewPrivate, isInNew, isOldNamed, isNewNamed) => {
      const oldStream = await newStream(admin, bo)
      const targetStream = isInNew ? await newStream(admin, bo) : await newStream(admin)
      const id = await bo.send(oldStream.name, 'tides', 'one')
      await admin.patch(`/streams/${oldStream.id}`, { is_private: isOldPrivate })
      await admin.patch(`/streams/${targetStream.id}`, { is_private: isNewPrivate })

      await admin.patch(`/messages/${id}`, { stream_id: targetStream.id, topic: 'ebb', propagate_mode: 'change_all' })

      const lastNoticeOf = async ({ name }: { name: string }) => (await notices(admin, name)).at(-1)![1]
      const target = isNewNamed ? link(targetStream, 'ebb') : 'a private stream'
      const origin = isOldNamed ? link(oldStream, 'tides') : 'a private stream'
      expect(await lastNoticeOf(oldStream)).toBe(`This topic was moved to ${target} by ${silentMention(admin)}.`)
      expect(await lastNoticeOf(targetStream)).toBe(
        `This topic was moved here from ${origin} by ${silentMention(admin)}.`,
      )
    },
  )

  test('the last message that the actor can see makes the topic whole', async () => {
    const { here, there, ids } = await scene()
    await admin.patch(`/messages/${ids[0]}`, { stream_id: there.id, propagate_mode: 'change_later' })
    const { id } = (await messagesOf(admin, here.name)).at(-1)!
    await admin.patch(`/messages/${id}`, { stream_id: there.id, send_notification_to_old_thread: false })
    expect((await notices(bo, there.name)).at(-1)![1]).toMatch(/^This topic was moved here from/)
  })

  test.each<[switches: Params, here: number, there: number]>([
    [{}, 1, 1],
    [{ send_notification_to_old_thread: false }, 0, 1],
    [{ send_notification_to_new_thread: false }, 1, 0],
    [{ send_notification_to_old_thread: false, send_notification_to_new_thread: false }, 0, 0],
  ])('with %j there are %i notices in the old topic and %i in the new', async (switches, inOld, inNew) => {
    const { here, there, ids } = await scene()
    await admin.patch(`/messages/${ids[0]}`, { stream_id: there.id, ...switches })
    expect(await notices(bo, here.name)).toHaveLength(inOld)
    expect(await notices(bo, there.name)).toHaveLength(inNew)
  })

  test('the actor has the notices read, others do not', async () => {
    const { here, there, ids } = await scene()

    await admin.patch(`/messages/${ids[0]}`, { stream_id: there.id })

    for (const { name } of [here, there]) {
      const notice = (await messagesOf(admin, name)).at(-1)!
      expect(notice.sender_id).toBe(bot.user_id)
      expect(await admin.flags(notice.id)).toEqual(['read'])
      expect(await bo.flags(notice.id)).toEqual([])
    }
  })

  test('changing only the topic is not told', async () => {
    const { here, ids } = await scene()
    await admin.patch(`/messages/${ids[0]}`, { topic: 'ebb', propagate_mode: 'change_all' })
    expect(await notices(bo, here.name)).toEqual([])
  })

  test('a refused move is not told', async () => {
    const { here, there, ids } = await scene()
    expect(await bo.ask('PATCH', `/messages/${ids[0]}`, { stream_id: there.id })).toMatchObject({ status: 400 })
    expect(await notices(bo, here.name)).toEqual([])
  })

  test('a notice can be moved and its topic changed, but nobody edits its text', async () => {
    const { there, ids } = await scene()
    await admin.patch(`/messages/${ids[0]}`, { stream_id: there.id })
    const { id } = (await messagesOf(admin, there.name)).at(-1)!

    expect(await realm.owner.ask('PATCH', `/messages/${id}`, { content: 'x' })).toMatchObject({ status: 400 })
    await bo.patch(`/messages/${id}`, { topic: 'ebb' })
  })
})
