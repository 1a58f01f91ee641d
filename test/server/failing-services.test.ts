/** Push services and mail servers that fail, while the organization's object is lost again and again: all arrives, and nothing twice. */
import { env } from 'cloudflare:workers'
import { constantFrom, nat, record, sample, array } from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { newVapidKeys } from '../../src/web-push/keys'
import { newRealm, type Person, type TestRealm } from '../kit'
import { killObject } from '../kit/faulty-database'
import type { MailFate, MailAttempt } from '../kit/failing-mail-server'
import type { Scripted } from '../kit/outside'
import { PushDevice, senderOf } from '../kit/push-device'
import { Service } from '../kit/services'

afterEach(() => {
  vi.useRealTimers()
  delete env.VAPID_PRIVATE_KEY
  delete env.SMTP_URL
  delete env.MAIL_FROM
})

const taken: Scripted = { status: 201 }

/** So far in the future that the runtime's own clock rings no alarm. */
const start = Date.UTC(2040, 0, 10, 12) / 1000

/** A device, and its push service with the answers that it gives. */
class Phone {
  readonly service: Service
  private readonly device: PushDevice

  constructor(private readonly answers: Scripted[] = [taken]) {
    this.service = new Service(answers)
    this.device = new PushDevice(this.service.url)
  }

  get subscription(): Record<string, string> {
    return { ...this.device.subscription }
  }

  async register(person: Person): Promise<this> {
    await person.post('/users/me/web_push', this.subscription)
    return this
  }

  /** Ids of the messages whose pushes the service took. */
  async takenIds(): Promise<number[]> {
    const seen = await this.service.seen()
    const answerTo = (index: number): Scripted => this.answers[Math.min(index, this.answers.length - 1)]!
    return seen
      .filter((_, index) => answerTo(index).status === taken.status)
      .map((request) => this.device.payloadOf(request)['message_id'] as number)
  }
}

interface WaitingWork {
  readonly due: number
  /** Whether the object is still deciding who is notified. */
  readonly isUndecided: boolean
}

/** Pushes and mails that wait or are under way. */
async function workOf(realm: TestRealm): Promise<WaitingWork[]> {
  const notifications = await realm.inObject((_, { storage }) =>
    storage.sql.exec<{ key: string; due: number }>('select key, due from agenda').toArray(),
  )
  const { results: mails } = await env.DB.prepare(`select payload ->> 'due' as due from job where id between ? and ?`)
    .bind((realm.id - 1) * 2 ** 32, realm.id * 2 ** 32)
    .all<{ due: number }>()
  return [
    ...notifications.map(({ key, due }) => ({ due, isUndecided: key.includes(':decide:') })),
    ...mails.map(({ due }) => ({ due, isUndecided: false })),
  ]
}

/** No service is left alone for longer. What is due later is something else, such as a reminder. */
const longestPauseSeconds = 7 * 3600

/**
 * Waits until nothing is under way, and answers when the next attempt is due, in UNIX seconds; undefined if nothing waits. Rings the
 * alarm as the runtime would, because some jobs begin in alarms only.
 */
const nextDue = (realm: TestRealm): Promise<number | undefined> =>
  vi.waitFor(
    async () => {
      await realm.ringAlarm()
      const work = await workOf(realm)
      expect(work.filter(({ due, isUndecided }) => isUndecided || due <= Date.now() / 1000)).toEqual([])
      const next = Math.min(...work.map(({ due }) => due))
      return next > Date.now() / 1000 + longestPauseSeconds ? undefined : next
    },
    { timeout: 20_000, interval: 20 },
  )

/** Lets the clock go on until nothing waits any more. `before` is called before each attempt. */
async function untilNothingWaits(realm: TestRealm, before: () => Promise<void> = async () => undefined): Promise<void> {
  for (let due = await nextDue(realm); due !== undefined; due = await nextDue(realm)) {
    await before()
    setClock(due + 1)
  }
}

const byNumber = (one: number, other: number): number => one - other

const setClock = (seconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
}

const pushFailures: Scripted[] = [
  { status: 500 },
  { status: 502, body: 'x'.repeat(100) },
  { status: 503, headers: { 'Retry-After': '120' } },
  { status: 429, headers: { 'Retry-After': '7' } },
  { status: 429, headers: { 'Retry-After': 'never' } },
]

