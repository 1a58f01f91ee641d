/** The weekly mails to people who have not been here for some days. */
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { Reader, RowCache } from '../../src/core/sql/reader'
import { Database } from '../../src/core/sql/database'
import { sqlOver } from '../../src/core/sql/sql'
import { digestReaders, livelyTopics, peopleAfter } from '../../src/digest-mails/queries'
import { newRealm, type Person, type TestRealm } from '../kit'
import { linkIn, MailService, type ServiceMail } from '../kit/mail-service'
import { ringAlarm } from '../kit/scheduling'

const day = 24 * 3600

/** A Tuesday, so far in the future that the runtime's own clock triggers no alarm. */
const tuesday = Date.UTC(2040, 0, 10) / 1000

const at = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time * 1000 })

/** When digests begin on a Tuesday. */
const morning = tuesday + 9 * 3600

afterEach(() => {
  vi.useRealTimers()
  MailService.end()
})

/** An organization with somebody who has been away for a week. Olga and Ada were here a day before the digests. */
async function scene({ service = new MailService() } = {}) {
  at(tuesday - 8 * day)
  const realm = await newRealm()
  const [ada, bo, cy] = [await realm.user('ada'), await realm.user('bo'), await realm.user('cy')]
  const harbour = await realm.stream('harbour', ada, bo, cy)
  // No mails but digests.
  await cy.patch('/settings', { enable_offline_email_notifications: false })
  at(tuesday - 2 * day)
  await realm.set({ digest_emails_enabled: true })
  return { realm, service, ada, bo, cy, harbour }
}

/** Both write in the topic, so that it is lively. */
async function talk(stream: string, topic: string, ...people: Person[]): Promise<void> {
  for (const person of people) await person.send(stream, topic, `${person.full_name} writes`)
}

/** The next morning of digests comes, and all that are to be sent are. */
async function sendDigests(realm: TestRealm, time = morning + 1): Promise<void> {
  at(time)
  await ringAlarm(realm)
  await untilDone(realm)
}

/** Waits until the digests that are due, and their mails, are done with. */
async function untilDone(realm: TestRealm): Promise<void> {
  const ids = [(realm.id - 1) * 2 ** 32, realm.id * 2 ** 32]
  await vi.waitFor(
    async () => {
      const [item] = await readAgenda(realm)
      expect(item?.due ?? Infinity).toBeGreaterThan(Date.now() / 1000)
      const mails = env.DB.prepare(`select count(*) as count from job where kind = 'sendMails' and id between ? and ?`)
      expect(await mails.bind(...ids).first('count')).toBe(0)
    },
    { timeout: 20_000 },
  )
}

const digestsTo = (mails: readonly ServiceMail[], address: string) => mails.filter(({ to }) => to[0] === address)

const readAgenda = (realm: TestRealm) =>
  realm.inObject((_, { storage }) =>
    storage.sql.exec<{ due: number }>(`select due from agenda where key = 'digest mails'`).toArray(),
  )

test('tell absent people about lively topics, unread conversations, new streams and new people, and nobody else', async () => {
  const { realm, service, ada, bo, cy } = await scene()
  await talk('harbour', 'tides', ada, bo, ada)
  await talk('harbour', 'monologue', ada, ada, ada)
  await bo.write([cy], 'Are you there?')
  await realm.stream('news', ada)
  await realm.user('dee')

  await sendDigests(realm)

  const [mail, ...others] = await service.mails(1)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: ['cy@example.com'],
    subject: expect.stringMatching(/^Your week in Realm \d+$/),
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
  expect(mail!.text).toContain('unread direct messages in 1 conversation.')
  expect(mail!.text).toContain('#harbour > tides (3 messages)')
  expect(mail!.text).not.toContain('monologue')
  expect(mail!.text).toContain('New streams: news')
  expect(mail!.text).toContain('New people: Dee')
  expect(linkIn(mail!)).toBe(`http://${realm.host}`)
})

