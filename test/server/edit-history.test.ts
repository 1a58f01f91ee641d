import * as fc from 'fast-check'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { htmlDiff } from '../../src/edits/html-diff'
import { newRealm, type Params, type Person, type TestRealm } from '../kit'
import { advanceClock } from '../kit/clock'

const badRequest = (msg: string) => expect.objectContaining({ status: 400, code: 'BAD_REQUEST', msg })

let realm: TestRealm
let ada: Person
let bo: Person
let admin: Person
let guest: Person

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  admin = await realm.user('admin', { role: 200 })
  guest = await realm.user('guest', { role: 600 })
  await realm.stream('harbour', ada, bo, admin, guest)
  await realm.stream('garden', ada, bo, admin, guest)
})

type Entry = Record<string, unknown>

const historyOf = async (person: Person, id: number) =>
  (await person.get(`/messages/${id}/history`))['message_history'] as Entry[]

describe('GET /messages/{message_id}/history', () => {
  test('a message that was never edited has its original only', async () => {
    const id = await ada.send('harbour', 'tides', '*one*')
    const { message } = await bo.get(`/messages/${id}`)

    expect(await historyOf(bo, id)).toEqual([
      {
        user_id: ada.id,
        timestamp: (message as Entry)['timestamp'],
        topic: 'tides',
        content: '*one*',
        rendered_content: '<p><em>one</em></p>',
      },
    ])
  })

  test('every edit is an entry, oldest first, with what changed in it', async () => {
    const id = await ada.send('harbour', 'tides', 'one')
    const { stream_id: harbour } = await ada.get('/get_stream_id', { stream: 'harbour' })
    const { stream_id: garden } = await ada.get('/get_stream_id', { stream: 'garden' })

    await ada.patch(`/messages/${id}`, { content: 'one two' })
    await bo.patch(`/messages/${id}`, { topic: 'waves' })
    await admin.patch(`/messages/${id}`, { stream_id: garden })
    await ada.patch(`/messages/${id}`, { content: 'two', topic: 'ebb' })

    const timestamp = expect.any(Number)
    expect(await historyOf(bo, id)).toEqual([
      { user_id: ada.id, timestamp, topic: 'tides', content: 'one', rendered_content: '<p>one</p>' },
      {
        user_id: ada.id,
        timestamp,
        topic: 'tides',
        content: 'one two',
        rendered_content: '<p>one two</p>',
        prev_content: 'one',
        prev_rendered_content: '<p>one</p>',
        content_html_diff: '<p>one<span class="highlight_text_inserted"> two</span></p>',
      },
      {
        user_id: bo.id,
        timestamp,
        topic: 'waves',
        content: 'one two',
        rendered_content: '<p>one two</p>',
        prev_topic: 'tides',
      },
      {
        user_id: admin.id,
        timestamp,
        topic: 'waves',
        content: 'one two',
        rendered_content: '<p>one two</p>',
        prev_stream: harbour,
        stream: garden,
      },
      {
        user_id: ada.id,
        timestamp,
        topic: 'ebb',
        content: 'two',
        rendered_content: '<p>two</p>',
        prev_topic: 'waves',
        prev_content: 'one two',
        prev_rendered_content: '<p>one two</p>',
        content_html_diff: '<p><span class="highlight_text_deleted">one </span>two</p>',
      },
    ])
  })

  test('a message that went along with another has the move in its history', async () => {
    const id = await ada.send('harbour', 'along', 'one')
    const other = await bo.send('harbour', 'Along', 'two')
    await bo.patch(`/messages/${id}`, { topic: 'elsewhere', propagate_mode: 'change_all' })
    expect((await historyOf(ada, other)).map(({ topic, prev_topic }) => [topic, prev_topic])).toEqual([
      ['Along', undefined],
      ['elsewhere', 'Along'],
    ])
  })

  test('private messages have a history too, for those who are in them', async () => {
    const id = await ada.write([bo], 'one')
    await ada.patch(`/messages/${id}`, { content: 'two' })
    expect(await historyOf(bo, id)).toHaveLength(2)
    expect(await admin.ask('GET', `/messages/${id}/history`)).toEqual(badRequest('Invalid message(s)'))
  })

  test.each([4_000_000, Number.MAX_SAFE_INTEGER])('message %i does not exist', async (id) => {
    expect(await ada.ask('GET', `/messages/${id}/history`)).toEqual(badRequest('Invalid message(s)'))
  })

  test('it is refused where the realm does not show edits', async () => {
    const id = await ada.send('harbour', 'tides', 'one')
    await realm.set({ allow_edit_history: false })
    const answer = await ada.ask('GET', `/messages/${id}/history`)
    await realm.set({ allow_edit_history: true })
    expect(answer).toEqual(badRequest('Message edit history is disabled in this organization'))
  })

  test('what looks like a tag in the text is shown as text, in the marks as well', async () => {
    const id = await ada.send('harbour', 'tides', '<b>one</b> & more')
    await ada.patch(`/messages/${id}`, { content: '<i>one</i> & <script>' })
    const { content_html_diff } = (await historyOf(bo, id)).at(-1)!
    expect(content_html_diff).not.toMatch(/<(?!\/?(p|span)\b)/)
    expect(content_html_diff).toContain('<span class="highlight_text_inserted">')
  })
})

