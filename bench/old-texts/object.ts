/** The object that holds the texts of old messages, and a search index of its own for them. */
import { DurableObject } from 'cloudflare:workers'
import { foldCase } from '../../src/core/base/unicode'

/** What the object has of a message: all that a search looks at. Nothing of it changes while the text is here. */
export interface OldText {
  id: number
  recipient_id: number
  sender_id: number
  topic: string
  content: string
  /** As in the column of the database: `=` is the content as a paragraph. */
  rendered_content: string
}

/** Rows of the object's storage. */
export interface ObjectRows {
  read: number
  written: number
}

export interface OldSearch {
  /** A query of the search index. Words such as r12 in the column `place` are the place of a message. */
  match: string
  /** In folded case. */
  phrases: readonly string[]
  /** Places that the reader has access to; null: all. */
  recipient_ids: readonly number[] | null
  below: number
  limit: number
  /** How many hits are looked at. */
  mostHits: number
}

export interface FoundTexts {
  found: OldText[]
  /** Where to continue: all hits from here on have been looked at. Null: there are no more. */
  below: number | null
  rows: ObjectRows
}

type Hit = Pick<OldText, 'id' | 'recipient_id' | 'content' | 'topic'> & Record<string, SqlStorageValue>

/** The view takes the words from the HTML, as `message_words` of `schema.sql` does; these messages have none. */
const tables = `
  create table if not exists old_text (
    id integer primary key,
    recipient_id integer not null,
    sender_id integer not null,
    topic text not null,
    content text not null,
    rendered_content text not null
  );
  create view if not exists old_words as
  select id, content, topic, 'u' || sender_id as sender, 'r' || recipient_id as place from old_text;
  create virtual table if not exists old_search using fts5 (
    content, topic, sender, place, content = 'old_words', content_rowid = 'id', tokenize = 'porter unicode61'
  );
  insert into old_search (old_search, rank) values ('secure-delete', 1);`

export class OldTexts extends DurableObject {
  readonly #sql = this.ctx.storage.sql

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env)
    this.#sql.exec(tables)
  }

  /** Takes texts. A text that is there already is replaced, with its entry in the index. */
  add(texts: readonly OldText[]): ObjectRows {
    const ids = JSON.stringify(texts.map(({ id }) => id))
    return this.#run([
      [
        'delete from old_search where rowid in (select id from old_text where id in (select value from json_each(?)))',
        ids,
      ],
      ['delete from old_text where id in (select value from json_each(?))', ids],
      [
        `insert into old_text (id, recipient_id, sender_id, topic, content, rendered_content)
        select value ->> 'id', value ->> 'recipient_id', value ->> 'sender_id', value ->> 'topic', value ->> 'content', value ->> 'rendered_content'
        from json_each(?)`,
        JSON.stringify(texts),
      ],
      [
        `insert into old_search (rowid, content, topic, sender, place)
        select id, content, topic, sender, place from old_words where id in (select value from json_each(?))`,
        ids,
      ],
    ])
  }

  /** Deletes texts and their words. */
  remove(ids: readonly number[]): ObjectRows {
    const list = JSON.stringify(ids)
    return this.#run([
      [
        'delete from old_search where rowid in (select id from old_text where id in (select value from json_each(?)))',
        list,
      ],
      ['delete from old_text where id in (select value from json_each(?))', list],
    ])
  }

  texts(ids: readonly number[]): { found: OldText[]; rows: ObjectRows } {
    const cursor = this.#sql.exec<OldText & Record<string, SqlStorageValue>>(
      'select old_text.* from json_each(?) as wanted cross join old_text on old_text.id = wanted.value',
      JSON.stringify(ids),
    )
    return { found: cursor.toArray(), rows: { read: cursor.rowsRead, written: 0 } }
  }

  /** The newest hits. The cursor is lazy: SQLite reads no further than the loop. */
  search({ match, phrases, recipient_ids, below, limit, mostHits }: OldSearch): FoundTexts {
    // Texts of hits that nobody wants stay in SQLite.
    const texts = phrases.length === 0 ? "'' as content, '' as topic" : 'old_text.content, old_text.topic'
    const cursor = this.#sql.exec<Hit>(
      `select old_text.id, recipient_id, ${texts} from old_search as hit cross join old_text on old_text.id = hit.rowid
      where hit.old_search match ? and hit.rowid < ? order by hit.rowid desc`,
      match,
      below,
    )
    const places = recipient_ids && new Set(recipient_ids)
    const ids: number[] = []
    let hits = 0
    let next: number | null = null
    for (const hit of cursor) {
      hits += 1
      if ((places === null || places.has(hit.recipient_id)) && hasPhrases(hit, phrases)) ids.push(hit.id)
      if (ids.length < limit && hits < mostHits) continue
      next = hit.id
      break
    }
    const { found, rows } = this.texts(ids)
    return { found, below: next, rows: { read: cursor.rowsRead + rows.read, written: 0 } }
  }

  /** Bytes of the storage, and of the texts and the index in it. */
  bytes(): number {
    return this.#sql.databaseSize
  }

  #run(statements: readonly (readonly [text: string, value: string])[]): ObjectRows {
    const cursors = statements.map(([text, value]) => {
      const cursor = this.#sql.exec(text, value)
      cursor.toArray()
      return cursor
    })
    return {
      read: cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
      written: cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0),
    }
  }
}

function hasPhrases({ content, topic }: Pick<OldText, 'content' | 'topic'>, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return true
  const [foldedContent, foldedTopic] = [foldCase(content), foldCase(topic)]
  return phrases.every((phrase) => foldedContent.includes(phrase) || foldedTopic.includes(phrase))
}
