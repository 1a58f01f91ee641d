/** The folder of `npm run backup`, its options, and sites that mean harm. */
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Copier } from '../../import/backup/copier.ts'
import { CopyFolder } from '../../import/backup/copy-folder.ts'
import { readOptions } from '../../import/backup/options.ts'
import { RemoteCopy } from '../../import/backup/remote-copy.ts'
import { systemClock } from '../../import/clock.ts'
import { ArchiveError } from '../../import/conversion.ts'
import { UsageError } from '../../import/options.ts'
import { RetryPatience } from '../../import/patience.ts'
import { Progress } from '../../import/progress.ts'
import { HttpSite } from '../../import/site.ts'
import { manifest } from '../kit/import-records.ts'

function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'rivulet-copy-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  return join(parent, 'copy')
}

const part = { chapter: 'users', tag: '"a"', after: 'null', next: 'null', files: [] }

test('one process at a time writes into a folder', () => {
  const path = newFolder()
  const first = new CopyFolder(path)
  expect(() => new CopyFolder(path)).toThrow('Another backup is writing into this folder')
  first.close()
  new CopyFolder(path).close()
})

test('a folder with other files in it stays as it is', () => {
  const path = newFolder()
  mkdirSync(path)
  writeFileSync(join(path, 'thesis.txt'), 'ten years of work')
  expect(() => new CopyFolder(path)).toThrow(ArchiveError)
  expect(existsSync(join(path, '.rivulet-backup'))).toBe(false)
})

test('parts that are lost or damaged are found, and no file of the archive is changed in place', async () => {
  const path = newFolder()
  const folder = new CopyFolder(path)
  const stored = await folder.addPart(part, ['{"id":1}', '{"id":2}'], 1)
  const finish = (with_parts: (typeof stored)[]) =>
    folder.finish({
      parts: with_parts,
      files: new Set(),
      manifest: manifest({ users: 2 }),
      realm: '{}',
      readme: 'Hello',
    })
  await finish([stored])
  expect(readFileSync(join(path, 'users/000001.ndjson'), 'utf8')).toBe('{"id":1}\n{"id":2}\n')
  expect(await folder.check(() => undefined)).toBe(0)
  // A second name of each file, as `cp -l` makes it.
  for (const name of ['manifest.json', 'users/000001.ndjson'])
    linkSync(join(path, name), join(path, '..', name.replace('/', '-')))
  const other = await folder.addPart({ ...part, tag: '"b"' }, ['{"id":3}'], 1)
  await finish([other])
  expect(existsSync(join(path, 'users/000001.ndjson'))).toBe(false)
  expect(readFileSync(join(path, '../users-000001.ndjson'), 'utf8')).toContain('{"id":1}')
  expect(readFileSync(join(path, '../manifest.json'), 'utf8')).toContain('users/000001.ndjson')
  expect(readFileSync(join(path, 'manifest.json'), 'utf8')).toContain('users/000002.ndjson')

  writeFileSync(join(path, 'users/000002.ndjson'), '{"id":4}\n')
  expect(await folder.check(() => undefined)).toBe(1)
  expect(folder.index.parts('users')).toEqual([])
  folder.close()
})

test.each([
  [[], 'Into which folder'],
  [['a', 'b'], 'One folder at a time'],
  [['a', '--user', 'x', '--api-key', 'k'], '--site'],
  [['a', '--site', 'x.test', '--api-key', 'k'], '--user'],
  [['a', '--site', 'x.test', '--user', 'x'], 'key'],
  [['a', '--site', 'http://x.test', '--user', 'x', '--api-key', 'k'], 'unencrypted'],
  [['a', '--sight', 'x.test'], 'sight'],
])('%j is a wrong use', (args, text) => {
  expect(() => readOptions(args, {})).toThrow(UsageError)
  expect(() => readOptions(args, {})).toThrow(text)
})

test('options', () => {
  const args = ['copy', '--site', 'x.test', '--user', 'a@x.test', '--everything', '--no-wait', '--json']
  expect(readOptions(args, { RIVULET_API_KEY: 'k' })).toEqual({
    folder: 'copy',
    target: { origin: 'https://x.test', email: 'a@x.test', key: 'k' },
    isEverything: true,
    waitsForDays: false,
    replaces: false,
    allowsShrinking: false,
    isJson: true,
  })
  expect(readOptions(['--help'], {})).toBeNull()
})

