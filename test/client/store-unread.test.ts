import { effect } from '@preact/signals-core'
import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { Store } from '../../client/store/store'
import type { Subscription } from '../../client/api'
import { unreadState } from '../server/sync/unread-state'
import { newStore, noonMs, newRegistration, applyEvent, type RegistrationScene } from './support/registered'
import {
  conversations,
  expectedCounts,
  storedCounts,
  listUnread,
  markRead,
  markUnread,
  newModel,
  send,
  streamOf,
  topics,
  update,
  type Model,
  type Modelled,
} from './support/unread-model'

let base: RegistrationScene

beforeAll(async () => {
  base = await newRegistration()
})

const flagSets = [[], [], [], ['mentioned'], ['wildcard_mentioned'], ['mentioned', 'wildcard_mentioned']]

const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!

/** About a third of the messages. */
const someMessages = ({ messages }: Model, first: number): Modelled[] =>
  messages.filter(({ id }) => (id + first) % 3 === 0)

/** Steps that can happen. Numbers choose among the messages and streams of the model. */
const steps = {
  send(model: Model, first: number, second: number) {
    const { id, isJoined } = at(model.streams, first)
    const where = { stream_id: id, topic: at(topics, second), user_ids: [] }
    if (isJoined) send(model, where, at(flagSets, first + second))
  },
  write(model: Model, first: number, second: number) {
    const where = { stream_id: null, topic: '', user_ids: at(conversations(model), first) }
    send(model, where, at(flagSets, second))
  },
  read: (model: Model, first: number) => markRead(model, someMessages(model, first)),
  readAll: (model: Model, first: number) => first % 5 === 0 && markRead(model, model.messages, { all: true }),
  unread(model: Model, first: number) {
    // The event does not say whether a message that the store does not have mentions everybody.
    const messagesInStore = someMessages(model, first).filter(({ id }) => model.store.messages.get(id) !== undefined)
    markUnread(model, messagesInStore)
  },
  move(model: Model, first: number, second: number) {
    const from = at(model.streams, second)
    const moved = someMessages(model, first).filter((message) => streamOf(model, message) === from)
    const new_stream_id = at(model.streams, first).id
    update(model, moved, {
      ...(second % 2 === 0 && { new_stream_id }),
      ...((second % 2 === 1 || first % 2 === 0) && { subject: at(topics, second), topic_links: [] }),
    })
  },
  edit(model: Model, first: number, second: number) {
    const [message] = someMessages(model, first)
    if (message === undefined) return
    message.flags = at(flagSets, second)
    update(model, [message], { content: 'New.', rendered_content: '<p>New.</p>', is_me_message: false })
  },
  delete(model: Model, first: number) {
    const gone = new Set(someMessages(model, first).slice(0, 2))
    model.messages = model.messages.filter((message) => !gone.has(message))
    const message_ids = [...gone].map(({ id }) => id)
    applyEvent<'delete_message'>(model.store, { type: 'delete_message', message_ids, message_type: 'stream' })
  },
  muteStream(model: Model, first: number) {
    const stream = at(model.streams, first)
    if (!stream.isJoined) return
    stream.isMuted = !stream.isMuted
    tellSubscription(model, { op: 'update', stream_id: stream.id, property: 'in_home_view', value: !stream.isMuted })
  },
  muteTopic(model: Model, first: number, second: number) {
    const [stream, topic] = [at(model.streams, first), at(topics, second)]
    const others = model.mutedTopics.filter(([muted, name]) => muted !== stream || name !== topic)
    model.mutedTopics = others.length < model.mutedTopics.length ? others : [...others, [stream, topic]]
    applyEvent<'muted_topics'>(model.store, {
      type: 'muted_topics',
      muted_topics: model.mutedTopics.map(([{ name }, muted]) => [name, muted, 1]),
    })
  },
  leave(model: Model, first: number) {
    const stream = at(model.streams, first)
    if (!stream.isJoined) return
    stream.isJoined = false
    const { id: stream_id, name } = stream
    tellSubscription(model, { op: 'remove', subscriptions: [{ stream_id, name }] })
    markRead(
      model,
      model.messages.filter((message) => streamOf(model, message) === stream),
    )
  },
  join(model: Model, first: number) {
    const stream = at(model.streams, first)
    if (stream.isJoined) return
    Object.assign(stream, { isJoined: true, isMuted: false })
    const known = base.registration.subscriptions!.find(({ stream_id }) => stream_id === stream.id)!
    tellSubscription(model, { op: 'add', subscriptions: [{ ...known, name: stream.name } as Required<Subscription>] })
  },
  rename(model: Model, first: number, second: number) {
    const stream = at(model.streams, first)
    const { id: stream_id, name } = stream
    stream.name = `${stream_id} ${second}`
    applyEvent<'stream'>(model.store, {
      type: 'stream',
      op: 'update',
      stream_id,
      name,
      property: 'name',
      value: stream.name,
    })
  },
  release: (model: Model, first: number) => model.store.release(someMessages(model, first).map(({ id }) => id)),
  restore(model: Model) {
    const kept = structuredClone({ snapshot: model.store.snapshot(), messages: [...model.store.messages.values()] })
    model.store = Store.restore(kept.snapshot, kept.messages, noonMs)!
  },
}

