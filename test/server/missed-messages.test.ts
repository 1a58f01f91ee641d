/** Which messages people are mailed about who missed them, when, and what those mails say. A service on the web takes them. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { costOf, newRealm, type Person, type TestRealm } from '../kit'
import { killObject } from '../kit/faulty-database'
import { linkIn, MailService, type ServiceMail } from '../kit/mail-service'
import type { Scripted } from '../kit/outside'

// Mails that can be answered have tests of their own (incoming-mail.test.ts).
delete env.EMAIL_DOMAIN

/** Seconds for which messages gather, unless a person wants otherwise. */
const period = 120

async function scene(answers?: readonly Scripted[]) {
  const realm = await newRealm()
  const [ada, bo] = [await realm.user('ada'), await realm.user('bo')]
  const { id: stream_id } = await realm.stream('harbour', ada, bo)
  const service = new MailService(answers)
  const setStream = (property: string, value: boolean) =>
    bo.post('/users/me/subscriptions/properties', {
      subscription_data: JSON.stringify([{ stream_id, property, value }]),
    })
  return { realm, ada, bo, service, setStream, mention: `@**${bo.full_name}**` }
}

/** Until what jobs do is done, also on a busy machine. */
const patience = { timeout: 20_000 }

/** What an organization is still to do. */
const items = (realm: TestRealm): Promise<{ key: string; due: number; input: string }[]> =>
  realm.inObject((_, { storage: { sql } }) =>
    sql
      .exec("select name from sqlite_schema where name = 'agenda'")
      .toArray()
      .flatMap(() =>
        sql
          .exec<{ key: string; due: number; input: string }>('select key, due, input from agenda order by key')
          .toArray(),
      ),
  )

const readAgendaKeys = async (realm: TestRealm): Promise<string[]> => (await items(realm)).map(({ key }) => key)

const untilAgenda = (realm: TestRealm, ...keys: (string | RegExp)[]): Promise<void> =>
  vi.waitFor(async () => {
    expect(await readAgendaKeys(realm)).toEqual(keys.map((key) => expect.stringMatching(key)))
  }, patience)

/** Waits until messages wait for these people, and nothing else is under way. */
const untilWaiting = (realm: TestRealm, ...people: Person[]): Promise<void> =>
  untilAgenda(realm, ...people.map(({ id }) => `^missed_messages:${id}$`))

async function after(realm: TestRealm, seconds: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  await realm.ringAlarm()
}

/** Lets the time pass until mails are due, and waits until all of them were taken. */
async function waitForMails(realm: TestRealm, service: MailService): Promise<ServiceMail[]> {
  await after(realm, period + 1)
  await untilAgenda(realm)
  return service.mails()
}

/** Messages of which a person is to be mailed. */
async function waitingMessages(realm: TestRealm, { id }: Person): Promise<number> {
  const item = (await items(realm)).find(({ key }) => key === `missed_messages:${id}`)
  return item === undefined ? 0 : (JSON.parse(item.input) as { messages: unknown[] }).messages.length
}

const bodyOf = ({ text }: ServiceMail): string => text.split('\n-- \n')[0]!

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  MailService.end()
})

