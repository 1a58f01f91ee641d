/** The command itself, in a process of its own (import/import.ts). */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, afterAll, expect, onTestFinished, test } from 'vitest'
import { lines, manifest, message, stream, user } from '../kit/import-records.ts'
import { zipOf } from '../kit/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'rivulet-command-'))
const temporary = join(folder, 'temporary')
const archive = join(folder, 'archive.zip')
const key = 'secret-key-of-ada'
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(() => {
  mkdirSync(temporary)
  const messages = Array.from({ length: 2_500 }, (_, index) => ({
    id: index + 1,
    ...message({ sender_id: 1, stream_id: 1, content: index % 5 === 0 ? 'https://example.com' : 'tide' }),
  }))
  const entries = {
    'a/users/000001.ndjson': lines(user(1), user(2)),
    'a/streams/000001.ndjson': lines(stream(1)),
    'a/messages/000001.ndjson': lines(...messages),
    'a/manifest.json': JSON.stringify(manifest({ users: 2, streams: 1, messages: messages.length })),
  }
  writeFileSync(archive, zipOf(Object.entries(entries).map(([name, content]) => ({ name, content }))))
})

interface Result {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the command. `watch` sees what it prints, and may send it a signal. */
async function run(args: string[], watch: (printed: string, kill: () => void) => void = () => {}): Promise<Result> {
  const env = { ...process.env, TMPDIR: temporary, RIVULET_API_KEY: key }
  const child = spawn(process.execPath, ['import/import.ts', ...args], { env })
  const result = { stdout: '', stderr: '' }
  child.stdout.on('data', (part: Buffer) => (result.stdout += part.toString()))
  child.stderr.on('data', (part: Buffer) => {
    result.stderr += part.toString()
    watch(result.stderr, () => child.kill('SIGINT'))
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  expect(readdirSync(temporary), 'temporary files').toEqual([])
  expect(result.stdout + result.stderr).not.toContain(key)
  return { code, ...result }
}

test('a dry run says what the archive has, and what an import writes', async () => {
  const { code, stdout, stderr } = await run([archive, '--dry-run'])
  expect([code, stderr.replaceAll(/^\w+ +[\d,/s ]*\n/gm, '')]).toEqual([0, ''])
  expect(stdout).toContain('2  people')
  expect(stdout).toContain('2,500  messages, 0 of them private')
  // 2 people, 1 stream, 2,500 messages, 500 with a link.
  expect(stdout).toContain('about 10,510 rows')
  expect(stdout).toContain('Nothing was sent')
})

test('with --json there is one line, for programs', async () => {
  const { code, stdout, stderr } = await run([archive, '--dry-run', '--json'])
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual({
    people: 2,
    streams: 1,
    topics: 1,
    messages: 2500,
    private_messages: 0,
    files: 0,
    reactions: 0,
    skipped: {},
    done: false,
  })
})

test('what cannot be read ends with a sentence and a status', async () => {
  const missing = await run([join(folder, 'nothing.zip'), '--dry-run'])
  expect([missing.code, missing.stderr]).toEqual([
    1,
    expect.stringMatching(/There is no file or folder .*nothing\.zip\.\n$/),
  ])
  const usage = await run([])
  expect([usage.code, usage.stderr]).toEqual([2, expect.stringMatching(/^Which archive\?/)])
  const wanted = await run(['--help'])
  expect([wanted.code, wanted.stdout]).toEqual([0, expect.stringMatching(/^Imports the archive/)])
})

test('an import that is interrupted says how it goes on', async () => {
  const server = createServer((request, response) => {
    request.resume()
    // Messages never get an answer.
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if (/name="chapter"\r\n\r\nmessages/.test(body)) return
      response.end(
        JSON.stringify({ result: 'success', imports: [], import_id: 1, done: {}, files_done: {}, problems: [] }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, stderr } = await run([archive, '--site', site, '--user', 'ada@example.com'], (printed, kill) => {
    if (printed.includes('Messages')) kill()
  })
  expect(code).toBe(3)
  expect(stderr).toMatch(/Stopped\.\nRun the same command again: it goes on where it stopped\.\n$/)
})
