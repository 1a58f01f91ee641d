import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { stopWords } from '../../src/narrow/stop-words'
import { newRealm, type Answer, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person
let sent: Record<
  'boats' | 'markup' | 'percent' | 'underscore' | 'cafe' | 'greek' | 'code' | 'quoted' | 'topic' | 'dont' | 'note',
  number
>

const ids = async (person: Person, ...narrow: unknown[]): Promise<number[]> =>
  (await person.messages(narrow)).map(({ id }) => id as number)

const search = (operand: string) => ({ operator: 'search', operand })

/** So many different phrases, in which no word is. */
const phrases = (amount: number): string =>
  Array.from({ length: amount }, (_, index) => {
    const marks = [index, index / 5, index / 25].map((part) => '!?.,;'[Math.floor(part) % 5])
    return `"${marks.join('')}"`
  }).join(' ')

/** A word of so many different letters, the Russian ones and then Armenian ones. */
const letters = (amount: number): string =>
  Array.from({ length: amount }, (_, index) => String.fromCodePoint(index < 32 ? 0x430 + index : 0x541 + index)).join(
    '',
  )

const idsOf = (names: (keyof typeof sent)[]) => names.map((name) => sent[name]).toSorted((left, right) => left - right)

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  await realm.stream('harbour', ada, bo)
  sent = {
    boats: await bo.send('harbour', 'tides', 'Boats **sail** at dawn'),
    markup: await bo.send('harbour', 'tides', '[a *lighthouse*](https://example.com/hidden) &amp; <strong>keeper'),
    percent: await bo.send('harbour', 'tides', 'sold 100%off today'),
    underscore: await bo.send('harbour', 'tides', 'sold 100 offers, snake_case'),
    cafe: await bo.send('harbour', 'tides', 'the Café was CLOSED ÉTÉ long'),
    greek: await bo.send('harbour', 'tides', 'Ναύτης и МОРЯК'),
    code: await bo.send('harbour', 'tides', '`select * from boat` or not, near(a b)'),
    quoted: await bo.send('harbour', 'tides', 'she said "sail on, sailor"'),
    topic: await bo.send('harbour', 'Harbour Master', 'nothing'),
    dont: await bo.send('harbour', 'tides', "don't panic"),
    note: await ada.write([ada], 'a private boat'),
  }
})

