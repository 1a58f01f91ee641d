/** Mails that become messages: to addresses of streams, and answers to mails about messages. */
import { env } from 'cloudflare:workers'
import MailComposer from 'nodemailer/lib/mail-composer'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ObjectUsage } from '../../src/core/realm/object-usage'
import type { Agenda } from '../../src/core/turn/agenda'
import { newRealm, reach, type Answer, type Person, type TestRealm } from '../kit'
import { bring, plainMail, replyAddressFor } from '../kit/incoming-mail'
import { MailService } from '../kit/mail-service'
import { appleMail, bounce, gmail, mailingList, outlook, outOfOffice, thunderbird } from '../kit/sample-mails'

const [hour, day] = [3600, 86_400]

let realm: TestRealm
let ada: Person
let bo: Person
let harbour: { id: number; name: string }

beforeAll(async () => {
  env.RATE_LIMITS = 'off'
  realm = await newRealm()
  ada = await realm.user('ada')
  bo = await realm.user('bo')
  harbour = await realm.stream('Harbour works & more', ada, bo)
})

afterEach(() => {
  vi.useRealTimers()
  env.RATE_LIMITS = 'off'
  env.EMAIL_DOMAIN = 'mail.rivulet.test'
})

const after = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })

const addressOf = async (person: Person, stream_id: number): Promise<string> =>
  (await person.post(`/streams/${stream_id}/email_address`))['email'] as string

/** An address with an option, such as `show-sender`. */
const withOptions = (address: string, ...options: string[]): string => address.replace('@', `.${options.join('.')}@`)

/** The newest message that a person got. */
const newest = async (person: Person): Promise<Answer> =>
  (await person.messages([], { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })).at(-1)!

const newestId = async (person: Person): Promise<number> => (await newest(person))?.['id'] as number

/** Brings a mail that has to be taken, and answers the message that it became. */
async function receiveMail(reader: Person, to: string, raw: string | Uint8Array): Promise<Answer> {
  const before = await newestId(reader)
  expect(await bring(to, raw)).toBeNull()
  const message = await newest(reader)
  expect(message['id']).not.toBe(before)
  return message
}

/** Brings a mail that must not become a message, and answers why. */
async function refusal(reader: Person, to: string, raw: string | Uint8Array, from?: string): Promise<string | null> {
  const before = await newestId(reader)
  const reason = await bring(to, raw, from === undefined ? {} : { from })
  expect(await newestId(reader)).toBe(before)
  return reason
}

interface Attached {
  filename?: string
  content: string | Uint8Array<ArrayBuffer>
  contentType?: string
  cid?: string
}

/** A mail with files, as a program composes it. */
const mailWith = (attachments: readonly Attached[], body: { text?: string; html?: string }): Promise<Uint8Array> =>
  new MailComposer({
    from: 'Nora Outsider <nora@elsewhere.example>',
    subject: 'Pictures',
    messageId: `<${crypto.randomUUID()}@elsewhere.example>`,
    ...body,
    attachments: attachments.map(({ content, ...rest }) => ({
      ...rest,
      content: typeof content === 'string' ? content : Buffer.from(content),
    })),
  })
    .compile()
    .build()

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)

