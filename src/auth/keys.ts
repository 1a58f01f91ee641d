import { createHash, randomBytes } from 'node:crypto'

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
