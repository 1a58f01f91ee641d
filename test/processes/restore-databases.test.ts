/** `npm run dump` and `npm run restore` with texts that an object has, and with a second database: real commands, and a real server. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { found, setupToken, type Organization } from '../../dev/run/organization.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'
import { webBuild } from '../../dev/run/web-build.ts'
import { copyCheckout } from '../kit/checkout.ts'

const folder = mkdtempSync(join(tmpdir(), 'rivulet-databases-test-'))
const checkout = join(folder, 'checkout')
const state = join(folder, 'state')
const copies = { first: join(folder, 'first.sql'), second: join(folder, 'second.sql') }
let port: number
let server: ServerProcess
let harbour: Organization

/** A copy of this checkout that has a second database, and one organization in each. */
function makeCheckout(): void {
  copyCheckout(checkout)
  const settings = readFileSync(join(checkout, 'wrangler.toml'), 'utf8')
  const second = /^# (\[\[d1_databases\]\])\n# (binding = "DB_2")\n# (database_name = "rivulet-2")$/m
  expect(settings).toMatch(second)
  writeFileSync(join(checkout, 'wrangler.toml'), settings.replace(second, '$1\n$2\n$3'))
}

/** Serves the web client of this checkout: the copy would build its own. */
const start = async (): Promise<ServerProcess> =>
  ServerProcess.startIn(
    checkout,
    port,
    state,
    '--empty',
    '--assets',
    await webBuild(),
    ...['RATE_LIMITS:off', 'SCRYPT_COST:1', `SETUP_TOKEN:${setupToken}`, 'ORGANIZATIONS_PER_DATABASE:1'].flatMap(
      (one) => ['--var', one],
    ),
  )

beforeAll(async () => {
  makeCheckout()
  port = await freePort()
  server = await start()
  harbour = await found(port, { name: 'Harbour Works', string_id: 'harbour', owner: 'Olga Owner' })
}, 300_000)

afterAll(async () => {
  // A test that failed may have stopped it.
  await server.stop().catch(() => undefined)
  rmSync(folder, { recursive: true })
})

const texts = ['An **old** word', 'A tide table: `a\\n b` costs\nnothing, said O’Hara’s "gull"', 'plain']

async function write({ owner: { wire } }: Organization, contents: readonly string[]): Promise<void> {
  await wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: 'tides' }] })
  for (const content of contents)
    await wire.ask('POST /messages', { type: 'stream', to: 'tides', topic: 'log', content })
}

/** What the owner reads, and finds. */
async function contentsOf({ owner: { wire } }: Organization): Promise<unknown> {
  const page = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false } as const
  const read = async (narrow: [string, string][]) => {
    const { messages } = await wire.ask('GET /messages', { ...page, narrow })
    return messages.map(({ subject, content }) => [subject, content])
  }
  return { all: await read([['stream', 'tides']]), hits: await read([['search', 'gull']]) }
}

/** The files in a folder of the state whose databases have a table. */
const databasesIn = (place: string): DatabaseSync[] =>
  readdirSync(join(state, 'v3', place), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => new DatabaseSync(join(state, 'v3', place, name), { defensive: false }))

const hasTable = (database: DatabaseSync, table: string): boolean =>
  database.prepare('select 1 from sqlite_schema where name = ?').get(table) !== undefined

/** While the server is stopped, lets a hundred days pass for all messages. */
function passDays(): void {
  for (const database of databasesIn('d1')) {
    if (hasTable(database, 'message')) database.exec(`update message set sent_at = sent_at - 100 * 86400`)
    database.close()
  }
  // The work of the day is due again.
  for (const database of databasesIn('do')) {
    if (hasTable(database, '_cf_KV')) database.exec(`delete from _cf_KV where key = 'daily'`)
    database.close()
  }
}

/** Has all old texts move. An export wakes the object, which does the work of the day first. */
async function moveTexts({ owner: { wire } }: Organization): Promise<void> {
  await wire.ask('PATCH /realm', { old_texts_after_days: 30 })
  await wire.ask('POST /export/realm', { export_type: 1 })
  await vi.waitFor(
    async () => {
      const { old_texts } = await wire.ask('GET /realm/database', {})
      expect(old_texts).toMatchObject({ moved_messages: expect.any(Number) as number, waiting_messages: 0 })
      expect(old_texts.moved_messages).toBeGreaterThanOrEqual(texts.length)
    },
    { timeout: 60_000, interval: 500 },
  )
}

interface Result {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(script: string, binding: string, ...args: string[]): Promise<Result> {
  return new Promise((resolve) => {
    const place = ['--database', binding, '--local', '--persist-to', state]
    const env = { ...process.env, TMPDIR: folder }
    const child = spawn('node', [`import/restore/${script}.ts`, ...args, ...place], { cwd: checkout, env })
    const printed = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (part: Buffer) => (printed[stream] += part.toString()))
    child.on('close', (code) => resolve({ code, ...printed }))
  })
}

/** The rows of all databases that a query gives. */
const rowsOf = (query: string): unknown[] =>
  databasesIn('d1').flatMap((database) => {
    const rows = hasTable(database, 'realm') ? database.prepare(query).all() : []
    database.close()
    return rows.map((row) => ({ ...row }))
  })

test('two databases are copied and restored, with texts that an object has, and with what was founded since', async () => {
  await write(harbour, texts)
  await server.stop()
  passDays()
  server = await start()
  await moveTexts(harbour)
  const before = await contentsOf(harbour)
  expect(before).toMatchObject({ hits: [['log', texts[1]]] })

  const refused = await run('dump', 'DB', copies.first)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.stderr).toContain('--site')
  expect(existsSync(copies.first)).toBe(false)
  expect(await run('dump', 'DB', copies.first, '--site', harbour.origin, '--json')).toMatchObject({ code: 0 })
  expect(readFileSync(copies.first, 'utf8')).not.toContain('An **old** word')
  expect(readFileSync(join(folder, 'first.old-texts.ndjson'), 'utf8')).toContain('An **old** word')

  // The copy of the first database does not know this organization.
  const quay = await found(port, { name: 'Quay', string_id: 'quay', owner: 'Quentin Owner' })
  await write(quay, ['on the quay, a gull'])
  const onQuay = await contentsOf(quay)
  expect(await run('dump', 'DB_2', copies.second, '--json')).toMatchObject({ code: 0 })
  await server.stop()
  expect(rowsOf('select string_id, database from realm_place')).toEqual([{ string_id: 'quay', database: 'DB_2' }])
  for (const database of databasesIn('d1')) {
    if (hasTable(database, 'message')) database.exec('delete from message where id % 2 = 0')
    database.close()
  }

  expect(await run('restore', 'DB_2', copies.second, '--over', '--yes', '--no-dump')).toMatchObject({ code: 0 })
  const uncopied = await run('restore', 'DB', copies.first, '--over', '--yes')
  expect(uncopied).toMatchObject({ code: 1 })
  expect(uncopied.stderr).toMatch(/nothing was deleted.*--site/s)
  const over = await run('restore', 'DB', copies.first, '--over', '--yes', '--no-dump')
  expect(over).toMatchObject({ code: 0 })
  expect(over.stdout).toContain('in other databases (1)')

  expect(rowsOf(`select id from message where rendered_content like '>%'`)).toEqual([])
  expect(rowsOf('select string_id, database from realm_place')).toEqual([{ string_id: 'quay', database: 'DB_2' }])
  server = await start()
  expect(await contentsOf(harbour)).toEqual(before)
  expect(await contentsOf(quay)).toEqual(onQuay)
}, 1_200_000)
