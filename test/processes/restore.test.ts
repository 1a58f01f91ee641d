/** `npm run restore` and `npm run dump`, with servers that run as `npm start` starts them: archives, copies, and damage. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { found, password, setupToken, type Organization, type Person } from '../../dev/run/organization.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'rivulet-restore-test-'))
const state = join(folder, 'state')
const archiveFile = join(folder, 'archive.tar.gz')
const copyFile = join(folder, 'copy.sql')
let port: number
let server: ServerProcess
let harbour: Organization
let ada: Person

const startServer = (at: number, place: string): Promise<ServerProcess> =>
  ServerProcess.start(
    at,
    place,
    '--empty',
    ...['RATE_LIMITS:off', 'SCRYPT_COST:1', `SETUP_TOKEN:${setupToken}`, 'IMPORT_DAILY_ROWS:off'].flatMap((one) => [
      '--var',
      one,
    ]),
  )

beforeAll(async () => {
  port = await freePort()
  server = await startServer(port, state)
  harbour = await found(port, { name: 'Harbour Works', string_id: 'harbour', owner: 'Olga Owner' })
  ada = await harbour.person('Ada Park')
  await fillHarbour()
  writeFileSync(archiveFile, await exportArchive(harbour.origin))
}, 180_000)

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const text = 'A tide table: `a\\n b` costs\nnothing, said O’Hara’s "gull"; really.'

/** An organization with something of all kinds. */
async function fillHarbour(): Promise<void> {
  const { wire } = harbour.owner
  await wire.ask('POST /users/me/subscriptions', {
    subscriptions: [{ name: 'tides', description: 'High and low' }],
    principals: [harbour.owner.id, ada.id],
  })
  await wire.ask('POST /users/me/subscriptions', {
    subscriptions: [{ name: 'crew' }],
    principals: [harbour.owner.id, ada.id],
    invite_only: true,
  })
  await wire.ask('PATCH /realm', { description: 'Where boats are mended', owner_full_content_access: true })
  await wire.ask('PATCH /settings', { enter_sends: true })
  const { id: first } = await ada.wire.ask('POST /messages', {
    type: 'stream',
    to: 'tides',
    topic: 'Spring',
    content: text,
  })
  await ada.wire.ask('POST /messages', { type: 'stream', to: 'crew', topic: 'pay', content: 'Secretly underpaid' })
  await ada.wire.ask('POST /messages', {
    type: 'private',
    to: JSON.stringify([harbour.owner.id]),
    content: 'Between barnacles',
  })
  await wire.ask('POST /messages', { type: 'private', to: JSON.stringify([ada.id]), content: 'Understood entirely' })
  await wire.ask('POST /messages/{message_id}/reactions', { message_id: first, emoji_name: 'octopus' })
  await wire.ask('POST /messages/flags', { messages: [first], op: 'add', flag: 'starred' })
  await wire.ask('POST /users/me/muted_users/{muted_user_id}', { muted_user_id: ada.id })
  const body = new FormData()
  body.set('file', new File(['high at noon'], 'tides.txt', { type: 'text/plain' }))
  const { uri } = await (
    await askServer(harbour.owner, '/api/v1/user_uploads', { method: 'POST', body })
  ).json<{ uri: string }>()
  await wire.ask('POST /messages', { type: 'stream', to: 'tides', topic: 'Files', content: `The [table](${uri})` })
  for (let number = 0; number < 40; number += 1)
    await ada.wire.ask('POST /messages', {
      type: 'stream',
      to: 'tides',
      topic: 'log',
      content: `Watchkeeper entry ${number}`,
    })
}

const keys = new Map<string, string>()

async function keyOf(origin: string, email: string): Promise<string> {
  const known = keys.get(origin + email)
  if (known !== undefined) return known
  const body = new URLSearchParams({ username: email, password })
  const response = await fetchLocally(`${origin}/api/v1/fetch_api_key`, { method: 'POST', body })
  const { api_key } = await response.json<{ api_key: string }>()
  keys.set(origin + email, api_key)
  return api_key
}

async function askServer(
  { email }: { email: string },
  path: string,
  init: RequestInit = {},
  origin = harbour.origin,
): Promise<Response> {
  const credentials = btoa(`${email}:${await keyOf(origin, email)}`)
  return fetchLocally(`${origin}${path}`, { ...init, headers: { Authorization: `Basic ${credentials}` } })
}

