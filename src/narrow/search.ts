import { refused } from '../core/base/errors'
import { fragment, type Fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { assertFewPhrases, hasPhrases } from './phrases'
import { stopWords } from './stop-words'
import type { Search } from './terms'
import { foldWord, word } from './words'

/** The search index takes about 250. */
const maxWords = 100

const ignored = new Set(stopWords)

/** Takes a query apart into words and phrases (narrow, Full-text search). */
export function parseSearch(query: string): Search {
  const words = new Map<string, string>()
  for (const [found] of query.matchAll(word)) {
    const folded = foldWord(found)
    if (!ignored.has(folded)) words.set(folded, found)
  }
  if (words.size > maxWords) throw refused(`A search may have at most ${maxWords} words`)
  const quoted = [...query.matchAll(/"([^"]+)"|\S+/g)].map(([, phrase]) => foldCase(phrase ?? ''))
  const phrases = [...new Set(quoted)].filter((phrase) => phrase.trim() !== '')
  assertFewPhrases([{ phrases }])
  return { words: [...words.values()], phrases }
}

/** A query for the search index: words of messages, or their sender. Each word is quoted, so that none is an operator. */
const expression = ({ words, sender_id }: SearchTerms): string =>
  [
    ...(words.length === 0 ? [] : [`{topic content} : (${words.map((one) => `"${one}"`).join(' ')})`]),
    ...(sender_id === null ? [] : [`sender : "u${sender_id}"`]),
  ].join(' AND ')

/** Words and a sender; at least one of them. */
interface SearchTerms {
  words: readonly string[]
  sender_id: number | null
}

/** Rows of the search index, as `hit`, with all words and the sender. */
export const searchHits = (wanted: SearchTerms): { from: Fragment; where: Fragment } => ({
  from: fragment`message_search as hit`,
  where: fragment`hit.message_search match ${expression(wanted)}`,
})

/** Whether a message matches the whole search, as far as its text is in the database. */
export const isFound = (search: Search): Fragment => {
  const { from, where } = searchHits({ ...search, sender_id: null })
  return search.words.length === 0
    ? fragment`false`
    : fragment`exists (select 1 from ${from} where ${where} and hit.rowid = message.id) and ${hasPhrases(search.phrases)}`
}

/** What is wanted of old texts, whose index also knows the places of messages. */
interface WantedOfOld extends SearchTerms {
  /** Ids of streams and conversations; null: any. */
  recipient_ids: readonly number[] | null
  topic_key: string | null
}

/** A query for the search index of the object with old texts. It may find messages of other topics, too. */
export const expressionOfOld = ({ recipient_ids, topic_key, ...wanted }: WantedOfOld): string =>
  [
    expression(wanted),
    ...(recipient_ids === null ? [] : [`place : (${recipient_ids.map((id) => `"r${id}"`).join(' OR ')})`]),
    ...(topic_key === null || !isIndexedAsTopic(topic_key) ? [] : [`topic : "${topic_key.replaceAll('"', '""')}"`]),
  ].join(' AND ')

/**
 * Whether the index has the same words for all topics with this key. The index folds case and accents by an older Unicode than
 * `foldCase`. For these characters they agree (`searched-words.test.ts`).
 */
export const isIndexedAsTopic = (topic_key: string): boolean =>
  /^[ -\u019A]*$/.test(topic_key) && /[\p{L}\p{N}]/u.test(topic_key)
