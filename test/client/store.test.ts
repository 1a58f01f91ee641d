import { effect } from '@preact/signals-core'
import { beforeAll, expect, test } from 'vitest'
import { eventSchemas } from '../../src/events/schema'
import { appliers } from '../../client/store/apply'
import { Store } from '../../client/store/store'
import type { Message, Registration, WireEvent } from '../../client/api'
import { plainState } from '../server/sync/unread-state'
import { newStore, noonMs, newRegistration, applyEvent, type RegistrationScene } from './support/registered'

let base: RegistrationScene

beforeAll(async () => {
  base = await newRegistration()
})

/** A store that holds the two messages. */
async function newStoreWithMessage(): Promise<Store> {
  const store = newStore(base.registration)
  await store.addPage(Promise.resolve([base.toStream, base.toPeople]))
  return store
}

const react = (store: Store, op: 'add' | 'remove', message_id: number): void => {
  const emoji = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' as const }
  const { id: user_id, email, full_name } = base.owner
  applyEvent<'reaction'>(store, {
    type: 'reaction',
    op,
    message_id,
    user_id,
    ...emoji,
    user: { user_id, email, full_name },
  })
}

const star = (store: Store, message_id: number): void =>
  applyEvent<'update_message_flags'>(store, {
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'starred',
    messages: [message_id],
    all: false,
  })

const names = (message: Message | undefined) => message?.reactions.map(({ emoji_name }) => emoji_name)

test('a store says what it was told at first', () => {
  expect(plainState(newStore(base.registration))).toEqual(base.registration)
})

test('a state without the account is refused', () => {
  const { user_id: _, ...rest } = base.registration
  expect(() => newStore(rest)).toThrow('realm_user')
})

test('events that the state includes are passed over', async () => {
  const store = await newStoreWithMessage()
  const { id } = base.toStream
  react(store, 'add', id)
  const last = store.state.last_event_id.value
  const again = { type: 'delete_message' as const, message_ids: [id], message_type: 'stream' as const }
  store.apply({ ...again, id: last }, { ...again, id: last - 1 })
  expect(names(store.messages.get(id))).toEqual(['tada'])
  store.apply({ ...again, id: last + 1 })
  expect(store.messages.get(id)).toBeUndefined()
})

test('types, fields and things that are not known change nothing', async () => {
  const store = await newStoreWithMessage()
  const before = { ...plainState(store), last_event_id: 0 }
  const messages = [...store.messages.values()]
  const unknown = 4_000_000_000
  const events: Record<string, unknown>[] = [
    { type: 'weather', op: 'change' },
    { type: 'constructor' },
    { type: 'realm', op: 'update', property: 'weather', value: 'fair' },
    { type: 'realm_user', op: 'update', person: { user_id: unknown, full_name: 'Nobody' } },
    { type: 'realm_user', op: 'remove', person: { user_id: unknown, full_name: 'Nobody' } },
    { type: 'realm_bot', op: 'update', bot: { user_id: unknown, full_name: 'Nobody' } },
    { type: 'user_group', op: 'add_members', group_id: unknown, user_ids: [base.owner.id] },
    { type: 'user_group', op: 'remove', group_id: unknown },
    { type: 'stream', op: 'update', stream_id: unknown, name: 'nowhere', property: 'name', value: 'somewhere' },
    { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: unknown, name: 'nowhere' }] },
    { type: 'subscription', op: 'update', stream_id: unknown, property: 'color', value: '#000000' },
    { type: 'subscription', op: 'peer_add', stream_ids: [unknown], user_ids: [base.owner.id] },
    { type: 'drafts', op: 'remove', draft_id: unknown },
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: unknown },
    { type: 'bot_offers', op: 'remove', bot_id: unknown },
    { type: 'update_message_flags', op: 'remove', flag: 'read', messages: [unknown], all: false },
    { type: 'update_message_flags', op: 'add', flag: 'weather', messages: [unknown], all: false },
    { type: 'delete_message', message_ids: [unknown], message_type: 'private' },
    { type: 'submessage', message_id: unknown, submessage_id: 1, sender_id: 1, msg_type: 'widget', content: '{}' },
    { type: 'attachment', op: 'remove', attachment: { id: unknown }, upload_space_used: 0 },
    { type: 'heartbeat' },
  ]
  for (const event of events) {
    store.apply({ ...event, id: store.state.last_event_id.value + 1 } as unknown as WireEvent)
    expect({ ...plainState(store), last_event_id: 0 }, JSON.stringify(event)).toEqual(before)
  }
  expect([...store.messages.values()]).toEqual(messages)
})

