/** A database that was upgraded has the same tables, indexes and views as a new one, from whichever release it comes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const schema = read('schema.sql')

const migrations = readdirSync(join(root, 'migrations'))
  .toSorted()
  .map((name) => {
    const sql = read(`migrations/${name}`)
    return { name, sql, where: /^-- Where: (.*)\n/.exec(sql)![1]! }
  })

/** The database of a release from before the first migration. */
function oldestDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(read('import/restore/sql/oldest-schema.sql'))
  return database
}

const isNeeded = (database: DatabaseSync, where: string): boolean =>
  database.prepare(`select exists (select 1 from sqlite_schema where ${where}) as needed`).get()!['needed'] === 1

/** Runs the migrations that are needed, up to one of them, as `dev/run/upgrade.ts` does. Returns their names. */
function migrate(database: DatabaseSync, until = migrations.length): string[] {
  const needed = migrations.slice(0, until).filter(({ where }) => isNeeded(database, where))
  for (const { sql } of needed) database.exec(sql)
  return needed.map(({ name }) => name)
}

/** What a database has, by type and name. The order of columns makes no difference, because the code names them. */
function shapeOf(database: DatabaseSync): Record<string, unknown> {
  const rows = database
    .prepare(
      `select type, name, sql from sqlite_schema
       where sql is not null and name not like 'sqlite_%' and name not glob 'message_search_*'`,
    )
    .all() as { type: string; name: string; sql: string }[]
  return Object.fromEntries(
    rows.map(({ type, name, sql }) => {
      if (type !== 'table' || /^create virtual/i.test(sql)) return [`${type} ${name}`, withoutLayout(sql)]
      const columns = database
        .prepare('select name, type, "notnull", dflt_value, pk from pragma_table_info(?) order by name')
        .all(name)
      const keys = database.prepare('select "from", "table", "to" from pragma_foreign_key_list(?) order by 1').all(name)
      const uniqueColumns = database
        .prepare(`select group_concat(column_name) as columns from (
            select list.name as index_name, info.name as column_name
            from pragma_index_list(?) as list, pragma_index_info(list.name) as info where list.origin = 'u'
            order by 1, info.seqno
          ) group by index_name order by 1`)
        .all(name)
      return [`table ${name}`, { columns, keys, uniqueColumns, hasRowid: !/without rowid/i.test(sql) }]
    }),
  )
}

const withoutLayout = (sql: string): string =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/ if not exists/i, '')

function newDatabaseShape(): Record<string, unknown> {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  return shapeOf(database)
}

test.each(migrations.map(({ name }, index) => [name, index] as const))(
  'a database from before %s becomes like a new one',
  (_name, index) => {
    const database = oldestDatabase()
    migrate(database, index)
    expect(migrate(database)).toEqual(migrations.slice(index).map(({ name }) => name))
    database.exec(schema)

    expect(shapeOf(database)).toEqual(newDatabaseShape())
    expect(migrate(database)).toEqual([])
  },
)

test('a new database needs no migration', () => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  expect(migrate(database)).toEqual([])
})

test('a directory from before organizations could move keeps its places, and gets the columns for moves', () => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  database.exec(`
    alter table realm_place drop column moves;
    alter table realm_place drop column is_moving;
    insert into realm_place (realm_id, string_id, database) values (7, 'tides', 'DB_2')`)

  expect(migrate(database)).toEqual(['0017-place-moves.sql'])
  database.exec(schema)

  expect(shapeOf(database)).toEqual(newDatabaseShape())
  expect(database.prepare('select * from realm_place').all()).toEqual([
    { realm_id: 7, string_id: 'tides', database: 'DB_2', moves: 0, is_moving: 0 },
  ])
  expect(migrate(database)).toEqual([])
})