describe('an address of a stream', () => {
  test('is made by each person for themself, and says the name of the stream', async () => {
    expect(await ada.get(`/streams/${harbour.id}/email_address`)).toMatchObject({ takes_mail: true, email: null })
    const email = await addressOf(ada, harbour.id)
    expect(email).toMatch(/^harbour-works-more\.[0-9a-f]{32}@mail\.rivulet\.test$/)
    expect(await ada.get(`/streams/${harbour.id}/email_address`)).toMatchObject({ takes_mail: true, email })
    expect((await bo.get(`/streams/${harbour.id}/email_address`))['email']).toBeNull()
    expect(await addressOf(bo, harbour.id)).not.toBe(email)
  })

  test('is the token alone where the name has other letters', async () => {
    const stream = await realm.stream('港', ada)
    expect(await addressOf(ada, stream.id)).toMatch(/^[0-9a-f]{32}@/)
  })

  test('posts as the mail gateway, with the subject as the topic', async () => {
    const address = await addressOf(ada, harbour.id)
    const message = await receiveMail(
      bo,
      address,
      plainMail('The **ferry** leaves at six.', { Subject: 'Re: AW: Ferry times' }),
    )
    expect(message).toMatchObject({
      sender_full_name: 'Email Gateway',
      display_recipient: harbour.name,
      subject: 'Ferry times',
      content: 'The **ferry** leaves at six.',
      client: 'Email',
    })
    const { cross_realm_bots } = (await bo.listen()).state as unknown as { cross_realm_bots: Answer[] }
    expect(cross_realm_bots).toContainEqual(
      expect.objectContaining({ user_id: message['sender_id'], is_system_bot: true }),
    )
  })

  test('may be written with capital letters, with a plus, and after the stream was renamed', async () => {
    const stream = await realm.stream('old name', ada)
    const address = await addressOf(ada, stream.id)
    await realm.owner.patch(`/streams/${stream.id}`, { new_name: 'new name' })
    const to = address.replace('.', '+').toUpperCase()
    expect(await receiveMail(ada, to, plainMail('Still here'))).toMatchObject({ display_recipient: 'new name' })
    expect(await addressOf(ada, stream.id)).toMatch(/^new-name\./)
  })

  test('ends when another is made, and when it is taken away', async () => {
    const [first, second] = [await addressOf(ada, harbour.id), await addressOf(ada, harbour.id)]
    expect(await refusal(ada, first, plainMail('Too late'))).toBe('There is no such address.')
    await receiveMail(ada, second, plainMail('In time'))
    await ada.delete(`/streams/${harbour.id}/email_address`)
    await ada.delete(`/streams/${harbour.id}/email_address`)
    expect(await refusal(ada, second, plainMail('Too late'))).toBe('There is no such address.')
  })

  test('shows the sender on request', async () => {
    const address = withOptions(await addressOf(ada, harbour.id), 'show-sender')
    const mail = plainMail('Hello', { From: '"[N*ra] Outsider" <nora@elsewhere.example>' })
    expect((await receiveMail(ada, address, mail))['content']).toBe(
      'From: N ra Outsider <nora@elsewhere.example>\n\nHello',
    )
  })

  test.each([
    ['', '(no topic)'],
    ['Re: ', '(no topic)'],
    ['x'.repeat(80), `${'x'.repeat(59)}…`],
    ['=?utf-8?B?w5xiZXIgZGllIEZsdXQ=?=', 'Über die Flut'],
    ['a =?utf-8?Q?=00=0Ab?=', 'a b'],
  ])('makes the subject %j the topic %j', async (subject, topic) => {
    const message = await receiveMail(ada, await addressOf(ada, harbour.id), plainMail('Hello', { Subject: subject }))
    expect(message['subject']).toBe(topic)
  })

  test('mentions nobody', async () => {
    const text = `@**all** @**Bo** @**Bo|${bo.id}** @_**Bo** @*everybody*`
    const message = await receiveMail(bo, await addressOf(ada, harbour.id), plainMail(text))
    expect(message['content']).toBe(`@_**all** @_**Bo** @_**Bo|${bo.id}** @_**Bo** @_*everybody*`)
    expect(await bo.flags(message['id'] as number)).toEqual([])
  })

  test('posts what its owner may post at that time', async () => {
    const own = await newRealm()
    const [cleo, dan] = [await own.user('cleo'), await own.user('dan')]
    await cleo.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'crew' }],
      principals: [cleo.id, dan.id],
      invite_only: true,
    })
    const { stream_id } = await cleo.get('/get_stream_id', { stream: 'crew' })
    const address = await addressOf(cleo, stream_id as number)
    await receiveMail(dan, address, plainMail('One'))
    await own.owner.patch(`/streams/${stream_id}`, { stream_post_policy: 2 })
    expect(await refusal(dan, address, plainMail('Two'))).toBe('Not authorized to send to this stream')
    await own.owner.patch(`/streams/${stream_id}`, { stream_post_policy: 1 })
    await cleo.delete('/users/me/subscriptions', { subscriptions: ['crew'] })
    expect(await refusal(dan, address, plainMail('Three'))).toBe('Not authorized to send to this stream')
    await own.deactivate(cleo)
    expect(await refusal(dan, address, plainMail('Four'))).toMatch(/^There is no such address/)
  })

  test('is refused to who may not post, to bots, and without a domain for mail', async () => {
    const stream = await realm.stream('announcements', realm.owner)
    await realm.owner.patch(`/streams/${stream.id}`, { stream_post_policy: 2 })
    expect(await ada.ask('POST', `/streams/${stream.id}/email_address`)).toMatchObject({ status: 400 })
    const bot = await realm.bot('tide', ada)
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await bot.ask(method, `/streams/${harbour.id}/email_address`)).toMatchObject({ status: 400 })
    const address = await addressOf(ada, harbour.id)
    delete env.EMAIL_DOMAIN
    expect(await ada.ask('POST', `/streams/${harbour.id}/email_address`)).toMatchObject({ status: 400 })
    expect(await ada.get(`/streams/${harbour.id}/email_address`)).toMatchObject({ takes_mail: false, email: null })
    expect(await refusal(ada, address, plainMail('Hello'))).toBe('This server takes no mail.')
  })

  test('ends with its stream', async () => {
    const stream = await realm.stream('short-lived', ada)
    const address = await addressOf(ada, stream.id)
    await realm.owner.delete(`/streams/${stream.id}`)
    expect(await refusal(ada, address, plainMail('Hello'))).toMatch(/^There is no such address/)
  })

  test('of an administrator has no more people mailed than one of a member', async () => {
    env.RATE_LIMITS = 'on'
    const own = await newRealm()
    const readers = [await own.user('cleo'), await own.user('dan'), await own.user('eve')]
    for (const reader of readers) await reader.patch('/settings', { enable_stream_email_notifications: true })
    const address = await addressOf(own.owner, (await own.stream('flood', own.owner, ...readers)).id)
    const service = new MailService()
    onTestFinished(() => MailService.end())
    // Sixty per cent of these are for messages, and a quarter is one person's part.
    env.MAIL_DAILY = '10'
    expect(await bring(address, plainMail('Flood'))).toBeNull()
    const countJobs = (): Promise<number> =>
      own.inObject((object) => {
        const keys = [...(Reflect.get(object, 'agenda') as Agenda).items()].map(({ key }) => key)
        return keys.filter((key) => key.startsWith('missed_messages:')).length
      })
    await vi.waitFor(async () => expect(await countJobs()).toBeGreaterThan(0))
    expect(await countJobs()).toBe(2)
    expect(await service.mails()).toEqual([])
  })

  test('takes so many mails in a day', async () => {
    env.RATE_LIMITS = 'on'
    const own = await newRealm()
    const stream = await own.stream('flood', own.owner)
    const address = await addressOf(own.owner, stream.id)
    const token = /[0-9a-f]{32}/.exec(address)![0]
    await own.inObject((_, { storage }) => {
      const ends = Date.now() / 1000 + day
      storage.sql.exec(
        'insert into attempts (key, ends, amount) values (?, ?, 200)',
        `mail to ${token} in ${day}`,
        ends,
      )
    })
    expect(await refusal(own.owner, address, plainMail('One more'))).toMatch(/^Too many mails came today/)
  })
})

