import { askOutside, withinSeconds } from '../core/base/fetch-outside'
import type { Delivery, Mail } from './mail'
import { headersOf, messageId, senderName } from './raw'
import { subjectText } from './header-text'
import type { Sender } from './setup'

const address = 'https://api.resend.com/emails'

/** Seconds to wait for an answer. */
const timeoutSeconds = 15

const maxAnswerBytes = 16 * 1024

/** Sends mails by the API of Resend. A mail with the same key is sent once, so every failure may be tried again. */
export async function deliverByResend(key: string, from: Sender, mails: readonly Mail[]): Promise<Delivery[]> {
  const deliveries: Delivery[] = []
  for (const mail of mails) {
    const delivery = await deliver(key, from, mail).catch((): Delivery => ({ outcome: 'later', reason: 'unreachable' }))
    deliveries.push(delivery)
    // The others would be asked to come back later, too.
    if (delivery.outcome === 'later') break
  }
  return mails.map((_, index) => deliveries[index] ?? deliveries.at(-1)!)
}

async function deliver(key: string, from: Sender, mail: Mail): Promise<Delivery> {
  const name = senderName(mail, from).replaceAll(/["\\<>]/g, '')
  const { to, subject, text, html, reply_to } = mail
  const body = JSON.stringify({
    from: `"${name}" <${from.address}>`,
    to: [to],
    subject: subjectText(subject),
    text,
    html,
    headers: { ...headersOf(mail, from), 'Message-ID': messageId(mail, from) },
    ...(reply_to !== undefined && { reply_to }),
  })
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': mail.id }
  const { status } = await withinSeconds(timeoutSeconds, (signal) =>
    askOutside(address, { method: 'POST', headers, body }, { signal, maxBytes: maxAnswerBytes, mayAsk: () => false }),
  )
  return deliveryAfter(status)
}

function deliveryAfter(status: number): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 401) return { outcome: 'later', reason: 'login_refused' }
  // The key is not good for this address, or the domain of the sender is not verified.
  if (status === 403) return { outcome: 'later', reason: 'sender_refused' }
  if (status === 400 || status === 413 || status === 422) return { outcome: 'refused', reason: 'mail_refused' }
  return { outcome: 'later', reason: 'deferred' }
}
