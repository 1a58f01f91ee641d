import { platformRefusalIn } from '../base/quota-refusals'
import { bookmarkIn, laterBookmark, type Bookmark } from './bookmarks'
import type { ObjectAccess } from './object-access'

/** A value that can be bound. A boolean is stored as 1 or 0. */
type Value = string | number | boolean | null

export type Row = Record<string, unknown>

/** SQL text and its bound values. A fragment can be part of another one. */
export class Fragment {
  constructor(
    readonly text: string,
    readonly values: readonly Value[],
  ) {}

  /** Equal statements have the same key. */
  get key(): string {
    return this.text + JSON.stringify(this.values)
  }

  /**
   * The same statement, but with equal values bound once, because conditions repeat the same few values. If D1 does not bind
   * that many, they travel as one JSON list. The result cannot be part of another fragment.
   */
  distinct(): Fragment {
    const values = [...new Set(this.values)]
    const isList = values.length > maxBoundValues
    const places = new Map(values.map((value, index) => [value, index]))
    let count = 0
    const text = this.text.replaceAll('?', () => {
      const place = places.get(this.values[count++]!)!
      return isList ? `(?1 ->> ${place})` : `?${place + 1}`
    })
    if (count !== this.values.length)
      throw new Error(`${this.values.length} values for ${count} question marks: ${text}`)
    return new Fragment(text, isList ? [JSON.stringify(values)] : values)
  }
}

/** Values that D1 binds in a statement. */
export const maxBoundValues = 100

const unindentedTexts = new WeakMap<TemplateStringsArray, readonly string[]>()

/**
 * The parts of a template without its indentation, which would be a quarter of the bytes that are sent to the database. Strings in
 * SQL must not go over several lines.
 */
function unindented(template: TemplateStringsArray): readonly string[] {
  let strings = unindentedTexts.get(template)
  if (strings === undefined)
    unindentedTexts.set(template, (strings = template.map((text) => text.replaceAll(/\n\s*/g, '\n'))))
  return strings
}

/** Template tag for SQL: binds every value, and puts nested fragments in. */
export function fragment(template: TemplateStringsArray, ...parts: (Value | Fragment)[]): Fragment {
  const strings = unindented(template)
  let text = strings[0]!
  const values: Value[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!
    if (part instanceof Fragment) {
      text += part.text
      values.push(...part.values)
    } else {
      text += '?'
      values.push(part)
    }
    text += strings[index + 1]!
  }
  return new Fragment(text, values)
}

/**
 * A whole number that stands in the SQL text itself, for `limit`. With a bound limit, SQLite plans the statement again at every
 * run, which takes longer than finding a page of messages.
 */
export const literal = (number: number): Fragment => new Fragment(number.toFixed(), [])

/** One or more rows with all their columns in one: JSON lists, with commas between them. */
export interface Packed {
  packed: string
}

/**
 * Packs up to 32 columns into one. D1 hands rows over cell by cell, which takes longer than finding a page of messages. If a JSON
 * function makes a cell, turn it into text by `|| ''`: the list would have it as an object otherwise.
 */
export const packed = (columns: readonly Fragment[]): Fragment =>
  fragment`json_array(${commaSeparated(columns)}) as packed`

/** Fragments with commas between them. */
export const commaSeparated = (fragments: readonly Fragment[]): Fragment =>
  new Fragment(
    fragments.map(({ text }) => text).join(', '),
    fragments.flatMap(({ values }) => values),
  )

/** The cells of packed rows, a list for each row. */
export const cellsOf = (rows: readonly Packed[]): unknown[][] =>
  JSON.parse(`[${rows.map((row) => row.packed).join(',')}]`) as unknown[][]

/** Rows with columns of these names. */
export const unpacked = <T>(names: readonly string[], packedRows: readonly Packed[]): T[] =>
  rowsFrom(blankOf(names), names, packedRows)

