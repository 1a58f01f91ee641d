import { FailingMailServer } from '../../test/kit/failing-mail-server.ts'
import { PushService } from '../push-service.ts'

/** What the server of the day speaks with: a push service and a mail server, which take everything. */
export interface Outside {
  readonly pushService: PushService
  readonly pushAddress: string
  /** Counts the mails that have come to an address. */
  mailsTo(address: string): number
  /** Variables of the server by which it sends and takes mail, and pushes to this machine. */
  readonly vars: readonly string[]
  stop(): Promise<void>
}

export async function openOutside(): Promise<Outside> {
  const pushService = new PushService()
  const mailServer = new FailingMailServer([])
  const [pushAddress, mailPort] = await Promise.all([pushService.start(), mailServer.start()])
  return {
    pushService,
    pushAddress,
    mailsTo: (address) =>
      mailServer.attempts.filter(({ to, message_id }) => message_id !== null && to === address).length,
    vars: [
      'WEB_PUSH_TO_LOCALHOST:on',
      `SMTP_URL:smtp://127.0.0.1:${mailPort}?tls=off`,
      'MAIL_FROM:chat@day.example',
      'EMAIL_DOMAIN:mail.day.example',
    ],
    async stop() {
      pushService.stop()
      await mailServer.stop()
    },
  }
}

/** Brings a mail to an address of the server as Cloudflare does. */
export async function bringMail(site: string, to: string, text: string): Promise<void> {
  const from = 'nora@elsewhere.example'
  const address = new URL('/cdn-cgi/handler/email', site)
  address.search = new URLSearchParams({ from, to }).toString()
  const head = [
    `From: Nora <${from}>`,
    'Subject: Ferry times',
    `Message-ID: <${crypto.randomUUID()}@elsewhere.example>`,
    'Content-Type: text/plain; charset=utf-8',
  ]
  const body = [...head, '', ...text.split('\n'), ''].join('\r\n')
  const response = await fetch(address, { method: 'POST', body })
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
}
