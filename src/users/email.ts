import { z } from 'zod'
import { longestAddress } from '../accounts/account'
import { refused } from '../core/base/errors'

const address = z.email().max(longestAddress)

/** Domain of addresses that no mailbox has and nobody may take: of the notification bot and of erased accounts. */
export const reservedDomain = 'rivulet.invalid'

/** An email address as it is stored, also one that nobody may take; null if the text is no address. */
export const archivedAddress = (raw: string): string | null => address.safeParse(raw.trim()).data ?? null

/** An email address as it is stored; null if the text is no address that somebody may take. */
export function parsedAddress(raw: string): string | null {
  const email = archivedAddress(raw)
  return email?.toLowerCase().endsWith(`@${reservedDomain}`) ? null : email
}

/** An email address as it is stored; refuses a text that is no address. */
export function emailAddress(raw: string): string {
  const email = parsedAddress(raw)
  if (email === null) throw refused('Enter a valid email address.')
  return email
}
