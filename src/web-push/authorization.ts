import { LruCache, stringBytes } from '../core/base/lru-cache'
import type { VapidKeys } from './keys'

/** Who sends pushes. */
export interface PushSender {
  readonly keys: VapidKeys
  /** Scheme and host of the realm, where a push service finds who runs the server. */
  readonly origin: string
}

/** Seconds for which push services take an authorization, and for which it is used: their clocks may differ. Services allow a day. */
const [lifetimeSeconds, useSeconds] = [12 * 3600, 6 * 3600]

interface Authorization {
  readonly header: string
  /** UNIX time, seconds. */
  readonly signed_at: number
}

/** Authorizations of this isolate: a signature takes as long as encrypting a push. */
const cache = new LruCache<Authorization>(1_000_000)

const inBase64 = (value: object | ArrayBuffer): string =>
  Buffer.from(value instanceof ArrayBuffer ? new Uint8Array(value) : JSON.stringify(value)).toString('base64url')

/** The header that proves to a push service who sends (VAPID, RFC 8292): the same for all its devices. */
export async function authorizationFor({ keys, origin }: PushSender, { host }: URL): Promise<string> {
  const name = `${keys.public_key} ${origin} ${host}`
  const now = Math.floor(Date.now() / 1000)
  const cached = cache.get(name)
  if (cached !== undefined && Math.abs(now - cached.signed_at) < useSeconds) return cached.header
  // The services of a development server have no HTTPS, either.
  const subject = origin.replace(/^http:/, 'https:')
  const claims = { aud: `https://${host}`, exp: now + lifetimeSeconds, iat: now, sub: subject }
  const token = `${inBase64({ typ: 'JWT', alg: 'ES256' })}.${inBase64(claims)}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    await signingKey(keys),
    Buffer.from(token),
  )
  const header = `vapid t=${token}.${inBase64(signature)}, k=${keys.public_key}`
  cache.set(name, { header, signed_at: now }, stringBytes(header))
  return header
}

function signingKey({ public_key, private_key }: VapidKeys): Promise<CryptoKey> {
  const point = Buffer.from(public_key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: private_key }
  return crypto.subtle.importKey('jwk', key, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
}
