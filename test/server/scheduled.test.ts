import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { killObject } from '../kit/faulty-database'
import type { Answer, Params, Person, TestRealm } from '../kit'
import { readStoredShare } from '../kit/day-shares'
import {
  ringAlarmAt,
  readAlarm,
  waitUntilNonePending,
  readContents,
  validMessage,
  countPending,
  ringAlarm,
  newSchedulingScene,
  askToSchedule,
  scheduleMessage,
  startMs,
} from '../kit/scheduling'
import { failedAttempts } from '../kit/services'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a message that is sent later', () => {
  test('is not there before, and is sent once at its time, as at that time', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    await ringAlarm(realm)
    const answer = await scheduleMessage(ada)
    expect(answer).toMatchObject({ id: expect.any(Number), deliver_at: '2040-01-10 13:00:00+00:00' })

    await ringAlarmAt(realm, 59)
    expect(await readContents(bo)).toEqual([])
    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)
    await ringAlarmAt(realm, 61)

    expect(await bo.messages()).toMatchObject([
      {
        sender_id: ada.id,
        display_recipient: 'harbour',
        subject: 'tides',
        content: '<p>High <strong>water</strong></p>',
        timestamp: startMs / 1000 + 3600,
        flags: [],
      },
    ])
  })

  test('is told at its time to who receives it, and to nobody else', async () => {
    const { realm, ada, bo, cy } = await newSchedulingScene()
    const [listener, outsider] = [await bo.listen(), await cy.listen({ event_types: ['message'] })]
    await scheduleMessage(ada, { content: 'Look, @**Bo**', deliver_at: '2040-01-10 12:05' })
    expect(await listener.events()).toEqual([])

    await ringAlarmAt(realm, 5)
    await waitUntilNonePending(realm)

    expect(await listener.events()).toMatchObject([{ type: 'message', flags: ['mentioned'] }])
    expect(await outsider.events()).toEqual([])
  })

  test('counts towards the share of its sender', async () => {
    const { realm, ada } = await newSchedulingScene()
    const rows = async () => (await readStoredShare(ada))?.rows_written ?? 0
    await scheduleMessage(ada)
    await expect.poll(rows, { timeout: 10_000 }).toBeGreaterThan(0)
    const before = await rows()

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    await expect.poll(rows, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + 5)
  })

  test('may be private', async () => {
    const { realm, ada, bo, cy } = await newSchedulingScene()
    await scheduleMessage(ada, { type: 'private', to: [bo.email], content: 'Between us' })

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    expect(await bo.messages()).toMatchObject([{ type: 'private', sender_id: ada.id, content: '<p>Between us</p>' }])
    expect(await readContents(cy)).toEqual([])
  })

  test('may be a poll', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    await scheduleMessage(ada, { content: '/poll Where to?\nOut\nHome' })

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    expect(await bo.messages()).toMatchObject([{ submessages: [{ msg_type: 'widget' }] }])
  })

  test('is of the client that asked for it', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    await scheduleMessage(ada)
    const now = await ada.send('harbour', 'tides', 'now')

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    const [sentNow, sentLater] = await bo.messages()
    expect(sentNow!['id']).toBe(now)
    expect(sentLater!['client']).toBe(sentNow!['client'])
  })

  test('goes to the same stream, whatever that is called by then', async () => {
    const { realm, ada, bo, harbour } = await newSchedulingScene()
    await scheduleMessage(ada)
    await realm.owner.patch(`/streams/${harbour.id}`, { new_name: 'port' })
    await realm.stream('harbour', ada)
    await realm.takeNoticesAway()

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)
    await realm.takeNoticesAway()

    expect(await bo.messages([{ operator: 'topic', operand: 'tides' }])).toMatchObject([{ stream_id: harbour.id }])
  })

  test('of a bot is sent by the bot', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const bot = await realm.bot('beacon', ada, { type: 2 })
    await scheduleMessage(bot)

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    expect(await bo.messages()).toMatchObject([{ sender_id: bot.id }])
  })

  test('takes no part in local echo', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const first = await scheduleMessage(ada, { queue_id: 'q', local_id: '1' })
    const second = await scheduleMessage(ada, { queue_id: 'q' })
    expect(second['id']).toBe((first['id'] as number) + 1)

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    expect(await readContents(bo)).toHaveLength(2)
  })

  test('comes in the order of the times, not of the requests', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    await scheduleMessage(ada, { content: 'second', deliver_at: '2040-01-10 12:02' })
    await scheduleMessage(ada, { content: 'first', deliver_at: '2040-01-10 12:01' })
    await scheduleMessage(ada, { content: 'third', deliver_at: '2040-01-10 12:03' })

    await ringAlarmAt(realm, 2)
    await vi.waitFor(async () => expect(await readContents(bo)).toEqual(['<p>first</p>', '<p>second</p>']))
    await ringAlarmAt(realm, 3)
    await waitUntilNonePending(realm)

    expect(await readContents(bo)).toEqual(['<p>first</p>', '<p>second</p>', '<p>third</p>'])
  })

  test('takes no id that is not its own, until it is sent', async () => {
    const { ada, bo, cy, harbour } = await newSchedulingScene()
    const before = await ada.send('harbour', 'tides', 'before')
    await scheduleMessage(ada, { type: 'private', to: [bo.id, cy.id], content: '/todo' })

    const after = await ada.write([bo], 'after')

    expect(after).toBe(before + 1)
    const { recipient_id } = (await ada.messages([['id', String(after)]]))[0]!
    expect(recipient_id).toBe(harbour.id + 1)
  })

  test('leaves sending now as it was', async () => {
    const { ada, bo } = await newSchedulingScene()

    const answer = await ada.post('/messages', { ...validMessage, deliver_at: 'whenever', tz_guess: 'Nowhere' })

    expect(answer['deliver_at']).toBeUndefined()
    expect(await readContents(bo)).toHaveLength(1)
  })
})

