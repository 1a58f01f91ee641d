/**
 * `npx node dev/run/upgrade.ts --remote`: brings each database of `wrangler.toml` to the current schema. First it runs the migrations that are needed: each
 * file of `migrations/` begins with a condition on a row of `sqlite_schema` that says so. Then it runs `schema.sql`, which
 * creates what is missing. Passes arguments on to `wrangler d1 execute`.
 *
 * If the second line of a file is a further condition, `-- Unless:`, a database that fulfills it goes on without this migration.
 *
 * A migration adds what the new Worker needs, and the former Worker goes on with it. What removes something that the former Worker
 * needs is a migration of its own, whose second line is `-- After the deployment.`
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { databasesIn } from './d1-databases.ts'

export interface Migration {
  readonly file: string
  readonly sql: string
  /** A SQL condition on a row of `sqlite_schema`. If one row satisfies it, the migration is needed. */
  readonly where: string
  /** A SQL condition under which a database that needs the migration goes on without it; null: none. */
  readonly unless: string | null
  /** Whether the former Worker needs what it removes. */
  readonly isAfterDeployment: boolean
}

export const migrations: readonly Migration[] = readdirSync('migrations')
  .toSorted()
  .map((name) => {
    const file = `migrations/${name}`
    const sql = readFileSync(file, 'utf8')
    const [, where, rest] = /^-- Where: (.*)\n([^]*)/.exec(sql) ?? []
    if (where === undefined) throw new Error(`${file} does not begin with its condition`)
    const [, unless = null] = /^-- Unless: (.*)\n/.exec(rest!) ?? []
    return { file, sql, where, unless, isAfterDeployment: rest!.startsWith('-- After the deployment.') }
  })

/** A database that statements are run on. */
export interface Database {
  /** The rows of a query. */
  rows(sql: string): Promise<readonly Readonly<Record<string, number>>[]>
  /** Runs the statements of a file: all of them, or none if one fails. */
  run(file: string): Promise<void>
}

/**
 * Upgrades a database that may have data, and creates what is missing. Before the deployment of the Worker that needs it, nothing is
 * removed.
 */
export async function upgrade(database: Database, { isDeployed = true } = {}): Promise<void> {
  // One column for each migration, because D1 allows at most five terms in a `union`.
  const columns = migrations.map(
    ({ where }, index) => `exists (select 1 from sqlite_schema where ${where}) as needs_${index}`,
  )
  const [needs] = await database.rows(`select ${columns.join(', ')}`)
  for (const [index, { file, unless, isAfterDeployment }] of migrations.entries()) {
    if (needs![`needs_${index}`] !== 1 || (isAfterDeployment && !isDeployed)) continue
    if (unless === null || !(await holds(database, unless))) await database.run(file)
  }
  await create(database)
}

async function holds(database: Database, condition: string): Promise<boolean> {
  const [row] = await database.rows(`select coalesce(${condition}, 0) as holds`)
  return row!['holds'] === 1
}

/** Creates what is missing in a database that is new or up to date. */
export const create = (database: Database): Promise<void> => database.run('schema.sql')

/** The database of a binding that `wrangler d1 execute` finds by these arguments. */
export const byWrangler = (args: readonly string[], binding = 'DB'): Database => ({
  async rows(sql) {
    const answer = execute([binding, '--json', '--command', sql, ...args])
    const [{ results }] = JSON.parse(answer.slice(answer.indexOf('['))) as [{ results: Record<string, number>[] }]
    return results
  },
  async run(file) {
    execute([binding, '--file', file, ...args])
  },
})

function execute(args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('wrangler', ['d1', 'execute', '--yes', ...args], {
    encoding: 'utf8',
  })
  if (error) throw error
  if (status !== 0) {
    process.stderr.write(stdout + stderr)
    process.exit(status ?? 1)
  }
  return stdout
}

if (import.meta.main)
  for (const { binding } of databasesIn(readFileSync('wrangler.toml', 'utf8')))
    await upgrade(byWrangler(process.argv.slice(2), binding))
