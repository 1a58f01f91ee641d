import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parsedJson } from '../core/base/json'
import { Payload } from './payload'
import type { WebhookRequest } from './webhook-request'

/** How a service proves that it sent a request. */
export interface Signature {
  /** Whether the request, which arrived at this UNIX time, was made with the secret. */
  readonly isGood: (request: WebhookRequest, secret: string, arrivedAt: number) => boolean
  /** Seconds for which a request is good, where the service signs the time. A request that is older was recorded and sent again. */
  readonly maxAgeSeconds?: number
}

type Encoding = 'hex' | 'base64' | 'base64url'
type Hash = 'sha256' | 'sha1'

/** Seconds by which a signed time may differ from ours. */
const maxClockDifferenceSeconds = 300

/** Compares secrets in a time that says nothing about where they differ. */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

export const hmac = (secret: string, text: string, hash: Hash = 'sha256', encoding: Encoding = 'hex'): string =>
  createHmac(hash, secret).update(text).digest(encoding)

interface BodySignature {
  /** Header with the signature. */
  readonly header: string
  /** What stands before it in the header. */
  readonly prefix?: string
  readonly hash?: Hash
  readonly encoding?: Encoding
  /** What stands between several signatures, which a service sends while a secret is being replaced. */
  readonly separator?: string
  /** Whether the service signs its address as well, behind the body. */
  readonly hasAddress?: true
}

/** Signatures of a request that are looked at. */
const maxSignatures = 10

/** The body is signed. Somebody can record such a request and send it again; the id of the delivery keeps it from being posted twice. */
export const signedBody = ({
  header,
  prefix = '',
  hash,
  encoding,
  separator,
  hasAddress,
}: BodySignature): Signature => ({
  isGood({ headers, address, body }, secret) {
    const value = headers.get(header) ?? ''
    const expected = prefix + hmac(secret, hasAddress === true ? body + address : body, hash, encoding)
    const signatures = separator === undefined ? [value] : value.split(separator).slice(0, maxSignatures)
    return signatures.some((signature) => isSame(signature.trim(), expected))
  },
})

interface TimedSignature {
  /** The signatures in a request, and the time that is signed in UNIX seconds. Several are good while a secret is being replaced. */
  readonly read: (request: WebhookRequest) => { readonly signatures: readonly string[]; readonly time: string }
  /** What is signed. */
  readonly signedText: (time: string, body: string) => string
  readonly encoding?: Encoding
  /** The signed time in seconds, where it is not written so. */
  readonly secondsOf?: (time: string) => number
}

/** The body and the time are signed, so that old requests are refused. */
export const signedBodyAndTime = ({ read, signedText, encoding, secondsOf = Number }: TimedSignature): Signature => ({
  maxAgeSeconds: maxClockDifferenceSeconds,
  isGood(request, secret, arrivedAt) {
    const { signatures, time } = read(request)
    if (!(Math.abs(arrivedAt - secondsOf(time)) <= maxClockDifferenceSeconds)) return false
    const expected = hmac(secret, signedText(time, request.body), 'sha256', encoding)
    return signatures.slice(0, maxSignatures).some((signature) => isSame(signature, expected))
  },
})

/**
 * A service that signs the time only if its user names a header for it. Somebody who takes that header away does not get around the
 * time, because the signature of the body alone is another one.
 */
export const signedWithTimeIn = (header: string, timed: Signature, untimed: Signature): Signature => ({
  isGood: (request, secret, arrivedAt) =>
    (request.headers.has(header) ? timed : untimed).isGood(request, secret, arrivedAt),
})

/** A signed token (JWS) in a header holds the hash of the body. */
export const signedHash = (header: string): Signature => ({
  isGood({ headers, body }, secret) {
    const [head = '', claims = '', signature = ''] = (headers.get(header) ?? '').split('.')
    if (!isSame(signature, hmac(secret, `${head}.${claims}`, 'sha256', 'base64url'))) return false
    const hash = new Payload(parsedJson(Buffer.from(claims, 'base64url').toString())).text('sha256')
    return isSame(hash, createHash('sha256').update(body).digest('hex'))
  },
})

/** The service sends the secret itself. */
export const secretInHeader = (header: string, prefix = ''): Signature => ({
  isGood: ({ headers }, secret) => isSame(headers.get(header) ?? '', prefix + secret),
})
