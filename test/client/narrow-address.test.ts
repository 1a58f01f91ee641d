/** Addresses of narrows, as the server and other clients write them (client/narrow/address). */
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, termsOf, termsOfConversation, type Conversation, type Names, type Terms } from '../../client'
import { newRealm } from '../kit'

const streamsById = (streams: readonly { readonly stream_id: number; readonly name: string }[]): Names['streams'] =>
  new Map(streams.map((one) => [one.stream_id, one]))

const names: Names = {
  user_id: 5,
  streams: streamsById([
    { stream_id: 3, name: 'general' },
    { stream_id: 4, name: 'big plans' },
    { stream_id: 6, name: '2024' },
    { stream_id: 7, name: '3.5% (fast)!' },
    { stream_id: 2024, name: 'été' },
  ]),
  people: new Map(
    [
      { user_id: 5, full_name: 'Ada', email: 'ada@example.com' },
      { user_id: 7, full_name: 'Bob / Bo', email: 'bob@example.com' },
      { user_id: 8, full_name: 'Cy', email: 'cy@example.com' },
    ].map((one) => [one.user_id, one]),
  ),
}

const stream = (operand: number) => ({ operator: 'stream', operand })
const topic = (operand: string) => ({ operator: 'topic', operand })
const pm = (...operand: number[]) => ({ operator: 'pm-with', operand })
const is = (operand: string) => ({ operator: 'is', operand })
const term = (operator: string, operand: string | number) => ({ operator, operand })

test.each<[Conversation, Terms]>([
  [{ stream_id: 3, topic: 'tides' }, [stream(3), topic('tides')]],
  [{ user_ids: [7, 8] }, [pm(7, 8)]],
  [{ user_ids: [] }, [pm(5)]],
])('the conversation %j is a narrow', (conversation, terms) => {
  expect(termsOfConversation(conversation, 5)).toEqual(terms)
})

test.each<[string, Terms, number?]>([
  ['/#narrow', []],
  ['#narrow/stream/3-general', [stream(3)]],
  ['/#narrow/stream/3-general', [stream(3)]],
  ['#narrow/stream/3', [stream(3)]],
  ['#narrow/stream/3/', [stream(3)]],
  ['#narrow/stream/3-renamed.20since', [stream(3)]],
  ['#narrow/stream/99-hidden', [stream(99)]],
  ['#narrow/stream/general', [stream(3)]],
  ['#narrow/stream/General', [stream(3)]],
  ['#narrow/stream/big.20plans', [stream(4)]],
  ['#narrow/stream/big%20plans/subject/Q1%20review', [stream(4), topic('Q1 review')]],
  ['#narrow/channel/4-big-plans/topic/Q1.20review.3A.2050.25', [stream(4), topic('Q1 review: 50%')]],
  ['#narrow/stream/2024-plans', [stream(2024)]],
  ['#narrow/stream/3-general/topic/', [stream(3), topic('')]],
  ['#narrow/stream/3-general/topic/tides/near/123', [stream(3), topic('tides')], 123],
  ['#narrow/channel/3-general/topic/tides/with/123', [stream(3), topic('tides')], 123],
  ['#narrow/near/12x', []],
  ['#narrow/near/12', [], 12],
  ['#narrow/pm-with/7,8-group', [pm(7, 8)]],
  ['#narrow/pm-with/7.2C8-group', [pm(7, 8)]],
  ['#narrow/dm/7,8-group/near/9', [pm(7, 8)], 9],
  ['#narrow/dm/5,7,7,8-group', [pm(7, 8)]],
  ['#narrow/dm/7-bob', [pm(7)]],
  ['#narrow/pm-with/7', [pm(7)]],
  ['#narrow/pm_with/5-ada', [pm(5)]],
  ['#narrow/pm-with/bob.40example.2Ecom', [pm(7)]],
  ['#narrow/pm-with/bob.40example.2Ecom.2CCy.40example.2Ecom', [pm(7, 8)]],
  ['#narrow/group-pm-with/7-bob', [term('group-pm-with', 7)]],
  ['#narrow/dm-including/7-bob', [term('group-pm-with', 7)]],
  ['#narrow/sender/7', [term('sender', 7)]],
  ['#narrow/sender/7-bob', [term('sender', 7)]],
  ['#narrow/from/bob%40example.2Ecom', [term('sender', 7)]],
  ['#narrow/is/starred', [is('starred')]],
  ['#narrow/is/dm', [is('private')]],
  ['#narrow/-is/unread/has/link', [{ ...is('unread'), negated: true }, term('has', 'link')]],
  ['#narrow/-stream/3-general', [{ ...stream(3), negated: true }]],
  ['#narrow/streams/public', [term('streams', 'public')]],
  ['#narrow/channels/public', [term('streams', 'public')]],
  ['#narrow/in/home', [term('in', 'home')]],
  ['#narrow/id/17', [term('id', '17')]],
  ['#narrow/search/high.20tide', [term('search', 'high tide')]],
])('%s is understood', (address, terms, near) => {
  expect(termsOf(address, names)).toEqual({ terms, ...(near !== undefined && { near }) })
})