/** A complete archive of the organization at an address. */
async function exportArchive(origin: string): Promise<Buffer> {
  const { owner } = harbour
  const body = new URLSearchParams({ export_type: '3' })
  expect((await askServer(owner, '/api/v1/export/realm', { method: 'POST', body }, origin)).status).toBe(200)
  for (;;) {
    const { exports } = await (
      await askServer(owner, '/api/v1/export/realm', {}, origin)
    ).json<{ exports: Exported[] }>()
    const { export_url, failed_timestamp } = exports.at(-1)!
    expect(failed_timestamp).toBeNull()
    if (export_url !== null)
      return Buffer.from(await (await fetchLocally(origin + new URL(export_url).pathname)).arrayBuffer())
  }
}

interface Exported {
  export_url: string | null
  failed_timestamp: number | null
}

interface Result {
  code: number | null
  stdout: string
  stderr: string
  summary: Record<string, unknown>
}

interface Watching {
  /** Sees everything that was printed so far. */
  readonly onOutput?: (text: string) => void
  /** When this was printed, the command and what it has started are killed, as by a power cut. */
  readonly killedAt?: RegExp
}

function run(script: string, args: string[], { onOutput, killedAt }: Watching = {}): Promise<Result> {
  return new Promise((resolve) => {
    const env = { ...process.env, TMPDIR: folder, RIVULET_OWNER_PASSWORD: password, RIVULET_SETUP_TOKEN: setupToken }
    const child = spawn('node', [`import/restore/${script}.ts`, ...args], { env, detached: true })
    const printed = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (part: Buffer) => {
        printed[stream] += part.toString()
        onOutput?.(printed.stdout)
        if (killedAt?.test(printed[stream]) && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
      })
    child.on('close', (code) => {
      const last = printed.stdout.trimEnd().split('\n').at(-1) ?? ''
      const summary = last.startsWith('{') ? (JSON.parse(last) as Record<string, unknown>) : {}
      resolve({ code, ...printed, summary })
    })
  })
}

const local = (place: string): string[] => ['--database', 'DB', '--local', '--persist-to', place]

/** The file of a local database. */
function databaseIn(place: string): DatabaseSync {
  const at = join(place, 'v3/d1/miniflare-D1DatabaseObject')
  const name = readdirSync(at).find((one) => /^[\da-f]+\.sqlite$/.test(one))!
  return new DatabaseSync(join(at, name), { defensive: false })
}

/** The records of an archive by chapter, without times of making and what each server makes anew. */
async function recordsOf(archive: Buffer): Promise<Record<string, string>> {
  const entries = await unpackTar(gunzipSync(archive), { strict: true })
  return Object.fromEntries(
    entries
      .filter(({ header: { name } }) => !/^(manifest\.json|README\.txt)$/.test(name))
      .map(({ header, data }) => [
        header.name.replace(/uploads\/(\d+)\/.*/, 'uploads/$1'),
        Buffer.from(data!).toString(),
      ]),
  )
}

