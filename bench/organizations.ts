/**
 * `npm run bench:organizations`: what a directory of 1,000 and of 100,000 organizations (or the numbers given) costs: bytes of each
 * organization, and rows and milliseconds of finding one, beside reading one row by its id. Then it founds organizations over HTTP,
 * in one database and by the directory in another one. Times are medians on this machine, within the local D1.
 */
import { median } from './delivery.ts'
import { bundle, compatibilityDate, createTables, startWorkers } from './server.ts'

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 100_000]
const founded = 100
const rounds = 5
const runs = 200

const miniflare = startWorkers([
  {
    name: 'rivulet',
    modules: true,
    compatibilityDate,
    script: bundle('wrangler.toml'),
    bindings: {
      RATE_LIMITS: 'off',
      SCRYPT_COST: '1',
      ROOT_DOMAIN: 'chat.test',
      SETUP_TOKEN: 'token',
      // The first database is filled at 80 % of this, after the first round of foundings.
      QUOTA_DATABASE_MB: '24',
    },
    d1Databases: { DB: 'first', DB_2: 'second' },
    durableObjects: {
      REALM: { className: 'Realm', useSQLite: true },
      PASSWORDS: { className: 'Passwords', useSQLite: true },
    },
  },
])

const [first, second] = await Promise.all(['DB', 'DB_2'].map((binding) => miniflare.getD1Database(binding, 'rivulet')))
type Database = NonNullable<typeof first>

const sizeOf = async (database: Database): Promise<number> => (await database.prepare('select 1').all()).meta.size_after

function print(rows: readonly (readonly (string | number)[])[]): void {
  for (const row of rows) process.stdout.write(`| ${row.join(' | ')} |\n`)
  process.stdout.write('\n')
}

/** Rows that a statement reads, and its milliseconds. D1 tells whole milliseconds, so it is run many times. */
async function measureStatement(statement: string, runsOfRound = runs): Promise<{ rows: number; ms: number }> {
  const { meta } = await first!.prepare(statement).all()
  const times: number[] = []
  while (times.length < rounds) {
    const begunAt = performance.now()
    await first!.batch(Array.from({ length: runsOfRound }, () => first!.prepare(statement)))
    times.push((performance.now() - begunAt) / runsOfRound)
  }
  return { rows: meta.rows_read, ms: median(times) }
}

/** Founds organizations one after the other, and answers milliseconds of one and bytes that it takes. */
async function foundings(database: Database, prefix: string): Promise<{ ms: number; bytes: number }> {
  const before = await sizeOf(database)
  const times: number[] = []
  for (let count = 0; count < founded; count += 1) {
    const begunAt = performance.now()
    const response = await miniflare.dispatchFetch('http://chat.test/api/v1/realm', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        realm_name: 'Harbour',
        string_id: `${prefix}-${count}`,
        owner_full_name: 'Olga Owner',
        owner_email: 'olga@example.com',
        owner_password: 'a long passphrase of hers',
        setup_token: 'token',
      }).toString(),
    })
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
    times.push(performance.now() - begunAt)
  }
  return { ms: median(times), bytes: ((await sizeOf(database)) - before) / founded }
}

try {
  for (const database of [first!, second!]) await createTables(database)
  const rows: (string | number)[][] = []
  const near = await foundings(first!, 'near')
  rows.push(['founding in the first database', near.ms.toFixed(1), near.bytes.toFixed(0)])
  // Until the first database counts as full.
  await first!.prepare('create table filling (bytes blob)').run()
  await first!.batch(Array.from({ length: 20 }, () => first!.prepare('insert into filling values (zeroblob(1000000))')))
  const far = await foundings(second!, 'far')
  rows.push(['founding in the second database', far.ms.toFixed(1), far.bytes.toFixed(0)])
  print([['what', 'ms', 'bytes of an organization'], ['---', '---', '---'], ...rows])

  const lookups: (string | number)[][] = [
    [
      'organizations in the directory',
      'bytes each',
      'rows by name',
      'rows by id',
      'time by name : by id',
      'rows of a founding',
      'rows of all names',
    ],
    ['---', '---', '---', '---', '---', '---', '---'],
  ]
  await first!.prepare('delete from realm_place').run()
  let before = 0
  for (const size of sizes) {
    const empty = await sizeOf(first!)
    await first!
      .prepare(
        `with recursive number (value) as (select ${before + 1} union all select value + 1 from number where value < ${size})
         insert into realm_place (realm_id, string_id, database) select 1000 + value, 'organization-' || value, 'DB_2' from number`,
      )
      .run()
    const bytes = ((await sizeOf(first!)) - empty) / (size - before)
    before = size
    const bare = await measureStatement(
      `select database from realm_place where realm_id = ${1000 + Math.floor(size / 2)}`,
    )
    const byName = await measureStatement(`
      select database from realm_place where string_id = 'organization-${Math.floor(size / 2)}'
      union all select 'DB' from realm where string_id = 'organization-${Math.floor(size / 2)}' limit 1`)
    const founding = await measureStatement(`
      select max(coalesce((select max(id) from realm), 0), coalesce((select max(realm_id) from realm_place), 0)),
        exists (select 1 from realm where string_id = 'new'), (select realm_id from realm_place where string_id = 'new')`)
    const all = await measureStatement('select realm_id, string_id from realm_place order by realm_id', 1)
    const ratio = (byName.ms / bare.ms).toFixed(2)
    lookups.push([size, bytes.toFixed(0), byName.rows, bare.rows, ratio, founding.rows, all.rows])
  }
  print(lookups)
} finally {
  await miniflare.dispose()
}
