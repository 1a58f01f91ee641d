import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let harbour: { id: number; name: string }

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  harbour = await realm.stream('harbour', ada)
  await realm.stream('attic', ada)
})

let readers = 0

/** Somebody new, subscribed to both streams, who has nothing to read yet. */
async function newReader(): Promise<Person> {
  readers += 1
  const reader = await realm.user(`reader${readers}`)
  await realm.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'harbour' }, { name: 'attic' }],
    principals: [reader.id],
  })
  return reader
}

const change = (person: Person, op: string, flag: string, messages: unknown): Promise<Answer> =>
  person.ask('POST', '/messages/flags', { messages, op, flag })

const found = async (person: Person, ...narrow: unknown[]): Promise<number[]> =>
  (await person.messages(narrow)).map(({ id }) => id as number)

const unread = (person: Person): Promise<number[]> => found(person, ['is', 'unread'])

const firstUnread = async (person: Person): Promise<number | null> => {
  const { anchor } = await person.get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 0 })
  return anchor === 10 ** 16 ? null : (anchor as number)
}

describe('changing flags', () => {
  test.each(['starred', 'collapsed'])('%s is set, found on the message, and taken away again', async (flag) => {
    const reader = await newReader()
    const [one, two] = [await ada.send('harbour', 't', 'x'), await ada.send('harbour', 't', 'x')]

    expect(await change(reader, 'add', flag, [one])).toMatchObject({ status: 200, messages: [one] })
    expect(await reader.flags(one)).toEqual([flag])
    expect(await reader.flags(two)).toEqual([])

    expect(await change(reader, 'remove', flag, [one, two])).toMatchObject({ status: 200, messages: [one, two] })
    expect(await reader.flags(one)).toEqual([])
  })

  test('read is set, taken away and set again', async () => {
    const reader = await newReader()
    const ids = [await ada.send('harbour', 't', 'x'), await ada.send('harbour', 't', 'x')]

    await change(reader, 'add', 'read', ids)
    expect(await unread(reader)).toEqual([])
    expect(await reader.flags(ids[0]!)).toEqual(['read'])

    await change(reader, 'remove', 'read', [ids[0]])
    expect(await unread(reader)).toEqual([ids[0]])
    expect(await reader.flags(ids[0]!)).toEqual([])
    expect(await firstUnread(reader)).toBe(ids[0])

    await change(reader, 'add', 'read', [ids[0]])
    expect(await unread(reader)).toEqual([])
    expect(await firstUnread(reader)).toBeNull()
  })

  test('one person’s flags are no other’s', async () => {
    const [reader, other] = [await newReader(), await newReader()]
    const id = await ada.send('harbour', 't', 'x')

    await change(reader, 'add', 'starred', [id])
    await change(reader, 'add', 'read', [id])

    expect(await reader.flags(id)).toEqual(['read', 'starred'])
    expect(await other.flags(id)).toEqual([])
    expect(await ada.flags(id)).toEqual(['read'])
  })

  test('changing a flag twice is no error', async () => {
    const reader = await newReader()
    const id = await ada.send('harbour', 't', 'x')

    for (const op of ['add', 'add', 'remove', 'remove'])
      for (const flag of ['starred', 'read']) expect((await change(reader, op, flag, [id])).status).toBe(200)

    expect(await reader.flags(id)).toEqual([])
    expect(await found(reader, ['is', 'starred'])).toEqual([])
  })

  test('the answer names the messages as they were asked, duplicates and order too', async () => {
    const reader = await newReader()
    const [one, two] = [await ada.send('harbour', 't', 'x'), await ada.send('harbour', 't', 'x')]

    expect(await change(reader, 'add', 'starred', [two, one, two])).toMatchObject({ messages: [two, one, two] })
    expect(await found(reader, ['is', 'starred'])).toEqual([one, two])
    expect(await change(reader, 'add', 'read', [one, one])).toMatchObject({ messages: [one, one] })
    expect(await unread(reader)).toEqual([two])
  })

  test.each(['starred', 'read'])('an event names a message once, however often it was asked (%s)', async (flag) => {
    const reader = await newReader()
    const [one, two] = [await ada.send('harbour', 't', 'x'), await ada.send('harbour', 't', 'x')]
    const listener = await reader.listen({ event_types: ['update_message_flags'] })

    await change(reader, 'add', flag, [two, one, two, two])

    expect(await listener.events()).toMatchObject([{ op: 'add', flag, messages: [two, one] }])
  })

  test.each(['add', 'remove'])('no message at all is no error (%s)', async (op) => {
    const reader = await newReader()
    const id = await ada.send('harbour', 't', 'x')

    for (const flag of ['read', 'starred'])
      expect(await change(reader, op, flag, [])).toMatchObject({ status: 200, messages: [] })

    expect(await unread(reader)).toEqual([id])
  })

  test('own messages are read, but may be marked unread', async () => {
    const reader = await newReader()
    const id = await reader.send('harbour', 't', 'x')
    expect(await unread(reader)).toEqual([])

    await change(reader, 'remove', 'read', [id])
    expect(await unread(reader)).toEqual([id])

    await change(reader, 'add', 'read', [id])
    expect(await unread(reader)).toEqual([])
  })

  test('private messages carry flags like any other', async () => {
    const reader = await newReader()
    const id = await ada.write([reader], 'x')

    await change(reader, 'add', 'starred', [id])
    await change(reader, 'add', 'read', [id])
    expect(await reader.flags(id)).toEqual(['read', 'starred'])

    await change(reader, 'remove', 'read', [id])
    expect(await reader.flags(id)).toEqual(['starred'])
  })

  test('reading a message leaves a mention on it', async () => {
    const reader = await newReader()
    const id = await ada.send('harbour', 't', `@**${reader.full_name}** x`)
    expect(await reader.flags(id)).toEqual(['mentioned'])

    await change(reader, 'add', 'read', [id])

    expect(await reader.flags(id)).toEqual(['read', 'mentioned'])
    expect(await found(reader, ['is', 'mentioned'])).toEqual([id])
  })

  test('messages at the edges of words of 64 are told apart', async () => {
    const reader = await newReader()
    const ids: number[] = []
    for (let index = 0; index < 70; index += 1) ids.push(await ada.send('harbour', 't', 'x'))
    // The first stays unread, so that reading is noted message by message.
    const read = ids.filter(
      (id, index) => index > 0 && (id % 64 === 63 || id % 64 === 0 || id % 32 === 31 || id % 7 === 0),
    )

    await change(reader, 'add', 'read', read)

    expect(await unread(reader)).toEqual(ids.filter((id) => !read.includes(id)))
    expect(await firstUnread(reader)).toBe(ids[0])
  })

  test.each(['read', 'starred', 'collapsed'])(
    'an accessible message that was never received gets a historical row (%s)',
    async (flag) => {
      const ids = [await ada.send('harbour', 't', 'x'), await ada.send('harbour', 't', 'x')]
      const reader = await newReader()
      const expected = flag === 'read' ? ['read', 'historical'] : ['read', flag, 'historical']

      await change(reader, 'add', flag, [ids[0]])

      expect(await reader.flags(ids[0]!)).toEqual(expected)
      expect(await found(reader)).toEqual([ids[0]])
      expect(await unread(reader)).toEqual([])
    },
  )

  test('taking a flag away makes a historical row, too', async () => {
    const id = await ada.send('harbour', 't', 'x')
    const reader = await newReader()

    await change(reader, 'remove', 'starred', [id])

    expect(await found(reader)).toEqual([id])
    expect(await reader.flags(id)).toEqual(['read', 'historical'])
  })

  test('a message that was never received may be marked unread, and read again', async () => {
    const id = await ada.send('harbour', 't', 'x')
    const reader = await newReader()

    await change(reader, 'remove', 'read', [id])
    expect(await reader.flags(id)).toEqual(['historical'])
    expect(await firstUnread(reader)).toBe(id)

    await change(reader, 'add', 'read', [id])
    expect(await reader.flags(id)).toEqual(['read', 'historical'])
    expect(await firstUnread(reader)).toBeNull()
  })

  test.each<[string, object, string]>([
    ['mentioned', { flag: 'mentioned' }, 'BAD_REQUEST'],
    ['wildcard_mentioned', { flag: 'wildcard_mentioned' }, 'BAD_REQUEST'],
    ['has_alert_word', { flag: 'has_alert_word' }, 'BAD_REQUEST'],
    ['historical', { flag: 'historical' }, 'BAD_REQUEST'],
    ['force_expand', { flag: 'force_expand' }, 'BAD_REQUEST'],
    ['force_collapse', { flag: 'force_collapse' }, 'BAD_REQUEST'],
    ['summarize_in_home', { flag: 'summarize_in_home' }, 'BAD_REQUEST'],
    ['summarize_in_stream', { flag: 'summarize_in_stream' }, 'BAD_REQUEST'],
    ['is_me_message', { flag: 'is_me_message' }, 'BAD_REQUEST'],
    ['an unknown flag', { flag: 'shiny' }, 'BAD_REQUEST'],
    ['no flag', { flag: undefined }, 'REQUEST_VARIABLE_MISSING'],
    ['an unknown op', { op: 'toggle' }, 'BAD_REQUEST'],
    ['no op', { op: undefined }, 'REQUEST_VARIABLE_MISSING'],
    ['no messages', { messages: undefined }, 'REQUEST_VARIABLE_MISSING'],
    ['messages that are no list', { messages: 1 }, 'BAD_REQUEST'],
    ['messages that are words', { messages: ['1'] }, 'BAD_REQUEST'],
    ['messages that are no JSON', { messages: '1, 2' }, 'BAD_REQUEST'],
  ])('%s is refused', async (_, params, code) => {
    const id = await ada.send('harbour', 't', 'x')

    const answer = await ada.ask('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred', ...params })

    expect(answer).toMatchObject({ status: 400, code })
    expect(await ada.flags(id)).toEqual(['read'])
  })

  test('more than 10,000 messages at once are refused', async () => {
    const id = await ada.send('harbour', 't', 'x')

    expect(
      await change(
        ada,
        'add',
        'starred',
        Array.from({ length: 10_001 }, () => id),
      ),
    ).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
    expect(await ada.flags(id)).toEqual(['read'])
  })

  describe('one message that may not be seen fails all of them, and changes nothing', () => {
    let hidden: Record<string, number>

    beforeAll(async () => {
      const cellar = { subscriptions: [{ name: 'cellar' }], invite_only: true }
      await ada.post('/users/me/subscriptions', cellar)
      const other = await newRealm()
      await other.stream('shore', other.owner)
      hidden = {
        'a private message of others': await ada.write([realm.owner], 'x'),
        'one of a private stream': await ada.send('cellar', 't', 'x'),
        'one of another realm': await other.owner.send('shore', 't', 'x'),
        'one that is missing': 999_999,
        'one that cannot be': -1,
      }
    })

    describe.each([
      'a private message of others',
      'one of a private stream',
      'one of another realm',
      'one that is missing',
      'one that cannot be',
    ])('%s', (which) => {
      test.each([
        ['add', 'read'],
        ['remove', 'read'],
        ['add', 'starred'],
        ['remove', 'starred'],
      ])('%s %s', async (op, flag) => {
        const never = await ada.send('harbour', 't', 'x')
        const reader = await newReader()
        const ids = [
          await ada.send('harbour', 't', 'x'),
          await ada.send('harbour', 't', 'x'),
          await ada.write([reader], 'x'),
        ]
        await change(reader, 'add', 'starred', [ids[0]])
        const before = await reader.messages([])

        const answer = await change(reader, op, flag, [never, ...ids, hidden[which]])

        expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' })
        expect(await reader.messages([])).toEqual(before)
        expect(await unread(reader)).toEqual(ids)
        expect(await firstUnread(reader)).toBe(ids[0])
      })
    })
  })

  test('ten changes at once all take effect', async () => {
    const reader = await newReader()
    const ids: number[] = []
    for (let index = 0; index < 10; index += 1) ids.push(await ada.send('harbour', 't', 'x'))

    await Promise.all(ids.map((id) => change(reader, 'add', 'read', [id])))

    expect(await unread(reader)).toEqual([])
  })
})