describe('an answer to a mail about a message', () => {
  test('becomes a message of the person in that conversation, once', async () => {
    const id = await ada.send(harbour.name, 'tides', 'When is high water?')
    const address = await replyAddressFor(bo, id)
    expect(address).toMatch(/^mm[0-9a-f]{32}@mail\.rivulet\.test$/)
    const mail = plainMail('At **six**, @**Ada**.')
    const message = await receiveMail(ada, address, mail)
    expect(message).toMatchObject({ sender_id: bo.id, subject: 'tides', content: 'At **six**, @**Ada**.' })
    expect(await ada.flags(message['id'] as number)).toContain('mentioned')
    // The same mail may come again, because its sender may not know that it arrived.
    expect(await refusal(ada, address, mail)).toBeNull()
    expect(await refusal(ada, address, plainMail('And again'))).toMatch(/^This address was used already/)
  })

  test('goes to the address in the mail, which says so', async () => {
    const own = await newRealm()
    const [cleo, dan] = [await own.user('cleo'), await own.user('dan')]
    const service = new MailService()
    onTestFinished(() => MailService.end())
    const id = await cleo.write([dan], 'Dinner?')
    await vi.waitFor(async () => {
      const waiting = own.inObject((object) =>
        (Reflect.get(object, 'agenda') as Agenda).get(`missed_messages:${dan.id}`),
      )
      expect(await waiting).toBeDefined()
    })
    after(121)
    await own.ringAlarm()
    const [mail] = await service.mails(1)
    expect(mail!.text).toContain('Reply to this email to answer in the conversation.')
    const message = await receiveMail(cleo, mail!.reply_to!, plainMail('With pleasure'))
    expect(message).toMatchObject({ type: 'private', sender_id: dan.id, content: 'With pleasure' })
    expect(message['id']).toBeGreaterThan(id)
  })

  test('goes to all who are in a direct conversation', async () => {
    const cleo = await realm.user('cleo')
    const id = await ada.write([bo, cleo], 'Dinner?')
    const message = await receiveMail(cleo, await replyAddressFor(bo, id), plainMail('Yes'))
    expect(message).toMatchObject({ type: 'private', sender_id: bo.id, content: 'Yes' })
    expect((message['display_recipient'] as unknown as Answer[]).map((one) => one['id'])).toEqual([
      ada.id,
      bo.id,
      cleo.id,
    ])
  })

  test('goes where the message is now', async () => {
    const other = await realm.stream('other place', ada, bo)
    const id = await ada.send(harbour.name, 'lost', 'Wrong place')
    const address = await replyAddressFor(bo, id)
    await realm.owner.patch(`/messages/${id}`, { stream_id: other.id, topic: 'found' })
    expect(await receiveMail(ada, address, plainMail('Here'))).toMatchObject({
      display_recipient: other.name,
      subject: 'found',
    })
  })

  test('is refused once the address has expired', async () => {
    const id = await ada.send(harbour.name, 'tides', 'Old')
    const address = await replyAddressFor(bo, id)
    after(5 * day + hour)
    expect(await refusal(ada, address, plainMail('Late'))).toBe('There is no such address, or it has expired.')
  })

  test.each<[string, (person: Person, id: number, own: TestRealm, sender: Person) => Promise<unknown>, RegExp]>([
    ['the message is gone', (_, id, __, sender) => sender.delete(`/messages/${id}`), /deleted/],
    [
      'the person lost access',
      (person) => person.delete('/users/me/subscriptions', { subscriptions: ['crew'] }),
      /access/,
    ],
    ['the person was deactivated', (person, _, own) => own.deactivate(person), /^There is no such address/],
  ])('is refused when %s', async (_, change, reason) => {
    const own = await newRealm()
    const [cleo, dan] = [await own.user('cleo'), await own.user('dan')]
    const params = { subscriptions: [{ name: 'crew' }], principals: [cleo.id, dan.id], invite_only: true }
    await cleo.post('/users/me/subscriptions', params)
    const id = await cleo.send('crew', 'plans', 'Who comes?')
    const address = await replyAddressFor(dan, id)
    await own.set({ delete_own_message_policy: 5 })
    await change(dan, id, own, cleo)
    expect(await refusal(cleo, address, plainMail('Me'))).toMatch(reason)
  })

  test('is refused when nothing but the quoted text is in it', async () => {
    const id = await ada.send(harbour.name, 'tides', 'Question')
    const mail = plainMail('On Mon, 4 May 2026 at 10:00, Harbour <chat@mail.example> wrote:\n> Question')
    expect(await refusal(ada, await replyAddressFor(bo, id), mail)).toBe('The mail has no text of its own.')
  })
})