test.each<[string, string, (keyof typeof sent)[]]>([
  ['a word', 'dawn', ['boats']],
  ['a word in another case', 'DAWN', ['boats']],
  ['a word in another form', 'sailing', ['boats', 'quoted']],
  ['a word in any conversation', 'boat', ['boats', 'code', 'note']],
  ['words in any order', 'dawn boating', ['boats']],
  ['words that do not all occur', 'dawn lighthouse', []],
  ['a part of a word', 'light', []],
  ['a word in markup', 'lighthouse', ['markup']],
  ['what stands only in an address', 'hidden', []],
  ['the name of a tag or attribute', 'href', []],
  ['a word that looks like a tag', 'strong', ['markup']],
  ['a word of the topic', 'masters', ['topic']],
  ['words of topic and content', 'nothing harbour', ['topic']],
  ['a word without its accent', 'cafe', ['cafe']],
  ['a word of another script in another case', 'моряк', ['greek']],
  ['words of other scripts', 'ναύτης моряк', ['greek']],
  ['punctuation round words', '(dawn), sail!', ['boats']],
  ['punctuation alone', '?!', []],
  ['an emoji alone', '🚤', []],
  ['a stop word beside another', 'the dawn', ['boats']],
  ['a stop word that is not there', 'yourselves dawn', ['boats']],
  ['only stop words', 'at the', []],
  ['an apostrophe', "don't panic", ['dont']],
  ['a phrase', '"sail on"', ['quoted']],
  ['a phrase in another case', '"SAIL ON"', ['quoted']],
  ['a phrase whose words occur elsewhere', '"dawn at"', []],
  ['a phrase of the raw content', '"boats **sail** at"', ['boats']],
  ['a phrase of the rendered content', '"boats sail at"', []],
  ['a phrase of the topic', '"harbour mas"', []],
  ['a phrase of the topic as words', '"HARBOUR MASTER"', ['topic']],
  ['a phrase with a percent sign', '"100%off"', ['percent']],
  ['a phrase with an underscore', '"snake_case"', ['underscore']],
  ['a phrase with wildcards that stand for nothing', '"snake%case"', []],
  ['a phrase with one that stands for no letter', '"so_d 100"', []],
  ['a phrase that begins within a word', '"ood 100"', []],
  ['a phrase with capitals not of ASCII', '"CAFÉ WAS closed été"', ['cafe']],
  ['a phrase with another accent', '"cafe was"', []],
  ['a phrase in other scripts', '"ναύτης И моряк"', ['greek']],
  ['two phrases', '"sail on" "she said"', ['quoted']],
  ['two phrases, one of which is not there', '"sail on" "on sail"', []],
  ['a phrase beside a word', 'said "on, sailor"', ['quoted']],
  ['a phrase of stop words alone', '"at the"', []],
  ['a phrase of stop words beside a word', 'dawn "at"', ['boats']],
  ['a quote that is not closed', '"dawn sail', ['boats']],
  ['a quote within a word', 'da"wn sail', []],
  ['an empty phrase', '"" dawn', ['boats']],
  ['a blank phrase', '" " dawn', ['boats']],
  ['OR', 'dawn OR lighthouse', []],
  ['NOT', 'sail NOT dawn', ['boats']],
  ['a minus', '-dawn', ['boats']],
  ['a star', 'daw*', []],
  ['NEAR', 'near(a b)', ['code']],
  ['a column', 'topic: harbour', []],
  ['a column filter', '{topic} : harbour', []],
  ['a caret and plus', '^boats + sail', ['boats']],
  ['quotes of SQL', "dawn' or 1=1 --", []],
  ['a null character', 'dawn\0sail', ['boats']],
  ['half a character', 'dawn\ud83d', ['boats']],
])('a search for %s finds what it ought to', async (_, query, names) => {
  expect(await ids(ada, search(query))).toEqual(idsOf(names))
})

test('several searches are one query', async () => {
  expect(await ids(ada, search('sail'), search('dawn'))).toEqual([sent.boats])
  expect(await ids(ada, search('"at'), search('dawn"'))).toEqual([sent.boats])
  expect(await ids(ada, search('"dawn'), search('at"'))).toEqual([])
  expect(await ids(ada, search('the'), search('dawn'))).toEqual([sent.boats])
})

test('a search cannot be negated', async () => {
  expect(await ids(ada, { ...search('dawn'), negated: true })).toEqual([sent.boats])
})

test('a legacy pair searches, too', async () => {
  expect(await ids(ada, ['search', 'dawn'])).toEqual([sent.boats])
})

test.each<[string, () => unknown, (keyof typeof sent)[]]>([
  ['a stream', () => ['stream', 'harbour'], ['boats', 'code']],
  ['a topic', () => ['topic', 'TIDES'], ['boats', 'code']],
  ['another topic', () => ['topic', 'fog'], []],
  ['a sender', () => ['sender', 'ada@example.com'], ['note']],
  ['a conversation', () => ['pm-with', 'ada@example.com'], ['note']],
  ['private messages', () => ['is', 'private'], ['note']],
  ['unread messages', () => ['is', 'unread'], ['boats', 'code']],
  ['starred messages', () => ['is', 'starred'], ['code']],
  ['mentions', () => ['is', 'mentioned'], []],
  ['a message', () => ['id', String(sent.code)], ['code']],
  ['another message', () => ['id', String(sent.markup)], []],
  ['what is not starred', () => ({ operator: 'is', operand: 'starred', negated: true }), ['boats', 'note']],
  ['links', () => ['has', 'link'], []],
  ['public streams', () => ['streams', 'public'], ['boats', 'code']],
])('a search goes with %s', async (_, term, names) => {
  await ada.post('/messages/flags', { messages: [sent.code, sent.topic], op: 'add', flag: 'starred' })

  expect(await ids(ada, search('boat'), term())).toEqual(idsOf(names))
})