test('contain nothing that a person may not read or has muted', async () => {
  const { realm, service, ada, bo, cy, harbour } = await scene()
  at(tuesday - 8 * day)
  for (const name of ['secret', 'late', 'quiet'])
    await ada.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [ada.id, bo.id],
      invite_only: true,
      history_public_to_subscribers: name !== 'late',
    })
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'quiet' }], principals: [cy.id] })
  const { stream_id } = await ada.get('/get_stream_id', { stream: 'quiet' })
  await cy.patch(`/users/me/subscriptions/${stream_id as number}`, { property: 'is_muted', value: true })
  await cy.patch('/users/me/subscriptions/muted_topics', { stream_id: harbour.id, topic: 'NOISE', op: 'add' })
  await cy.post(`/users/me/muted_users/${bo.id}`)
  at(tuesday - 2 * day)
  for (const name of ['secret', 'late', 'quiet']) await talk(name, `about ${name}`, ada, bo)
  await talk('harbour', 'noise', ada, bo)
  await talk('harbour', 'tides', ada, bo)
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'late' }], principals: [cy.id] })
  await bo.write([cy], 'You have muted me')

  await sendDigests(realm)

  const [mail] = await service.mails(1)
  expect(mail!.text).toContain('#harbour > tides (2 messages)')
  expect(mail!.text).not.toMatch(/secret|late|quiet|noise|unread/)
})

test('have no topics where mails may have no text of messages', async () => {
  const { realm, service, ada, bo, cy } = await scene()
  await talk('harbour', 'tides', ada, bo)
  await bo.write([cy], 'Are you there?')
  await realm.set({ message_content_allowed_in_email_notifications: false })

  await sendDigests(realm)

  const [mail] = await service.mails(1)
  expect(mail!.text).toContain('unread direct messages')
  expect(mail!.text).not.toContain('tides')
})

test('are not sent without news, or to people who turned them off', async () => {
  const { realm, service, ada, bo, cy } = await scene()
  await sendDigests(realm)
  at(tuesday + 5 * day)
  await cy.patch('/settings', { enable_digest_emails: false })
  await talk('harbour', 'tides', ada, bo)
  await sendDigests(realm, morning + 14 * day)

  expect(digestsTo(await service.mails(), cy.email)).toEqual([])
})

test('come again a week later, and not in between', async () => {
  const { realm, service, ada, bo, cy } = await scene()
  await talk('harbour', 'tides', ada, bo)
  await sendDigests(realm)
  await sendDigests(realm, morning + 6 * day)
  expect(await service.mails(1)).toHaveLength(1)

  await talk('harbour', 'winds', ada, bo)
  await sendDigests(realm, morning + 7 * day + 1)

  const [, again] = digestsTo(await service.mails(2), cy.email)
  expect(again!.text).toContain('winds')
  expect(again!.text).not.toContain('tides')
})

test('are on no agenda where the organization does not want them, or the server sends no mail', async () => {
  const { realm, ada } = await scene()
  await realm.set({ digest_emails_enabled: false })
  await sendDigests(realm)
  expect(await readAgenda(realm)).toEqual([])

  MailService.end()
  await realm.set({ digest_emails_enabled: true })
  expect(await readAgenda(realm)).toEqual([])

  const service = new MailService()
  at(tuesday + day)
  await ada.get('/users/me')
  await vi.waitFor(async () => expect(await readAgenda(realm)).toEqual([{ due: morning + 7 * day }]))
  expect(await service.mails()).toEqual([])
})

test('move to another weekday with the setting', async () => {
  const { realm } = await scene()
  expect(await readAgenda(realm)).toEqual([{ due: morning }])
  await realm.set({ digest_weekday: 6 })
  expect(await readAgenda(realm)).toEqual([{ due: morning - 2 * day }])
})

