import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { costOf, type Answer, type Params, type Person } from '../kit'
import {
  ringAlarmAt,
  readAlarm,
  waitUntilNonePending,
  readContents,
  countPending,
  ringAlarm,
  newSchedulingScene,
  askToSchedule,
  scheduleMessage,
  startMs,
} from '../kit/scheduling'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const minutes = (count: number): number => startMs / 1000 + count * 60

const readScheduled = async (person: Person): Promise<Answer[]> =>
  (await person.get('/scheduled_messages'))['scheduled_messages'] as Answer[]

const idOf = async (answer: Promise<Answer>): Promise<number> => (await answer)['id'] as number

const notThere = { status: 404, code: 'BAD_REQUEST', msg: 'Scheduled message does not exist' }

describe('the list', () => {
  test('has one’s own, the soonest first', async () => {
    const { ada, bo, harbour } = await newSchedulingScene()
    const later = await idOf(scheduleMessage(ada, { deliver_at: '2040-01-10 14:00' }))
    const sooner = await idOf(scheduleMessage(ada, { type: 'private', to: [bo.id], content: 'Between us' }))
    const reminder = await idOf(scheduleMessage(ada, { delivery_type: 'remind', deliver_at: '2040-01-10 15:00' }))
    const toSelf = { delivery_type: 'remind', type: 'private', to: [ada.id], deliver_at: '2040-01-10 16:00' }
    const own = await idOf(scheduleMessage(ada, { ...toSelf, content: 'Plants' }))
    await scheduleMessage(bo)

    const high = { content: 'High **water**', rendered_content: '<p>High <strong>water</strong></p>', failed: false }
    expect(await readScheduled(ada)).toEqual([
      {
        scheduled_message_id: sooner,
        type: 'private',
        to: [bo.id],
        content: 'Between us',
        rendered_content: '<p>Between us</p>',
        scheduled_delivery_timestamp: minutes(60),
        failed: false,
        is_reminder: false,
      },
      {
        scheduled_message_id: later,
        type: 'stream',
        to: harbour.id,
        topic: 'tides',
        ...high,
        scheduled_delivery_timestamp: minutes(120),
        is_reminder: false,
      },
      {
        scheduled_message_id: reminder,
        type: 'stream',
        to: harbour.id,
        topic: 'tides',
        ...high,
        scheduled_delivery_timestamp: minutes(180),
        is_reminder: true,
      },
      expect.objectContaining({ scheduled_message_id: own, type: 'private', to: [ada.id], is_reminder: true }),
    ])
    expect(await readScheduled(bo)).toHaveLength(1)
  })

  test('is empty when nothing waits any more', async () => {
    const { realm, ada } = await newSchedulingScene()
    await scheduleMessage(ada)
    expect(await readScheduled(ada)).toHaveLength(1)

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    expect(await readScheduled(ada)).toEqual([])
  })

  test('shows what an earlier release stored without HTML', async () => {
    const { realm, ada } = await newSchedulingScene()
    await scheduleMessage(ada, { content: '1 < 2' })
    await env.DB.prepare(
      `update scheduled_message set scheduled = json_remove(scheduled, '$.rendered_content') where realm_id = ?`,
    )
      .bind(realm.id)
      .run()

    expect(await readScheduled(ada)).toMatchObject([{ rendered_content: '<p>1 &lt; 2</p>' }])
  })

  test('of a deactivated account is gone, and is empty when it comes back', async () => {
    const { realm, ada } = await newSchedulingScene()
    await scheduleMessage(ada)
    await realm.deactivate(ada)
    expect((await ada.ask('GET', '/scheduled_messages')).status).toBe(401)
    await realm.reactivate(ada)

    expect(await readScheduled(ada)).toEqual([])
    const { state } = await ada.listen({ event_types: ['scheduled_messages'] })
    expect(state['scheduled_messages']).toEqual([])
  })

  test('is read by few rows, however many others there are', async () => {
    const { ada, bo } = await newSchedulingScene()
    for (let count = 0; count < 10; count += 1) await scheduleMessage(bo)
    await scheduleMessage(ada)

    expect(costOf(await ada.get('/scheduled_messages'))).toMatchObject({ trips: 1 })
    expect(costOf(await ada.get('/scheduled_messages')).rows_read).toBeLessThan(10)
  })
})

