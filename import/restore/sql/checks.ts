import type { DatabaseSync } from 'node:sqlite'
import { contentNames, type Contents } from '../contents.ts'
import { longestWord } from '../words.ts'
import { ArchiveError } from '../../conversion.ts'
import type { D1Database, Row } from './database.ts'
import { directoryTable } from './directory.ts'
import { tablesIn } from './schema-ages.ts'
import { quotedName } from './values.ts'

const contentsQuery = `select
  (select count(*) from user where bot_type is null) as people,
  (select count(*) from stream) as streams,
  (select count(*) from (select distinct recipient_id, topic_key from message where not is_private)) as topics,
  (select count(*) from message) as messages,
  (select count(*) from message where is_private) as private_messages,
  (select count(*) from attachment) as files,
  (select coalesce(sum(iif(json_valid(reactions), json_array_length(reactions), 0)), 0) from message) as reactions,
  (select count(*) from subscription) as subscriptions,
  (select count(*) from message_flag)
    + (select coalesce(sum(iif(json_valid(words), (select count(*) from json_each(words)), 0)), 0) from read_page)
    + (select count(*) from read_recent cross join json_each(iif(json_valid(marks), marks, '{}')) as own
       cross join json_each(own.value) where own.type = 'object') as marks`

const contentsIn = (row: Row): Contents =>
  Object.fromEntries(contentNames.map((name) => [name, Number(row[name])])) as Contents

export const contentsOfCopy = (copy: DatabaseSync): Contents =>
  contentsIn(copy.prepare(contentsQuery).get() as unknown as Row)

/** Rows of all tables. */
export const rowsIn = (copy: DatabaseSync): number =>
  [...tablesIn(copy).keys()].reduce((sum, table) => {
    const { amount } = copy.prepare(`select count(*) as amount from ${quotedName(table)}`).get()!
    return sum + Number(amount)
  }, 0)

/** Counts the rows of a table, and the bytes of its texts and integers. */
const measure = (copy: DatabaseSync, table: string): string => {
  const columns = copy.prepare("select name from pragma_table_info(?) where lower(type) <> 'real'").all(table)
  const bytes = columns.map(({ name }) => `coalesce(length(cast(${quotedName(name as string)} as blob)), 0)`)
  return `select count(*) as amount, cast(total(${bytes.join(' + ')}) as integer) as bytes from ${quotedName(table)}`
}

/** What a restored database has. */
export interface Inspection {
  readonly contents: Contents
  /** Messages, and a word of each. */
  readonly samples: readonly { readonly id: number; readonly word: string }[]
}

/**
 * Looks at the database. It must have the same rows as the copy, with as many bytes; else this throws an error that names the tables
 * that differ.
 */
export function inspectCopy(copy: DatabaseSync, database: D1Database): Inspection {
  // The directory of the database may know more than the copy.
  const tables = [...tablesIn(copy).keys()].filter((name) => name !== directoryTable)
  const measures = tables.map((table) => measure(copy, table))
  // Wrangler takes seconds to start, so that it asks everything at once.
  const [contents, samples, ...found] = database.query(contentsQuery, samplesQuery, ...measures)
  const differences = tables.flatMap((table, place) => {
    const [before, after] = [copy.prepare(measures[place]!).get()!, found[place]![0]!]
    if (before['amount'] === after['amount'] && before['bytes'] === after['bytes']) return []
    const sides = [before, after].map((side) => `${Number(side['amount'])} rows of ${Number(side['bytes'])} bytes`)
    return [`  ${table}: ${sides[0]} in the copy, ${sides[1]} in the database`]
  })
  if (differences.length > 0) throw new ArchiveError(['The database differs from the copy:', ...differences].join('\n'))
  return { contents: contentsIn(contents![0]!), samples: samples!.flatMap(sampleIn) }
}

/** More messages than these take longer than D1 lets a statement take, so that their index is filled in parts. */
const maxMessagesAtOnce = 1_000_000
const messagesOfPart = 100_000

const lastIndexed = 'select coalesce(max(id), 0) as last from message_search_docsize'

/** Fills the search index from the messages. Then tables, indexes and the search index must be sound. */
export function rebuildIndex(database: D1Database, messages: number): void {
  const isLarge = messages > maxMessagesAtOnce
  if (isLarge) fillInParts(database)
  // Comparing each entry with its message takes as long as filling the index.
  const check = `insert into message_search (message_search, rank) values ('integrity-check', ${isLarge ? 0 : 1})`
  const rebuild = isLarge ? [] : ["insert into message_search (message_search) values ('rebuild')"]
  const problems = database.query(...rebuild, check, 'pragma quick_check').at(-1)!
  const texts = problems.map((row) => String(Object.values(row)[0]))
  if (texts.some((text) => text !== 'ok'))
    throw new ArchiveError(`The database is not sound: ${texts.slice(0, 5).join('; ')}`)
}

function fillInParts(database: D1Database): void {
  const part = `insert into message_search (rowid, topic, content, sender)
    select id, topic, content, sender from message_words where id > (${lastIndexed}) order by id limit ${messagesOfPart}`
  for (let before = -1; ;) {
    const last = Number(database.query(part, lastIndexed)[1]![0]!['last'])
    if (last === before) return
    before = last
  }
}

/** Messages whose words are looked for. */
const maxSamples = 20

const samplesQuery = `select id, content from message_words
  where id in (select id from message order by abs((id * 2654435761) % 4294967296) limit ${maxSamples})`

function sampleIn({ id, content }: Row): Inspection['samples'] {
  const word = longestWord(String(content))
  return word === null ? [] : [{ id: Number(id), word }]
}

/** How many of some messages are found by a word of theirs. */
export function searchMessages(
  database: D1Database,
  samples: Inspection['samples'],
): { looked: number; found: number } {
  if (samples.length === 0) return { looked: 0, found: 0 }
  const queries = samples.map(
    ({ id, word }) =>
      `select count(*) as amount from message_search where message_search match '"${word}"' and rowid = ${id}`,
  )
  const found = database.query(...queries).filter(([row]) => row?.['amount'] === 1).length
  return { looked: samples.length, found }
}
