import type { DatabaseSync } from 'node:sqlite'
import { orderedTables } from './schema-ages.ts'
import { literal, quotedName, type Value } from './values.ts'

/** D1 takes no longer statement than 100,000 bytes. */
const maxStatementBytes = 90_000

/** Values as long as this can be cut. */
const minCutBytes = 1_000

/** A character has at most three bytes, six if it is half of a pair of which the other half is missing. */
const pieceCharacters = 12_000

/** The size of a file for wrangler: large, because wrangler starts slowly, but with few enough rows for the rest of a day. */
const chunkLimits = { rows: 20_000, bytes: 8_000_000 } as const

/** Statements that insert some rows. The same copy always gives the same chunks. */
export interface Chunk {
  readonly rows: number
  readonly statements: readonly string[]
}

class ChunkBuilder {
  private statements: string[] = []
  private rows = 0
  private bytes = 0
  private head = ''
  private tuples: string[] = []
  private tupleBytes = 0

  get isFull(): boolean {
    return this.rows >= chunkLimits.rows || this.bytes + this.tupleBytes >= chunkLimits.bytes
  }

  get isEmpty(): boolean {
    return this.rows === 0
  }

  add(head: string, tuple: string, more: readonly string[]): void {
    const bytes = Buffer.byteLength(tuple) + 1
    if (head !== this.head || this.tupleBytes + bytes > maxStatementBytes) this.endStatement()
    this.head = head
    this.tuples.push(tuple)
    this.tupleBytes += bytes
    this.rows += 1
    if (more.length === 0) return
    this.endStatement()
    for (const statement of more) this.push(statement)
  }

  take(): Chunk {
    this.endStatement()
    const chunk = { rows: this.rows, statements: this.statements }
    this.statements = []
    this.rows = 0
    this.bytes = 0
    return chunk
  }

  private endStatement(): void {
    if (this.tuples.length > 0) this.push(`${this.head} values ${this.tuples.join()}`)
    this.tuples = []
    this.tupleBytes = 0
  }

  private push(statement: string): void {
    this.statements.push(statement)
    this.bytes += Buffer.byteLength(statement)
  }
}

/** All rows of a copy, in statements that D1 takes. Organizations are closed until the last row is there. */
export function* chunksOf(copy: DatabaseSync): Generator<Chunk> {
  const builder = new ChunkBuilder()
  for (const [table, columns] of orderedTables(copy)) {
    const head = `insert into ${quotedName(table)} (${columns.map(quotedName).join()})`
    const key = keyOf(copy, table)
    const whole = [...key, ...uniqueColumns(copy, table)]
    for (const row of rowsOf(copy, table, columns)) {
      const restoredRow = table === 'realm' ? deactivatedRow(row, columns) : row
      const { tuple, more } = statementsFor(table, { columns, key, whole, row: restoredRow })
      builder.add(head, tuple, more)
      if (builder.isFull) yield builder.take()
    }
  }
  if (!builder.isEmpty) yield builder.take()
}

const deactivatedRow = (row: readonly Value[], columns: readonly string[]): Value[] =>
  row.map((value, place) => (columns[place] === 'deactivated' ? 1n : value))

/** Opens organizations that were open. */
export function openOrganizations(copy: DatabaseSync): string[] {
  const open = copy.prepare('select id, deactivated from realm where deactivated <> 1')
  open.setReadBigInts(true)
  return open
    .all()
    .map(({ id, deactivated }) => `update realm set deactivated = ${String(deactivated)} where id = ${String(id)}`)
}

function keyOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare('select name from pragma_table_info(?) where pk > 0 order by pk').all(table)
  return rows.map(({ name }) => name as string)
}

const uniqueColumns = (database: DatabaseSync, table: string): string[] =>
  database
    .prepare(
      `select distinct info.name as name from pragma_index_list(?) as list cross join pragma_index_info(list.name) as info
       where list."unique" = 1`,
    )
    .all(table)
    .map(({ name }) => name as string)

/** The rows of a table: those that others of the same table refer to come first. */
function* rowsOf(database: DatabaseSync, table: string, columns: readonly string[]): Generator<Value[]> {
  const list = columns.map(quotedName).join()
  const order = table === 'user' ? 'bot_type is not null, id' : keyOf(database, table).map(quotedName).join()
  const select = database.prepare(`select ${list} from ${quotedName(table)} order by ${order}`)
  select.setReadBigInts(true)
  select.setReturnArrays(true)
  yield* select.iterate() as unknown as Iterable<Value[]>
}

interface KeyedRow {
  readonly columns: readonly string[]
  readonly key: readonly string[]
  /** Columns that are not cut, because their values must differ at once. */
  readonly whole: readonly string[]
  readonly row: readonly Value[]
}

/** The values of a row, and statements that add what one statement has no room for. */
function statementsFor(table: string, { columns, key, whole, row }: KeyedRow): { tuple: string; more: string[] } {
  const literals = row.map(literal)
  const tuple = `(${literals.join()})`
  if (Buffer.byteLength(tuple) <= maxStatementBytes - 5_000) return { tuple, more: [] }
  const keyCondition = key.map((name) => `${quotedName(name)} = ${literals[columns.indexOf(name)]!}`).join(' and ')
  const more: string[] = []
  const short = row.map((value, place) => {
    const name = columns[place]!
    if (typeof value !== 'string' || whole.includes(name) || literals[place]!.length < minCutBytes)
      return literals[place]!
    for (const piece of piecesOf(value))
      more.push(
        `update ${quotedName(table)} set ${quotedName(name)} = ${quotedName(name)} || ${literal(piece)} where ${keyCondition}`,
      )
    return "''"
  })
  return { tuple: `(${short.join()})`, more }
}

function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + pieceCharacters)
    // A pair of halves stays together.
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1]!)) end -= 1
    yield text.slice(start, end)
    start = end
  }
}
