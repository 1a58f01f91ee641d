import { platformRefusalIn } from '../base/quota-refusals'
import { bookmarkIn, laterBookmark, type Bookmark } from './bookmarks'
import type { ObjectAccess } from './object-access'
import { PackedStatement, type Fragment, type Row } from './sql'

/** The cost of a request or a change, by D1's own counts. */
export interface Tally {
  trips: number
  rows_read: number
  rows_written: number
}

export interface Answer {
  rows: Row[]
  rows_read: number
  rows_written: number
}

/** What a batch cost, by D1's own counts. `size` is the size of the database in bytes, if D1 says it. */
export interface BatchCost {
  rows_read: number
  rows_written: number
  size: number | null
}

/** A batch that takes longer fails. D1 has been seen to hang for a minute, and an error that the client can retry is better. */
const timeoutMs = 15_000

/** The part of D1, or of one of its sessions, that runs statements. */
type Statements = Pick<D1Database, 'prepare' | 'batch'>

/** The part of D1 that a `Database` needs. Only deployments with read replicas need sessions. */
type BatchRunner = Statements & Partial<Pick<D1Database, 'withSession'>>

/** The database, or a function that finds it before each batch, where an organization may be in one of several. */
type DatabaseSource = BatchRunner | (() => BatchRunner | Promise<BatchRunner>)

/** A D1 database with a tally of its cost. */
export class Database {
  tally: Tally = { trips: 0, rows_read: 0, rows_written: 0 }
  /** The latest state of the database that was seen; null if nobody asked for bookmarks, or D1 gave none. */
  bookmark: Bookmark | null = null
  private reads: 'primary' | 'primary with bookmark' | 'replica' | 'any replica' = 'primary'

  /** `onAnswer` gets the cost of each batch. `beside` says how to ask objects beside the database, and counts what that costs. */
  constructor(
    private readonly source: DatabaseSource,
    private readonly onAnswer: (cost: BatchCost) => void = () => undefined,
    private readonly beside?: Omit<ObjectAccess, 'isBesideReplica'>,
  ) {}

  /** How to ask objects beside the database: rows that they read count like those of the database. */
  get objects(): ObjectAccess | undefined {
    return (
      this.beside && {
        ...this.beside,
        isBesideReplica: () => this.reads === 'replica' || this.reads === 'any replica',
        count: (rows) => {
          this.tally.rows_read += rows.rows_read
          this.beside!.count(rows)
        },
      }
    )
  }

  /** The same database, for reads that another place answers. It has a tally of its own. */
  clone(): Database {
    return new Database(this.source, this.onAnswer, this.beside)
  }

  /** Learns the bookmark of each batch from now on. All batches still go to the primary. */
  withBookmarks(): this {
    this.reads = 'primary with bookmark'
    return this
  }

  /** Sends batches to any replica from now on that has this state. Each batch sees at least what the one before it has seen. */
  readFromReplica(bookmark: Bookmark): void {
    this.reads = 'replica'
    this.noteBookmark(bookmark)
  }

  /** Sends batches to any replica from now on, however old its state is. */
  readFromAnyReplica(): void {
    this.reads = 'any replica'
  }

  /** Sends batches to the primary from now on. */
  readFromPrimary(): void {
    if (this.reads !== 'primary') this.reads = 'primary with bookmark'
  }

  /** Sends batches to the primary from now on, if they went to any replica. Answers whether they did. */
  readLatest(): boolean {
    if (this.reads !== 'any replica') return false
    this.reads = 'primary with bookmark'
    return true
  }

  /** Notes that the client may have seen this state of the database, which the realm's object has read or written. */
  noteBookmark(bookmark: Bookmark | null): void {
    this.bookmark = laterBookmark(this.bookmark, bookmark)
  }

  /** Starts a new tally. The old object stays as it is, for callers that still have it. */
  resetTally(): void {
    this.tally = { trips: 0, rows_read: 0, rows_written: 0 }
  }

  /**
   * Sends statements in one round trip and one transaction. Throws `QuotaExceeded` when a quota of the
   * day is used up, and `DatabaseFull` when the database has no room.
   */
  async send(statements: readonly Fragment[]): Promise<Answer[]> {
    const results = await this.results(statements).catch((error: unknown) => {
      throw platformRefusalIn(error) ?? error
    })
    const cost: BatchCost = { rows_read: 0, rows_written: 0, size: null }
    const answers = results.map(({ results: rows, meta: { rows_read, rows_written, size_after } }) => {
      cost.rows_read += rows_read
      cost.rows_written += rows_written
      cost.size = size_after ?? cost.size
      return { rows, rows_read, rows_written }
    })
    this.tally.rows_read += cost.rows_read
    this.tally.rows_written += cost.rows_written
    this.onAnswer(cost)
    return answers
  }

  private async results(statements: readonly Fragment[]): Promise<D1Result<Row>[]> {
    const { source } = this
    const d1 = typeof source === 'function' ? await source() : source
    if (this.reads === 'primary') return this.runIn(d1, statements)
    if (this.reads !== 'primary with bookmark') {
      try {
        return await this.inSession(d1, this.reads === 'replica' ? this.bookmark! : 'first-unconstrained', statements)
      } catch (error) {
        // The state may be one that the database does not know, because it was restored, or because the client made it up.
        if (platformRefusalIn(error) !== null) throw error
        this.reads = 'primary with bookmark'
      }
    }
    return this.inSession(d1, 'first-primary', statements)
  }

  private async inSession(d1: BatchRunner, from: string, statements: readonly Fragment[]): Promise<D1Result<Row>[]> {
    const session = d1.withSession!(from)
    const results = await this.runIn(session, statements)
    this.noteBookmark(bookmarkIn(session.getBookmark()))
    return results
  }

  private runIn(d1: Statements, statements: readonly Fragment[]): Promise<D1Result<Row>[]> {
    this.tally.trips += 1
    const batch = statements.map((statement) => {
      const { text, values } = statement instanceof PackedStatement ? statement.distinct() : statement
      return d1.prepare(text).bind(...values.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
    })
    return withTimeout(d1.batch<Row>(batch))
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database did not answer in time')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The cost as a `Server-Timing` header, for development. */
export function serverTiming(...spent: (Tally & { batch?: number })[]): string {
  const total = { trips: 0, rows_read: 0, rows_written: 0, batch: 0 }
  for (const { trips, rows_read, rows_written, batch = 0 } of spent) {
    total.trips += trips
    total.rows_read += rows_read
    total.rows_written += rows_written
    total.batch += batch
  }
  return Object.entries(total)
    .map(([name, amount]) => `${name};desc=${amount}`)
    .join(', ')
}
