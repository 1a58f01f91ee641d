import { beforeAll, describe, expect, test } from 'vitest'
import { isNoAnchor } from '../../src/realm/compatibility'
import { newRealm, request, type Answer, type Params, type Person, type TestRealm } from '../kit'

const newest = 10 ** 16

const readWithAgent = ({ realm, authorization }: Person, agent: string, params: Params) =>
  request(realm.host, 'GET', '/messages', { params, headers: { Authorization: authorization, 'User-Agent': agent } })

const idsOf = (answer: Answer): number[] => (answer['messages'] as { id: number }[]).map(({ id }) => id)

describe('round an anchor', () => {
  let ada: Person
  let bo: Person
  /** Five messages of the stream that bo sees; between them, and before and after, are others. */
  let ids: number[]
  let others: number[]

  beforeAll(async () => {
    const realm = await newRealm()
    ada = await realm.user('ada')
    bo = await realm.user('bo')
    await realm.stream('harbour', ada, bo)
    await realm.stream('attic', ada)
    ids = []
    others = [await ada.send('attic', 'dust', 'first')]
    for (let index = 0; index < 5; index += 1) {
      ids.push(await ada.send('harbour', 'tides', `number ${index}`))
      others.push(await ada.send('attic', 'dust', `number ${index}`))
    }
  })

  const ask = (params: Params) => bo.get('/messages', params)

  /** Anchors and results by index of the five messages; `+` stands for just above the message. */
  test.each<[anchor: number | string, before: number, after: number, expected: number[], found: string]>([
    // both
    [2, 1, 1, [1, 2, 3], 'anchor'],
    [2, 2, 2, [0, 1, 2, 3, 4], 'anchor'],
    [2, 3, 3, [0, 1, 2, 3, 4], 'anchor oldest newest'],
    [2, 1, 3, [1, 2, 3, 4], 'anchor newest'],
    [2, 3, 1, [0, 1, 2, 3], 'anchor oldest'],
    ['2+', 1, 1, [2, 3], ''],
    ['2+', 3, 2, [0, 1, 2, 3, 4], ''],
    ['2+', 4, 3, [0, 1, 2, 3, 4], 'oldest newest'],
    [0, 1, 1, [0, 1], 'anchor oldest'],
    [4, 1, 1, [3, 4], 'anchor newest'],
    // only before
    [2, 1, 0, [1, 2], 'anchor'],
    [2, 2, 0, [0, 1, 2], 'anchor'],
    [2, 3, 0, [0, 1, 2], 'anchor oldest'],
    ['2+', 2, 0, [1, 2], ''],
    // only after
    [2, 0, 1, [2, 3], 'anchor'],
    [2, 0, 2, [2, 3, 4], 'anchor'],
    [2, 0, 3, [2, 3, 4], 'anchor newest'],
    ['2+', 0, 1, [3], ''],
    // none
    [2, 0, 0, [2], 'anchor'],
    ['2+', 0, 0, [], ''],
    // the ends
    ['newest', 2, 0, [3, 4], 'newest'],
    ['newest', 2, 3, [3, 4], 'newest'],
    ['newest', 5, 0, [0, 1, 2, 3, 4], 'newest'],
    ['newest', 6, 0, [0, 1, 2, 3, 4], 'oldest newest'],
    ['newest', 0, 0, [], 'newest'],
    ['oldest', 0, 2, [0, 1], 'oldest'],
    ['oldest', 3, 2, [0, 1], 'oldest'],
    ['oldest', 0, 5, [0, 1, 2, 3, 4], 'oldest'],
    ['oldest', 0, 6, [0, 1, 2, 3, 4], 'oldest newest'],
    ['oldest', 0, 0, [], 'oldest'],
  ])('%s, %i before and %i after, are %j, and found is %j', async (anchor, num_before, num_after, expected, found) => {
    const at =
      typeof anchor === 'number' ? ids[anchor]! : anchor.endsWith('+') ? ids[parseInt(anchor, 10)]! + 1 : anchor

    const answer = await ask({ anchor: at, num_before, num_after })

    expect(idsOf(answer)).toEqual(expected.map((index) => ids[index]))
    expect(answer).toMatchObject({
      anchor: at === 'newest' ? newest : at === 'oldest' ? 0 : at,
      found_anchor: found.includes('anchor'),
      found_oldest: found.includes('oldest'),
      found_newest: found.includes('newest'),
      history_limited: false,
    })
  })

  test('the same holds in a narrow, where the anchor may be no match', async () => {
    const narrow = [['stream', 'attic']]

    const answer = await ask({ anchor: ids[2], num_before: 1, num_after: 1, narrow })

    expect(idsOf(answer)).toEqual([others[2], others[3]])
    expect(answer).toMatchObject({ anchor: ids[2], found_anchor: false, found_oldest: false, found_newest: false })
  })

  test.each<[string, Params, object]>([
    ['an anchor that is absent is newest', {}, { anchor: newest, found_newest: true }],
    ['a negative anchor is clamped', { anchor: -7 }, { anchor: 0, found_oldest: true }],
    ['an anchor beyond the newest is clamped', { anchor: '99999999999999999' }, { anchor: newest, found_newest: true }],
    ['an anchor beyond every number is clamped', { anchor: '9'.repeat(400) }, { anchor: newest, found_newest: true }],
    ['10^16 is newest', { anchor: newest }, { anchor: newest, found_newest: true }],
    ['0 is oldest', { anchor: 0 }, { anchor: 0, found_oldest: true }],
    [
      'an anchor above every id that there is stays as it is',
      { anchor: 10 ** 15 },
      { anchor: 10 ** 15, found_anchor: false },
    ],
  ])('%s', async (_, params, expected) => {
    expect(await ask({ num_before: 1, num_after: 1, ...params })).toMatchObject(expected)
  })

  test.each<[string, Params, object]>([
    ['an anchor that is a word', { anchor: 'middle' }, { code: 'BAD_REQUEST' }],
    ['an anchor with a fraction', { anchor: '1.5' }, { code: 'BAD_REQUEST' }],
    ['an empty anchor', { anchor: '' }, { code: 'BAD_REQUEST' }],
    ['an anchor in another case', { anchor: 'Newest' }, { code: 'BAD_REQUEST' }],
    [
      'a negative num_before',
      { num_before: -1 },
      { code: 'REQUEST_VARIABLE_INVALID', var_name: 'num_before', bad_value: '-1' },
    ],
    [
      'a negative num_after',
      { num_after: -1 },
      { code: 'REQUEST_VARIABLE_INVALID', var_name: 'num_after', bad_value: '-1' },
    ],
    [
      'a num_before that is a word',
      { num_before: 'all' },
      { code: 'REQUEST_VARIABLE_INVALID', var_name: 'num_before', bad_value: 'all' },
    ],
    [
      'a num_after with a fraction',
      { num_after: '1.5' },
      { code: 'REQUEST_VARIABLE_INVALID', var_name: 'num_after', bad_value: '1.5' },
    ],
    [
      'an empty num_after',
      { num_after: '' },
      { code: 'REQUEST_VARIABLE_INVALID', var_name: 'num_after', bad_value: '' },
    ],
    [
      'a num_before that is absent',
      { num_before: undefined },
      { code: 'REQUEST_VARIABLE_MISSING', var_name: 'num_before' },
    ],
    [
      'a num_after that is absent',
      { num_after: undefined },
      { code: 'REQUEST_VARIABLE_MISSING', var_name: 'num_after' },
    ],
    ['more than 5000 messages', { num_before: 2500, num_after: 2501 }, { code: 'BAD_REQUEST' }],
    ['far more than 5000 messages', { num_before: '99999999999999999999' }, { code: 'BAD_REQUEST' }],
    ['an anchor beside use_first_unread_anchor', { use_first_unread_anchor: true }, { code: 'BAD_REQUEST' }],
    ['apply_markdown that is a word', { apply_markdown: 'yes' }, { code: 'BAD_REQUEST' }],
    ['client_gravatar that is a number', { client_gravatar: 1 }, { code: 'BAD_REQUEST' }],
    ['use_first_unread_anchor that is a word', { use_first_unread_anchor: 'yes' }, { code: 'BAD_REQUEST' }],
  ])('%s is refused', async (_, params, expected) => {
    const answer = await bo.ask('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 1, ...params })

    expect(answer).toMatchObject({ status: 400, result: 'error', msg: expect.stringMatching(/./), ...expected })
  })

  test('5000 messages may be asked for', async () => {
    expect(idsOf(await ask({ anchor: 'newest', num_before: 5000, num_after: 0 }))).toEqual(ids)
    expect(idsOf(await ask({ anchor: ids[2], num_before: 2500, num_after: 2500 }))).toEqual(ids)
  })
})

const mute = (person: Person, stream_id: number) =>
  person.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id, property: 'is_muted', value: true }],
  })

