/** Mail servers and their mails, for tests in Node. */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

const certificate = (name: string): string => join(import.meta.dirname, 'certificates', name)

/** The certificate of the authority that has signed those of the servers. */
export const authorityFile = certificate('authority.pem')

const tls = { key: readFileSync(certificate('server.key')), cert: readFileSync(certificate('server.pem')) }

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly isEncrypted: boolean
  /** User name by which the sender logged in. */
  readonly user: string | undefined
}

/** A refusal with this code, in the words of mail servers. */
export const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })

/** A mail server on this machine, which takes what it gets unless its options say otherwise. */
export class MailServer {
  readonly mails: ReceivedMail[] = []
  /** Connections that clients opened. */
  connections = 0
  private readonly waiting: (() => void)[] = []
  private readonly server: SMTPServer

  private constructor(options: SMTPServerOptions) {
    this.server = new SMTPServer({
      ...tls,
      authOptional: true,
      // Looking up the name of who connects takes seconds without a network.
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username, password }, _, done) =>
        password === 'right' ? done(null, { user: username }) : done(refusal(535, '5.7.8 Wrong password')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope
          this.mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString(),
            isEncrypted: session.secure,
            user: session.user as string | undefined,
          })
          done()
          for (const look of this.waiting.splice(0)) look()
        })
      },
      ...options,
    })
    this.server.server.on('connection', () => (this.connections += 1))
    // Clients that end their connections at any time are what is tested.
    this.server.on('error', () => undefined)
  }

  /** Starts a server that ends with the test. */
  static async start(options: SMTPServerOptions = {}, host = '127.0.0.1'): Promise<MailServer> {
    const server = new MailServer(options)
    await new Promise<void>((resolve) => server.server.listen(0, host, resolve))
    onTestFinished(() => server.stop())
    return server
  }

  /** Stops the server, also while clients are connected. */
  async stop(): Promise<void> {
    this.breakOff()
    if (this.server.server.listening) await new Promise<void>((resolve) => this.server.close(resolve))
  }

  /** Breaks all connections. */
  breakOff(): void {
    // The package has no function for what no polite server does.
    for (const { _socket } of this.server.connections) _socket.destroy()
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port
  }

  /** Waits until there are so many mails. */
  async atLeast(count: number): Promise<readonly ReceivedMail[]> {
    while (this.mails.length < count) await new Promise<void>((look) => this.waiting.push(look))
    return this.mails
  }

  /** The mails, parsed by a reader that has nothing to do with the sender. */
  async parsed(): Promise<Email[]> {
    return Promise.all(this.mails.map(({ raw }) => PostalMime.parse(raw)))
  }
}