/** People who were here once, long ago, and are in the stream. */
async function crowd(realm: TestRealm, stream_id: number, count: number): Promise<void> {
  const numbers = 'with recursive number (n) as (select 1 union all select n + 1 from number where n < ?1)'
  const first = (realm.id - 1) * 2 ** 32 + 100_000
  await realm.behindTheWriter(
    env.DB.prepare(`
      ${numbers}
      insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
      select ?2 + n, ?3, n || '@crowd.test', n || '@crowd.test', 'Member ' || n, 'member ' || n, 400, 1700000000 from number
    `).bind(count, first, realm.id),
    env.DB.prepare(`${numbers} insert into password (user_id, hash) select ?2 + n, 'x' from number`).bind(count, first),
    env.DB.prepare(`
      ${numbers}
      insert into subscription (user_id, stream_id, active, color) select ?2 + n, ?3, 1, '#000000' from number
    `).bind(count, first, stream_id),
    env.DB.prepare(`
      ${numbers}
      insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from)
      select ?2 + n, ?3, 0, 9007199254740991, 0 from number
    `).bind(count, first, stream_id),
  )
}

test('go to a few people at a time, and to nobody twice when the object is lost', async () => {
  env.MAIL_DAILY = '1000'
  const { realm, service, ada, bo, harbour } = await scene()
  await talk('harbour', 'tides', ada, bo)
  await crowd(realm, harbour.id, 30)

  await sendDigests(realm)
  const first = (await service.mails(20)).length
  await realm.evict()
  await sendDigests(realm, morning + 60)
  await realm.evict()
  await sendDigests(realm, morning + 120)

  const addresses = (await service.mails(31)).map(({ to }) => to[0])
  expect(first).toBe(20)
  expect(addresses).toHaveLength(31)
  expect(new Set(addresses).size).toBe(31)
})

test('leave most mails of a day to others, and go on the next day', async () => {
  env.MAIL_DAILY = '10'
  const { realm, service, ada, bo, harbour } = await scene()
  await talk('harbour', 'tides', ada, bo)
  await crowd(realm, harbour.id, 5)

  await sendDigests(realm)
  expect(await service.mails(4)).toHaveLength(4)
  await sendDigests(realm, morning + 3600)
  expect(await service.mails(4)).toHaveLength(4)
  at(tuesday + day + 10)
  await ada.get('/users/me')
  await sendDigests(realm, tuesday + day + 3600)

  const addresses = (await service.mails(6)).map(({ to }) => to[0])
  expect(new Set(addresses).size).toBe(6)
  expect(addresses).toHaveLength(6)
  const told = (await realm.owner.messages([['is', 'private']])).filter(({ content }) =>
    /mails/.test(content as string),
  )
  expect(told).toEqual([])
})

test('end when the organization is deactivated', async () => {
  const { realm, service, ada, bo } = await scene()
  await talk('harbour', 'tides', ada, bo)
  await realm.owner.post('/realm/deactivate')

  await sendDigests(realm)

  expect(await readAgenda(realm)).toEqual([])
  expect(await service.mails()).toEqual([])
})

test('read the messages of the week and not those before, and few rows for each person', async () => {
  at(tuesday)
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const { id: stream_id } = await realm.stream('harbour', ada, bo)
  const first = (realm.id - 1) * 2 ** 32 + 1000
  const [old, recent] = [5000, 500]
  await env.DB.prepare(`
    with recursive number (n) as (select 0 union all select n + 1 from number where n + 1 < ?1)
    insert into message (
      id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client
    )
    select ?2 + n, ?2 + n, iif(n % 2, ?3, ?4), ?5, 0, 'tides', 'tides', 'x', '<p>x</p>',
      ?6 - iif(n < ${old}, 1000000, 1000) + n / 1000, 'website'
    from number
  `)
    .bind(old + recent, first, ada.id, bo.id, stream_id, tuesday)
    .run()
  await crowd(realm, stream_id, 20)
  const database = new Database(env.DB)
  const sql = sqlOver(new Reader(database, new RowCache(0)))

  const topics = await livelyTopics(sql, realm.id, tuesday - 7 * day)
  expect(topics).toMatchObject([{ stream_id, topic: 'tides', messages: recent, people: 2, first_id: first + old }])
  expect(database.tally.rows_read).toBeLessThan(2 * recent + 100)

  const readBefore = database.tally.rows_read
  const people = await peopleAfter(sql, realm.id, ada.id, 200)
  await digestReaders(
    sql,
    people.map(({ id }) => id),
  )
  expect(people).toHaveLength(21)
  expect(database.tally.rows_read - readBefore).toBeLessThan(10 * people.length)
})
