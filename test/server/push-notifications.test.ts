/** Which messages, edits and reactions reach devices by web push, and what happens when services and the object fail. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { costOf, newRealm, type Person, type TestRealm } from '../kit'
import { killObject } from '../kit/faulty-database'
import { PushDevice } from '../kit/push-device'
import type { Scripted } from '../kit/outside'
import { Service } from '../kit/services'

/** A device of somebody, and what its push service got. */
class Phone {
  readonly service: Service
  private readonly device: PushDevice

  constructor(answers: Scripted[] = [{ status: 201 }]) {
    this.service = new Service(answers)
    this.device = new PushDevice(this.service.url)
  }

  async register(person: Person): Promise<void> {
    await person.post('/users/me/web_push', { ...this.device.subscription })
  }

  /** Payloads of the pushes, of at least `count`. */
  async pushes(count = 0): Promise<Record<string, unknown>[]> {
    return (await this.service.seen(count)).map((seen) => this.device.payloadOf(seen))
  }
}

async function scene(answers?: Scripted[]) {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  await realm.stream('harbour', ada, bo)
  const phone = new Phone(answers)
  await phone.register(bo)
  return { realm, ada, bo, phone }
}

/** What reaches a phone before a direct message that is sent last, and certainly reaches it. */
async function pushesBefore({ ada, bo, phone }: { ada: Person; bo: Person; phone: Phone }): Promise<string[]> {
  await ada.write([bo], 'the end')
  await vi.waitFor(async () => expect((await phone.pushes()).map(({ body }) => body)).toContain('the end'))
  return (await phone.pushes()).map(({ body }) => String(body)).filter((body) => body !== 'the end')
}

/** Keys of what an organization is still to do. */
const readAgenda = (realm: TestRealm): Promise<string[]> =>
  realm.inObject((_, { storage }) =>
    storage.sql
      .exec<{ key: string }>('select key from agenda')
      .toArray()
      .map(({ key }) => key),
  )

const untilNothingWaits = (realm: TestRealm): Promise<void> =>
  vi.waitFor(async () => expect(await readAgenda(realm)).toEqual([]))

const untilPushWaits = (realm: TestRealm): Promise<void> =>
  vi.waitFor(async () => expect(await readAgenda(realm)).toEqual([expect.stringContaining(':push:')]))

async function alarmAfter(realm: TestRealm, seconds: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  await realm.ringAlarm()
}

/** Rows that the second message of a conversation writes. */
async function rowsOf(from: Person, to: Person): Promise<number> {
  const message = { type: 'private', to: JSON.stringify([to.id]) }
  await from.post('/messages', { ...message, content: 'first' })
  return costOf(await from.post('/messages', { ...message, content: 'second' })).rows_written
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a push', () => {
  test('of a direct message says who wrote what, and opens the conversation', async () => {
    const { realm, ada, bo, phone } = await scene()

    const message_id = await ada.write([bo], 'The **tide** turns\n\n```spoiler when\nat noon\n```')

    expect(await phone.pushes(1)).toEqual([
      {
        v: 1,
        type: 'message',
        realm: `http://${realm.host}`,
        reason: 'direct_message',
        title: ada.full_name,
        body: 'The tide turns\nwhen\n…',
        user_id: bo.id,
        message_id,
        sender_id: ada.id,
        time: expect.any(Number),
        user_ids: [ada.id, bo.id],
      },
    ])
    await untilNothingWaits(realm)
  })

  test('of a mention says where', async () => {
    const { ada, bo, phone } = await scene()

    await ada.send('harbour', 'tides', `@**${bo.full_name}** look`)

    expect(await phone.pushes(1)).toMatchObject([
      {
        reason: 'mention',
        title: '#harbour › tides',
        body: `${ada.full_name}: @${bo.full_name} look`,
        topic: 'tides',
        stream_id: expect.any(Number),
      },
    ])
  })

  test('has no text of a direct message if the reader hides texts', async () => {
    const { ada, bo, phone } = await scene()
    await bo.patch('/settings', { pm_content_in_desktop_notifications: false })

    await ada.write([bo], 'Secret')

    expect(await phone.pushes(1)).toMatchObject([{ title: ada.full_name, body: '' }])
  })
})

