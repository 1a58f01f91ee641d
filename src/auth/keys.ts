import { createHash, randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const keyLength = 32

/** A fresh API key: 32 letters and digits, about 190 bits. */
export function newKey(): string {
  let key = ''
  while (key.length < keyLength)
    for (const byte of randomBytes(keyLength))
      // The rest of the byte's range is thrown away, so that each character is equally likely.
      if (byte < 4 * alphabet.length && key.length < keyLength) key += alphabet[byte % alphabet.length]
  return key
}

/** What is stored of a key. A key is random and long, so a plain hash cannot be turned back. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')