describe('a change', () => {
  test('of the text and the topic is what is sent', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada))

    await ada.patch(`/scheduled_messages/${id}`, { content: '*Low* water', topic: 'ebb' })

    expect(await readScheduled(ada)).toMatchObject([
      { scheduled_message_id: id, topic: 'ebb', content: '*Low* water', rendered_content: '<p><em>Low</em> water</p>' },
    ])
    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)
    expect(await bo.messages()).toMatchObject([{ subject: 'ebb', content: '<p><em>Low</em> water</p>' }])
  })

  test('of the recipients is where it is sent', async () => {
    const { realm, ada, bo, cy, harbour } = await newSchedulingScene()
    const toPeople = await idOf(scheduleMessage(ada))
    const toStream = await idOf(scheduleMessage(ada, { type: 'private', to: [bo.id] }))
    const toOthers = await idOf(scheduleMessage(ada, { type: 'private', to: [bo.id], content: 'third' }))

    await ada.patch(`/scheduled_messages/${toPeople}`, { type: 'private', to: [cy.id], topic: 'ignored' })
    await ada.patch(`/scheduled_messages/${toStream}`, { type: 'stream', to: harbour.id, topic: 'ebb' })
    await ada.patch(`/scheduled_messages/${toOthers}`, { to: [cy.id, bo.id] })

    expect(await readScheduled(ada)).toMatchObject([
      { type: 'private', to: [cy.id] },
      { type: 'stream', to: harbour.id, topic: 'ebb' },
      { type: 'private', to: [cy.id, bo.id] },
    ])
    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)
    expect(await readContents(cy)).toEqual(['<p>High <strong>water</strong></p>', '<p>third</p>'])
    expect(await bo.messages()).toMatchObject([{ subject: 'ebb' }, { content: '<p>third</p>' }])
  })

  test('to an earlier time wakes the object then', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    await ringAlarm(realm)
    await ringAlarmAt(realm, 1.1)
    const id = await idOf(scheduleMessage(ada))

    await ada.patch(`/scheduled_messages/${id}`, { scheduled_delivery_timestamp: minutes(5) })

    expect(await readAlarm(realm)).toBe(startMs + 5 * 60_000)
    await ringAlarmAt(realm, 5)
    await waitUntilNonePending(realm)
    expect(await readContents(bo)).toHaveLength(1)
  })

  test('to a later time puts it off, and the next one is still sent', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada, { deliver_at: '2040-01-10 12:10', content: 'first' }))
    await scheduleMessage(ada, { deliver_at: '2040-01-10 12:20', content: 'second' })

    await ada.patch(`/scheduled_messages/${id}`, { scheduled_delivery_timestamp: minutes(30) })

    await ringAlarmAt(realm, 10)
    expect(await readContents(bo)).toEqual([])
    await ringAlarmAt(realm, 20)
    await vi.waitFor(async () => expect(await readContents(bo)).toEqual(['<p>second</p>']))
    await ringAlarmAt(realm, 30)
    await waitUntilNonePending(realm)
    expect(await readContents(bo)).toEqual(['<p>second</p>', '<p>first</p>'])
  })

  test('of the time alone needs no right to send now', async () => {
    const { realm, ada, harbour } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada))
    await realm.owner.patch(`/streams/${harbour.id}`, { stream_post_policy: 2 })

    expect(await ada.ask('PATCH', `/scheduled_messages/${id}`, { content: 'other' })).toMatchObject({ status: 400 })
    await ada.patch(`/scheduled_messages/${id}`, { scheduled_delivery_timestamp: minutes(5) })
  })

  test('of a reminder leaves it a reminder', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada, { delivery_type: 'remind' }))

    const others = { type: 'private', to: [bo.id] }
    expect(await ada.ask('PATCH', `/scheduled_messages/${id}`, others)).toMatchObject({ status: 400 })
    await ada.patch(`/scheduled_messages/${id}`, { content: 'Look', scheduled_delivery_timestamp: minutes(5) })

    expect(await readScheduled(ada)).toMatchObject([{ is_reminder: true, content: 'Look' }])
    await ringAlarmAt(realm, 5)
    await waitUntilNonePending(realm)
    expect(await ada.messages()).toMatchObject([{ type: 'private', sender_full_name: 'Notification Bot' }])
    expect(await readContents(bo)).toEqual([])
  })

  test.each<[what: string, changes: Params, code?: string]>([
    ['nothing', {}],
    ['a type without recipients', { type: 'private' }],
    ['a stream without a topic', { type: 'stream', to: 1 }],
    ['an unknown stream', { to: 4_000_000 }, 'STREAM_DOES_NOT_EXIST'],
    ['people in place of a stream', { to: [1, 2] }],
    ['an unknown person', { type: 'private', to: [4_000_000] }],
    ['nobody', { type: 'private', to: [] }],
    ['an unknown type', { type: 'channel', to: 1, topic: 'x' }],
    ['no text', { content: ' ' }],
    ['10,001 bytes', { content: 'x'.repeat(10_001) }],
    ['a null byte', { content: 'x\0' }],
    ['a topic of 61 characters', { topic: 't'.repeat(61) }],
    ['this moment', { scheduled_delivery_timestamp: minutes(0) }],
    ['a time long ago', { scheduled_delivery_timestamp: -1 }],
    ['more than a year ahead', { scheduled_delivery_timestamp: minutes(366 * 24 * 60) + 1 }],
    ['the largest number', { scheduled_delivery_timestamp: Number.MAX_SAFE_INTEGER }],
    ['part of a second', { scheduled_delivery_timestamp: minutes(5) + 0.5 }],
    ['a time that is a text', { scheduled_delivery_timestamp: 'soon' }],
  ])('to %s is refused, and changes nothing', async (_, changes, code = 'BAD_REQUEST') => {
    const { ada } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada))
    const before = await readScheduled(ada)

    expect(await ada.ask('PATCH', `/scheduled_messages/${id}`, changes)).toMatchObject({ status: 400, code })
    expect(await readScheduled(ada)).toEqual(before)
  })

  test('that makes them too long together is refused', async () => {
    const { ada } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada))
    // More than 100 KB of HTML.
    const long = '😀'.repeat(1200)
    for (let count = 0; count < 60; count += 1) if ((await askToSchedule(ada, { content: long })).status !== 200) break
    expect((await readScheduled(ada)).length).toBeGreaterThan(20)

    const tooLong = { status: 400, code: 'BAD_REQUEST', msg: expect.stringContaining('4000000') }
    expect(await askToSchedule(ada, { content: long })).toMatchObject(tooLong)
    expect(await ada.ask('PATCH', `/scheduled_messages/${id}`, { content: long })).toMatchObject(tooLong)
    await ada.patch(`/scheduled_messages/${id}`, { content: 'short' })
  })
})

