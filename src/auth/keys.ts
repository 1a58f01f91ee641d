import { createHash, randomBytes } from 'node:crypto'
import { longestAddress } from '../accounts/account'
import { LruCache, stringBytes } from '../core/base/lru-cache'
import type { Credentials } from '../core/turn/call'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The beginning of each key, and the numbers of random and of check characters after it. */
const beginning = 'Rivlet'
const [chanceLength, checkLength] = [22, 4]

/**
 * A new API key: 32 letters and digits with 131 random bits. The last characters are a checksum, so that an invented key can be
 * refused without a query.
 */
export function newKey(): string {
  let key = beginning
  const length = beginning.length + chanceLength
  while (key.length < length)
    for (const byte of randomBytes(chanceLength))
      // Skip larger bytes, so that each character is equally likely.
      if (byte < 4 * alphabet.length && key.length < length) key += alphabet[byte % alphabet.length]
  return key + checkOf(key)
}

const checkOf = (key: string): string =>
  [...createHash('sha256').update(key).digest().subarray(0, checkLength)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')

/** The hash under which a key is stored. Keys are long and random, so a fast hash cannot be reversed by guessing. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/**
 * Whether a text may be a key. Everything else is refused without a query. Keys of earlier releases have neither the beginning
 * nor the checksum; the chance that one of them has the beginning is 1 in 56 billion.
 */
export const isWellFormedKey = (key: string): boolean =>
  /^[A-Za-z0-9]{32}$/.test(key) && (!key.startsWith(beginning) || key.endsWith(checkOf(key.slice(0, -checkLength))))

/** Marks of the credentials of requests that are under way: each request asks for its mark several times. */
const marks = new WeakMap<Credentials, string | null>()

/** The hash of the session in some credentials; null if they are malformed. */
export function markOf(credentials: Credentials): string | null {
  let mark = marks.get(credentials)
  if (mark === undefined) marks.set(credentials, (mark = computedMark(credentials)))
  return mark
}

/** Marks of keys that were sent lately, because computing one takes two hashes. They are only in the memory of the isolate. */
const marksByKey = new LruCache<string>(256 * 1024)

/** The hash of a key; null if it cannot be one. */
function markOfKey(key: string): string | null {
  const found = marksByKey.get(key)
  if (found !== undefined) return found
  if (!isWellFormedKey(key)) return null
  const mark = hashOfKey(key)
  marksByKey.set(key, mark, stringBytes(mark))
  return mark
}

function computedMark(credentials: Credentials): string | null {
  if (credentials.by === 'connection') return credentials.mark
  if (credentials.by === 'ticket') return credentials.mark || null
  if (credentials.by === 'cookie') return markOfKey(credentials.secret)
  const { email, key } = credentials
  return (email?.length ?? 0) <= longestAddress ? markOfKey(key) : null
}
