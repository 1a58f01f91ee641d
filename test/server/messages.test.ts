import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sqlOver } from '../../src/core/sql/sql'
import { mentionTexts } from '../../src/markdown/mentions'
import { mentionedUsers } from '../../src/messages/mentionable'
import { costOf, newRealm, request, type Answer, type Params, type Person, type TestRealm } from '../kit'

/** The message as this person has it, with its content as it was written. */
async function messageOf(person: Person, id: number): Promise<Answer> {
  return (await person.get(`/messages/${id}`, { apply_markdown: false }))['message'] as Answer
}

const send = (person: Person, params: Params): Promise<Answer> => person.ask('POST', '/messages', params)

/** Sends to a stream, unless told otherwise, and answers the id. */
async function sendMessage(person: Person, params: Params): Promise<number> {
  const { id } = await person.post('/messages', {
    type: 'stream',
    to: 'harbour',
    topic: 'tides',
    content: 'x',
    ...params,
  })
  return id as number
}

async function isReceived(person: Person, id: number): Promise<boolean> {
  return (await person.messages([{ operator: 'id', operand: String(id) }])).length === 1
}

/** People as a private message shows them. */
const display = (...people: Person[]) =>
  people.map(({ id, email, full_name }) => ({ id, email, full_name, is_mirror_dummy: false }))

async function newestId(): Promise<number> {
  return (await env.DB.prepare('select coalesce(max(id), 0) as id from message').first<number>('id'))!
}

let realm: TestRealm
let olga: Person
let admin: Person
let ada: Person
let bo: Person
let cy: Person
let guest: Person
let gone: Person
let helper: Person // a bot of ada
let foreigner: Person
let harbour: { id: number; name: string }

beforeAll(async () => {
  realm = await newRealm()
  olga = realm.owner
  admin = await realm.user('admin', { role: 200 })
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  cy = await realm.user('cy')
  guest = await realm.user('guest', { role: 600 })
  gone = await realm.user('gone')
  await realm.deactivate(gone)
  helper = await realm.bot('helper', ada)
  foreigner = (await newRealm()).owner
  harbour = await realm.stream('harbour', ada, bo)
})

/** Flags that the person has on a message with this content. */
const flagsOf = async (person: Person, content: string, from = ada): Promise<string[]> =>
  person.flags(await sendMessage(from, { content }))

let counter = 0
/** A name that no stream has yet. */
let fresh: string
beforeEach(() => {
  counter += 1
  fresh = `stream ${counter}`
})

/** The local echo of this test. */
const echo = () => ({ queue_id: `queue:${counter}`, local_id: '17.01' })
const localIdOf = (index: number) => ({ queue_id: 'many', local_id: String(index) })

test('a message sent to a stream is read by its subscribers', async () => {
  const before = Math.floor(Date.now() / 1000)

  const id = await ada.send('harbour', 'tides', 'High at *noon*.')

  const [message] = (await bo.messages([{ operator: 'stream', operand: 'harbour' }])).slice(-1)
  expect(message).toEqual({
    id,
    type: 'stream',
    sender_id: ada.id,
    sender_email: ada.email,
    sender_full_name: 'Ada',
    sender_realm_str: realm.string_id,
    avatar_url: null,
    client: 'Unspecified',
    content: '<p>High at <em>noon</em>.</p>',
    content_type: 'text/html',
    display_recipient: 'harbour',
    recipient_id: expect.any(Number),
    stream_id: harbour.id,
    subject: 'tides',
    topic_links: [],
    timestamp: expect.any(Number),
    is_me_message: false,
    flags: [],
    reactions: [],
    submessages: [],
  })
  expect(message!['timestamp']).toBeGreaterThanOrEqual(before)
  expect(message!['timestamp']).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
})

test('the answer holds the id and nothing more', async () => {
  const { headers: _, ...answer } = await send(ada, { type: 'stream', to: 'harbour', topic: 'tides', content: 'x' })

  expect(answer).toEqual({ status: 200, result: 'success', msg: '', id: expect.any(Number) })
})

test('ids grow in the order of sending', async () => {
  const ids = []
  for (let count = 0; count < 5; count += 1) ids.push(await ada.send('harbour', 'tides', String(count)))

  expect(ids).toEqual(ids.toSorted((left, right) => left - right))
  expect(new Set(ids).size).toBe(5)
})

test('fifty messages sent at once by three people all arrive, each once', async () => {
  const contents = Array.from({ length: 50 }, (_, index) => `burst ${index}`)
  await realm.stream(fresh, ada, bo, cy)

  const ids = await Promise.all(
    contents.map((content, index) => [ada, bo, cy][index % 3]!.send(fresh, 'burst', content)),
  )

  const messages = await cy.messages([{ operator: 'stream', operand: fresh }], { apply_markdown: false })
  expect(messages.map(({ id }) => id)).toEqual(ids.toSorted((left, right) => left - right))
  expect(new Set(messages.map(({ content }) => content))).toEqual(new Set(contents))
})

