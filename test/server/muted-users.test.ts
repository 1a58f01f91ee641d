import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { costOf, newRealm, type Person, type TestRealm } from '../kit'

let realm: TestRealm
let ada: Person
let bo: Person
let cy: Person

beforeEach(async () => {
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  cy = await realm.user('cy')
  await realm.stream('harbour', ada, bo, cy)
})

const path = ({ id }: { id: number }) => `/users/me/muted_users/${id}`
const mute = (person: Person, target: Person) => person.post(path(target))
const unmute = (person: Person, target: Person) => person.delete(path(target))

async function readMutedUsers(person: Person): Promise<number[]> {
  const { state } = await person.listen({ fetch_event_types: ['muted_users'] })
  return (state['muted_users'] as { id: number }[]).map(({ id }) => id)
}

async function unreadOf(person: Person): Promise<number> {
  const { state } = await person.listen({ fetch_event_types: ['message', 'update_message_flags'] })
  return (state['unread_msgs'] as { count: number }).count
}

describe('a user', () => {
  test('is muted for oneself only, and since when is told', async () => {
    const before = Math.floor(Date.now() / 1000)

    await mute(ada, bo)
    await mute(ada, cy)

    const { state } = await ada.listen()
    expect(state['muted_users']).toEqual([
      { id: bo.id, timestamp: expect.any(Number) },
      { id: cy.id, timestamp: expect.any(Number) },
    ])
    expect((state['muted_users'] as { timestamp: number }[])[0]!.timestamp).toBeGreaterThanOrEqual(before)
    expect(await readMutedUsers(cy)).toEqual([])
  })

  test('is unmuted, and can be muted again', async () => {
    await mute(ada, bo)
    await mute(ada, cy)

    await unmute(ada, bo)

    expect(await readMutedUsers(ada)).toEqual([cy.id])
    await mute(ada, bo)
    expect(new Set(await readMutedUsers(ada))).toEqual(new Set([bo.id, cy.id]))
  })

  test('can be muted although they are deactivated', async () => {
    await realm.deactivate(bo)

    await mute(ada, bo)

    expect(await readMutedUsers(ada)).toEqual([bo.id])
  })

  test('can be muted by guests and bots', async () => {
    const guest = await realm.user('guest', { role: 600 })
    const bot = await realm.bot('helper', ada)

    await mute(guest, bo)
    await mute(bot, bo)

    expect(await readMutedUsers(guest)).toEqual([bo.id])
  })
})

