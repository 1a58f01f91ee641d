/** Mail goes out from workerd to real mail servers: what they take, and what they do instead. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorityFile, MailServer, refusal } from '../kit/mail-servers.ts'

let workerd: Miniflare

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../kit/mail-worker.ts')],
    bundle: true,
    format: 'esm',
    write: false,
    external: ['node:*', 'cloudflare:*'],
    conditions: ['workerd', 'worker', 'browser'],
  })
  // Miniflare reads the name of this file when it is loaded, and lets workerd trust the authority.
  process.env['NODE_EXTRA_CA_CERTS'] = authorityFile
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
  workerd = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: outputFiles[0]!.text,
      compatibilityDate: /compatibility_date = "(.*)"/.exec(readFileSync('wrangler.toml', 'utf8'))![1]!,
      cf: false,
      email: { send_email: [{ name: 'MAIL' }] },
    }),
  )
})

afterAll(() => workerd.dispose())

const patience = { connectMs: 4000, greetingMs: 4000, answerMs: 4000, totalMs: 10_000 }

const mail = {
  id: 'a1b2c3',
  to: 'ada@example.com',
  organization: 'Harbour',
  subject: 'Tide tables',
  text: 'High water\n.\n.. at noon',
  html: '<p>High water at noon, naïvely</p>',
}

interface Delivery {
  readonly outcome: string
  readonly reason?: string
}

/** Sends mails to a server, and answers what became of each. */
async function deliver(url: string, mails: readonly object[] = [mail], waits = {}): Promise<Delivery[]> {
  const settings = { SMTP_URL: url, MAIL_FROM: 'chat@harbour.example' }
  const body = JSON.stringify({ mails, settings, patience: { ...patience, ...waits } })
  const response = await workerd.dispatchFetch('http://mail.test/', { method: 'POST', body })
  return (await response.json()) as Delivery[]
}

const plainUrlOf = ({ port }: MailServer) => `smtp://127.0.0.1:${port}?tls=off`
const withStartTls = ({ port }: MailServer, login = '') => `smtp://${login}localhost:${port}`

const sent = { outcome: 'sent' }

