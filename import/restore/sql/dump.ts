import { copyFileSync, existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ArchiveError } from '../../conversion.ts'
import { copyMarks } from './copy.ts'
import { wrangler, type D1Database, type DatabaseOptions, type Row } from './database.ts'
import { markedRows, oldTextsFile, writeOldTexts, type OldTextSource } from './old-texts.ts'
import { areTables } from './schema-ages.ts'
import { statementsOf } from './statements.ts'
import { headOf, insertionIn, literal, quotedName, type Value } from './values.ts'

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly texts: readonly string[]
  readonly key: readonly string[]
}

/** What a copy has. */
export interface CopyReport {
  readonly rows: number
  /** Texts that the export of wrangler had changed, and that are exact again. */
  readonly mended: number
  /** Texts of that kind that somebody changed or deleted meanwhile, so that nobody knows what they were. */
  readonly doubtful: number
  /** Texts of old messages, which are in a file of their own. */
  readonly old_texts: number
}

export interface DumpOptions {
  readonly database: D1Database
  readonly file: string
  readonly scratch: string
  readonly madeBy: string
  /** The server that has the texts of old messages; null: its address was not given. */
  readonly oldTexts: OldTextSource | null
}

/** How many copies are made at most. Another one is needed if somebody changed old messages while the last one was made. */
const maxAttempts = 3

/**
 * Copies all rows of a database into a file. `wrangler d1 export` reads them, all at one moment. It writes line breaks as `\n`, also
 * where a text has a backslash and an n itself, so such texts are read once more, and put right.
 */
export async function dump(options: DumpOptions): Promise<CopyReport> {
  const { database, file, scratch, madeBy } = options
  for (const path of [file, oldTextsFile(file)])
    if (existsSync(path)) throw new ArchiveError(`${path} is there already. Name another file.`)
  const tables = tablesOf(database)
  if (!tables.has('realm')) throw new ArchiveError('The database has no tables of Rivulet.')
  const raw = join(scratch, 'export.sql')
  const readTables = (): void => exportTables(database.options, { file: raw, scratch, tables: [...tables.keys()] })
  readTables()
  const old_texts = mayHaveOldTexts(database, tables) ? await copiedOldTexts(raw, options, readTables) : 0
  const exact = exactTexts(database, [...tables.values()])
  return { ...(await written(raw, { file, tables, exact, madeBy })), old_texts }
}

function mayHaveOldTexts(database: D1Database, tables: Map<string, Table>): boolean {
  if (!tables.get('realm')!.columns.includes('old_texts_up_to')) return false
  const [rows] = database.query('select exists (select 1 from realm where old_texts_up_to > 0) as any_moved')
  return rows![0]!['any_moved'] === 1
}

/** Writes the texts that the export lacks into the file beside the copy. Answers how many these are. */
async function copiedOldTexts(
  raw: string,
  { database, file, oldTexts }: DumpOptions,
  readTables: () => void,
): Promise<number> {
  const path = oldTextsFile(file)
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const rows = await markedRows(raw)
    if (rows.length === 0) return 0
    if (oldTexts === null)
      throw new ArchiveError(
        `The texts of ${rows.length} old messages are not in the database. Name the server that has them: --site https://…`,
      )
    const missing = await writeOldTexts(`${path}.partial`, rows, { ...oldTexts, database })
    if (missing === 0) {
      renameSync(`${path}.partial`, path)
      return rows.length
    }
    // Somebody changed or deleted these messages since the export, so export the database again.
    if (attempt < maxAttempts) readTables()
  }
  throw new ArchiveError('The server lacks texts of old messages. Its log says more; docs/deploy.md says what to do.')
}

function tablesOf(database: D1Database): Map<string, Table> {
  const [rows] =
    database.query(`select sqlite_schema.name as name, info.name as "column", info.type as type, info.pk as pk
    from sqlite_schema cross join pragma_table_info(sqlite_schema.name) as info where ${qualified}
    order by sqlite_schema.rowid, info.cid`)
  const tables = new Map<string, Table>()
  for (const { name } of rows!) {
    const own = rows!.filter((row) => row['name'] === name)
    const namesOf = (some: typeof own): string[] => some.map((row) => String(row['column']))
    tables.set(String(name), {
      name: String(name),
      columns: namesOf(own),
      texts: namesOf(own.filter(({ type }) => String(type).toLowerCase() === 'text')),
      key: namesOf(own.filter(({ pk }) => pk !== 0).toSorted((a, b) => Number(a['pk']) - Number(b['pk']))),
    })
  }
  return tables
}

const qualified = areTables
  .replaceAll(/\bname\b/g, 'sqlite_schema.name')
  .replaceAll(/\btype\b/g, 'sqlite_schema.type')
  .replaceAll(/\bsql\b/g, 'sqlite_schema.sql')

function exportTables(
  { name, isRemote, folder }: DatabaseOptions,
  { file, scratch, tables }: { file: string; scratch: string; tables: readonly string[] },
): void {
  const place = isRemote ? ['--remote', '--skip-confirmation'] : ['--local']
  // An export has no option for the folder of a local database: it is the one beside the configuration.
  const config = isRemote || folder === null ? [] : ['--config', configBeside(folder, scratch)]
  const named = tables.flatMap((table) => ['--table', table])
  wrangler(['d1', 'export', name, ...place, ...config, '--no-schema', '--output', file, ...named])
}

