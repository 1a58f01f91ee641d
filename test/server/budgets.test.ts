import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { costOf, newRealm, type Answer, type Cost, type Params, type Person, type TestRealm } from '../kit'
import { committedState } from '../kit/committed-state'
import { raiseCounters } from '../kit/event-rows'
import { largeOrganization, streamsOfEach } from '../kit/large-organization'
import { Service, webhook } from '../kit/services'

/** Budgets are counts of D1's own, so they hold on any machine. They are those of a request to a warmed-up isolate. */

const amount = 100_000
const topics = 50

const lastOf = async (realm: TestRealm, kind: string): Promise<number> =>
  (realm.id - 1) * 2 ** 32 + ((await committedState(realm)).counters[kind] ?? 0)

/** Writes many messages past the realm's object, by senders in turn, and answers the first one's id. */
async function seed(
  realm: TestRealm,
  {
    recipient_id,
    senders,
    isPrivate = false,
    count = amount,
  }: {
    recipient_id: number
    senders: Person[]
    isPrivate?: boolean
    count?: number
  },
): Promise<number> {
  const first = (await lastOf(realm, 'message')) + 1
  const topic = isPrivate ? `''` : `'topic ' || (n % ${topics})`
  await env.DB.prepare(`
    with recursive number (n) as (select 0 union all select n + 1 from number where n + 1 < ?1)
    insert into message (
      id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client
    )
    select
      ?2 + n, ?2 + n, ?3 ->> (n % json_array_length(?3)), ?4, ?5, ${topic}, ${topic},
      'number ' || n, '<p>number ' || n || '</p>', 1700000000 + n, 'website'
    from number
  `)
    .bind(count, first, JSON.stringify(senders.map(({ id }) => id)), recipient_id, Number(isPrivate))
    .run()
  await raiseCounters(realm, { message: count, event: count })
  return first
}

/** Lets searches find seeded messages: all have a common word, few a rare one, and few have a link. */
async function seedWords(recipient_id: number): Promise<void> {
  await env.DB.batch(
    [
      `update message set rendered_content = '<p>' || content || ' albatross</p>' where recipient_id = ? and id % 10000 = 5`,
      'update message set has_link = 1 where recipient_id = ? and id % 1000 = 7',
      `update message set topic = '✔ topic 9', topic_key = '✔ topic 9' where recipient_id = ? and topic = 'topic 9'`,
    ].map((statement) => env.DB.prepare(statement).bind(recipient_id)),
  )
  await seedIndex(recipient_id)
}

async function seedIndex(recipient_id: number): Promise<void> {
  await env.DB.prepare(`
    insert into message_search (rowid, topic, content, sender)
    select id, topic, content, sender from message_words where id in (select id from message where recipient_id = ?)
  `)
    .bind(recipient_id)
    .run()
}

/** Creates members by the hundred, who are subscribed from the next message on; nobody can log in as them. */
async function seedSubscribers(realm: TestRealm, stream_id: number, count: number): Promise<void> {
  if (count === 0) return
  const numbers = `with recursive number (n) as (select 1 union all select n + 1 from number where n < ?1)`
  const first = await lastOf(realm, 'user')
  const from_id = (await lastOf(realm, 'message')) + 1
  await env.DB.batch([
    env.DB.prepare(`
      ${numbers}
      insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
      select ?2 + n, ?3, n || '@crowd.test', n || '@crowd.test', 'Member ' || n, 'member ' || n, 400, 1700000000 from number
    `).bind(count, first, realm.id),
    env.DB.prepare(`
      ${numbers}
      insert into subscription (user_id, stream_id, active, color) select ?2 + n, ?3, 1, '#c2c2c2' from number
    `).bind(count, first, stream_id),
    env.DB.prepare(`
      ${numbers}
      insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from)
      select ?2 + n, ?3, ?4, 9007199254740991, ?4 from number
    `).bind(count, first, stream_id, from_id),
  ])
  await raiseCounters(realm, { user: count })
}

/** What a read costs once the isolate knows who asks: it is made twice. */
async function readCost(person: Person, path: string, params: Params = {}): Promise<{ answer: Answer; cost: Cost }> {
  await person.get(path, params)
  const answer = await person.get(path, params)
  return { answer, cost: costOf(answer) }
}

let leavers = 0

const hundredNewest = { anchor: 'newest', num_before: 100, num_after: 0 }

