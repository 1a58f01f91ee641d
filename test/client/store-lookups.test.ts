import { effect } from '@preact/signals-core'
import { beforeAll, expect, test } from 'vitest'
import type { OtherStream, Subscription, User } from '../../client/api'
import { newStore, newRegistration, applyEvent, type RegistrationScene } from './support/registered'

let base: RegistrationScene

beforeAll(async () => {
  base = await newRegistration()
})

/** Makes a stream that the account can subscribe to, like one that it is subscribed to. */
const otherStream = (stream_id: number, name: string): OtherStream => {
  const [{ color: _, ...like }] = base.registration.subscriptions as [Subscription]
  return { ...like, stream_id, name }
}

/** A store that knows a stream of each list: one it is subscribed to, one it left, one it was never in. */
const withOtherStreams = () =>
  newStore({
    ...base.registration,
    unsubscribed: [{ ...base.registration.subscriptions![0]!, stream_id: 9001, name: 'attic' }],
    never_subscribed: [otherStream(9002, 'garden')],
  })

test('streams are found by id and name, whatever list of the state has them', () => {
  const store = withOtherStreams()
  const [{ id, name }] = base.streams as [RegistrationScene['streams'][number]]
  expect(store.streams.get(id)?.name).toBe(name)
  expect(store.streams.byName(name)?.stream_id).toBe(id)
  expect(store.streams.byName('attic')?.stream_id).toBe(9001)
  expect(store.streams.byName('garden')?.stream_id).toBe(9002)
  expect(store.streams.get(9003)).toBeUndefined()
  expect(store.streams.byName('Garden')).toBeUndefined()
})

test('only streams that the account is subscribed to have a subscription', () => {
  const store = withOtherStreams()
  expect(store.streams.subscription(base.streams[0]!.id)).toBe(store.streams.get(base.streams[0]!.id))
  expect(store.streams.subscription(9001)).toBeUndefined()
  expect(store.streams.subscription(9002)).toBeUndefined()
})

test('of two streams with one name, the subscription counts', () => {
  const [{ id, name }] = base.streams as [RegistrationScene['streams'][number]]
  const store = newStore({ ...base.registration, never_subscribed: [otherStream(9001, name)] })
  expect(store.streams.byName(name)?.stream_id).toBe(id)
})

test('a lookup of a stream is notified of its new name', () => {
  const store = newStore(base.registration)
  const [{ id, name }] = base.streams as [RegistrationScene['streams'][number]]
  const seen: (string | undefined)[] = []
  const stop = effect(() => void seen.push(store.streams.get(id)?.name))
  applyEvent<'stream'>(store, { type: 'stream', op: 'update', stream_id: id, name, property: 'name', value: 'quay' })
  stop()
  expect(seen).toEqual([name, 'quay'])
  expect(store.streams.byName('quay')?.stream_id).toBe(id)
})

test('a muted topic is known by the name of any stream', () => {
  const store = newStore({
    ...withOtherStreams().plain(),
    muted_topics: [
      ['attic', 'Rats', 0],
      ['no such stream', 'rats', 0],
    ],
  })
  expect(store.unread.isMuted({ stream_id: 9001, topic: 'rats' })).toBe(true)
  expect(store.unread.isMuted({ stream_id: 9002, topic: 'rats' })).toBe(false)
})

test('people are found while they are active and after they were deactivated', () => {
  const store = newStore(base.registration)
  const [ada] = base.others
  expect(store.users.name(ada!.id)).toBe('Ada')
  applyEvent<'realm_user'>(store, { type: 'realm_user', op: 'remove', person: { user_id: ada!.id, full_name: 'Ada' } })
  expect(store.users.name(ada!.id)).toBe('Ada')
})

test('bots that belong to every organization have a name, and who is unknown has none', () => {
  const store = newStore(base.registration)
  const bot = base.registration.cross_realm_bots![0] as User
  expect(store.users.name(bot.user_id)).toBe(bot.full_name)
  expect(store.users.name(4_000_000_000)).toBeUndefined()
})

test('the account finds itself', () => {
  const store = newStore(base.registration)
  expect(store.users.selfId).toBe(base.owner.id)
  expect(store.users.self?.user_id).toBe(base.owner.id)
})

test('somebody is muted from the event that mutes them to the one that does not', () => {
  const store = newStore(base.registration)
  const { id } = base.others[0]!
  expect(store.users.isMuted(id)).toBe(false)
  applyEvent<'muted_users'>(store, { type: 'muted_users', muted_users: [{ id, timestamp: 0 }] })
  expect(store.users.isMuted(id)).toBe(true)
  applyEvent<'muted_users'>(store, { type: 'muted_users', muted_users: [] })
  expect(store.users.isMuted(id)).toBe(false)
})

test('a registration without users or mutes is looked through all the same', () => {
  const { realm_users: _, cross_realm_bots: __, muted_users: ___, ...rest } = base.registration
  const store = newStore(rest)
  expect(store.users.self).toBeUndefined()
  expect(store.users.isMuted(base.owner.id)).toBe(false)
})

test('a lookup of a person is notified of changes of that person, and of no others', () => {
  const store = newStore(base.registration)
  const [{ id }, { id: other_id }] = base.others as [
    RegistrationScene['others'][number],
    RegistrationScene['others'][number],
  ]
  const seen: (string | undefined)[] = []
  const stop = effect(() => void seen.push(store.users.name(id)))
  const name = store.users.name(id)
  const rename = (user_id: number, full_name: string): void =>
    applyEvent<'realm_user'>(store, { type: 'realm_user', op: 'update', person: { user_id, full_name } })
  rename(other_id, 'Coxswain')
  rename(id, 'Helmsman')
  stop()
  expect(seen).toEqual([name, 'Helmsman'])
  expect(store.users.name(other_id)).toBe('Coxswain')
  expect([...store.users.all.value.values()].map(({ full_name }) => full_name)).toEqual(
    expect.arrayContaining(['Coxswain', 'Helmsman']),
  )
})