const deleted = (text: string) => `<span class="highlight_text_deleted">${text}</span>`

const inserted = (text: string) => `<span class="highlight_text_inserted">${text}</span>`

const withoutMarked = (op: string, marked: string) =>
  marked.replaceAll(new RegExp(`<span class="highlight_text_${op}">[^<]*</span>`, 'g'), '')

const withoutMarks = (marked: string) => marked.replaceAll(/<span class="highlight_text_\w+">([^<]*)<\/span>/g, '$1')

/** The text, without the space that is not marked. */
const words = (text: string) => text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s/g, '')

describe('the marks of a difference', () => {
  test.each([
    ['<p>a b c</p>', '<p>a b c</p>', '<p>a b c</p>'],
    ['<p>a b c</p>', '<p>a x c</p>', `<p>a ${deleted('b')}${inserted('x')} c</p>`],
    ['<p>a</p>', '<p>a <em>b</em></p>', `<p>a <em>${inserted('b')}</em></p>`],
    ['<p>a <em>b</em></p>', '<p>a b</p>', '<p>a b</p>'],
    ['<p>a &amp; b</p>', '<p>a &lt; b</p>', `<p>a ${deleted('&amp;')}${inserted('&lt;')} b</p>`],
    ['', '<p>new</p>', `<p>${inserted('new')}</p>`],
    ['<p>old</p>', '', deleted('old')],
    ['<p>a</p>', '<p>a</p>\n<p>b</p>', `<p>a</p>\n<p>${inserted('b')}</p>`],
    ['<p>Grüße</p>', '<p>Grüsse</p>', `<p>${deleted('Grüße')}${inserted('Grüsse')}</p>`],
    ['<p>😀</p>', '<p>😁</p>', `<p>${deleted('😀')}${inserted('😁')}</p>`],
    ['<p><a href="x">a</a></p>', '<p><a href="y">a</a></p>', '<p><a href="y">a</a></p>'],
  ])('from %j to %j', (before, after, marked) => {
    expect(htmlDiff(before, after)).toBe(marked)
  })

  const html = fc
    .array(
      fc.constantFrom('<p>', '</p>', '<em>', '</em>', 'a', 'b', 'word', ' ', '\n', '&amp;', '&lt;', '1', 'é', '.'),
      {
        maxLength: 30,
      },
    )
    .map((pieces) => pieces.join(''))

  test('without the deleted parts it is the new HTML, and without the inserted parts it has the old text', () => {
    fc.assert(
      fc.property(html, html, (before, after) => {
        const marked = htmlDiff(before, after)
        expect(withoutMarks(withoutMarked('deleted', marked))).toBe(after)
        expect(words(withoutMarks(withoutMarked('inserted', marked)))).toBe(words(before))
      }),
      { numRuns: 2000 },
    )
  })

  test('texts that have nothing in common are replaced as a whole, and quickly', () => {
    const [old, young] = [0, 1_000_000].map((start) =>
      Array.from({ length: 2000 }, (_, one) => `w${start + one * 7}`).join(' '),
    )
    expect(htmlDiff(`<p>${old}</p>`, `<p>${young}</p>`)).toBe(`<p>${deleted(old!)}${inserted(young!)}</p>`)
  })
})

