/** `npm run backup` from a server that runs, and is killed in the middle. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chapterNames, type ChapterName, type Manifest } from '../../src/archive/records.ts'
import { found, setupToken, type Organization, type Person } from '../../dev/run/organization.ts'
import { fetchLocally } from '../../dev/run/fetch-locally.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'
import { manifest, message, stream, subscription, user } from '../kit/import-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'rivulet-backup-test-'))
const copy = join(folder, 'copy')
const messages = 2_400
let server: ServerProcess
let port: number
let organization: Organization
let owner: Person

beforeAll(async () => {
  port = await freePort()
  const settings = ['RATE_LIMITS:off', 'SCRYPT_COST:1', `SETUP_TOKEN:${setupToken}`, 'IMPORT_DAILY_ROWS:off']
  server = await ServerProcess.start(
    port,
    join(folder, 'state'),
    '--empty',
    ...[...settings, 'QUOTA_ROWS_WRITTEN:100000000'].flatMap((one) => ['--var', one]),
  )
  organization = await found(port, { name: 'Harbour', string_id: 'harbour', owner: 'Olga Owner' })
  ;({ owner } = organization)
  await fill()
}, 120_000)

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** Gives the organization a history of some parts. */
async function fill(): Promise<void> {
  const counts = { users: 2, streams: 1, subscriptions: 2, messages }
  const last_ids = { ...manifest(counts).last_ids, user: 10, recipient: 10, message: messages }
  const { import_id } = await owner.wire.ask('POST /import', { manifest: { ...manifest(counts), last_ids } })
  const send = async (chapter: ChapterName, number: number, records: object[]) =>
    owner.wire.ask('POST /import/{import_id}/records', {
      import_id,
      chapter,
      number,
      records: JSON.stringify(records),
    })
  await send('users', 1, [user(1, { delivery_email: owner.email, full_name: 'Olga Owner', role: 100 }), user(2)])
  await send('streams', 1, [stream(9, { name: 'tides' })])
  await send('subscriptions', 1, [subscription(1, 9), subscription(2, 9)])
  // Recent enough to be edited.
  const sent_at = Math.floor(Date.now() / 1000) - 60
  for (let first = 1; first <= messages; first += 600)
    await send(
      'messages',
      first,
      Array.from({ length: 600 }, (_, index) => ({
        ...message({ sender_id: 1, stream_id: 9, sent_at, content: `The tide of day ${first + index}` }),
        id: first + index,
      })),
    )
  await owner.wire.ask('POST /import/{import_id}/finish', { import_id })
  await owner.wire.ask('PATCH /realm', { owner_full_content_access: true, notifications_stream_id: 9 })
}

interface Summary {
  people: number
  streams: number
  messages: number
  files: number
  fetched_parts: number
  unchanged_parts: number
  bytes: number
  missing_files: number
  done: boolean
}

interface Result {
  code: number | null
  summary: Summary
  stderr: string
}