const mailFates: MailFate[] = ['take', 'take_late', 'defer', 'break_off', 'break_off_in_text', 'lose_answer']

/** What happens in a run: what each service answers, and whether the object is killed before an attempt. */
const story = record({
  push_answers: array(array(constantFrom(...pushFailures, taken), { minLength: 3, maxLength: 6 }), {
    minLength: 8,
    maxLength: 8,
  }),
  mail_fates: array(constantFrom(...mailFates), { minLength: 10, maxLength: 10 }),
  kills: array(nat({ max: 2 }), { minLength: 100, maxLength: 100 }),
})

/** Starts a mail server that does this with the mails that come, one after the other, and takes the rest. */
async function mailServer(fates: readonly MailFate[]) {
  const url = `http://mail-server.outside.test/${crypto.randomUUID()}`
  const { port } = await (await fetch(url, { method: 'POST', body: JSON.stringify(fates) })).json<{ port: number }>()
  env.SMTP_URL = `smtp://127.0.0.1:${port}?tls=off`
  env.MAIL_FROM = 'chat@harbour.example'
  /** Stops the server, and answers what was sent to it. */
  const stop = async () => (await fetch(url, { method: 'DELETE' })).json<MailAttempt[]>()
  return { stop }
}

test('every push and every mail arrives once, whatever fails and however often the object is lost between attempts', async () => {
  const { push_answers, mail_fates, kills } = sample(story, 1)[0]!
  setClock(start)
  const realm = await newRealm()
  const [ada, bo, cy] = [await realm.user('ada'), await realm.user('bo'), await realm.user('cy')]
  const { id: stream_id } = await realm.stream('harbour', ada)
  const phones = await Promise.all(
    push_answers.map((answers, index) => new Phone([...answers, taken]).register(index % 2 === 0 ? bo : cy)),
  )
  const server = await mailServer(mail_fates)
  const addresses = Array.from({ length: 30 }, (_, number) => `newcomer${number}@example.com`)
  const killOften = async () => {
    if (kills.shift() === 0) await killObject(realm)
  }

  const message_ids: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const invitee_emails = addresses.slice(10 * round, 10 * round + 10).join(',')
    await realm.owner.post('/invites', { invitee_emails, stream_ids: [stream_id] })
    for (let number = 0; number < 4; number += 1) message_ids.push(await ada.write([bo, cy], `${round}.${number}`))
    const due = await nextDue(realm)
    await killOften()
    if (due !== undefined) setClock(due + 1)
  }
  await untilNothingWaits(realm, killOften)

  for (const phone of phones) expect((await phone.takenIds()).toSorted(byNumber)).toEqual(message_ids)
  const attempts = await server.stop()
  for (const address of addresses) {
    const own = attempts.filter(({ to }) => to === address)
    const arrived = own.filter(({ message_id }) => message_id !== null)
    const unanswered = own.filter(({ fate }) => fate === 'break_off_in_text' || fate === 'lose_answer')
    expect(arrived.length - unanswered.filter(({ message_id }) => message_id !== null).length).toBeLessThanOrEqual(1)
    // A mail comes again only if nobody heard that it was taken, once, and programs know it by its id.
    expect(unanswered.length).toBeLessThanOrEqual(2)
    if (unanswered.length < 2) expect(arrived.length, JSON.stringify(own)).toBeGreaterThan(0)
    expect(new Set(arrived.map(({ message_id }) => message_id)).size).toBeLessThanOrEqual(1)
  }
})

test('a mail at which a mail server breaks the connection off does not keep others from arriving', async () => {
  setClock(start)
  const realm = await newRealm()
  const { id: stream_id } = await realm.stream('harbour')
  const server = await mailServer(['break_off', 'take', 'take', 'break_off'])
  const [bad, ...good] = ['bad@example.com', 'good1@example.com', 'good2@example.com']

  await realm.owner.post('/invites', { invitee_emails: [bad, ...good].join(','), stream_ids: [stream_id] })
  await untilNothingWaits(realm)

  expect((await server.stop()).map(({ to, fate }) => [to, fate])).toEqual([
    [bad, 'break_off'],
    [good[1], 'take'],
    [good[0], 'take'],
    [bad, 'break_off'],
    [bad, 'take'],
  ])
})