/** Each row starts as a copy of a blank one, because V8 keeps an object that grows key by key as a slow hash table. */
const blankOf = (names: readonly string[]): Row =>
  JSON.parse(`{${names.map((name) => `"${name}":null`).join(',')}}`) as Row

const rowsFrom = <T>(blank: Row, names: readonly string[], packedRows: readonly Packed[]): T[] =>
  cellsOf(packedRows).map((cells) => {
    const made = { ...blank }
    for (let index = 0; index < cells.length; index += 1) made[names[index]!] = cells[index]
    return made as T
  })

/** Columns that travel packed, by the names that they have in rows. */
export class PackedColumns<T> {
  /** What the statement selects. */
  readonly packed: Fragment
  private readonly names: readonly string[]
  private readonly blank: Row

  constructor(columns: Readonly<Record<keyof T & string, Fragment>>) {
    this.packed = packed(Object.values(columns))
    this.names = Object.keys(columns)
    this.blank = blankOf(this.names)
  }

  rows(packedRows: readonly Packed[]): T[] {
    return rowsFrom(this.blank, this.names, packedRows)
  }

  /** The only row; null if there is none. */
  first(packedRow: Packed | null): T | null {
    return packedRow && this.rows([packedRow])[0]!
  }
}

/** A statement that selects `packed` alone. It binds equal values once. */
export class PackedStatement extends Fragment {}

/** Fragments joined by `and`; true when there are none. A balanced tree, because D1 takes no expression deeper than 100. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  if (conditions.length === 0) return fragment`true`
  if (conditions.length === 1) return conditions[0]!
  const middle = Math.ceil(conditions.length / 2)
  return fragment`(${allOf(conditions.slice(0, middle))}) and (${allOf(conditions.slice(middle))})`
}

/** Runs statements. */
export interface Runner {
  run(statement: Fragment): Promise<Row[]>
  cachedFirst(statement: Fragment): Promise<Row[]>
  /** How to ask objects beside the database; missing: not at all. */
  readonly objects?: ObjectAccess | undefined
}

/** A fragment that can be run. */
class Statement extends Fragment {
  constructor(
    private readonly runner: Runner,
    { text, values }: Fragment,
  ) {
    super(text, values)
  }

  async all<T>(): Promise<T[]> {
    return (await this.runner.run(this)) as T[]
  }

  async first<T>(): Promise<T | null> {
    return (await this.all<T>())[0] ?? null
  }

  /**
   * The rows of a statement that selects `packed` alone, less than 2 MB of them as a rule. `Reader` makes one row of them, and joins the
   * statement with others of the same round trip.
   */
  async allPacked(): Promise<Packed[]> {
    return (await this.runner.run(new PackedStatement(this.text, this.values))) as unknown as Packed[]
  }

  /**
   * The first row, for small rows that nearly every request reads and that rarely change (whose key is this?). It may come from a
   * cache. Then `Reader` sends the same statement along with the next round trip, to revalidate the row.
   */
  async cachedFirst<T>(): Promise<T | null> {
    return ((await this.runner.cachedFirst(this))[0] as T | undefined) ?? null
  }

  /** The same of a statement that selects `packed` alone. */
  async cachedFirstPacked(): Promise<Packed | null> {
    const [row] = await this.runner.cachedFirst(new PackedStatement(this.text, this.values))
    return (row as unknown as Packed | undefined) ?? null
  }
}

export interface Sql {
  (strings: TemplateStringsArray, ...parts: (Value | Fragment)[]): Statement
  /** How to ask objects beside the database, with the same costs as reads from it; missing: not at all. */
  readonly objects?: ObjectAccess | undefined
}

export function sqlOver(runner: Runner): Sql {
  const sql = (strings: TemplateStringsArray, ...parts: (Value | Fragment)[]) =>
    new Statement(runner, fragment(strings, ...parts))
  return Object.assign(sql, { objects: runner.objects })
}

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
  another(): Database {
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
