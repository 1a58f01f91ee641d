import type { MailAddress } from './address'

/** A header of a mail, by its name in small letters. */
export interface MailHeader {
  readonly key: string
  readonly value: string
}

/** What decides whether a mail may become a message. */
interface Envelope {
  readonly kind: MailAddress['kind']
  readonly headers: readonly MailHeader[]
  readonly messageId: string
  /** The domain that our own mails come from; null if we send none. */
  readonly ownDomain: string | null
}

/** The name by which Cloudflare signs what it found out about a mail (RFC 8601). */
const receiver = 'mx.cloudflare.net'

/** First parts of the ids of our own mails. */
const ownId = /^<[0-9a-f]{32}@([^<>\s]+)>$/

/** Why a mail may not become a message; null if it may. The reason goes to the mail server that sent it. */
export function reasonAgainst(envelope: Envelope): string | null {
  return rules.find(({ isBroken }) => isBroken(envelope))?.reason ?? null
}

const rules: readonly { readonly reason: string; readonly isBroken: (envelope: Envelope) => boolean }[] = [
  {
    reason: 'The mail is not by the domain that it names (DMARC).',
    isBroken: ({ headers }) => failsDmarc(headers),
  },
  {
    // Which of them was checked, and which is shown, could differ.
    reason: 'The mail names several senders.',
    isBroken: ({ headers }) => headers.filter(({ key }) => key === 'from').length > 1,
  },
  {
    reason: 'Reports about other mails are not taken.',
    isBroken: ({ headers }) => /^\s*multipart\/report\b/i.test(headerOf(headers, 'content-type')),
  },
  {
    reason: 'Encrypted mails cannot be read.',
    isBroken: ({ headers }) =>
      /^\s*(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime)\b/i.test(headerOf(headers, 'content-type')),
  },
  {
    reason: 'Mails of this server itself are not taken, because they would go round in circles.',
    isBroken: ({ messageId, ownDomain }) =>
      ownDomain !== null && ownId.exec(messageId)?.[1]?.toLowerCase() === ownDomain,
  },
  {
    reason: 'Automatic answers are not taken.',
    isBroken: ({ headers, kind }) => {
      const submitted = wordOf(headers, 'auto-submitted')
      // Programs that report something may write to a stream. Those that answer mails may not.
      return kind === 'reply' ? submitted !== '' && submitted !== 'no' : submitted === 'auto-replied'
    },
  },
  {
    reason: 'Automatic answers are not taken.',
    isBroken: ({ headers }) => answerHeaders.some((name) => headerOf(headers, name) !== ''),
  },
  {
    // A mailing list may write to a stream: that is what such an address is for.
    reason: 'Mails to many people are not taken here.',
    isBroken: ({ headers, kind }) =>
      kind === 'reply' && (bulkPrecedences.has(wordOf(headers, 'precedence')) || headerOf(headers, 'list-id') !== ''),
  },
]

/** Headers by which Exchange and older programs mark automatic answers. */
const answerHeaders = ['x-autoreply', 'x-autorespond', 'x-auto-response-for']

const bulkPrecedences = new Set(['bulk', 'junk', 'list', 'auto_reply'])

const headerOf = (headers: readonly MailHeader[], key: string): string =>
  headers.find((header) => header.key === key)?.value.trim() ?? ''

/** The first word of a header's value, in small letters. */
const wordOf = (headers: readonly MailHeader[], key: string): string =>
  /^[\w-]*/.exec(headerOf(headers, key).toLowerCase())![0]

/**
 * Whether Cloudflare found out that the mail is not by the domain of its sender. Only the first such header counts, because the
 * sender may have written others below it. In this one, addresses of the sender may look like further results.
 */
function failsDmarc(headers: readonly MailHeader[]): boolean {
  const result = headerOf(headers, 'authentication-results').toLowerCase()
  return result.startsWith(receiver) && /;\s*dmarc\s*=\s*fail\b/.test(result)
}
