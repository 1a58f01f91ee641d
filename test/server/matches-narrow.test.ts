import { beforeAll, describe, expect, test } from 'vitest'
import { newRealm, request, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person
let cy: Person
let sent: Record<'boats' | 'fog' | 'early' | 'note' | 'amongOthers', number>

const askForMatches = async (person: Person, narrow: unknown[], msg_ids: number[] = Object.values(sent)) =>
  (await person.get('/messages/matches_narrow', { narrow, msg_ids }))['messages'] as Record<
    string,
    { match_content: string; match_subject: string }
  >

const ids = async (person: Person, narrow: unknown[], msg_ids?: number[]) =>
  Object.keys(await askForMatches(person, narrow, msg_ids)).map(Number)

const search = (operand: string, negated = false) => ({ operator: 'search', operand, negated })

beforeAll(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  cy = await realm.user('cy')
  await realm.stream('harbour', bo)
  const early = await bo.send('harbour', 'tides', 'boats before Ada came')
  await ada.subscribe('harbour')
  sent = {
    early,
    boats: await bo.send('harbour', 'Tides & <fog>', 'Boats **sail** at dawn'),
    fog: await bo.send('harbour', 'fog', 'thick fog, no boat'),
    note: await bo.write([ada], 'hello'),
    amongOthers: await bo.write([cy], 'not to Ada'),
  }
})

test('an empty narrow matches each of the messages that was received', async () => {
  expect(await askForMatches(ada, [])).toEqual({
    [sent.boats]: {
      match_content: '<p>Boats <strong>sail</strong> at dawn</p>',
      match_subject: 'Tides &amp; &lt;fog&gt;',
    },
    [sent.fog]: { match_content: '<p>thick fog, no boat</p>', match_subject: 'fog' },
    [sent.note]: { match_content: '<p>hello</p>', match_subject: '' },
  })
})

test('only the given messages are considered, each once', async () => {
  expect(await ids(ada, [], [sent.fog])).toEqual([sent.fog])
  expect(await ids(ada, [], [sent.fog, sent.fog])).toEqual([sent.fog])
  expect(await ids(ada, [], [])).toEqual([])
  expect(await ids(ada, [], [999_999, -1, 0, Number.MAX_SAFE_INTEGER])).toEqual([])
})

test('history is not considered, even where it may be read', async () => {
  expect(await ids(ada, [['stream', 'harbour']])).toEqual([sent.boats, sent.fog])
  expect(await ids(ada, [['streams', 'public']])).toEqual([sent.boats, sent.fog])
  expect(await ids(cy, [['stream', 'harbour']])).toEqual([])
})

test('messages that were touched before are compared like received ones', async () => {
  const dee = await realm.user('dee')
  await dee.post('/messages/flags', { messages: [sent.early], op: 'add', flag: 'starred' })

  expect(await ids(dee, [['search', 'boat']])).toEqual([sent.early])
})

test('messages of another realm are not considered', async () => {
  const other = await newRealm()

  expect(await ids(other.owner, [])).toEqual([])
})

test.each<[string, unknown[], (keyof typeof sent)[]]>([
  ['a topic', [['topic', 'FOG']], ['fog']],
  ['no topic of that name', [['topic', 'nowhere']], []],
  ['a negated topic', [{ operator: 'topic', operand: 'fog', negated: true }], ['boats', 'note']],
  ['private messages', [['is', 'private']], ['note']],
  ['unread messages', [['is', 'unread']], ['boats', 'fog', 'note']],
  ['read messages', [{ operator: 'is', operand: 'unread', negated: true }], []],
  ['people one never talked to', [['pm-with', 'cy@example.com']], []],
  ['links', [['has', 'link']], []],
  ['near', [['near', '1']], ['boats', 'fog', 'note']],
])('%s can be asked', async (_, narrow, names) => {
  expect(await ids(ada, narrow)).toEqual(names.map((name) => sent[name]))
})