/** What anybody does to messages, in random order; numbers choose among what there is. */
const stepArbitrary = fc.record({
  what: fc.constantFrom(
    'send',
    'send',
    'send',
    'edit',
    'rename',
    'move',
    'move',
    'star',
    'read',
    'unread',
    'read stream',
    'read all',
    'delete',
    'join',
    'leave',
  ),
  who: fc.nat(),
  which: fc.nat(),
  where: fc.nat(),
  topic: fc.constantFrom('tides', 'Tides', 'waves', 'ebb'),
  content: fc.constantFrom('one', 'two *three*', '/me waves', '<b>', ''),
  mode: fc.constantFrom('change_one', 'change_later', 'change_all'),
})
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never

interface ModelStream {
  id: number
  name: string
  isPublic: boolean
  isProtected: boolean
  members: Person[]
  /** Since when members are, and were, by the number of messages that there were then. */
  spans: { person: Person; from: number; to: number }[]
  /** The step in which people left last. */
  left: Map<Person, number>
}

/** What a message was from a step on. */
interface Version {
  step: number
  topic: string
  content: string
  edits: number
}

interface Row {
  read: boolean
  starred: boolean
  /** By hand, so that it stays wherever the message goes; `maybe` is for the server to decide. */
  touched: boolean | 'maybe'
  /** There only if `touched` was more than a maybe. */
  isVague?: boolean
}

interface ModelMessage {
  id: number
  sender: Person
  stream: ModelStream
  topic: string
  content: string
  original: string
  edits: number
  /** How many there were before. */
  place: number
  /** Who has a row of it. */
  rows: Map<Person, Row>
  /** Streams into which it came after these people had left them. */
  missed: Map<ModelStream, Set<Person>>
  /** What it was, the latest last. */
  versions: Version[]
}

/** What messages, their histories and their readers should be like, kept as simply as can be. */
class Model {
  messages: ModelMessage[] = []
  sent = 0
  step = 0

  constructor(
    readonly people: Person[],
    readonly streams: ModelStream[],
  ) {}

  mayLookInto(person: Person, stream: ModelStream): boolean {
    return stream.members.includes(person) || (stream.isPublic && person !== guest)
  }

  canSee(person: Person, { stream, rows }: ModelMessage): boolean {
    return rows.has(person) || (this.mayLookInto(person, stream) && !stream.isProtected)
  }

  /** Whether somebody may change what they see, and see what it became. */
  hasAccess = (person: Person, { stream }: ModelMessage): boolean => this.mayLookInto(person, stream)

  /** The message as somebody may read it: as it was when they left, if that shut them out. */
  version(person: Person, message: ModelMessage): Version {
    const until = this.hasAccess(person, message) ? Infinity : message.stream.left.get(person)!
    return message.versions.findLast(({ step }) => step < until)!
  }

  /** Notes what the messages have become. */
  endStep(): void {
    for (const { versions, topic, content, edits } of this.messages)
      if (versions.at(-1)?.edits !== edits) versions.push({ step: this.step, topic, content, edits })
    this.step += 1
  }

  row(person: Person, message: ModelMessage): Row {
    const row = message.rows.get(person) ?? { read: true, starred: false, touched: true }
    message.rows.set(person, row)
    return row
  }

  join(person: Person, stream: ModelStream): void {
    stream.members.push(person)
    stream.spans.push({ person, from: this.sent, to: Infinity })
  }