describe('a mail', () => {
  test('tells of a direct message after the waiting time, and opens the conversation', async () => {
    const { realm, ada, bo, service } = await scene()

    const id = await ada.write([bo], 'The **tide** turns')
    await untilWaiting(realm, bo)
    await after(realm, period - 2)
    expect(await service.mails()).toEqual([])
    await after(realm, 3)

    const [mail] = await service.mails(1)
    await untilAgenda(realm)
    expect(mail).toMatchObject({ to: [bo.email], subject: `Direct messages with ${ada.full_name}` })
    expect(bodyOf(mail!)).toMatch(new RegExp(`^${ada.full_name} \\(.* UTC\\):\nThe tide turns\n`))
    expect(mail!.html).toContain('The <strong>tide</strong> turns')
    expect(linkIn(mail!)).toBe(`http://${realm.host}/#narrow/pm-with/${ada.id}/near/${id}`)
    expect(mail!.headers).toMatchObject({
      'List-Unsubscribe': expect.stringMatching(`^<http://${realm.host}/unsubscribe/${bo.id}-`),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test('has all messages of a conversation, and another mail has those of another', async () => {
    const { realm, ada, bo, service, mention } = await scene()
    const first = await ada.send('harbour', 'Tides', `${mention} one`)
    await ada.write([bo], 'in private')
    await ada.send('harbour', 'tides', `${mention} two`)
    await ada.send('harbour', 'boats > 3', `${mention} three`)
    await untilWaiting(realm, bo)

    const mails = await waitForMails(realm, service)

    const bySubject = new Map(mails.map((mail) => [mail.subject, mail]))
    expect([...bySubject.keys()].toSorted()).toEqual([
      '#harbour > boats > 3',
      '#harbour > tides',
      `Direct messages with ${ada.full_name}`,
    ])
    const tides = bySubject.get('#harbour > tides')!
    expect(bodyOf(tides)).toMatch(/one\n\n.*two\n/s)
    expect(linkIn(tides)).toMatch(new RegExp(`/#narrow/stream/\\d+-harbour/topic/tides/near/${first}$`))
  })

  test('begins with the message before, unless the reader never received it or muted who wrote it', async () => {
    const { realm, ada, bo, service, mention } = await scene()
    const cy = await realm.user('cy')
    await cy.subscribe('harbour')
    await bo.must('DELETE', '/users/me/subscriptions', { subscriptions: '["harbour"]' })
    await ada.send('harbour', 'one', 'never received')
    await bo.subscribe('harbour')
    await ada.send('harbour', 'two', 'long ago')
    await ada.send('harbour', 'two', 'known')
    await cy.send('harbour', 'three', 'muted')
    await bo.post(`/users/me/muted_users/${cy.id}`)
    for (const topic of ['one', 'two', 'three']) await ada.send('harbour', topic, `${mention} news`)
    await untilWaiting(realm, bo)
    await vi.waitFor(async () => expect(await waitingMessages(realm, bo)).toBe(3), patience)

    const texts = new Map((await waitForMails(realm, service)).map((mail) => [mail.subject, bodyOf(mail)]))

    expect(texts.get('#harbour > one')).not.toContain('never received')
    expect(texts.get('#harbour > two')).toMatch(/known\n\n.*news/s)
    expect(texts.get('#harbour > two')).not.toContain('long ago')
    expect(texts.get('#harbour > three')).not.toContain('muted')
  })

  test('that follows has the same thread, and every mail its own id', async () => {
    const { realm, ada, bo, service } = await scene()
    const cy = await realm.user('cy')
    for (const content of ['one', 'two']) {
      await ada.write([bo], content)
      await untilWaiting(realm, bo)
      await waitForMails(realm, service)
    }
    await cy.write([bo], 'three')
    await untilWaiting(realm, bo)

    const [one, two, three] = (await waitForMails(realm, service)).map(({ headers }) => headers)

    expect(one!['References']).toMatch(/^<[0-9a-f]{32}@mail\.example>$/)
    expect(one!['In-Reply-To']).toBe(one!['References'])
    expect(two!['References']).toBe(one!['References'])
    expect(three!['References']).not.toBe(one!['References'])
    expect(new Set([one, two, three].map((headers) => headers!['Message-ID'])).size).toBe(3)
  })

  test('comes in the time and the language of the reader, and names the organization if they want so', async () => {
    const { realm, ada, bo, service } = await scene()
    await bo.patch('/settings', {
      timezone: 'Asia/Tokyo',
      default_language: 'de',
      realm_name_in_notifications: true,
      email_notifications_batching_period_seconds: 60,
    })
    await ada.write([bo], 'Hallo')
    await untilWaiting(realm, bo)

    await after(realm, 61)

    const [mail] = await service.mails(1)
    expect(mail!.subject).toMatch(/^\[Realm \d+\] Direktnachrichten mit /)
    expect(mail!.text).toMatch(/\(.* (GMT\+9|JST)\):\nHallo/)
    await untilAgenda(realm)
  })

  test('shows five conversations and ten messages at most, and says how many more there are', async () => {
    const { realm, ada, bo, service, mention } = await scene()
    for (let number = 1; number <= 12; number += 1) await ada.send('harbour', 'long', `${mention} message ${number}.`)
    for (let number = 1; number <= 6; number += 1) await ada.send('harbour', `topic ${number}`, mention)
    await untilWaiting(realm, bo)
    await ada.send('harbour', 'long', `${mention} message 13.`)
    await vi.waitFor(async () => expect(await waitingMessages(realm, bo)).toBe(19), patience)

    const mails = await waitForMails(realm, service)

    expect(mails.map(({ subject }) => subject)).toEqual([
      '#harbour > topic 3',
      '#harbour > topic 4',
      '#harbour > topic 5',
      '#harbour > topic 6',
      '#harbour > long',
    ])
    expect(mails.filter(({ text }) => text.includes('more conversation'))).toEqual([mails.at(-1)])
    const last = mails.at(-1)!
    expect(last.text).toContain('2 more conversations have unread messages:')
    expect(last.text).toContain('3 earlier messages')
    expect(last.text).not.toContain('message 3.')
    expect(last.text).toMatch(/message 4\..*message 13\./s)
  })
})

/** A mention that waits. */
async function missedScene() {
  const made = await scene()
  await made.realm.set({ delete_own_message_policy: 5 })
  const id = await made.ada.send('harbour', 'tides', `${made.mention} look`)
  await untilWaiting(made.realm, made.bo)
  return { ...made, id }
}

describe('mails leave out', () => {
  const vanished: [name: string, vanish: (scene: Awaited<ReturnType<typeof missedScene>>) => Promise<unknown>][] = [
    [
      'what they read in time',
      ({ bo, id }) => bo.post('/messages/flags', { messages: `[${id}]`, op: 'add', flag: 'read' }),
    ],
    ['what was deleted', ({ realm, id }) => realm.owner.must('DELETE', `/messages/${id}`)],
    [
      'what went where they have no access',
      async ({ realm, id }) => {
        const stream = await realm.stream('vault', realm.owner)
        await realm.owner.patch(`/messages/${id}`, { stream_id: stream.id })
      },
    ],
    ['what people wrote whom they muted meanwhile', ({ ada, bo }) => bo.post(`/users/me/muted_users/${ada.id}`)],
    [
      'anything while they are here',
      async ({ bo }) => {
        await bo.listen({ event_types: ['message'] })
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + period * 1000 })
        await bo.post('/users/me/presence', { status: 'active', ping_only: true })
      },
    ],
    ['what they no longer want', ({ bo }) => bo.patch('/settings', { enable_offline_email_notifications: false })],
    ['anything once their account is gone', ({ realm, bo }) => realm.owner.must('DELETE', `/users/${bo.id}`)],
    [
      'anything after they left the stream',
      ({ bo }) => bo.must('DELETE', '/users/me/subscriptions', { subscriptions: '["harbour"]' }),
    ],
  ]

  test.each(vanished)('%s', async (_, vanish) => {
    const made = await missedScene()

    await vanish(made)

    expect(await waitForMails(made.realm, made.service)).toEqual([])
  })

  test('what they wrote themselves, what concerns them less, and bots', async () => {
    const { realm, ada, bo, service, mention } = await scene()
    const bot = await realm.bot('robot', bo)
    await bo.patch('/settings', { enable_offline_email_notifications: false })

    await ada.send('harbour', 'tides', 'Nothing special')
    await ada.send('harbour', 'tides', `${mention} who wants no mail`)
    await bo.send('harbour', 'tides', `I am @**${bo.full_name}**`)
    await bo.write([bot], 'Beep')
    const id = await bo.send('harbour', 'tides', 'High water')
    await ada.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })

    await untilAgenda(realm)
    expect(await waitForMails(realm, service)).toEqual([])
  })

  test('anything where the server sends no mail', async () => {
    const { realm, ada, bo } = await scene()
    MailService.end()

    await ada.write([bo], 'unsent')

    expect(await readAgendaKeys(realm)).toEqual([])
  })

  test('what comes while they are here', async () => {
    const { realm, ada, bo } = await scene()
    await bo.listen({ event_types: ['message'] })
    await bo.post('/users/me/presence', { status: 'active', ping_only: true })

    await ada.write([bo], 'seen')

    expect(await readAgendaKeys(realm)).toEqual([])
  })
})

