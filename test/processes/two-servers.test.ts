/** Two servers from one checkout: each has pages of its own, and nothing is built twice. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'
import { copyCheckout } from '../kit/checkout.ts'

/** A copy of this checkout, whose files the test may change. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-checkout-'))
  copyCheckout(folder)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Starts a server and returns its origin. */
async function serverOf(folder: string): Promise<string> {
  const port = await freePort()
  const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
  const server = await ServerProcess.startIn(folder, port, state)
  onTestFinished(async () => {
    await server.stop()
    rmSync(state, { recursive: true })
  })
  return `http://localhost:${port}`
}

/** The page of a server, and the status of each file that it loads. */
async function pageOf(origin: string) {
  const page = await (await fetch(`${origin}/login`)).text()
  const names = [...page.matchAll(/(?:src|href)="(\/app\/[^"]*)"/g)].map(([, name]) => name!)
  const statuses = await Promise.all(names.map(async (name) => (await fetch(origin + name)).status))
  return { page, names, statuses }
}

/** The builds of a checkout, each with the time of its last change. */
function buildsIn(folder: string): [name: string, changedMs: number][] {
  const builds = readdirSync(join(folder, 'dist/builds'), { withFileTypes: true })
  return builds
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => [name, statSync(join(parentPath, name, 'index.html')).mtimeMs])
}

test('a server keeps its pages while another one with changed pages starts, and one without changes builds nothing', async () => {
  const folder = checkout()
  const first = await serverOf(folder)
  const before = await pageOf(first)
  expect(before.names.length).toBeGreaterThan(0)

  const words = join(folder, 'web/i18n/en.json')
  const text = readFileSync(words, 'utf8')
  const changed = text.replaceAll('"Inbox"', '"Letterbox"')
  expect(changed).not.toBe(text)
  writeFileSync(words, changed)
  const after = await pageOf(await serverOf(folder))
  expect(after.names).not.toEqual(before.names)
  expect(new Set(after.statuses)).toEqual(new Set([200]))
  expect(await pageOf(first)).toEqual({ ...before, statuses: before.names.map(() => 200) })

  const builds = buildsIn(folder)
  expect(builds).toHaveLength(2)
  writeFileSync(words, text)
  expect(await pageOf(await serverOf(folder))).toEqual(before)
  expect(buildsIn(folder)).toEqual(builds)
}, 300_000)