const atMost = (limit: number) => expect.toSatisfy((value: number) => value > 0 && value <= limit, `1 to ${limit}`)

describe('in a realm with a stream of 100,000 messages', () => {
  let realm: TestRealm
  let ada: Person
  let bo: Person
  let cy: Person
  let harbour: { id: number; name: string }
  /** Id of the first message of the stream. */
  let first: number

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    bo = await realm.user('bo')
    cy = await realm.user('cy')
    harbour = await realm.stream('harbour', ada, bo, cy)
    first = await seed(realm, { recipient_id: harbour.id, senders: [ada, bo, cy] })
    await seedWords(harbour.id)
  }, 60_000)

  test.each<[string, unknown[]]>([
    ['the stream', [['stream', 'harbour']]],
    [
      'a topic of the stream',
      [
        ['stream', 'harbour'],
        ['topic', 'Topic 7'],
      ],
    ],
    ['a sender', [['sender', 'ada@example.com']]],
    [
      'a sender in the stream',
      [
        ['stream', 'harbour'],
        ['sender', 'ada@example.com'],
      ],
    ],
    ['a topic anywhere', [['topic', 'topic 7']]],
    ['unread messages', [['is', 'unread']]],
    [
      'unread messages of the stream',
      [
        ['stream', 'harbour'],
        ['is', 'unread'],
      ],
    ],
    ['everything', []],
  ])('the 100 newest messages of %s cost 2 trips and 700 rows', async (_, narrow) => {
    const { answer, cost: paid } = await readCost(bo, '/messages', { ...hundredNewest, narrow })

    expect(answer['messages']).toHaveLength(100)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(700), rows_written: 0 })
  })

  /** Anchors of all kinds; what comes from the middle is two pages and the message between. */
  const pages = () => [
    { anchor: 'newest', num_before: 100, num_after: 0 },
    { anchor: 'oldest', num_before: 0, num_after: 100 },
    { anchor: 'first_unread', num_before: 50, num_after: 50 },
    { anchor: first + amount / 2, num_before: 50, num_after: 50 },
  ]

  test.each<[string, unknown[], number, number]>([
    ['a common word', [['search', 'number']], 100, 700],
    [
      'a common word in the stream',
      [
        ['search', 'numbers'],
        ['stream', 'harbour'],
      ],
      100,
      700,
    ],
    [
      'a common word by a sender',
      [
        ['search', 'number'],
        ['sender', 'ada@example.com'],
      ],
      100,
      1500,
    ],
    [
      'a common word that is unread',
      [
        ['search', 'number'],
        ['is', 'unread'],
      ],
      100,
      1200,
    ],
    ['a rare word', [['search', 'albatross']], 10, 200],
    [
      'a rare word beside a common one',
      [
        ['search', 'albatrosses number'],
        ['stream', 'harbour'],
      ],
      10,
      200,
    ],
    [
      'a rare word of a topic and sender',
      [
        ['search', 'albatross'],
        ['stream', 'harbour'],
        ['topic', 'topic 5'],
        ['sender', 'bo@example.com'],
      ],
      0,
      200,
    ],
    ['a word that is nowhere', [['search', 'narwhal']], 0, 50],
    ['only a frequent word', [['search', 'the']], 0, 50],
    ['has:link', [['has', 'link']], 100, 1200],
    [
      'has:link in the stream',
      [
        ['has', 'link'],
        ['stream', 'harbour'],
      ],
      100,
      700,
    ],
    [
      'has:link in public streams',
      [
        ['has', 'link'],
        ['streams', 'public'],
      ],
      100,
      1200,
    ],
    ['has:image, where few links are', [['has', 'image']], 0, 1200],
    ['is:resolved', [['is', 'resolved']], 100, 1200],
    ['is:alerted', [['is', 'alerted']], 0, 50],
    ['near', [['near', '7']], 100, 1200],
    ['in:home', [['in', 'home']], 100, 1200],
    ['public streams', [['streams', 'public']], 100, 1200],
    ['groups with somebody', [['group-pm-with', 'ada@example.com']], 0, 50],
  ])('%s costs 3 trips and few rows, wherever one looks', async (_, narrow, found, limit) => {
    for (const page of pages()) {
      const { answer, cost: paid } = await readCost(bo, '/messages', { ...page, narrow })

      if (page.anchor === 'newest') expect(answer['messages']).toHaveLength(found)
      expect(paid, `from ${page.anchor}`).toMatchObject({ trips: atMost(3), rows_read: atMost(limit), rows_written: 0 })
    }
  })

  test('a common word costs at most 2 rows for each message that has it, where nothing else fits', async () => {
    const narrow = [
      ['search', 'number'],
      ['topic', 'nowhere'],
    ]

    const { answer, cost: paid } = await readCost(bo, '/messages', { ...hundredNewest, narrow })

    expect(answer['messages']).toHaveLength(0)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(2 * amount + 50) })
  })

  test('a common word costs little to those who came late', async () => {
    const late = await realm.user('latecomer')
    await late.subscribe('harbour')
    await bo.send('harbour', 'topic 1', 'number')

    const { answer, cost: paid } = await readCost(late, '/messages', {
      ...hundredNewest,
      narrow: [['search', 'number']],
    })

    expect(answer['messages']).toHaveLength(1)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(50) })
  })

  test('comparing 100 messages with a search costs 2 trips and 700 rows', async () => {
    const msg_ids = Array.from({ length: 100 }, (_, index) => first + index * 100)
    const params = {
      msg_ids,
      narrow: [
        ['search', 'number'],
        ['is', 'unread'],
      ],
    }

    const { answer, cost: paid } = await readCost(bo, '/messages/matches_narrow', params)

    expect(Object.keys(answer['messages'] as object)).not.toHaveLength(0)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(700) })
  })

  test.each([
    [100, 700],
    [1000, 7000],
  ])('%i messages by their ids cost 2 trips and %i rows', async (count, limit) => {
    const message_ids = Array.from({ length: count }, (_, index) => first + index * 90)

    const { answer, cost: paid } = await readCost(bo, '/messages', { message_ids })

    expect(answer['messages']).toHaveLength(count)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(limit), rows_written: 0 })
  })

  test('a page in the middle costs no more than one at the end', async () => {
    const narrow = [['stream', 'harbour']]
    const params = { anchor: first + amount / 2, num_before: 50, num_after: 50, narrow }

    const { answer, cost: paid } = await readCost(bo, '/messages', params)

    expect(answer['messages']).toHaveLength(101)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(700) })
  })

  test('the 100 newest messages cost as much when each is read and starred by itself', async () => {
    const reader = await realm.user('reader')
    await env.DB.prepare(
      'insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from) values (?, ?, 0, 9007199254740991, ?)',
    )
      .bind(reader.id, harbour.id, first)
      .run()
    const ids = Array.from({ length: 300 }, (_, index) => first + amount - 1 - index)
    await reader.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' })
    await reader.post('/messages/flags', { messages: ids, op: 'add', flag: 'starred' })

    for (const narrow of [[['stream', 'harbour']], [['is', 'starred']], [['sender', 'ada@example.com']]]) {
      const { answer, cost: paid } = await readCost(reader, '/messages', {
        ...hundredNewest,
        narrow,
      })
      expect(answer['messages']).toHaveLength(100)
      expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(700) })
    }
  })

  test.each<[who: string, role: number, narrow: unknown[], rows: number]>([
    ['who left the stream and may read it, the stream', 400, [['stream', 'harbour']], 700],
    ['who left the stream and may read it, everything', 400, [], 700],
    ['who left the stream and may read it, a sender', 400, [['sender', 'ada@example.com']], 700],
    ['who lost access to it, the stream', 600, [['stream', 'harbour']], 1000],
    ['who lost access to it, everything', 600, [], 1000],
    // Messages of all topics are read: they may have been of another one.
    [
      'who lost access to it, one topic of fifty',
      600,
      [
        ['stream', 'harbour'],
        ['topic', 'Topic 7'],
      ],
      25_000,
    ],
  ])('the 100 newest messages cost for %s, 3 trips and few rows', async (_, role, narrow, limit) => {
    leavers += 1
    const left = await realm.user(`leaver-${leavers}`, { role })
    await env.DB.batch([
      env.DB.prepare(`insert into subscription (user_id, stream_id, active, color) values (?, ?, 0, '')`).bind(
        left.id,
        harbour.id,
      ),
      env.DB.prepare(
        `insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from, ended_at, ended_name)
         values (?, ?, 0, ?, 9007199254740991, 1700000000, 'port')`,
      ).bind(left.id, harbour.id, first + amount),
    ])

    const { answer, cost: paid } = await readCost(left, '/messages', { ...hundredNewest, narrow })

    expect(answer['messages']).toHaveLength(100)
    expect(paid).toMatchObject({ trips: atMost(3), rows_read: atMost(limit) })
  })

  test('the 100 newest mentions cost 2 trips and 700 rows, also those of everybody', async () => {
    const named = await realm.user('named')
    await env.DB.batch([
      env.DB.prepare(
        'insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from) values (?, ?, 0, 9007199254740991, 0)',
      ).bind(named.id, harbour.id),
      env.DB.prepare(
        'insert into message_flag (user_id, message_id, flags) select ?, id, 8 from message where recipient_id = ? and id % 10 = 0',
      ).bind(named.id, harbour.id),
      env.DB.prepare('update message set wildcard_mentioned = 1 where recipient_id = ? and id % 1000 = 1').bind(
        harbour.id,
      ),
    ])

    const { answer, cost: paid } = await readCost(named, '/messages', {
      ...hundredNewest,
      narrow: [['is', 'mentioned']],
    })

    expect(answer['messages']).toHaveLength(100)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(700) })
  })

  test('topics of the stream cost 300 rows', async () => {
    const { answer, cost: paid } = await readCost(bo, `/users/me/${harbour.id}/topics`)

    expect(answer['topics']).toHaveLength(topics)
    expect(paid).toMatchObject({ rows_read: atMost(300) })
  })

  const unreadFrom = () => first + amount - 500

  /** Somebody subscribed to the stream from its first message on, who has read nothing. */
  async function newReader(name: string): Promise<Person> {
    const reader = await realm.user(name)
    await realm.owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'harbour' }],
      principals: [reader.id],
    })
    await env.DB.prepare(
      'update subscription_span set from_id = ?1, unread_from = ?1 where user_id = ?2 and stream_id = ?3',
    )
      .bind(first, reader.id, harbour.id)
      .run()
    return reader
  }

  const expectFound = async (reader: Person, narrow: unknown[]) => {
    const params = { anchor: 'first_unread', num_before: 50, num_after: 50, narrow }
    const { answer, cost: paid } = await readCost(reader, '/messages', params)
    expect(answer['anchor']).toBeGreaterThanOrEqual(unreadFrom())
    expect(answer['anchor']).toBeLessThan(unreadFrom() + topics)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(2500) })
  }

  describe('a reader with 500 unread messages finds the first in 2 trips and 2,500 rows', () => {
    const narrows = [
      [],
      [['stream', 'harbour']],
      [
        ['stream', 'harbour'],
        ['topic', 'topic 7'],
      ],
      [['is', 'unread']],
      [['sender', 'ada@example.com']],
    ]

    test('after reading the stream as a whole', async () => {
      const reader = await newReader('whole')
      // The state of a reader who marked the stream read before the last 500 came.
      await reader.post('/mark_stream_as_read', { stream_id: harbour.id })
      await env.DB.prepare('update subscription_span set unread_from = ? where user_id = ? and stream_id = ?')
        .bind(unreadFrom(), reader.id, harbour.id)
        .run()

      for (const narrow of narrows) await expectFound(reader, narrow)
    })

    test('after subscribing late', async () => {
      const reader = await newReader('late')
      await env.DB.prepare(
        'update subscription_span set from_id = ?1, unread_from = ?1 where user_id = ?2 and stream_id = ?3',
      )
        .bind(unreadFrom(), reader.id, harbour.id)
        .run()

      for (const narrow of narrows) await expectFound(reader, narrow)
    })

    test.each(['oldest', 'newest'])(
      'after reading messages in bundles, the %s first',
      { timeout: 60_000 },
      async (order) => {
        const reader = await newReader(order)
        const bundles = Array.from({ length: (amount - 500) / 9950 }, (_, bundle) =>
          Array.from({ length: 9950 }, (__, index) => first + bundle * 9950 + index),
        )
        for (const messages of order === 'oldest' ? bundles : bundles.toReversed())
          await reader.post('/messages/flags', { messages, op: 'add', flag: 'read' })

        for (const narrow of narrows) await expectFound(reader, narrow)
      },
    )
  })

  test.each(Array.from({ length: 5 }, (_, index) => index * 13 + 3))(
    'marking 100 consecutive messages read costs 2 trips and 2 rows, wherever they begin (%s)',
    async (offset) => {
      const messages = Array.from({ length: 100 }, (_, index) => first + 50_000 + offset * 500 + index)
      await bo.send('harbour', 'x', 'x')

      const paid = costOf(await bo.post('/messages/flags', { messages, op: 'add', flag: 'read' }))

      expect(paid).toMatchObject({ trips: 2, rows_read: atMost(310), rows_written: atMost(2) })
    },
  )

  test('it costs the same while the reader listens, the event included', async () => {
    const reader = await newReader('listener')
    const listener = await reader.listen()
    for (const offset of [0, 17, 29, 45, 63]) {
      const messages = Array.from({ length: 100 }, (_, index) => first + 40_000 + offset * 101 + index)

      const paid = costOf(await reader.post('/messages/flags', { messages, op: 'add', flag: 'read' }))

      // The last one advances the read watermark.
      expect(paid).toMatchObject({ trips: 2, rows_written: atMost(3) })
      expect(await listener.events('update_message_flags')).toMatchObject([{ messages }])
    }
  })

  test('marking the 100 oldest unread messages read costs 2 trips and 2 rows', async () => {
    const messages = Array.from({ length: 100 }, (_, index) => first + index)
    await cy.send('harbour', 'x', 'x')

    const paid = costOf(await cy.post('/messages/flags', { messages, op: 'add', flag: 'read' }))

    expect(paid).toMatchObject({ trips: 2, rows_written: atMost(2) })
  })
})

