import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The cookie that a browser gets when it logs in. It lets nobody in: whoever shows it has guesses of their own, so that
 * strangers' wrong ones do not keep them out.
 */
const cookieName = '__Host-rivulet-device'

/** A year, in seconds; each log-in begins it anew. */
const cookieSeconds = 365 * 24 * 3600

/** How much of a `Cookie` header is looked at, in characters: browsers send no more than some 4,000 of one cookie. */
const longestHeader = 8192

const form = /^([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{43})$/

/** The device's token, if the request has one of that form. */
export function deviceIn(headers: Headers): string | null {
  const header = (headers.get('Cookie') ?? '').slice(0, longestHeader)
  const cookie = header.split(';').find((pair) => pair.trim().startsWith(`${cookieName}=`))
  const token = cookie?.trim().slice(cookieName.length + 1) ?? ''
  return form.test(token) ? token : null
}

export const deviceCookie = (token: string): string =>
  `${cookieName}=${token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${cookieSeconds}`

/** What a token is good for: nobody's but this account's, and only as long as it has this password. */
interface Account {
  readonly name: string
  readonly hash: string | null
}

/** The token of a device; of a new one, where none is given. Its proof needs no row. */
export function deviceToken(secret: string, account: Account, known: string | null): string {
  const id = known ?? randomBytes(16).toString('base64url')
  return id + proofOf(secret, account, id)
}

/** Which device it is; null when the token is not good. */
export function deviceOf(secret: string, account: Account, token: string | null): string | null {
  const [, id, proof] = form.exec(token ?? '') ?? []
  if (id === undefined || account.hash === null) return null
  return timingSafeEqual(Buffer.from(proof!), Buffer.from(proofOf(secret, account, id))) ? id : null
}

const proofOf = (secret: string, { name, hash }: Account, id: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([name, hash, id]))
    .digest('base64url')
