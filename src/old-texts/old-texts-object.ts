import { DurableObject } from 'cloudflare:workers'
import { maxTextsOfChange, maxTextsOfComparison, maxTextsOfRead } from './limits'
import type { FoundText, OldSearch, OldText, OldTextsAnswer, TextColumn, TextKey, WordSearch } from './schema'
import { compareTexts, searchTexts } from './search'
import { tables } from './tables'

const columnsInSql: Readonly<Record<TextColumn | keyof TextKey, string>> = {
  id: 'old_text.id',
  last_edit_at: 'last_edit_at',
  content: 'content',
  rendered_content: 'rendered_content',
  html: `iif(rendered_content = '=', '<p>' || content || '</p>', rendered_content) as html`,
}

type Bindings = (string | number | null)[]

/**
 * Has the texts of old messages of one organization, with a search index of their own (docs/decisions/0050-texts-of-old-messages.md). It decides
 * nothing: the database says which texts count. All answers are JSON text of an `OldTextsAnswer`.
 */
export class OldTexts extends DurableObject<Env> {
  private readonly sql = this.ctx.storage.sql

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    this.sql.exec(tables)
  }

  /** Stores texts. What is there of these ids is replaced. */
  async store(texts: readonly OldText[]): Promise<string> {
    assertAtMost(texts.length, maxTextsOfChange)
    const ids = JSON.stringify(texts.map(({ id }) => id))
    return this.change((run) => {
      run(
        'delete from old_search where rowid in (select id from old_text where id in (select value from json_each(?)))',
        ids,
      )
      run('delete from old_text where id in (select value from json_each(?))', ids)
      for (const { id, last_edit_at, recipient_id, sender_id, topic, content, rendered_content } of texts)
        run(
          `insert into old_text (id, last_edit_at, recipient_id, sender_id, topic, content, rendered_content)
          values (?, ?, ?, ?, ?, ?, ?)`,
          id,
          last_edit_at,
          recipient_id,
          sender_id,
          topic,
          content,
          rendered_content,
        )
      run(
        `insert into old_search (rowid, content, topic, sender, place)
        select id, content, topic, sender, place from old_words where id in (select value from json_each(?))`,
        ids,
      )
    })
  }

  /** Removes these texts and their words. A text that belongs to another `last_edit_at` stays. */
  async remove(keys: readonly TextKey[]): Promise<string> {
    assertAtMost(keys.length, maxTextsOfChange)
    const list = JSON.stringify(keys.map(({ id, last_edit_at }) => [id, last_edit_at]))
    const ids = `
      select old_text.id from json_each(?) as removed cross join old_text on old_text.id = removed.value ->> 0
      where last_edit_at is removed.value ->> 1`
    return this.change((run) => {
      run(`delete from old_search where rowid in (${ids})`, list)
      run(`delete from old_text where id in (${ids})`, list)
    })
  }

  /** The texts of these ids that are here, in no order: a list of `FoundText`. */
  async texts(ids: readonly number[], columns: readonly TextColumn[]): Promise<string> {
    assertAtMost(ids.length, maxTextsOfRead)
    const cursor = this.sql.exec(
      `select ${['id', 'last_edit_at', ...columns].map((name) => columnsInSql[name as keyof typeof columnsInSql]).join(', ')}
      from json_each(?) as wanted cross join old_text on old_text.id = wanted.value`,
      JSON.stringify(ids),
    )
    const result = cursor.toArray() as unknown as FoundText[]
    return answer(result, cursor)
  }

  /** The texts that a search finds, as `FoundKeys`. */
  async search(search: OldSearch): Promise<string> {
    const { result, rowsRead } = searchTexts(this.sql, search)
    return answer(result, { rowsRead, rowsWritten: 0 })
  }

  /** Which of these ids match each of some searches, as `OldMatches`. */
  async compare(searches: readonly WordSearch[], ids: readonly number[]): Promise<string> {
    assertAtMost(ids.length, maxTextsOfComparison)
    const { result, rowsRead } = compareTexts(this.sql, searches, ids)
    return answer(result, { rowsRead, rowsWritten: 0 })
  }

  /** Removes everything. */
  async empty(): Promise<string> {
    await this.ctx.storage.deleteAll()
    this.sql.exec(tables)
    return answer(null, { rowsRead: 0, rowsWritten: 0 })
  }

  /** Has the next start of the object find the state that it had at this time, in UNIX seconds (point in time recovery of the platform). */
  async goBack(timestamp: number): Promise<string> {
    const bookmark = await this.ctx.storage.getBookmarkForTime(timestamp * 1000)
    await this.ctx.storage.onNextSessionRestoreBookmark(bookmark)
    return answer(null, { rowsRead: 0, rowsWritten: 0 })
  }

  /** Ends the object, so that it starts anew with its next call. This call never answers. */
  async restart(): Promise<string> {
    this.ctx.abort('The object goes back to an earlier state')
    return answer(null, { rowsRead: 0, rowsWritten: 0 })
  }

  /** Bytes of the storage. */
  async bytes(): Promise<string> {
    return answer(this.sql.databaseSize, { rowsRead: 0, rowsWritten: 0 })
  }

  /** Fails if the search index has other words than the texts. */
  async checkIndex(): Promise<string> {
    return this.change((run) => run(`insert into old_search (old_search, rank) values ('integrity-check', 1)`))
  }

  /** Runs statements in one transaction. */
  private change(work: (run: (text: string, ...values: Bindings) => void) => void): string {
    const rows = { rowsRead: 0, rowsWritten: 0 }
    this.ctx.storage.transactionSync(() =>
      work((text, ...values) => {
        const cursor = this.sql.exec(text, ...values)
        cursor.toArray()
        rows.rowsRead += cursor.rowsRead
        rows.rowsWritten += cursor.rowsWritten
      }),
    )
    return answer(null, rows)
  }
}

const answer = (result: unknown, { rowsRead, rowsWritten }: { rowsRead: number; rowsWritten: number }): string =>
  JSON.stringify({ result, rows_read: rowsRead, rows_written: rowsWritten } satisfies OldTextsAnswer<unknown>)

function assertAtMost(amount: number, max: number): void {
  if (amount > max) throw new Error(`${amount} texts at once, and at most ${max}`)
}
