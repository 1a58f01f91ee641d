import { deliverByCloudflare } from './cloudflare'
import type { Delivery, Mail } from './mail'
import { deliverByResend } from './resend'
import { mailSetup } from './setup'
import { deliverBySmtp, type SmtpPatience } from './smtp'

/** Sends mails, at most `maxMailsTogether`, and answers what became of each. Never throws for what a mail server does. */
export async function deliverMails(
  env: Env,
  mails: readonly Mail[],
  patience?: SmtpPatience,
): Promise<readonly Delivery[]> {
  const setup = mailSetup(env)
  // The operator took the configuration away, or is just mending it.
  if (setup === null || 'problem' in setup) return mails.map(() => ({ outcome: 'later', reason: 'unreachable' }))
  const { transport, from } = setup
  if (transport.name === 'smtp') return deliverBySmtp(transport.server, from, mails, patience)
  if (transport.name === 'cloudflare') return deliverByCloudflare(transport.binding, from, mails)
  return deliverByResend(transport.key, from, mails)
}