describe('cancelling', () => {
  test('sends nothing', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada, { content: 'first' }))
    await scheduleMessage(ada, { content: 'second' })

    await ada.delete(`/scheduled_messages/${id}`)

    expect(await readScheduled(ada)).toHaveLength(1)
    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)
    expect(await readContents(bo)).toEqual(['<p>second</p>'])
  })

  test('ends a reminder', async () => {
    const { realm, ada } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada, { delivery_type: 'remind' }))

    await ada.delete(`/scheduled_messages/${id}`)

    expect(await countPending(realm)).toBe(0)
  })

  test('makes room for another', async () => {
    const { realm, ada } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada))
    await env.DB.prepare(
      `
      with recursive number (n) as (select 1 union all select n + 1 from number where n < 99)
      insert into scheduled_message (id, realm_id, sender_id, deliver_at, scheduled)
      select id + 1000 + n, realm_id, sender_id, deliver_at, scheduled from scheduled_message, number where realm_id = ?`,
    )
      .bind(realm.id)
      .run()
    expect((await askToSchedule(ada)).status).toBe(400)
    await ada.patch(`/scheduled_messages/${id}`, { content: 'changed' })

    await ada.delete(`/scheduled_messages/${id}`)

    await scheduleMessage(ada)
  })
})

