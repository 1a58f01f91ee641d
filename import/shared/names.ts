import { inOneLine, shortenText, wellFormed } from './text.ts'

/** Names in their folded form are the same if they differ only in case. */
const foldName = (name: string): string => name.normalize('NFC').toLowerCase()

/** Gives each name once: another one that is the same gets a number, such as `general (2)`. */
export class UniqueNames {
  private readonly taken = new Set<string>()
  /** The last number of each name, so that the next one need not be searched for. */
  private readonly numbers = new Map<string, number>()

  private readonly maxLength: number
  private readonly numbered: (number: number) => string

  /** `numbered` makes what follows a name that is taken. */
  constructor(maxLength: number, numbered = (number: number): string => ` (${number})`) {
    this.maxLength = maxLength
    this.numbered = numbered
  }

  /** The name, made unique and short enough. It is taken from then on. */
  take(name: string): string {
    const short = shortenText(name, this.maxLength)
    const shortKey = foldName(short)
    for (let number = (this.numbers.get(shortKey) ?? 0) + 1; ; number++) {
      const ending = number === 1 ? '' : this.numbered(number)
      const unique = shortenText(short, this.maxLength - ending.length) + ending
      const key = foldName(unique)
      if (this.taken.has(key)) continue
      this.taken.add(key)
      this.numbers.set(shortKey, number)
      return unique
    }
  }
}

/** Control characters, halves of surrogate pairs and noncharacters, which no name may contain. */
const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu

/** A name in one line, of printable characters. */
export const plainName = (name: string): string => inOneLine(wellFormed(name).replaceAll(unprintable, ' '))

export const maxStreamNameLength = 60

/** Names of the streams of an organization. */
export const streamNames = (): UniqueNames => new UniqueNames(maxStreamNameLength)

export const streamName = (name: string, fallback: string): string => plainName(name) || plainName(fallback) || 'stream'

/** Characters with a meaning in mentions or in mail, and code points that are not assigned. */
const reservedInNames = /[*`\\>"@\p{Cn}]/gu

/** A name of a person as the server accepts it. */
export function personName(name: string, fallback: string): string {
  for (const candidate of [name, fallback]) {
    const plain = plainName(candidate.replaceAll(reservedInNames, ' ')).replace(/(\|\d+)+$/, '')
    if (Array.from(plain).length >= 2) return shortenText(plain, 100)
  }
  return 'Unknown person'
}

/** A name of a custom emoji as the server accepts it; null if nothing of it is left. */
export function emojiName(name: string): string | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^0-9a-z._-]/g, '')
    .slice(0, 100)
    .replace(/[^0-9a-z]+$/, '')
  return plain === '' ? null : plain
}

/** Names of custom emoji. */
export const emojiNames = (): UniqueNames => new UniqueNames(100, (number) => `_${number}`)
