/** Searches find the same whether texts are in the database or in the object with old texts (docs/decisions/0050-texts-of-old-messages.md). */
import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newRealm, type Answer, type Params, type Person, type TestRealm } from '../kit'
import { moveTexts } from '../kit/moved-texts'
import { oldTextsObject } from '../kit/old-texts'

const words = [
  'boat',
  'Boats',
  'sailing',
  'sail',
  'fog',
  'Fog,',
  'tide',
  'été',
  'ÉTÉ',
  'Ελλάς',
  'the',
  '&',
  '<b>',
  '"dawn"',
  '100%',
  'snake_case',
]
const topics = ['fog', 'Fog', 'été', 'Sail & <tides>', '✔ fog', '"dawn" at 100%', '🚤', 'σ́ίγμας']

const word = fc.constantFrom(...words)
const content = fc.array(
  fc.oneof(
    word,
    word.map((one) => `**${one}**`),
    word.map((one) => `[${one}](https://example.com/hidden)`),
  ),
  {
    minLength: 1,
    maxLength: 6,
  },
)

/** A message: its place, topic and words, and who writes it. */
const written = fc.record({
  place: fc.nat({ max: 5 }),
  topic: fc.constantFrom(...topics),
  sender: fc.nat({ max: 3 }),
  words: content,
  mentions: fc.boolean(),
})

const searched = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          'boats',
          'SAIL',
          'fog',
          'tides',
          'ete',
          'ελλάς',
          'the',
          'nowhere',
          'strong',
          'hidden',
          'amp',
          '100',
          'dawn',
        ),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          '"fog"',
          '"**boat**"',
          '"été"',
          '"ÉTÉ fog"',
          '"100%"',
          '"snake_case"',
          '"sail &"',
          '"Ελλάς"',
          '"boat" fog',
          '"<b>"',
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('bo*', 'OR', 'NOT', '(', '"', 'topic:fog', 'NEAR(boat fog)', 'r12', 'u1', '✔'),
      },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((terms) => terms.join(' '))

const amount = fc.oneof(fc.nat({ max: 3 }), fc.constant(200))

