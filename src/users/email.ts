import { z } from 'zod'
import { longestAddress } from '../accounts/account'
import { refused } from '../core/base/errors'

const address = z.email().max(longestAddress)

/** An email address as it is stored; null if the text is no address. */
export const parsedAddress = (raw: string): string | null => address.safeParse(raw.trim()).data ?? null

/** An email address as it is stored; refuses a text that is no address. */
export function emailAddress(raw: string): string {
  const email = parsedAddress(raw)
  if (email === null) throw refused('Enter a valid email address.')
  return email
}