test('a search pages from every anchor', async () => {
  const found = await ids(ada, search('boat'))
  const page = async (anchor: unknown, num_before: number, num_after: number) => {
    const answer = await ada.get('/messages', { anchor, num_before, num_after, narrow: [search('boat')] })
    return { ...answer, ids: (answer['messages'] as Answer[]).map(({ id }) => id as number) }
  }

  expect(await page('newest', 2, 0)).toMatchObject({ ids: found.slice(1), found_newest: true, found_oldest: false })
  expect(await page('oldest', 0, 2)).toMatchObject({ ids: found.slice(0, 2), found_newest: false, found_oldest: true })
  expect(await page(sent.code, 1, 1)).toMatchObject({ ids: found, found_anchor: true })
  expect(await page(sent.quoted, 1, 1)).toMatchObject({ ids: found.slice(1), found_anchor: false })
  expect(await page('first_unread', 5, 5)).toMatchObject({ ids: found, anchor: sent.boats })
})

test('one finds what one received, and the history of a stream one may read, and nothing else', async () => {
  const cy = await realm.user('cy')

  expect(await ids(cy, search('boat'))).toEqual([])
  expect(await ids(cy, search('boat'), ['stream', 'harbour'])).toEqual(idsOf(['boats', 'code']))

  await cy.post('/messages/flags', { messages: [sent.boats], op: 'add', flag: 'starred' })
  expect(await ids(cy, search('boat'))).toEqual([sent.boats])
})

test('a search for unread messages finds what was marked unread again far below the rest', async () => {
  const dee = await realm.user('dee')
  await dee.subscribe('harbour')
  const old = await bo.send('harbour', 'whales', 'a beluga')
  const read = await bo.send('harbour', 'whales', 'belugas')
  await dee.post('/mark_all_as_read')
  await dee.post('/messages/flags', { messages: [old], op: 'remove', flag: 'read' })
  const unread = await bo.send('harbour', 'whales', 'one more beluga')
  const private_id = await bo.write([dee], 'beluga')

  expect(await ids(dee, search('beluga'), ['is', 'unread'])).toEqual([old, unread, private_id])
  expect(await ids(dee, search('beluga'))).toEqual([old, read, unread, private_id])
  const page = { num_before: 0, num_after: 0, narrow: [search('beluga')] }
  expect(await dee.get('/messages', { ...page, anchor: 'first_unread' })).toMatchObject({ anchor: old })
})

test('a realm does not find the messages of another', async () => {
  const other = await newRealm()
  const stranger = await other.user('stranger')
  await other.stream('harbour', stranger)
  const own = await stranger.send('harbour', 'tides', 'boats')

  expect(await ids(stranger, search('boat'))).toEqual([own])
  expect(await ids(stranger, search('boat'), ['stream', 'harbour'])).toEqual([own])
  expect(await ids(ada, search('boat'))).not.toContain(own)
})

test('an edit, a move and a deletion are found', async () => {
  const id = await ada.send('harbour', 'tides', 'a walrus')
  await ada.patch(`/messages/${id}`, { content: 'a narwhal', topic: 'whales' })

  expect(await ids(ada, search('walrus'))).toEqual([])
  expect(await ids(ada, search('narwhals'))).toEqual([id])
  expect(await ids(ada, search('"narwhal" whale'))).toEqual([id])

  await realm.owner.delete(`/messages/${id}`)
  expect(await ids(ada, search('narwhal'))).toEqual([])
})

/** Content and topic of what is found, with marks. */
const marks = async (query: string, params = {}) =>
  (await ada.messages([search(query)], params)).map(({ match_content, match_subject }) => [
    match_content as string,
    match_subject as string,
  ])

