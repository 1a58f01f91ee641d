import { storePresences } from '../../src/presence/writes'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addUsers } from '../kit/crowd'
import { type Presence } from '../../src/presence/queries'
import { costOf, newRealm, type Listener, type Params, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00.250Z') })
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
})

afterEach(() => {
  vi.useRealTimers()
})

const seconds = () => Math.floor(Date.now() / 1000)

const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

const report = (person: Person, status: string, params: Params = {}) =>
  person.post('/users/me/presence', { status, client: 'website', ...params })

const presenceOf = async (person: Person, by = bo): Promise<Record<string, unknown>> =>
  (await by.get(`/users/${person.id}/presence`))['presence'] as Record<string, unknown>

/** What a queue is told of a report; empty when it brought no news. */
const readPresenceEvents = (listener: Listener) => listener.events('presence')

const legacyOfAda = () => {
  const [mobile, website] = [seconds() - 10, seconds()]
  return {
    [ada.email]: {
      ZulipMobile: { client: 'ZulipMobile', status: 'active', timestamp: mobile, pushable: false },
      website: { client: 'website', status: 'idle', timestamp: website, pushable: false },
      aggregated: { client: 'website', status: 'idle', timestamp: website },
    },
  }
}

const slimOfAda = () => ({ [ada.id]: { active_timestamp: seconds() - 10, idle_timestamp: seconds() } })

/** What a new queue begins with. */
const presencesAtFirst = async (person: Person): Promise<unknown> =>
  (await person.listen({ slim_presence: true })).state['presences']

/** Rows that a report writes, so many seconds later. */
const rowsWritten = async (person: Person, after: number): Promise<number> => {
  passSeconds(after)
  return costOf(await report(person, 'active')).rows_written
}

describe('a report', () => {
  test('is told to everybody when it is the first of a client', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const bot = await realm.bot('clock', bo)
    const listeners = await Promise.all([ada, bo, guest, bot, realm.owner].map((person) => person.listen()))

    await report(ada, 'idle', { client: 'ZulipMobile' })

    const presence = {
      ZulipMobile: { client: 'ZulipMobile', status: 'idle', timestamp: seconds(), pushable: false },
    }
    for (const listener of listeners)
      expect(await listener.events()).toEqual([
        { type: 'presence', user_id: ada.id, email: ada.email, server_timestamp: Date.now() / 1000, presence },
      ])
  })

  test('is told without an address on queues of the slim form', async () => {
    const listener = await bo.listen({ slim_presence: true })

    await report(ada, 'active')

    const [event] = await readPresenceEvents(listener)
    expect(event).toHaveProperty('presence')
    expect(event).not.toHaveProperty('email')
  })

  test('is not told to other organizations', async () => {
    const listener = await (await newRealm()).owner.listen()

    await report(ada, 'active')

    expect(await listener.events()).toEqual([])
  })

  const cases: [what: string, before: string, after: number, status: string, isNews: boolean, found: string][] = [
    ['active after being idle', 'idle', 1, 'active', true, 'active'],
    ['active again', 'active', 60, 'active', false, 'active'],
    ['active again after 70 seconds', 'active', 70, 'active', false, 'active'],
    ['active after a longer silence', 'active', 71, 'active', true, 'active'],
    ['idle soon after being active', 'active', 70, 'idle', false, 'active'],
    ['idle after a longer silence', 'active', 71, 'idle', false, 'idle'],
    ['idle again', 'idle', 200, 'idle', false, 'idle'],
  ]

  test.each(cases)('%s', async (_, before, after, status, isNews, found) => {
    await report(ada, before)
    const listener = await bo.listen()
    const first = seconds()
    passSeconds(after)

    await report(ada, status)

    expect((await readPresenceEvents(listener)).length).toBe(Number(isNews))
    const isTaken = found === status
    expect((await presenceOf(ada))['website']).toEqual({ status: found, timestamp: isTaken ? first + after : first })
  })

  test('of another client is one of its own', async () => {
    await report(ada, 'active')
    const listener = await bo.listen()

    await report(ada, 'idle', { client: 'ZulipMobile' })

    expect(await readPresenceEvents(listener)).toMatchObject([{ presence: { ZulipMobile: { status: 'idle' } } }])
    expect(await presenceOf(ada)).toMatchObject({ website: { status: 'active' }, ZulipMobile: { status: 'idle' } })
  })

  test('of the desktop app counts as one of the website', async () => {
    await report(ada, 'idle')

    await report(ada, 'active', { client: 'ZulipDesktop' })

    expect(Object.keys(await presenceOf(ada)).toSorted()).toEqual(['aggregated', 'website'])
  })

  test('of an eleventh client takes the place of the one not heard of for longest', async () => {
    for (let number = 1; number <= 11; number += 1) {
      passSeconds(1)
      await report(ada, 'active', { client: `client ${number}` })
    }

    const clients = Object.keys(await presenceOf(ada))
    expect(clients).toHaveLength(11)
    expect(clients).not.toContain('client 1')
    expect(clients).toContain('client 11')
  })

  test.each(['__proto__', 'constructor', 'aggregated'])('of a client called %s does no harm', async (client) => {
    await report(ada, 'active', { client })
    await realm.evict()

    expect(await presenceOf(ada)).toMatchObject({ aggregated: { status: 'active', timestamp: seconds() } })
    expect((await bo.get('/realm/presence'))['presences']).toMatchObject({
      [ada.email]: { aggregated: { status: 'active', client } },
    })
  })

  test('of somebody who does not show it is taken and not recorded', async () => {
    await report(ada, 'active')
    const before = await presenceOf(ada)
    await ada.patch('/settings', { presence_enabled: false })
    const listener = await bo.listen()
    passSeconds(100)

    const answer = await report(ada, 'active')

    expect(answer['presences']).toHaveProperty([ada.email])
    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await presenceOf(ada)).toEqual(before)
  })

  test('is answered with nothing when the client only pings', async () => {
    const answer = await report(ada, 'active', { ping_only: true, new_user_input: true })

    expect(answer).not.toHaveProperty('presences')
    expect(answer).not.toHaveProperty('server_timestamp')
    expect(await presenceOf(ada)).toHaveProperty('website')
  })

  test('tells nobody in an organization with more than a hundred active users', async () => {
    const listener = await bo.listen()
    // With the owner, Ada and Bo there are a hundred; notices have a voice that counts for nobody.
    await addUsers(realm, 97)
    await realm.owner.patch('/realm', { description: 'Crowded' })
    await report(ada, 'active')
    expect(await readPresenceEvents(listener)).toHaveLength(1)

    await realm.user('latecomer')
    await report(ada, 'active', { client: 'ZulipMobile' })

    expect(await readPresenceEvents(listener)).toEqual([])
    expect(await presenceOf(ada)).toHaveProperty('ZulipMobile')
  })
})

