/** The Worker of `npm run bench:old-texts`: moves texts from a database to an object, and reads and searches them in both. */
import { Fragment, fragment } from '../../src/core/sql/sql'
import { hasPhrases } from '../../src/narrow/phrases'
import { searchHits } from '../../src/narrow/search'
import { deleteIndexEntries, insertIndexEntries } from '../../src/messages/search-index'
import { insertMessages } from '../../src/messages/writes'
import type { OldTexts } from '../../src/old-texts/old-texts-object'
import type { WholeRow } from '../../src/old-texts/queries'
import {
  oldTextOf,
  type FoundKeys,
  type FoundText,
  type OldTextsAnswer,
  type TextKey,
} from '../../src/old-texts/schema'
import { mergeIndex, shortenRows } from '../../src/old-texts/writes'
import { senders, unevenMessages } from '../../test/kit/uneven-messages'

export { OldTexts } from '../../src/old-texts/old-texts-object'

interface Bindings {
  DB: D1Database
  OLD_TEXTS: DurableObjectNamespace<OldTexts>
}

/** What a request used. */
export interface RequestUse {
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
/** Places that a search of the object names as words of its index. */
const maxPlaceWords = 100
/** How often a page may ask the object for more hits. */
const maxRequests = 10

const afterAll = 2 ** 53

type Row = Record<string, unknown>

class Bench {
  readonly #used: RequestUse = {
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

