import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person
let mod: Person
let admin: Person
let guest: Person
let harbour: { id: number; name: string }

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  mod = await realm.user('mod', { role: 300 })
  admin = await realm.user('admin', { role: 200 })
  guest = await realm.user('guest', { role: 600 })
  harbour = await realm.stream('harbour', realm.owner, ada, bo, mod, admin, guest)
})

const get = async (person: Person, id: number) => (await person.get(`/messages/${id}`))['message']

/** Lets a message be this old. */
const age = (id: number, seconds: number) =>
  env.DB.prepare('update message set sent_at = sent_at - ? where id = ?').bind(seconds, id).run()

/** Runs with settings of the realm that are put back afterwards. */
async function withSettings<T>(settings: Record<string, unknown>, run: () => Promise<T>): Promise<T> {
  const { state } = await realm.owner.listen({ fetch_event_types: ['realm'] })
  const before = Object.keys(settings).map((name) => [name, state[`realm_${name}`] as unknown])
  await realm.set(settings)
  try {
    return await run()
  } finally {
    await realm.set(Object.fromEntries(before))
  }
}

const badRequest = (msg: string) => expect.objectContaining({ status: 400, code: 'BAD_REQUEST', msg })
const mayNotEdit = badRequest("You don't have permission to edit this message")
const invalidMessage = badRequest('Invalid message(s)')

