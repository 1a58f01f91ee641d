import { characterCount, unprintable } from '../core/base/unicode'
import { longestFullName } from '../users/names'

/** What names of people cannot have (src/users/names.ts). */
const notInNames = /[*`\\>"@\p{Cc}\p{Cs}\p{Cn}]/gu

/** The full name of an account. What has a meaning in mentions or in mail becomes a hyphen. */
export function tidyFullName(raw: string): string {
  const name = raw
    .trim()
    .replaceAll(notInNames, '-')
    .replace(/\|(?=\d+$)/, '-')
  return shortenText(name, longestFullName) || '-'
}

/** A text in one line, without control characters, of at most this many characters. */
export function tidyLine(raw: string, maxCharacters: number): string {
  const line = raw.replaceAll(/\s+/g, ' ').replaceAll(new RegExp(unprintable.source, 'gu'), '').trim()
  return shortenText(line, maxCharacters)
}

const shortenText = (text: string, maxCharacters: number): string =>
  characterCount(text) <= maxCharacters ? text : Array.from(text).slice(0, maxCharacters).join('').trim()
