/** The Worker of `npm run bench:old-texts`: moves texts from a database to an object, and reads and searches them in both. */
import { Fragment, fragment } from '../../src/core/sql/sql'
import { hasPhrases } from '../../src/narrow/phrases'
import { hits } from '../../src/narrow/search'
import { deleteIndexEntries } from '../../src/messages/search-index'
import { insertMessages } from '../../src/messages/writes'
import { senders, unevenMessages } from '../../test/kit/uneven-messages'
import type { FoundTexts, OldText, OldTexts } from './object'

export { OldTexts } from './object'

interface Bindings {
  DB: D1Database
  OLD_TEXTS: DurableObjectNamespace<OldTexts>
}

/** What a request used. */
export interface Used {
  databaseRead: number
  databaseWritten: number
  objectRead: number
  objectWritten: number
  /** Requests to the object. */
  objectRequests: number
  /** Messages that it was about, or found. */
  messages: number
}

/** How a row loses its text: it is updated where it is, or a run of rows is deleted and inserted again. */
export type Way = 'update' | 'insert'

export interface Range {
  first: number
  last: number
}

export interface SearchOptions {
  words: string[]
  phrases: string[]
  sender_id: number | null
  /** The stream or conversation; null: all. */
  recipient_id: number | null
  /** Streams and conversations that the reader has access to; null: all. */
  readable_ids: readonly number[] | null
}

const pageSize = 100
/** How many hits the object looks at for one request. */
const mostHits = 5000
/** Places that a search of the object names as words of its index. */
const mostPlaceWords = 100
/** How often a page may ask the object for more hits. */
const mostRequests = 10

const afterAll = 2 ** 53

type Row = Record<string, unknown>

