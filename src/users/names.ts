import { refused } from '../core/base/errors'
import { characterCount, unprintable } from '../core/base/unicode'

const shortest = 2
export const longestFullName = 100

/** Characters with a meaning in mentions or in mail. */
const reserved = /[*`\\>"@]/
/** Code points that a later version of Unicode may assign. */
const unassigned = /\p{Cn}/u
/** The end of a name that would look like a mention with an id: `@**Ada|7**`. */
const endsLikeId = /\|\d+$/

/** A full name as it is stored; refuses a text that is no name (behaviour, Names and addresses). */
export function fullName(raw: string): string {
  const name = raw.trim()
  const length = characterCount(name)
  if (length > longestFullName) throw refused('Name too long!')
  if (length < shortest) throw refused('Name too short!')
  if (reserved.test(name) || unprintable.test(name) || unassigned.test(name) || endsLikeId.test(name))
    throw refused('Invalid characters in name!')
  return name
}