describe('who is mailed about ordinary messages of a stream', () => {
  test('those who want all of the stream, or of all streams', async () => {
    const { realm, ada, bo, service, setStream } = await scene()
    const cy = await realm.user('cy')
    await cy.subscribe('harbour')
    await setStream('email_notifications', true)
    await ada.send('harbour', 'tides', 'for bo')
    await untilWaiting(realm, bo)
    await cy.patch('/settings', { enable_stream_email_notifications: true })
    await ada.send('harbour', 'boats', 'for both')
    await untilWaiting(realm, bo, cy)

    const mails = await waitForMails(realm, service)

    expect(mails.map(({ to, subject }) => `${to[0]}: ${subject}`).toSorted()).toEqual([
      `${bo.email}: #harbour > boats`,
      `${bo.email}: #harbour > tides`,
      `${cy.email}: #harbour > boats`,
    ])
  })

  test('nobody of a stream or topic that they muted, unless it mentions them', async () => {
    const { realm, ada, bo, service, setStream, mention } = await scene()
    await setStream('email_notifications', true)
    await bo.must('PATCH', '/users/me/subscriptions/muted_topics', { stream: 'harbour', topic: 'tides', op: 'add' })
    await ada.send('harbour', 'tides', 'muted')
    await ada.send('harbour', 'tides', 'the message before')
    await ada.send('harbour', 'tides', `${mention} all the same`)
    await untilWaiting(realm, bo)

    const [mail] = await waitForMails(realm, service)

    expect(bodyOf(mail!)).toContain('all the same')
    expect(bodyOf(mail!)).not.toContain('muted')
  })

  test('those whom only an edit mentions', async () => {
    const { realm, ada, bo, service, mention } = await scene()
    const id = await ada.send('harbour', 'tides', 'Hello')
    await ada.patch(`/messages/${id}`, { content: `Hello ${mention}` })
    await untilWaiting(realm, bo)

    expect(await waitForMails(realm, service)).toHaveLength(1)
  })
})

