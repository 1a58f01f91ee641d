import type { Delivery, Mail } from './mail'
import { rawMail } from './raw'
import type { Sender } from './setup'

/** Codes of the platform's refusals that another attempt does not change. All others may. */
const permanentReasons = {
  E_SENDER_NOT_VERIFIED: 'sender_refused',
  E_SENDER_DOMAIN_NOT_AVAILABLE: 'sender_refused',
  E_RECIPIENT_SUPPRESSED: 'address_refused',
  E_RECIPIENT_NOT_ALLOWED: 'mail_refused',
  E_VALIDATION_ERROR: 'mail_refused',
  E_FIELD_MISSING: 'mail_refused',
  E_CONTENT_TOO_LARGE: 'mail_refused',
} as const

/** Sends mails by the binding of the platform. */
export async function deliverByCloudflare(
  binding: SendEmail,
  from: Sender,
  mails: readonly Mail[],
): Promise<Delivery[]> {
  const { EmailMessage } = await import('cloudflare:email')
  const deliveries: Delivery[] = []
  for (const mail of mails) {
    try {
      const raw = await rawMail(mail, from)
      await binding.send(new EmailMessage(from.address, mail.to, raw.toString('latin1')))
      deliveries.push({ outcome: 'sent' })
    } catch (error) {
      const { code = '' } = error as { code?: string }
      deliveries.push(
        Object.hasOwn(permanentReasons, code)
          ? { outcome: 'refused', reason: permanentReasons[code as keyof typeof permanentReasons] }
          : { outcome: 'later', reason: 'deferred' },
      )
    }
  }
  return deliveries
}