/** Somebody with unread messages of each kind. */
async function withMessages() {
  const reader = await newReader()
  const sent = {
    tides: await ada.send('harbour', 'Été', 'x'),
    fog: await ada.send('harbour', 'fog', 'x'),
    dust: await ada.send('attic', 'Été', 'x'),
    toldAlone: await ada.write([reader], 'x'),
  }
  return { reader, sent }
}

describe('reading in bulk', () => {
  test('all: leaves nothing unread, and later messages are unread again', async () => {
    const { reader } = await withMessages()

    await reader.post('/mark_all_as_read')

    expect(await unread(reader)).toEqual([])
    expect(await firstUnread(reader)).toBeNull()
    const later = [await ada.send('harbour', 'fog', 'x'), await ada.write([reader], 'x')]
    expect(await unread(reader)).toEqual(later)
    expect(await firstUnread(reader)).toBe(later[0])
  })

  test('all: also reads messages that were marked as unread or never received', async () => {
    const never = await ada.send('harbour', 'fog', 'x')
    const { reader, sent } = await withMessages()
    await reader.post('/mark_all_as_read')
    await change(reader, 'remove', 'read', [never, sent.fog, sent.toldAlone])
    expect(await unread(reader)).toEqual([never, sent.fog, sent.toldAlone])

    await reader.post('/mark_all_as_read')

    expect(await unread(reader)).toEqual([])
    expect(await reader.flags(never)).toEqual(['read', 'historical'])
  })

  test('all: forgets no single reading, nor flags', async () => {
    const { reader, sent } = await withMessages()
    await change(reader, 'add', 'read', [sent.fog])
    await change(reader, 'add', 'starred', [sent.fog])

    await reader.post('/mark_all_as_read')
    await change(reader, 'remove', 'read', [sent.tides])

    expect(await unread(reader)).toEqual([sent.tides])
    expect(await reader.flags(sent.fog)).toEqual(['read', 'starred'])
  })

  test('all: is no matter of others', async () => {
    const { reader, sent } = await withMessages()
    const other = await newReader()
    const later = await ada.send('harbour', 'fog', 'x')

    await reader.post('/mark_all_as_read')

    expect(await unread(other)).toEqual([later])
    expect(await reader.flags(sent.fog)).toEqual(['read'])
  })

  test('a stream: leaves the others alone', async () => {
    const { reader, sent } = await withMessages()

    await reader.post('/mark_stream_as_read', { stream_id: harbour.id })

    expect(await unread(reader)).toEqual([sent.dust, sent.toldAlone])
    expect(await firstUnread(reader)).toBe(sent.dust)
  })

  test('a stream: also reads what was marked unread there, and only there', async () => {
    const { reader, sent } = await withMessages()
    await reader.post('/mark_all_as_read')
    await change(reader, 'remove', 'read', [sent.tides, sent.dust])

    await reader.post('/mark_stream_as_read', { stream_id: harbour.id })

    expect(await unread(reader)).toEqual([sent.dust])
  })

  test('a topic: in any spelling, leaves the others alone', async () => {
    const { reader, sent } = await withMessages()

    await reader.post('/mark_topic_as_read', { stream_id: harbour.id, topic_name: 'éTÉ' })

    expect(await unread(reader)).toEqual([sent.fog, sent.dust, sent.toldAlone])
    expect(await firstUnread(reader)).toBe(sent.fog)
  })

  test('a topic: also reads what was marked unread there, received or not', async () => {
    const never = await ada.send('harbour', 'Été', 'x')
    const { reader, sent } = await withMessages()
    await reader.post('/mark_all_as_read')
    await change(reader, 'remove', 'read', [never, sent.tides, sent.fog])

    await reader.post('/mark_topic_as_read', { stream_id: harbour.id, topic_name: 'été' })

    expect(await unread(reader)).toEqual([sent.fog])
  })

  test('a topic: twice is no error', async () => {
    const { reader, sent } = await withMessages()

    for (let time = 0; time < 2; time += 1)
      await reader.post('/mark_topic_as_read', { stream_id: harbour.id, topic_name: 'fog' })

    expect(await unread(reader)).toEqual([sent.tides, sent.dust, sent.toldAlone])
  })

  test.each(['', ' '])('a topic without a name (%j) is the whole stream', async (topic_name) => {
    const { reader, sent } = await withMessages()

    await reader.post('/mark_topic_as_read', { stream_id: harbour.id, topic_name })

    expect(await unread(reader)).toEqual([sent.dust, sent.toldAlone])
  })

  test.each<[string, string]>([
    ['that does not exist', 'no such topic'],
    ['of which only others have messages', 'long ago'],
    ['that begins like one that exists', 'fo'],
  ])('a topic %s is refused', async (_, topic_name) => {
    await ada.send('harbour', 'long ago', 'x')
    const { reader, sent } = await withMessages()

    const answer = await reader.ask('POST', '/mark_topic_as_read', { stream_id: harbour.id, topic_name })

    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await unread(reader)).toEqual(Object.values(sent))
  })

  test('a topic of which one touched a message is one’s own', async () => {
    const id = await ada.send('harbour', 'old times', 'x')
    const reader = await newReader()
    await change(reader, 'remove', 'read', [id])

    await reader.post('/mark_topic_as_read', { stream_id: harbour.id, topic_name: 'old times' })

    expect(await unread(reader)).toEqual([])
  })

  test.each<[string, (outsider: Person) => Promise<{ stream_id: unknown }>]>([
    ['a stream that does not exist', async () => ({ stream_id: 999_999 })],
    [
      'a private stream that one is not subscribed to',
      async () => {
        await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'safe' }], invite_only: true })
        await ada.send('safe', 't', 'x')
        return ada.get('/get_stream_id', { stream: 'safe' }) as unknown as Promise<{ stream_id: unknown }>
      },
    ],
    ['a stream of another realm', async () => ({ stream_id: (await (await newRealm()).stream('shore')).id })],
    [
      'a public stream, for a guest who is not subscribed to it',
      async (outsider) => {
        await realm.owner.patch(`/users/${outsider.id}`, { role: 600 })
        await realm.owner.delete('/users/me/subscriptions', { subscriptions: ['attic'], principals: [outsider.id] })
        return ada.get('/get_stream_id', { stream: 'attic' }) as unknown as Promise<{ stream_id: unknown }>
      },
    ],
  ])('%s can be marked by neither endpoint', async (_, make) => {
    const outsider = await newReader()
    const { stream_id } = await make(outsider)

    for (const [path, params] of [
      ['/mark_stream_as_read', { stream_id }],
      ['/mark_topic_as_read', { stream_id, topic_name: 't' }],
      ['/mark_topic_as_read', { stream_id, topic_name: '' }],
    ] as const)
      expect(await outsider.ask('POST', path, params)).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        msg: 'Invalid stream id',
      })
  })

  test('a stream that one is not subscribed to, but may see, can be marked', async () => {
    const { reader, sent } = await withMessages()
    await reader.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })
    await change(reader, 'remove', 'read', [sent.fog])
    expect(await unread(reader)).toContain(sent.fog)

    await reader.post('/mark_stream_as_read', { stream_id: harbour.id })

    expect(await unread(reader)).toEqual([sent.dust, sent.toldAlone])
  })

  test.each<[string, string, Params]>([
    ['no stream', '/mark_stream_as_read', {}],
    ['no topic', '/mark_topic_as_read', { stream_id: 1 }],
    ['no stream of a topic', '/mark_topic_as_read', { topic_name: 't' }],
  ])('%s is an error', async (_, path, params) => {
    expect(await ada.ask('POST', path, params)).toMatchObject({ status: 400, code: 'REQUEST_VARIABLE_MISSING' })
  })

  test('unsubscribing reads the stream', async () => {
    const { reader, sent } = await withMessages()

    await reader.delete('/users/me/subscriptions', { subscriptions: ['harbour'] })

    expect(await unread(reader)).toEqual([sent.dust, sent.toldAlone])
    expect(await reader.flags(sent.fog)).toEqual(['read'])
  })

  test('messages sent before a subscription are not unread', async () => {
    await ada.send('harbour', 't', 'x')
    const reader = await newReader()

    expect(await unread(reader)).toEqual([])
    expect(await firstUnread(reader)).toBeNull()
  })
})

