import { refused } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { stopWords } from './stop-words'
import type { Search } from './terms'
import { foldWord, word } from './words'

/** The search index takes about 250. */
const mostWords = 100

const ignored = new Set(stopWords)

/** Takes a query apart into words and phrases (narrow, Full-text search). */
export function parseSearch(query: string): Search {
  const words = new Map<string, string>()
  for (const [found] of query.matchAll(word)) {
    const folded = foldWord(found)
    if (!ignored.has(folded)) words.set(folded, found)
  }
  if (words.size > mostWords) throw refused(`A search may have at most ${mostWords} words`)
  const phrases = [...query.matchAll(/"([^"]+)"|\S+/g)].map(([, phrase]) => foldCase(phrase ?? ''))
  return { words: [...words.values()], phrases: phrases.filter((phrase) => phrase.trim() !== '') }
}

/** A query for the search index: words of messages, or their sender. Each word is quoted, so that none is an operator. */
const expression = ({ words, sender_id }: Wanted): string =>
  [
    ...(words.length === 0 ? [] : [`{topic content} : (${words.map((one) => `"${one}"`).join(' ')})`]),
    ...(sender_id === null ? [] : [`sender : "u${sender_id}"`]),
  ].join(' AND ')

/** Words and a sender; at least one of them. */
interface Wanted {
  words: readonly string[]
  sender_id: number | null
}

/** Rows of the search index, as `hit`, with all words and the sender. */
export const hits = (wanted: Wanted): { from: Fragment; where: Fragment } => ({
  from: fragment`message_search as hit`,
  where: fragment`hit.message_search match ${expression(wanted)}`,
})

/** Whether a message matches the whole search. */
export const isFound = (search: Search): Fragment => {
  const { from, where } = hits({ ...search, sender_id: null })
  return search.words.length === 0
    ? fragment`false`
    : fragment`exists (select 1 from ${from} where ${where} and hit.rowid = message.id) and ${hasPhrases(search)}`
}

/** Whether a message has all phrases, in its source or its topic. */
export const hasPhrases = ({ phrases }: Search): Fragment =>
  phrases.length === 0
    ? fragment`true`
    : fragment`not exists (
        select 1
        from json_each(${JSON.stringify(phrases)}) as phrase, (select ${folded(fragment`message.content`, phrases)} as content) as folded
        where not (instr(folded.content, phrase.value) or instr(message.topic_key, phrase.value))
      )`

/**
 * A text in folded case, as far as these phrases need it. SQLite's `lower` only knows ASCII, so capitals of all other letters in
 * the phrases are replaced.
 */
export function folded(text: Fragment, phrases: readonly string[]): Fragment {
  const letters = new Set(phrases.join('').replaceAll(/\p{ASCII}/gu, ''))
  const pairs = [...letters]
    .map((letter) => [letter.toUpperCase(), letter])
    .filter(([upper, letter]) => upper !== letter)
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
