import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { costOf, newRealm, type Params, type Person, type TestRealm } from '../kit'

const badRequest = (msg: string) => expect.objectContaining({ status: 400, code: 'BAD_REQUEST', msg })
const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }

const get = async (person: Person, id: number) => (await person.get(`/messages/${id}`))['message']

/** Ids that somebody finds in a stream, or in a topic of it. */
async function found(person: Person, stream: string, topic?: string): Promise<number[]> {
  const narrow: unknown[] = [{ operator: 'stream', operand: stream }]
  if (topic !== undefined) narrow.push({ operator: 'topic', operand: topic })
  return (await person.messages(narrow)).map(({ id }) => id as number)
}

/** Topics of a stream, by name. */
async function topics(person: Person, stream_id: number): Promise<string[]> {
  const answer = await person.get(`/users/me/${stream_id}/topics`)
  return (answer['topics'] as { name: string }[]).map(({ name }) => name).toSorted()
}

let streams = 0

/** A stream of any kind, with a name of its own, created by the realm's owner, who is not in it unless listed. */
async function streamOf(realm: TestRealm, subscribers: Person[], options: Params = {}) {
  const name = `stream ${(streams += 1)}`
  await realm.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: subscribers.map(({ id }) => id),
    ...options,
  })
  const { stream_id } = await subscribers[0]!.get('/get_stream_id', { stream: name })
  return { id: stream_id as number, name }
}

/** What the search index has of a message. */
const words = (id: number) =>
  env.DB.prepare(
    `select group_concat(term || col || offset, ' ') as words from (
       select * from indexed_word where doc = ? order by col, offset
     )`,
  )
    .bind(id)
    .first('words')

/** Messages that the search index has under a word. */
async function searchIndex(word: string): Promise<number[]> {
  const { results } = await env.DB.prepare('select rowid as id from message_search where message_search match ?')
    .bind(word)
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}

const read = (person: Person, ids: number[]) =>
  person.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' })

const unreadIn = async (person: Person, stream: string) =>
  (
    await person.messages([
      { operator: 'stream', operand: stream },
      { operator: 'is', operand: 'unread' },
    ])
  ).map(({ id }) => id as number)

const mute = (person: Person, stream_id: number, topic: string) =>
  person.patch('/users/me/subscriptions/muted_topics', { stream_id, topic, op: 'add' })

/** Which of these topics somebody has muted. */
async function readMutedTopics(person: Person, places: { stream: { id: number }; topic: string }[]): Promise<string[]> {
  const names: string[] = []
  for (const { stream, topic } of places) {
    const row = await env.DB.prepare(
      'select topic from muted_topic where user_id = ? and stream_id = ? and topic_key = ?',
    )
      .bind(person.id, stream.id, topic)
      .first('topic')
    if (row !== null) names.push(`${topic} of ${stream.id}`)
  }
  return names
}