describe('in a realm with a conversation of 100,000 messages', () => {
  let ada: Person
  let bo: Person
  let cy: Person

  beforeAll(async () => {
    const realm = await newRealm()
    ada = await realm.user('ada')
    bo = await realm.user('bo')
    cy = await realm.user('cy')
    const harbour = await realm.stream('harbour', ada, bo, cy)
    await cy.send('harbour', 'tides', 'high')
    await cy.write([bo], 'hello')
    const id = await ada.write([bo], 'hello')
    const { message } = await ada.get(`/messages/${id}`)
    const { recipient_id } = message as { recipient_id: number }
    await seed(realm, { recipient_id, senders: [ada, bo], isPrivate: true })
    await seedIndex(recipient_id)
    await cy.send('harbour', 'tides', 'low')
    await seed(realm, { recipient_id: harbour.id, senders: [ada, bo, cy], count: 10 })
  }, 60_000)

  test.each<[string, unknown[], number]>([
    ['the conversation', [['pm-with', 'ada@example.com']], 700],
    ['its sender', [['sender', 'ada@example.com']], 1200],
    ['private messages', [['is', 'private']], 1200],
    ['unread messages', [['is', 'unread']], 1200],
    ['everything', [], 1200],
  ])('the 100 newest messages of %s cost 2 trips and few rows', async (_, narrow, limit) => {
    const { answer, cost: paid } = await readCost(bo, '/messages', {
      ...hundredNewest,
      narrow,
    })

    expect(answer['messages']).toHaveLength(100)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(limit) })
  })

  test.each<[string, unknown[]]>([
    ['everything', []],
    ['the stream', [['stream', 'harbour']]],
    ['unread messages', [['is', 'unread']]],
    ['private messages', [['is', 'private']]],
    ['links', [['has', 'link']]],
    ['public streams', [['streams', 'public']]],
  ])('what others wrote each other costs nothing to those who look at %s', async (_, narrow) => {
    const { answer, cost: paid } = await readCost(cy, '/messages', { ...hundredNewest, narrow })

    expect((answer['messages'] as unknown[]).length).toBeLessThan(20)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(200) })
  })
})