describe('who is notified', () => {
  test('nobody of an ordinary message in a stream, of their own messages, and of what they read at once', async () => {
    const { realm, ada, bo, phone } = await scene()
    const cy = await realm.user('cy')
    const other = new Phone()
    await other.register(cy)

    await ada.send('harbour', 'tides', 'Nothing special')
    await bo.send('harbour', 'tides', `@**${bo.full_name}** I talk to myself`)
    await bo.write([ada], 'And to ada, who has no phone')
    await ada.write([cy], 'For cy alone')

    expect(await pushesBefore({ ada, bo, phone })).toEqual([])
    expect((await other.pushes(1)).map(({ body }) => body)).toEqual(['For cy alone'])
  })

  test('who wants all of a stream, until they no longer do', async () => {
    const { ada, bo, phone } = await scene()
    const set = (property: string, value: boolean, stream_id: number) =>
      bo.post('/users/me/subscriptions/properties', {
        subscription_data: JSON.stringify([{ stream_id, property, value }]),
      })
    const { stream_id } = await bo.get('/get_stream_id', { stream: 'harbour' })

    await ada.send('harbour', 'tides', '1 not yet')
    await set('push_notifications', true, Number(stream_id))
    await ada.send('harbour', 'tides', '2 wanted')
    await set('is_muted', true, Number(stream_id))
    await ada.send('harbour', 'tides', '3 muted')
    await set('is_muted', false, Number(stream_id))
    await bo.must('PATCH', '/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'tides', op: 'add' })
    await ada.send('harbour', 'tides', '4 of a muted topic')
    await ada.send('harbour', 'tides', `5 @**${bo.full_name}** of a muted topic`)
    await set('push_notifications', false, Number(stream_id))
    await ada.send('harbour', 'boats', '6 no longer wanted')
    await bo.patch('/settings', { enable_stream_push_notifications: true })
    await ada.send('harbour', 'boats', '7 the stream says no')

    const bodies = await pushesBefore({ ada, bo, phone })
    expect(bodies.map((body) => body.split(': ')[1])).toEqual(['2 wanted', `5 @${bo.full_name} of a muted topic`])
  })

  test('who joins a stream, by their personal settings', async () => {
    const { realm, ada, bo, phone } = await scene()
    await realm.stream('tower', ada)
    await bo.patch('/settings', { enable_stream_push_notifications: true })

    await ada.send('tower', 'bells', '1 not there')
    await bo.subscribe('tower')
    await ada.send('tower', 'bells', '2 there')
    await bo.must('DELETE', '/users/me/subscriptions', { subscriptions: '["tower"]' })
    await ada.send('tower', 'bells', '3 gone')

    expect((await pushesBefore({ ada, bo, phone })).map((body) => body.split(': ')[1])).toEqual(['2 there'])
  })

  test('nobody of what people wrote whom they muted', async () => {
    const { ada, bo, phone, realm } = await scene()
    const cy = await realm.user('cy')
    await bo.post(`/users/me/muted_users/${cy.id}`)

    await cy.write([bo], 'unheard')

    expect(await pushesBefore({ ada, bo, phone })).toEqual([])
  })

  test('who is mentioned anew by an edit, once', async () => {
    const { ada, bo, phone } = await scene()
    const id = await ada.send('harbour', 'tides', 'Hello')

    await ada.patch(`/messages/${id}`, { content: `Hello @**${bo.full_name}**` })
    await ada.patch(`/messages/${id}`, { content: `Hello again @**${bo.full_name}**` })

    expect(await pushesBefore({ ada, bo, phone })).toEqual([`${ada.full_name}: Hello @${bo.full_name}`])
  })

  test('who wants to know of reactions to their messages', async () => {
    const { ada, bo, phone } = await scene()
    const id = await bo.send('harbour', 'tides', 'High water')

    await ada.post(`/messages/${id}/reactions`, { emoji_name: 'heart' })
    await bo.patch('/settings', { enable_reaction_notifications: true })
    await ada.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })

    expect(await pushesBefore({ ada, bo, phone })).toEqual([`${ada.full_name}: 🎉`])
    expect(await phone.pushes()).toMatchObject([{ type: 'reaction', reason: 'reaction', message_id: id }, {}])
  })

  test('who is here, unless they want pushes only while they are away', async () => {
    const { ada, bo, phone } = await scene()
    await bo.listen({ event_types: ['message'] })
    const isActive = () => bo.post('/users/me/presence', { status: 'active', ping_only: true })

    await isActive()
    await ada.write([bo], '1 here')
    await bo.patch('/settings', { enable_online_push_notifications: false })
    await ada.write([bo], '2 here, unwanted')
    await bo.patch('/settings', { enable_online_push_notifications: true })

    expect(await pushesBefore({ ada, bo, phone })).toEqual(['1 here'])
  })
})