/** What somebody reads in private once the hour is over. */
async function readNotices(realm: TestRealm, person: Person): Promise<Answer[]> {
  await ringAlarmAt(realm, 60)
  await waitUntilNonePending(realm)
  return person.messages([{ operator: 'is', operand: 'private' }])
}

describe('what may not be sent by then', () => {
  const excuse = {
    sender_full_name: 'Notification Bot',
    content: expect.stringMatching(
      /^<p>This message of yours, scheduled for <time datetime="2040-01-10T13:00:00Z">.*<\/time>, could not be sent:<\/p>\n<blockquote>\n<p>High <strong>water<\/strong><\/p>\n<\/blockquote>$/,
    ),
    flags: [],
  }

  test('because the stream was archived is told to the sender alone', async () => {
    const { realm, ada, bo, harbour } = await newSchedulingScene()
    await scheduleMessage(ada)
    await realm.owner.delete(`/streams/${harbour.id}`)

    expect(await readNotices(realm, ada)).toMatchObject([excuse])
    expect(await readContents(bo)).toEqual([])
  })

  test('because the stream became one for administrators is told', async () => {
    const { realm, ada, bo, harbour } = await newSchedulingScene()
    await scheduleMessage(ada)
    await realm.owner.patch(`/streams/${harbour.id}`, { stream_post_policy: 2 })
    await realm.takeNoticesAway()

    expect(await readNotices(realm, ada)).toMatchObject([excuse])
    expect(await bo.messages([{ operator: 'topic', operand: 'tides' }])).toEqual([])
  })

  test('because its receiver was deactivated is told', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    await scheduleMessage(ada, { type: 'private', to: [bo.id] })
    await realm.owner.delete(`/users/${bo.id}`)

    expect(await readNotices(realm, ada)).toMatchObject([excuse])
  })

  test('is told whole, though it has fences', async () => {
    const { realm, ada, harbour } = await newSchedulingScene()
    await scheduleMessage(ada, { content: '````\ncode\n````\nafter' })
    await realm.owner.delete(`/streams/${harbour.id}`)

    const [notice] = await readNotices(realm, ada)

    expect(notice!['content']).toMatch(/<blockquote>.*code.*after.*<\/blockquote>$/s)
  })

  test('because its sender was deactivated is dropped at once, even if they are taken back', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    await scheduleMessage(ada)
    await realm.owner.delete(`/users/${ada.id}`)
    expect(await countPending(realm)).toBe(0)
    await realm.owner.post(`/users/${ada.id}/reactivate`)
    await ada.logIn()

    expect(await readNotices(realm, ada)).toEqual([])
    expect(await readContents(bo)).toEqual([])
  })

  test('because somebody else was deactivated is sent', async () => {
    const { realm, ada, bo, cy } = await newSchedulingScene()
    await scheduleMessage(ada)
    await realm.owner.delete(`/users/${cy.id}`)

    expect(await readNotices(realm, ada)).toEqual([])
    expect(await readContents(bo)).toHaveLength(1)
  })

  test('because the organization is closed is not', async () => {
    const { realm, ada } = await newSchedulingScene()
    await scheduleMessage(ada)
    await realm.owner.post('/realm/deactivate')

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    const row = await env.DB.prepare('select count(*) as amount from message where sender_id = ?').bind(ada.id).first()
    expect(row).toEqual({ amount: 0 })
  })
})