  leave(person: Person, stream: ModelStream): void {
    stream.members = stream.members.filter((one) => one !== person)
    stream.left.set(person, this.step)
    stream.spans.findLast((span) => span.person === person)!.to = this.sent
    for (const { rows, ...message } of this.messages)
      if (message.stream === stream && rows.has(person)) rows.get(person)!.read = true
  }

  /** Received is what came while one was in the stream, by the time of sending. */
  isReceived(person: Person, { place, stream, missed }: ModelMessage): boolean {
    if (missed.get(stream)?.has(person) === true) return false
    return stream.spans.some((span) => span.person === person && span.from <= place && place < span.to)
  }

  /** What somebody has of a message that came from another stream. */
  rowAfter(person: Person, message: ModelMessage, from: ModelStream): Row | null {
    const { stream, rows, missed } = message
    const row = rows.get(person)
    if (!stream.members.includes(person)) {
      if (!this.mayLookInto(person, stream)) missed.set(stream, (missed.get(stream) ?? new Set()).add(person))
      return row === undefined || from.members.includes(person) || !this.mayLookInto(person, stream) || !row.touched
        ? null
        : row
    }
    const { read, starred, touched, isVague } = row ?? { read: true, starred: false, touched: false as const }
    const isReceived = this.isReceived(person, message)
    if (isReceived) return { read, starred, touched: touched || (read ? false : 'maybe') }
    if (stream.isProtected || !read) return { read, starred, touched: true }
    if (touched === false) return null
    return { read, starred, touched, isVague: isVague === true || touched === 'maybe' }
  }

  move(named: ModelMessage, to: { stream: ModelStream; topic: string }, mode: string): void {
    const { stream: from, topic } = named
    // A topic that is given as it is counts as not given, so that others keep their spelling.
    const renames = to.topic !== topic
    const moved = this.messages.filter(
      (one) =>
        one === named ||
        (one.stream === from &&
          one.topic.toLowerCase() === topic.toLowerCase() &&
          mode !== 'change_one' &&
          (mode === 'change_all' || one.id > named.id)),
    )
    for (const message of moved) {
      if (message.stream === to.stream && message.topic === to.topic) continue
      message.edits += 1
      if (renames) message.topic = to.topic
      message.stream = to.stream
      if (from === to.stream) continue
      for (const person of this.people) {
        const row = this.rowAfter(person, message, from)
        if (row === null) message.rows.delete(person)
        else message.rows.set(person, row)
      }
    }
  }
}