describe('moving to another topic', () => {
  let realm: TestRealm
  let ada: Person
  let bo: Person

  beforeAll(async () => {
    realm = await newRealm()
    ada = await realm.user('ada')
    bo = await realm.user('bo')
  })

  /** Five messages of a topic, in two spellings, and one of another topic among them. */
  async function conversation() {
    const stream = await streamOf(realm, [ada, bo])
    const ids: number[] = []
    for (const topic of ['Tides', 'tides', 'TIDES', 'tides', 'Tides'])
      ids.push(await ada.send(stream.name, topic, topic))
    const other = await ada.send(stream.name, 'waves', 'other')
    return { stream, ids, other }
  }

  test.each<[mode: string | undefined, moved: number[]]>([
    [undefined, [2]],
    ['change_one', [2]],
    ['change_later', [2, 3, 4]],
    ['change_all', [0, 1, 2, 3, 4]],
  ])('%s takes along what it should, whatever the case of the topic', async (propagate_mode, moved) => {
    const { stream, ids, other } = await conversation()

    await bo.patch(`/messages/${ids[2]}`, { topic: 'ebb', propagate_mode })

    expect(await found(ada, stream.name, 'ebb')).toEqual(moved.map((one) => ids[one]))
    const stayed = ids.filter((_, one) => !moved.includes(one))
    expect(await found(ada, stream.name, 'tides')).toEqual(stayed)
    expect(await found(ada, stream.name, 'waves')).toEqual([other])
    const names = (await topics(ada, stream.id)).map((topic) => topic.toLowerCase())
    expect(names.toSorted()).toEqual(stayed.length > 0 ? ['ebb', 'tides', 'waves'] : ['ebb', 'waves'])
  })

  test('every moved message tells where it was, under its own spelling', async () => {
    const { ids } = await conversation()

    await bo.patch(`/messages/${ids[0]}`, { topic: 'ebb "and" flow \\', propagate_mode: 'change_all' })

    for (const [one, prev_topic] of ['Tides', 'tides', 'TIDES', 'tides', 'Tides'].entries()) {
      const { edit_history, last_edit_timestamp } = await get(ada, ids[one]!)
      expect(edit_history).toEqual([
        { user_id: bo.id, timestamp: last_edit_timestamp, prev_topic, topic: 'ebb "and" flow \\' },
      ])
    }
  })

  test('later edits stand in front of earlier ones', async () => {
    const { ids } = await conversation()

    await ada.patch(`/messages/${ids[1]}`, { content: 'two' })
    await ada.patch(`/messages/${ids[0]}`, { topic: 'ebb', propagate_mode: 'change_all' })
    await ada.patch(`/messages/${ids[0]}`, { topic: 'flow', propagate_mode: 'change_all' })

    expect((await get(bo, ids[1]!)).edit_history).toEqual([
      expect.objectContaining({ prev_topic: 'ebb', topic: 'flow' }),
      expect.objectContaining({ prev_topic: 'tides', topic: 'ebb' }),
      expect.objectContaining({ prev_content: 'tides' }),
    ])
  })

  test('only the named message changes its content', async () => {
    const { ids } = await conversation()

    await ada.patch(`/messages/${ids[0]}`, { content: 'new', topic: 'ebb', propagate_mode: 'change_all' })

    expect(await get(bo, ids[0]!)).toMatchObject({ content: '<p>new</p>', subject: 'ebb' })
    expect(await get(bo, ids[1]!)).toMatchObject({ content: '<p>tides</p>', subject: 'ebb' })
  })

  test('changing only the case of a topic respells it, and leaves alone what is spelled so', async () => {
    const { stream, ids } = await conversation()

    await bo.patch(`/messages/${ids[0]}`, { topic: 'TIDES', propagate_mode: 'change_all' })

    expect(await found(ada, stream.name, 'tides')).toEqual(ids)
    expect(await topics(ada, stream.id)).toEqual(['TIDES', 'waves'])
    expect(await get(ada, ids[2]!)).not.toHaveProperty('edit_history')
    expect(await get(ada, ids[3]!)).toHaveProperty('edit_history')
  })

  test('a message goes into a topic that is there', async () => {
    const { stream, ids, other } = await conversation()
    await bo.patch(`/messages/${ids[0]}`, { topic: 'Waves', propagate_mode: 'change_all' })
    expect(await found(ada, stream.name, 'waves')).toEqual([...ids, other])
  })

  test('a topic of another stream stays where it is, though it has the same name', async () => {
    const here = await conversation()
    const there = await conversation()
    await bo.patch(`/messages/${here.ids[0]}`, { topic: 'ebb', propagate_mode: 'change_all' })
    expect(await found(ada, there.stream.name, 'tides')).toEqual(there.ids)
  })

  test('what is read, unread or starred stays so', async () => {
    const { ids } = await conversation()
    await bo.post('/messages/flags', { messages: [ids[0]], op: 'add', flag: 'read' })
    await bo.post('/messages/flags', { messages: [ids[1]], op: 'add', flag: 'starred' })

    await ada.patch(`/messages/${ids[0]}`, { topic: 'ebb', propagate_mode: 'change_all' })

    expect(await Promise.all(ids.slice(0, 3).map((id) => bo.flags(id)))).toEqual([['read'], ['starred'], []])
  })

  test('messages that the actor cannot see go along', async () => {
    const stream = await streamOf(realm, [ada], { invite_only: true })
    const hidden = await ada.send(stream.name, 'plans', 'before bo came')
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: stream.name }], principals: [bo.id] })
    const seen = await ada.send(stream.name, 'plans', 'with bo')
    expect(await bo.ask('GET', `/messages/${hidden}`)).toEqual(badRequest('Invalid message(s)'))

    await bo.patch(`/messages/${seen}`, { topic: 'schemes', propagate_mode: 'change_all' })

    expect(await get(ada, hidden)).toMatchObject({ subject: 'schemes' })
    expect(await bo.ask('GET', `/messages/${hidden}`)).toEqual(badRequest('Invalid message(s)'))
  })

  test('the words of a moved message are found under its new topic', async () => {
    const { ids } = await conversation()
    const content = 'Ships & <b>boats</b>, "quoted" isn\'t `a<b>c` **bold**'
    await ada.patch(`/messages/${ids[4]}`, { content })
    await env.DB.exec(`create virtual table if not exists indexed_word using fts5vocab(message_search, 'instance')`)
    const before = (await words(ids[4]!)) as string

    await ada.patch(`/messages/${ids[0]}`, { topic: 'ebb', propagate_mode: 'change_all' })

    expect(before).toContain('boatcontent')
    expect(await words(ids[4]!)).toBe(before.replace(/\S*topic0/, 'ebbtopic0'))
    expect(await searchIndex('ebb')).toEqual(expect.arrayContaining(ids))
  })

  test('the search index has an edited message by its new words, and no longer by its old ones', async () => {
    const id = await ada.send((await streamOf(realm, [ada])).name, 'tides', 'albatross')

    await ada.patch(`/messages/${id}`, { content: 'cormorant' })

    expect(await searchIndex('albatross')).toEqual([])
    expect(await searchIndex('cormorant')).toEqual([id])
  })

  test('a topic of a thousand messages moves in as few statements as one of ten', async () => {
    const stream = await streamOf(realm, [ada, bo])
    const first = await ada.send(stream.name, 'long', 'first')
    await env.DB.prepare(
      `insert into message (id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at,
         client, event_id)
       select message.id + 1000000 + value, sender_id, recipient_id, 0, topic, topic_key, content, rendered_content, sent_at,
         client, event_id
       from message, json_each(?) where message.id = ?`,
    )
      .bind(JSON.stringify(Array.from({ length: 1000 }, (_, one) => one)), first)
      .run()

    const answer = await ada.patch(`/messages/${first}`, { topic: 'longer', propagate_mode: 'change_all' })

    expect(costOf(answer).trips).toBeLessThanOrEqual(4)
    expect(await topics(ada, stream.id)).toEqual(['longer'])
    await env.DB.prepare('delete from message where recipient_id = ?').bind(stream.id).run()
  })
})

