import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrations, type Migration } from '../../../dev/run/upgrade.ts'
import { ArchiveError } from '../../conversion.ts'

/** Columns by table. */
export type Tables = ReadonlyMap<string, readonly string[]>

const root = join(import.meta.dirname, '../../..')

export const currentSchema = readFileSync(join(root, 'schema.sql'), 'utf8')
const oldestSchema = readFileSync(join(import.meta.dirname, 'oldest-schema.sql'), 'utf8')

/** The schema of some release. */
export interface SchemaAge {
  readonly statements: readonly string[]
  /** Migrations that came after it. */
  readonly laterMigrations: readonly Migration[]
}

const current: SchemaAge = { statements: [currentSchema], laterMigrations: [] }

/** The latest schema that has these tables and columns. */
export function ageOf(tables: Tables): SchemaAge {
  const currentTables = tablesOf(current)
  const createOf = createStatements()
  for (const age of ages()) {
    const ageTables = tablesOf(age)
    // Tables that a release adds without a migration are created by its schema.
    const added = [...tables.keys()].filter((name) => !ageTables.has(name) && currentTables.has(name))
    const isOfAge = [...tables].every(([name, columns]) =>
      areSame(columns, ageTables.get(name) ?? currentTables.get(name) ?? []),
    )
    if (isOfAge) return { ...age, statements: [...age.statements, ...added.map((name) => createOf.get(name)!)] }
  }
  throw new ArchiveError(mismatch(tables, currentTables))
}

function* ages(): Generator<SchemaAge> {
  yield current
  for (let amount = migrations.length; amount >= 0; amount -= 1)
    yield {
      statements: [oldestSchema, ...migrations.slice(0, amount).map(({ sql }) => sql)],
      laterMigrations: migrations.slice(amount),
    }
}

function mismatch(tables: Tables, currentTables: Tables): string {
  for (const [name, columns] of tables) {
    const currentColumns = currentTables.get(name)
    const unknown =
      currentColumns === undefined ? undefined : columns.find((column) => !currentColumns.includes(column))
    const what =
      currentColumns === undefined
        ? `the table ${name}`
        : unknown === undefined
          ? null
          : `the column ${name}.${unknown}`
    if (what !== null)
      return `Neither this release nor an earlier one has ${what}. The copy comes from a later release, or from another program.`
  }
  return 'The tables of the copy match no release. Some of their columns may be missing.'
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name) => others.includes(name))

/** Creates the tables in an empty database. */
export function createTables(database: DatabaseSync, { statements }: SchemaAge): void {
  for (const statement of statements) database.exec(statement)
}

/** Brings the rows of an older release to the current schema, as an upgrade of a deployment does. */
export function bringForward(database: DatabaseSync, { laterMigrations }: SchemaAge): void {
  for (const { where, sql } of laterMigrations) {
    const { needed } = database.prepare(`select exists (select 1 from sqlite_schema where ${where}) as needed`).get()!
    if (needed === 1) database.exec(sql)
  }
  database.exec(currentSchema)
}

/** A condition on `sqlite_schema` for tables that hold rows, and not those of the index or of SQLite itself. */
export const areTables = String.raw`type = 'table' and sql not like 'create virtual%' and name not like 'message\_search%' escape '\'
  and name not like 'sqlite\_%' escape '\' and name not like '\_cf\_%' escape '\' and name <> 'd1_migrations'`

/** The tables of a database that hold rows, with their columns. */
export function tablesIn(database: DatabaseSync): Map<string, string[]> {
  const names = database.prepare(`select name from sqlite_schema where ${areTables} order by rowid`).all()
  const columns = database.prepare('select name from pragma_table_info(?) order by cid')
  return new Map(names.map(({ name }) => [name as string, columns.all(name!).map((row) => row['name'] as string)]))
}

function tablesOf(age: SchemaAge): Tables {
  return withDatabase(age, tablesIn)
}

const createStatements = (): ReadonlyMap<string, string> =>
  withDatabase(
    current,
    (database) =>
      new Map(
        database
          .prepare(`select name, sql from sqlite_schema where ${areTables}`)
          .all()
          .map(({ name, sql }) => [name as string, sql as string]),
      ),
  )

function withDatabase<T>(age: SchemaAge, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(':memory:')
  createTables(database, age)
  const result = read(database)
  database.close()
  return result
}

/** The tables of a database with its rows, each after those that it refers to. */
export function orderedTables(database: DatabaseSync): [name: string, columns: readonly string[]][] {
  const tables = tablesIn(database)
  const parents = database.prepare('select distinct "table" as name from pragma_foreign_key_list(?)')
  const ordered = new Map<string, readonly string[]>()
  const visited = new Set<string>()
  const visit = (name: string): void => {
    if (visited.has(name)) return
    visited.add(name)
    for (const row of parents.all(name)) visit(row['name'] as string)
    ordered.set(name, tables.get(name)!)
  }
  for (const name of tables.keys()) visit(name)
  return [...ordered]
}

/** All tables that a release has had, in the order in which they can be dropped. */
export function droppableTables(): string[] {
  const ordered = withDatabase(current, (database) => orderedTables(database).map(([name]) => name))
  const earlier = [...ages()].flatMap((age) => [...tablesOf(age).keys()]).filter((name) => !ordered.includes(name))
  return [...new Set(earlier), ...ordered.toReversed()]
}