describe('editing content', () => {
  test('the sender changes the text, and everybody reads the new one', async () => {
    const id = await ada.send('harbour', 'tides', 'High at *noon*.')

    const answer = await ada.patch(`/messages/${id}`, { content: 'High at **one**.' })

    expect(answer).toMatchObject({ result: 'success', msg: '' })
    expect(await bo.get(`/messages/${id}`)).toMatchObject({
      raw_content: 'High at **one**.',
      message: { id, sender_id: ada.id, content: '<p>High at <strong>one</strong>.</p>', subject: 'tides' },
    })
  })

  test('an edit is told by its time and by what was before', async () => {
    const id = await ada.send('harbour', 'tides', 'one')
    const sent = await get(bo, id)

    await ada.patch(`/messages/${id}`, { content: '*two*' })
    await ada.patch(`/messages/${id}`, { content: 'three', topic: 'waves' })

    expect(sent).not.toHaveProperty('last_edit_timestamp')
    expect(sent).not.toHaveProperty('edit_history')
    const edited = await get(bo, id)
    expect(edited.edit_history).toEqual([
      {
        user_id: ada.id,
        timestamp: edited.last_edit_timestamp,
        prev_content: '*two*',
        prev_rendered_content: '<p><em>two</em></p>',
        prev_rendered_content_version: 1,
        prev_topic: 'tides',
        topic: 'waves',
      },
      {
        user_id: ada.id,
        timestamp: expect.any(Number),
        prev_content: 'one',
        prev_rendered_content: '<p>one</p>',
        prev_rendered_content_version: 1,
      },
    ])
    expect(edited.last_edit_timestamp).toBeGreaterThanOrEqual(sent.timestamp)
  })

  test('the history of edits is left out where the realm does not show it, their time is not', async () => {
    const id = await ada.send('harbour', 'tides', 'one')
    await ada.patch(`/messages/${id}`, { content: 'two' })

    await withSettings({ allow_edit_history: false }, async () => {
      const narrow = [{ operator: 'stream', operand: 'harbour' }]
      for (const message of [await get(bo, id), (await bo.messages(narrow)).find((one) => one['id'] === id)!]) {
        expect(message).toMatchObject({ last_edit_timestamp: expect.any(Number) })
        expect(message).not.toHaveProperty('edit_history')
      }
    })
  })

  test('GET /messages tells of edits as well', async () => {
    const id = await ada.send('harbour', 'tides', 'one')
    await ada.patch(`/messages/${id}`, { content: 'two' })

    const found = (await bo.messages([{ operator: 'id', operand: String(id) }]))[0]!

    expect(found).toEqual(await get(bo, id))
  })

  test.each([
    ['\n text \n\n', ' text', 'space before the text stays, space behind it and empty lines go'],
    ['', '(deleted)', 'nothing'],
    [' \n\t ', '(deleted)', 'only space'],
    ['a\r\nb', 'a\nb', 'line ends'],
  ])('%j is stored as %j (%s)', async (content, stored) => {
    const id = await ada.send('harbour', 'tides', 'one')

    await ada.patch(`/messages/${id}`, { content })

    expect((await ada.get(`/messages/${id}`))['raw_content']).toBe(stored)
  })

  test('content of exactly the limit is taken', async () => {
    const id = await ada.send('harbour', 'tides', 'one')
    await ada.patch(`/messages/${id}`, { content: 'é'.repeat(5000) })
    expect((await ada.get(`/messages/${id}`))['raw_content']).toHaveLength(5000)
  })

  test.each([
    ['é'.repeat(5001), 'Message is too long (limit: 10000 bytes)'],
    ['a\0b', 'Message must not contain null bytes'],
  ])('content that cannot be stored is refused and never cut (%#)', async (content, msg) => {
    const id = await ada.send('harbour', 'tides', 'one')

    expect(await ada.ask('PATCH', `/messages/${id}`, { content })).toEqual(badRequest(msg))

    expect(await get(ada, id)).not.toHaveProperty('last_edit_timestamp')
  })

  test('a message becomes and ceases to be a status message', async () => {
    const id = await ada.send('harbour', 'tides', 'waves')
    await ada.patch(`/messages/${id}`, { content: '/me waves' })
    expect((await get(ada, id)).is_me_message).toBe(true)
    await ada.patch(`/messages/${id}`, { content: 'waves' })
    expect((await get(ada, id)).is_me_message).toBe(false)
  })

  test.each([
    ['link', 'see https://example.com'],
    ['image', 'see https://example.com/boat.png'],
    ['attachment', 'see [chart](/user_uploads/1/ab/chart.txt)'],
  ])('whether there is some %s is found out anew', async (operand, content) => {
    const id = await ada.send('harbour', 'tides', 'none')
    const has = async () => {
      const narrow = [
        { operator: 'has', operand },
        { operator: 'id', operand: String(id) },
      ]
      return (await bo.messages(narrow)).length
    }

    await ada.patch(`/messages/${id}`, { content })
    expect(await has()).toBe(1)
    await ada.patch(`/messages/${id}`, { content: 'none' })
    expect(await has()).toBe(0)
  })

  test('private messages are edited too', async () => {
    const id = await ada.write([bo], 'one')

    await ada.patch(`/messages/${id}`, { content: 'two' })

    expect(await get(bo, id)).toMatchObject({ content: '<p>two</p>', edit_history: [{ prev_content: 'one' }] })
  })

  test('read messages stay read, and unread ones stay unread', async () => {
    const id = await ada.send('harbour', 'tides', 'one')
    await bo.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    await bo.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })

    await ada.patch(`/messages/${id}`, { content: 'two' })

    expect(await bo.flags(id)).toEqual(['read', 'starred'])
    expect(await mod.flags(id)).toEqual([])
  })

  test('edits of ten people at once all take effect', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, (_, one) => ada.send('harbour', 'burst', `no ${one}`)))

    await Promise.all(ids.map((id) => ada.patch(`/messages/${id}`, { content: `edited ${id}` })))

    for (const id of ids) expect((await ada.get(`/messages/${id}`))['raw_content']).toBe(`edited ${id}`)
  })

  test('edits of one message at once leave one entry each', async () => {
    const id = await ada.send('harbour', 'burst', 'at first')

    await Promise.all(Array.from({ length: 5 }, (_, one) => ada.patch(`/messages/${id}`, { content: `edit ${one}` })))

    const { edit_history } = await get(ada, id)
    expect(edit_history).toHaveLength(5)
    expect(edit_history.at(-1).prev_content).toBe('at first')
  })

  test('a message that was edited too often is not edited again', async () => {
    const id = await ada.send('harbour', 'tides', 'one')
    await env.DB.prepare('update message set edit_history = ? where id = ?')
      .bind(JSON.stringify([{ user_id: ada.id, timestamp: 1, prev_content: 'x'.repeat(399_950) }]), id)
      .run()

    expect(await ada.ask('PATCH', `/messages/${id}`, { content: 'two' })).toEqual(
      badRequest('This message was edited too often to be edited again'),
    )
    expect(await get(ada, id)).toMatchObject({ content: '<p>one</p>' })

    // It can still be moved, by itself and with its topic.
    await ada.patch(`/messages/${id}`, { topic: 'waves' })
    const other = await ada.send('harbour', 'waves', 'other')
    await ada.patch(`/messages/${other}`, { topic: 'tides', propagate_mode: 'change_all' })
    expect(await get(ada, id)).toMatchObject({ subject: 'tides' })
  })

  test('the oldest of many edits are kept as text alone, and none is lost', async () => {
    const id = await ada.send('harbour', 'tides', '*original*')
    const edit = { user_id: ada.id, timestamp: 1, prev_rendered_content_version: 1 }
    const edits = Array.from({ length: 20 }, (_, index) => ({
      ...edit,
      prev_content: `version <${index}>`,
      prev_rendered_content: `<p>${index}${'x'.repeat(19_700)}</p>`,
    }))
    await env.DB.prepare('update message set edit_history = ? where id = ?').bind(JSON.stringify(edits), id).run()

    for (let time = 0; time < 3; time += 1) await ada.patch(`/messages/${id}`, { content: 'y '.repeat(4000) + time })

    const history = (await get(ada, id))['edit_history'] as Record<string, unknown>[]
    expect(JSON.stringify(history).length).toBeLessThanOrEqual(400_000)
    expect(history.map(({ prev_content }) => prev_content).slice(3)).toEqual(
      edits.map(({ prev_content }) => prev_content),
    )
    expect(history[0]).toHaveProperty('prev_rendered_content')
    expect(history[22]).toEqual({ user_id: ada.id, timestamp: 1, prev_content: 'version <19>' })

    const { message_history } = await ada.get(`/messages/${id}/history`)
    const states = message_history as Record<string, unknown>[]
    expect(states).toHaveLength(24)
    expect(states[0]).toMatchObject({ content: 'version <19>', rendered_content: '<p>version &lt;19&gt;</p>' })
    expect(states.at(-1)).toMatchObject({ prev_rendered_content: history[0]!['prev_rendered_content'] })
  })
})