describe('sending', () => {
  test.each([1, 100, 1000])(
    'to a stream with %s subscribers costs 1 trip and 6 rows',
    { timeout: 60_000 },
    async (count) => {
      const realm = await newRealm()
      const ada = await realm.user('ada')
      const harbour = await realm.stream('harbour', ada)
      await seedSubscribers(realm, harbour.id, count - 1)
      await ada.send('harbour', 'tides', 'high')

      const paid = costOf(
        await ada.post('/messages', {
          type: 'stream',
          to: 'harbour',
          topic: 'tides',
          content: 'low, see the table',
        }),
      )

      expect(paid).toMatchObject({ trips: 1, rows_read: atMost(20), rows_written: atMost(4) })
      const { subscribers } = await ada.get(`/streams/${harbour.id}/members`)
      expect(subscribers).toHaveLength(count)
    },
  )

  test('costs 1 row more for any number of links', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await realm.stream('harbour', ada)
    const send = (content: string) => ada.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content })
    await send('low')

    const none = costOf(await send('low'))
    const some = costOf(await send('https://example.com/cat.png [notes](/user_uploads/1/ab/notes.txt)'))

    expect(some).toMatchObject({ trips: 1, rows_written: none.rows_written + 1 })
  })

  test('costs 1 round trip and 3 rows more for a file that it holds', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await realm.stream('harbour', ada)
    const { uri } = await ada.upload('POST', '/user_uploads', [new File(['low'], 'notes.txt')])
    const send = (content: string) => ada.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content })
    await send('low')

    const none = costOf(await send('[notes](/notes.txt)'))
    const one = costOf(await send(`[notes](${uri as string})`))

    expect(one).toMatchObject({ trips: 2, rows_written: atMost(none.rows_written + 3) })
  })

  test('costs 2 rows more for each person mentioned', async () => {
    const realm = await newRealm()
    const people = [await realm.user('ada'), await realm.user('bo'), await realm.user('cy')]
    const [ada] = people as [Person]
    await realm.stream('harbour', ...people)
    const send = (content: string) => ada.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content })
    await send('@**Bo** @**Cy**')

    const none = costOf(await send('low'))
    const one = costOf(await send('low @**Bo**'))
    const two = costOf(await send('low @**Bo** @**Cy**'))

    expect(one).toMatchObject({ trips: 1, rows_written: none.rows_written + 2 })
    expect(two).toMatchObject({ trips: 1, rows_written: none.rows_written + 4 })
  })

  test('costs 2 rows more when it calls an outgoing webhook, and nothing more when it does not', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    await realm.stream('harbour', ada)
    const send = (content: string) => ada.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content })
    await send('low')
    const before = costOf(await send('low'))
    await webhook(ada, new Service())
    await send('@**Oracle**')

    const none = costOf(await send('low'))
    const one = costOf(await send('low @**Oracle**'))

    expect(none).toMatchObject({ trips: 1, rows_read: before.rows_read, rows_written: before.rows_written })
    // The job, and the commit: no message tells the number of the job.
    expect(one).toMatchObject({ trips: 1, rows_written: none.rows_written + 2 })
  })

  test('a private message costs a row less than one to a stream', async () => {
    const realm = await newRealm()
    const ada = await realm.user('ada')
    const bo = await realm.user('bo')
    // The first makes the conversation, the second learns of it.
    await ada.write([bo], 'hello')
    await ada.write([bo], 'hello')

    const paid = costOf(await ada.post('/messages', { type: 'private', to: [bo.id], content: 'hello' }))

    expect(paid).toMatchObject({ trips: 1, rows_written: atMost(3) })
  })

  test('100 messages sent at once by 10 people share 10 batches', async () => {
    const realm = await newRealm()
    const people: Person[] = []
    for (let index = 0; index < 10; index += 1) people.push(await realm.user(`user${index}`))
    await realm.stream('harbour', ...people)
    await Promise.all(people.map((person) => person.send('harbour', 'tides', 'high')))

    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        people[index % 10]!.post('/messages', {
          type: 'stream',
          to: 'harbour',
          topic: 'tides',
          content: `number ${index}`,
        }),
      ),
    )

    const batches = new Set(answers.map((answer) => costOf(answer).batch))

    expect(batches.size).toBeLessThanOrEqual(10)
    expect(new Set(answers.map(({ id }) => id as number)).size).toBe(100)
  })
})

