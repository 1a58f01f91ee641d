import { refused } from '../core/base/errors'
import { fragment, Fragment } from '../core/sql/sql'

/**
 * Different letters other than A to Z in the phrases of a search, or in the topics of a narrow: more than an alphabet has. The database
 * replaces each of them in each text that it compares, in nested calls, and D1 takes no expression that is nested deeper than 100.
 */
const maxLetters = 50

/** Phrases in all searches of a narrow together, and also such letters in them. */
const maxOfAll = 100

/** A capital that SQLite's `lower` leaves as it is, because it only knows those of ASCII, and its letter. */
type LetterPair = readonly [upper: string, letter: string]

/** The letters of some phrases whose capitals SQLite does not know. Refuses if there are too many. */
function foreignCapitals(phrases: readonly string[]): LetterPair[] {
  const letters = [...new Set(phrases.join('').replaceAll(/\p{ASCII}/gu, ''))]
  const pairs = letters
    .map((letter): LetterPair => [letter.toUpperCase(), letter])
    .filter(([upper, letter]) => upper !== letter)
  assertFewLetters(pairs.length, maxLetters)
  return pairs
}

/** Refuses searches that look for too much in each text, all together. */
export function assertFewPhrases(searches: readonly { readonly phrases: readonly string[] }[]): void {
  const amountOf = (count: (phrases: readonly string[]) => number): number =>
    searches.reduce((sum, { phrases }) => sum + count(phrases), 0)
  if (amountOf(({ length }) => length) > maxOfAll) throw refused(`A search may have at most ${maxOfAll} phrases`)
  assertFewLetters(
    amountOf((phrases) => foreignCapitals(phrases).length),
    maxOfAll,
  )
}

function assertFewLetters(amount: number, max: number): void {
  if (amount > max)
    throw refused(`Phrases and topics of a narrow may have at most ${max} different letters other than A to Z`)
}

/** A text in SQL that binds nothing, because D1 binds few values. */
const characters = (text: string): Fragment =>
  new Fragment(`char(${Array.from(text, (one) => one.codePointAt(0)!).join(', ')})`, [])

/** A text in folded case, as far as these phrases need it. */
export const foldPhraseCase = (text: Fragment, phrases: readonly string[]): Fragment =>
  foreignCapitals(phrases).reduce(
    (sql, [upper, letter]) => fragment`replace(${sql}, ${characters(upper)}, ${characters(letter)})`,
    fragment`lower(${text})`,
  )

/** Whether `message` has all phrases, in its source or its topic. */
export const hasPhrases = (phrases: readonly string[]): Fragment =>
  phrases.length === 0
    ? fragment`true`
    : fragment`not exists (
        select 1
        from json_each(${JSON.stringify(phrases)}) as phrase, (select ${foldPhraseCase(fragment`message.content`, phrases)} as content) as folded
        where not (instr(folded.content, phrase.value) or instr(message.topic_key, phrase.value))
      )`

/** The same as `hasPhrases`, for texts that are not in the database. */
export function phraseFinder(
  phrases: readonly string[],
): (text: { readonly content: string; readonly topic_key: string }) => boolean {
  const pairs = foreignCapitals(phrases)
  return ({ content, topic_key }) => {
    let text = content.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    for (const [upper, letter] of pairs) text = text.replaceAll(upper, letter)
    return phrases.every((phrase) => text.includes(phrase) || topic_key.includes(phrase))
  }
}