async function take(model: Model, { what, who, which, where, topic, content, mode }: Step): Promise<void> {
  const person = model.people[who % model.people.length]!
  const stream = model.streams[where % model.streams.length]!
  const message = model.messages[which % (model.messages.length || 1)]
  const flag = async (op: string, flag: string) => {
    const sees = model.canSee(person, message!)
    const answer = await person.ask('POST', '/messages/flags', { messages: [message!.id], op, flag })
    expect(answer.status).toBe(sees ? 200 : 400)
    if (!sees) return
    const row = model.row(person, message!)
    if (flag === 'starred') row.starred = true
    else row.read = op === 'add'
    if (op === 'remove' || flag === 'starred') row.touched = true
  }
  if (what === 'send') {
    const sender = stream.members[who % stream.members.length]!
    const text = content || 'empty'
    const id = await sender.send(stream.name, topic, text)
    const rows = new Map(
      stream.members.map((member) => [member, { read: member === sender, starred: false, touched: false }]),
    )
    const place = model.sent++
    const missed: ModelMessage['missed'] = new Map()
    const it = { id, sender, stream, topic, content: text, original: text, edits: 0, place, rows, missed, versions: [] }
    model.messages.push(it)
  } else if (what === 'read stream' && stream.members.includes(person)) {
    await person.post('/mark_stream_as_read', { stream_id: stream.id })
    for (const one of model.messages)
      if (one.stream === stream && one.rows.has(person)) one.rows.get(person)!.read = true
  } else if (what === 'read all') {
    await person.post('/mark_all_as_read')
    for (const { rows } of model.messages) if (rows.has(person)) rows.get(person)!.read = true
  } else if (what === 'join' && !stream.members.includes(person)) {
    const subscriptions = [{ name: stream.name }]
    await admin.post('/users/me/subscriptions', { subscriptions, principals: [person.id] })
    model.join(person, stream)
  } else if (what === 'leave' && stream.members.includes(person) && person !== admin) {
    await admin.delete('/users/me/subscriptions', { subscriptions: [stream.name], principals: [person.id] })
    model.leave(person, stream)
  } else if (message === undefined) return
  else if (what === 'edit') {
    const answer = await message.sender.ask('PATCH', `/messages/${message.id}`, { content })
    const may = model.canSee(message.sender, message) && model.hasAccess(message.sender, message)
    expect(answer.status).toBe(may ? 200 : 400)
    if (may) Object.assign(message, { content: content || '(deleted)', edits: message.edits + 1 })
  } else if (what === 'rename') {
    const changes = topic !== message.topic
    const answer = await person.ask('PATCH', `/messages/${message.id}`, { topic, propagate_mode: mode })
    const may = changes && model.canSee(person, message) && model.hasAccess(person, message)
    expect(answer.status).toBe(may ? 200 : 400)
    if (may) model.move(message, { stream: message.stream, topic }, mode)
  } else if (what === 'move' && stream !== message.stream) {
    const params: Params = { stream_id: stream.id, topic, propagate_mode: mode }
    const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
    await admin.patch(`/messages/${message.id}`, { ...params, ...quietly })
    model.move(message, { stream, topic }, mode)
  } else if (what === 'star') await flag('add', 'starred')
  else if (what === 'read') await flag('add', 'read')
  else if (what === 'unread') await flag('remove', 'read')
  else if (what === 'delete') {
    await admin.delete(`/messages/${message.id}`)
    model.messages = model.messages.filter((one) => one !== message)
  }
}

async function compare(model: Model): Promise<void> {
  for (const message of model.messages) {
    for (const person of model.people) {
      if (message.rows.get(person)?.isVague === true) continue
      const answer = await person.ask('GET', `/messages/${message.id}`)
      if (!model.canSee(person, message)) {
        expect(answer).toEqual(badRequest('Invalid message(s)'))
        continue
      }
      const { read, starred } = message.rows.get(person) ?? { read: true, starred: false }
      const { flags, ...seen } = answer['message'] as Entry & { flags: string[] }
      expect({ read: flags.includes('read'), starred: flags.includes('starred') }).toEqual({ read, starred })
      const { topic, content, edits } = model.version(person, message)
      expect(seen).toMatchObject({ stream_id: message.stream.id, subject: topic })
      expect(answer['raw_content']).toBe(content)
      expect(seen['edit_history'] ?? []).toHaveLength(edits)
      expect((await historyOf(person, message.id)).at(-1)).toMatchObject({ topic, content })
    }
    await compareHistory(message)
  }
  for (const person of model.people) await compareStreams(model, person)
  for (const person of model.people) {
    const narrow = [{ operator: 'is', operand: 'unread' }]
    const ids = new Set(model.messages.map(({ id }) => id))
    const anchor = model.messages[0]?.id ?? 0
    const unread = (await person.messages(narrow, { anchor })).map(({ id }) => id as number).filter((id) => ids.has(id))
    const expected = model.messages.filter(({ rows }) => rows.get(person)?.read === false).map(({ id }) => id)
    expect(unread).toEqual(expected)
  }
}