test.each([
  [100, 650],
  [1000, 6500],
])('who of %i subscribers has read a message costs a trip and %i rows', async (count, limit) => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const harbour = await realm.stream('harbour', ada)
  await seedSubscribers(realm, harbour.id, count - 1)
  const id = await ada.send('harbour', 'tides', 'High water')
  await env.DB.prepare(`
    insert into read_page (user_id, page, words)
    select user_id, ?1 >> 11, json_object((?1 >> 5 & 63) || '', 1 << (?1 & 31)) from subscription where stream_id = ?2 and user_id <> ?3
  `)
    .bind(id, harbour.id, ada.id)
    .run()

  const { answer, cost: paid } = await readCost(ada, `/messages/${id}/read_receipts`)

  expect(answer['user_ids']).toHaveLength(count - 1)
  expect(paid).toMatchObject({ trips: atMost(1), rows_read: atMost(limit), rows_written: 0 })
})

test('who of more than 5,000 subscribers has read a message is refused', async () => {
  const realm = await newRealm()
  const ada = await realm.user('ada')
  const harbour = await realm.stream('harbour', ada)
  await seedSubscribers(realm, harbour.id, 4999)
  const id = await ada.send('harbour', 'tides', 'High water')
  expect((await ada.get(`/messages/${id}/read_receipts`))['user_ids']).toEqual([])
  const bo = await realm.user('bo')
  await bo.subscribe('harbour')

  expect(await ada.ask('GET', `/messages/${id}/read_receipts`)).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: expect.stringContaining('5000'),
  })
})

