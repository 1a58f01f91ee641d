import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { mailKey, type Scripted } from './outside'
import { requestsTo } from './services'

/** A mail as the service gets it. */
export interface ServiceMail {
  from: string
  to: [string]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  reply_to?: string
}

/** A service that takes mails over HTTP, in the outside world. The server uses it until `end`. */
export class MailService {
  private readonly name = crypto.randomUUID()

  /** The service gives these answers in order, and then repeats the last one. */
  constructor(answers: readonly Scripted[] = [{}]) {
    env.RESEND_API_KEY = mailKey(this.name, answers)
    env.MAIL_FROM = 'chat@mail.example'
  }

  static end(): void {
    delete env.RESEND_API_KEY
    delete env.MAIL_FROM
    delete env.MAIL_DAILY
  }

  /** All mails that came. Waits until there are at least `count`. */
  async mails(count = 0): Promise<ServiceMail[]> {
    return (await requestsTo(this.name, count)).map(({ body }) => JSON.parse(body) as ServiceMail)
  }

  /** The mails to one address. */
  async mailsTo(address: string, count = 0): Promise<ServiceMail[]> {
    return (await this.mails(count)).filter(({ to }) => to[0] === address)
  }

  /** Lets the service give the answers that are held. */
  async release(): Promise<void> {
    await fetch(`https://release.outside.test/${this.name}`)
  }

  /** Keys by which the service knows a mail that comes again. */
  async keys(count = 0): Promise<string[]> {
    return (await requestsTo(this.name, count)).map(({ headers }) => headers['idempotency-key']!)
  }
}

/** The address of the button of a mail, which is the same in its text and its HTML. */
export function linkIn({ text, html }: Pick<ServiceMail, 'text' | 'html'>): string {
  const link = /https?:\/\/\S+/.exec(text)![0]
  expect(html).toContain(`href="${link}"`)
  return link
}