describe('to a stream', () => {
  test.each<[how: string, to: () => unknown]>([
    ['name', () => 'harbour'],
    ['name in another case', () => 'HARBOUR'],
    ['name with spaces around', () => ' harbour '],
    ['name as a JSON string', () => '"harbour"'],
    ['id', () => harbour.id],
    ['list of one name', () => ['harbour']],
    ['list of one id', () => [harbour.id]],
  ])('named by %s it arrives', async (_, to) => {
    const id = await sendMessage(ada, { to: to() })

    expect(await messageOf(bo, id)).toMatchObject({ stream_id: harbour.id, display_recipient: 'harbour' })
  })

  test('whose name is a number it goes when the name is a JSON string', async () => {
    await realm.stream('12345', ada)

    const id = await sendMessage(ada, { to: '"12345"' })

    expect(await messageOf(ada, id)).toMatchObject({ display_recipient: '12345' })
    expect(await send(ada, { type: 'stream', to: '12345', topic: 'x', content: 'x' })).toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
      stream_id: 12_345,
    })
  })

  test.each<[to: string, extra: Record<string, unknown>]>([
    ['nowhere', { stream: 'nowhere', msg: "Stream 'nowhere' does not exist" }],
    ['"nowhere"', { stream: 'nowhere' }],
    ['["nowhere"]', { stream: 'nowhere' }],
    ['999999', { stream: '999999', stream_id: 999_999, msg: "Stream with ID '999999' does not exist" }],
    ['[999999]', { stream: '999999', stream_id: 999_999 }],
    ['0', { stream: '0', stream_id: 0 }],
    ['-1', { stream: '-1', stream_id: -1 }],
    ['1e300', { stream_id: 1e300 }],
    ['', { stream: '' }],
    ['🌊'.repeat(60), { stream: '🌊'.repeat(60) }],
    ['🌊'.repeat(61), { stream: `${'🌊'.repeat(60)}...`, msg: `Stream '${'🌊'.repeat(60)}...' does not exist` }],
    ['<b>"&', { stream: '<b>"&', msg: "Stream '&lt;b&gt;&quot;&amp;' does not exist" }],
  ])('that does not exist it is refused: %s', async (to, extra) => {
    const answer = await send(ada, { type: 'stream', to, topic: 'x', content: 'x' })

    expect(answer).toMatchObject({ status: 400, result: 'error', code: 'STREAM_DOES_NOT_EXIST', ...extra })
    expect('stream_id' in answer).toBe('stream_id' in extra)
  })

  test('of another realm it is refused', async () => {
    const answer = await send(foreigner, { type: 'stream', to: harbour.id, topic: 'x', content: 'x' })

    expect(answer).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST', stream_id: harbour.id })
  })

  test.each(['[]', '["harbour", "general"]', '["harbour", "harbour"]', '{"name": "harbour"}', 'null', 'true', '1.5'])(
    'is refused when `to` is %s',
    async (to) => {
      const answer = await send(ada, { type: 'stream', to, topic: 'x', content: 'x' })

      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    },
  )

  test('its sender need not be subscribed, and then does not receive it', async () => {
    const id = await sendMessage(cy, {})

    expect(await isReceived(bo, id)).toBe(true)
    expect(await isReceived(cy, id)).toBe(false)
  })
})