describe('who is here', () => {
  beforeEach(async () => {
    await report(ada, 'active', { client: 'ZulipMobile' })
    passSeconds(10)
    await report(ada, 'idle')
  })

  test('is told to whoever reports, oneself included', async () => {
    const answer = await report(ada, 'idle')

    expect(answer['presences']).toEqual(legacyOfAda())
    expect(answer['server_timestamp']).toBe(Date.now() / 1000)
  })

  test('is told in the slim form by user id', async () => {
    expect((await report(ada, 'idle', { slim_presence: true }))['presences']).toEqual(slimOfAda())
  })

  test('is told to anybody who asks, guests and bots included', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const bot = await realm.bot('clock', bo)

    for (const person of [bo, guest, bot])
      expect(await person.get('/realm/presence')).toMatchObject({
        presences: legacyOfAda(),
        server_timestamp: Date.now() / 1000,
      })
  })

  test('is what a new queue begins with, in the form that it asks for', async () => {
    expect((await bo.listen()).state).toMatchObject({ presences: legacyOfAda(), server_timestamp: Date.now() / 1000 })
    expect((await bo.listen({ slim_presence: true })).state['presences']).toEqual(slimOfAda())
    await realm.evict()
    expect((await bo.listen({ slim_presence: true })).state['presences']).toEqual(slimOfAda())
    expect((await bo.listen({ event_types: ['message'] })).state).not.toHaveProperty('presences')
  })

  test('is told by the addresses that others see', async () => {
    await realm.owner.patch('/realm', { email_address_visibility: 3 })

    expect(Object.keys((await bo.get('/realm/presence'))['presences'] as object)).toEqual([
      `user${ada.id}@${realm.host}`,
    ])
  })

  test('leaves out who was not seen for two weeks', async () => {
    passSeconds(14 * 24 * 3600)
    expect((await bo.get('/realm/presence'))['presences']).toHaveProperty([ada.email])

    passSeconds(1)

    expect((await bo.get('/realm/presence'))['presences']).toEqual({})
    expect(await presenceOf(ada)).toMatchObject({ aggregated: { status: 'offline' } })
  })

  test('leaves out who was deactivated', async () => {
    await realm.deactivate(ada)

    expect((await bo.get('/realm/presence'))['presences']).toEqual({})
  })

  test('is told to nobody where the organization does not want it', async () => {
    await realm.set({ presence_disabled: true })
    const listener = await bo.listen()

    expect((await report(ada, 'active', { client: 'other' }))['presences']).toEqual({})
    expect((await bo.get('/realm/presence'))['presences']).toEqual({})
    expect(listener.state).toMatchObject({ presences: {}, realm_presence_disabled: true })
    expect(await readPresenceEvents(listener)).toEqual([])
    expect((await bo.ask('GET', `/users/${ada.id}/presence`)).code).toBe('BAD_REQUEST')
  })
})