const anchorOf = async (person: Person, narrow: unknown[] = []): Promise<number> =>
  (await person.get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 0, narrow }))['anchor'] as number

describe('the first unread message', () => {
  let realm: TestRealm
  let ada: Person
  let harbour: { id: number; name: string }

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    harbour = await realm.stream('harbour', ada)
    await realm.stream('attic', ada)
  })

  /** Somebody to whom three messages were sent: to the harbour, to the attic and to themself alone. */
  async function reader(name: string) {
    const person = await realm.user(name)
    await realm.owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'harbour' }, { name: 'attic' }],
      principals: [person.id],
    })
    const sent = [
      await ada.send('harbour', 'tides', 'x'),
      await ada.send('attic', 'dust', 'x'),
      await ada.write([person], 'x'),
    ]
    return { person, sent }
  }

  test('is the anchor, and messages are those round it', async () => {
    const { person, sent } = await reader('ann')
    await person.post('/messages/flags', { messages: [sent[0]], op: 'add', flag: 'read' })

    const answer = await person.get('/messages', { anchor: 'first_unread', num_before: 1, num_after: 1 })

    expect(idsOf(answer)).toEqual(sent)
    expect(answer).toMatchObject({ anchor: sent[1], found_anchor: true })
  })

  test('is also found by its former parameter', async () => {
    const { person, sent } = await reader('ben')

    const answer = await person.get('/messages', { use_first_unread_anchor: true, num_before: 0, num_after: 1 })

    expect(answer).toMatchObject({ anchor: sent[0], found_anchor: true })
  })

  describe('asked for with the anchor 0 beside its former parameter', () => {
    const asked = { anchor: 0, use_first_unread_anchor: true, num_before: 0, num_after: 1 }

    test('is found for zulip-terminal, which never asks otherwise', async () => {
      const { person, sent } = await reader('dov')

      const answer = await readWithAgent(person, 'ZulipTerminal/0.7.0 Linux-5.15 (Ubuntu; 22.04)', asked)

      expect(answer).toMatchObject({ status: 200, anchor: sent[0], found_anchor: true })
    })

    test.each([
      ['of other clients', 'ZulipPython/0.9.0 (Ubuntu; 22.04)', asked],
      ['of zulip-terminal with an anchor that is a message', 'ZulipTerminal/0.7.0', { ...asked, anchor: 7 }],
      ['of zulip-terminal with an anchor that is a word', 'ZulipTerminal/0.7.0', { ...asked, anchor: 'newest' }],
    ])('is refused %s', async (_, agent, params) => {
      expect(await readWithAgent(ada, agent, params)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    })

    test('is refused of zulip-terminal too when other names are off', () => {
      expect(isNoAnchor(0, { client: 'ZulipTerminal' }, { COMPATIBILITY_NAMES: 'on' })).toBe(true)
      expect(isNoAnchor(0, { client: 'ZulipTerminal' }, { COMPATIBILITY_NAMES: 'off' })).toBe(false)
    })
  })

  test('is the newest message when all are read', async () => {
    const { person, sent } = await reader('cho')
    await person.post('/mark_all_as_read')

    const answer = await person.get('/messages', { anchor: 'first_unread', num_before: 2, num_after: 2 })

    expect(idsOf(answer)).toEqual(sent.slice(-2))
    expect(answer).toMatchObject({ anchor: newest, found_anchor: false, found_newest: true, found_oldest: false })
  })

  test('matches the narrow', async () => {
    const { person, sent } = await reader('dan')

    expect(await anchorOf(person, [['stream', 'attic']])).toBe(sent[1])
    expect(await anchorOf(person, [['topic', 'DUST']])).toBe(sent[1])
    expect(await anchorOf(person, [['is', 'private']])).toBe(sent[2])
    expect(await anchorOf(person, [['pm-with', ada.email]])).toBe(sent[2])
    expect(await anchorOf(person, [['sender', ada.email]])).toBe(sent[0])
    expect(await anchorOf(person, [['sender', person.email]])).toBe(newest)
    expect(await anchorOf(person, [['is', 'starred']])).toBe(newest)
    expect(await anchorOf(person, [['pm-with', 'olga@example.com']])).toBe(newest)
  })

  test('is never one of the messages that were not received', async () => {
    const { person, sent } = await reader('eve')

    expect(await anchorOf(person, [['stream', 'harbour']])).toBe(sent[0])
    expect(await anchorOf(await realm.user('fay'), [['stream', 'harbour']])).toBe(newest)
  })

  test('is in no muted stream, unless the narrow names a stream', async () => {
    const { person, sent } = await reader('gil')
    await mute(person, harbour.id)

    expect(await anchorOf(person)).toBe(sent[1])
    expect(await anchorOf(person, [['topic', 'tides']])).toBe(newest)
    expect(await anchorOf(person, [['is', 'unread']])).toBe(sent[1])
    expect(await anchorOf(person, [['stream', 'harbour']])).toBe(sent[0])
    expect(await anchorOf(person, [{ operator: 'stream', operand: 'attic', negated: true }])).toBe(sent[0])
  })

  test('that was marked unread in a muted stream does not count either', async () => {
    const { person, sent } = await reader('hal')
    await person.post('/mark_all_as_read')
    await person.post('/messages/flags', { messages: [sent[0]], op: 'remove', flag: 'read' })
    expect(await anchorOf(person)).toBe(sent[0])

    await mute(person, harbour.id)

    expect(await anchorOf(person)).toBe(newest)
    expect(await anchorOf(person, [['stream', 'harbour']])).toBe(sent[0])
  })
})