test('every type of event is applied, except those that change nothing in the store', () => {
  const types = new Set(eventSchemas.map(({ shape }) => shape.type.value))
  expect([...types].filter((type) => !Object.hasOwn(appliers, type)).toSorted()).toEqual([
    'backups',
    'heartbeat',
    'invites_changed',
    'newcomers',
    'own_data',
    'quota',
    'realm_export',
    'realm_filters',
    'restart',
    'update_display_settings',
    'update_global_notifications',
  ])
})

test('storage is notified of each message that is added, changed or dropped', async () => {
  const store = newStore(base.registration)
  const told: number[] = []
  store.messages.onMessage = (id) => told.push(id)
  const { id } = base.toStream
  await store.addPage(Promise.resolve([base.toStream]))
  react(store, 'add', id)
  react(store, 'add', id)
  react(store, 'add', base.toPeople.id)
  store.release([id, base.toPeople.id])
  expect(told).toEqual([id, id, id])
})

test('what happens to messages of a page while it is on its way is not lost', async () => {
  const store = newStore(base.registration)
  const { promise, resolve } = Promise.withResolvers<Message[]>()
  const learned = store.addPage(promise)
  react(store, 'add', base.toStream.id)
  star(store, base.toStream.id)
  applyEvent<'delete_message'>(store, {
    type: 'delete_message',
    message_ids: [base.toPeople.id],
    message_type: 'private',
  })
  // As they were when the server read them.
  resolve([base.toStream, base.toPeople])
  expect((await learned).map(({ id }) => id)).toEqual([base.toStream.id])
  const held = store.messages.get(base.toStream.id)
  expect({ reactions: names(held), flags: held?.flags }).toEqual({
    reactions: ['tada'],
    flags: [...base.toStream.flags, 'starred'],
  })
  expect(store.messages.get(base.toPeople.id)).toBeUndefined()
})

test('a message that a page and a later event both bring is there once', async () => {
  const store = newStore(base.registration)
  const { promise, resolve } = Promise.withResolvers<Message[]>()
  const learned = store.addPage(promise)
  const otherStore = await newStoreWithMessage()
  react(otherStore, 'add', base.toStream.id)
  resolve([otherStore.messages.get(base.toStream.id)!])
  react(store, 'add', base.toStream.id)
  await learned
  react(store, 'add', base.toStream.id)
  expect(names(store.messages.get(base.toStream.id))).toEqual(['tada'])
})

test('marking all as read leaves messages alone that a page brought ahead of their events', async () => {
  const store = newStore(base.registration)
  const ahead = { ...base.toStream, id: base.toStream.id + 1000 }
  const { promise, resolve } = Promise.withResolvers<Message[]>()
  const learned = store.addPage(promise)
  await store.addPage(Promise.resolve([base.toPeople, ahead]))
  applyEvent<'update_message_flags'>(store, {
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages: [],
    all: true,
  })
  resolve([base.toStream, { ...ahead, id: ahead.id + 1 }])
  await learned
  const { id } = ahead
  const flags = [base.toPeople.id, base.toStream.id, id, id + 1].map((one) => store.messages.get(one)?.flags)
  expect(flags).toEqual([['read'], ['read'], [], []])
})

test('a page from before a new registration is not taken: nobody told what happened in between', async () => {
  const store = newStore(base.registration)
  const { promise, resolve } = Promise.withResolvers<Message[]>()
  const learned = store.addPage(promise)
  store.renew({ ...base.registration, queue_id: 'another' })
  resolve([base.toStream])
  expect(await learned).toEqual([])
  expect(store.messages.get(base.toStream.id)).toBeUndefined()
})

test('a message that is not held is not held after an edit', async () => {
  const store = newStore(base.registration)
  const { id: message_id, stream_id } = base.toStream
  await store.addPage(Promise.resolve([{ ...base.toStream, flags: ['read', 'historical'] }]))
  applyEvent<'update_message'>(store, {
    type: 'update_message',
    user_id: base.owner.id,
    edit_timestamp: 1,
    message_id,
    message_ids: [message_id],
    flags: ['read'],
    rendering_only: false,
    ...(stream_id !== undefined && { stream_id }),
    rendered_content: '<p>other</p>',
  })
  const edited = store.messages.get(message_id)
  expect(edited).toMatchObject({ flags: ['read', 'historical'], content: '<p>other</p>' })
})