test.each([
  '', '#', '/', '#narrow-minded', '#settings', 'narrow/is/starred', 'https://elsewhere.example/#narrow/is/starred',
  '#narrow/stream', '#narrow/stream/nowhere', '#narrow/is/blue', '#narrow/is/constructor', '#narrow/constructor/x',
  '#narrow/__proto__/x', '#narrow/sender/nobody', '#narrow/pm-with/', '#narrow/pm-with/7,nobody', '#narrow/search/',
  '#narrow/search/.20', '#narrow/topic/.E9', '#narrow/topic/.2', '#narrow/topic/100.', '#narrow/topic/%', '#narrow/.zz/x', '#narrow/has/video',
  '#narrow/id/x', '#narrow/streams/private', '#narrow/ /x', '#narrow//', ])('%s is no narrow', (address) => {
  expect(termsOf(address, names)).toBeNull()
}) // prettier-ignore

const repeatedAddress = (times: number) => `#narrow${'/is/starred'.repeat(times)}`
const longAddress = (times: number) => `#narrow/topic/${'x'.repeat(times)}`

test('what is too long is no narrow', () => {
  expect([repeatedAddress(80), longAddress(19_000)].map((address) => termsOf(address, names) !== null)).toEqual([
    true,
    true,
  ])
  expect([repeatedAddress(81), longAddress(20_000)].map((address) => termsOf(address, names))).toEqual([null, null])
})

describe('the server', () => {
  let links: { text: string; href: string; id: number; name: string }[]
  const streamNames = ['harbour', 'big plans', '3.5% (fast)!', 'été & co', "it's/here", '7-up', 'a-b c_d~e']
  const topicNames = [
    'tides',
    'a.b/c é',
    'Q1 review: 50%',
    "(it's) great!",
    '.',
    '%2F',
    '✔ done',
    '#narrow/x',
    '日本 🎉',
  ]

  beforeAll(async () => {
    const realm = await newRealm()
    links = []
    for (const name of streamNames) {
      const { id } = await realm.stream(name)
      for (const text of [null, ...topicNames]) {
        await realm.owner.send(name, 'links', `#**${name}${text === null ? '' : `>${text}`}**`)
        const [message] = await realm.owner.messages([], {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          apply_markdown: true,
        })
        const href = /href="([^"]*)"/.exec(message!['content'] as string)?.[1]
        links.push({ text: text ?? '', href: href!, id, name })
      }
    }
  })

  test('writes addresses that are read back as the same narrow and written in the same way', () => {
    const namesOfLinks: Names = {
      ...names,
      streams: streamsById(links.map(({ id, name }) => ({ stream_id: id, name }))),
    }
    for (const { text, href, id } of links) {
      const terms = [stream(id), ...(text === '' ? [] : [topic(text)])]
      expect(termsOf(href, namesOfLinks)).toEqual({ terms })
      expect(addressOf(terms, namesOfLinks)).toBe(href)
    }
    expect(links).toHaveLength(streamNames.length * (topicNames.length + 1))
  })
})

const text = fc.string({ unit: 'grapheme', maxLength: 60 })
const id = fc.integer({ min: 1, max: 10 ** 9 })

const someTerm = fc
  .oneof(
    fc.record({ operator: fc.constant('stream'), operand: fc.oneof(id, fc.constantFrom(3, 4, 6, 7, 2024)) }),
    fc.record({ operator: fc.constant('topic'), operand: text }),
    fc.record({ operator: fc.constantFrom('sender', 'group-pm-with'), operand: fc.oneof(id, fc.constantFrom(7, 8)) }),
    fc.record({
      operator: fc.constant('pm-with'),
      operand: fc.uniqueArray(
        id.filter((one) => one !== names.user_id),
        { minLength: 1, maxLength: 5 },
      ),
    }),
    fc.record({ operator: fc.constant('search'), operand: text.filter((words) => words.trim() !== '') }),
    fc.record({
      operator: fc.constant('is'),
      operand: fc.constantFrom('private', 'starred', 'unread', 'mentioned', 'alerted', 'resolved'),
    }),
    fc.record({ operator: fc.constant('has'), operand: fc.constantFrom('link', 'image', 'attachment') }),
    fc.record({ operator: fc.constant('id'), operand: id.map(String) }),
  )
  .chain((one) => fc.constantFrom<Terms[number]>(one, { ...one, negated: true }))

test('an address that is written is read back as the same narrow', () => {
  fc.assert(
    fc.property(fc.array(someTerm, { maxLength: 8 }), fc.option(id, { nil: undefined }), (terms, near) => {
      expect(termsOf(addressOf(terms, names, near), names)).toEqual({ terms, ...(near !== undefined && { near }) })
    }),
    { numRuns: 1000 },
  )
})

test('nothing makes it throw, and what it understands has an address', () => {
  const part = fc.oneof(
    text,
    fc.constantFrom('stream', '-topic', 'pm-with', 'near', '3-general', '7,8', '.', '.C3.28', '%', '-', '7,'),
  )
  fc.assert(
    fc.property(fc.constantFrom('', '#', '/#narrow', '#narrow/'), fc.array(part, { maxLength: 8 }), (start, parts) => {
      const found = termsOf(start + parts.join('/'), names)
      if (found === null) return
      expect(termsOf(addressOf(found.terms, names, found.near), names)).toEqual(found)
    }),
    { numRuns: 3000 },
  )
})