describe('in a realm of 1,000 people and 200 streams', () => {
  let realm: TestRealm
  let ada: Person

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    const subscriptions = Array.from({ length: 200 }, (_, index) => ({ name: `stream ${index}` }))
    await ada.post('/users/me/subscriptions', { subscriptions })
    const { subscriptions: own } = await ada.get('/users/me/subscriptions')
    const streams = (own as { stream_id: number }[]).map(({ stream_id }) => stream_id)
    await seedSubscribers(realm, streams[0]!, 1000)
    await ada.post('/mark_all_as_read')
    for (const recipient_id of streams.slice(0, 20))
      await seed(realm, { recipient_id, senders: [realm.owner], count: 20 })
    const { id } = await realm.owner.post('/messages', { type: 'private', to: [ada.id], content: 'hello' })
    const conversation = await env.DB.prepare('select recipient_id from message where id = ?')
      .bind(id)
      .first<{ recipient_id: number }>()
    await seed(realm, {
      recipient_id: conversation!.recipient_id,
      senders: [realm.owner],
      isPrivate: true,
      count: 99,
    })
  }, 60_000)

  test('registering with 500 unread messages costs 3 trips and 6,000 rows', async () => {
    await ada.post('/register')
    const answer = await ada.post('/register')

    expect(answer['unread_msgs']).toMatchObject({ count: 500 })
    expect(costOf(answer)).toMatchObject({ trips: atMost(3), rows_read: atMost(6000), rows_written: 0 })
  })
})

