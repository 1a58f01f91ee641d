import { fragment, type Fragment } from '../core/sql/sql'

/**
 * Letters of the phrases whose capitals SQLite's `lower` leaves as they are, because it only knows those of ASCII: pairs of the
 * capital and the letter.
 */
const foreignCapitals = (phrases: readonly string[]): [upper: string, letter: string][] =>
  [...new Set(phrases.join('').replaceAll(/\p{ASCII}/gu, ''))]
    .map((letter): [string, string] => [letter.toUpperCase(), letter])
    .filter(([upper, letter]) => upper !== letter)

/** A text in folded case, as far as these phrases need it. */
export function folded(text: Fragment, phrases: readonly string[]): Fragment {
  const pairs = foreignCapitals(phrases)
  if (pairs.length === 0) return fragment`lower(${text})`
  const listed = fragment`${JSON.stringify(pairs)}`
  return fragment`(
    with recursive step (number, content) as (
      select 0, lower(${text})
      union all
      select number + 1, replace(content, ${listed} ->> number ->> 0, ${listed} ->> number ->> 1)
      from step
      where number < ${pairs.length}
    )
    select content from step order by number desc limit 1
  )`
}

/** Whether `message` has all phrases, in its source or its topic. */
export const hasPhrases = (phrases: readonly string[]): Fragment =>
  phrases.length === 0
    ? fragment`true`
    : fragment`not exists (
        select 1
        from json_each(${JSON.stringify(phrases)}) as phrase, (select ${folded(fragment`message.content`, phrases)} as content) as folded
        where not (instr(folded.content, phrase.value) or instr(message.topic_key, phrase.value))
      )`

/** The same as `hasPhrases`, for a text that is not in the database. */
export function includesPhrases(
  { content, topic_key }: { content: string; topic_key: string },
  phrases: readonly string[],
): boolean {
  let text = content.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
  for (const [upper, letter] of foreignCapitals(phrases)) text = text.replaceAll(upper, letter)
  return phrases.every((phrase) => text.includes(phrase) || topic_key.includes(phrase))
}
