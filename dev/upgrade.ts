/**
 * `npx node dev/upgrade.ts --remote`: brings a database to the current schema. It first changes what an older release left: each
 * file of `migrations/` begins with a condition on a row of `sqlite_schema` that holds only where the file is needed. Then it
 * runs `schema.sql`, which creates what is missing. Arguments go on to `wrangler d1 execute`.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

interface Migration {
  readonly file: string
  /** SQL: whether a row of `sqlite_schema` calls for it. */
  readonly where: string
}

const migrations: readonly Migration[] = readdirSync('migrations')
  .toSorted()
  .map((name) => {
    const file = `migrations/${name}`
    const where = /^-- Where: (.*)\n/.exec(readFileSync(file, 'utf8'))?.[1]
    if (where === undefined) throw new Error(`${file} does not begin with its condition`)
    return { file, where }
  })

/** Upgrades a database that may have rows, and creates what is missing. */
export function upgrade(args: readonly string[]): void {
  const asked = migrations
    .map(({ file, where }) => `select '${file}' as file where exists (select 1 from sqlite_schema where ${where})`)
    .join(' union all ')
  const answer = execute(['--json', '--command', asked, ...args])
  const [found] = JSON.parse(answer.slice(answer.indexOf('['))) as [{ results: { file: string }[] }]
  const needed = new Set(found.results.map(({ file }) => file))
  for (const { file } of migrations) if (needed.has(file)) execute(['--file', file, ...args])
  create(args)
}

/** Creates what is missing, in a database that is new or up to date. */
export function create(args: readonly string[]): void {
  execute(['--file', 'schema.sql', ...args])
}

function execute(args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('wrangler', ['d1', 'execute', 'DB', '--yes', ...args], {
    encoding: 'utf8',
  })
  if (error) throw error
  if (status !== 0) {
    process.stderr.write(stdout + stderr)
    process.exit(status ?? 1)
  }
  return stdout
}

if (import.meta.main) upgrade(process.argv.slice(2))