describe('whole mails', () => {
  test.each([
    ['Gmail', gmail, 'High water is at *six*, café at seven. This line is so long that the program breaks it.'],
    ['Outlook', outlook, 'High water is at six, café at seven.'],
    ['Apple Mail', appleMail, 'High water is at six, café at seven.'],
    ['Thunderbird', thunderbird, 'High water is at six, café at seven.'],
  ])('an answer by %s', async (_, mail, content) => {
    const id = await ada.send(harbour.name, 'tides', 'When is high water?')
    const message = await receiveMail(ada, await replyAddressFor(bo, id), mail)
    expect(message).toMatchObject({ sender_id: bo.id, subject: 'tides', content })
  })

  test('a mail of a mailing list', async () => {
    const message = await receiveMail(ada, await addressOf(ada, harbour.id), mailingList)
    expect(message['subject']).toBe('[News] New ferry')
    expect(message['content']).toMatch(/^There is a new ferry\.\n_+\nNews mailing list/)
    const id = await ada.send(harbour.name, 'tides', 'When is high water?')
    expect(await refusal(ada, await replyAddressFor(bo, id), mailingList)).toMatch(/^Mails to many people/)
  })

  test.each([
    ['a bounce', bounce],
    ['an automatic reply', outOfOffice],
  ])('%s is no answer, and leaves the address as it is', async (_, mail) => {
    const id = await ada.send(harbour.name, 'tides', 'When is high water?')
    const address = await replyAddressFor(bo, id)
    expect(await refusal(ada, address, mail)).not.toBeNull()
    await receiveMail(ada, address, plainMail('I am back'))
  })
})