describe('mentions', () => {
  test('somebody mentioned by an edit gets the flag, somebody no longer mentioned loses it', async () => {
    const id = await ada.send('harbour', 'tides', '@**Bo** look')

    await ada.patch(`/messages/${id}`, { content: '@**Mod** look' })

    expect(await bo.flags(id)).toEqual([])
    expect(await mod.flags(id)).toEqual(['mentioned'])
  })

  test('somebody who stays mentioned keeps the flag, and others of theirs', async () => {
    const id = await ada.send('harbour', 'tides', '@**Bo** look')
    await bo.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })

    await ada.patch(`/messages/${id}`, { content: '@**Bo** look again' })
    expect(await bo.flags(id)).toEqual(['starred', 'mentioned'])

    await ada.patch(`/messages/${id}`, { content: '@_**Bo** knows' })
    expect(await bo.flags(id)).toEqual(['starred'])
  })

  test('somebody who has left the group since that the message mentioned loses the flag, too', async () => {
    await admin.post('/user_groups/create', { name: 'crew', description: 'x', members: [bo.id, mod.id] })
    const groups = (await admin.get('/user_groups'))['user_groups'] as { id: number; name: string }[]
    const { id: group_id } = groups.find(({ name }) => name === 'crew')!
    const id = await ada.send('harbour', 'tides', '@*crew* @**Guest** look')
    await admin.post(`/user_groups/${group_id}/members`, { delete: [bo.id] })

    await ada.patch(`/messages/${id}`, { content: '@**Guest** look' })

    expect([await bo.flags(id), await mod.flags(id), await guest.flags(id)]).toEqual([[], [], ['mentioned']])
  })

  test('a mention that is edited in leaves a read message read', async () => {
    const id = await ada.send('harbour', 'tides', 'look')
    await bo.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })

    await ada.patch(`/messages/${id}`, { content: '@**Bo** look' })

    expect(await bo.flags(id)).toEqual(['read', 'mentioned'])
  })

  test('somebody who did not receive the message is not flagged', async () => {
    const late = await realm.user('late')
    const id = await ada.send('harbour', 'tides', 'look')
    await late.subscribe('harbour')

    await ada.patch(`/messages/${id}`, { content: '@**Late** look' })

    expect(await late.flags(id)).toEqual(['read'])
    expect(await late.messages([{ operator: 'is', operand: 'mentioned' }])).toEqual([])
  })

  test('the other side of a private conversation is flagged', async () => {
    const id = await ada.write([bo], 'look')
    await ada.patch(`/messages/${id}`, { content: '@**Bo** look, @**Mod** does not' })
    expect(await bo.flags(id)).toEqual(['mentioned'])
    expect(await env.DB.prepare('select 1 from message_flag where message_id = ?').bind(id).all()).toMatchObject({
      results: [{}],
    })
  })

  test('a wildcard that comes and goes flags and releases everybody', async () => {
    const id = await ada.send('harbour', 'tides', 'look')
    await ada.patch(`/messages/${id}`, { content: '@**all** look' })
    expect(await bo.flags(id)).toEqual(['wildcard_mentioned'])
    await ada.patch(`/messages/${id}`, { content: 'look' })
    expect(await bo.flags(id)).toEqual([])
  })

  test('in a large stream a new wildcard takes the right to use it, one that is there already does not', async () => {
    const crowd = await Promise.all(Array.from({ length: 15 }, (_, one) => realm.user(`crowd${one}`)))
    await realm.stream('square', ada, ...crowd)
    const plain = await ada.send('square', 'tides', 'look')
    const loud = await withSettings({ wildcard_mention_policy: 1 }, () => ada.send('square', 'tides', '@**all** look'))

    expect(await ada.ask('PATCH', `/messages/${plain}`, { content: '@**all** look' })).toEqual(
      badRequest('You do not have permission to use wildcard mentions in this stream.'),
    )
    await ada.patch(`/messages/${loud}`, { content: '@**all** look again' })
  })
})

