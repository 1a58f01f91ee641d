import { describe, expect, test } from 'vitest'
import type { Store, Terms } from '../../client/index.ts'
import { Streams } from '../../client/store/streams.ts'
import { Users } from '../../client/store/users.ts'
import { format, parse } from '../../web/features/views/search/query.ts'
import { openOperandOf } from '../../web/features/views/search/tokens.ts'

const people = [
  'Demo Owner',
  'Zoë',
  'Zoë Park',
  'Me',
  'Al "Ace" O\'Neil',
  'Backslash \\',
  'Twin Ada',
  'Twin Ada',
  'Li, Wei',
]
const streams = ['general', 'tides and weather', 'tides', 'C++ "new"', 'a:b', 'is:unread', '-minus']
const signalOf = (list: unknown): { value: unknown } => ({ value: list })
const state = {
  subscriptions: signalOf(streams.slice(0, 3).map((name, index) => ({ name, stream_id: index + 1 }))),
  unsubscribed: signalOf([]),
  never_subscribed: signalOf(streams.slice(3).map((name, index) => ({ name, stream_id: index + 4 }))),
  realm_users: signalOf(
    people.map((full_name, index) => ({ full_name, user_id: index + 1, email: `person${index + 1}@example.com` })),
  ),
  realm_non_active_users: signalOf([]),
  cross_realm_bots: signalOf([]),
  muted_topics: signalOf([]),
  muted_users: signalOf([]),
} as unknown as Store['state']
const store = { user_id: 3, state, streams: new Streams(state), users: new Users(state, 3) } as unknown as Store

const sender = (operand: number) => ({ operator: 'sender', operand })
const words = (operand: string) => ({ operator: 'search', operand })

describe('what a text asks for', () => {
  test.each([
    ['sender:demo owner', [sender(1)]],
    ['sender: demo owner tide', [sender(1), words('tide')]],
    ['Sender:"Demo Owner" tide', [sender(1), words('tide')]],
    ['sender:zoë park', [sender(2), words('park')]],
    ['from:"zoë park"', [sender(3)]],
    ['tide -stream:tides and weather', [{ operator: 'stream', operand: 3, negated: true }, words('tide and weather')]],
    [
      'stream:Tides and weather topic:high water',
      [{ operator: 'stream', operand: 3 }, { operator: 'topic', operand: 'high' }, words('and weather water')],
    ],
    ['dm:demo owner, zoë park tide', [{ operator: 'pm-with', operand: [1, 2] }, words('park tide')]],
    ['sender:me', [sender(3)]],
    ['Re: the tide', [words('Re: the tide')]],
  ])('%j', (text, terms) => {
    const query = parse(text, store)
    expect(query.unknown).toBeNull()
    expect(query.terms).toEqual(terms)
  })

  test.each([
    ['sender:demo ow', 'demo ow'],
    ['sender:', ''],
    ['stream:nowhere at all', 'nowhere at all'],
    ['sender:"demo" owner', 'demo'],
    ['sender:demo is:unread', 'demo'],
  ])('%j names nothing', (text, operand) => {
    expect(parse(text, store).unknown).toMatchObject({ operand })
  })

  test.each([
    ['sender:demo ow', 'demo ow'],
    ['tide sender:demo ', 'demo'],
    ['topic:high wa', 'high wa'],
    ['sender:demo', null],
    ['sender:"demo" ow', null],
    ['sender:demo is:unread', null],
    ['sender:demo "high water"', null],
    ['tide', null],
  ])('%j may go on', (text, operand) => {
    expect(openOperandOf(text)?.operand ?? null).toBe(operand)
  })
})

/** Numbers by chance, the same ones for the same seed. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('what is written for terms asks for the same terms', () => {
  const next = chance(Number(process.env['PROPERTY_SEED'] ?? Date.now()))
  const one = <T>(list: readonly T[]): T => list[next(list.length)]!
  const makers: readonly (() => Terms[number])[] = [
    () => sender(1 + next(people.length)),
    () => ({ operator: 'group-pm-with', operand: 1 + next(people.length) }),
    () => ({ operator: 'pm-with', operand: [1 + next(4), 5 + next(people.length - 4)] }),
    () => ({ operator: 'stream', operand: 1 + next(streams.length) }),
    () => ({
      operator: 'topic',
      operand: one(['high water', 'x', '"', 'a\\', 'sender:me', ' edge ', 'ü:-)', 'say "hi"']),
    }),
    () => ({ operator: 'is', operand: one(['unread', 'starred']) }),
  ]
  for (let round = 0; round < 2_000; round += 1) {
    const terms: Terms = [
      ...Array.from({ length: next(4) }, () => ({ ...one(makers)(), ...(next(3) === 0 && { negated: true }) })),
      ...(next(2) === 0 ? [words(one(['tide', 'and weather', 'park "high water"', 'owner, x', '-x']))] : []),
    ]
    const text = format(terms, store)
    expect(parse(text, store), text).toEqual({ terms, near: undefined, unknown: null })
  }
})

test('what any text asks for is asked for by what is written for it, too', () => {
  const next = chance(Number(process.env['PROPERTY_SEED'] ?? Date.now()))
  const bits = [
    'sender:',
    '-',
    'stream:',
    'topic:',
    'is:unread',
    'zoë',
    'park',
    'demo',
    'owner',
    '"',
    '\\',
    ',',
    'me',
    'dm:',
    ':',
    'tides',
    'x',
  ]
  for (let round = 0; round < 5_000; round += 1) {
    const text = Array.from({ length: 1 + next(8) }, () => bits[next(bits.length)]! + ' '.repeat(next(2))).join('')
    const { terms, unknown } = parse(text, store)
    if (unknown !== null) continue
    expect(parse(format(terms, store), store).terms, text).toEqual(terms)
  }
})
