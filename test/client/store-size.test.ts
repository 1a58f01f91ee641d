import { effect } from '@preact/signals-core'
import { beforeAll, expect, test } from 'vitest'
import type { Store } from '../../client/store/store'
import type { Message } from '../../client/api'
import { newStore, newRegistration, applyEvent, type RegistrationScene } from './support/registered'

const streamCount = 1000
const messageCount = 100_000

let base: RegistrationScene
let store: Store

/** Ids that no stream and no message of the organization has. */
const stream_id = (index: number): number => base.streams[0]!.id + 1000 + index
const message_id = (index: number): number => base.toStream.id + 1000 + index

beforeAll(async () => {
  base = await newRegistration()
  const like = base.registration.subscriptions![0]!
  const subscriptions = Array.from({ length: streamCount }, (_, index) => ({
    ...like,
    stream_id: stream_id(index),
    name: `stream ${index}`,
  }))
  store = newStore({ ...base.registration, subscriptions, streams: subscriptions })
  const page = Array.from({ length: messageCount }, (_, index): Message => ({
    ...structuredClone(base.toStream),
    id: message_id(index),
    stream_id: stream_id(index % streamCount),
    flags: ['read'],
  }))
  await store.addPage(Promise.resolve(page))
})

/** What is on show: the newest hundred messages, and the counts of all streams together and of each. */
function show(): { drawn: () => string[]; stop: () => void } {
  let drawn: string[] = []
  const shown = (name: string, signal: { value: unknown }) =>
    effect(() => {
      void signal.value
      drawn.push(name)
    })
  const stops = [
    shown('all', store.unread.count('everywhere')),
    ...Array.from({ length: streamCount }, (_, index) =>
      shown(`stream ${index}`, store.unread.count({ stream_id: stream_id(index) })),
    ),
    ...Array.from({ length: 100 }, (_, index) =>
      shown(`message ${index}`, store.messages.watch(message_id(messageCount - 1 - index))),
    ),
  ]
  const taken = () => {
    const names = drawn
    drawn = []
    return names.toSorted()
  }
  taken()
  return { drawn: taken, stop: () => stops.forEach((stop) => stop()) }
}

const emoji = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' as const }

function react(id: number): void {
  const { id: user_id, email, full_name } = base.owner
  const user = { user_id, email, full_name }
  applyEvent<'reaction'>(store, { type: 'reaction', op: 'add', message_id: id, user_id, ...emoji, user })
}

test('an event renders again only what it changes', () => {
  const { drawn, stop } = show()
  const { flags: _, ...like } = base.toStream
  const message = { ...like, id: message_id(messageCount), stream_id: stream_id(7) }
  applyEvent<'message'>(store, { type: 'message', message, flags: [] })
  expect(drawn()).toEqual(['all', 'stream 7'])
  react(message_id(messageCount - 4))
  expect(drawn()).toEqual(['message 3'])
  react(message_id(4))
  expect(drawn()).toEqual([])
  applyEvent<'subscription'>(store, {
    type: 'subscription',
    op: 'update',
    stream_id: stream_id(7),
    property: 'in_home_view',
    value: false,
  })
  expect(drawn()).toEqual(['all'])
  stop()
})

test('an event about a stream leaves all others the objects that they were', () => {
  const { subscriptions, streams, never_subscribed, realm_users } = store.state
  const before = [subscriptions.value, streams.value]
  const same = [never_subscribed.value, realm_users.value]
  applyEvent<'stream'>(store, {
    type: 'stream',
    op: 'update',
    stream_id: stream_id(500),
    name: 'stream 500',
    property: 'name',
    value: 'other',
  })
  const after = [subscriptions.value, streams.value]
  const changed = after.map((list, which) =>
    list.flatMap((one, index) => (one === before[which]![index] ? [] : [one.name])),
  )
  expect(changed).toEqual([['other'], ['other']])
  expect(never_subscribed.value).toBe(same[0])
  expect(realm_users.value).toBe(same[1])
})

test('messages share their texts and lists, and are equal to what was fetched', () => {
  const [first, last] = [0, messageCount - 1].map((index) => store.messages.get(message_id(index))!)
  expect(first!.flags).toBe(last!.flags)
  expect(first!.topic_links).toBe(last!.topic_links)
  expect(last).toEqual({
    ...base.toStream,
    id: message_id(messageCount - 1),
    stream_id: stream_id(streamCount - 1),
    flags: ['read'],
    reactions: last!.reactions,
  })
})
