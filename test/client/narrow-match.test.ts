/** What matches locally is what the server finds (client/narrow/match). */
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { matcher, narrowKey, type Message, type Term, type Terms } from '../../client'
import { Store } from '../../client/store/store'
import { newNarrowScene, topics, type NarrowScene, type Registration } from './support/narrow-scene'
import { modern } from '../server/sync/watcher'

let place: NarrowScene
let store: Store

beforeAll(async () => {
  place = await newNarrowScene(60)
  const { owner, reader, other, streams } = place
  const [harbour, tower, cellar] = streams
  // In the cellar for a while, in the tower from now on.
  await owner.post('/users/me/subscriptions', { subscriptions: [{ name: cellar!.name }], principals: [reader.id] })
  for (const content of ['@**Rea**', '@**all**', 'hatch', 'see https://example.com']) {
    await owner.send(cellar!.name, 'wine', content)
    await owner.send(harbour!.name, 'TIDES', content)
  }
  for (const [stream, topic] of [
    [harbour, 'fog'],
    [cellar, 'WINE'],
  ] as const)
    await reader.patch('/users/me/subscriptions/muted_topics', { stream_id: stream!.id, topic, op: 'add' })
  await reader.delete('/users/me/subscriptions', { subscriptions: [cellar!.name] })
  await reader.post('/users/me/alert_words', { alert_words: ['hatch'] })
  await reader.subscribe(tower!.name)
  await owner.send(cellar!.name, 'wine', 'unheard')
  for (const content of ['@**Rea**', 'hatch', '@**all**']) await other.send(tower!.name, 'fog', content)
  await other.write([reader], '@**Rea**')
  await other.write([owner], 'not to her')
  await reader.write([reader], 'note to self')
  await reader.write([owner, other], 'to both')
  await reader.send(tower!.name, '✔ éclair', 'done')
  await owner.patch(`/messages/${await owner.send(tower!.name, 'fog', 'nothing')}`, { content: 'hatch' })
  const readIds = async (narrow: Terms) => (await reader.messages([...narrow])).map(({ id }) => id as number)
  const inTower = await readIds([{ operator: 'stream', operand: tower!.id }])
  const received = await readIds([])
  for (const [op, flag, messages] of [
    ['add', 'starred', [...inTower.slice(0, 4), ...received.slice(3, 9)]],
    ['remove', 'starred', inTower.slice(2, 3)],
    ['add', 'read', received.slice(0, 20)],
    ['remove', 'read', [...inTower.slice(5, 7), ...received.slice(4, 8)]],
  ] as const)
    await reader.post('/messages/flags', { op, flag, messages })
  await reader.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: tower!.id, property: 'is_muted', value: true }],
  })

  const { state } = await reader.listen(modern)
  store = new Store(state as unknown as Registration, { now: Date.now(), include_subscribers: true })
  for (const narrow of [[], ...streams.slice(0, 2).map(({ id }) => [{ operator: 'stream', operand: id }])])
    await store.addPage(reader.messages(narrow, { client_gravatar: false }) as unknown as Promise<Message[]>)
}, 60_000)

const operand = (operator: string, operands: fc.Arbitrary<Term['operand']>) =>
  fc.record({ operator: fc.constant(operator), operand: operands, negated: fc.boolean() })

const term = (): fc.Arbitrary<Term> => {
  const { owner, reader, other, streams } = place
  const person = fc.constantFrom(owner.id, reader.id, other.id)
  return fc.oneof(
    operand('stream', fc.constantFrom(...streams.map(({ id }) => id))),
    operand('topic', fc.constantFrom(...topics, 'wine', 'FOG', '✔ ÉCLAIR', 'nothing', '')),
    operand('sender', person),
    operand('pm-with', fc.uniqueArray(person, { minLength: 1 })),
    operand('group-pm-with', person),
    operand('is', fc.constantFrom('private', 'starred', 'unread', 'mentioned', 'alerted', 'resolved')),
    operand('in', fc.constantFrom('home', 'all')),
    operand('near', fc.constant('5')),
    operand('id', fc.constantFrom(...[...store.messages.values()].map(({ id }) => String(id)), '999999')),
  )
}

/** Messages that the reader touched, and that are touchedIds for this alone. */
const readTouched = async () => {
  const found = (await place.reader.messages([])) as unknown as Message[]
  return new Set(found.filter(({ flags }) => flags.includes('historical')).map(({ id }) => id))
}

test('what matches locally is what the server finds', { timeout: 120_000 }, async () => {
  const touchedIds = await readTouched()
  expect(touchedIds.size).toBeGreaterThan(3)
  const sizes: number[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(term(), { maxLength: 3 }), async (terms) => {
      const matches = matcher(terms, store, touchedIds)!
      const local = [...store.messages.values()].filter(matches).map(({ id }) => id)
      const found = (await place.reader.messages(terms)).map(({ id }) => id as number)
      expect(local.toSorted((left, right) => left - right)).toEqual(found)
      sizes.push(found.length)
    }),
    { numRuns: 400 },
  )
  expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(100)
})

test.each<[string, Term]>([
  ['a search', { operator: 'search', operand: 'tide' }],
  ['links', { operator: 'has', operand: 'link' }],
  ['kinds of streams', { operator: 'streams', operand: 'public' }],
  ['what nobody knows', { operator: 'constructor', operand: 'x' }],
  ['a quality that nobody knows', { operator: 'is', operand: 'constructor' }],
  ['people by address', { operator: 'pm-with', operand: 'otto@example.com' }],
])('only the server can tell of %s', (_, one) => {
  expect(matcher([one], store)).toBeNull()
  expect(
    matcher(
      [
        { operator: 'stream', operand: 1 },
        { ...one, negated: true },
      ],
      store,
    ),
  ).toBeNull()
})

const people = (ids: number[]) => narrowKey([{ operator: 'pm-with', operand: ids }])

test('narrows that mean the same have the same key', () => {
  const stream = { operator: 'stream', operand: 3 }
  const topic = { operator: 'topic', operand: 'Été' }
  expect(narrowKey([stream, topic])).toBe(
    narrowKey([{ ...topic, operand: 'éTÉ' }, { ...stream, negated: false }, stream]),
  )
  expect(people([7, 12, 7])).toBe(people([12, 7]))
  const others: Terms[] = [[], [stream], [topic], [stream, { ...topic, negated: true }], [{ ...stream, operand: 4 }]]
  expect(new Set([...others, [stream, topic]].map(narrowKey)).size).toBe(6)
})