describe('in a realm of 1,000 people with 20 subscriptions each, and 100 streams', () => {
  const [people, streams] = [1000, 100]
  let ada: Person

  beforeAll(async () => {
    const realm = await newRealm()
    ada = await realm.user('ada')
    const idsAfter = (realm.id - 1) * 2 ** 32 + 1000
    for (const statement of largeOrganization({ realm_id: realm.id, idsAfter, people, streams }))
      await env.DB.prepare(statement).run()
    await raiseCounters(realm, {
      user: people + 1000,
      stream: streams + 1000,
      message: streams + 1000,
      event: streams + 1000,
    })
  }, 60_000)

  test('registering costs 3 rows for each person, and no row for what the others are subscribed to', async () => {
    await ada.post('/register')
    const answer = await ada.post('/register')

    expect((answer['realm_users'] as unknown[]).length).toBeGreaterThan(people)
    expect(costOf(answer)).toMatchObject({ trips: atMost(3), rows_read: atMost(3 * people), rows_written: 0 })
  })

  test('registering with lists of subscribers costs a row more for each subscription', async () => {
    const params = { include_subscribers: true }
    await ada.post('/register', params)
    const answer = await ada.post('/register', params)

    const lists = (answer['never_subscribed'] as { subscribers: number[] }[]).map(
      ({ subscribers }) => subscribers.length,
    )
    expect(lists.reduce((sum, length) => sum + length)).toBe(streamsOfEach * people)
    expect(costOf(answer)).toMatchObject({ rows_read: atMost((3 + streamsOfEach) * people) })
  })

  test('listing all people costs little more than their rows', async () => {
    const { answer, cost: paid } = await readCost(ada, '/users')

    expect((answer['members'] as unknown[]).length).toBeGreaterThan(people)
    expect(paid).toMatchObject({ trips: atMost(2), rows_read: atMost(1.1 * people) })
  })
})