class Bench {
  readonly #used: Used = {
    databaseRead: 0,
    databaseWritten: 0,
    objectRead: 0,
    objectWritten: 0,
    objectRequests: 0,
    messages: 0,
  }
  readonly #database: D1Database
  readonly #object: DurableObjectStub<OldTexts>

  constructor({ DB, OLD_TEXTS }: Bindings) {
    this.#database = DB
    this.#object = OLD_TEXTS.getByName('realm')
  }

  /** Makes the view of words that knows old messages, and people whom the messages are by. No message has markup. */
  async prepare(): Promise<Used> {
    await this.#batch([
      fragment`drop view message_words`,
      fragment`
        create view message_words as
        select id, iif(rendered_content glob '>*', '', topic) as topic, content, 'u' || sender_id as sender from message`,
      fragment`insert into realm (id, string_id, name, date_created) values (1, 'bench', 'Bench', 0)`,
      fragment`
        with recursive person (id) as (select 0 union all select id + 1 from person where id < ${senders})
        insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
        select id, 1, id, id, id, id, 400, 0 from person`,
    ])
    return this.#used
  }

  async fill({ first, last }: Range): Promise<Used> {
    await this.#batch(
      insertMessages([...unevenMessages({ first, last, more: fromWebClient })], { uses_short_forms: 1 }),
    )
    return this.#used
  }

  /** One step: first the object has the texts, then one transaction takes them out of the database. */
  async move({ first, last, way }: Range & { way: Way }): Promise<Used> {
    const run = fragment`id >= ${first} and id <= ${last}`
    const rows = await this.#rows(fragment`select * from message where ${run} order by id`)
    const texts = rows as unknown as (OldText & Row)[]
    this.#count(
      await this.#object.add(
        texts.map(({ id, recipient_id, sender_id, topic, content, rendered_content }) => ({
          id,
          recipient_id,
          sender_id,
          topic,
          content,
          rendered_content,
        })),
      ),
    )
    const mark = fragment`'>' || (octet_length(content) + octet_length(rendered_content))`
    const ids = fragment`(select id from message where ${run})`
    await this.#batch([
      deleteIndexEntries(ids),
      ...(way === 'update'
        ? [
            fragment`
              update message
              set content = '', rendered_content = ${mark}, queue_id = null, local_id = null, commit_token = null
              where ${run}`,
          ]
        : [fragment`delete from message where ${run}`, insertShortRows(texts)]),
      // Narrows of a sender, archives of one's own data and erasures find messages by these words.
      fragment`
        insert into message_search (rowid, topic, content, sender)
        select id, topic, content, sender from message_words where ${run}`,
    ])
    this.#used.messages = texts.length
    return this.#used
  }

  /**
   * Merges the parts of the database's search index, at most so many pages, and answers with the pages that it has then, as
   * `messages`. The first step with fewer than no pages begins a merge of all parts.
   */
  async merge({ pages }: { pages: number }): Promise<Used> {
    const [, sizes] = await this.#batch([
      new Fragment(`insert into message_search (message_search, rank) values ('merge', ?)`, [pages]),
      new Fragment('select count(*) as pages from message_search_data', []),
    ])
    this.#used.messages = sizes![0]!['pages'] as number
    return this.#used
  }

  /** The newest messages of a topic, with texts that the database or the object has. */
  page({ recipient_id, topic, isOld }: { recipient_id: number; topic: string; isOld: boolean }): Promise<Used> {
    const page = fragment`
      select * from message
      where recipient_id = ${recipient_id} and topic_key = ${topic} and not is_private order by id desc limit ${pageSize}`
    return this.#read(page, isOld)
  }

  /** Messages that stand beside each other in the database, as exports read them. */
  run({ first, last, isOld }: Range & { isOld: boolean }): Promise<Used> {
    return this.#read(fragment`select * from message where id >= ${first} and id <= ${last} order by id`, isOld)
  }

  /** Deletes the texts of messages whose rows are gone. */
  async forget({ first, last }: Range): Promise<Used> {
    this.#count(await this.#object.remove(Array.from({ length: last - first + 1 }, (_, index) => first + index)))
    return this.#used
  }

  search(options: SearchOptions & { isOld: boolean }): Promise<Used> {
    return options.isOld ? this.#searchObject(options) : this.#searchDatabase(options)
  }

  async #searchDatabase(options: SearchOptions): Promise<Used> {
    const { from, where } = hits(options)
    const rows = await this.#rows(fragment`
      select message.* from ${from} cross join message on message.id = hit.rowid
      where ${where} and ${hasPhrases(options.phrases)} ${ofPlace(options)}
      order by hit.rowid desc limit ${pageSize}`)
    this.#used.messages = rows.length
    return this.#used
  }

  /** Messages that a search finds in the object. The database decides which of them the reader may see. */
  async #searchObject(options: SearchOptions): Promise<Used> {
    const places = options.recipient_id === null ? options.readable_ids : [options.recipient_id]
    const arePlacesWords = places !== null && places.length <= mostPlaceWords
    // The same words for the index as in the database.
    const words = hits(options).where.values[0] as string
    const match = arePlacesWords ? `${words} AND place : (${places.map((id) => `"r${id}"`).join(' OR ')})` : words
    for (let below: number | null = afterAll; below !== null && this.#used.objectRequests < mostRequests;) {
      const { found, ...more }: FoundTexts = await this.#object.search({
        match,
        phrases: options.phrases,
        recipient_ids: arePlacesWords ? null : places,
        below,
        limit: pageSize - this.#used.messages,
        mostHits,
      })
      below = more.below
      this.#count(more.rows)
      if (found.length > 0) {
        const rows = await this.#rows(fragment`
          select message.* from json_each(${JSON.stringify(found.map(({ id }) => id))}) as hit
          cross join message on message.id = hit.value
          where message.rendered_content glob '>*' ${ofPlace(options)}`)
        this.#used.messages += rows.length
      }
      if (this.#used.messages >= pageSize) break
    }
    return this.#used
  }

  /** Fails if an entry of the database's search index is not as the view says. */
  async checkIndex(): Promise<Used> {
    await this.#batch([fragment`insert into message_search (message_search, rank) values ('integrity-check', 1)`])
    return this.#used
  }

  objectBytes(): Promise<number> {
    return this.#object.bytes()
  }

  async #read(messages: Fragment, isOld: boolean): Promise<Used> {
    const rows = await this.#rows(messages)
    if (isOld) {
      const { found, rows: used } = await this.#object.texts(rows.map(({ id }) => id as number))
      this.#count(used)
      if (found.length !== rows.length) throw new Error('The object does not have all texts')
    }
    this.#used.messages = rows.length
    return this.#used
  }

  async #rows(statement: Fragment): Promise<Row[]> {
    const [rows] = await this.#batch([statement])
    return rows!
  }

  /** The rows of each statement. */
  async #batch(statements: readonly Fragment[]): Promise<Row[][]> {
    const answers = await this.#database.batch<Row>(
      statements.map(({ text, values }) => this.#database.prepare(text).bind(...values)),
    )
    for (const { meta } of answers) {
      this.#used.databaseRead += meta.rows_read
      this.#used.databaseWritten += meta.rows_written
    }
    return answers.map(({ results }) => results)
  }

  #count({ read, written }: { read: number; written: number }): void {
    this.#used.objectRead += read
    this.#used.objectWritten += written
    this.#used.objectRequests += 1
  }
}

/** The web client's ids, by which a message that is sent twice is recognized. */
const fromWebClient = { queue_id: 'abcdefgh12345678', local_id: '1234567890123' }

const ofPlace = ({ recipient_id, readable_ids }: SearchOptions): Fragment => fragment`
  ${recipient_id === null ? fragment`` : fragment`and message.recipient_id = ${recipient_id}`}
  ${readable_ids === null ? fragment`` : fragment`and message.recipient_id in (select value from json_each(${JSON.stringify(readable_ids)}))`}`

/** The rows, with a mark in place of the text: its number of bytes, which is that of its characters in ASCII. */
function insertShortRows(rows: readonly (OldText & Row)[]): Fragment {
  const columns = Object.keys(rows[0]!)
  const shortRows = rows.map((row) => ({
    ...row,
    content: '',
    rendered_content: `>${row.content.length + row.rendered_content.length}`,
    queue_id: null,
    local_id: null,
    commit_token: null,
  }))
  return new Fragment(
    `insert into message (${columns.join(', ')})
    select ${columns.map((name) => `value ->> '${name}'`).join(', ')} from json_each(?)`,
    [JSON.stringify(shortRows)],
  )
}

type Method = { [Name in keyof Bench]: Bench[Name] extends (options: never) => unknown ? Name : never }[keyof Bench]

export default {
  /** Calls the method that the path names with the JSON of the body. */
  async fetch(request, env): Promise<Response> {
    const bench = new Bench(env)
    const name = new URL(request.url).pathname.slice(1) as Method
    const work = bench[name] as (options: unknown) => Promise<unknown>
    return Response.json(await work.call(bench, await request.json()))
  },
} satisfies ExportedHandler<Bindings>