  /** Makes people whom the messages are by. No message has markup. */
  async prepare(): Promise<RequestUse> {
    await this.#batch([
      fragment`insert into realm (id, string_id, name, date_created) values (1, 'bench', 'Bench', 0)`,
      fragment`
        with recursive person (id) as (select 0 union all select id + 1 from person where id < ${senders})
        insert into user (id, realm_id, delivery_email, email, full_name, name_key, role, date_joined)
        select id, 1, id, id, id, id, 400, 0 from person`,
    ])
    return this.#used
  }

  async fill({ first, last }: Range): Promise<RequestUse> {
    await this.#batch(
      insertMessages([...unevenMessages({ first, last, more: fromWebClient })], { uses_short_forms: 1 }),
    )
    return this.#used
  }

  /** One step: first the object has the texts, then one transaction takes them out of the database. */
  async move({ first, last, way }: Range & { way: Way }): Promise<RequestUse> {
    const run = fragment`id >= ${first} and id <= ${last}`
    const rows = (await this.#rows(fragment`select * from message where ${run} order by id`)) as unknown as WholeRow[]
    const texts = rows.map(oldTextOf)
    this.#resultOf(await this.#object.store(texts))
    await this.#batch(way === 'update' ? updateRows(run) : shortenRows(rows))
    this.#used.messages = texts.length
    return this.#used
  }

  /**
   * Merges the parts of the database's search index, at most this many pages, and answers with the pages that it has then, as
   * `messages`. The first step with fewer than no pages begins a merge of all parts.
   */
  async merge({ pages }: { pages: number }): Promise<RequestUse> {
    const [, sizes] = await this.#batch([
      mergeIndex(pages),
      new Fragment('select count(*) as pages from message_search_data', []),
    ])
    this.#used.messages = sizes![0]!['pages'] as number
    return this.#used
  }

  /** The newest messages of a topic, with texts that the database or the object has. */
  page({ recipient_id, topic, isOld }: { recipient_id: number; topic: string; isOld: boolean }): Promise<RequestUse> {
    const page = fragment`
      select * from message
      where recipient_id = ${recipient_id} and topic_key = ${topic} and not is_private order by id desc limit ${pageSize}`
    return this.#read(page, isOld)
  }

  /** Messages that stand beside each other in the database, as exports read them. */
  run({ first, last, isOld }: Range & { isOld: boolean }): Promise<RequestUse> {
    return this.#read(fragment`select * from message where id >= ${first} and id <= ${last} order by id`, isOld)
  }

  /** Deletes the texts of messages whose rows are gone. */
  async forget({ first, last }: Range): Promise<RequestUse> {
    const keys = Array.from({ length: last - first + 1 }, (_, index) => ({ id: first + index, last_edit_at: null }))
    this.#resultOf(await this.#object.remove(keys))
    return this.#used
  }

  search(options: SearchOptions & { isOld: boolean }): Promise<RequestUse> {
    return options.isOld ? this.#searchObject(options) : this.#searchDatabase(options)
  }

  async #searchDatabase(options: SearchOptions): Promise<RequestUse> {
    const { from, where } = searchHits(options)
    const rows = await this.#rows(fragment`
      select message.* from ${from} cross join message on message.id = hit.rowid
      where ${where} and ${hasPhrases(options.phrases)} ${ofPlace(options)}
      order by hit.rowid desc limit ${pageSize}`)
    this.#used.messages = rows.length
    return this.#used
  }

  /**
   * Searches the object for messages, and reads their texts. In between, the database decides which of these messages the reader may
   * see.
   */
  async #searchObject(options: SearchOptions): Promise<RequestUse> {
    const places = options.recipient_id === null ? options.readable_ids : [options.recipient_id]
    const arePlacesWords = places !== null && places.length <= maxPlaceWords
    // The same words for the index as in the database.
    const words = searchHits(options).where.values[0] as string
    const match = arePlacesWords ? `${words} AND place : (${places.map((id) => `"r${id}"`).join(' OR ')})` : words
    const rows: Row[] = []
    for (let high: number | null = afterAll; high !== null && this.#used.objectRequests < maxRequests;) {
      const { keys, amount, lastId }: FoundKeys = this.#resultOf(
        await this.#object.search({
          match,
          phrases: options.phrases,
          recipient_ids: arePlacesWords ? null : places,
          topic_key: null,
          low: 0,
          high,
          descending: true,
          maxFound: pageSize - rows.length,
        }),
      ) as FoundKeys
      high = lastId
      if (amount > 0)
        rows.push(
          ...(await this.#rows(fragment`
            select message.* from json_each(${keys}) as hit cross join message on message.id = hit.value ->> 0
            where message.rendered_content glob '>*' and message.last_edit_at is hit.value ->> 1 ${ofPlace(options)}`)),
        )
      if (rows.length >= pageSize) break
    }
    await this.#addTexts(rows)
    this.#used.messages = rows.length
    return this.#used
  }

  /** Fails if an entry of the database's search index is not as the view says. */
  async checkIndex(): Promise<RequestUse> {
    await this.#batch([fragment`insert into message_search (message_search, rank) values ('integrity-check', 1)`])
    return this.#used
  }

  async objectBytes(): Promise<number> {
    return this.#resultOf(await this.#object.bytes()) as number
  }

  async #read(messages: Fragment, isOld: boolean): Promise<RequestUse> {
    const rows = await this.#rows(messages)
    if (isOld) await this.#addTexts(rows)
    this.#used.messages = rows.length
    return this.#used
  }

  /** Reads the texts of rows from the object, and looks whether they are those of the rows. */
  async #addTexts(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id as number)
    const found = this.#resultOf(await this.#object.texts(ids, ['content', 'html'])) as FoundText[]
    const byId = new Map(found.map((text) => [text.id, text]))
    const isThere = ({ id, last_edit_at }: Partial<TextKey>) => byId.get(id!)?.last_edit_at === last_edit_at
    if (!rows.every(isThere)) throw new Error('The object does not have all texts')
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

  /** The result of an answer of the object, whose rows count. */
  #resultOf(text: string): unknown {
    const { result, rows_read, rows_written } = JSON.parse(text) as OldTextsAnswer<unknown>
    this.#used.objectRead += rows_read
    this.#used.objectWritten += rows_written
    this.#used.objectRequests += 1
    return result
  }
}

/** The web client's ids, by which a message that is sent twice is recognized. */
const fromWebClient = { queue_id: 'abcdefgh12345678', local_id: '1234567890123' }

const ofPlace = ({ recipient_id, readable_ids }: SearchOptions): Fragment => fragment`
  ${recipient_id === null ? fragment`` : fragment`and message.recipient_id = ${recipient_id}`}
  ${readable_ids === null ? fragment`` : fragment`and message.recipient_id in (select value from json_each(${JSON.stringify(readable_ids)}))`}`

/** Takes the texts out of rows where these are. Narrows of a sender find messages by the words that stay. */
function updateRows(run: Fragment): Fragment[] {
  const ids = fragment`(select id from message where ${run})`
  return [
    deleteIndexEntries(ids),
    fragment`
      update message
      set content = '', rendered_content = '>' || (octet_length(content) + octet_length(rendered_content)),
        queue_id = null, local_id = null, commit_token = null
      where ${run}`,
    insertIndexEntries(ids),
  ]
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