const tellSubscription = (model: Model, event: object): void =>
  applyEvent<'subscription'>(model.store, { type: 'subscription', ...event } as never)

const kinds = Object.keys(steps) as (keyof typeof steps)[]
const step = tuple(
  constantFrom('send' as const, 'write' as const, ...kinds),
  integer({ min: 0, max: 99 }),
  integer({ min: 0, max: 99 }),
)

test('unread messages are counted as by going over all of them, whatever happens', () => {
  assert(
    property(array(step, { maxLength: 60, size: 'max' }), (played) => {
      const model = newModel(base)
      for (const [kind, first, second] of played) {
        steps[kind](model, first, second)
        expect(storedCounts(model), kind).toEqual(expectedCounts(model))
      }
      const { pms, huddles, streams, mentions, count } = unreadState(model.store)
      const ids = [...pms, ...huddles, ...streams].flatMap(({ unread_message_ids }) => unread_message_ids)
      expect({ ids: ids.toSorted((left, right) => left - right), mentions }).toEqual(listUnread(model))
      expect(count).toBe(expectedCounts(model)['all'])
    }),
    { numRuns: 300 },
  )
})

test('what is marked as read ahead in a stream that is left is not unread again', async () => {
  const model = newModel(base)
  const { store } = model
  const stream_id = base.streams[0]!.id
  const before = store.unread.confirmedEntries().length
  send(model, { stream_id, topic: 'tides', user_ids: [] }, [])
  const { id } = model.messages.at(-1)!
  store.markOptimistically([id])
  expect(store.unread.confirmedEntries()).toHaveLength(before + 1)
  tellSubscription(model, { op: 'remove', subscriptions: [{ stream_id, name: base.streams[0]!.name }] })
  expect(store.unread.confirmed(id)).toBeUndefined()
  store.revert([id])
  expect(store.unread.isShownUnread(id)).toBe(false)
})

test('what is not held stays as it is when it is marked as unread ahead', () => {
  const model = newModel(base)
  const { store } = model
  for (const { id: stream_id } of base.streams) send(model, { stream_id, topic: 'tides', user_ids: [] }, [])
  const count = store.unread.count('everywhere')
  const before = count.value
  const ids = store.unread.confirmedEntries().map(([id]) => id)
  store.release(ids)
  store.markOptimistically(ids, false)
  expect(count.value).toBe(before)
  expect(before).toBeGreaterThan(0)
})