describe('a private message', () => {
  test.each<[how: string, to: () => unknown]>([
    ['a list of ids', () => [bo.id, cy.id]],
    ['a list of addresses', () => [bo.email, cy.email]],
    ['addresses with commas', () => `${bo.email},${cy.email}`],
    ['addresses with commas and spaces', () => ` ${bo.email} , ${cy.email} ,`],
    ['addresses with commas as a JSON string', () => JSON.stringify(`${bo.email}, ${cy.email}`)],
    ['addresses in another case', () => [bo.email.toUpperCase(), cy.email]],
    ['ids, some twice', () => [bo.id, cy.id, bo.id]],
    ['addresses, some twice', () => [bo.email, cy.email, bo.email.toUpperCase()]],
    ['a list with oneself', () => [ada.id, bo.id, cy.id]],
    ['another order', () => [cy.id, bo.id]],
  ])('to several people named by %s goes to that one group', async (_, to) => {
    const id = await sendMessage(ada, { type: 'private', to: to() })
    const usual = await ada.write([bo, cy], 'x')

    const message = await messageOf(bo, id)
    expect(message).toMatchObject({ type: 'private', subject: '', display_recipient: display(ada, bo, cy) })
    expect(message).not.toHaveProperty('stream_id')
    expect(message['recipient_id']).toBe((await messageOf(bo, usual))['recipient_id'])
    for (const person of [ada, bo, cy]) expect(await isReceived(person, id)).toBe(true)
  })

  test('in any order, by any of its members, is one conversation', async () => {
    const ids = [
      await ada.write([bo, cy], 'x'),
      await ada.write([cy, bo], 'x'),
      await bo.write([cy, ada], 'x'),
      await cy.write([ada, bo, cy], 'x'),
    ]

    const recipients = await Promise.all(ids.map(async (id) => (await messageOf(ada, id))['recipient_id']))
    expect(new Set(recipients).size).toBe(1)
  })

  test('between two people is one conversation in both directions, shown in the order of their addresses', async () => {
    const there = await messageOf(bo, await ada.write([bo], 'x'))
    const back = await messageOf(ada, await bo.write([ada], 'x'))
    const other = await messageOf(ada, await ada.write([cy], 'x'))
    const both = await messageOf(ada, await ada.write([bo, cy], 'x'))

    expect(there['recipient_id']).toBe(back['recipient_id'])
    expect(new Set([there, other, both].map(({ recipient_id }) => recipient_id)).size).toBe(3)
    expect(there['display_recipient']).toEqual(display(ada, bo))
    expect(back['display_recipient']).toEqual(display(ada, bo))
  })

  test('to one person shows both in the order of their addresses, not of their ids', async () => {
    const zoe = await realm.user(`zoe${counter}`)
    const abe = await realm.user(`abe${counter}`)

    const id = await zoe.write([abe], 'x')

    expect((await messageOf(zoe, id))['display_recipient']).toEqual(display(abe, zoe))
  })

  test('started by ten people at once makes one conversation', async () => {
    const dee = await realm.user(`dee${counter}`)

    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? ada.write([dee], 'x') : dee.write([ada], 'x'))),
    )

    const recipients = await Promise.all(ids.map(async (id) => (await messageOf(ada, id))['recipient_id']))
    expect(new Set(recipients).size).toBe(1)
    expect(new Set(ids).size).toBe(10)
  })

  describe('to more people than are looked up one by one', () => {
    const crowd: Person[] = []
    beforeAll(async () => {
      for (let index = 0; index < 12; index += 1) crowd.push(await realm.user(`crowd${index}`))
    })

    test.each<[how: string, to: () => unknown]>([
      ['ids', () => crowd.map(({ id }) => id)],
      ['ids, some twice', () => [...crowd, ...crowd, ada].map(({ id }) => id)],
      ['addresses', () => crowd.map(({ email }) => email.toUpperCase())],
      ['addresses with commas', () => crowd.map(({ email }) => email).join(', ')],
    ])('named by %s goes to all of them, in one conversation', async (_, to) => {
      const id = await sendMessage(ada, { type: 'private', to: to() })
      const again = await crowd[11]!.write([ada, ...crowd], 'x')

      for (const person of [ada, ...crowd]) expect(await isReceived(person, id)).toBe(true)
      expect((await messageOf(ada, id))['recipient_id']).toBe((await messageOf(ada, again))['recipient_id'])
    })

    test.each<[how: string, operand: () => unknown]>([
      ['ids', () => [...crowd, ...crowd, ada].map(({ id }) => id)],
      ['addresses', () => crowd.map(({ email }) => ` ${email.toUpperCase()}`).join(',')],
    ])('is found by a narrow that names them by %s, in three round trips', async (_, operand) => {
      const id = await sendMessage(ada, { type: 'private', to: crowd.map((person) => person.id) })
      const narrow = [{ operator: 'pm-with', operand: operand() }]
      const answer = await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow })

      expect((answer['messages'] as Answer[]).map((message) => message['id'])).toEqual([id])
      expect(costOf(answer).trips).toBeLessThanOrEqual(3)
    })

    test.each<[how: string, operand: () => unknown]>([
      ['ids', () => [...crowd.map(({ id }) => id), 999_999]],
      ['addresses', () => [...crowd.map(({ email }) => email), 'nobody@example.com'].join(',')],
    ])('and somebody unknown among them is no narrow, by %s', async (_, operand) => {
      const narrow = [{ operator: 'pm-with', operand: operand() }]
      const answer = await ada.ask('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow })
      expect(answer).toMatchObject({ status: 400, code: 'BAD_NARROW' })
    })

    test.each([0, 9, 10, 12])(
      'goes to the realm’s own voice beside %i of them, by id and by address',
      async (amount) => {
        const { state } = await ada.listen()
        const [voice] = state['cross_realm_bots'] as { user_id: number; email: string }[]
        const others = crowd.slice(0, amount)

        for (const to of [
          [voice!.user_id, ...others.map(({ id }) => id)],
          [voice!.email, ...others.map(({ email }) => email)],
        ]) {
          const id = await sendMessage(ada, { type: 'private', to })
          expect((await messageOf(ada, id))['display_recipient']).toHaveLength(amount + 2)
        }
      },
    )

    test.each<[who: string, other: () => number | string]>([
      ['an unknown id', () => 999_999],
      ['an unknown address', () => 'nobody@example.com'],
      ['somebody deactivated', () => gone.id],
      ['somebody deactivated, by address', () => gone.email],
      ['somebody of another realm', () => foreigner.id],
    ])('is refused with %s among them', async (_, other) => {
      const to = [...crowd.map((person) => (typeof other() === 'number' ? person.id : person.email)), other()]

      expect(await send(ada, { type: 'private', to, content: 'x' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    })
  })

  test('to oneself has one recipient, and is read', async () => {
    const id = await ada.write([ada], 'Note to self')

    expect(await messageOf(ada, id)).toMatchObject({ display_recipient: display(ada), flags: ['read'] })
  })

  test('to a bot arrives', async () => {
    const id = await bo.write([helper], 'x')

    expect(await isReceived(helper, id)).toBe(true)
  })

  test('may be sent by a guest', async () => {
    const id = await guest.write([bo], 'x')

    expect(await isReceived(bo, id)).toBe(true)
  })

  test('reaches nobody else', async () => {
    const id = await ada.write([bo], 'psst')

    for (const person of [cy, olga, admin, foreigner]) {
      expect(await person.ask('GET', `/messages/${id}`)).toMatchObject({ status: 400, msg: 'Invalid message(s)' })
      expect(await isReceived(person, id)).toBe(false)
    }
  })

  test('has no topic, whatever is sent as one', async () => {
    const id = await sendMessage(ada, { type: 'private', to: [bo.id], topic: 't'.repeat(61) })

    expect((await messageOf(bo, id))['subject']).toBe('')
  })

  test.each<[what: string, to: () => unknown, msg?: string]>([
    ['nobody', () => []],
    ['no address', () => ' , '],
    ['a blank address', () => ['']],
    ['an empty text', () => ''],
    ['ids and addresses', () => [bo.id, cy.email]],
    ['a bare id', () => bo.id],
    ['an object', () => ({ id: bo.id })],
    ['null', () => 'null'],
    ['half an id', () => [1.5]],
    ['a list in the list', () => [[bo.id]]],
    ['an unknown id', () => [999_999], 'Invalid user ID 999999'],
    ['an unknown id among known ones', () => [bo.id, 999_999]],
    ['an id too large for any user', () => '[1e300]'],
    ['an unknown address', () => ['nobody@example.com'], "Invalid email 'nobody@example.com'"],
    ['no address at all', () => 'bo'],
    ['somebody deactivated, by id', () => [gone.id]],
    ['somebody deactivated, by address', () => gone.email],
    ['somebody deactivated in a group', () => [bo.id, gone.id]],
    ['somebody of another realm', () => [foreigner.id]],
  ])('to %s is refused', async (_, to, msg) => {
    const before = await newestId()

    const answer = await send(ada, { type: 'private', to: to(), content: 'x' })

    expect(answer).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST' })
    if (msg !== undefined) expect(answer.msg).toBe(msg)
    expect(await newestId()).toBe(before)
  })
})