describe('what is not one’s own, or does not wait any more,', () => {
  const expectBothRefused = async (person: Person, id: number) => {
    const changes = { content: 'changed', scheduled_delivery_timestamp: minutes(600) }
    expect(await person.ask('PATCH', `/scheduled_messages/${id}`, changes)).toMatchObject(notThere)
    expect(await person.ask('DELETE', `/scheduled_messages/${id}`)).toMatchObject(notThere)
  }

  test('is not there for others, not even for owners', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada))

    await expectBothRefused(bo, id)
    await expectBothRefused(realm.owner, id)
    await expectBothRefused(ada, 4_000_000)
    expect(await readScheduled(ada)).toMatchObject([{ content: 'High **water**' }])
  })

  test('is not there when it was sent', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada))
    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    await expectBothRefused(ada, id)
    expect(await readContents(bo)).toHaveLength(1)
  })

  test('is not there while it is being delivered, nor doubled', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const id = await idOf(scheduleMessage(ada))
    const refusals: number[] = []

    // The alarm only begins the delivery; the job goes on after it.
    await ringAlarmAt(realm, 60)
    const changes = { scheduled_delivery_timestamp: minutes(90) }
    refusals.push((await ada.ask('PATCH', `/scheduled_messages/${id}`, changes)).status)
    refusals.push((await ada.ask('DELETE', `/scheduled_messages/${id}`)).status)
    await waitUntilNonePending(realm)
    await ringAlarmAt(realm, 90)
    await waitUntilNonePending(realm)

    expect(refusals).toEqual([404, 404])
    expect(await readContents(bo)).toHaveLength(1)
  })

  test.each<[what: string, method: string, changes: Params]>([
    ['cancelled', 'DELETE', {}],
    ['put off', 'PATCH', { scheduled_delivery_timestamp: minutes(600) }],
  ])('is either sent or %s when both come at once', async (_, method, changes) => {
    const { realm, ada, bo } = await newSchedulingScene()
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_each, number) => idOf(scheduleMessage(ada, { content: String(number) }))),
    )

    const answers = ids.map((id) => ada.ask(method, `/scheduled_messages/${id}`, changes))
    await ringAlarmAt(realm, 60)
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    for (let rings = 0; rings < 3; rings += 1) await ringAlarm(realm)
    await vi.waitFor(async () =>
      expect(await readContents(bo)).toHaveLength(statuses.filter((status) => status === 404).length),
    )

    const sent = await readContents(bo)
    for (const [number, status] of statuses.entries()) expect(sent.includes(`<p>${number}</p>`)).toBe(status === 404)
  })
})

describe('events', () => {
  test('tell the own queues that name them of what is added, changed and removed', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const listeners = [
      await ada.listen({ event_types: ['scheduled_messages'] }),
      await ada.listen({ event_types: ['scheduled_messages', 'drafts'], fetch_event_types: [] }),
    ]
    const outsider = await bo.listen({ event_types: ['scheduled_messages'] })
    const first = await idOf(scheduleMessage(ada, { deliver_at: '2040-01-10 12:05' }))
    const second = await idOf(scheduleMessage(ada, { delivery_type: 'remind' }))
    const [added, reminder] = await readScheduled(ada)
    await ada.patch(`/scheduled_messages/${first}`, { content: 'changed' })
    const [changed] = await readScheduled(ada)
    await ada.delete(`/scheduled_messages/${second}`)
    await ringAlarmAt(realm, 5)
    await waitUntilNonePending(realm)

    const type = 'scheduled_messages'
    for (const listener of listeners)
      expect(await listener.events()).toEqual([
        { type, op: 'add', scheduled_messages: [added] },
        { type, op: 'add', scheduled_messages: [reminder] },
        { type, op: 'update', scheduled_message: changed },
        { type, op: 'remove', scheduled_message_id: second },
        { type, op: 'remove', scheduled_message_id: first },
      ])
    expect(await outsider.events()).toEqual([])
  })

  test('and state come to clients that say that they know of them, unless these name types', async () => {
    const { ada } = await newSchedulingScene()
    await scheduleMessage(ada)
    const client_capabilities = { notification_settings_null: true, scheduled_messages: true }
    const knowing = await ada.listen({ client_capabilities })
    const naming = await ada.listen({ client_capabilities, event_types: ['drafts'] })
    expect(knowing.state['scheduled_messages']).toEqual(await readScheduled(ada))
    expect(naming.state).not.toHaveProperty('scheduled_messages')

    await idOf(scheduleMessage(ada))

    expect((await knowing.events()).map(({ type }) => type)).toEqual(['scheduled_messages'])
    expect(await naming.events()).toEqual([])
  })

  test('and state come to nobody who does not name them', async () => {
    const { ada } = await newSchedulingScene()
    await scheduleMessage(ada)
    const ordinary = await ada.listen()
    const fetching = await ada.listen({ fetch_event_types: ['scheduled_messages'] })
    const naming = await ada.listen({ event_types: ['scheduled_messages'], fetch_event_types: ['drafts'] })
    expect(ordinary.state).not.toHaveProperty('scheduled_messages')
    expect(naming.state).not.toHaveProperty('scheduled_messages')
    expect(fetching.state['scheduled_messages']).toEqual(await readScheduled(ada))

    const id = await idOf(scheduleMessage(ada))
    await ada.delete(`/scheduled_messages/${id}`)

    expect(await ordinary.events()).toEqual([])
    expect(await fetching.events()).toEqual([])
    expect(await naming.events()).toHaveLength(2)
  })
})