describe('moving to another stream', () => {
  let realm: TestRealm
  /** Moves messages; subscribed to everything here. */
  let admin: Person
  let people: Record<string, Person>

  beforeAll(async () => {
    realm = await newRealm()
    admin = await realm.user('admin', { role: 200 })
    people = { admin }
    for (const name of ['both', 'old', 'new', 'late', 'newcomer', 'former', 'nobody'])
      people[name] = await realm.user(name)
    for (const name of ['guest-both', 'guest-old', 'guest-new', 'guest-nobody'])
      people[name] = await realm.user(name, { role: 600 })
    people['otheradmin'] = await realm.user('otheradmin', { role: 200 })
  })

  const inOld = ['admin', 'both', 'old', 'late', 'guest-both', 'guest-old']
  const inNew = ['admin', 'both', 'new', 'former', 'guest-both', 'guest-new']
  const kinds: Record<string, Params> = {
    public: {},
    'web-public': { is_web_public: true },
    shared: { invite_only: true, history_public_to_subscribers: true },
    protected: { invite_only: true },
  }
  const peopleNamed = (names: string[]) => names.map((name) => people[name]!)

  /** Two streams of these kinds, and a message in the first; then `late` and `newcomer` join the second, and `former` leaves it. */
  async function twoStreams(from: string, to: string) {
    await realm.set({ create_web_public_stream_policy: 7, enable_spectator_access: true })
    const before = await streamOf(realm, peopleNamed(inOld), kinds[from])
    const after = await streamOf(realm, peopleNamed(inNew), kinds[to])
    const id = await admin.send(before.name, 'tides', 'look')
    await people['former']!.delete('/users/me/subscriptions', { subscriptions: [after.name] })
    await admin.post('/users/me/subscriptions', {
      subscriptions: [{ name: after.name }],
      principals: peopleNamed(['late', 'newcomer']).map((person) => person.id),
    })
    return { before, after, id }
  }

  /** Who sees the message at all, and with which flags if they hold it. */
  async function viewers(id: number): Promise<Record<string, string[]>> {
    const seen: Record<string, string[]> = {}
    for (const [name, person] of Object.entries(people)) {
      const answer = await person.ask('GET', `/messages/${id}`)
      if (answer.status !== 200) expect(answer).toEqual(badRequest('Invalid message(s)'))
      else {
        const [held] = await person.messages([{ operator: 'id', operand: String(id) }])
        seen[name] = held === undefined ? outside : (held['flags'] as string[])
      }
    }
    return seen
  }

  const outside = ['(not held)']

  test.each<[from: string, to: string, seen: Record<string, string[]>]>([
    [
      'public',
      'public',
      {
        admin: ['read'],
        both: [],
        old: outside,
        new: ['read'],
        late: [],
        newcomer: outside,
        former: ['read'],
        nobody: outside,
        'guest-both': [],
        'guest-new': ['read'],
        otheradmin: outside,
      },
    ],
    [
      'public',
      'web-public',
      {
        admin: ['read'],
        both: [],
        old: outside,
        new: ['read'],
        late: [],
        newcomer: outside,
        former: ['read'],
        nobody: outside,
        'guest-both': [],
        'guest-old': outside,
        'guest-new': ['read'],
        'guest-nobody': outside,
        otheradmin: outside,
      },
    ],
    [
      'public',
      'shared',
      {
        admin: ['read'],
        both: [],
        new: ['read'],
        late: [],
        newcomer: outside,
        'guest-both': [],
        'guest-new': ['read'],
      },
    ],
    [
      'public',
      'protected',
      {
        admin: ['read'],
        both: [],
        new: ['read'],
        late: [],
        newcomer: ['read'],
        'guest-both': [],
        'guest-new': ['read'],
      },
    ],
    [
      'protected',
      'public',
      {
        admin: ['read'],
        both: [],
        old: outside,
        new: ['read'],
        late: [],
        newcomer: outside,
        former: ['read'],
        nobody: outside,
        'guest-both': [],
        'guest-new': ['read'],
        otheradmin: outside,
      },
    ],
    [
      'protected',
      'protected',
      {
        admin: ['read'],
        both: [],
        new: ['read'],
        late: [],
        newcomer: ['read'],
        'guest-both': [],
        'guest-new': ['read'],
      },
    ],
  ])('from a %s to a %s stream, these see the message', async (from, to, seen) => {
    const { after, id } = await twoStreams(from, to)

    await admin.patch(`/messages/${id}`, { stream_id: after.id, ...quietly })

    expect(await viewers(id)).toEqual(seen)
  })

  test.each(Object.keys(kinds))('into a new %s stream, its members find all of the topic', async (kind) => {
    await realm.set({ create_web_public_stream_policy: 7, enable_spectator_access: true })
    const before = await streamOf(realm, peopleNamed(['admin', 'both']))
    const ids = [await admin.send(before.name, 'tides', 'boats'), await admin.send(before.name, 'tides', 'boats')]
    await people['both']!.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' })
    const after = await streamOf(realm, peopleNamed(['admin', 'both', 'new']), kinds[kind])

    await admin.patch(`/messages/${ids[0]}`, { stream_id: after.id, propagate_mode: 'change_all', ...quietly })

    for (const person of peopleNamed(['admin', 'both', 'new'])) {
      expect(await found(person, after.name, 'tides')).toEqual(ids)
      const searched = await person.messages([
        { operator: 'stream', operand: after.name },
        { operator: 'search', operand: 'boat' },
      ])
      expect(searched.map(({ id }) => id)).toEqual(ids)
      expect(await topics(person, after.id)).toContain('tides')
    }
    expect(await found(people['nobody']!, after.name)).toEqual(kind.includes('public') ? ids : [])
  })

  test('who left a private stream has what they received there, and nothing that came there since', async () => {
    const { former, old } = people as { former: Person; old: Person }
    const before = await streamOf(realm, peopleNamed(['admin', 'old', 'former']))
    const after = await streamOf(realm, peopleNamed(['admin', 'old', 'former']), { invite_only: true })
    const send = (stream: { name: string }) => admin.send(stream.name, 'tides', 'look')
    const received = [await send(after)]
    const moved: number[] = []
    for (const stream of [before, before, after, after, before, after]) {
      const id = await send(stream)
      ;(stream === before ? moved : received).push(id)
    }
    await former.delete('/users/me/subscriptions', { subscriptions: [before.name, after.name] })

    await admin.patch(`/messages/${moved[0]}`, { stream_id: after.id, propagate_mode: 'change_all', ...quietly })

    expect(await found(former, after.name)).toEqual(received)
    expect(await found(old, after.name)).toEqual([...received, ...moved].toSorted((left, right) => left - right))
    for (const id of moved) {
      expect(await former.ask('GET', `/messages/${id}`)).toEqual(badRequest('Invalid message(s)'))
      expect(await former.ask('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' })).toEqual(
        badRequest('Invalid message(s)'),
      )
    }
  })

  test('the message is where it went, and tells so', async () => {
    const { before, after, id } = await twoStreams('public', 'public')

    await admin.patch(`/messages/${id}`, { stream_id: after.id, topic: 'ebb', ...quietly })

    expect(await get(people['both']!, id)).toMatchObject({
      stream_id: after.id,
      display_recipient: after.name,
      recipient_id: after.id,
      subject: 'ebb',
      edit_history: [
        { user_id: admin.id, prev_stream: before.id, stream: after.id, prev_topic: 'tides', topic: 'ebb' },
      ],
    })
    expect(await found(people['both']!, before.name)).toEqual([])
    expect(await found(people['both']!, after.name, 'ebb')).toEqual([id])
  })

  test('a topic moves as a whole, each message keeping its spelling when none is given', async () => {
    const { before, after, id } = await twoStreams('public', 'public')
    const second = await admin.send(before.name, 'TIDES', 'again')

    await admin.patch(`/messages/${id}`, { stream_id: after.id, propagate_mode: 'change_all', ...quietly })

    expect(await found(people['both']!, after.name, 'tides')).toEqual([id, second])
    const { edit_history, subject } = await get(people['both']!, second)
    expect(subject).toBe('TIDES')
    expect(edit_history).toEqual([
      { user_id: admin.id, timestamp: expect.any(Number), prev_stream: before.id, stream: after.id },
    ])
  })

  test('a topic that goes along into another stream under a new name tells both', async () => {
    const { before, after, id } = await twoStreams('public', 'public')
    const second = await admin.send(before.name, 'TIDES', 'again')
    const third = await admin.send(before.name, 'ebb', 'has that name by now')
    await admin.patch(`/messages/${third}`, { topic: 'Tides' })

    await admin.patch(`/messages/${id}`, {
      stream_id: after.id,
      topic: 'TIDES',
      propagate_mode: 'change_all',
      ...quietly,
    })

    const places = { prev_stream: before.id, stream: after.id }
    expect((await get(admin, third)).edit_history[0]).toMatchObject({ ...places, prev_topic: 'Tides', topic: 'TIDES' })
    expect((await get(admin, second)).edit_history[0]).toEqual({
      user_id: admin.id,
      timestamp: expect.any(Number),
      ...places,
    })
  })

  test('what the actor cannot see stays behind', async () => {
    const before = await streamOf(realm, [people['both']!], { invite_only: true })
    const after = await streamOf(realm, [admin, people['both']!])
    const hidden = await people['both']!.send(before.name, 'plans', 'before the admin came')
    await people['both']!.post('/users/me/subscriptions', {
      subscriptions: [{ name: before.name }],
      principals: [admin.id],
    })
    const seen = await people['both']!.send(before.name, 'plans', 'with the admin')

    await admin.patch(`/messages/${seen}`, { stream_id: after.id, propagate_mode: 'change_all', ...quietly })

    expect(await get(people['both']!, hidden)).toMatchObject({ stream_id: before.id })
    expect(await found(people['both']!, after.name)).toEqual([seen])
  })

  describe('stars and mentions', () => {
    test.each<[to: string, kept: string[]]>([
      ['public', ['both', 'nobody', 'guest-both']],
      ['shared', ['both', 'guest-both']],
      ['protected', ['both', 'guest-both']],
    ])(
      'in a %s stream those keep their star who are in it, or never were in the old one and may look',
      async (to, kept) => {
        const { after, id } = await twoStreams('public', to)
        for (const name of ['both', 'old', 'guest-both', 'guest-old', 'nobody'])
          await people[name]!.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })

        await admin.patch(`/messages/${id}`, { stream_id: after.id, ...quietly })

        const starred: string[] = []
        for (const [name, person] of Object.entries(people)) {
          const stars = await person.messages([{ operator: 'is', operand: 'starred' }])
          if (stars.some((one) => one['id'] === id)) starred.push(name)
        }
        expect(starred).toEqual(kept)
      },
    )

    test('a mention in a message that went out of sight is gone', async () => {
      const { before, after } = await twoStreams('public', 'shared')
      const id = await admin.send(before.name, 'tides', '@**Old** and @**Both**')

      await admin.patch(`/messages/${id}`, { stream_id: after.id, ...quietly })

      expect(await people['old']!.messages([{ operator: 'is', operand: 'mentioned' }])).toEqual([])
      expect(await people['both']!.flags(id)).toEqual(['mentioned'])
    })
  })

  describe('what is read', () => {
    let both: Person
    let fresh: Person

    beforeAll(() => {
      both = people['both']!
      fresh = people['new']!
    })

    test('a message that was unread stays unread, though all older ones of the new stream are read', async () => {
      const { after, id } = await twoStreams('public', 'public')
      await admin.send(after.name, 'other', 'later')
      await both.post('/mark_stream_as_read', { stream_id: after.id })

      await admin.patch(`/messages/${id}`, { stream_id: after.id, ...quietly })

      expect(await both.flags(id)).toEqual([])
      expect(await unreadIn(both, after.name)).toEqual([id])
      await read(both, [id])
      expect(await both.flags(id)).toEqual(['read'])
      expect(await unreadIn(both, after.name)).toEqual([])
    })

    test('a message that was read stays read, though older ones of the new stream are unread', async () => {
      const { before, after } = await twoStreams('public', 'public')
      const older = await admin.send(after.name, 'other', 'older')
      const id = await admin.send(before.name, 'tides', 'newer')
      await both.post('/mark_stream_as_read', { stream_id: before.id })

      await admin.patch(`/messages/${id}`, { stream_id: after.id, ...quietly })

      expect(await both.flags(id)).toEqual(['read'])
      expect(await unreadIn(both, after.name)).toEqual([older])
    })

    test('a message that was read by itself stays read, above and below the line of the new stream', async () => {
      for (const markAll of [true, false]) {
        const { before, after } = await twoStreams('public', 'public')
        const unread = await admin.send(before.name, 'tides', 'unread')
        const id = await admin.send(before.name, 'tides', 'read')
        await read(both, [id])
        if (markAll) {
          await admin.send(after.name, 'other', 'later')
          await both.post('/mark_stream_as_read', { stream_id: after.id })
        }

        await admin.patch(`/messages/${unread}`, { stream_id: after.id, propagate_mode: 'change_later', ...quietly })

        expect(await both.flags(id)).toEqual(['read'])
        expect(await unreadIn(both, after.name)).toEqual([unread])
      }
    })

    test('a message marked unread again stays so', async () => {
      const { before, after, id } = await twoStreams('public', 'public')
      await both.post('/mark_stream_as_read', { stream_id: before.id })
      await both.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' })

      await admin.patch(`/messages/${id}`, { stream_id: after.id, ...quietly })

      expect(await both.flags(id)).toEqual([])
    })

    test('own messages stay read', async () => {
      const { before, after } = await twoStreams('public', 'public')
      const id = await both.send(before.name, 'tides', 'mine')
      await admin.send(after.name, 'other', 'later')
      await both.post('/mark_stream_as_read', { stream_id: after.id })

      await admin.patch(`/messages/${id}`, { stream_id: after.id, ...quietly })

      expect(await both.flags(id)).toEqual(['read'])
      expect(await unreadIn(both, after.name)).toEqual([])
    })

    test('who was not in the old stream has nothing more to read', async () => {
      const { before, after, id } = await twoStreams('public', 'public')
      const own = await admin.send(after.name, 'other', 'new to them')
      const later = await admin.send(before.name, 'tides', 'later')

      await admin.patch(`/messages/${id}`, { stream_id: after.id, propagate_mode: 'change_all', ...quietly })

      expect(await fresh.flags(later)).toEqual(['read'])
      expect(await unreadIn(fresh, after.name)).toEqual([own])
    })

    test('moved there and back, everything is as before', async () => {
      const { before, after, id } = await twoStreams('public', 'public')
      const second = await admin.send(before.name, 'tides', 'second')
      await read(both, [id])
      const flags = async () => [await both.flags(id), await both.flags(second), await fresh.flags(second)]
      const atFirst = await flags()

      for (const stream_id of [after.id, before.id])
        await admin.patch(`/messages/${id}`, { stream_id, propagate_mode: 'change_all', ...quietly })

      expect(atFirst).toEqual([['read'], [], ['read']])
      expect(await flags()).toEqual(atFirst)
    })

    test('the first unread message of a narrow is one that was moved in', async () => {
      const { after, id } = await twoStreams('public', 'public')
      await admin.send(after.name, 'other', 'later')
      await both.post('/mark_stream_as_read', { stream_id: after.id })
      await admin.patch(`/messages/${id}`, { stream_id: after.id, ...quietly })

      const { anchor } = await both.get('/messages', {
        anchor: 'first_unread',
        num_before: 0,
        num_after: 0,
        narrow: [{ operator: 'stream', operand: after.name }],
      })

      expect(anchor).toBe(id)
    })
  })

  describe('who may', () => {
    const policies: [policy: number, may: string[], mayNot: string[]][] = [
      [1, ['both', 'mod', 'admin'], ['guest-both']],
      [2, ['admin'], ['both', 'mod', 'guest-both']],
      [3, ['mod', 'admin'], ['both', 'guest-both']],
      [4, ['mod', 'admin'], ['both', 'guest-both']],
    ]
    const mayNotMove = badRequest("You don't have permission to move this message")

    test.each(policies)('move_messages_between_streams_policy %i decides', async (policy, may, mayNot) => {
      const { before, after } = await twoStreams('public', 'public')
      people['mod'] ??= await realm.user('mod', { role: 300 })
      await people['mod'].subscribe(before.name, after.name)
      await realm.set({ move_messages_between_streams_policy: policy, waiting_period_threshold: 1 })
      for (const name of mayNot) {
        const id = await people[name]!.send(before.name, 'tides', name)
        const answer = await people[name]!.ask('PATCH', `/messages/${id}`, { stream_id: after.id })
        expect(answer, name).toEqual(mayNotMove)
      }
      for (const name of may) {
        const id = await admin.send(before.name, 'tides', name)
        await people[name]!.patch(`/messages/${id}`, { stream_id: after.id, ...quietly })
      }
      await realm.set({ move_messages_between_streams_policy: 2, waiting_period_threshold: 0 })
    })

    test('a private stream that one is not in takes no messages, even from an administrator', async () => {
      const { id } = await twoStreams('public', 'public')
      const closed = await streamOf(realm, [people['both']!], { invite_only: true })
      const answer = await admin.ask('PATCH', `/messages/${id}`, { stream_id: closed.id })
      expect(answer).toEqual(badRequest('Invalid stream id'))
    })

    test('nor does a stream that is missing', async () => {
      const { id } = await twoStreams('public', 'public')
      expect(await admin.ask('PATCH', `/messages/${id}`, { stream_id: 4_000_000 })).toEqual(
        badRequest('Invalid stream id'),
      )
    })

    test('a message received in a private stream that one has left cannot be moved out of it', async () => {
      const closed = await streamOf(realm, [admin, people['both']!], { invite_only: true })
      const { after } = await twoStreams('public', 'public')
      const id = await people['both']!.send(closed.name, 'plans', 'look')
      await admin.delete('/users/me/subscriptions', { subscriptions: [closed.name] })
      expect(await get(admin, id)).toMatchObject({ id })

      const answer = await admin.ask('PATCH', `/messages/${id}`, { stream_id: after.id })

      expect(answer).toEqual(badRequest('Invalid message(s)'))
    })

    test('a stream that one may not post to takes no messages', async () => {
      const { id } = await twoStreams('public', 'public')
      const announcements = await streamOf(realm, [admin, people['both']!], { stream_post_policy: 2 })
      await realm.set({ move_messages_between_streams_policy: 1 })

      const answer = await people['both']!.ask('PATCH', `/messages/${id}`, { stream_id: announcements.id })
      await admin.patch(`/messages/${id}`, { stream_id: announcements.id, ...quietly })

      expect(answer).toEqual(badRequest('Not authorized to send to this stream'))
      await realm.set({ move_messages_between_streams_policy: 2 })
    })

    test("moving another's message takes no right to change its topic, renaming it on the way does", async () => {
      const { after, id } = await twoStreams('public', 'public')
      await realm.set({ move_messages_between_streams_policy: 1, edit_topic_policy: 2 })
      const { both } = people

      expect(await both!.ask('PATCH', `/messages/${id}`, { stream_id: after.id, topic: 'ebb' })).toEqual(
        badRequest("You don't have permission to edit this message"),
      )
      await both!.patch(`/messages/${id}`, { stream_id: after.id, ...quietly })

      await realm.set({ move_messages_between_streams_policy: 2, edit_topic_policy: 5 })
    })
  })

  describe('muted topics', () => {
    test('a mute goes along with its topic', async () => {
      const { before, id } = await twoStreams('public', 'public')
      const { both } = people
      await mute(both!, before.id, 'TIDES')

      await admin.patch(`/messages/${id}`, { topic: 'ebb', propagate_mode: 'change_all' })

      const places = ['tides', 'ebb'].map((topic) => ({ stream: before, topic }))
      expect(await readMutedTopics(both!, places)).toEqual([`ebb of ${before.id}`])
      expect(await readMutedTopics(admin, places)).toEqual([])
    })

    test('a mute stays with what is left of its topic, and goes with the last message', async () => {
      const { before, id } = await twoStreams('public', 'public')
      const second = await admin.send(before.name, 'tides', 'second')
      const { both } = people
      await mute(both!, before.id, 'tides')
      const places = ['tides', 'ebb'].map((topic) => ({ stream: before, topic }))

      await admin.patch(`/messages/${id}`, { topic: 'ebb' })
      expect(await readMutedTopics(both!, places)).toEqual([`tides of ${before.id}`])

      await admin.patch(`/messages/${second}`, { topic: 'ebb' })
      expect(await readMutedTopics(both!, places)).toEqual([`ebb of ${before.id}`])
    })

    test('a topic that is muted in both places is muted once', async () => {
      const { before, id } = await twoStreams('public', 'public')
      const { both } = people
      await mute(both!, before.id, 'tides')
      await mute(both!, before.id, 'ebb')

      await admin.patch(`/messages/${id}`, { topic: 'ebb', propagate_mode: 'change_all' })

      const places = ['tides', 'ebb'].map((topic) => ({ stream: before, topic }))
      expect(await readMutedTopics(both!, places)).toEqual([`ebb of ${before.id}`])
    })

    test('a topic that is only respelled stays muted', async () => {
      const { before, id } = await twoStreams('public', 'public')
      await mute(people['both']!, before.id, 'tides')
      await admin.patch(`/messages/${id}`, { topic: 'Tides', propagate_mode: 'change_all' })
      expect(await readMutedTopics(people['both']!, [{ stream: before, topic: 'tides' }])).toEqual([
        `tides of ${before.id}`,
      ])
    })

    test.each<[to: string, keep: string[]]>([
      ['public', ['both', 'old', 'guest-both']],
      ['shared', ['both', 'guest-both']],
    ])('into a %s stream it follows those who may look into that', async (to, keep) => {
      const { before, after, id } = await twoStreams('public', to)
      const muting = ['both', 'old', 'guest-both', 'guest-old']
      for (const name of muting) await mute(people[name]!, before.id, 'tides')

      await admin.patch(`/messages/${id}`, { stream_id: after.id, propagate_mode: 'change_all', ...quietly })

      const places = [before, after].map((stream) => ({ stream, topic: 'tides' }))
      for (const name of muting)
        expect(await readMutedTopics(people[name]!, places), name).toEqual(
          keep.includes(name) ? [`tides of ${after.id}`] : [],
        )
    })
  })
})