test('an archive is restored into a new organization that the command creates, with everything in it', async () => {
  const site = `http://again.localhost:${port}`
  const args = [archiveFile, '--site', site, '--owner-email', harbour.owner.email, '--json']
  const { code, summary, stderr } = await run('restore', args)
  expect(stderr).toBe('')
  expect(summary).toMatchObject({
    counts: { people: 2, messages: expect.any(Number) as number, files: 1, reactions: 1 },
    missing: {},
    done: true,
  })
  expect(summary['found']).toBe(summary['searched'])
  expect(summary['found']).toBeGreaterThan(10)
  expect(code).toBe(0)

  expect(await contentOf(site)).toEqual(await contentOf(harbour.origin))
  const allowed = new URLSearchParams({ owner_full_content_access: 'true' })
  await askServer(harbour.owner, '/api/v1/realm', { method: 'PATCH', body: allowed }, site)
  const before = await recordsOf(readFileSync(archiveFile))
  const after = await recordsOf(await exportArchive(site))
  // The notification bot is a new one, and the owner has read the notices of this restore and of its export.
  const isSame = ({ id, user_id }: { id?: number; user_id?: number }, name: string): boolean =>
    !(name.startsWith('messages/') && id! > last) &&
    !(name.startsWith('users/') && id === 2) &&
    !(/^(subscriptions|marks)\//.test(name) && user_id === 1)
  const last = before['messages/000001.ndjson']!.trimEnd().split('\n').length
  const comparable = (content: string | undefined, name: string): unknown =>
    name.endsWith('.ndjson')
      ? content?.split('\n').filter((line) => line !== '' && isSame(JSON.parse(line) as { id?: number }, name))
      : content
  for (const name of Object.keys(before))
    expect.soft(comparable(after[name], name), name).toEqual(comparable(before[name], name))

  // Once more finds that everything is there.
  expect(await run('restore', args)).toMatchObject({ code: 0, summary: { missing: {}, done: true } })
}, 300_000)

test('a copy of the database is restored over a damaged one, and an archive over that one, in spite of power cuts', async () => {
  const before = await contentOf(harbour.origin)
  const dumped = await run('dump', [copyFile, ...local(state), '--json'])
  expect(dumped).toMatchObject({ code: 0, stderr: '', summary: { doubtful: 0, done: true } })
  expect(dumped.summary['mended']).toBeGreaterThan(0)
  await server.stop()
  damage()

  const again = [copyFile, ...local(state)]
  expect(await run('restore', [...again, '--json'])).toMatchObject({ code: 1, summary: { done: false } })
  // Power cuts: when the database is empty, and when all rows but nothing for the search are there.
  for (const killedAt of [/Rows .* 0 %/, /Rows .* 100 %/])
    expect(await run('restore', [...again, '--over', '--yes'], { killedAt })).toMatchObject({ code: null })
  const over = await run('restore', [...again, '--over', '--yes', '--json'])
  expect(over).toMatchObject({ code: 0, stderr: '', summary: { missing: {}, counts: { people: 4 }, done: true } })
  expect(over.summary['found']).toBe(over.summary['searched'])
  const dumps = readdirSync(folder).filter((name) => name.startsWith('before-restore-'))
  expect(dumps).toHaveLength(1)
  server = await startServer(port, state)
  expect(await contentOf(harbour.origin)).toEqual(before)

  await server.stop()
  damage()
  const args = [archiveFile, '--site', harbour.origin, '--owner-email', harbour.owner.email]
  const restoring = [...args, ...local(state), '--over', '--yes', '--no-dump']
  // Power cuts: when the database is empty, and when its messages arrive.
  expect(await run('restore', restoring, { killedAt: /Start the server again/ })).toMatchObject({ code: null })
  let starting: Promise<ServerProcess> | undefined
  const onOutput = (output: string): void => {
    if (output.includes('Start the server again')) starting ??= startServer(port, state)
  }
  expect(await run('restore', restoring, { onOutput, killedAt: /^Messages .* 0 %/m })).toMatchObject({ code: null })
  server = (await starting)!
  const restored = await run('restore', restoring)
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.stdout).toContain('Passwords: make links for new ones')
  expect(await contentOf(harbour.origin)).toEqual(before)
}, 600_000)

/** Loses messages, and what the search knows. */
function damage(): void {
  const database = databaseIn(state)
  database.exec('delete from message where id % 2 = 0; delete from message_flag')
  database.exec("update message_search_data set block = x'00' where id > 10")
  database.close()
}

/** What the owner sees there. */
async function contentOf(origin: string): Promise<unknown> {
  const at = async (path: string): Promise<Record<string, unknown>> =>
    expectSuccess(await (await askServer(harbour.owner, `/api/v1${path}`, {}, origin)).json())
  keys.delete(origin + harbour.owner.email)
  const search = encodeURIComponent('[{"operator":"search","operand":"watchkeeper"}]')
  const page = 'num_before=1000&num_after=0&anchor=newest&apply_markdown=false'
  const { messages } = (await at(`/messages?${page}`)) as { messages: Shown[] }
  const { messages: hits } = (await at(`/messages?${page}&narrow=${search}`)) as { messages: Shown[] }
  const { subscriptions } = (await at('/users/me/subscriptions')) as { subscriptions: { name: string }[] }
  const shown = messages.filter(({ sender_full_name }) => sender_full_name !== 'Notification Bot')
  const path = shown.map(({ content }) => /\/user_uploads\/[^)]*/.exec(content)?.[0]).find(Boolean)!
  return {
    messages: shown.map(({ content, subject, timestamp, reactions, flags }) => ({
      content: content.replace(/user_uploads\/[^)]*/, '…'),
      subject,
      timestamp,
      reactions: reactions.length,
      flags: flags.filter((flag) => flag !== 'read'),
    })),
    hits: hits.length,
    subscriptions: subscriptions.map(({ name }) => name).toSorted(),
    file: await (await askServer(harbour.owner, path, {}, origin)).text(),
  }
}

function expectSuccess(answer: Record<string, unknown>): Record<string, unknown> {
  expect(answer).toMatchObject({ result: 'success' })
  return answer
}

interface Shown {
  sender_full_name: string
  content: string
  subject: string
  timestamp: number
  reactions: unknown[]
  flags: string[]
}
