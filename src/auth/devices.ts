import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { cookie, cookieIn } from '../core/http/cookies'

/**
 * The cookie that a browser gets when it logs in. It grants no access. It only gives the browser its own limit of guesses, so
 * that wrong guesses by strangers do not lock its user out.
 */
const cookieName = '__Host-rivulet-device'

/** A token: the id of the device, and the proof that this server issued it. */
const form = /^([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{43})$/

/** The token in the cookie; null if it is missing or malformed. */
export function deviceIn(headers: Headers): string | null {
  const token = cookieIn(headers, cookieName) ?? ''
  return form.test(token) ? token : null
}

export const deviceCookie = (token: string): string => cookie(cookieName, token)

/** The account for which a token is valid while its password is unchanged. */
interface TokenAccount {
  readonly name: string
  readonly hash: string | null
}

/** Whether a token was made for the device that had the other token: it logged in to the account before. */
export const isKnownDevice = (former: string | null, token: string): boolean =>
  former !== null && form.exec(former)?.[1] === form.exec(token)?.[1]

/** A token for a device; for a new one without `device_id`. Tokens are not stored, because each contains its proof. */
export function deviceToken(secret: string, account: TokenAccount, device_id: string | null): string {
  const id = device_id ?? randomBytes(16).toString('base64url')
  return id + proofOf(secret, account, id)
}

/** The id of the device that a token belongs to; null if the token is not valid. */
export function deviceOf(secret: string, account: TokenAccount, token: string | null): string | null {
  const [, id, proof] = form.exec(token ?? '') ?? []
  if (id === undefined || account.hash === null) return null
  return timingSafeEqual(Buffer.from(proof!), Buffer.from(proofOf(secret, account, id))) ? id : null
}

const proofOf = (secret: string, { name, hash }: TokenAccount, id: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([name, hash, id]))
    .digest('base64url')
