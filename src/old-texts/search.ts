/** Searches of the object in its texts. Nothing of a text changes while it is there, so the object alone decides about words. */
import { foldCase } from '../core/base/unicode'
import { phraseFinder } from '../narrow/phrases'
import type { FoundKeys, OldMatches, OldSearch, WordSearch } from './schema'

/** Hits that one search looks at. A row of the index and one of a text are read for each. */
export const maxHitsOfSearch = 5000

/** Hits between two of the ids that are compared. If there are more, the index is asked for the next id anew. */
const maxHitsBetween = 30

interface TextRow extends Record<string, SqlStorageValue> {
  id: number
  last_edit_at: number | null
  recipient_id: number
  topic: string
  content: string
}

/** A result, and the rows that were read for it. */
interface Cost<T> {
  readonly result: T
  readonly rowsRead: number
}

/** Finds texts in the order of their ids. The cursor is lazy: SQLite reads no further than the loop. */
export function searchTexts(sql: SqlStorage, search: OldSearch): Cost<FoundKeys> {
  const { match, phrases, topic_key, low, high, descending, maxFound } = search
  const places = search.recipient_ids && new Set(search.recipient_ids)
  // Texts that nothing is compared with stay in SQLite.
  const content = phrases.length === 0 ? `''` : 'old_text.content'
  const topic = phrases.length === 0 && topic_key === null ? `''` : 'old_text.topic'
  const cursor = sql.exec<TextRow>(
    `select old_text.id, last_edit_at, recipient_id, ${topic} as topic, ${content} as content
    from old_search as hit cross join old_text on old_text.id = hit.rowid
    where hit.old_search match ? and hit.rowid >= cast(? as integer) and hit.rowid < cast(? as integer)
    order by hit.rowid ${descending ? 'desc' : 'asc'}`,
    match,
    low,
    high,
  )
  const found: [id: number, last_edit_at: number | null][] = []
  const isFound = finder(phrases)
  let hits = 0
  let lastId: number | null = null
  for (const { id, last_edit_at, recipient_id, ...text } of cursor) {
    hits += 1
    const isThere = places?.has(recipient_id) ?? true
    const isOfTopic = topic_key === null || foldCase(text.topic) === topic_key
    if (isThere && isOfTopic && isFound(text)) found.push([id, last_edit_at])
    if (found.length < maxFound && hits < maxHitsOfSearch) continue
    lastId = id
    break
  }
  return { result: { keys: JSON.stringify(found), amount: found.length, lastId }, rowsRead: cursor.rowsRead }
}

/**
 * Compares texts with searches, in the order of the searches. Ends after the one with which it has looked at `maxHitsOfSearch` hits:
 * the caller asks again for the others.
 */
export function compareTexts(
  sql: SqlStorage,
  searches: readonly WordSearch[],
  ids: readonly number[],
): Cost<OldMatches> {
  const cursor = sql.exec<Pick<TextRow, 'id' | 'last_edit_at'>>(
    `select old_text.id, last_edit_at
    from json_each(?) as asked cross join old_text on old_text.id = asked.value
    order by old_text.id`,
    JSON.stringify(ids),
  )
  const texts = cursor.toArray()
  const sortedIds = texts.map(({ id }) => id)
  const matches: number[][] = []
  let { rowsRead } = cursor
  let hits = 0
  for (const { match, phrases } of searches) {
    const withWords = idsWithWords(sql, match, sortedIds)
    const withPhrases = idsWithPhrases(sql, phrases, withWords.result)
    matches.push(withPhrases.result)
    rowsRead += withWords.rowsRead + withPhrases.rowsRead
    hits += withWords.rowsRead
    if (hits >= maxHitsOfSearch) break
  }
  return { result: { texts, matches }, rowsRead }
}

/**
 * Which of these ids, ascending, a query of the index finds. Reading on takes a hundredth of the time of asking the index for another
 * id.
 */
function idsWithWords(sql: SqlStorage, match: string, sortedIds: readonly number[]): Cost<number[]> {
  const result: number[] = []
  let rowsRead = 0
  let index = 0
  let isDone = sortedIds.length === 0
  while (!isDone) {
    const cursor = sql.exec<{ id: number }>(
      `select hit.rowid as id from old_search as hit
      where hit.old_search match ? and hit.rowid >= cast(? as integer) and hit.rowid <= cast(? as integer)
      order by hit.rowid`,
      match,
      sortedIds[index]!,
      sortedIds.at(-1)!,
    )
    let hitsBetween = 0
    isDone = true
    for (const { id } of cursor) {
      while (sortedIds[index]! < id) index += 1
      if (sortedIds[index] === id) {
        result.push(id)
        index += 1
        hitsBetween = 0
      } else hitsBetween += 1
      if (index === sortedIds.length) break
      if (hitsBetween < maxHitsBetween) continue
      isDone = false
      break
    }
    rowsRead += cursor.rowsRead
  }
  return { result, rowsRead }
}

/** Which of these ids have all phrases. */
function idsWithPhrases(sql: SqlStorage, phrases: readonly string[], ids: number[]): Cost<number[]> {
  if (phrases.length === 0 || ids.length === 0) return { result: ids, rowsRead: 0 }
  const cursor = sql.exec<Pick<TextRow, 'id' | 'topic' | 'content'>>(
    `select old_text.id, topic, content from json_each(?) as found cross join old_text on old_text.id = found.value`,
    JSON.stringify(ids),
  )
  const isFound = finder(phrases)
  const result: number[] = []
  for (const { id, ...text } of cursor) if (isFound(text)) result.push(id)
  return { result, rowsRead: cursor.rowsRead }
}

/** Whether a text has all phrases. */
function finder(phrases: readonly string[]): (text: Pick<TextRow, 'topic' | 'content'>) => boolean {
  if (phrases.length === 0) return () => true
  const hasPhrases = phraseFinder(phrases)
  return ({ content, topic }) => hasPhrases({ content, topic_key: foldCase(topic) })
}