/** Runs a copy from a site that answers so to requests for a part. */
async function copyFrom(
  answer: (chapter: string) => { tag?: string; status?: number; body: unknown },
  { path = newFolder(), mayShrink = false }: { path?: string; mayShrink?: boolean } = {},
) {
  const server = createServer((request, response) => {
    const chapter = /parts\/(\w+)/.exec(request.url!)?.[1]
    if (chapter === undefined)
      return response.end(
        request.method === 'POST'
          ? JSON.stringify({ result: 'success', copy_id: 1, run: 1, manifest: manifest({}), readme: '' })
          : 'content',
      )
    const { tag = '"a"', status = 200, body } = answer(chapter)
    response.writeHead(status, { ETag: tag })
    return response.end(
      status === 304 ? undefined : JSON.stringify({ result: 'success', msg: '', ...(body as object) }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { signal } = new AbortController()
  const folder = new CopyFolder(path)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const remote = await RemoteCopy.begin(2, {
    site: new HttpSite({ origin, email: 'a', key: 'k', userAgent: 'test', signal }),
    patience: new RetryPatience({ clock: systemClock, signal, waitsForDays: true, onWait: () => undefined }),
    clock: systemClock,
    signal,
  })
  const progress = new Progress(null, systemClock)
  await folder.check(() => undefined)
  await new Copier({ folder, remote, progress, mayShrink, currentTimeMs: Date.now }).run().finally(() => folder.close())
}

const nothing = { records: [], files: [], next: null }
const realm = { ...nothing, records: [{ name: 'Harbour' }] }

test.each<[string, Parameters<typeof copyFrom>[0]]>([
  [
    'leads out of the folder',
    () => ({ body: { ...nothing, files: [{ path: 'files/../../x', kind: 'avatar', id: 1 }] } }),
  ],
  ['is absolute', () => ({ body: { ...nothing, files: [{ path: '/etc/passwd', kind: 'avatar', id: 1 }] } })],
  ['is an archive’s own', () => ({ body: { ...nothing, files: [{ path: 'manifest.json', kind: 'avatar', id: 1 }] } })],
  ['asks elsewhere', () => ({ body: { ...nothing, files: [{ path: 'files/a/b', kind: '../../users', id: 1 }] } })],
  ['has no tag', () => ({ tag: '', body: nothing })],
  ['has a tag of two lines', () => ({ tag: '"a", "b"', body: nothing })],
  ['is not JSON of a part', () => ({ body: { records: 'none' } })],
  ['is what was not asked about', () => ({ status: 304, body: nothing })],
  ['has no record of the organization', () => ({ body: nothing })],
  ['never ends', (chapter) => ({ body: chapter === 'realm' ? realm : { ...nothing, next: [1] } })],
])('a part that %s ends the run', async (_, answer) => {
  await expect(copyFrom(answer)).rejects.toThrow()
})

test('a site with nothing is copied', async () => {
  await copyFrom((chapter) => ({ tag: `"${chapter}"`, body: chapter === 'realm' ? realm : nothing }))
})

/** A site with this many messages and accounts. */
const newBackupWith = (messages: number, users: number) => (chapter: string) => {
  const amount = { messages, users }[chapter] ?? 0
  const records = Array.from({ length: amount }, (_, index) => ({ id: index + 1, bot: null }))
  return { tag: `"${chapter}${amount}"`, body: chapter === 'realm' ? realm : { ...nothing, records } }
}

test('an organization that was emptied replaces no copy, unless that is meant', async () => {
  const path = newFolder()
  const counts = () =>
    (JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as { counts: Record<string, number> }).counts
  await copyFrom(newBackupWith(10, 4), { path })
  await copyFrom(newBackupWith(5, 2), { path })
  await expect(copyFrom(newBackupWith(2, 0), { path })).rejects.toThrow(
    'it has 0 of 2 accounts, 2 of 5 messages. The folder still has the last copy',
  )
  expect(counts()).toMatchObject({ messages: 5, users: 2 })
  expect(readdirSync(join(path, 'messages'))).toContain('000002.ndjson')

  await copyFrom(newBackupWith(2, 0), { path, mayShrink: true })
  expect(counts()).toMatchObject({ messages: 2, users: 0 })
})