describe('a reminder', () => {
  test('of a topic goes to who asked for it alone, from the notification bot, unread', async () => {
    const { realm, ada, bo, harbour } = await newSchedulingScene()
    const listener = await ada.listen({ event_types: ['message'] })
    await scheduleMessage(ada, { delivery_type: 'remind', deliver_at: '2040-01-10 12:05' })

    await ringAlarmAt(realm, 5)
    await waitUntilNonePending(realm)

    const [reminder, ...others] = await ada.messages()
    expect(others).toEqual([])
    expect(reminder).toMatchObject({ type: 'private', sender_full_name: 'Notification Bot', flags: [] })
    expect(reminder!['content']).toContain(`href="/#narrow/stream/${harbour.id}-harbour/topic/tides"`)
    expect(reminder!['content']).toContain('<strong>water</strong>')
    expect(await listener.events()).toMatchObject([{ type: 'message', message: { type: 'private' } }])
    expect(await readContents(bo)).toEqual([])
  })

  test('for oneself says what was written', async () => {
    const { realm, ada } = await newSchedulingScene()
    await scheduleMessage(ada, { delivery_type: 'remind', type: 'private', to: [ada.id], content: 'Water the plants' })

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    expect(await readContents(ada)).toEqual(['<p>Water the plants</p>'])
  })

  test('comes without the name of a stream that its owner may not see any more', async () => {
    const { realm, ada, harbour } = await newSchedulingScene()
    await scheduleMessage(ada, { delivery_type: 'remind' })
    await realm.owner.delete(`/streams/${harbour.id}`)

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    expect(await readContents(ada)).toEqual(['<p>High <strong>water</strong></p>'])
  })

  test('nor does who left a hidden stream learn what it is called by now', async () => {
    const { realm, ada, bo, cy } = await newSchedulingScene()
    for (const [name, person] of Object.entries({ left: bo, kept: cy }))
      await ada.post('/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [ada.id, person.id],
        invite_only: true,
      })
    await scheduleMessage(bo, { to: 'left', delivery_type: 'remind' })
    await scheduleMessage(cy, { to: 'kept', delivery_type: 'remind' })
    await bo.delete('/users/me/subscriptions', { subscriptions: ['left'] })

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    expect(await readContents(bo)).toEqual(['<p>High <strong>water</strong></p>'])
    expect((await readContents(cy)).at(-1)).toContain('#kept &gt; tides')
  })

  test('of what is said to others in private is refused', async () => {
    const { realm, ada, bo } = await newSchedulingScene()

    for (const to of [[bo.id], [ada.id, bo.id]])
      expect(await askToSchedule(ada, { delivery_type: 'remind', type: 'private', to })).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
      })
    expect(await countPending(realm)).toBe(0)
  })
})

