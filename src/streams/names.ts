import { refused } from '../core/base/errors'
import { characterCount, clipText, unprintable } from '../core/base/unicode'

export const longestStreamName = 60
export const longestDescription = 1024

/** A stream's name as it is stored, or a refusal (endpoints, Subscriptions). */
export function streamName(raw: string): string {
  const name = raw.trim()
  if (name === '') throw refused("Stream name can't be empty!")
  if (characterCount(name) > longestStreamName)
    throw refused(`Stream name too long (limit: ${longestStreamName} characters).`)
  if (unprintable.test(name)) throw refused(`Invalid character in stream name`)
  return name
}

/** A name as a refusal repeats it: not longer than a name can be. */
export const shownName = (name: string): string => clipText(name, longestStreamName)

export const invalidStreamName = (name: string) => refused(`Invalid stream name '${shownName(name)}'`)

/** A description as it is stored, in one line, or a refusal (endpoints, Streams). */
export function streamDescription(raw: string): string {
  const description = raw.replaceAll(/\r?\n/g, ' ').trim()
  if (characterCount(description) > longestDescription)
    throw refused(`description is too long (limit: ${longestDescription} characters)`)
  return description
}
