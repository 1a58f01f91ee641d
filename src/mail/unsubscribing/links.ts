import { createHmac, timingSafeEqual } from 'node:crypto'
import { mailingNames, type Mailing } from './mailings'

/** Id of the user, the number of the mailing, and the signature. */
const tokenForm = /^(\d{1,15})-(\d{1,2})-([\w-]{43})$/

/** Numbers of mailings in tokens. Mails that were sent have them, so a number never gets another meaning. */
const numbers: Readonly<Record<Mailing['name'], number>> = { missed_messages: 1, digest: 2, login: 3 }

/** A token as it was sent, before its signature is checked. */
export interface UnsubscribeToken {
  readonly mailing: Mailing
  readonly signature: string
}

/** The key is that of the organization, so a token of one is none of another. */
const signatureOf = ({ user_id, name }: Mailing, key: string): string =>
  createHmac('sha256', key).update(`unsubscribe ${user_id} ${name}`).digest('base64url')

/** The address at which a person unsubscribes without logging in. It never expires. */
export const unsubscribeUrl = (origin: string, mailing: Mailing, key: string): string =>
  `${origin}/unsubscribe/${mailing.user_id}-${numbers[mailing.name]}-${signatureOf(mailing, key)}`

/** What a token says; null if it is malformed. */
export function tokenIn(text: string): UnsubscribeToken | null {
  const [, id, number, signature] = tokenForm.exec(text) ?? []
  const name = mailingNames.find((one) => String(numbers[one]) === number)
  return signature === undefined || name === undefined ? null : { mailing: { user_id: Number(id), name }, signature }
}

export const isSigned = ({ mailing, signature }: UnsubscribeToken, key: string): boolean =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(mailing, key)))

/** Headers with which mail programs show a button that unsubscribes (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