test('a message is unread that is told at the place where it was moved since, once the reader is there', () => {
  const model = newModel(base)
  const { store } = model
  const [from, to] = base.streams.map(({ id }) => id)
  steps.leave(model, 0)
  const id = base.toStream.id + 100
  const { flags: _, ...message } = base.toStream
  applyEvent<'message'>(store, { type: 'message', message: { ...message, id, stream_id: from! }, flags: [] })
  expect(store.unread.isShownUnread(id)).toBe(false)
  steps.join(model, 0)
  applyEvent<'update_message'>(store, {
    type: 'update_message',
    user_id: 1,
    edit_timestamp: 1,
    message_id: id,
    message_ids: [id],
    flags: [],
    rendering_only: false,
    stream_id: to!,
    new_stream_id: from!,
    orig_subject: message.subject,
  })
  expect(store.unread.isShownUnread(id)).toBe(true)
})

test('what is marked as unread ahead does not count once a new registration tells that its topic is muted', async () => {
  const { store } = newModel(base)
  const { subject, stream_id, id } = base.toStream
  const { name } = base.streams.find((stream) => stream.id === stream_id)!
  await store.addPage(Promise.resolve([{ ...base.toStream, flags: ['read'] }]))
  store.apply({
    id: store.state.last_event_id.value + 1,
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages: [id],
    all: false,
  })
  const count = store.unread.count('everywhere')
  const before = count.value
  store.markOptimistically([id], false)
  expect(count.value).toBe(before + 1)
  const unread_msgs = { count: 0, pms: [], huddles: [], streams: [], mentions: [], old_unreads_missing: false }
  store.renew({ ...base.registration, unread_msgs, muted_topics: [[name, subject, 1]] })
  expect(store.unread.isShownUnread(id)).toBe(true)
  expect(count.value).toBe(0)
})

test('what is marked as unread counts as a mention only if the server says so, even if the message here is older', async () => {
  const { store } = newModel(base)
  const { subject: topic, stream_id, id } = base.toStream
  await store.addPage(Promise.resolve([{ ...base.toStream, flags: ['read', 'wildcard_mentioned'] }]))
  const details = { type: 'stream', stream_id: stream_id!, topic } as const
  const mark = (op: 'add' | 'remove', isMention = false) =>
    applyEvent<'update_message_flags'>(store, {
      type: 'update_message_flags',
      op,
      operation: op,
      flag: 'read',
      messages: [id],
      all: false,
      ...(op === 'remove' && { message_details: { [id]: isMention ? { ...details, mentioned: true } : details } }),
    })
  const mentions = store.unread.mentions({ stream_id: stream_id!, topic })
  mark('add')
  const before = mentions.value
  mark('remove', true)
  expect(mentions.value).toBe(before + 1)
  mark('add')
  mark('remove')
  expect(mentions.value).toBe(before)
})

test('a shown count changes once for events that come together, and not for events about other messages', () => {
  const store = newStore(base.registration)
  const count = store.unread.count({ stream_id: base.streams[0]!.id })
  const shown: number[] = []
  const stop = effect(() => void shown.push(count.value))
  const first = count.value
  const { flags: _, ...message } = base.toStream
  const sent = [1, 2, 3].map((more) => ({
    type: 'message' as const,
    id: store.state.last_event_id.value + more,
    message: { ...message, id: message.id + 100 + more },
    flags: [],
  }))
  store.apply(...sent)
  const { flags: __, ...written } = base.toPeople
  applyEvent<'message'>(store, { type: 'message', message: { ...written, id: written.id + 200 }, flags: [] })
  stop()
  expect(shown).toEqual([first, first + 3])
})

test('beyond 50,000 unread messages the oldest are dropped, and it is known that some are missing', () => {
  const model = newModel(base)
  const { store } = model
  for (let sent = 0; sent < 65_000; sent++)
    send(model, { stream_id: base.streams[0]!.id, topic: 'tides', user_ids: [] }, [])
  const { streams, old_unreads_missing } = unreadState(store)
  const ids = streams.flatMap(({ unread_message_ids }) => unread_message_ids)
  const newest = listUnread(model).ids.slice(-ids.length)
  expect(ids).toEqual(newest)
  expect(ids.length).toBeGreaterThanOrEqual(50_000)
  expect(ids.length).toBeLessThanOrEqual(51_000)
  expect(store.unread.count('everywhere').value).toBe(ids.length)
  expect(old_unreads_missing).toBe(true)
})