test('a thousand devices that are gone cost no other its push, and are asked once', async () => {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const phones = [await new Phone().register(bo), await new Phone().register(bo)]
  const dead = new Phone([{ status: 404 }, { status: 410 }])
  const { endpoint, p256dh, auth } = dead.subscription
  const insertion = `
    insert into web_push_device (user_id, id, session_hash, endpoint, p256dh, auth, name, created_at)
    select ?1, value, (select session_hash from web_push_device where user_id = ?1), ?2 || '&number=' || value, ?3, ?4, 'Old', 0
    from json_each(?5)`
  // Their ids are smaller than those of the others, so they have their turn first.
  const numbers = JSON.stringify(Array.from({ length: 1000 }, (_, index) => index + 1))
  await realm.behindTheWriter(env.DB.prepare(insertion).bind(bo.id, endpoint, p256dh, auth, numbers))

  const ids = [await ada.write([bo], 'first')]
  await nextDue(realm)
  expect(await dead.service.seen()).toHaveLength(1000)
  ids.push(await ada.write([bo], 'second'))
  await nextDue(realm)

  for (const phone of phones) expect(await phone.takenIds()).toEqual(ids)
  expect(await dead.service.seen()).toHaveLength(1000)
  expect((await bo.get('/users/me/web_push'))['devices']).toHaveLength(2)
})

/** Puts notifications on the agenda that wait for a day, and that this person caused. */
async function fillAgenda(realm: TestRealm, amount: number, person: Person): Promise<void> {
  await realm.inObject((_, { storage }) => {
    const due = Date.now() / 1000 + 24 * 3600
    const input = JSON.stringify({ step: 'push', due, shares: [person.id], devices: [] })
    storage.sql.exec(
      `with recursive number (n) as (select 1 union all select n + 1 from number where n < ?1)
       insert into agenda (key, due, input) select 'notification:push:' || ?2 || ':' || n, ?3, ?4 from number`,
      amount,
      person.id,
      due,
      input,
    )
  })
  await realm.evict()
}

test('a limited number of notifications waits for one person’s messages and in all; further messages are sent without pushes', async () => {
  const realm = await newRealm()
  const [ada, bo, cy] = [await realm.user('ada'), await realm.user('bo'), await realm.user('cy')]
  const phone = await new Phone().register(bo)
  const before = [await ada.write([bo], 'before')]
  await vi.waitFor(async () => expect(await phone.takenIds()).toEqual(before))

  await fillAgenda(realm, 4000, ada)
  await ada.write([bo], 'too many of hers')
  const ofAnother = await cy.write([bo], 'of another')
  await vi.waitFor(async () => expect(await phone.takenIds()).toEqual([...before, ofAnother]))

  await fillAgenda(realm, 16_000, realm.owner)
  const id = await cy.write([bo], 'too many of all')
  expect((await workOf(realm)).length).toBe(20_000)
  expect((await bo.messages()).map((message) => message['id'])).toContain(id)
  expect(await phone.takenIds()).toEqual([...before, ofAnother])
})

test('the secret of the operator is the key of all organizations, and a wrong one is told to whoever asks for it alone', async () => {
  const keys = newVapidKeys()
  env.VAPID_PRIVATE_KEY = keys.private_key
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const phone = await new Phone().register(bo)
  for (const person of [bo, (await newRealm()).owner])
    expect(await person.get('/users/me/web_push')).toMatchObject({ public_key: keys.public_key })

  await ada.write([bo], 'signed')
  const [seen] = await phone.service.seen(1)
  expect(await senderOf(seen!, keys.public_key, 'https://service.example.com')).toMatchObject({
    sub: `https://${realm.host}`,
  })

  for (const wrong of ['not a key', keys.private_key.slice(1), Buffer.alloc(32).toString('base64url')]) {
    env.VAPID_PRIVATE_KEY = wrong
    // The object has the settings with which it began.
    await realm.evict()
    expect(await bo.ask('GET', '/users/me/web_push')).toMatchObject({
      status: 400,
      msg: expect.stringContaining('VAPID_PRIVATE_KEY'),
    })
    await ada.write([bo], 'not signed')
    expect(await nextDue(realm)).toBeUndefined()
    expect((await bo.listen({ fetch_event_types: ['realm'] })).state['realm_web_push_public_key']).toBeNull()
  }
  expect(await phone.service.seen()).toHaveLength(1)
})
