import { refused } from '../core/base/errors'
import { characterCount, unprintable } from '../core/base/unicode'

const longestName = 40

/** The name of an organization as it is stored, or a refusal (behaviour, Realm settings). */
export function organizationName(raw: string): string {
  const name = raw.trim()
  if (name === '' || characterCount(name) > longestName)
    throw refused(`Organization name must have 1 to ${longestName} characters`)
  if (unprintable.test(name)) throw refused('Invalid character in organization name')
  return name
}

/** Whether a string can be a realm's `string_id`: a label of a host name. */
export const isStringId = (string_id: string): boolean => /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/.test(string_id)

/** A `string_id` as it is stored, or a refusal. */
export function stringId(raw: string): string {
  const string_id = raw.trim().toLowerCase()
  if (!isStringId(string_id)) throw refused(notAStringId)
  return string_id
}

export const notAStringId = 'string_id must consist of letters, digits and hyphens, and fit into a host name'