describe('the time of delivery', () => {
  test.each<[given: string, told: string]>([
    ['2040-01-10T13:00:00Z', '2040-01-10 13:00:00+00:00'],
    ['2040-01-10t13:00:00z', '2040-01-10 13:00:00+00:00'],
    ['2040-01-10T13:00:00.123456+00:00', '2040-01-10 13:00:00+00:00'],
    ['2040-01-10 15:00 +02:00', '2040-01-10 15:00:00+02:00'],
    ['2040-01-10 09:30:15-0330', '2040-01-10 09:30:15-03:30'],
    ['2040-01-10T15+01', ''],
    ['2040-01-10T15:00+01', '2040-01-10 15:00:00+01:00'],
    ['2040-01-10 13:00', '2040-01-10 13:00:00+00:00'],
    ['  2040-01-10 13:00:59  ', '2040-01-10 13:00:59+00:00'],
    ['2040-01-10 12:01', '2040-01-10 12:01:00+00:00'],
    ['2041-01-10 12:00', '2041-01-10 12:00:00+00:00'],
  ])('%s is told as "%s"', async (deliver_at, told) => {
    const { ada } = await newSchedulingScene()

    const answer = await askToSchedule(ada, { deliver_at })

    expect(answer['deliver_at'] ?? '').toBe(told)
  })

  test.each<[what: string, deliver_at: string | undefined]>([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a word', 'tomorrow'],
    ['a number', '2209816800'],
    ['a date alone', '2040-01-11'],
    ['a day that there is not', '2040-02-30 12:00'],
    ['a month that there is not', '2040-13-01 12:00'],
    ['an hour that there is not', '2040-01-11 24:00'],
    ['a minute that there is not', '2040-01-11 12:60'],
    ['an offset of a day', '2040-01-11 12:00+24:00'],
    ['an offset of 60 minutes', '2040-01-11 12:00+01:60'],
    ['something behind', '2040-01-11 12:00Z[UTC]'],
    ['this moment', '2040-01-10T12:00:00Z'],
    ['a moment ago, by its offset', '2040-01-10 13:00+01:01'],
    ['last year', '2039-01-10 12:00'],
    ['the year 40', '0040-01-10 12:00'],
    ['more than a year ahead', '2041-01-10 12:01'],
    ['101 characters', `2040-01-10T13:00:00${'0'.repeat(82)}`],
  ])('may not be %s', async (_, deliver_at) => {
    const { realm, ada } = await newSchedulingScene()

    expect(await askToSchedule(ada, { deliver_at })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await countPending(realm)).toBe(0)
  })

  test.each<[deliver_at: string, tz_guess: string, told: string]>([
    ['2040-01-10 14:00', 'Europe/Berlin', '2040-01-10 14:00:00+01:00'],
    ['2040-07-10 14:00', 'Europe/Berlin', '2040-07-10 14:00:00+02:00'],
    ['2040-01-10 19:00', 'Asia/Kolkata', '2040-01-10 19:00:00+05:30'],
    ['2040-01-10 10:00', 'America/St_Johns', '2040-01-10 10:00:00-03:30'],
    ['2040-03-25 02:30', 'Europe/Berlin', '2040-03-25 02:30:00+01:00'],
    ['2040-10-28 02:30', 'Europe/Berlin', '2040-10-28 02:30:00+02:00'],
    ['2040-10-28 03:00', 'Europe/Berlin', '2040-10-28 03:00:00+01:00'],
    ['2040-10-27 12:00', 'Europe/Berlin', '2040-10-27 12:00:00+02:00'],
    ['2040-01-10 14:00Z', 'Europe/Berlin', '2040-01-10 14:00:00+00:00'],
  ])('of %s in %s is %s', async (deliver_at, tz_guess, told) => {
    const { ada } = await newSchedulingScene()

    expect(await scheduleMessage(ada, { deliver_at, tz_guess })).toMatchObject({ deliver_at: told })
  })

  test('is in the time zone of the sender, unless another is told', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    await ada.patch('/settings', { timezone: 'Asia/Tokyo' })

    const own = await scheduleMessage(ada, { deliver_at: '2040-01-10 21:30', tz_guess: '' })
    const told = await scheduleMessage(ada, { deliver_at: '2040-01-10 21:30', tz_guess: 'Europe/Berlin' })
    expect(own['deliver_at']).toBe('2040-01-10 21:30:00+09:00')
    expect(told['deliver_at']).toBe('2040-01-10 21:30:00+01:00')

    await ringAlarmAt(realm, 30)
    await vi.waitFor(async () => expect(await readContents(bo)).toHaveLength(1))
    expect(await countPending(realm)).toBe(1)
  })

  test.each(['Middle/Earth', '+01:00', 'berlin'])('may not be in %s', async (tz_guess) => {
    const { ada } = await newSchedulingScene()

    expect(await askToSchedule(ada, { tz_guess })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('what could not be sent now', () => {
  test.each<[what: string, params: Params, code?: string]>([
    ['an unknown stream', { to: 'nowhere' }, 'STREAM_DOES_NOT_EXIST'],
    ['an unknown person', { type: 'private', to: [4_000_000] }],
    ['no recipient', { type: 'private', to: [] }],
    ['no topic', { topic: undefined }],
    ['no content', { content: ' ' }],
    ['10,001 bytes', { content: 'x'.repeat(10_001) }],
    ['a topic of 61 characters', { topic: 't'.repeat(61) }],
    ['a widget that is no JSON', { widget_content: '{' }],
    ['a forged sender', { forged: 'yes' }],
  ])('with %s is refused, and nothing is kept', async (_, params, code = 'BAD_REQUEST') => {
    const { realm, ada } = await newSchedulingScene()

    expect(await askToSchedule(ada, params)).toMatchObject({ status: 400, code })
    expect(await countPending(realm)).toBe(0)
  })

  test('because of who asks is refused', async () => {
    const { realm, ada, cy, harbour } = await newSchedulingScene()
    await realm.owner.patch(`/streams/${harbour.id}`, { stream_post_policy: 2 })

    expect(await askToSchedule(ada)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await askToSchedule(realm.owner)).toMatchObject({ status: 200 })
    await realm.owner.patch(`/users/${cy.id}`, { role: 600 })
    expect(await askToSchedule(cy)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('does not disturb what is sent after it', async () => {
    const { ada, bo } = await newSchedulingScene()
    const listener = await bo.listen({ event_types: ['message'] })
    await scheduleMessage(ada, { type: 'private', to: [bo.id] })
    await askToSchedule(ada, { widget_content: '{' })

    await ada.write([bo], 'now')

    expect(await listener.events()).toMatchObject([{ message: { content: 'now' } }])
  })
})

test('a user may have a hundred of them waiting, and no more', async () => {
  const { realm, ada, bo } = await newSchedulingScene()
  await scheduleMessage(ada)
  await env.DB.prepare(
    `
    with recursive number (n) as (select 1 union all select n + 1 from number where n < 98)
    insert into scheduled_message (id, realm_id, sender_id, deliver_at, scheduled)
    select id + 1000 + n, realm_id, sender_id, deliver_at, scheduled from scheduled_message, number where realm_id = ?`,
  )
    .bind(realm.id)
    .run()
  await scheduleMessage(ada)

  expect(await askToSchedule(ada)).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: expect.stringContaining('100'),
  })
  await scheduleMessage(bo)
  expect(await countPending(realm)).toBe(101)
})

describe('the object', () => {
  test('is woken at the earliest time, whatever is scheduled after that', async () => {
    const { realm, ada } = await newSchedulingScene()
    await ringAlarm(realm)
    // What the day's work left to do is done a minute later.
    await ringAlarmAt(realm, 1.1)

    await scheduleMessage(ada, { deliver_at: '2040-01-10 12:05' })
    await scheduleMessage(ada, { deliver_at: '2040-01-10 12:02' })
    await scheduleMessage(ada, { deliver_at: '2040-01-10 12:30' })
    expect(await readAlarm(realm)).toBe(startMs + 2 * 60_000)
  })

  test('is woken again for what comes after that', async () => {
    const { realm, ada } = await newSchedulingScene()
    await scheduleMessage(ada, { deliver_at: '2040-01-10 12:02:00' })
    await scheduleMessage(ada, { deliver_at: '2040-01-10 12:02:20' })

    await ringAlarmAt(realm, 2)
    expect(await readAlarm(realm)).toBe(startMs + 140_000)
    await vi.waitFor(async () => expect(await countPending(realm)).toBe(1))
    await ringAlarm(realm)

    expect(await readAlarm(realm)).toBe(startMs + 140_000)
  })

  test.each([
    ['killed', killObject],
    ['evicted', (realm: TestRealm) => realm.evict()],
  ])('sends at its time, and once, though it was %s meanwhile', async (_, lose) => {
    const { realm, ada, bo } = await newSchedulingScene()
    await scheduleMessage(ada)
    await lose(realm)
    expect(await readAlarm(realm)).toBeLessThanOrEqual(startMs + 60 * 60_000)

    await ringAlarmAt(realm, 60)
    await lose(realm)
    await ringAlarmAt(realm, 61)
    await waitUntilNonePending(realm)
    await lose(realm)
    await ringAlarmAt(realm, 62)

    expect(await readContents(bo)).toHaveLength(1)
  })

  test('sends what was due while it was away for long', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    await scheduleMessage(ada)
    await realm.evict()

    await ringAlarmAt(realm, 60 * 24 * 3)
    await waitUntilNonePending(realm)

    expect(await bo.messages()).toMatchObject([{ timestamp: startMs / 1000 + 3 * 24 * 3600 }])
  })

  test('sends many that are due at once, some by each alarm', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    for (let number = 1; number <= 12; number += 1) await scheduleMessage(ada, { content: String(number) })

    await ringAlarmAt(realm, 60)
    expect(await readAlarm(realm)).toBeLessThanOrEqual(startMs + 60 * 60_000)
    for (let rings = 0; rings < 4; rings += 1) await ringAlarm(realm)
    await waitUntilNonePending(realm)

    expect(new Set(await readContents(bo))).toHaveLength(12)
    expect(await readContents(bo)).toHaveLength(12)
  })

  test('takes turns among people, and a bot has its owner’s', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const [robin, jay] = [await realm.bot('robin', ada), await realm.bot('jay', ada)]
    for (const sender of [ada, robin, jay, bo]) await scheduleMessage(sender, { content: sender.full_name })

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    const senders = (await bo.messages()).map((message) => message['sender_id'])
    expect(senders).toEqual([ada.id, bo.id, robin.id, jay.id])
  })

  test('sends the longest of all', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    const content = `\n${'\u0001'.repeat(10_000)}${' '.repeat(80_000)}`
    const topic = ' '.repeat(90_000)
    const deliveries = Array.from({ length: 5 }, () => scheduleMessage(ada, { content, topic }))
    await Promise.all(deliveries)

    await ringAlarmAt(realm, 60)
    await waitUntilNonePending(realm)

    expect(await readContents(bo)).toHaveLength(5)
  })

  test('gives up what it fails to send three times, tells the sender, and sends the others', async () => {
    const { realm, ada, bo } = await newSchedulingScene()
    await scheduleMessage(ada, { content: 'bad' })
    await env.DB.prepare(
      `update scheduled_message set scheduled = json_set(scheduled, '$.message.topic', 7) where realm_id = ?`,
    )
      .bind(realm.id)
      .run()
    await scheduleMessage(ada, { content: 'good' })
    vi.spyOn(console, 'error').mockReturnValue()

    await ringAlarmAt(realm, 60)
    await vi.waitFor(async () => expect(await readContents(bo)).toEqual(['<p>good</p>']))
    for (const [failed, minutes] of [64, 68, 72].entries()) {
      await vi.waitFor(async () => expect(await failedAttempts(realm)).toEqual([failed + 1]))
      await ringAlarmAt(realm, minutes)
    }
    await waitUntilNonePending(realm)

    expect(await readContents(bo)).toEqual(['<p>good</p>'])
    expect(await ada.messages([{ operator: 'is', operand: 'private' }])).toMatchObject([
      { content: expect.stringContaining('could not be sent') },
    ])
  })
})
