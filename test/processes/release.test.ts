/** What `npm run release` makes: checksums that hold, a Worker that runs as it is, and a client library that installs. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../dev/run/server-process.ts'

const root = join(import.meta.dirname, '../..')
const bin = join(root, 'node_modules/.bin')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function run(cwd: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
  return stdout
}

test('a release has good checksums, a Worker that runs, and a package of the client', async () => {
  const folder = newFolder()
  run(root, process.execPath, 'dev/generate/release.ts', folder)
  expect(readdirSync(folder).toSorted()).toEqual([
    'NOTES.md',
    'SHA256SUMS',
    `rivulet-${version}.cdx.json`,
    `rivulet-${version}.tar.gz`,
    `rivulet-client-${version}.tgz`,
  ])
  run(folder, 'sha256sum', '--check', 'SHA256SUMS')
  const { components } = JSON.parse(readFileSync(join(folder, `rivulet-${version}.cdx.json`), 'utf8')) as {
    components: { name: string }[]
  }
  expect(components.map(({ name }) => name)).toContain('hono')

  run(folder, 'tar', 'xzf', `rivulet-${version}.tar.gz`)
  const worker = join(folder, `rivulet-${version}`)
  symlinkSync(join(root, 'node_modules'), join(worker, 'node_modules'))
  run(worker, join(bin, 'wrangler'), 'd1', 'execute', 'DB', '--local', '--yes', '--file', 'schema.sql')
  const port = await freePort()
  const server = spawn(join(bin, 'wrangler'), ['dev', '--port', String(port), '--show-interactive-dev-session=false'], {
    cwd: worker,
    stdio: 'ignore',
    detached: true,
  })
  onTestFinished(() => void process.kill(-server.pid!, 'SIGKILL'))
  const answer = await vi.waitFor(() => fetch(`http://localhost:${port}/health`), { timeout: 60_000, interval: 200 })
  expect(await answer.json()).toMatchObject({ status: 'ok' })
  expect(await (await fetch(`http://localhost:${port}/`)).text()).toContain('<script')

  run(folder, 'tar', 'xzf', `rivulet-client-${version}.tgz`)
  symlinkSync(join(root, 'node_modules'), join(folder, 'package/node_modules'))
  const exported = "import('./index.js').then((client) => console.log(typeof client.openClient))"
  expect(run(join(folder, 'package'), process.execPath, '--eval', exported)).toBe('function\n')
})