describe('who may edit', () => {
  test.each(['bo', 'mod', 'admin', 'owner'])('content: only the sender may, so %s is refused', async (who) => {
    const id = await ada.send('harbour', 'tides', 'one')
    const person = { bo, mod, admin, owner: realm.owner }[who]!
    expect(await person.ask('PATCH', `/messages/${id}`, { content: 'two' })).toEqual(mayNotEdit)
  })

  test.each<[policy: number, may: string[], mayNot: string[]]>([
    [1, ['bo', 'mod', 'admin'], ['guest']],
    [2, ['admin'], ['bo', 'mod', 'guest']],
    [3, ['mod', 'admin'], ['bo', 'guest']],
    [4, ['mod', 'admin'], ['bo', 'guest']],
    [5, ['bo', 'mod', 'admin', 'guest'], []],
  ])("edit_topic_policy %i decides who may change the topic of another's message", async (policy, may, mayNot) => {
    const people: Record<string, Person> = { bo, mod, admin, guest }
    await withSettings({ edit_topic_policy: policy, waiting_period_threshold: 1 }, async () => {
      for (const who of mayNot) {
        const id = await ada.send('harbour', 'tides', who)
        expect(await people[who]!.ask('PATCH', `/messages/${id}`, { topic: 'waves' }), who).toEqual(mayNotEdit)
      }
      for (const who of may) {
        const id = await ada.send('harbour', 'tides', who)
        await people[who]!.patch(`/messages/${id}`, { topic: 'waves' })
        expect(await get(ada, id), who).toMatchObject({
          subject: 'waves',
          edit_history: [{ user_id: people[who]!.id }],
        })
      }
    })
  })

  test('whatever the policy, one may change the topic of an own message, and name what has no topic', async () => {
    await withSettings({ edit_topic_policy: 2 }, async () => {
      const own = await bo.send('harbour', 'tides', 'own')
      const untitled = await ada.send('harbour', '', 'untitled')

      await bo.patch(`/messages/${own}`, { topic: 'waves' })
      await guest.patch(`/messages/${untitled}`, { topic: 'named' })

      expect(await get(ada, untitled)).toMatchObject({ subject: 'named', edit_history: [{ prev_topic: '(no topic)' }] })
    })
  })

  test.each<[what: string, limit: number, seconds: number, may: boolean]>([
    ['within the limit', 600, 599, true],
    ['within the leeway', 600, 615, true],
    ['after the leeway', 600, 622, false],
    ['long after, without a limit', 0, 10_000_000, true],
  ])('content can be edited %s: limit %i s, age %i s', async (_, limit, seconds, may) => {
    await withSettings({ message_content_edit_limit_seconds: limit }, async () => {
      const id = await ada.send('harbour', 'tides', 'one')
      await age(id, seconds)
      const answer = await ada.ask('PATCH', `/messages/${id}`, { content: 'two' })
      if (may) expect(answer.status).toBe(200)
      else expect(answer).toEqual(badRequest('The time limit for editing this message has passed'))
    })
  })

  test.each<[who: string, topic: string, seconds: number, may: boolean]>([
    ['bo', 'tides', 259_200 + 10, true],
    ['bo', 'tides', 259_200 + 22, false],
    ['guest', 'tides', 259_200 + 22, false],
    ['bo', '', 10_000_000, true],
    ['ada', 'tides', 10_000_000, true],
    ['mod', 'tides', 10_000_000, true],
    ['admin', 'tides', 10_000_000, true],
  ])("%s changes the topic %j of ada's message after %i s: %s", async (who, topic, seconds, may) => {
    const id = await ada.send('harbour', topic, 'one')
    await age(id, seconds)
    const person = { ada, bo, mod, admin, guest }[who]!
    const answer = await person.ask('PATCH', `/messages/${id}`, { topic: 'waves' })
    if (may) expect(answer.status).toBe(200)
    else expect(answer).toEqual(badRequest("The time limit for editing this message's topic has passed"))
  })

  test('content too old to change keeps the topic from changing with it', async () => {
    const id = await ada.send('harbour', 'tides', 'one')
    await age(id, 1000)

    expect(await ada.ask('PATCH', `/messages/${id}`, { content: 'two', topic: 'waves' })).toMatchObject({ status: 400 })

    expect(await get(ada, id)).toMatchObject({ subject: 'tides', content: '<p>one</p>' })
  })

  test.each(['ada', 'admin', 'owner'])('nobody edits where editing is switched off, not even %s', async (who) => {
    const id = await ada.send('harbour', 'tides', 'one')
    await withSettings({ allow_message_editing: false }, async () => {
      const person = { ada, admin, owner: realm.owner }[who]!
      const refusal = badRequest('Your organization has turned off message editing')
      expect(await person.ask('PATCH', `/messages/${id}`, { topic: 'waves' })).toEqual(refusal)
    })
  })
})