describe('parameters', () => {
  const good = { type: 'stream', to: 'harbour', topic: 'tides', content: 'x' }

  test.each(['type', 'to', 'content'])('without %s it is refused', async (name) => {
    expect(await send(ada, { ...good, [name]: undefined })).toMatchObject({
      status: 400,
      result: 'error',
      code: 'REQUEST_VARIABLE_MISSING',
      msg: `Missing '${name}' argument`,
      var_name: name,
    })
  })

  test.each<[what: string, params: Params]>([
    ['an unknown type', { type: 'channel' }],
    ['an empty type', { type: '' }],
    ['a type in capitals', { type: 'Stream' }],
    ['a queue without a local id', { queue_id: 'q:1' }],
    ['a local id without a queue', { local_id: '1.01' }],
    ['an empty queue', { queue_id: '', local_id: '1.01' }],
    ['another sender', { sender: 'bo@example.com' }],
    ['a forged sender', { forged: 'yes' }],
    ['a forged time', { time: '1' }],
    ['another realm', { realm_str: 'elsewhere' }],
    ['1,001 recipients', { type: 'private', to: Array.from({ length: 1001 }, () => 'bo@example.com') }],
    ['an unknown delivery', { delivery_type: 'send_earlier' }],
    ['a widget that is no JSON', { widget_content: '{' }],
    ['a multi-line topic', { topic: 'two\nlines' }],
    ['a topic with a control character', { topic: 'be\u0007ll' }],
    ['a topic with NUL', { topic: 'nu\u0000ll' }],
    ['a topic with a non-character', { topic: 'no\uFFFFne' }],
    ['a topic with a plane-16 non-character', { topic: 'no\u{10FFFE}ne' }],
    ['a topic of 61 characters', { topic: 't'.repeat(61) }],
    ['a topic of 61 astral characters', { topic: '🌊'.repeat(61) }],
    ['no content', { content: '' }],
    ['blank content', { content: ' \n\t ' }],
    ['content with NUL', { content: 'nu\u0000ll' }],
    ['10,001 bytes', { content: 'x'.repeat(10_001) }],
    ['10,001 bytes of 5,001 characters', { content: 'x' + 'é'.repeat(5000) }],
    ['10,004 bytes of 2,501 characters', { content: '🌊'.repeat(2501) }],
    ['a megabyte', { content: 'x'.repeat(1_000_000) }],
  ])('with %s it is refused, and nothing is sent', async (_, params) => {
    const before = await newestId()

    const answer = await send(ada, { ...good, ...params })

    expect(answer).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST' })
    expect(answer.msg).not.toBe('')
    expect(await newestId()).toBe(before)
  })

  test.each<[what: string, params: Params]>([
    ['delivery at once', { delivery_type: 'send_now' }],
    ['unknown parameters', { colour: 'red' }],
    ['10,000 bytes', { content: 'x'.repeat(10_000) }],
    ['10,000 bytes of two each', { content: 'é'.repeat(5000) }],
    ['10,000 bytes of four each', { content: '🌊'.repeat(2500) }],
    ['10,000 bytes after trimming', { content: `\n\n${'x'.repeat(10_000)}${' '.repeat(500)}` }],
    ['a topic of 60 characters', { topic: 't'.repeat(60) }],
    ['a topic of 60 astral characters', { topic: '🌊'.repeat(60) }],
    ['a topic of 60 characters after trimming', { topic: `  ${'t'.repeat(60)}  ` }],
  ])('with %s it is sent', async (_, params) => {
    expect(await send(ada, { ...good, ...params })).toMatchObject({ status: 200, id: expect.any(Number) })
  })

  test('the topic may be called subject', async () => {
    const id = await sendMessage(ada, { topic: undefined, subject: 'winds' })

    expect((await messageOf(bo, id))['subject']).toBe('winds')
  })

  test('a stream needs a topic, which is missed before the stream', async () => {
    for (const to of ['harbour', 'no such stream'])
      expect(await send(ada, { ...good, to, topic: undefined })).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        msg: 'Missing topic',
      })
  })

  test('topic and subject together are refused', async () => {
    expect(await send(ada, { ...good, subject: 'tides' })).toMatchObject({
      status: 400,
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'topic',
      var_name2: 'subject',
    })
  })
})

describe('text', () => {
  test.each<[what: string, content: string, kept: string]>([
    ['loses whitespace at the end', 'hello \t\n\n  \n', 'hello'],
    ['loses leading line breaks', '\n\n\nhello', 'hello'],
    ['loses leading line breaks of Windows', '\r\n\r\nhello\r\nyou', 'hello\nyou'],
    ['keeps leading spaces', '    hello', '    hello'],
    ['keeps leading spaces after line breaks', '\n\n    hello', '    hello'],
    ['keeps line breaks inside', 'a\n\n\nb', 'a\n\n\nb'],
    ['keeps what looks like markup', '<b>&amp;"\'</b>', '<b>&amp;"\'</b>'],
    ['keeps every character', '🌊 é ß \u202E ✔', '🌊 é ß \u202E ✔'],
  ])('%s', async (_, content, kept) => {
    const id = await sendMessage(ada, { content })

    const { message, raw_content } = await bo.get(`/messages/${id}`, { apply_markdown: false })
    expect((message as Answer)['content']).toBe(kept)
    expect((message as Answer)['content_type']).toBe('text/x-markdown')
    expect(raw_content).toBe(kept)
  })

  test.each<[what: string, topic: string, kept: string]>([
    ['is trimmed', '  high tides \n', 'high tides'],
    ['keeps its case', 'High Tides', 'High Tides'],
    ['keeps a check mark', '✔ tides', '✔ tides'],
    ['keeps spaces inside', 'high  tides', 'high  tides'],
    ['is (no topic) when empty', '', '(no topic)'],
    ['is (no topic) when blank', '  ', '(no topic)'],
  ])('of a topic %s', async (_, topic, kept) => {
    const id = await sendMessage(ada, { topic })

    expect((await messageOf(bo, id))['subject']).toBe(kept)
  })

  test.each([
    ['/me waves', true],
    ['/me  waves', true],
    ['/mewaves', false],
    ['/me', false],
    ['/me ', false],
    ['/ME waves', false],
    [' /me waves', false],
    ['I wave\n/me waves', false],
  ])('%o is a status message: %o', async (content, is_me_message) => {
    const id = await sendMessage(ada, { content })

    expect((await messageOf(bo, id))['is_me_message']).toBe(is_me_message)
  })

  test('of a status message is rendered as written', async () => {
    const id = await sendMessage(ada, { content: '/me waves' })

    expect((await bo.get(`/messages/${id}`))['message']).toMatchObject({ content: '<p>/me waves</p>' })
  })
})