describe('mails that do not become messages', () => {
  const report = plainMail('Delivery failed', {
    'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
  })
  const absence = plainMail('I am away', { 'Auto-Submitted': 'auto-replied' })

  test.each([
    ['a report about a mail', report, undefined, /^Reports/],
    ['a mail without a sender', plainMail('Hello'), '', /^Reports/],
    ['an automatic answer', absence, undefined, /^Automatic answers/],
    ['an automatic answer of Exchange', plainMail('Away', { 'X-Autoreply': 'yes' }), undefined, /^Automatic answers/],
    [
      'an encrypted mail',
      plainMail('', { 'Content-Type': 'multipart/encrypted; boundary=b' }),
      undefined,
      /^Encrypted/,
    ],
    [
      'a mail that is not by the domain that it names',
      plainMail('Hello', {
        'Authentication-Results': 'mx.cloudflare.net; dkim=fail; dmarc=fail header.from=bank.example',
      }),
      undefined,
      /DMARC/,
    ],
    [
      'a mail whose sender writes a result of authentication into an address',
      plainMail('Hello', {
        'Authentication-Results':
          'mx.cloudflare.net;\n spf=pass smtp.mailfrom="; dmarc=pass"@a.example;\n dmarc = fail',
      }),
      undefined,
      /DMARC/,
    ],
    ['a mail of several senders', `From: Bank <a@bank.example>\n${plainMail('Hello')}`, undefined, /several senders/],
    ['an empty mail', plainMail(''), undefined, /^The mail has no text/],
    ['no mail at all', '', undefined, /^The mail cannot be read/],
    ['endless headers', `X: ${'x'.repeat(1_000_000)}\n\nHello`, undefined, /^The mail cannot be read/],
    ['thousands of files', mailOfThousandFiles(), undefined, /^The mail cannot be read/],
    ['thousands of parts', mailOfThousandParts(), undefined, /^The mail cannot be read/],
    ['hundreds of thousands of lines', plainMail('\n'.repeat(200_001)), undefined, /^The mail cannot be read/],
    ['endless parts', nestedMail(200), undefined, /^The mail cannot be read/],
  ])('%s', async (_, mail, from, reason) => {
    const id = await ada.send(harbour.name, 'tides', 'Question')
    for (const to of [await addressOf(ada, harbour.id), await replyAddressFor(bo, id)])
      expect(await refusal(ada, to, mail, from)).toMatch(reason)
  })

  test('mails to many people, and those that programs wrote, are only for streams', async () => {
    const mails = [
      plainMail('News of the day', { Precedence: 'list', 'List-Id': '<news.elsewhere.example>' }),
      plainMail('The disk is full', { 'Auto-Submitted': 'auto-generated' }),
    ]
    const address = await addressOf(ada, harbour.id)
    for (const mail of mails) {
      const id = await ada.send(harbour.name, 'tides', 'Question')
      expect(await refusal(ada, await replyAddressFor(bo, id), mail)).not.toBeNull()
      await receiveMail(ada, address, mail)
    }
  })

  test('a result of authentication that the sender wrote counts for nothing', async () => {
    const forged = plainMail('Hello', { 'Authentication-Results': 'mx.elsewhere.example; dmarc=fail' })
    await receiveMail(ada, await addressOf(ada, harbour.id), forged)
    const own = 'Authentication-Results: mx.cloudflare.net; dmarc=fail\n'
    const below = 'Authentication-Results: mx.cloudflare.net; dmarc=pass\n'
    expect(await refusal(ada, await addressOf(ada, harbour.id), own + below + plainMail('Hello'))).toMatch(/DMARC/)
  })

  test('our own mails, which would go round in circles', async () => {
    Object.assign(env, { RESEND_API_KEY: 'key', MAIL_FROM: 'Chat <chat@mail.example>' })
    const mail = plainMail('You missed a message', { 'Message-ID': `<${'a'.repeat(32)}@mail.example>` })
    const reason = await refusal(ada, await addressOf(ada, harbour.id), mail)
    delete env.RESEND_API_KEY
    delete env.MAIL_FROM
    expect(reason).toMatch(/^Mails of this server itself/)
  })

  test('a mail that comes twice is posted once', async () => {
    const [mail, address] = [plainMail('Once'), await addressOf(ada, harbour.id)]
    await receiveMail(ada, address, mail)
    expect(await refusal(ada, address, mail)).toBeNull()
    // To another address, it is another message.
    await receiveMail(ada, await addressOf(bo, harbour.id), mail)
  })

  test.each([
    'nobody@mail.rivulet.test',
    'mm00000000@mail.rivulet.test',
    `${'f'.repeat(32)}@mail.rivulet.test`,
    `mm${'f'.repeat(32)}@mail.rivulet.test`,
    `00000001${'0'.repeat(24)}@elsewhere.test`,
    `mm00000001${'0'.repeat(24)}@mail.rivulet.test`,
    '@',
    '',
  ])('mails to %j', async (to) => {
    expect(await refusal(ada, to, plainMail('Hello'))).toMatch(/^There is no such address/)
  })

  test('more mails to one address in a minute than it takes, which keep no others away', async () => {
    env.RATE_LIMITS = 'on'
    const own = await newRealm()
    const [flood, other] = [await own.stream('flood', own.owner), await own.stream('other', own.owner)]
    const [address, quiet] = [await addressOf(own.owner, flood.id), await addressOf(own.owner, other.id)]
    const wrong = address.replace(/[0-9a-f]{24}@/, `${'0'.repeat(24)}@`)
    for (let mail = 0; mail < 60; mail += 1) {
      expect(await bring(wrong, 'x')).toBe('There is no such address.')
      expect(await bring(address, '')).toBe('The mail cannot be read.')
    }
    expect(await bring(address, plainMail('Hello'))).toBe('Too many mails came at the same time: send it again later.')
    expect(await bring(quiet, plainMail('Hello'))).toBeNull()
  })

  test('more mails to addresses for answers in a minute than it takes, even if there are none', async () => {
    env.RATE_LIMITS = 'on'
    const own = await newRealm()
    const wrong = `mm${own.id.toString(16).padStart(8, '0')}${'0'.repeat(24)}@mail.rivulet.test`
    for (let mail = 0; mail < 60; mail += 1) expect(await bring(wrong, 'x')).toMatch(/^There is no such address/)
    expect(await bring(wrong, 'x')).toBe('Too many mails came at the same time: send it again later.')
  })

  test('mails that are too large, whatever their sender says', async () => {
    const address = await addressOf(ada, harbour.id)
    const large = new TextEncoder().encode(plainMail('x'.repeat(11 * 1024 * 1024)))
    expect(await bring(address, large)).toMatch(/^The mail is too large/)
    expect(await bring(address, large, { size: 100 })).toMatch(/^The mail is too large/)
    await receiveMail(ada, address, plainMail('Small'))
  })
})