test('the first unread message follows whatever is read, in whatever order', async () => {
  const reader = await newReader()
  const ids: number[] = []
  for (let index = 0; index < 6; index += 1) {
    ids.push(await ada.send('harbour', 't', 'x'))
    ids.push(await ada.send('attic', 't', 'x'))
  }
  const left = new Set(ids)
  for (const index of [3, 2, 0, 7, 1, 4, 11, 5, 10, 6, 9, 8]) {
    await change(reader, 'add', 'read', [ids[index]])
    left.delete(ids[index]!)
    expect(await firstUnread(reader)).toBe([...left][0] ?? null)
    expect(await unread(reader)).toEqual([...left])
  }
})

test('reading here and there leaves one row, not one for each message', async () => {
  const reader = await newReader()
  const ids: number[] = []
  for (let index = 0; index < 10; index += 1) ids.push(await ada.send('harbour', 't', 'x'))

  await change(reader, 'add', 'read', ids.slice(0, 5))
  await change(reader, 'add', 'read', ids.slice(5))

  const rows = await env.DB.prepare(
    'select (select count(*) from read_page where user_id = ?) + (select count(*) from read_recent where realm_id = ?)',
  )
    .bind(reader.id, realm.id)
    .first<number>(
      '(select count(*) from read_page where user_id = ?) + (select count(*) from read_recent where realm_id = ?)',
    )
  expect(rows).toBe(1)
})