const question = fc.record({
  who: fc.nat({ max: 5 }),
  searches: fc.array(searched, { minLength: 1, maxLength: 2 }),
  others: fc.array(
    fc.record({
      term: fc.constantFrom<[string, string][]>(
        ['stream', 'quay'],
        ['stream', 'cellar'],
        ['stream', 'vault'],
        ['stream', 'attic'],
        ['topic', 'fog'],
        ['topic', 'ÉTÉ'],
        ['topic', 'sail & <TIDES>'],
        ['topic', '🚤'],
        ['topic', '"DAWN" at 100%'],
        ['topic', 'Σ́ΊΓΜΑΣ'],
        ['sender', 'ada@example.com'],
        ['sender', 'bo@example.com'],
        ['pm-with', 'ada@example.com'],
        ['pm-with', 'ada@example.com,bo@example.com'],
        ['group-pm-with', 'ada@example.com'],
        ['is', 'private'],
        ['is', 'unread'],
        ['is', 'starred'],
        ['is', 'mentioned'],
        ['is', 'alerted'],
        ['is', 'resolved'],
        ['in', 'home'],
        ['has', 'link'],
        ['streams', 'public'],
        ['streams', 'web-public'],
      ),
      negated: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
    { maxLength: 2 },
  ),
  anchor: fc.oneof(fc.nat({ max: 200 }), fc.constantFrom('newest', 'oldest', 'first_unread')),
  num_before: amount,
  num_after: amount,
  apply_markdown: fc.boolean(),
})

type Question = typeof question extends fc.Arbitrary<infer T> ? T : never
type Written = typeof written extends fc.Arbitrary<infer T> ? T : never

const shared = { invite_only: true, history_public_to_subscribers: true }
const protectedHistory = { invite_only: true, history_public_to_subscribers: false }

const subscribe = (by: Person, stream: string, people: Person[], options: Params = {}) =>
  by.post('/users/me/subscriptions', {
    subscriptions: [{ name: stream }],
    principals: people.map(({ id }) => id),
    ...options,
  })

const remove = (by: Person, stream: string, ...people: Person[]) =>
  by.delete('/users/me/subscriptions', { subscriptions: [stream], principals: people.map(({ id }) => id) })

/** An organization where people came and went, and texts were edited, moved and deleted. */
class Harbour {
  private constructor(
    readonly realm: TestRealm,
    /** Ada, Bo and Cy are everywhere. Lou was removed, Ned came late, Gus is a guest. */
    readonly people: Person[],
    readonly ids: number[],
    private readonly attic: number,
  ) {}

  static async newWithHistory(messages: readonly Written[]): Promise<Harbour> {
    const realm = await newRealm()
    const people: Person[] = []
    for (const name of ['ada', 'bo', 'cy', 'lou', 'ned']) people.push(await realm.user(name))
    people.push(await realm.user('gus', { role: 600 }))
    const [ada, bo, cy, lou, ned, gus] = people as [Person, Person, Person, Person, Person, Person]
    const { owner } = realm
    await realm.set({ edit_topic_policy: 5, message_content_edit_limit_seconds: 0 })
    await subscribe(owner, 'quay', [owner, ada, bo, cy, lou])
    await subscribe(owner, 'cellar', [owner, ada, bo, cy, lou], shared)
    await subscribe(owner, 'vault', [owner, ada, bo, cy, lou], protectedHistory)
    await subscribe(owner, 'attic', [owner, ada, bo, cy, gus])
    const { stream_id } = await owner.get('/get_stream_id', { stream: 'attic' })
    const harbour = new Harbour(realm, people, [], stream_id as number)
    const half = Math.ceil(messages.length / 2)
    for (const one of messages.slice(0, half)) await harbour.send(one)
    await remove(owner, 'cellar', lou)
    await remove(owner, 'vault', lou)
    await remove(owner, 'attic', gus)
    await subscribe(owner, 'cellar', [ned])
    await subscribe(owner, 'vault', [ned])
    await harbour.change(half)
    for (const one of messages.slice(half)) await harbour.send(one)
    await ada.patch('/users/me/subscriptions/muted_topics', { stream: 'quay', topic: 'fog', op: 'add' })
    await bo.post('/mark_all_as_read')
    for (const person of people) {
      const own = (await person.messages()).map(({ id }) => id)
      const messages = own.filter((_, index) => index % 7 === 0)
      await person.post('/messages/flags', { messages, op: 'add', flag: 'starred' })
    }
    const read = (await bo.messages()).map(({ id }) => id).filter((_, index) => index % 11 === 0)
    await bo.post('/messages/flags', { messages: read, op: 'remove', flag: 'read' })
    // Ned never received what was said in public.
    const quay = (await ada.messages([['stream', 'quay']])).map(({ id }) => id as number)
    await ned.post('/messages/flags', { messages: quay.slice(0, 3), op: 'add', flag: 'starred' })
    return harbour
  }

  private async send({ place, topic, sender, words: texts, mentions }: Written): Promise<void> {
    const [ada, bo, cy] = this.people as [Person, Person, Person]
    const by = [ada, bo, cy, this.realm.owner][sender]!
    const text = `${mentions ? '@**Ada** ' : ''}${texts.join(' ')}`
    const streams = ['quay', 'cellar', 'vault', 'attic']
    this.ids.push(
      place < streams.length
        ? await by.send(streams[place]!, topic, text)
        : await by.write(place === 4 ? [ada, bo] : [ada], text),
    )
  }

  /** Some messages are edited, moved or deleted, after Lou and Gus have gone. */
  private async change(half: number): Promise<void> {
    const { owner } = this.realm
    for (const [index, id] of this.ids.slice(0, half).entries()) {
      if (index % 9 === 0) await owner.ask('PATCH', `/messages/${id}`, { topic: 'fog', propagate_mode: 'change_one' })
      if (index % 9 === 4)
        await this.people[index % 3]!.ask('PATCH', `/messages/${id}`, { content: 'a later boat in fog' })
      if (index % 9 === 6)
        await owner.ask('PATCH', `/messages/${id}`, { stream_id: this.attic, propagate_mode: 'change_one' })
      if (index % 9 === 7 && index % 2 === 0) await owner.ask('DELETE', `/messages/${id}`)
    }
  }

  /** Everything that the server answers, but for times of the answer itself. */
  async answer({ who, searches, others, anchor, ...options }: Question): Promise<unknown[]> {
    const person = this.people[who]!
    const narrow = [
      ...others.map(({ term: [operator, operand], negated }) => ({ operator, operand, negated })),
      ...searches.map((operand) => ({ operator: 'search', operand })),
    ]
    const at = typeof anchor === 'number' ? (this.ids[anchor % this.ids.length] ?? 1) + (anchor % 3) - 1 : anchor
    const byItself = narrow.map((term, index) =>
      index === narrow.length - 1 && searches.length > 1 ? { ...term, negated: true } : term,
    )
    return [
      narrow,
      comparableAnswer(await person.ask('GET', '/messages', { ...options, anchor: at, narrow })),
      comparableAnswer(await person.ask('GET', '/messages/matches_narrow', { msg_ids: this.ids, narrow: byItself })),
    ]
  }
}

function comparableAnswer(answer: Answer): Partial<Answer> {
  const { headers, ...rest } = answer
  expect(headers).toBeDefined()
  return rest
}

const life = fc.array(written, { minLength: 60, maxLength: 90, size: 'max' })

test('a search finds the same after texts moved, for everybody, from everywhere', { timeout: 300_000 }, async () => {
  const all = fc.array(question, { minLength: 120, maxLength: 120, size: 'max' })
  await fc.assert(
    fc.asyncProperty(
      life,
      all,
      fc.array(fc.boolean(), { minLength: 90, maxLength: 90 }),
      async (messages, questions, isMoved) => {
        const harbour = await Harbour.newWithHistory(messages)
        const answers = () => Promise.all(questions.map((one) => harbour.answer(one)))
        const inDatabase = await answers()
        await moveTexts(
          harbour.realm,
          harbour.ids.filter((_, index) => isMoved[index]),
        )
        const inBoth = await answers()
        for (const [index, one] of inDatabase.entries()) expect(inBoth[index]).toEqual(one)
        await moveTexts(harbour.realm, harbour.ids)
        const inObject = await answers()
        for (const [index, one] of inDatabase.entries()) expect(inObject[index]).toEqual(one)
        await oldTextsObject(harbour.realm).checkIndex()
        const found = inDatabase.filter(([, page]) => (page as Answer & { messages: unknown[] }).messages.length > 0)
        expect(found.length).toBeGreaterThan(10)
      },
    ),
    { numRuns: 2, endOnFailure: true, seed: Number(env.PROPERTY_SEED || Date.now() % 1_000_000) },
  )
})
