/** A mail server that fails as it is told. Runs in Node.js, beside workerd: `outside.ts` starts it. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type Session } from 'smtp-server'

/**
 * What the server does with a mail: takes it, takes it late, wants it later, breaks the connection off before or in the middle of the
 * text, or takes the mail and breaks the connection off before it says so.
 */
export type MailFate = 'take' | 'take_late' | 'defer' | 'break_off' | 'break_off_in_text' | 'lose_answer'

/** An attempt to send a mail. */
export interface MailAttempt {
  readonly to: string
  readonly fate: MailFate
  /** The header of the mail; null if the server did not get the whole mail. */
  readonly message_id: string | null
}

const lateMs = 300

export class FailingMailServer {
  readonly attempts: MailAttempt[] = []
  /** The latest attempt of each connection. */
  private readonly latest = new WeakMap<Session, { fate: MailFate; message_id: string | null }>()
  private readonly server: SMTPServer

  /** Each of these fates is that of one mail, in the order in which mails come. All further mails are taken. */
  constructor(fates: readonly MailFate[]) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onRcptTo: ({ address: to }, session, done) => {
        const fate = fates[this.attempts.length] ?? 'take'
        const attempt: MailAttempt = { to, fate, message_id: null }
        this.attempts.push(attempt)
        this.latest.set(session, attempt)
        if (fate === 'break_off') this.breakOff(session)
        else done(fate === 'defer' ? Object.assign(new Error('4.3.2 Come back later'), { responseCode: 451 }) : null)
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => this.end(session, Buffer.concat(chunks).toString(), done))
        if (this.latest.get(session)!.fate === 'break_off_in_text') stream.once('data', () => this.breakOff(session))
      },
    })
    // Connections that break off are what is tested.
    this.server.on('error', () => undefined)
  }

  /** Starts the server, and answers its port. */
  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return (this.server.server.address() as AddressInfo).port
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve))
  }

  private end(session: Session, raw: string, done: () => void): void {
    const attempt = this.latest.get(session)!
    const { fate } = attempt
    if (fate === 'break_off_in_text') return
    attempt.message_id = /^Message-ID: (.*)$/im.exec(raw)![1]!
    if (fate === 'lose_answer') this.breakOff(session)
    else setTimeout(done, fate === 'take_late' ? lateMs : 0)
  }

  private breakOff(session: Session): void {
    for (const { session: other, _socket } of this.server.connections) if (other === session) _socket.destroy()
  }
}
