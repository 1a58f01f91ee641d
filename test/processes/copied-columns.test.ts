/** What wrangler's export does to every column, and that a copy brings back every value exactly. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'

const long = `${'It’s a "tide"; \\n said\n'.repeat(6_000)}\\r`

const texts = [
  `it's "quoted"; -- no comment /* at all */ ? $1 $& %s`,
  'line\nfeed',
  'line\nfeed and \\n, \\\\n, \\r, \\n1. and \\',
  '\r\n both \\r\\n \\',
  'NUL \0 within, and at the end \0',
  'é 𝒳 😀 \u2028 \ufeff \u{10ffff}',
  'BEGIN TRANSACTION; insert into user; COMMIT; BEGIN TRANSACTION;',
  '',
  '{"json": "\\n\\u0000", "more": [1e999]}\n',
  long,
]

const reals = [
  0.1 + 0.2,
  1e-300,
  Number.MAX_VALUE,
  5e-324,
  1_763_923_452.123_456_7,
  -1.5,
  0,
  1_763_923_452,
  2 ** 53,
  1e21,
]

const integers = [0n, -1n, 2n ** 53n - 1n, -(2n ** 53n) + 1n, 2n ** 31n, 1n, 42n, 7n, 100n, 2n ** 40n]

/** Ids as a later organization of a deployment has them. */
const idOf = (row: number): bigint => 2n ** 40n + BigInt(row)

interface Column {
  name: string
  type: string
  pk: number
  notnull: number
}

function tablesIn(database: DatabaseSync): Map<string, Column[]> {
  const names = database
    .prepare(
      `select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'
       and name not glob 'message_search*' and name not glob '_cf_*' and name not glob 'sqlite_*'`,
    )
    .all()
  const columns = database.prepare('select name, lower(type) as type, pk, "notnull" from pragma_table_info(?)')
  return new Map(names.map(({ name }) => [name as string, columns.all(name!) as unknown as Column[]]))
}

/** As many rows in each table as there are texts, so that every column has every value. */
function fill(database: DatabaseSync): void {
  database.exec('pragma foreign_keys = off; begin')
  for (const [table, columns] of tablesIn(database)) {
    const keys = new Set(
      database
        .prepare('select "from" as name from pragma_foreign_key_list(?)')
        .all(table)
        .map(({ name }) => name as string),
    )
    const unique = new Set(
      database
        .prepare(
          `select info.name as name from pragma_index_list(?) as list cross join pragma_index_info(list.name) as info
           where list."unique" = 1`,
        )
        .all(table)
        .map(({ name }) => name as string),
    )
    const insert = database.prepare(
      `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join()}) values (${columns.map(() => '?').join()})`,
    )
    for (let row = 0; row < texts.length; row += 1)
      insert.run(
        ...columns.map((column, place) =>
          valueOf(column, {
            row,
            place: place + row,
            isReference: keys.has(column.name),
            isUnique: unique.has(column.name),
          }),
        ),
      )
  }
  // Archives are looked for in their own folders only, and a copy with others is refused. Names of places are short.
  database.exec(`
    update realm_place set string_id = 'it''s ' || realm_id, "database" = 'DB_' || realm_id;
    update realm_backup set folder = 'backups/257/a/';
    update realm_backup_part set key = 'backups/257/a/' || key;
    update realm_export_part set key = 'exports/' || export_id || '/' || export_id || '/' || key;
    update own_data_part set key = 'own-data/257/' || user_id || '/' || key;
    commit`)
}

function valueOf(
  { name, type, pk, notnull }: Column,
  { row, place, isReference, isUnique }: { row: number; place: number; isReference: boolean; isUnique: boolean },
): bigint | number | string | null {
  if (isReference || (pk > 0 && type === 'integer')) return idOf(row)
  if (notnull === 0 && pk === 0 && place % 5 === 4) return null
  if (type === 'integer') return integers[place % integers.length]!
  if (type === 'real') return reals[place % reals.length]!
  expect(type, name).toBe('text')
  const text = texts[place % texts.length]!
  // No statement has room for it as a whole, and it cannot come in parts.
  return text === long && isUnique ? 'as \n long\n as a key' : text
}

/** Every value, with its type and its bytes. */
function contentOf(database: DatabaseSync): Record<string, unknown> {
  return Object.fromEntries(
    [...tablesIn(database)].map(([table, columns]) => {
      const values = columns.map(({ name, type }) =>
        type === 'real' ? `"${name}"` : `typeof("${name}") || ' ' || hex(cast("${name}" as blob))`,
      )
      const select = database.prepare(
        `select ${values.join()} from "${table}" order by ${columns.map(({ name }) => `"${name}"`).join()}`,
      )
      select.setReturnArrays(true)
      return [table, select.all()]
    }),
  )
}

function databaseIn(place: string): DatabaseSync {
  const at = join(place, 'v3/d1/miniflare-D1DatabaseObject')
  return new DatabaseSync(
    join(
      at,
      readdirSync(at).find((one) => /^[\da-f]+\.sqlite$/.test(one))!,
    ),
  )
}

const at = (place: string): string[] => ['--local', '--persist-to', place]

test('every value of every column survives a copy and its restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-columns-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [source, target, copy] = ['source', 'target', 'copy.sql'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: folder },
    })
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
    return stdout
  }
  run('wrangler', 'd1', 'execute', 'DB', '--yes', ...at(source), '--file', 'schema.sql')
  const database = databaseIn(source)
  fill(database)
  database.exec('update realm set old_texts_up_to = 0')
  const before = contentOf(database)
  database.close()

  const dumped = run('node', 'import/restore/dump.ts', copy, '--database', 'DB', ...at(source), '--json')
  expect(JSON.parse(dumped)).toMatchObject({ doubtful: 0, done: true })
  const restored = run('node', 'import/restore/restore.ts', copy, '--database', 'rivulet', ...at(target), '--json')
  expect(JSON.parse(restored)).toMatchObject({ missing: {}, done: true })
  const after = contentOf(databaseIn(target))
  // A copy brings every text back into the database. What the server notes about texts outside of it is not restored.
  for (const table of ['returned_text', 'old_text_removal', 'operator_key']) before[table] = []
  for (const [table, rows] of Object.entries(before)) expect.soft(after[table], table).toEqual(rows)
  expect(Object.keys(after)).toEqual(Object.keys(before))
}, 400_000)