test('one person can have only so many people notified in a minute, and nobody else is limited by that', async () => {
  const { ada, bo, phone, realm } = await scene()
  const cy = await realm.user('cy')
  await realm.inObject((object) => {
    Object.assign(object, { env: { ...env, PUSHES_PER_MINUTE: '2' } })
  })

  for (const content of ['1', '2', '3']) await ada.write([bo], content)
  await cy.write([bo], 'from another')

  await vi.waitFor(async () => expect((await phone.pushes()).map(({ body }) => body)).toContain('from another'))
  expect(new Set((await phone.pushes()).map(({ body }) => body))).toEqual(new Set(['1', '2', 'from another']))
})

describe('what is sent and written', () => {
  test('a message writes no further row of the database, whoever is notified', async () => {
    const { realm, ada, bo } = await scene()
    const plain = await newRealm()
    const [cy, di] = [await plain.user('cy'), await plain.user('di')]

    expect(await rowsOf(ada, bo)).toBe(await rowsOf(cy, di))
    await untilNothingWaits(realm)
  })

  test('a service that asks to wait is asked again at its time, not before, and only then', async () => {
    const { realm, ada, bo, phone } = await scene([{ status: 429, headers: { 'Retry-After': '100' } }, { status: 201 }])
    await ada.write([bo], 'late')
    await phone.pushes(1)
    await untilPushWaits(realm)

    await alarmAfter(realm, 98)
    expect(await phone.pushes()).toHaveLength(1)
    await alarmAfter(realm, 3)

    expect((await phone.pushes(2)).map(({ body }) => body)).toEqual(['late', 'late'])
    await untilNothingWaits(realm)
  })

  test('what was read while a service was down is not sent any more', async () => {
    const { realm, ada, bo, phone } = await scene([{ status: 503 }, { status: 201 }])
    const id = await ada.write([bo], 'read elsewhere')
    await phone.pushes(1)
    await untilPushWaits(realm)

    await bo.post('/messages/flags', { messages: `[${id}]`, op: 'add', flag: 'read' })
    await alarmAfter(realm, 120)

    await untilNothingWaits(realm)
    expect(await phone.pushes()).toHaveLength(1)
  })

  test('a push that an object did not send because it was killed is sent by the next one', async () => {
    const { realm, ada, bo, phone } = await scene([{ held: true, status: 201 }, { status: 201 }])
    await ada.write([bo], 'twice at most')
    await phone.pushes(1)

    await killObject(realm)
    await alarmAfter(realm, 61)

    expect((await phone.pushes(2)).map(({ body }) => body)).toEqual(['twice at most', 'twice at most'])
    await untilNothingWaits(realm)
  })

  test('many devices all get their push, though no job sends more than the platform allows', async () => {
    const { realm, ada, bo } = await scene()
    const people = [bo]
    for (let number = 0; number < 6; number += 1) people.push(await realm.user(`p${number}`))
    const phones: Phone[] = []
    for (const person of people)
      for (let number = 0; number < 6; number += 1) {
        phones.push(new Phone())
        await phones.at(-1)!.register(person)
      }

    await ada.write(people, 'all')

    await Promise.all(phones.map((phone) => phone.pushes(1)))
    await untilNothingWaits(realm)
    for (const phone of phones) expect(await phone.pushes()).toHaveLength(1)
  })
})