const readMessage = async (person: Person, id: number, params: Params = {}): Promise<Answer> =>
  (await person.messages([['id', String(id)]], params))[0]!

describe('a message', () => {
  let realm: TestRealm
  let ada: Person
  let bo: Person
  let cy: Person
  let harbour: { id: number; name: string }

  beforeAll(async () => {
    realm = await newRealm()
    // By address, bo comes before ada.
    bo = await realm.user('bo')
    ada = await realm.user('zada')
    cy = await realm.user('cy')
    harbour = await realm.stream('harbour', ada, bo)
  })

  test('of a stream has exactly these fields', async () => {
    const before = Math.floor(Date.now() / 1000)
    const id = await ada.send('harbour', 'Tides', 'High at *noon*.')

    const message = await readMessage(bo, id)

    expect(message).toEqual({
      id,
      type: 'stream',
      sender_id: ada.id,
      sender_email: ada.email,
      sender_full_name: ada.full_name,
      sender_realm_str: realm.string_id,
      avatar_url: null,
      client: 'Unspecified',
      content: '<p>High at <em>noon</em>.</p>',
      content_type: 'text/html',
      display_recipient: 'harbour',
      recipient_id: expect.any(Number),
      stream_id: harbour.id,
      subject: 'Tides',
      topic_links: [],
      timestamp: expect.any(Number),
      is_me_message: false,
      flags: [],
      reactions: [],
      submessages: [],
    })
    expect(Number.isInteger(message['timestamp'])).toBe(true)
    expect(message['timestamp']).toBeGreaterThanOrEqual(before)
    expect(message['timestamp']).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('to a person has no stream and no topic, and names both by address', async () => {
    const id = await ada.write([bo], 'hello')

    const message = await readMessage(bo, id)

    expect(message).toMatchObject({
      type: 'private',
      subject: '',
      display_recipient: [
        { id: bo.id, email: bo.email, full_name: bo.full_name, is_mirror_dummy: false },
        { id: ada.id, email: ada.email, full_name: ada.full_name, is_mirror_dummy: false },
      ],
    })
    expect(message).not.toHaveProperty('stream_id')
  })

  test('to a group names all of them by id', async () => {
    const id = await cy.write([ada, bo], 'hello')

    expect((await readMessage(bo, id))['display_recipient']).toEqual(
      [bo, ada, cy].map((person) => ({
        id: person.id,
        email: person.email,
        full_name: person.full_name,
        is_mirror_dummy: false,
      })),
    )
  })

  test('to oneself names oneself once', async () => {
    const id = await ada.write([ada], 'note')

    expect((await readMessage(ada, id))['display_recipient']).toEqual([
      { id: ada.id, email: ada.email, full_name: ada.full_name, is_mirror_dummy: false },
    ])
  })

  test('belongs to the same recipient in both directions, and to another one with other people', async () => {
    const [there, back, group] = [
      await ada.write([bo], 'x'),
      await bo.write([ada], 'x'),
      await ada.write([bo, cy], 'x'),
    ]

    const recipients = await Promise.all(
      [there, back, group].map(async (id) => (await readMessage(ada, id))['recipient_id'] as number),
    )

    expect(recipients[0]).toBe(recipients[1])
    expect(recipients[0]).not.toBe(recipients[2])
  })

  test('comes as it was written when asked for', async () => {
    const id = await ada.send('harbour', 'tides', 'High at *noon*.')

    const raw = { content: 'High at *noon*.', content_type: 'text/x-markdown' }
    const html = { content: '<p>High at <em>noon</em>.</p>', content_type: 'text/html' }
    expect(await readMessage(bo, id, { apply_markdown: false })).toMatchObject(raw)
    expect(await readMessage(bo, id, { apply_markdown: true })).toMatchObject(html)
    expect(await bo.get(`/messages/${id}`)).toMatchObject({ message: html, raw_content: raw.content })
    expect(await bo.get(`/messages/${id}`, { apply_markdown: false })).toMatchObject({
      message: raw,
      raw_content: raw.content,
    })
  })

  test('carries the address of its sender’s picture for clients that cannot compute it', async () => {
    const id = await ada.send('harbour', 'tides', 'x')

    expect((await readMessage(bo, id, { client_gravatar: true }))['avatar_url']).toBeNull()
    expect((await readMessage(bo, id, { client_gravatar: false }))['avatar_url']).toMatch(
      /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/,
    )
  })

  test('that begins with /me is about its sender', async () => {
    const about = await ada.send('harbour', 'tides', '/me waves')
    const plain = await ada.send('harbour', 'tides', 'say /me waves')

    expect((await readMessage(bo, about))['is_me_message']).toBe(true)
    expect((await readMessage(bo, plain))['is_me_message']).toBe(false)
  })

  test('tells what client sent it', async () => {
    const { id } = await ada.post('/messages', {
      type: 'stream',
      to: 'harbour',
      topic: 'tides',
      content: 'x',
      client: 'semaphore',
    })

    expect((await readMessage(bo, id as number))['client']).toBe('semaphore')
  })

  test('is read by its sender and not yet by others', async () => {
    const id = await ada.send('harbour', 'tides', 'x')

    expect((await readMessage(ada, id))['flags']).toEqual(['read'])
    expect((await readMessage(bo, id))['flags']).toEqual([])
  })

  test('shows its present sender and stream names', async () => {
    const id = await cy.write([bo], 'x')
    await cy.patch('/settings', { full_name: 'Cyrus' })

    expect(await readMessage(bo, id)).toMatchObject({ sender_full_name: 'Cyrus' })
    expect((await readMessage(bo, id))['display_recipient']).toContainEqual(
      expect.objectContaining({ full_name: 'Cyrus' }),
    )
    await cy.patch('/settings', { full_name: 'Cy' })
  })

  test('fetched alone is the same as in a list', async () => {
    const id = await ada.send('harbour', 'tides', 'x @**Bo**')

    expect((await bo.get(`/messages/${id}`))['message']).toEqual(await readMessage(bo, id))
  })
})

describe('who sees what', () => {
  let realm: TestRealm
  let ada: Person
  let olga: Person

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    olga = realm.owner
  })

  let streams = 0

  /** A stream with messages sent before, while and after somebody was subscribed, and they are gone or still there. */
  async function newHistory(options: object, { role = 400, stays = true } = {}) {
    streams += 1
    const name = `stream ${streams}`
    const person = await realm.user(`user${streams}`)
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name }], ...options })
    const before = await ada.send(name, 't', 'before')
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [person.id] })
    const during = await ada.send(name, 't', 'during')
    if (!stays) await person.delete('/users/me/subscriptions', { subscriptions: [name] })
    const after = await ada.send(name, 't', 'after')
    if (role !== 400) await realm.owner.patch(`/users/${person.id}`, { role })
    return { name, person, before, during, after }
  }

  const isShared = { invite_only: true, history_public_to_subscribers: true }
  const isProtected = { invite_only: true, history_public_to_subscribers: false }

  test.each<[string, object, { role?: number; stays?: boolean }, string]>([
    ['a subscriber of a public stream', {}, {}, 'before during after'],
    ['a former subscriber of a public stream', {}, { stays: false }, 'before during after'],
    ['a guest of a public stream', {}, { role: 600 }, 'before during after'],
    ['a former guest of a public stream', {}, { role: 600, stays: false }, 'during'],
    ['a subscriber of a private stream with shared history', isShared, {}, 'before during after'],
    ['a former subscriber of a private stream with shared history', isShared, { stays: false }, 'during'],
    ['a guest of a private stream with shared history', isShared, { role: 600 }, 'before during after'],
    ['a subscriber of a private stream with protected history', isProtected, {}, 'during after'],
    ['a former subscriber of a private stream with protected history', isProtected, { stays: false }, 'during'],
    ['an administrator who left a private stream', isShared, { role: 200, stays: false }, 'during'],
  ])('%s reads in its narrow what they may, and at home what they received', async (_, options, life, visible) => {
    const { name, person, before, during, after } = await newHistory(options, life)
    const idsOfVisible = (ids: Record<string, number>) =>
      Object.entries(ids)
        .filter(([key]) => visible.includes(key))
        .map(([, id]) => id)

    const narrowed = await person.messages([['stream', name]])
    const home = await person.messages([])

    expect(narrowed.map(({ id }) => id as number)).toEqual(idsOfVisible({ before, during, after }))
    expect(home.map(({ id }) => id as number)).toEqual(life.stays === false ? [during] : [during, after])
    for (const [key, id] of Object.entries({ before, during, after })) {
      const { status } = await person.ask('GET', `/messages/${id}`)
      expect(status).toBe(visible.includes(key) ? 200 : 400)
    }
  })

  test('messages that one never received are read and historical in a list, read by id, and become no part of the home view', async () => {
    const { name, person, before, during } = await newHistory({})

    const narrowed = await person.messages([['stream', name]])

    expect(narrowed.find(({ id }) => id === before)).toMatchObject({ flags: ['read', 'historical'] })
    expect(narrowed.find(({ id }) => id === during)).toMatchObject({ flags: [] })
    expect(await person.flags(before)).toEqual(['read'])
    expect((await person.messages([])).map(({ id }) => id)).not.toContain(before)
  })

  test('a message that one touched is at home from then on', async () => {
    const { person, before, during, after } = await newHistory({})
    await person.post('/messages/flags', { messages: [before], op: 'add', flag: 'starred' })

    const home = await person.messages([])

    expect(home.map(({ id }) => id)).toEqual([before, during, after])
    expect(home[0]).toMatchObject({ flags: ['read', 'starred', 'historical'] })
  })

  test('an is term drops what one never received', async () => {
    const { name, person, before, during, after } = await newHistory({})
    const narrow = [['stream', name], { operator: 'is', operand: 'starred', negated: true }]

    expect((await person.messages(narrow)).map(({ id }) => id)).toEqual([during, after])
    expect(
      (
        await person.messages([
          ['stream', name],
          ['topic', 't'],
        ])
      ).map(({ id }) => id),
    ).toEqual([before, during, after])
  })

  test('subscribing again opens what comes then, and not what came between', async () => {
    const { name, person, during, after } = await newHistory(isProtected, { stays: false })
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [person.id] })
    const again = await ada.send(name, 't', 'again')

    expect((await person.messages([['stream', name]])).map(({ id }) => id)).toEqual([during, again])
    expect((await person.messages([])).map(({ id }) => id)).not.toContain(after)
  })

  test('who sends to a stream without being subscribed does not receive it', async () => {
    const { name } = await newHistory({})
    const passer = await realm.user('passer')
    const id = await passer.send(name, 't', 'passing by')

    expect(await passer.messages([])).toEqual([])
    expect(await passer.flags(id)).toEqual(['read'])
  })

  test('a private stream that one is not subscribed to is empty, not unknown', async () => {
    const { name } = await newHistory(isShared)
    const outsider = await realm.user('outsider')

    expect(await outsider.messages([['stream', name]])).toEqual([])
    expect(await olga.messages([['stream', name]])).toEqual([])
  })

  test('a public stream that a guest is not subscribed to is empty', async () => {
    const { name, before } = await newHistory({})
    const guest = await realm.user('guest', { role: 600 })

    expect(await guest.messages([['stream', name]])).toEqual([])
    expect((await guest.ask('GET', `/messages/${before}`)).status).toBe(400)
  })

  test('a web-public stream is open to guests', async () => {
    const guest = await realm.user('visitor', { role: 600 })
    await realm.set({ enable_spectator_access: true })
    await olga.post('/users/me/subscriptions', { subscriptions: [{ name: 'square' }], is_web_public: true })
    const id = await olga.send('square', 't', 'welcome')

    expect((await guest.messages([['stream', 'square']])).map((message) => message['id'])).toEqual([id])
    expect(await guest.flags(id)).toEqual(['read'])
  })

  test('what one received in a stream that was archived stays', async () => {
    const { name, person, before, during } = await newHistory({})
    const { stream_id } = await realm.owner.get('/get_stream_id', { stream: name })
    await realm.owner.delete(`/streams/${String(stream_id)}`)

    expect((await person.messages([])).map(({ id }) => id)).toContain(during)
    expect((await person.ask('GET', `/messages/${during}`)).status).toBe(200)
    expect((await person.ask('GET', `/messages/${before}`)).status).toBe(400)
  })

  test('private messages are for those who hold them, and for no owner', async () => {
    const [bo, cy] = [await realm.user('bo'), await realm.user('cy')]
    const id = await bo.write([cy], 'secret')

    for (const holder of [bo, cy]) expect((await holder.messages([])).map((message) => message['id'])).toEqual([id])
    for (const other of [ada, olga]) {
      expect((await other.messages([['sender', bo.email]])).map((message) => message['id'])).not.toContain(id)
      expect(await other.messages([['id', String(id)]])).toEqual([])
      expect(await other.messages([['pm-with', `${bo.email},${cy.email}`]])).toEqual([])
      expect((await other.ask('GET', `/messages/${id}`)).status).toBe(400)
    }
  })

  test('messages of another realm do not exist', async () => {
    const other = await newRealm()
    const stranger = await other.user('stranger')
    await other.stream('shore', stranger)
    const id = await stranger.send('shore', 't', 'x')

    expect((await olga.ask('GET', `/messages/${id}`)).status).toBe(400)
    expect(await olga.messages([['id', String(id)]])).toEqual([])
    expect((await olga.messages([])).map((message) => message['id'])).not.toContain(id)
    expect((await stranger.messages([])).map((message) => message['id'])).toEqual([id])
  })

  test('a message that is hidden and one that is missing look alike', async () => {
    const { before } = await newHistory(isShared)
    const outsider = await realm.user('onlooker')

    const [hidden, missing, huge] = await Promise.all(
      [before, 999_999, '99999999999999999999'].map((id) => outsider.ask('GET', `/messages/${id}`)),
    )

    expect(hidden).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST', msg: 'Invalid message(s)' })
    for (const other of [missing, huge]) expect({ ...other, headers: null }).toEqual({ ...hidden, headers: null })
  })

  test('a message of nobody who is let in is refused for that', async () => {
    const { person, during } = await newHistory({})
    await realm.deactivate(person)

    expect((await person.ask('GET', `/messages/${during}`)).status).toBe(401)
    expect((await person.ask('GET', '/messages', { num_before: 1, num_after: 1 })).status).toBe(401)
    expect((await person.ask('GET', '/messages', { num_before: -1 })).status).toBe(401)
  })
})