describe('what is marked', () => {
  test('each form of each word, in content and topic', async () => {
    expect(await marks('sailing boat')).toEqual([
      ['<p><span class=highlight>Boats</span> <strong><span class=highlight>sail</span></strong> at dawn</p>', 'tides'],
    ])
    expect(await marks('nothing master')).toEqual([
      ['<p><span class=highlight>nothing</span></p>', 'Harbour <span class=highlight>Master</span>'],
    ])
  })

  test('a phrase word by word, and no stop words', async () => {
    const [[content]] = (await marks('"sail on, sailor"')) as [[string]]

    expect(content).toBe('<p>she said "<span class=highlight>sail</span> on, <span class=highlight>sailor</span>"</p>')
  })

  test('the rendered content, whatever else is asked', async () => {
    const [plain] = await ada.messages([search('dawn')], { apply_markdown: false })

    expect(plain).toMatchObject({
      content: 'Boats **sail** at dawn',
      match_content: expect.stringContaining('<span class=highlight>dawn</span>'),
    })
  })

  test('a topic as HTML', async () => {
    const id = await ada.send('harbour', `<b> & "walrus' tusks"`, 'x')
    const [found] = await ada.messages([search('tusk'), ['id', String(id)]])

    expect(found!['match_subject']).toBe('&lt;b&gt; &amp; &quot;walrus&#39; <span class=highlight>tusks</span>&quot;')
  })

  test('nothing without a search', async () => {
    for (const narrow of [[], [['stream', 'harbour']], [['near', '1']]])
      for (const message of await ada.messages(narrow)) {
        expect(message).not.toHaveProperty('match_content')
        expect(message).not.toHaveProperty('match_subject')
      }
    const { message } = await ada.get(`/messages/${sent.boats}`)
    expect(message).not.toHaveProperty('match_content')
  })
})

test.each<[string, unknown]>([
  ['is empty', search('')],
  ['is blank', search(' \t\n')],
  ['has more than a thousand characters', search('x'.repeat(1001))],
  ['has more than a hundred words', search(Array.from({ length: 101 }, (_, index) => `w${index}`).join(' '))],
  ['has more than a hundred phrases', search(`dawn ${phrases(101)}`)],
  ['has phrases with more than fifty letters beside those from A to Z', search(`"${letters(51)}"`)],
  ['is a number', { operator: 'search', operand: 1 }],
])('a search that %s is a bad request', async (_, term) => {
  const page = { anchor: 'newest', num_before: 1, num_after: 0 }

  expect(await ada.ask('GET', '/messages', { ...page, narrow: [term] })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
  })
})

test('a hundred phrases and fifty letters that SQLite does not fold are found', async () => {
  const content = `${phrases(100)} ${letters(50).toUpperCase()} dusk`
  const id = await ada.send('harbour', 'phrases', content.replaceAll('"', ''))

  expect(await ids(ada, search(`dusk ${phrases(99)} "${letters(50)}"`))).toEqual([id])
  expect(await ids(ada, search(`dusk ${phrases(100)}`), search(phrases(100)))).toEqual([id])
})

test('a hundred words, eighty searches and a phrase of a thousand letters are not too many', async () => {
  const words = Array.from({ length: 100 }, (_, index) => `w${index}`).join(' ')
  const letters = Array.from({ length: 990 }, (_, index) => String.fromCodePoint(0x430 + (index % 32))).join('')
  const searches = Array.from({ length: 80 }, (_, index) => search(`"été ${index}"`))

  for (const narrow of [[search(words)], [search(`"${letters}"`)], [search(`dawn "${'é'.repeat(990)}"`)], searches])
    expect(await ids(ada, ...narrow)).toEqual([])
})

test('whatever is searched for is only words', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '"',
      '""',
      "'",
      '*',
      '^',
      '+',
      '-',
      ':',
      '(',
      ')',
      '{',
      '}',
      'AND',
      'OR',
      'NOT',
      'NEAR(',
      ',',
      '\\',
    ),
    fc.constantFrom(
      'dawn',
      'topic',
      'content',
      'rank',
      'message_search',
      '%',
      '_',
      '?1',
      '\0',
      '\ud800',
      'é',
      'ﬁ',
      'İ',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const query = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(' '))
  await fc.assert(
    fc.asyncProperty(query, async (operand) => {
      const page = { anchor: 'newest', num_before: 5, num_after: 5, narrow: [search(operand)] }

      expect((await ada.ask('GET', '/messages', page)).status).toBe(operand.trim() === '' ? 400 : 200)
    }),
    { numRuns: 200 },
  )
})

test('stop words are about 150 frequent words in lower case, each once', () => {
  expect(stopWords.length).toBeGreaterThan(130)
  expect(stopWords.length).toBeLessThan(170)
  expect(new Set(stopWords).size).toBe(stopWords.length)
  expect(stopWords.filter((word) => !/^[a-z]+$/.test(word))).toEqual([])
})