describe('whether one user is here', () => {
  test('is told by id and by address, in any case', async () => {
    await report(ada, 'active')
    const presence = { status: 'active', timestamp: seconds() }

    for (const named of [String(ada.id), ada.email, ada.email.toUpperCase()])
      expect((await bo.get(`/users/${named}/presence`))['presence']).toEqual({
        website: presence,
        aggregated: presence,
      })
  })

  test.each([
    [300, 'active'],
    [301, 'offline'],
  ])('after %d seconds is %s', async (age, status) => {
    await report(ada, 'active')
    passSeconds(age)

    const timestamp = seconds() - age
    expect(await presenceOf(ada)).toEqual({
      website: { status: 'active', timestamp },
      aggregated: { status, timestamp },
    })
  })

  test('is as the most recent client has it, active rather than idle at the same time', async () => {
    await report(ada, 'active', { client: 'ZulipMobile' })
    await report(ada, 'idle')
    expect(await presenceOf(ada)).toMatchObject({ aggregated: { status: 'active' } })

    passSeconds(1)
    await report(ada, 'idle')

    expect(await presenceOf(ada)).toMatchObject({ aggregated: { status: 'idle' } })
  })

  test.each<[string, () => Promise<string | number>]>([
    ['an unknown id', async () => 4_000_000_000],
    ['an id beyond all numbers', async () => '9'.repeat(300)],
    ['an unknown address', async () => 'nobody@example.com'],
    [
      'a real address that is hidden',
      async () => (await realm.owner.patch('/realm', { email_address_visibility: 4 }), ada.email),
    ],
    ['somebody of another organization', async () => (await newRealm()).owner.id],
    ['somebody deactivated', async () => (await realm.deactivate(ada), ada.id)],
    ['a bot', async () => (await realm.bot('clock', bo)).id],
    ['somebody who never reported', async () => bo.id],
  ])('is refused of %s', async (_, named) => {
    await report(ada, 'active')

    expect(await bo.ask('GET', `/users/${await named()}/presence`)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('refuses a report', () => {
  test.each<[string, Params]>([
    ['of an unknown status', { status: 'asleep' }],
    ['of no status', { status: undefined }],
    ['with a flag that is none', { status: 'active', ping_only: 'maybe' }],
  ])('%s', async (_, params) => {
    const listener = await bo.listen()

    expect((await ada.ask('POST', '/users/me/presence', params)).status).toBe(400)

    expect(await readPresenceEvents(listener)).toEqual([])
    expect((await bo.ask('GET', `/users/${ada.id}/presence`)).status).toBe(400)
  })

  test('of a bot', async () => {
    const bot = await realm.bot('clock', bo)

    expect(await bot.ask('POST', '/users/me/presence', { status: 'active' })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })
})

describe('memory', () => {
  test('survives the realm object', async () => {
    await report(ada, 'active')
    await report(bo, 'idle', { client: 'ZulipMobile' })
    const before = await bo.get('/realm/presence')

    await realm.evict()

    expect((await bo.get('/realm/presence'))['presences']).toEqual(before['presences'])
  })

  test('is written down at every report by an object that was just woken, and then once a minute', async () => {
    await realm.evict()

    const young = [await rowsWritten(ada, 0), await rowsWritten(bo, 30), await rowsWritten(ada, 29)]
    const older = [
      await rowsWritten(ada, 10),
      await rowsWritten(bo, 45),
      await rowsWritten(ada, 10),
      await rowsWritten(bo, 20),
    ]

    expect(young.every((rows) => rows > 0 && rows <= 2)).toBe(true)
    expect(older.map((rows) => rows > 0)).toEqual([false, false, true, false])
  })

  test('is ahead of what is written down, for new queues too, and falls back to it', async () => {
    await report(ada, 'idle')
    passSeconds(61)
    await report(ada, 'idle')
    passSeconds(30)
    await report(ada, 'active')

    expect(await presencesAtFirst(bo)).toEqual({ [ada.id]: { active_timestamp: seconds() } })
    await realm.evict()
    expect(await presencesAtFirst(bo)).toEqual({ [ada.id]: { idle_timestamp: seconds() - 30 } })
  })

  test('fits into a row, however many report', async () => {
    const presence: Presence = new Map([['\u{1f600}'.repeat(30), { status: 'active', timestamp: 1_700_000_000 }]])
    const latest: Presence = new Map([['website', { status: 'active', timestamp: 1_800_000_000 }]])
    const byUser = new Map(Array.from({ length: 20_000 }, (_, index) => [index, presence]))

    const { values } = storePresences(1, { byUser: byUser.set(20_000, latest) })

    const text = String(values[1])
    expect(new TextEncoder().encode(text).length).toBeLessThan(1_600_000)
    expect(Object.keys(JSON.parse(text) as object)).toContain('20000')
  })
})