describe('a realm with mandatory topics', () => {
  let strict: TestRealm
  let person: Person
  beforeAll(async () => {
    strict = await newRealm()
    person = await strict.user('ada')
    await strict.set({ mandatory_topics: true })
  })

  test.each([['(no topic)'], [' (no topic) '], [''], ['  '], [undefined]])('refuses the topic %o', async (topic) => {
    expect(await send(person, { type: 'stream', to: 'general', topic, content: 'x' })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })

  test('takes any other topic, and private messages without one', async () => {
    expect(await send(person, { type: 'stream', to: 'general', topic: 'tides', content: 'x' })).toMatchObject({
      status: 200,
    })
    expect(await send(person, { type: 'private', to: [strict.owner.id], content: 'x' })).toMatchObject({ status: 200 })
  })
})

describe('who may post', () => {
  let own: TestRealm
  let people: Record<string, Person>
  beforeAll(async () => {
    own = await newRealm()
    people = {
      owner: own.owner,
      admin: await own.user('admin', { role: 200 }),
      moderator: await own.user('moderator', { role: 300 }),
      old: await own.user('old'),
    }
    await own.age(people['old']!, 10 * 86_400)
    people['young'] = await own.user('young')
    people['guest'] = await own.user('guest', { role: 600 })
    people['bot of admin'] = await own.bot('one', people['admin']!)
    people['bot of old'] = await own.bot('two', people['old']!)
    people['bot of young'] = await own.bot('three', people['young'])
    people['bot of nobody'] = await own.user('four')
    await own.behindTheWriter(
      env.DB.prepare('update user set bot_type = 1 where id = ?').bind(people['bot of nobody'].id),
    )
    people['webhook of young'] = await own.bot('five', people['young'], { type: 2 })
    await own.set({ waiting_period_threshold: 10, enable_spectator_access: true })
  })

  const members = ['owner', 'admin', 'moderator', 'old', 'young']
  const bots = ['bot of admin', 'bot of old', 'bot of young', 'bot of nobody', 'webhook of young']

  test.each<[what: string, options: Params, subscribers: string[], may: string[]]>([
    ['a public stream', {}, [], [...members, ...bots]],
    ['a public stream with a guest in it', {}, ['guest'], [...members, 'guest', ...bots]],
    ['a web-public stream', { is_web_public: true }, [], [...members, 'guest', ...bots]],
    ['a private stream', { invite_only: true }, ['admin'], ['owner', 'admin', 'bot of admin']],
    [
      'a private stream with bots and guests in it',
      { invite_only: true },
      ['guest', 'bot of nobody', 'young'],
      ['owner', 'young', 'guest', 'bot of young', 'bot of nobody', 'webhook of young'],
    ],
    ['a stream for administrators', { stream_post_policy: 2 }, ['guest'], ['owner', 'admin', 'bot of admin']],
    [
      'a stream for full members',
      { stream_post_policy: 3 },
      ['guest', 'young'],
      ['owner', 'admin', 'moderator', 'old', 'bot of admin', 'bot of old'],
    ],
    [
      'a stream for moderators',
      { stream_post_policy: 4 },
      ['guest', 'old'],
      ['owner', 'admin', 'moderator', 'bot of admin'],
    ],
    ['a private stream for administrators', { invite_only: true, stream_post_policy: 2 }, ['moderator'], ['owner']],
    [
      'a web-public stream for full members',
      { is_web_public: true, stream_post_policy: 3 },
      [],
      ['owner', 'admin', 'moderator', 'old', 'bot of admin', 'bot of old'],
    ],
  ])('to %s with %o', async (what, options, subscribers, may) => {
    await own.owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: what }],
      principals: ['owner', ...subscribers].map((who) => people[who]!.id),
      ...options,
    })

    const posted: string[] = []
    for (const [who, person] of Object.entries(people)) {
      const answer = await send(person, { type: 'stream', to: what, topic: 'x', content: 'x' })
      if (answer.status === 200) posted.push(who)
      else
        expect(answer).toMatchObject({
          status: 400,
          code: 'BAD_REQUEST',
          msg: 'Not authorized to send to this stream',
        })
    }

    expect(posted).toEqual(may)
  })

  test('a request by id does not reveal the name of a hidden stream', async () => {
    await own.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'Layoffs' }], invite_only: true })
    const { stream_id } = await own.owner.get('/get_stream_id', { stream: 'Layoffs' })

    for (const who of ['young', 'guest', 'bot of young']) {
      const answer = await send(people[who]!, { type: 'stream', to: stream_id, topic: 'x', content: 'x' })
      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
      expect(JSON.stringify(answer)).not.toContain('Layoffs')
    }
  })

  test('who leaves a private stream may no longer', async () => {
    await people['old']!.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'left' }],
      invite_only: true,
      principals: [people['old']!.id, people['young']!.id],
    })
    await people['young']!.delete('/users/me/subscriptions', { subscriptions: ['left'] })

    expect(await send(people['young']!, { type: 'stream', to: 'left', topic: 'x', content: 'x' })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })
})

describe('a realm without private messages', () => {
  let own: TestRealm
  let one: Person
  let two: Person
  let bot: Person
  beforeAll(async () => {
    own = await newRealm()
    one = await own.user('one')
    two = await own.user('two')
    bot = await own.bot('helper', one)
    await own.set({ private_message_policy: 2 })
  })

  test.each<[what: string, from: () => Person, to: () => Person[], status: number]>([
    ['two people', () => one, () => [two], 400],
    ['the owner and somebody', () => own.owner, () => [two], 400],
    ['a group', () => one, () => [two, own.owner], 400],
    ['oneself', () => one, () => [one], 400],
    ['a group with a bot', () => one, () => [two, bot], 400],
    ['somebody and a bot', () => one, () => [bot], 200],
    ['oneself, listed, and a bot', () => one, () => [one, bot], 200],
    ['a bot and somebody', () => bot, () => [one], 200],
    ['a bot and a group', () => bot, () => [one, two], 200],
  ])('between %s answers %s', async (_, from, to, status) => {
    const answer = await send(from(), { type: 'private', to: to().map(({ id }) => id), content: 'x' })

    expect(answer.status).toBe(status)
    if (status !== 200) expect(answer.code).toBe('BAD_REQUEST')
  })
})

