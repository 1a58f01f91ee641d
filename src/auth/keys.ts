import { createHash, randomBytes } from 'node:crypto'
import { longestAddress } from '../accounts/account'
import type { Credentials } from '../core/turn/call'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const keyLength = 32

/** A fresh API key: 32 letters and digits, about 190 bits. */
export function newKey(): string {
  let key = ''
  while (key.length < keyLength)
    for (const byte of randomBytes(keyLength))
      // Larger bytes are thrown away, so that each character is equally likely.
      if (byte < 4 * alphabet.length && key.length < keyLength) key += alphabet[byte % alphabet.length]
  return key
}

/** The hash under which a key is stored. Keys are long and random, so a fast hash cannot be reversed by guessing. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Whether a text has the form of a key. Anything else is refused without a query. */
export const isWellFormedKey = (key: string): boolean => /^[A-Za-z0-9]{32}$/.test(key)

/** The hash of the session that credentials name; null if they cannot be anybody's. */
export function markOf(credentials: Credentials): string | null {
  if (credentials.by === 'connection') return credentials.mark
  if (credentials.by === 'cookie') return isWellFormedKey(credentials.secret) ? hashOfKey(credentials.secret) : null
  const { email, key } = credentials
  return isWellFormedKey(key) && (email?.length ?? 0) <= longestAddress ? hashOfKey(key) : null
}