/** Runs a command. It is killed, as by a power cut, when there is a new file with messages. */
async function run(args: string[], { isKilled = false, key = '' } = {}): Promise<Result> {
  const child = spawn('node', args, {
    env: { ...process.env, RIVULET_API_KEY: key || (await keyOf(owner)), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const watcher = isKilled ? watch(join(copy, 'messages'), () => child.kill('SIGKILL')) : null
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  watcher?.close()
  return { code, summary: JSON.parse(stdout === '' ? '{}' : stdout) as Summary, stderr }
}

let key: string | null = null

async function keyOf({ email }: Person): Promise<string> {
  if (key !== null) return key
  const body = new URLSearchParams({ username: email, password: 'correct horse' })
  const response = await fetchLocally(`${organization.origin}/api/v1/fetch_api_key`, { method: 'POST', body })
  return (key = (await response.json<{ api_key: string }>()).api_key)
}

const backup = (options: { isKilled?: boolean; key?: string } = {}, ...more: string[]) =>
  run(
    [
      'import/backup/backup.ts',
      copy,
      '--site',
      organization.origin,
      '--user',
      owner.email,
      '--json',
      '--everything',
      ...more,
    ],
    options,
  )

/** The records of the archive, as a reader of its manifest finds them. */
function readArchive(): Record<string, { id: number; content: string; [field: string]: unknown }[]> {
  const { pages, counts } = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as Manifest
  const all = chapterNames.map((chapter) => {
    const own = pages!.filter((page) => page.startsWith(`${chapter}/`))
    const records = own.flatMap((page) =>
      readFileSync(join(copy, page), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: number; content: string }),
    )
    expect(records, chapter).toHaveLength(counts[chapter]!)
    return [chapter, records] as const
  })
  return Object.fromEntries(all)
}

const listFiles = (path: string): string[] =>
  readdirSync(join(copy, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

/** What changes in a day: an edit, a deletion, a reaction, a message with a file. */
async function changeEveryKind(base: number): Promise<void> {
  const { wire } = owner
  await wire.ask('PATCH /messages/{message_id}', { message_id: base + 10, content: 'Edited' })
  await wire.ask('DELETE /messages/{message_id}', { message_id: base + 700 })
  await wire.ask('POST /messages/{message_id}/reactions', { message_id: base + 1300, emoji_name: 'tada' })
  const { uri } = await wire.ask('POST /user_uploads', { file: new File(['high at noon'], `tides ${base}.txt`) })
  await wire.ask('POST /messages', { type: 'stream', to: 'tides', topic: 'tides', content: `[tides](${uri})` })
}

test('a copy is brought up to date by what changed, survives a power cut, and is imported', async () => {
  const first = await backup()
  expect(first).toMatchObject({ code: 0, stderr: '', summary: { people: 2, streams: 1, files: 0, done: true } })
  // Its own announcement came after it.
  expect((await backup()).summary.fetched_parts).toBeLessThan(5)
  const parts = first.summary.fetched_parts + first.summary.unchanged_parts

  const same = await backup()
  expect(same).toMatchObject({ code: 0, summary: { fetched_parts: 0, unchanged_parts: parts, bytes: 0, done: true } })

  await changeEveryKind(0)
  const second = await backup()
  expect(second).toMatchObject({ code: 0, summary: { files: 1, missing_files: 0, done: true } })
  // Messages 1 to 500, 501 to 1,000, 1,001 to 1,500, the last ones, the file; perhaps what was read, too.
  expect(second.summary.fetched_parts).toBeGreaterThanOrEqual(5)
  expect(second.summary.fetched_parts).toBeLessThanOrEqual(7)
  expect(second.summary.unchanged_parts).toBe(parts - second.summary.fetched_parts)
  const after = readArchive()
  const found = (id: number) => after['messages']!.find((one) => one.id === id)
  expect(found(10)).toMatchObject({ content: 'Edited' })
  expect(found(700)).toBeUndefined()
  expect(found(1300)).toMatchObject({ reactions: [{ emoji_name: 'tada' }] })
  const [file] = after['files']!
  expect(readFileSync(join(copy, file!['file'] as string), 'utf8')).toBe('high at noon')
  expect(listFiles('messages')).toHaveLength(5)

  await changeEveryKind(1)
  const before = JSON.stringify(after)
  expect((await backup({ isKilled: true })).code).toBeNull()
  expect(JSON.stringify(readArchive())).toBe(before)
  expect(listFiles('messages').length).toBeGreaterThan(5)
  const resumed = await backup()
  expect(resumed).toMatchObject({ code: 0, summary: { files: 2, done: true } })
  expect(resumed.summary.fetched_parts).toBeLessThan(7)
  expect(JSON.stringify(readArchive())).not.toBe(before)
  expect([listFiles('messages').length, listFiles('files/uploads').length]).toEqual([5, 2])

  // A damaged part is fetched again.
  const [page] = listFiles('messages')
  writeFileSync(join(copy, 'messages', page!), 'damaged')
  expect((await backup()).summary).toMatchObject({ fetched_parts: 1, done: true })
  const last = readArchive()
  expect(last['messages']).toHaveLength(resumed.summary.messages)

  const place = await newOrganization('restored')
  const imported = await run(
    ['import/import.ts', copy, '--site', place.organization.origin, '--user', place.organization.owner.email, '--json'],
    { key: place.key },
  )
  expect(imported).toMatchObject({
    code: 0,
    stderr: '',
    summary: { people: 2, messages: last['messages']!.length, files: 2, done: true },
  })
}, 240_000)

async function newOrganization(string_id: string): Promise<{ organization: Organization; key: string }> {
  const organization = await found(port, { name: string_id, string_id, owner: 'Olga Owner' })
  const body = new URLSearchParams({ username: organization.owner.email, password: 'correct horse' })
  const response = await fetchLocally(`${organization.origin}/api/v1/fetch_api_key`, { method: 'POST', body })
  return { organization, key: (await response.json<{ api_key: string }>()).api_key }
}

test('a folder with something else, another organization, and a wrong key are refused, and the copy stays', async () => {
  const before = readFileSync(join(copy, 'manifest.json'), 'utf8')
  expect(await backup({ key: 'wrong' })).toMatchObject({ code: 1, summary: { done: false } })
  const { organization: other, key: otherKey } = await newOrganization('other')
  const elsewhere = ['import/backup/backup.ts', copy, '--site', other.origin, '--user', other.owner.email, '--json']
  const refusedRun = await run(elsewhere, { key: otherKey })
  expect(refusedRun).toMatchObject({ code: 1, summary: { done: false } })
  expect(refusedRun.stderr).toContain('--replace')
  const foreign = await run(['import/backup/backup.ts', folder, '--site', other.origin, '--user', other.owner.email], {
    key: otherKey,
  })
  expect(foreign.code).toBe(1)
  expect(foreign.stderr).toContain('has other files in it')
  expect(readFileSync(join(copy, 'manifest.json'), 'utf8')).toBe(before)
})