describe('mentions', () => {
  test.each<[content: () => string]>([
    [() => 'Look, @**Bo**!'],
    [() => '@**bo**'],
    [() => '@**BO** and @**bO** again'],
    [() => `@**Bo|${bo.id}**`],
    [() => `@**|${bo.id}**`],
    [() => '(@**Bo**)'],
    [() => '"@**Bo**" said:@**Bo**'],
    [() => '@_**Bo** but also @**Bo**'],
    [() => '* @**Bo** in a list'],
    [() => '**bold** @**Bo**x'],
  ])('set the flag: case %#', async (content) => {
    expect(await flagsOf(bo, content())).toEqual(['mentioned'])
  })

  test.each<[what: string, content: () => string]>([
    ['silent', () => '@_**Bo**'],
    ['of somebody else', () => '@**Ada**'],
    ['without stars', () => '@Bo'],
    ['with one star', () => '@*Bo*'],
    ['within a word', () => 'me@**Bo**'],
    ['after an emphasis mark', () => '*@**Bo***'],
    ['in code', () => '`@**Bo**`'],
    ['in a block of code', () => '```\n@**Bo**\n```'],
    ['in an indented block of code', () => '    @**Bo**'],
    ['in a quote', () => '> @**Bo**'],
    ['in a quote within a quote', () => '> > hello @**Bo**'],
    ['in the text of a link', () => '[see @**Bo**](http://example.com)'],
    ['with a space before the name', () => '@** Bo**'],
    ['with the id of another', () => `@**Bo|${ada.id}**`],
    ['with an id and the wrong case', () => `@**bo|${bo.id}**`],
    ['with an id that nobody has', () => '@**Bo|999999**'],
    ['with an id too long to be one', () => `@**Bo|${'9'.repeat(400)}**`],
    ['without name', () => '@**** @**|**'],
  ])('do not set the flag: %s', async (_, content) => {
    expect(await flagsOf(bo, content())).toEqual([])
  })

  test('show the stored name and the id, unless they mean nobody', async () => {
    const content = `@**bo** @_**BO** @**|${bo.id}** @**Nobody** @**Gone** @_**Gone** @**Bo|${ada.id}**`
    const id = await sendMessage(ada, { content })

    const shown = `<span class="user-mention" data-user-id="${bo.id}">@Bo</span>`
    const silent = `<span class="user-mention silent" data-user-id="${bo.id}">Bo</span>`
    expect(((await bo.get(`/messages/${id}`))['message'] as Answer)['content']).toBe(
      `<p>${shown} ${silent} ${shown} @<strong>Nobody</strong> @<strong>Gone</strong> ` +
        `@_<strong>Gone</strong> @<strong>Bo|${ada.id}</strong></p>`,
    )
  })

  test('of somebody who does not receive the message do nothing', async () => {
    const id = await sendMessage(ada, { content: '@**Cy**' })

    expect(await cy.flags(id)).toEqual(['read'])
    expect(await isReceived(cy, id)).toBe(false)
    expect(await cy.messages([{ operator: 'is', operand: 'mentioned' }])).toEqual([])
  })

  test('in a private message do not bring in anybody', async () => {
    const id = await ada.write([bo], '@**Cy** @**Helper-bot**')

    for (const person of [cy, helper]) expect(await person.ask('GET', `/messages/${id}`)).toMatchObject({ status: 400 })
  })

  test('of a bot that is not subscribed give it the message', async () => {
    const id = await sendMessage(ada, { content: '@**Helper-bot** status' })
    const silent = await sendMessage(ada, { content: '@_**Helper-bot** status' })

    expect(await helper.flags(id)).toEqual(['mentioned'])
    expect(await isReceived(helper, id)).toBe(true)
    expect(await isReceived(helper, silent)).toBe(false)
    const everything = (await helper.messages()).map((message) => message['id'] as number)
    expect([everything.includes(id), everything.includes(silent)]).toEqual([true, false])
  })

  test('of oneself set the flag on a message that is read', async () => {
    expect(await flagsOf(ada, '@**Ada**')).toEqual(['read', 'mentioned'])
  })

  test('reach everybody they name, each in a private message too', async () => {
    const id = await ada.write([bo, cy], '@**Bo** @**Cy**')

    expect(await bo.flags(id)).toEqual(['mentioned'])
    expect(await cy.flags(id)).toEqual(['mentioned'])
    expect(await ada.flags(id)).toEqual(['read'])
  })

  test('by a name that two people share mean the older account, and by id either', async () => {
    const first = await realm.user(`twin${counter}a`)
    const second = await realm.user(`twin${counter}b`)
    for (const twin of [first, second]) await twin.patch('/settings', { full_name: 'Twin' })

    const byName = await ada.write([first, second], '@**twin**')
    const byId = await ada.write([first, second], `@**Twin|${second.id}**`)

    expect([await first.flags(byName), await second.flags(byName)]).toEqual([['mentioned'], []])
    expect([await first.flags(byId), await second.flags(byId)]).toEqual([[], ['mentioned']])
  })

  test('of non-ASCII names ignore case', async () => {
    const zoe = await realm.user(`zoe${counter}`)
    await zoe.patch('/settings', { full_name: 'Zoë Ærø' })

    expect(await zoe.flags(await ada.write([zoe], '@**ZOË ÆRØ**'))).toEqual(['mentioned'])
  })

  describe('of more people than are looked up one by one', () => {
    const crowd = `${Array.from({ length: 60 }, (_, index) => `@**Somebody ${index}**`).join(' ')} `

    test.each<[content: () => string, flags: string[]]>([
      [() => '@**bo**', ['mentioned']],
      [() => `@**Bo|${bo.id}** @**|${cy.id}**`, ['mentioned']],
      [() => `@**|${bo.id}**`, ['mentioned']],
      [() => '@_**Bo**', []],
      [() => `@**bo|${bo.id}** @**Gone** @**|${gone.id}** @**|${foreigner.id}**`, []],
    ])('work alike: case %#', async (content, flags) => {
      const id = await sendMessage(ada, { content: crowd + content() })

      expect(await bo.flags(id)).toEqual(flags)
      const { message } = await bo.get(`/messages/${id}`)
      for (const { id: other } of [gone, foreigner])
        expect((message as Answer)['content']).not.toContain(`data-user-id="${other}"`)
    })

    test('are looked up in one read', async () => {
      let reads = 0
      const count = async () => {
        reads += 1
        return []
      }

      await mentionedUsers(
        {
          cached: () => expect.fail('one by one'),
          sql: sqlOver({ run: count, cachedFirst: count }),
          realm_id: realm.id,
        },
        mentionTexts(crowd).users,
      )

      expect(reads).toBe(1)
    })
  })
})

