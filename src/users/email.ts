import { z } from 'zod'
import { refused } from '../core/base/errors'

/** Longest address, in characters: 64 before the @ and 255 after it. */
export const longestAddress = 320

const address = z.email().max(longestAddress)

/** An email address as it is stored; null for what is none. */
export const parsedAddress = (raw: string): string | null => address.safeParse(raw.trim()).data ?? null

/** An email address as it is stored, or a refusal. */
export function emailAddress(raw: string): string {
  const email = parsedAddress(raw)
  if (email === null) throw refused('Enter a valid email address.')
  return email
}