function configBeside(folder: string, scratch: string): string {
  const place = join(scratch, 'place')
  mkdirSync(join(place, '.wrangler'), { recursive: true })
  symlinkSync(resolve(folder), join(place, '.wrangler/state'), 'dir')
  const file = join(place, 'wrangler.toml')
  // The name of the folder within follows from the configuration, too.
  copyFileSync('wrangler.toml', file)
  return file
}

/** Rows that are read at once. */
const pageRows = 100

type Texts = Readonly<Record<string, string | null>>

/** By the table and the key of the row. */
const keyText = (table: string, values: readonly unknown[]): string => JSON.stringify([table, ...values.map(String)])

/** Texts that an export changes, as they are in the database. */
function exactTexts(database: D1Database, tables: readonly Table[]): Map<string, Texts> {
  const exact = new Map<string, Texts>()
  let rest = tables
    .filter(({ texts, key }) => texts.length > 0 && key.length > 0)
    .map((table) => ({ table, last: null as Row | null }))
  // Wrangler takes seconds to start, so that all tables are asked at once.
  while (rest.length > 0) {
    const pages = database.query(...rest.map(({ table, last }) => pageOf(table, last)))
    rest = rest.flatMap(({ table }, place) => {
      const page = pages[place]!
      for (const row of page) addExact(exact, table, row)
      return page.length < pageRows ? [] : [{ table, last: page.at(-1)! }]
    })
  }
  return exact
}

function pageOf({ name, texts, key }: Table, last: Row | null): string {
  const keys = key.map(quotedName).join()
  const columns = [...new Set([...key, ...texts])].map(quotedName).join()
  const after = last === null ? '' : ` and (${keys}) > (${key.map((part) => literalOf(last[part]!)).join()})`
  return `select ${columns} from ${quotedName(name)} where (${isAmbiguous(texts)})${after} order by ${keys} limit ${pageRows}`
}

function addExact(exact: Map<string, Texts>, { name, texts, key }: Table, row: Row): void {
  const values = Object.fromEntries(texts.map((text) => [text, row[text] as string | null]))
  exact.set(
    keyText(
      name,
      // The rows of the export have keys as it writes them.
      key.map((part) => exportedText(String(row[part]))),
    ),
    values,
  )
}

const isAmbiguous = (texts: readonly string[]): string =>
  texts
    .map(quotedName)
    .map(
      (name) =>
        `instr(${name}, char(10)) and instr(${name}, '\\n') or instr(${name}, char(13)) and instr(${name}, '\\r')`,
    )
    .join(' or ')

const literalOf = (value: string | number): string =>
  literal(typeof value === 'string' ? value : Number.isInteger(value) ? BigInt(value) : value)

/** What an export of wrangler makes of a text. */
function exportedText(text: string): string {
  const [hasLines, hasReturns] = [text.includes('\n'), text.includes('\r')]
  const returned = hasReturns ? text.replaceAll(String.raw`\r`, '\r') : text
  return hasLines ? returned.replaceAll(String.raw`\n`, '\n') : returned
}

async function written(
  raw: string,
  {
    file,
    tables,
    exact,
    madeBy,
  }: { file: string; tables: Map<string, Table>; exact: Map<string, Texts>; madeBy: string },
): Promise<Omit<CopyReport, 'old_texts'>> {
  const report = { rows: 0, mended: 0, doubtful: 0 }
  const rowsOf = Object.fromEntries([...tables.keys()].map((name) => [name, 0]))
  const partial = `${file}.partial`
  const output = await open(partial, 'w', 0o600)
  try {
    const columns = Object.fromEntries([...tables].map(([name, table]) => [name, table.columns]))
    await output.write(
      `${copyMarks.head}${JSON.stringify({ made_by: madeBy, tables: columns })}\nPRAGMA defer_foreign_keys=TRUE;\n`,
    )
    let lines: string[] = []
    for await (const statement of statementsOf(raw)) {
      if (headOf(statement.text) === null) continue
      const { table, columns: names, rows } = insertionIn(statement)
      for (const row of rows) {
        const mended = withExact(row, { names, table: tables.get(table)!, exact, report })
        lines.push(
          `INSERT INTO ${quotedName(table)} (${names.map(quotedName).join()}) VALUES(${mended.map(literal).join()});\n`,
        )
        rowsOf[table]! += 1
        report.rows += 1
      }
      if (lines.length < 500) continue
      await output.write(lines.join(''))
      lines = []
    }
    await output.write(`${lines.join('')}${copyMarks.end}${JSON.stringify({ rows: rowsOf })}\n`)
    await output.sync()
  } finally {
    await output.close()
  }
  renameSync(partial, file)
  return report
}

function withExact(
  row: readonly Value[],
  {
    names,
    table,
    exact,
    report,
  }: {
    names: readonly string[]
    table: Table
    exact: Map<string, Texts>
    report: { mended: number; doubtful: number }
  },
): Value[] {
  const values =
    exact.size === 0
      ? undefined
      : exact.get(
          keyText(
            table.name,
            table.key.map((part) => row[names.indexOf(part)]),
          ),
        )
  return row.map((value, place) => {
    if (typeof value !== 'string' || !/[\n\r]/.test(value)) return value
    const text = values?.[names[place]!]
    if (typeof text !== 'string' || text === value) return value
    if (exportedText(text) !== value) {
      report.doubtful += 1
      return value
    }
    report.mended += 1
    return text
  })
}
