/** A Worker that sends mails as jobs of the server do, for tests with mail servers. */
import { deliverMails } from '../../src/mail/delivery'
import type { Mail } from '../../src/mail/mail'
import type { SmtpPatience } from '../../src/mail/smtp'

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { mails, patience, settings } = await request.json<{
      mails: Mail[]
      patience: SmtpPatience
      settings: Partial<Env>
    }>()
    return Response.json(await deliverMails({ ...env, ...settings }, mails, patience))
  },
}
