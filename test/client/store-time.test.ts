import { beforeAll, expect, test } from 'vitest'
import type { Store } from '../../client/store/store'
import { newStore, noonMs, newRegistration, applyEvent, type RegistrationScene } from './support/registered'

let base: RegistrationScene

beforeAll(async () => {
  base = await newRegistration()
})

const person = (user_id: number) => ({ user_id, email: `user${user_id}@example.com` })

const say = (store: Store, op: 'start' | 'stop', from = base.others[0]!.id): void =>
  applyEvent<'typing'>(store, {
    type: 'typing',
    op,
    message_type: 'private',
    sender: person(from),
    recipients: [person(base.owner.id), person(base.others[0]!.id)],
  })

const withAda = () => ({ user_ids: [base.others[0]!.id] })

test('who is writing is forgotten after 15 seconds without another word', () => {
  const store = newStore(base.registration)
  const writing = store.typing.in(withAda())
  say(store, 'start')
  store.passTime(noonMs + 10_000)
  say(store, 'start')
  store.passTime(noonMs + 24_999)
  expect(writing.value).toEqual([base.others[0]!.id])
  store.passTime(noonMs + 25_000)
  expect(writing.value).toEqual([])
})

test('who stops writing, or sends, is not writing any more', () => {
  const store = newStore(base.registration)
  const writing = store.typing.in(withAda())
  say(store, 'start')
  say(store, 'stop')
  expect(writing.value).toEqual([])
  say(store, 'start')
  const { flags, ...message } = base.toPeople
  applyEvent<'message'>(store, { type: 'message', message: { ...message, id: message.id + 10 }, flags })
  expect(writing.value).toEqual([])
})

test('one does not hear of oneself, and topics are found in any case', () => {
  const store = newStore(base.registration)
  say(store, 'start', base.owner.id)
  expect(store.typing.in(withAda()).value).toEqual([])
  const [stream_id, [ada, ben]] = [base.streams[0]!.id, base.others]
  for (const { id } of [ada!, ben!])
    applyEvent<'typing'>(store, {
      type: 'typing',
      op: 'start',
      message_type: 'stream',
      sender: person(id),
      stream_id,
      topic: 'Tides',
    })
  expect(store.typing.in({ stream_id, topic: 'tIDES' }).value).toEqual([ada!.id, ben!.id])
  expect(store.typing.in({ stream_id, topic: 'view' }).value).toEqual([])
})

test('who is writing stays the same list while only the time passes', () => {
  const store = newStore(base.registration)
  const writing = store.typing.in(withAda())
  say(store, 'start')
  const before = writing.value
  store.passTime(noonMs + 5000)
  say(store, 'start')
  expect(writing.value).toBe(before)
})

/** Reports of Ada's website. */
const report = (store: Store, status: 'active' | 'idle', timestamp: number, server_timestamp = timestamp): void =>
  applyEvent<'presence'>(store, {
    type: 'presence',
    user_id: base.others[0]!.id,
    server_timestamp,
    presence: { website: { client: 'website', status, timestamp, pushable: false } },
  })

/** A store whose server's clock is an hour ahead. */
function anHourAhead(): { store: Store; now: number; status: () => string } {
  const now = noonMs / 1000 + 3600
  const store = newStore({ ...base.registration, presences: {}, server_timestamp: now })
  const { id } = base.others[0]!
  const { present } = store.presence
  const status = store.presence.status(id)
  return {
    store,
    now,
    status() {
      expect(present.value.has(id)).toBe(status.value !== 'offline')
      return status.value
    },
  }
}

test('a person keeps the reported presence, and is offline once it is too old', () => {
  const { store, now, status } = anHourAhead()
  expect(status()).toBe('offline')
  report(store, 'active', now)
  store.passTime(noonMs + 899_000)
  expect(status()).toBe('active')
  store.passTime(noonMs + 901_000)
  expect(status()).toBe('offline')
})

test('who left long ago is offline as soon as the server says so', () => {
  const { store, now, status } = anHourAhead()
  report(store, 'idle', now)
  expect(status()).toBe('idle')
  report(store, 'idle', now + 1, now + 302)
  expect(status()).toBe('offline')
})

test('an answer about everybody replaces earlier reports', () => {
  const { store, now, status } = anHourAhead()
  const { id } = base.others[0]!
  report(store, 'active', now)
  store.passTime(noonMs + 120_000)
  const later = now + 120
  store.setPresences({ presences: { [id]: { idle_timestamp: later - 10 } }, server_timestamp: later })
  expect(status()).toBe('idle')
  // An active client counts before one that was idle later.
  const both = { active_timestamp: later - 60, idle_timestamp: later - 10 }
  store.setPresences({ presences: { [id]: both }, server_timestamp: later })
  expect(status()).toBe('active')
  store.setPresences({ presences: { [id]: { ...both, active_timestamp: later - 100 } }, server_timestamp: later })
  expect(status()).toBe('idle')
  store.setPresences({ presences: { [id]: { active_timestamp: later - 301 } }, server_timestamp: later })
  expect(status()).toBe('offline')
  store.setPresences({ presences: {}, server_timestamp: later })
  expect(status()).toBe('offline')
})

test('deactivated people are neither present nor typing', () => {
  const { store, now, status } = anHourAhead()
  const { id: user_id, full_name } = base.others[0]!
  report(store, 'active', now)
  say(store, 'start')
  applyEvent<'realm_user'>(store, { type: 'realm_user', op: 'remove', person: { user_id, full_name } })
  expect(status()).toBe('offline')
  expect(store.typing.in(withAda()).value).toEqual([])
})

test('rights that come with time come as it passes', () => {
  const seconds =
    Date.parse(base.registration.realm_users!.find(({ user_id }) => user_id === base.others[0]!.id)!.date_joined) / 1000
  const store = newStore({
    ...base.registration,
    user_id: base.others[0]!.id,
    server_timestamp: seconds,
    realm_waiting_period_threshold: 1,
    realm_create_public_stream_policy: 3,
  })
  expect(store.state.can_create_public_streams.value).toBe(false)
  store.passTime(noonMs + 86_401_000)
  expect(store.state.can_create_public_streams.value).toBe(true)
})