/** A mail whose files have longer headers than a mail may have. */
function mailOfThousandFiles(): string {
  const file = '--b\nContent-Type: application/x-nothing\nContent-Disposition: attachment; filename=a\n\nx\n'
  return `${plainMail('', { 'Content-Type': 'multipart/mixed; boundary=b' })}${file.repeat(10_000)}--b--\n`
}

/** A mail of parts without headers. */
function mailOfThousandParts(): string {
  return `${plainMail('', { 'Content-Type': 'multipart/mixed; boundary=b' })}${'--b\n\nx\n'.repeat(3000)}--b--\n`
}

/** A mail of parts within parts. */
function nestedMail(depth: number): string {
  const head = 'From: nora@elsewhere.example\nSubject: Deep\n'
  const parts = Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`)
  return `${head}${parts.join('')}Content-Type: text/plain\n\nHello`
}

/** Brings a mail to a stream, and answers the text of its message. */
const receiveAndRead = async (mail: string | Uint8Array, ...options: string[]): Promise<string> => {
  const address = await addressOf(ada, harbour.id)
  return (await receiveMail(ada, options.length > 0 ? withOptions(address, ...options) : address, mail))['content']
}

/** A mail with HTML, and with plain text if there is any. */
const withHtml = (html: string, text = '') =>
  `${plainMail('', { 'Content-Type': 'multipart/alternative; boundary=b' })}${
    text === '' ? '' : `--b\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`
  }--b\nContent-Type: text/html; charset=utf-8\n\n${html}\n--b--\n`

describe('the text of a mail', () => {
  const answer = 'At six.\n\nOn Mon, 4 May 2026 at 10:00, Ada <ada@example.com> wrote:\n> When?\n> Today?'

  test('ends before what is quoted, and before the signature', async () => {
    expect(await receiveAndRead(plainMail(answer))).toBe('At six.')
    expect(await receiveAndRead(plainMail('At six.\n\n-- \nNora\nHarbour master'))).toBe('At six.')
    expect(await receiveAndRead(plainMail('At six.\n\nSent from my iPhone'))).toBe('At six.')
  })

  test('keeps both on request', async () => {
    expect(await receiveAndRead(plainMail(answer), 'include-quotes')).toBe(answer)
    const signed = 'At six.\n\n-- \nNora'
    expect(await receiveAndRead(plainMail(signed), 'include-footer')).toBe(signed)
  })

  test('is all of it, if nothing else is left for a stream', async () => {
    const forwarded = '---------- Forwarded message ---------\nFrom: Bo\n\nThe news'
    expect(await receiveAndRead(plainMail(forwarded))).toBe(forwarded)
  })

  test('has its broken lines joined again', async () => {
    const mail = plainMail('The ferry \nleaves at six.\n\nFrom \nthe pier.', {
      'Content-Type': 'text/plain; charset=utf-8; format=flowed',
    })
    expect(await receiveAndRead(mail)).toBe('The ferry leaves at six.\n\nFrom the pier.')
  })

  test('is Markdown where there is only HTML, or where that is wanted', async () => {
    const html = `
      <html><head><style>p { color: red }</style></head><body>
      <div style="display:none">Preview&zwnj;</div>
      <h1>Times</h1><p>The <b>ferry</b> &amp; the <i>tide</i>:<br>see <a href="https://example.com/t">the table</a>.
      <img src="https://spy.example/pixel.gif"></p>
      <ul><li>six</li><li>seven <ol><li>sharp</li></ol></li></ul>
      <pre>a  b\n c</pre><blockquote>Quoted<br>twice</blockquote><p>After</p><script>alert(1)</script></body></html>`
    const markdown =
      '**Times**\n\nThe **ferry** & the *tide*:\nsee [the table](https://example.com/t).\n\n' +
      '* six\n* seven\n  1. sharp\n\n```\na  b\n c\n```\n\n> Quoted\n> twice\n\nAfter'
    expect(await receiveAndRead(withHtml(html))).toBe(markdown)
    expect(await receiveAndRead(withHtml(html, 'Plain'), 'prefer-html')).toBe(markdown)
    expect(await receiveAndRead(withHtml(html, 'Plain'))).toBe('Plain')
  })

  test.each([
    [
      '<p>At six.</p><div class="gmail_quote">On Mon, 4 May 2026 at 10:00, Ada &lt;ada@example.com&gt; wrote:<br><blockquote>When?</blockquote></div>',
    ],
    [
      '<div>At six.</div><hr><div><b>From:</b> Ada<br><b>Sent:</b> Monday<br><b>To:</b> Bo<br><b>Subject:</b> When?</div><div>When?</div>',
    ],
    [
      '<div>At six.</div><div>Le lun. 4 mai 2026 à 10:00, Ada &lt;ada@example.com&gt; a écrit&nbsp;:</div><blockquote type="cite">When?</blockquote>',
    ],
  ])('ends before what HTML quotes: %s', async (html) => {
    expect(await receiveAndRead(withHtml(html))).toBe('At six.')
  })

  test.each([
    ['text of many lines', plainMail('-\n'.repeat(190_000))],
    ['HTML that is hard to read', withHtml('<a href="'.repeat(300_000), 'Plain')],
  ])('is found soon in %s', async (_, mail) => {
    const began = performance.now()
    await receiveAndRead(mail)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('is that of all parts', async () => {
    const parts = ['text/plain\n\nOne', 'text/html\n\n<p>Two &amp; a half</p>', 'text/plain\n\nThree']
    const mail = `${plainMail('', { 'Content-Type': 'multipart/mixed; boundary=b' })}${parts
      .map((part) => `--b\nContent-Type: ${part}\n`)
      .join('')}--b--\n`
    expect(await receiveAndRead(mail)).toBe('One\n\nTwo & a half\n\nThree')
  })

  test('is cut where a message would be too long', async () => {
    const long = Array.from({ length: 2000 }, (_, index) => `Zeile ${index} über die Flut`).join('\n')
    const content = await receiveAndRead(plainMail(long))
    expect(new TextEncoder().encode(content).length).toBeLessThanOrEqual(10_000)
    expect(content).toMatch(/über die Flut\n\n\*The rest of the mail is left out\.\*$/)
  })

  test.each(['utf-7', 'x-unknown', 'iso-2022-jp', 'utf-16', ''])('may be in the broken charset %j', async (charset) => {
    const head = plainMail('', { 'Content-Type': `text/plain; charset="${charset}"` })
    const bytes = new TextEncoder().encode(head)
    const mail = new Uint8Array([...bytes, 72, 101, 108, 108, 111, 0xff, 0xfe, 0x00, 0xc3, 10])
    expect(await receiveAndRead(mail)).not.toBe('')
  })
})

/** Brings a mail to a stream, and answers its message. */
const receiveInHarbour = async (mail: Uint8Array): Promise<Answer> =>
  receiveMail(ada, await addressOf(ada, harbour.id), mail)

describe('files of a mail', () => {
  test('are stored, and take the space of whoever the address belongs to', async () => {
    const message = await receiveInHarbour(
      await mailWith([{ filename: 'tide [1].txt', content: 'High water' }], { text: 'See below' }),
    )
    const [, path] = /^See below\n\n\[tide _1_\.txt\]\((\/user_uploads\/\S+)\)$/.exec(message['content'])!
    const { attachments } = await ada.get('/attachments', { include_bots: true })
    expect(attachments).toContainEqual(
      expect.objectContaining({
        path_id: path!.replace('/user_uploads/', ''),
        messages: [expect.objectContaining({ id: message['id'] })],
      }),
    )
    const { url } = await bo.get(path!)
    const response = await reach(realm.host, url)
    expect(await response.text()).toBe('High water')
    expect(response.headers.get('Content-Type')).toBe('application/octet-stream')
  })

  test('of a mail that comes again, or may not be posted, are not stored', async () => {
    const amount = async (): Promise<number> =>
      ((await ada.get('/attachments', { include_bots: true }))['attachments'] as unknown[]).length
    const mail = await mailWith([{ filename: 'a.txt', content: 'a' }], { text: 'Once' })
    const address = await addressOf(ada, harbour.id)
    const before = await amount()
    await receiveMail(ada, address, mail)
    expect(await refusal(ada, address, mail)).toBeNull()
    await realm.owner.patch(`/streams/${harbour.id}`, { stream_post_policy: 2 })
    const other = await mailWith([{ filename: 'b.txt', content: 'b' }], {})
    expect(await refusal(ada, address, other)).toBe('Not authorized to send to this stream')
    await realm.owner.patch(`/streams/${harbour.id}`, { stream_post_policy: 1 })
    expect(await amount()).toBe(before + 1)
  })

  test('stand where HTML has them, and are left out with what is cut away', async () => {
    const picture = { content: png, contentType: 'image/png' }
    const html =
      '<p>Before</p><p><img src="cid:tide@x"></p><p>After</p>' +
      '<div>On Mon, 4 May 2026 at 10:00, Ada &lt;ada@example.com&gt; wrote:</div><blockquote><img src="cid:logo@x"></blockquote>'
    const files = [
      { ...picture, filename: 'tide.png', cid: 'tide@x' },
      { ...picture, filename: 'logo.png', cid: 'logo@x' },
    ]
    const message = await receiveInHarbour(await mailWith(files, { html }))
    expect(message['content']).toMatch(/^Before\n\n\[tide\.png\]\(\/user_uploads\/\S+\)\n\nAfter$/)
  })

  test('are at most ten, and the others are named', async () => {
    const files = Array.from({ length: 18 }, (_, index) => ({ filename: `${index}.txt`, content: `${index}` }))
    const content = (await receiveInHarbour(await mailWith(files, { text: 'Many' })))['content'] as unknown as string
    expect(content.match(/user_uploads/g)).toHaveLength(10)
    expect(content).toMatch(/\*Files that are not stored: 10\.txt, 11\.txt, 12\.txt, 13\.txt, 14\.txt and 3 more\*$/)
  })

  test('with long names are stored, and fit into the message', async () => {
    const files = Array.from({ length: 16 }, (_, index) => ({
      filename: `${'\u{20000}'.repeat(95)}${index}`,
      content: 'a',
    }))
    const content = (await receiveInHarbour(await mailWith(files, { text: 'x '.repeat(4000) })))[
      'content'
    ] as unknown as string
    expect(content.match(/user_uploads/g)).toHaveLength(10)
    expect(content).toContain('*The rest of the mail is left out.*')
  })

  test('of one name are tried ten times, where no space is free', async () => {
    const own = await newRealm()
    const address = await addressOf(own.owner, (await own.stream('files', own.owner)).id)
    const writes = () =>
      own.inObject((object) => (Reflect.get(object, 'usage') as ObjectUsage).meter.report().today.totals.r2_writes ?? 0)
    const before = await writes()
    const { UPLOAD_QUOTA_MIB } = env
    env.UPLOAD_QUOTA_MIB = '0.001'
    const files = Array.from({ length: 40 }, () => ({ filename: 'a.txt', content: 'x'.repeat(2000) }))
    expect(await bring(address, await mailWith(files, { text: 'Many' }))).toBeNull()
    env.UPLOAD_QUOTA_MIB = UPLOAD_QUOTA_MIB!
    expect((await writes()) - before).toBeLessThanOrEqual(10)
  })

  test('are so many in a day, because their rows are those of the owner of the address', async () => {
    env.RATE_LIMITS = 'on'
    const own = await newRealm()
    const address = await addressOf(own.owner, (await own.stream('files', own.owner)).id)
    const token = /[0-9a-f]{32}/.exec(address)![0]
    await own.inObject((_, { storage }) => {
      const key = `files by mail to ${token} in ${day}`
      storage.sql.exec('insert into attempts (key, ends, amount) values (?, ?, 99)', key, Date.now() / 1000 + day)
    })
    const files = ['a.txt', 'b.txt', 'c.txt'].map((filename) => ({ filename, content: filename }))
    const { content } = await receiveMail(own.owner, address, await mailWith(files, { text: 'Three' }))
    expect(content).toMatch(/^Three\n\n\[a\.txt\]\(\S+\)\n\n\*Files that are not stored: b\.txt, c\.txt\*$/)
  })

  test('are named where the server stores none, or no space is free', async () => {
    const files = [{ filename: 'a.txt', content: 'x'.repeat(2000) }]
    const text = 'See below\n\n*Files that are not stored: a.txt*'
    const { UPLOADS, UPLOAD_QUOTA_MIB } = env
    env.UPLOAD_QUOTA_MIB = '0.001'
    expect((await receiveInHarbour(await mailWith(files, { text: 'See below' })))['content']).toBe(text)
    env.UPLOAD_QUOTA_MIB = UPLOAD_QUOTA_MIB!
    delete env.UPLOADS
    expect((await receiveInHarbour(await mailWith(files, { text: 'See below' })))['content']).toBe(text)
    env.UPLOADS = UPLOADS!
  })
})

test('a mail writes the rows of a message, a file more, and a reply address none', async () => {
  const own = await newRealm()
  const cleo = await own.user('cleo')
  const stream = await own.stream('costs', cleo)
  const address = await addressOf(cleo, stream.id)
  const id = await cleo.send(stream.name, 'tides', 'Question')
  const rowsWritten = (): Promise<number> =>
    own.inObject(
      (object) => (Reflect.get(object, 'usage') as ObjectUsage).meter.report().today.totals.rows_written ?? 0,
    )
  const countRowsWritten = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await rowsWritten()
    await work()
    return (await rowsWritten()) - before
  }
  expect(await countRowsWritten(() => bring(address, plainMail('Hello')))).toBe(4)
  const withFile = await mailWith([{ filename: 'a.txt', content: 'a' }], { text: 'Hello' })
  expect(await countRowsWritten(() => bring(address, withFile))).toBe(14)
  let reply = ''
  expect(await countRowsWritten(async () => (reply = await replyAddressFor(cleo, id)))).toBe(0)
  expect(await countRowsWritten(() => bring(reply, plainMail('Answer')))).toBe(4)
})
