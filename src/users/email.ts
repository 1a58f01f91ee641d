import { z } from 'zod'
import { refused } from '../core/errors'

const address = z.email().max(320)

/** An email address as it is stored, or a refusal. */
export function emailAddress(raw: string): string {
  const parsed = address.safeParse(raw.trim())
  if (!parsed.success) throw refused('Enter a valid email address.')
  return parsed.data
}
