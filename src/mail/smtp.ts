import net from 'node:net'
import { Readable } from 'node:stream'
import tls from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Delivery, FailureReason, Mail } from './mail'
import { rawMail } from './raw'
import type { Sender, SmtpServer } from './setup'

/** Milliseconds to wait: for the connection with TLS, for the greeting, for the answer to a command, and for everything. */
export interface SmtpPatience {
  readonly connectMs: number
  readonly greetingMs: number
  readonly answerMs: number
  readonly totalMs: number
}

const patience: SmtpPatience = { connectMs: 10_000, greetingMs: 15_000, answerMs: 30_000, totalMs: 120_000 }

/** Milliseconds to wait for the server's goodbye. */
const goodbyeMs = 2000

/** Bytes of one answer of the server. */
const maxAnswerBytes = 16 * 1024

/** An error of nodemailer. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** Sends mails one after the other over one connection. */
export async function deliverBySmtp(
  server: SmtpServer,
  from: Sender,
  mails: readonly Mail[],
  { totalMs, ...waits }: SmtpPatience = patience,
): Promise<Delivery[]> {
  const deliveries: Delivery[] = []
  const session = new SmtpSession(server, waits)
  const deadline = setTimeout(() => session.abort(), totalMs)
  try {
    await session.open()
    for (const mail of mails) {
      deliveries.push(await session.send(from, mail, await rawMail(mail, from)))
      if (session.isOver) break
    }
    await session.close()
  } catch (error) {
    const rest: Delivery = { outcome: 'later', reason: reasonOf(error as SmtpError) }
    return mails.map((_, index) => deliveries[index] ?? rest)
  } finally {
    clearTimeout(deadline)
    session.abort()
  }
  return mails.map((_, index) => deliveries[index] ?? { outcome: 'later', reason: 'broken_off' })
}

class SmtpSession {
  private connection: SMTPConnection | null = null
  private socket: net.Socket | null = null
  /** Rejects what waits when the connection fails. */
  private fail: (error: Error) => void = () => undefined
  private readonly failure = new Promise<never>((_, reject) => (this.fail = reject))
  private hasFailed = false

  constructor(
    private readonly server: SmtpServer,
    private readonly waits: Omit<SmtpPatience, 'totalMs'>,
  ) {
    this.failure.catch(() => (this.hasFailed = true))
  }

  get isOver(): boolean {
    return this.hasFailed || this.connection?.destroyed === true
  }

  async open(): Promise<void> {
    const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
    const { host, tls: security, login } = this.server
    const { greetingMs, answerMs } = this.waits
    const connection = new SMTPConnection({
      // Given a socket, nodemailer looks no address up by itself, for which it would send requests.
      connection: await this.socketOf(),
      host,
      secure: security === 'immediate',
      secured: security === 'immediate',
      requireTLS: security === 'required',
      ignoreTLS: security === 'off',
      name: 'rivulet.invalid',
      connectionTimeout: greetingMs,
      greetingTimeout: greetingMs,
      socketTimeout: answerMs,
      maxResponseSize: maxAnswerBytes,
      // A log would have addresses and passwords.
      logger: false,
    })
    this.connection = connection
    connection.on('error', this.fail)
    await this.step((done) => connection.connect(done))
    if (login !== null) await this.step((done) => connection.login({ user: login.user, pass: login.password }, done))
  }

  /** Sends one mail. Afterwards the connection is ready for another one, or over. */
  async send(from: Sender, { to }: Mail, raw: Buffer): Promise<Delivery> {
    const connection = this.connection!
    let isUnderWay = false
    // The server has agreed to take the mail when its text is read from here. All of it goes out then, with the final dot.
    const text = Readable.from(
      (function* () {
        isUnderWay = true
        yield raw
      })(),
    )
    try {
      await this.step((done) => connection.send({ from: from.address, to: [to], size: raw.length }, text, done))
      return { outcome: 'sent' }
    } catch (error) {
      const delivery = deliveryOf(error as SmtpError, isUnderWay)
      // The refused mail may still be open at the server.
      if (!this.isOver) await this.step((done) => connection.reset(done)).catch(this.fail)
      return delivery
    }
  }

  async close(): Promise<void> {
    const { connection } = this
    if (connection === null || this.isOver) return
    const end = new Promise<void>((resolve) => connection.once('end', resolve))
    const timer = setTimeout(() => this.abort(), goodbyeMs)
    connection.quit()
    await Promise.race([end, this.failure]).catch(() => undefined)
    clearTimeout(timer)
  }

  /** Ends the connection at once. */
  abort(): void {
    this.fail(Object.assign(new Error('The mail server took too long'), { code: 'ETIMEDOUT' }))
    this.connection?.close()
    this.socket?.destroy()
  }

  /** A step of the conversation, which ends when the server answers or the connection fails. */
  private step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
    const answer = new Promise<void>((resolve, reject) =>
      begin((error) => (error === null || error === undefined ? resolve() : reject(error))),
    )
    return Promise.race([answer, this.failure])
  }

  private async socketOf(): Promise<net.Socket> {
    const { host, port, tls: security } = this.server
    const socket =
      security === 'immediate' ? tls.connect({ host, port, servername: host }) : net.connect({ host, port })
    this.socket = socket
    socket.on('error', this.fail)
    const timer = setTimeout(() => this.abort(), this.waits.connectMs)
    try {
      const event = security === 'immediate' ? 'secureConnect' : 'connect'
      await Promise.race([new Promise<void>((resolve) => socket.once(event, resolve)), this.failure])
    } finally {
      clearTimeout(timer)
    }
    return socket
  }
}

/** What became of a mail whose sending failed. `isUnderWay`: the server had agreed to take it. */
function deliveryOf(error: SmtpError, isUnderWay: boolean): Delivery {
  const { responseCode: code } = error
  if (code === undefined) return { outcome: isUnderWay ? 'unknown' : 'later', reason: reasonOf(error) }
  // 503: something is wrong with the conversation and not with the mail.
  if (code < 500 || code === 503) return { outcome: 'later', reason: 'deferred' }
  if (error.command === 'MAIL FROM') return { outcome: 'refused', reason: 'sender_refused' }
  const isAddress = error.command === 'RCPT TO' && isAboutAddress(error.response ?? '')
  return { outcome: 'refused', reason: isAddress ? 'address_refused' : 'mail_refused' }
}

/** Extended status codes (RFC 3463) that say that there is no such mailbox. Others are about the sender, the size, or a policy. */
const mailboxCodes = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])

/** Replies with which servers without extended codes refuse a mailbox. */
const mailboxReplies = new Set(['550', '551', '553'])

function isAboutAddress(response: string): boolean {
  const [, reply = '', extended] = /^(\d{3})[ -](\d\.\d{1,3}\.\d{1,3})?/.exec(response) ?? []
  return extended === undefined ? mailboxReplies.has(reply) : mailboxCodes.has(extended)
}

/** Why the conversation with the server failed. */
function reasonOf({ code = '', responseCode = 0 }: SmtpError): FailureReason {
  if (code === 'EAUTH') return responseCode >= 400 && responseCode < 500 ? 'deferred' : 'login_refused'
  if (code === 'ETLS') return 'not_encrypted'
  if (responseCode >= 400) return 'deferred'
  return code === 'ECONNECTION' || code === 'EPROTOCOL' ? 'broken_off' : 'unreachable'
}