describe('texts are left out', () => {
  const secrets = /harbour|tides|Secret|narrow/

  test.each([
    ['the reader', 'message_content_in_email_notifications'],
    ['the organization', 'message_content_allowed_in_email_notifications'],
  ])('if %s wants so: one mail says that there are messages', async (who, setting) => {
    const { realm, ada, bo, service, mention } = await scene()
    if (who === 'the reader') await bo.patch('/settings', { [setting]: false })
    else await realm.set({ [setting]: false })
    await ada.send('harbour', 'tides', `${mention} Secret`)
    await ada.write([bo], 'Secret')
    await untilWaiting(realm, bo)

    const mails = await waitForMails(realm, service)

    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toMatch(/^New messages in Realm \d+$/)
    expect(mails[0]!.text).not.toMatch(secrets)
    expect(mails[0]!.html).not.toMatch(secrets)
    expect(mails[0]!.text).not.toContain(ada.full_name)
  })
})

describe('limits', () => {
  test('one member sets off only a part of the mails of a day, and others their own', async () => {
    const { realm, ada, bo, service } = await scene()
    const [cy, di] = [await realm.user('cy'), await realm.user('di')]
    env.MAIL_DAILY = '8'

    await ada.write([bo], 'one')
    await ada.write([cy], 'two')
    await ada.write([di], 'three')
    await cy.write([bo], 'four')
    await untilWaiting(realm, bo, cy, di)

    await after(realm, period + 1)
    // That owners are told of mails that are left out is no reason for another mail.
    await untilAgenda(realm)
    const senders = (await service.mails()).map(({ subject }) => subject.replace('Direct messages with ', ''))
    expect(senders.toSorted()).toEqual([ada.full_name, ada.full_name, cy.full_name])
  })

  test('one member cannot crowd out what others wrote to somebody', async () => {
    const { realm, ada, bo, service } = await scene()
    const cy = await realm.user('cy')
    await cy.write([bo], 'important')
    await untilWaiting(realm, bo)
    for (let number = 1; number <= 40; number += 1) await ada.write([bo], `noise ${number}.`)
    await vi.waitFor(async () => expect(await waitingMessages(realm, bo)).toBe(26), patience)
    await untilWaiting(realm, bo)

    const mails = await waitForMails(realm, service)

    expect(mails.map(({ subject }) => subject)).toEqual([
      `Direct messages with ${cy.full_name}`,
      `Direct messages with ${ada.full_name}`,
    ])
    expect(mails[1]!.text).toContain('15 more messages')
  })

  test('a message costs the same as without mail if its receivers are here, or if it concerns nobody in particular', async () => {
    const { realm, ada, bo } = await scene()
    const cy = await realm.user('cy')
    await cy.subscribe('harbour')
    await bo.listen({ event_types: ['message'] })
    await bo.post('/users/me/presence', { status: 'active', ping_only: true })
    const toStream = { type: 'stream', to: 'harbour', topic: 'tides', content: 'Nothing special' }
    const toBo = { type: 'private', to: JSON.stringify([bo.id]), content: 'Here' }
    const costs = async () => {
      const paid = []
      for (const message of [toStream, toBo]) {
        // The first message makes the conversation, and the second one reads it.
        for (let number = 1; number <= 2; number += 1) await ada.post('/messages', message)
        const { trips, rows_read, rows_written } = costOf(await ada.post('/messages', message))
        paid.push({ trips, rows_read, rows_written })
      }
      return paid
    }

    const withMail = await costs()
    MailService.end()

    expect(withMail).toEqual(await costs())
    expect(withMail).toMatchObject([{ trips: 1 }, { trips: 1 }])
    expect(await readAgendaKeys(realm)).toEqual([])
  })

  test('a message writes no further row of the database, whoever is mailed', async () => {
    const { realm, ada, bo } = await scene()
    const rowsOf = async (content: string) =>
      costOf(await ada.post('/messages', { type: 'private', to: JSON.stringify([bo.id]), content })).rows_written
    await rowsOf('first')
    await untilWaiting(realm, bo)

    expect(await rowsOf('second')).toBe(3)
    await untilWaiting(realm, bo)
  })
})