describe('a search', () => {
  test('matches, and is marked', async () => {
    expect(await askForMatches(ada, [search('sailing boat')])).toEqual({
      [sent.boats]: {
        match_content:
          '<p><span class=highlight>Boats</span> <strong><span class=highlight>sail</span></strong> at dawn</p>',
        match_subject: 'Tides &amp; &lt;fog&gt;',
      },
    })
    expect(await askForMatches(ada, [search('fog')])).toEqual({
      [sent.boats]: {
        match_content: '<p>Boats <strong>sail</strong> at dawn</p>',
        match_subject: 'Tides &amp; &lt;<span class=highlight>fog</span>&gt;',
      },
      [sent.fog]: {
        match_content: '<p>thick <span class=highlight>fog</span>, no boat</p>',
        match_subject: '<span class=highlight>fog</span>',
      },
    })
  })

  test('may be negated, and marks nothing then', async () => {
    expect(await ids(ada, [search('boat', true)])).toEqual([sent.note])
    expect(await ids(ada, [search('boat'), search('sail', true)])).toEqual([sent.fog])
    const { [sent.fog]: found } = await askForMatches(ada, [search('boat'), search('sail thick', true)])
    expect(found!.match_content).toBe('<p>thick fog, no <span class=highlight>boat</span></p>')
  })

  test('stands by itself', async () => {
    expect(await ids(ada, [search('boat'), search('the')])).toEqual([])
    expect(await ids(ada, [search('boat the')])).toEqual([sent.boats, sent.fog])
    expect(await ids(ada, [search('boat'), search('the', true)])).toEqual([sent.boats, sent.fog])
    expect(await ids(ada, [search('"fog,'), search('thick"')])).toEqual([sent.fog])
    expect(await ids(ada, [['search', '"fog, thick"']])).toEqual([])
    expect(await ids(ada, [search('"sail boats"')])).toEqual([])
    expect(await ids(ada, [search('"sail boats"', true)])).toEqual([sent.boats, sent.fog, sent.note])
  })
})

test.each<[string, object, string]>([
  ['no narrow', { msg_ids: [1] }, 'REQUEST_VARIABLE_MISSING'],
  ['no ids', { narrow: [] }, 'REQUEST_VARIABLE_MISSING'],
  ['a malformed narrow', { narrow: [1], msg_ids: [1] }, 'REQUEST_VARIABLE_INVALID'],
  ['an unknown operator', { narrow: [['colour', 'red']], msg_ids: [1] }, 'BAD_NARROW'],
  ['an unknown stream', { narrow: [['stream', 'desert']], msg_ids: [1] }, 'BAD_NARROW'],
  ['a blank search', { narrow: [['search', ' ']], msg_ids: [1] }, 'BAD_REQUEST'],
  ['one id', { narrow: [], msg_ids: 1 }, 'BAD_REQUEST'],
  ['ids as words', { narrow: [], msg_ids: ['1'] }, 'BAD_REQUEST'],
  ['fractions', { narrow: [], msg_ids: [1.5] }, 'BAD_REQUEST'],
  ['more than 1,000 ids', { narrow: [], msg_ids: Array.from({ length: 1001 }, () => 1) }, 'BAD_REQUEST'],
])('%s is refused', async (_, params, code) => {
  expect(await ada.ask('GET', '/messages/matches_narrow', { ...params })).toMatchObject({ status: 400, code })
})

test('1,000 ids and eighty terms are not too many', async () => {
  const msg_ids = Array.from({ length: 1000 }, (_, index) => sent.early + index)
  const terms = Array.from({ length: 80 }, (_, index) => search(`"été ${index}"`, true))

  expect(await ids(ada, terms, msg_ids)).toEqual([sent.boats, sent.fog, sent.note])
})

test('nobody is answered without an account', async () => {
  const answer = await request(realm.host, 'GET', '/messages/matches_narrow', { params: { narrow: [], msg_ids: [1] } })

  expect(answer).toMatchObject({ status: 401 })
})