test('a new user is found under spellings that found nobody before', async () => {
  const name = `nova${counter}`
  const spelled = `${name.toUpperCase()}@EXAMPLE.COM`
  await send(ada, { type: 'private', to: [spelled], content: 'x' })
  await sendMessage(ada, { content: `@**${name.toUpperCase()}**` })

  const nova = await realm.user(name)

  expect(await send(ada, { type: 'private', to: [spelled], content: 'x' })).toMatchObject({ status: 200 })
  expect(await nova.flags(await ada.write([nova], `@**${name.toUpperCase()}**`))).toEqual(['mentioned'])
})

describe('wildcard mentions', () => {
  test.each(['all', 'everyone', 'stream'])('@**%s** sets the flag for everybody who receives it', async (word) => {
    const id = await sendMessage(ada, { content: `Hear, @**${word}**` })

    expect(await bo.flags(id)).toEqual(['wildcard_mentioned'])
    expect(await ada.flags(id)).toEqual(['read', 'wildcard_mentioned'])
    expect(await cy.flags(id)).toEqual(['read'])
  })

  test.each(['@_**all**', '@**ALL**', '@*all*', '`@**all**`', '> @**all**', 'x@**all**', '@all'])(
    '%s sets none',
    async (content) => {
      expect(await bo.flags(await sendMessage(ada, { content }))).toEqual([])
    },
  )

  test('in a private message set the flag too', async () => {
    const id = await ada.write([bo, cy], '@**all**')

    expect(await bo.flags(id)).toEqual(['wildcard_mentioned'])
  })

  describe('in a stream of sixteen', () => {
    let own: TestRealm
    const people: Record<string, Person> = {}
    let sixteen: Person[]
    beforeAll(async () => {
      own = await newRealm()
      people['owner'] = own.owner
      people['admin'] = await own.user('admin', { role: 200 })
      people['moderator'] = await own.user('moderator', { role: 300 })
      people['old'] = await own.user('old')
      await own.age(people['old'], 10 * 86_400)
      people['young'] = await own.user('young')
      people['guest'] = await own.user('guest', { role: 600 })
      const fifteen = Object.values(people)
      while (fifteen.length < 15) fifteen.push(await own.user(`extra ${fifteen.length}`.replace(' ', '')))
      const last = await own.user('last')
      await own.stream('fifteen', ...fifteen)
      sixteen = [...fifteen, last]
      await own.stream('sixteen', ...sixteen)
      const asleep = await own.user('asleep')
      await own.stream('fifteen and one deactivated', ...fifteen, asleep)
      await own.deactivate(asleep)
    })

    const everybody = ['owner', 'admin', 'moderator', 'old', 'young', 'guest']

    async function mayMention(stream: string): Promise<string[]> {
      const may: string[] = []
      for (const who of everybody) {
        const answer = await send(people[who]!, { type: 'stream', to: stream, topic: 'x', content: '@**all**' })
        if (answer.status === 200) may.push(who)
        else expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
      }
      return may
    }

    test.each<[policy: number | undefined, may: string[]]>([
      // The first of all: what a new realm has.
      [undefined, ['owner', 'admin']],
      [1, everybody],
      [2, ['owner', 'admin', 'moderator', 'old', 'young']],
      [3, ['owner', 'admin', 'moderator', 'old']],
      [4, ['owner', 'admin']],
      [5, ['owner', 'admin']],
      [6, []],
      [7, ['owner', 'admin', 'moderator']],
    ])('policy %o admits %o', async (policy, may) => {
      await own.set({ wildcard_mention_policy: policy, waiting_period_threshold: 10 })

      expect(await mayMention('sixteen')).toEqual(may)
    })

    test('or fewer the policy does not matter, and only active people count', async () => {
      await own.set({ wildcard_mention_policy: 6 })

      expect(await mayMention('fifteen')).toEqual(everybody)
      expect(await mayMention('fifteen and one deactivated')).toEqual(everybody)
    })

    test('silent ones and private ones are free', async () => {
      await own.set({ wildcard_mention_policy: 6 })
      const { young, old } = people

      expect(await send(young!, { type: 'stream', to: 'sixteen', topic: 'x', content: '@_**all**' })).toMatchObject({
        status: 200,
      })
      for (const to of [[old!], sixteen])
        expect(await send(young!, { type: 'private', to: to.map(({ id }) => id), content: '@**all**' })).toMatchObject({
          status: 200,
        })
    })
  })
})