describe('an object that is killed', () => {
  test('while messages wait loses none', async () => {
    const { realm, ada, bo, service } = await scene()
    await ada.write([bo], 'kept')
    await untilWaiting(realm, bo)

    await killObject(realm)

    expect((await waitForMails(realm, service)).map(bodyOf)).toEqual([expect.stringContaining('kept')])
  })

  test('while a mail waits for its server sends it at its time', async () => {
    const { realm, ada, bo, service } = await scene([{ status: 503 }, {}])
    await ada.write([bo], 'late')
    await untilWaiting(realm, bo)
    await after(realm, period + 1)
    await service.mails(1)
    await untilAgenda(realm, /^mail:/)

    await killObject(realm)
    await after(realm, 61)

    const keys = await service.keys(2)
    expect(keys[1]).toBe(keys[0])
    await untilAgenda(realm)
  })

  test('before it recorded that a mail was taken sends the same mail again, by which the service knows it', async () => {
    const { realm, ada, bo, service } = await scene([{ held: true }, {}])
    await ada.write([bo], 'same')
    await untilWaiting(realm, bo)
    await after(realm, period + 1)
    await service.mails(1)
    const [unrecorded] = await items(realm)
    await service.release()
    await untilAgenda(realm)

    await killObject(realm)
    await realm.inObject((_, { storage }) => {
      storage.sql.exec('insert into agenda select ?, ?, ?', unrecorded!.key, unrecorded!.due, unrecorded!.input)
    })
    await after(realm, 61)

    const [first, second] = await service.mails(2)
    expect(second!.headers['Message-ID']).toBe(first!.headers['Message-ID'])
    await untilAgenda(realm)
  })
})

