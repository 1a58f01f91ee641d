import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { ArchiveError } from '../../conversion.ts'
import { assertHarmless } from './harm.ts'
import { ageOf, bringForward, createTables, type SchemaAge } from './schema-ages.ts'
import { statementsOf, type Statement } from './statements.ts'
import { headOf, insertionIn, quotedName, type Value } from './values.ts'

/** What `npm run dump` writes before the rows, and after them. A copy of wrangler alone has neither. */
export const copyMarks = { head: '-- Rivulet copy ', end: '-- Rivulet end ' } as const

const headSchema = z.object({ tables: z.record(z.string(), z.array(z.string())) })
const endSchema = z.object({ rows: z.record(z.string(), z.number()) })

/** Statements that create tables and the like. They are not run: the schema of this release is. */
const harmless =
  /^(create\s+(table|index|unique\s+index|view)|pragma\s+defer_foreign_keys|delete\s+from\s+"?sqlite_sequence|analyze)\b/i

/** Tables of SQLite, of D1, and of the search index, which is made anew. */
const isForeign = (table: string): boolean => /^(_cf_|sqlite_|d1_migrations$|message_search)/.test(table)

/** D1 takes no larger row. */
const maxRowBytes = 2_000_000

interface Outline {
  readonly tables: Map<string, readonly string[]>
  readonly rows: Map<string, number>
  /** Rows by table, as the end of the file says; null: it says nothing. */
  expectedRows: Record<string, number> | null
  isMarked: boolean
}

/**
 * Reads a copy of a database into a fresh one in the folder `scratch`, with the schema of this release. Checks that all of it can be
 * restored. Nothing in the file is run.
 */
export async function readCopy(path: string, scratch: string, onRows: (rows: number) => void): Promise<DatabaseSync> {
  const outline = await outlineOf(path)
  if (!outline.tables.has('realm'))
    throw new ArchiveError(`${path} has no table "realm": it is no copy of a database of Rivulet.`)
  assertWhole(outline)
  const age = ageOf(outline.tables)
  const database = new DatabaseSync(join(scratch, 'copy.sqlite'))
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off')
  createTables(database, age)
  await load(database, path, outline, onRows)
  finish(database, age)
  return database
}

async function outlineOf(path: string): Promise<Outline> {
  const outline: Outline = { tables: new Map(), rows: new Map(), expectedRows: null, isMarked: false }
  for await (const statement of statementsOf(path)) see(outline, statement)
  return outline
}

function see(outline: Outline, { text, line }: Statement): void {
  if (text.startsWith('--')) return seeMark(outline, { text, line })
  const found = headOf(text)
  if (found === null) {
    if (text === '' || harmless.test(text)) return
    throw new ArchiveError(
      `Line ${line} is no statement of a copy: ${JSON.stringify(text.slice(0, 60))}. Nothing was run.`,
    )
  }
  const { table, columns } = found
  if (isForeign(table)) return
  const before = outline.tables.get(table)
  const isSame =
    before === undefined || (before.length === columns.length && columns.every((name) => before.includes(name)))
  if (!isSame || new Set(columns).size < columns.length)
    throw new ArchiveError(`Line ${line} has other columns of ${table} than the lines before it. The file is damaged.`)
  if (before === undefined) outline.tables.set(table, columns)
  outline.rows.set(table, (outline.rows.get(table) ?? 0) + 1)
}

function seeMark(outline: Outline, { text, line }: Statement): void {
  try {
    if (text.startsWith(copyMarks.head)) {
      const { tables } = headSchema.parse(JSON.parse(text.slice(copyMarks.head.length)))
      for (const [name, columns] of Object.entries(tables)) outline.tables.set(name, columns)
      outline.isMarked = true
    } else if (text.startsWith(copyMarks.end))
      outline.expectedRows = endSchema.parse(JSON.parse(text.slice(copyMarks.end.length))).rows
  } catch {
    throw new ArchiveError(`Line ${line} is not what "npm run dump" writes. The file is damaged.`)
  }
}

function assertWhole({ isMarked, expectedRows, rows }: Outline): void {
  if (isMarked && expectedRows === null) throw new ArchiveError('The copy ends too early: its last line is missing.')
  for (const [table, amount] of Object.entries(expectedRows ?? {}))
    if ((rows.get(table) ?? 0) !== amount)
      throw new ArchiveError(
        `The copy has ${rows.get(table) ?? 0} rows of ${table}, but ${amount} by its last line. It is damaged.`,
      )
}

async function load(
  database: DatabaseSync,
  path: string,
  { tables }: Outline,
  onRows: (rows: number) => void,
): Promise<void> {
  const inserts = new Map<string, StatementSync>()
  database.exec('begin')
  for await (const statement of statementsOf(path)) {
    const found = headOf(statement.text)
    if (found === null || isForeign(found.table)) continue
    const { table, columns, rows } = insertionIn(statement)
    const key = `${table} (${columns.join()})`
    const insert = inserts.get(key) ?? database.prepare(insertInto(table, columns))
    inserts.set(key, insert)
    for (const row of rows) insertRow(insert, row, { table, line: statement.line })
    onRows(rows.length)
  }
  database.exec('commit')
  for (const name of tables.keys()) if (isForeign(name)) throw new ArchiveError(`${name} is no table of Rivulet.`)
}

const insertInto = (table: string, columns: readonly string[]): string =>
  `insert into ${quotedName(table)} (${columns.map(quotedName).join()}) values (${columns.map(() => '?').join()})`

function insertRow(
  insert: StatementSync,
  row: readonly Value[],
  { table, line }: { table: string; line: number },
): void {
  const bytes = row.reduce((sum: number, value) => sum + sizeOf(value), 0)
  if (bytes > maxRowBytes)
    throw new ArchiveError(`Line ${line}: a row of ${table} has ${bytes} bytes. D1 takes ${maxRowBytes} at most.`)
  try {
    insert.run(...row)
  } catch (error) {
    throw new ArchiveError(`Line ${line}: ${table} cannot have this row: ${(error as Error).message}.`)
  }
}

const sizeOf = (value: Value): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  return value instanceof Uint8Array ? value.length : 8
}

function finish(database: DatabaseSync, age: SchemaAge): void {
  if (age.laterMigrations.length > 0) bringForward(database, age)
  assertHarmless(database)
  const broken = database
    .prepare('select "table", parent, count(*) as amount from pragma_foreign_key_check group by 1, 2')
    .all()
  if (broken.length === 0) return
  const lines = broken.map(
    (row) => `  ${Number(row['amount'])} of ${String(row['table'])}, whose ${String(row['parent'])} is missing`,
  )
  throw new ArchiveError(
    ['The copy cannot be restored, because some rows refer to rows that are missing:', ...lines].join('\n'),
  )
}