describe('refused is', () => {
  test.each([
    ['muting oneself', () => ada],
    ['muting a bot', () => realm.bot('helper', bo)],
    ['muting somebody unknown', () => ({ id: 4_000_000 })],
    ['muting somebody of another realm', async () => (await newRealm()).owner],
    ['muting nobody who ever was', () => ({ id: 10 ** 30 })],
  ])('%s', async (_, target) => {
    const { id } = await target()

    expect(await ada.ask('POST', `/users/me/muted_users/${BigInt(id)}`)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
    expect(await readMutedUsers(ada)).toEqual([])
  })

  test('muting somebody twice', async () => {
    await mute(ada, bo)

    expect(await ada.ask('POST', path(bo))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await readMutedUsers(ada)).toEqual([bo.id])
  })

  test('unmuting somebody who is not muted', async () => {
    await mute(ada, cy)

    expect(await ada.ask('DELETE', path(bo))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await readMutedUsers(ada)).toEqual([cy.id])
  })

  test('muting more than a thousand', async () => {
    await env.DB.prepare(`
      with recursive number (n) as (select 1 union all select n + 1 from number where n < 1000)
      insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
      select ?1 + n, ?2, 'many-' || n || '@example.com', 'many-' || n || '@example.com', 'Many', 'many', 400, 0 from number
    `)
      .bind(cy.id + 1000, realm.id)
      .run()
    await env.DB.prepare(`
      insert into muted_user (user_id, muted_user_id, date_muted) select ?1, id, 1 from user where id > ?2 and id <= ?2 + 1000
    `)
      .bind(ada.id, cy.id + 1000)
      .run()

    expect(await ada.ask('POST', path(bo))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('messages of a muted user', () => {
  test('that are there already become read', async () => {
    const inStream = await bo.send('harbour', 'tides', 'High water')
    const privately = await bo.write([ada], 'Psst')
    const marked = await bo.send('harbour', 'tides', 'Low water')
    await ada.post('/messages/flags', { messages: [marked], op: 'add', flag: 'read' })
    await ada.post('/messages/flags', { messages: [marked], op: 'remove', flag: 'read' })

    await mute(ada, bo)

    for (const id of [inStream, privately, marked]) expect(await ada.flags(id)).toEqual(['read'])
    expect(await unreadOf(ada)).toBe(0)
  })

  test('become read at a price of a few rows for each, however many there are', async () => {
    for (let index = 0; index < 70; index += 1) await bo.send('harbour', 'tides', `Wave ${index}`)

    const { trips, rows_read, rows_written } = costOf(await ada.post(path(bo)))

    expect(await unreadOf(ada)).toBe(0)
    expect(trips).toBeLessThanOrEqual(4)
    expect(rows_read).toBeLessThanOrEqual(70 * 10)
    expect(rows_written).toBeLessThanOrEqual(6)
  })

  test('stay unread for others, and those of others for the one who mutes', async () => {
    const ofBo = await bo.send('harbour', 'tides', 'High water')
    const ofCy = await cy.send('harbour', 'tides', 'Low water')

    await mute(ada, bo)

    expect(await cy.flags(ofBo)).toEqual([])
    expect(await ada.flags(ofCy)).toEqual([])
  })

  test('arrive read, in streams and privately', async () => {
    await mute(ada, bo)
    const listener = await ada.listen()

    const inStream = await bo.send('harbour', 'tides', '@**Ada** High water')
    const privately = await bo.write([ada, cy], 'Psst')

    expect(await listener.events()).toMatchObject([
      { type: 'message', message: { id: inStream }, flags: ['read', 'mentioned'] },
      { type: 'message', message: { id: privately }, flags: ['read'] },
    ])
    expect(await ada.flags(inStream)).toEqual(['read', 'mentioned'])
    expect(await ada.flags(privately)).toEqual(['read'])
    expect(await unreadOf(ada)).toBe(0)
  })

  test('arrive unread for others, and so do those of others', async () => {
    await mute(ada, bo)

    const ofBo = await bo.send('harbour', 'tides', 'High water')
    const ofCy = await cy.send('harbour', 'tides', 'Low water')

    expect(await cy.flags(ofBo)).toEqual([])
    expect(await ada.flags(ofCy)).toEqual([])
  })

  test('arrive unread once the mute is taken back, and what was read stays read', async () => {
    const before = await bo.send('harbour', 'tides', 'High water')
    await mute(ada, bo)
    const meanwhile = await bo.send('harbour', 'tides', 'Low water')

    await unmute(ada, bo)

    const after = await bo.send('harbour', 'tides', 'Slack water')
    expect(await ada.flags(before)).toEqual(['read'])
    expect(await ada.flags(meanwhile)).toEqual(['read'])
    expect(await ada.flags(after)).toEqual([])
  })

  test('are still found', async () => {
    await mute(ada, bo)

    const id = await bo.send('harbour', 'tides', 'High water')

    expect(await ada.messages([['topic', 'tides']])).toMatchObject([{ id }])
  })

  test('cost one row more for each receiver who muted the sender, and none for others', async () => {
    const stranger = await realm.user('stranger')
    const send = () => bo.post('/messages', { type: 'stream', to: 'harbour', topic: 'tides', content: 'High water' })
    await send()
    await mute(stranger, bo)
    await send()
    const without = costOf(await send())

    await mute(ada, bo)
    await mute(cy, bo)
    await send()

    const { rows_written, trips } = costOf(await send())
    expect(rows_written).toBe(without.rows_written + 2)
    expect(trips).toBe(without.trips)
    expect(without).toMatchObject({ trips: 1 })
    expect(without.rows_written).toBeLessThanOrEqual(6)
  })
})

describe('clients', () => {
  test('get events about the muted user, and about messages that muting marks as read', async () => {
    const first = await bo.send('harbour', 'tides', 'High water')
    const second = await bo.write([ada], 'Psst')
    const listener = await ada.listen()

    await mute(ada, bo)
    await unmute(ada, bo)

    const flags = { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', all: false }
    expect(await listener.events()).toEqual([
      { type: 'muted_users', muted_users: [{ id: bo.id, timestamp: expect.any(Number) }] },
      { ...flags, messages: [first, second] },
      { type: 'muted_users', muted_users: [] },
    ])
  })

  test('are told the list in the order of a later registration', async () => {
    const listener = await ada.listen()

    await mute(ada, cy)
    await mute(ada, bo)
    await realm.evict()

    const { muted_users } = (await listener.events()).at(-1)!
    expect(muted_users).toEqual((await ada.listen()).state['muted_users'])
  })

  test('get no event about flags when muting marks nothing as read', async () => {
    const id = await bo.send('harbour', 'tides', 'High water')
    await ada.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    const listener = await ada.listen()

    await mute(ada, bo)

    expect(await listener.events()).toMatchObject([{ type: 'muted_users' }])
  })

  test('of others get no event, and neither do those of the muted user', async () => {
    await bo.send('harbour', 'tides', 'High water')
    const listeners = [await bo.listen(), await cy.listen(), await realm.owner.listen()]

    await mute(ada, bo)
    await unmute(ada, bo)

    for (const listener of listeners) expect(await listener.events()).toEqual([])
  })
})