describe('refusals', () => {
  let own: number
  let others: number
  let letter: number
  let poll: number
  let hidden: number
  let secret: { id: number }

  beforeAll(async () => {
    own = await ada.send('harbour', 'tides', 'own')
    others = await bo.send('harbour', 'tides', 'others')
    letter = await ada.write([bo], 'letter')
    const widget = await ada.post('/messages', {
      type: 'stream',
      to: 'harbour',
      topic: 'tides',
      content: '/poll',
      widget_content: JSON.stringify({ widget_type: 'poll', extra_data: {} }),
    })
    poll = widget['id'] as number
    await realm.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true })
    hidden = await realm.owner.send('secret', 'plans', 'hidden')
    secret = { id: (await realm.owner.get('/get_stream_id', { stream: 'secret' }))['stream_id'] as number }
  })

  test.each<[what: string, id: () => number, params: () => Params, msg: string]>([
    ['a message that is missing', () => 4_000_000, () => ({ content: 'two' }), 'Invalid message(s)'],
    ['an id beyond all', () => Number.MAX_SAFE_INTEGER, () => ({ content: 'two' }), 'Invalid message(s)'],
    ['a message that is hidden', () => hidden, () => ({ topic: 'two' }), 'Invalid message(s)'],
    ['nothing', () => own, () => ({}), 'Nothing to change'],
    ['the same topic', () => own, () => ({ topic: ' tides ' }), 'Nothing to change'],
    ['the same stream', () => own, () => ({ stream_id: harbour.id }), 'Nothing to change'],
    [
      'the same topic for all',
      () => own,
      () => ({ topic: 'tides', propagate_mode: 'change_all' }),
      'Nothing to change',
    ],
    ['a topic of a private message', () => letter, () => ({ topic: 'two' }), 'Private messages cannot have topics.'],
    [
      'a stream of a private message',
      () => letter,
      () => ({ stream_id: harbour.id }),
      'Private messages cannot be moved to streams.',
    ],
    [
      'content of several',
      () => own,
      () => ({ content: 'two', propagate_mode: 'change_all' }),
      'Invalid propagate_mode without topic edit',
    ],
    ['a blank topic', () => own, () => ({ topic: ' ' }), "Topic can't be empty!"],
    ['an unprintable topic', () => own, () => ({ topic: 'a\u0007' }), 'Invalid character in topic!'],
    ['a topic too long', () => own, () => ({ topic: 'x'.repeat(61) }), 'Topic is too long (limit: 60 characters)'],
    [
      'content and stream',
      () => own,
      () => ({ content: 'two', stream_id: secret.id }),
      'Cannot change message content while changing stream',
    ],
    ['content of a widget', () => poll, () => ({ content: 'two' }), 'Widgets cannot be edited.'],
    [
      "content of another's message",
      () => others,
      () => ({ content: 'two' }),
      "You don't have permission to edit this message",
    ],
    // Which comes first, when two are wrong.
    [
      "a blank topic of another's message with content",
      () => others,
      () => ({ content: 'x', topic: '' }),
      "Topic can't be empty!",
    ],
    [
      'a topic and a stream of a private message',
      () => letter,
      () => ({ topic: 'x', stream_id: 1 }),
      'Private messages cannot have topics.',
    ],
  ])('changing %s is refused', async (_, id, params, msg) => {
    expect(await ada.ask('PATCH', `/messages/${id()}`, params())).toEqual(badRequest(msg))
  })

  test.each<[Params]>([
    [{ propagate_mode: 'change_some', topic: 'x' }],
    [{ stream_id: -1 }],
    [{ stream_id: 'harbour' }],
    [{ stream_id: 1.5 }],
    [{ topic: 'x', send_notification_to_old_thread: 'maybe' }],
    [{ topic: 'x', send_notification_to_new_thread: 'maybe' }],
  ])('parameters of another type are refused: %j', async (params) => {
    expect(await ada.ask('PATCH', `/messages/${own}`, params)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('the topic has a second name, and both at once are refused', async () => {
    const id = await ada.send('harbour', 'tides', 'one')

    expect(await ada.ask('PATCH', `/messages/${id}`, { topic: 'x', subject: 'y' })).toMatchObject({
      status: 400,
      code: 'REQUEST_CONFUSING_VAR',
    })
    await ada.patch(`/messages/${id}`, { subject: 'waves' })

    expect(await get(ada, id)).toMatchObject({ subject: 'waves' })
  })

  test('naming the stream that the message is in is a plain edit', async () => {
    const id = await ada.send('harbour', 'tides', 'one')

    await ada.patch(`/messages/${id}`, { content: 'two', topic: 'waves', stream_id: harbour.id })

    const { edit_history } = await get(ada, id)
    expect(edit_history).toEqual([expect.objectContaining({ prev_content: 'one', topic: 'waves' })])
    expect(edit_history[0]).not.toHaveProperty('stream')
  })

  test('a blank topic stands for nothing where topics are mandatory, and (no topic) neither', async () => {
    await withSettings({ mandatory_topics: true }, async () => {
      expect(await ada.ask('PATCH', `/messages/${own}`, { topic: '(no topic)' })).toEqual(
        badRequest('Topics are required in this organization'),
      )
    })
  })

  test('a message of another realm does not exist', async () => {
    const elsewhere = await newRealm()
    expect(await elsewhere.owner.ask('PATCH', `/messages/${own}`, { topic: 'x' })).toEqual(invalidMessage)
  })

  test('without credentials nothing is edited', async () => {
    const stranger = Object.create(ada, { key: { value: 'x'.repeat(32) } }) as Person
    expect(await stranger.ask('PATCH', `/messages/${own}`, { content: 'two' })).toMatchObject({ status: 401 })
  })
})

describe('POST /messages/render', () => {
  test('a text is rendered as a message would be', async () => {
    expect(await ada.post('/messages/render', { content: 'Hi *there*, @**Bo**' })).toMatchObject({
      rendered: `<p>Hi <em>there</em>, <span class="user-mention" data-user-id="${bo.id}">@Bo</span></p>`,
    })
  })

  test('nothing is sent and nobody is mentioned', async () => {
    const before = await bo.messages([{ operator: 'is', operand: 'mentioned' }])
    await ada.post('/messages/render', { content: '@**Bo** hi' })
    expect(await bo.messages([{ operator: 'is', operand: 'mentioned' }])).toEqual(before)
  })

  test.each(['', ' \n '])('%j is rendered as nothing', async (content) => {
    expect(await ada.post('/messages/render', { content })).toMatchObject({ rendered: '' })
  })

  test('a text too long for a message is refused, and so is none', async () => {
    expect(await ada.ask('POST', '/messages/render', { content: 'é'.repeat(5001) })).toEqual(
      badRequest('Message is too long (limit: 10000 bytes)'),
    )
    expect(await ada.ask('POST', '/messages/render')).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING' })
  })
})