test('a page that fails leaves nothing behind', async () => {
  const store = await newStoreWithMessage()
  await expect(store.addPage(Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  react(store, 'add', base.toStream.id)
  expect(names(store.messages.get(base.toStream.id))).toEqual(['tada'])
})

test('a snapshot is an independent copy, and a restored store continues from it', async () => {
  const store = await newStoreWithMessage()
  star(store, base.toStream.id)
  const timestamp = Math.floor(base.registration.server_timestamp!)
  applyEvent<'presence'>(store, {
    type: 'presence',
    user_id: base.others[0]!.id,
    server_timestamp: timestamp,
    presence: { website: { client: 'website', status: 'active', timestamp, pushable: false } },
  })
  store.setAttachments([])
  const kept = structuredClone({ snapshot: store.snapshot(), messages: [...store.messages.values()] })
  react(store, 'add', base.toStream.id)
  const restored = Store.restore(kept.snapshot, kept.messages, noonMs)!
  expect(names(restored.messages.get(base.toStream.id))).toEqual([])
  expect(restored.state.last_event_id.value).toBe(store.state.last_event_id.value - 1)
  react(restored, 'add', base.toStream.id)
  expect(plainState(restored)).toEqual(plainState(store))
  expect([...restored.messages.values()]).toEqual([...store.messages.values()])
  expect(restored.presence.status(base.others[0]!.id).value).toBe('active')
  expect(restored.attachments.value).toEqual([])
})

test('a repeated report of presence notifies nobody', () => {
  const store = newStore(base.registration)
  const user_id = base.others[0]!.id
  const reportPresenceAt = (timestamp: number, server_timestamp = timestamp): void =>
    applyEvent<'presence'>(store, {
      type: 'presence',
      user_id,
      server_timestamp,
      presence: { website: { client: 'website', status: 'active', timestamp, pushable: false } },
    })
  const begin = Math.floor(base.registration.server_timestamp!)
  reportPresenceAt(begin)
  const there = store.presence.present.value
  expect(there.has(user_id)).toBe(true)
  reportPresenceAt(begin + 60)
  expect(store.presence.present.value).toBe(there)
  expect(store.state.presences.value).toMatchObject({ [user_id]: { active_timestamp: begin + 60 } })
  reportPresenceAt(begin + 60, begin + 1000)
  expect(store.presence.present.value.has(user_id)).toBe(false)
  reportPresenceAt(begin + 1001)
  expect(store.presence.present.value.has(user_id)).toBe(true)
})

test('a snapshot of another version is not read', () => {
  const snapshot = { ...newStore(base.registration).snapshot(), version: 0 as 1 }
  expect(Store.restore(snapshot, [], noonMs)).toBeNull()
})

test('after another registration the messages are there, with the marks that it tells', async () => {
  const store = await newStoreWithMessage()
  const shown: string[][] = []
  const watched = store.messages.watch(base.toStream.id)
  const stop = effect(() => void shown.push(watched.value!.flags))
  const again = { ...base.registration, queue_id: 'other', last_event_id: 1, starred_messages: [base.toStream.id] }
  store.renew({ ...again, unread_msgs: { ...again.unread_msgs!, count: 0, pms: [], streams: [] } })
  stop()
  expect(shown).toEqual([[], ['read', 'starred']])
  expect(store.messages.get(base.toPeople.id)?.flags).toEqual(['read'])
  expect(store.unread.count('everywhere').value).toBe(0)
  expect(store.state.queue_id.value).toBe('other')
  // Its events begin where the registration ends.
  store.apply({ type: 'alert_words', alert_words: ['tide'], id: 2 })
  expect(store.state.alert_words.value).toEqual(['tide'])
})

test('parts that were not registered for are empty, and are not told by events', () => {
  const parts = ['user_id', 'realm_users', 'server_timestamp']
  const few = Object.fromEntries(Object.entries(base.registration).filter(([name]) => parts.includes(name)))
  const store = newStore(few as unknown as Registration)
  applyEvent<'realm'>(store, { type: 'realm', op: 'update', property: 'name', value: 'Elsewhere' })
  applyEvent<'alert_words'>(store, { type: 'alert_words', alert_words: ['tide'] })
  expect(store.state.subscriptions.value).toEqual([])
  expect(store.plain()).toEqual(few)
})

test('events of a newer server that a store does not know are passed over, and so are fields of those that it knows', async () => {
  const store = await newStoreWithMessage()
  const before = plainState(store)
  const id = store.state.last_event_id.value + 1
  store.apply(
    { type: 'thunder', op: 'roll', loud: true, id } as unknown as WireEvent,
    { type: 'alert_words', alert_words: ['storm'], since: 1, id: id + 1 } as unknown as WireEvent,
  )
  expect(plainState(store)).toEqual({ ...before, alert_words: ['storm'], last_event_id: id + 1 })
})
