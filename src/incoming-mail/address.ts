import { randomBytes } from 'node:crypto'

/** What the sender of a mail to a stream may ask for, as a part of the address. */
export const addressOptions = ['show-sender', 'include-quotes', 'include-footer', 'prefer-html'] as const

export type AddressOption = (typeof addressOptions)[number]

/** An address of ours. */
export interface MailAddress {
  /** `reply` answers one message as one person. `stream` posts to a stream. */
  readonly kind: 'reply' | 'stream'
  readonly realm_id: number
  readonly token: string
  readonly options: readonly AddressOption[]
}

/** Characters of a token: the first eight are the number of the organization, the others are random. All are hexadecimal. */
const form = /^([0-9a-f]{8})[0-9a-f]{24}$/

const replyPrefix = 'mm'

/** Most characters before the @ (RFC 5321). */
const longestLocalPart = 64

/** A token that cannot be guessed. It says which organization it belongs to, so that mail for all of them may come to one domain. */
export const newMailToken = (realm_id: number): string =>
  realm_id.toString(16).padStart(8, '0') + randomBytes(12).toString('hex')

/** The domain whose mail comes to this deployment; null if there is none. */
export const mailDomain = ({ EMAIL_DOMAIN }: Pick<Env, 'EMAIL_DOMAIN'>): string | null =>
  EMAIL_DOMAIN?.trim().toLowerCase() || null

export const replyAddressOf = (token: string, domain: string): string => `${replyPrefix}${token}@${domain}`

/** The address of a stream. Its name only tells people where their mail goes: the token decides. */
export function streamAddressOf({ name, token }: { name: string; token: string }, domain: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  // Many mail programs refuse letters outside of ASCII in addresses.
  const slug = /^[a-z0-9-]+$/.test(words) ? words.slice(0, longestSlug).replace(/-$/, '') : ''
  return `${slug === '' ? '' : `${slug}.`}${token}@${domain}`
}

/** Leaves room for the token and all options. */
const longestSlug = longestLocalPart - 32 - 1 - 8

/** The address that a mail was sent to; null if it is none of ours. Options and the token may be separated by `.` or `+`. */
export function parsedMailAddress(recipient: string, domain: string): MailAddress | null {
  const at = recipient.lastIndexOf('@')
  if (recipient.slice(at + 1).toLowerCase() !== domain) return null
  const parts = recipient.slice(0, at).toLowerCase().split(/[.+]/)
  const [first = ''] = parts
  const reply = first.startsWith(replyPrefix) ? tokenIn(first.slice(replyPrefix.length)) : null
  if (reply !== null) return { kind: 'reply', ...reply, options: [] }
  const stream = parts.map(tokenIn).find((token) => token !== null)
  if (stream === undefined) return null
  return { kind: 'stream', ...stream, options: addressOptions.filter((option) => parts.includes(option)) }
}

function tokenIn(part: string): Pick<MailAddress, 'realm_id' | 'token'> | null {
  const [token, number] = form.exec(part) ?? []
  return token === undefined ? null : { token, realm_id: Number.parseInt(number!, 16) }
}
