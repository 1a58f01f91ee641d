import { z } from 'zod'
import { refused } from '../core/errors'

const address = z.email().max(320)

/** An email address as it is stored; null for what is none. */
export const parsedAddress = (raw: string): string | null => address.safeParse(raw.trim()).data ?? null

/** An email address as it is stored, or a refusal. */
export function emailAddress(raw: string): string {
  const email = parsedAddress(raw)
  if (email === null) throw refused('Enter a valid email address.')
  return email
}