describe('a resend', () => {
  test('of the same local echo answers the first id and sends nothing', async () => {
    const first = await sendMessage(ada, { ...echo(), content: 'once' })
    const before = await newestId()

    expect(await sendMessage(ada, { ...echo(), content: 'once' })).toBe(first)
    expect(await newestId()).toBe(before)
  })

  test('is recognized in a private message, and when the message would now be refused', async () => {
    const first = await sendMessage(ada, { ...echo(), type: 'private', to: [bo.id] })

    expect(await sendMessage(ada, { ...echo(), type: 'private', to: [bo.id] })).toBe(first)
    expect(await sendMessage(ada, { ...echo(), type: 'private', to: [gone.id] })).toBe(first)
  })

  test('is recognized after the realm object was evicted', async () => {
    const first = await sendMessage(ada, { ...echo() })
    await realm.evict()

    expect(await sendMessage(ada, { ...echo() })).toBe(first)
  })

  test('ten times at once makes one message', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => sendMessage(ada, { ...echo(), content: `ten ${counter}` })),
    )

    expect(new Set(ids).size).toBe(1)
    const { results } = await env.DB.prepare('select id from message where content = ?').bind(`ten ${counter}`).all()
    expect(results).toHaveLength(1)
  })

  test.each<[what: string, other: () => Params, from?: () => Person]>([
    ['another local id', () => ({ ...echo(), local_id: '17.02' })],
    ['another queue', () => ({ ...echo(), queue_id: 'other' })],
    ['the two exchanged', () => ({ queue_id: '17.01', local_id: `queue:${counter}` })],
    ['none at all', () => ({})],
    ['the same by somebody else', echo, () => bo],
  ])('is not what has %s', async (_, other, from = () => ada) => {
    const first = await sendMessage(ada, { ...echo() })

    expect(await sendMessage(from(), other())).not.toBe(first)
  })

  test('after a refusal is a first attempt', async () => {
    const refused = { ...echo(), widget_content: '{' }
    expect(await send(ada, { type: 'stream', to: 'harbour', topic: 'x', content: 'x', ...refused })).toMatchObject({
      status: 400,
    })

    const id = await sendMessage(ada, { ...echo() })

    expect(await messageOf(bo, id)).toMatchObject({ id })
  })

  test('of the last of two hundred messages is recognized after an eviction, as is that of the first', async () => {
    const writer = await realm.user(`writer${counter}`)
    const ids = await Promise.all(Array.from({ length: 200 }, (_, index) => sendMessage(writer, localIdOf(index))))
    await realm.evict()

    // The first resend wakes the object, and one more message makes it let go of the oldest echo, not of the newest.
    expect(await sendMessage(writer, localIdOf(0))).toBe(ids[0])
    await sendMessage(writer, localIdOf(200))

    expect(await sendMessage(writer, localIdOf(199))).toBe(ids[199])
  })
})

describe('a widget', () => {
  test('becomes the first submessage', async () => {
    const widget_content = JSON.stringify({ widget_type: 'poll', extra_data: { question: 'Where?', options: [] } })

    const id = await sendMessage(helper, { to: 'harbour', widget_content })

    expect((await messageOf(bo, id))['submessages']).toEqual([
      { id: expect.any(Number), message_id: id, sender_id: helper.id, msg_type: 'widget', content: widget_content },
    ])
  })

  test('has an id of its own each time', async () => {
    const widget_content = '{}'
    const one = await messageOf(bo, await sendMessage(helper, { widget_content }))
    const two = await messageOf(bo, await sendMessage(helper, { widget_content }))

    expect(one['submessages'][0].id).not.toBe(two['submessages'][0].id)
  })
})

describe('the client', () => {
  test.each<[agent: string | undefined, parameter: string | undefined, client: string]>([
    ['ZulipMobile/27.192 (iOS 15)', undefined, 'ZulipMobile'],
    ['curl/8.1', undefined, 'curl'],
    ['Mozilla/5.0 (X11)', 'website', 'website'],
    ['curl', undefined, 'curl'],
    [undefined, undefined, 'Unspecified'],
    ['c'.repeat(31), undefined, 'c'.repeat(30)],
    [undefined, 'p'.repeat(31), 'p'.repeat(30)],
  ])('of a request by %o with the parameter %o is %o', async (agent, client, name) => {
    const { id } = await request(realm.host, 'POST', '/messages', {
      params: { type: 'stream', to: 'harbour', topic: 'x', content: 'x', client },
      headers: { Authorization: ada.authorization, ...(agent !== undefined && { 'User-Agent': agent }) },
    })

    expect((await messageOf(bo, id as number))['client']).toBe(name)
  })
})

describe('being read', () => {
  test.each([undefined, 'curl', 'website', 'ZulipMobile'])(
    'one’s own message is, sent by the client %o; those of others are not',
    async (client) => {
      const id = await sendMessage(ada, { client })

      expect(await ada.flags(id)).toEqual(['read'])
      expect(await bo.flags(id)).toEqual([])
    },
  )

  test('a private message is for its sender alone', async () => {
    const id = await ada.write([bo, cy], 'x')

    expect(await ada.flags(id)).toEqual(['read'])
    expect(await bo.flags(id)).toEqual([])
    expect(await cy.flags(id)).toEqual([])
  })
})

describe('without good credentials', () => {
  test('nothing is sent', async () => {
    const before = await newestId()
    const params = { type: 'stream', to: 'harbour', topic: 'x', content: 'x' }

    const answers = [
      await request(realm.host, 'POST', '/messages', { params }),
      await request(realm.host, 'POST', '/messages', {
        params,
        headers: { Authorization: `Basic ${btoa(`${ada.email}:${bo.key}`)}` },
      }),
      await send(gone, params),
    ]

    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [401, 'UNAUTHENTICATED_USER'],
      [401, 'INVALID_API_KEY'],
      [401, 'USER_DEACTIVATED'],
    ])
    expect(await newestId()).toBe(before)
  })

  test('a webhook may send, and ask for nothing else', async () => {
    const webhook = await realm.bot(`hook${counter}`, ada, { type: 2 })

    expect(await send(webhook, { type: 'stream', to: 'harbour', topic: 'x', content: 'x' })).toMatchObject({
      status: 200,
    })
    expect(await webhook.ask('GET', '/streams')).toMatchObject({ status: 401 })
    expect(await webhook.ask('POST', '/users/me/subscriptions', { subscriptions: [{ name: fresh }] })).toMatchObject({
      status: 401,
    })
  })
})