/** What is seen is found by a narrow, and in the list of topics. */
async function compareStreams(model: Model, person: Person): Promise<void> {
  for (const stream of model.streams) {
    const there = model.messages.filter((message) => message.stream === stream && !message.rows.get(person)?.isVague)
    const seen = there.filter((message) => model.canSee(person, message)).map(({ id }) => id)
    const ids = new Set(there.map(({ id }) => id))
    const answer = await person.messages([{ operator: 'stream', operand: stream.id }])
    expect(answer.map(({ id }) => id as number).filter((id) => ids.has(id))).toEqual(seen)
    for (const topic of ['tides', 'waves', 'ebb']) {
      const within = await person.messages([
        ['stream', stream.name],
        ['topic', topic],
      ])
      const elsewhere = await person.messages([
        { operator: 'stream', operand: stream.id },
        { operator: 'topic', operand: topic, negated: true },
      ])
      const isHere = (message: ModelMessage) => model.version(person, message).topic.toLowerCase() === topic
      const expected = there.filter((message) => seen.includes(message.id))
      const found = (list: Entry[]) => list.map(({ id }) => id as number).filter((id) => ids.has(id))
      expect(found(within)).toEqual(expected.filter(isHere).map(({ id }) => id))
      expect(found(elsewhere)).toEqual(expected.filter((message) => !isHere(message)).map(({ id }) => id))
    }

    if (!model.mayLookInto(person, stream)) continue
    const { topics } = await person.get(`/users/me/${stream.id}/topics`)
    const names = new Set((topics as { name: string }[]).map(({ name }) => name.toLowerCase()))
    for (const { id, topic } of there) if (seen.includes(id)) expect(names).toContain(topic.toLowerCase())
  }
}

/** The last state is the message, the first is what was sent, and every `prev_` is the state before. */
async function compareHistory(message: ModelMessage): Promise<void> {
  const history = await historyOf(admin, message.id)
  expect(history).toHaveLength(message.edits + 1)
  expect(history[0]).toMatchObject({ user_id: message.sender.id, content: message.original })
  expect(history.at(-1)).toMatchObject({ topic: message.topic, content: message.content })
  const places: unknown[] = []
  for (const [one, entry] of history.entries()) {
    if (one === 0) continue
    const before = history[one - 1]!
    expect(entry['prev_topic'] ?? entry['topic']).toBe(before['topic'])
    expect(entry['prev_content'] ?? entry['content']).toBe(before['content'])
    expect(entry['prev_rendered_content'] ?? entry['rendered_content']).toBe(before['rendered_content'])
    expect(entry['timestamp']).toBeGreaterThanOrEqual(before['timestamp'] as number)
    if (entry['stream'] !== undefined) {
      if (places.length > 0) expect(entry['prev_stream']).toBe(places.at(-1))
      places.push(entry['stream'])
    }
  }
  if (places.length > 0) expect(places.at(-1)).toBe(message.stream.id)
}

test('whatever is sent, edited and moved, histories fit together, and everybody sees what they may, as it is or was', async () => {
  await realm.set({ message_content_edit_limit_seconds: 0 })
  const cleo = await realm.user('cleo')
  const people = [admin, ada, bo, cleo, guest]
  let runs = 0
  onTestFinished(() => void vi.useRealTimers())
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      const run = (runs += 1)
      const create = async (name: string, members: Person[], options: Params): Promise<ModelStream> => {
        await admin.post('/users/me/subscriptions', {
          subscriptions: [{ name: `${name} ${run}` }],
          principals: members.map(({ id }) => id),
          ...options,
        })
        const { stream_id } = await admin.get('/get_stream_id', { stream: `${name} ${run}` })
        const isPublic = options['invite_only'] !== true
        const isProtected = !isPublic && options['history_public_to_subscribers'] !== true
        const spans = members.map((person) => ({ person, from: 0, to: Infinity }))
        return {
          id: stream_id as number,
          name: `${name} ${run}`,
          isPublic,
          isProtected,
          members: [...members],
          spans,
          left: new Map(),
        }
      }
      const model = new Model(people, [
        await create('open', [admin, ada, bo, guest], {}),
        await create('square', [admin, bo, cleo], {}),
        await create('shared', [admin, ada, guest], { invite_only: true, history_public_to_subscribers: true }),
        await create('protected', [admin, ada, cleo], { invite_only: true }),
      ])
      for (const step of steps) {
        await take(model, step)
        model.endStep()
        advanceClock(1)
      }
      await compare(model)
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)