describe('a service that cannot take a mail now', () => {
  test('has no job in the database meanwhile, because mails wait in the storage of the object', async () => {
    const { realm, ada, bo, service } = await scene([{ status: 503 }, {}])
    await ada.write([bo], 'rowless')
    await untilWaiting(realm, bo)
    await after(realm, period + 1)
    await service.mails(1)
    await untilAgenda(realm, /^mail:/)

    const jobs = env.DB.prepare('select count(*) as count from job where id between ? and ?')
    expect(await jobs.bind((realm.id - 1) * 2 ** 32, realm.id * 2 ** 32).first('count')).toBe(0)
    await after(realm, 61)
    await untilAgenda(realm)
  })

  test('gets it a minute later, unless it was read meanwhile', async () => {
    const { realm, ada, bo, service } = await scene([{ status: 503 }, { status: 503 }, {}])
    const cy = await realm.user('cy')
    const id = await ada.write([bo], 'read')
    await ada.write([cy], 'unread')
    await untilWaiting(realm, bo, cy)
    await after(realm, period + 1)
    await service.mails(2)
    await untilAgenda(realm, /^mail:/, /^mail:/)

    await bo.post('/messages/flags', { messages: `[${id}]`, op: 'add', flag: 'read' })
    await after(realm, 61)

    expect((await service.mails(3)).slice(2).map(({ to }) => to[0])).toEqual([cy.email])
    await untilAgenda(realm)
  })
})

/** The HTML of a message in a mail. */
async function htmlOf(content: string): Promise<string> {
  const { realm, ada, bo, service } = await scene()
  await ada.write([bo], content)
  await untilWaiting(realm, bo)
  const [mail] = await waitForMails(realm, service)
  return /<div dir="auto">(.*?)<\/div>\n<\/div>/s.exec(mail!.html)![1]!
}

describe('the HTML of a message', () => {
  test('has whole addresses', async () => {
    expect(await htmlOf('#**harbour** and https://example.com')).toMatch(
      /<a href="http:\/\/[^/"]+\/#narrow\/stream\/\d+-harbour" style="[^"]+">#harbour<\/a> and <a href="https:\/\/example\.com\/"/,
    )
  })

  test('loads nothing and has no classes, and hides what is hidden', async () => {
    const html = await htmlOf(
      'https://example.com/cat.png :tada: 🎉 $$x^2$$\n\n```spoiler why\nthe butler\n```\n\n```js\nlet x = 1\n```\n\n| a |\n|---|\n| b |',
    )
    expect(html).not.toMatch(/<img|src=|class=|butler|<span|onerror/)
    expect(html).toMatch(/🎉 🎉/)
    expect(html).toContain('x^2')
    expect(html).toMatch(/why.*…/s)
    expect(html).toMatch(/<pre[^>]*><code[^>]*>let x = 1/)
    expect(html).toMatch(/<td[^>]*>b<\/td>/)
  })

  test('is plain text where a message has very many elements, which would keep the object busy', async () => {
    const html = await htmlOf(`**Flood**\n\n${'*a* '.repeat(2400)}`)
    expect(html).toContain('<p>Flood<br>a a a')
    expect(html).toContain('<br>…</p>')
    expect(html).not.toContain('<em>')
  })

  test('shows what people wrote as HTML as text, and ends after some characters', async () => {
    const html = await htmlOf(`<img src=x onerror=alert(1)> & ${'🎉 &amp; and what more '.repeat(200)}\n\nlast`)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; ')
    expect(html).not.toContain('last')
    expect(html).toMatch(/<p>…<\/p>$/)
    expect(html.length).toBeLessThan(20_000)
  })
})
