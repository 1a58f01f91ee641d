/**
 * `npm run deploy`: builds and deploys the Worker and the web client, upgrades the databases, and prints the address, and whether
 * an organization exists there. Passes arguments on to `wrangler deploy`.
 *
 * A database that exists gets what the new Worker needs before it is deployed, so that people can send messages all the time. What
 * only the former Worker needed is removed afterwards.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databasesIn } from './d1-databases.ts'
import { addressesIn, describeDeployment } from './deployment.ts'
import { turnOnReplication } from './replication.ts'
import { byWrangler, upgrade } from './upgrade.ts'

const folder = mkdtempSync(join(tmpdir(), 'rivulet-'))
const output = join(folder, 'deploy.ndjson')

try {
  // The archive of a release has built pages, and no sources.
  if (existsSync('web')) {
    await import('./viewer.ts')
    const { build } = await import('vite')
    await build({ configFile: 'web/vite.config.ts', logLevel: 'warn' })
  }
  const databases = databasesIn(readFileSync('wrangler.toml', 'utf8'))
  const before = databaseIds()
  for (const { binding, name } of databases)
    if (before.has(name)) await upgrade(byWrangler(['--remote'], binding), { isDeployed: false })
  run('wrangler', 'deploy', ...process.argv.slice(2))
  for (const { binding } of databases) await upgrade(byWrangler(['--remote'], binding))
  const id = databaseIds().get(databases[0]!.name)
  const step =
    id && (await turnOnReplication({ config: readFileSync('wrangler.toml', 'utf8'), databaseId: id, env: process.env }))
  if (step) process.stdout.write(`\n${step}\n`)
  for (const address of addressesIn(readFileSync(output, 'utf8')))
    process.stdout.write(`\n${await describeDeployment(address)}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

/**
 * Ids of the account's databases by their names; the first deployment of a database creates it. Exits if the account does not
 * answer: a Worker that is deployed without the tables that it needs could not send messages.
 */
function databaseIds(): ReadonlyMap<string, string> {
  const { status, stdout, stderr } = spawnSync('wrangler', ['d1', 'list', '--json'], { encoding: 'utf8' })
  if (status !== 0) {
    process.stderr.write(stdout + stderr)
    process.exit(status ?? 1)
  }
  const databases = JSON.parse(stdout.slice(stdout.indexOf('['))) as { name: string; uuid: string }[]
  return new Map(databases.map(({ name, uuid }) => [name, uuid]))
}

/** Runs a program, and exits if it fails. Wrangler writes the addresses of a deployment to a file. */
function run(program: string, ...given: string[]): void {
  const env = { ...process.env, WRANGLER_OUTPUT_FILE_PATH: output }
  const { status } = spawnSync(program, given, { stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}