test('a mail arrives as it was written, with the headers of a mail that a program sends', async () => {
  const server = await MailServer.start()

  expect(await deliver(plainUrlOf(server))).toEqual([sent])

  expect(server.mails[0]).toMatchObject({ from: 'chat@harbour.example', to: ['ada@example.com'], isEncrypted: false })
  const [parsed] = await server.parsed()
  expect(parsed).toMatchObject({
    from: { name: 'Harbour', address: 'chat@harbour.example' },
    to: [{ address: 'ada@example.com' }],
    subject: 'Tide tables',
    messageId: '<a1b2c3@harbour.example>',
  })
  expect(parsed!.text!.trim()).toBe(mail.text)
  expect(parsed!.html!.trim()).toBe(mail.html)
  expect(Math.abs(Date.parse(parsed!.date!) - Date.now())).toBeLessThan(60_000)
  expect(parsed!.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
})

test('mails of a conversation refer to the same mail that nobody got, and answers go to their own address', async () => {
  const server = await MailServer.start()
  const mails = ['a1', 'a2'].map((id) => ({ ...mail, id, thread: 'd4e5f6', reply_to: `mm-${id}@chat.example` }))

  expect(await deliver(plainUrlOf(server), mails)).toEqual([sent, sent])

  const parsed = await server.parsed()
  expect(parsed.map(({ messageId }) => messageId)).toEqual(['<a1@harbour.example>', '<a2@harbour.example>'])
  for (const { references, inReplyTo } of parsed)
    expect([references, inReplyTo]).toEqual(['<d4e5f6@harbour.example>', '<d4e5f6@harbour.example>'])
  expect(parsed.map(({ replyTo }) => replyTo?.[0]?.address)).toEqual(['mm-a1@chat.example', 'mm-a2@chat.example'])
})

test('names and subjects cannot write headers, and long ones are read as they were written', async () => {
  const server = await MailServer.start()
  const organization = 'Ärger "quoted" <evil@example.com>, \r\nBcc: eve@example.com\r\n\r\nBody'
  const subject = `Tide\r\nBcc: eve@example.com\n\nBody ${'à la carte '.repeat(14)}`

  expect(await deliver(plainUrlOf(server), [{ ...mail, organization, subject }])).toEqual([sent])

  const [{ raw, to }] = server.mails as [MailServer['mails'][number]]
  const [parsed] = await server.parsed()
  expect(to).toEqual(['ada@example.com'])
  expect(parsed!.bcc ?? []).toEqual([])
  expect(parsed!.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(parsed!.from).toEqual({
    name: 'Ärger "quoted" <evil@example.com>, Bcc: eve@example.com Body',
    address: 'chat@harbour.example',
  })
  expect(parsed!.subject).toBe(subject.replaceAll(/\s+/g, ' ').trim())
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThan(200)
})

test.each([
  ['STARTTLS', {}, withStartTls],
  [
    'TLS from the beginning',
    { secure: true },
    ({ port }: MailServer, login: string) => `smtps://${login}localhost:${port}`,
  ],
])('by %s, with a login', async (_, options, url) => {
  const server = await MailServer.start({ ...options, authOptional: false })

  expect(await deliver(url(server, 'harbour%40example.com:right@'))).toEqual([sent])

  expect(server.mails).toMatchObject([{ isEncrypted: true, user: 'harbour@example.com' }])
})

test('nothing is sent to a server without encryption, nor a password', async () => {
  const logins: unknown[] = []
  const server = await MailServer.start({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (login, _, done) => {
      logins.push(login)
      done(null, { user: 'x' })
    },
  })

  expect(await deliver(withStartTls(server, 'ada:right@'))).toEqual([{ outcome: 'later', reason: 'not_encrypted' }])

  expect([server.mails, logins]).toEqual([[], []])
})

test('nothing is sent to a server whose certificate is for another host', async () => {
  // The certificate names 127.0.0.1 and localhost.
  const server = await MailServer.start({ secure: true }, '127.0.0.2')

  expect(await deliver(`smtps://127.0.0.2:${server.port}`)).toEqual([{ outcome: 'later', reason: 'unreachable' }])

  expect([server.connections, server.mails]).toEqual([1, []])
})

test('a wrong password does not lose the mail', async () => {
  const server = await MailServer.start()
  expect(await deliver(withStartTls(server, 'ada:wrong@'))).toEqual([{ outcome: 'later', reason: 'login_refused' }])
  expect(server.mails).toEqual([])
})

const mailsTo = (...addresses: string[]) => addresses.map((to, index) => ({ ...mail, to, id: String(index) }))

test('forty mails share a connection; those that are refused do not hinder the others', async () => {
  const server = await MailServer.start({
    onRcptTo: ({ address }, _, done) => {
      if (address.startsWith('gone')) return done(refusal(550, '5.1.1 No such user'))
      if (address.startsWith('spam')) return done(refusal(550, '5.7.1 Not from you'))
      if (address.startsWith('grey')) return done(refusal(451, '4.7.1 Come back later'))
      done()
    },
  })
  const others = Array.from({ length: 36 }, (_, index) => `person${index}@example.com`)

  const deliveries = await deliver(
    plainUrlOf(server),
    mailsTo('gone@example.com', 'spam@example.com', 'grey@example.com', 'ada@example.com', ...others),
  )

  expect(deliveries).toEqual([
    { outcome: 'refused', reason: 'address_refused' },
    { outcome: 'refused', reason: 'mail_refused' },
    { outcome: 'later', reason: 'deferred' },
    sent,
    ...others.map(() => sent),
  ])
  expect(server.mails.map(({ to }) => to[0])).toEqual(['ada@example.com', ...others])
  expect(server.connections).toBe(1)
})

test('a server that does not like the sender says so of the sender', async () => {
  const server = await MailServer.start({ onMailFrom: (_, __, done) => done(refusal(550, '5.7.1 Not yours')) })
  expect(await deliver(plainUrlOf(server))).toEqual([{ outcome: 'refused', reason: 'sender_refused' }])
})

test('a mail whose text is refused is refused, and the next one is sent', async () => {
  let count = 0
  const server = await MailServer.start({
    onData: (stream, _, done) => {
      stream.resume()
      stream.on('end', () => done((count += 1) === 1 ? refusal(554, '5.6.0 No') : null))
    },
  })
  expect(await deliver(plainUrlOf(server), mailsTo('ada@example.com', 'bob@example.com'))).toEqual([
    { outcome: 'refused', reason: 'mail_refused' },
    sent,
  ])
})

test('a server that says goodbye gets the rest later', async () => {
  const server = await MailServer.start({
    onRcptTo: ({ address }, _, done) => done(address.startsWith('bob') ? refusal(421, '4.3.2 Closing') : null),
  })
  const [ada, bob, eve] = await deliver(
    plainUrlOf(server),
    mailsTo('ada@example.com', 'bob@example.com', 'eve@example.com'),
  )
  expect([ada, bob!.outcome, eve!.outcome]).toEqual([sent, 'later', 'later'])
})

test('a server that breaks off before it takes a mail gets it later', async () => {
  const server: MailServer = await MailServer.start({ onRcptTo: () => server.breakOff() })
  expect(await deliver(plainUrlOf(server), mailsTo('ada@example.com', 'bob@example.com'))).toEqual([
    { outcome: 'later', reason: 'broken_off' },
    { outcome: 'later', reason: 'broken_off' },
  ])
})

test('of a server that has everything and breaks off, nobody knows whether the mail arrives', async () => {
  const server: MailServer = await MailServer.start({
    onData: (stream) => {
      stream.resume()
      stream.on('end', () => server.breakOff())
    },
  })
  expect(await deliver(plainUrlOf(server), mailsTo('ada@example.com', 'bob@example.com'))).toEqual([
    { outcome: 'unknown', reason: 'broken_off' },
    { outcome: 'later', reason: 'broken_off' },
  ])
})

test('a server that does not answer is not waited for', async () => {
  const silent = await MailServer.start({ onConnect: () => undefined })
  const slow = await MailServer.start({ onRcptTo: () => undefined })
  const waits = { greetingMs: 200, answerMs: 200 }

  expect(await deliver(plainUrlOf(silent), [mail], waits)).toEqual([{ outcome: 'later', reason: 'unreachable' }])
  expect(await deliver(plainUrlOf(slow), [mail], waits)).toEqual([{ outcome: 'later', reason: 'unreachable' }])
})

test('all mails together do not take longer than they may', async () => {
  const held: (() => void)[] = []
  const server = await MailServer.start({
    onRcptTo: ({ address }, _, done) => (address.startsWith('ada') ? done() : void held.push(done)),
  })
  expect(await deliver(plainUrlOf(server), mailsTo('ada@example.com', 'bob@example.com'), { totalMs: 500 })).toEqual([
    sent,
    { outcome: 'later', reason: 'unreachable' },
  ])
})

test('a server that is not there is asked later', async () => {
  const server = await MailServer.start()
  const url = plainUrlOf(server)
  await server.stop()
  expect(await deliver(url)).toEqual([{ outcome: 'later', reason: 'unreachable' }])
})

test('the binding of the platform takes a mail, too', async () => {
  const settings = { MAIL_FROM: 'Harbour <chat@harbour.example>' }
  const body = JSON.stringify({ mails: [mail], settings, patience })

  const response = await workerd.dispatchFetch('http://mail.test/', { method: 'POST', body })

  expect(await response.json()).toEqual([sent])
})
