/**
 * From the last release to this one, and back, on the same data: with a page that has something to send, a bot on a socket, and a
 * long poll. The last release is `last-release.tar.br` (dev/generate/last-release.ts).
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBot } from '../../client/bot.ts'
import { launchOptions } from '../../dev/run/browser.ts'
import { freePort } from '../../dev/run/server-process.ts'
import { localConfig } from '../../dev/run/local-config.ts'
import { webBuild } from '../../dev/run/web-build.ts'

const root = join(import.meta.dirname, '../..')
const env = {
  ...process.env,
  WRANGLER_SEND_METRICS: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}

let folder: string
let state: string
let port: number
let origin: string
let server: ChildProcess | null = null
let browser: Browser

/** Unpacks the last release, as an operator who deployed its archive has it. */
async function unpackLastRelease(): Promise<string> {
  const target = join(folder, 'last')
  const tar = brotliDecompressSync(readFileSync(join(import.meta.dirname, 'last-release.tar.br')))
  for (const { header, data } of await unpackTar(tar)) {
    const path = join(target, header.name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, data!)
  }
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'))
  return target
}

function run(cwd: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(args[0]!, args.slice(1), { cwd, env, encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
}

const databaseFlags = () => ['--local', '--persist-to', state]

/** Serves a release on the data, in the place of what was served before. */
async function serve(cwd: string, ...more: string[]): Promise<void> {
  const given = [
    'dev',
    '--port',
    String(port),
    '--persist-to',
    state,
    '--var',
    'SCRYPT_COST:1',
    '--var',
    'DEVELOPMENT:true',
  ]
  server = spawn('wrangler', [...given, '--show-interactive-dev-session=false', ...more], {
    cwd,
    env,
    detached: true,
    stdio: 'ignore',
  })
  for (;;) {
    const answer = await fetch(`${origin}/health`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function stop(): Promise<void> {
  if (server === null) return
  const ended = new Promise((resolve) => server!.on('exit', resolve))
  process.kill(-server.pid!, 'SIGTERM')
  await ended
  server = null
}

interface Account {
  readonly email: string
  readonly key: string
}

type Params = Readonly<Record<string, unknown>>

async function ask(
  method: string,
  path: string,
  { by, params = {} }: { by?: Account; params?: Params } = {},
): Promise<Record<string, unknown>> {
  const fields = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const response = await fetch(`${origin}/api/v1${path}${method === 'GET' ? `?${fields.toString()}` : ''}`, {
    method,
    headers: by === undefined ? {} : { Authorization: `Basic ${btoa(`${by.email}:${by.key}`)}` },
    ...(method !== 'GET' && { body: fields }),
  })
  return response.json<Record<string, unknown>>()
}

async function must(...request: Parameters<typeof ask>): Promise<Record<string, unknown>> {
  const answer = await ask(...request)
  expect(answer, `${request[0]} ${request[1]}`).toMatchObject({ result: 'success' })
  return answer
}

const say = (by: Account, content: string) =>
  must('POST', '/messages', { by, params: { type: 'stream', to: 'general', topic: 'upgrade', content } })

/** Asks for events until one has this content; answers all contents that came. A server that is away is asked again. */
async function contentsUntil(
  by: Account,
  queue: { queue_id: unknown; last_event_id: number },
  last: string,
): Promise<string[]> {
  const contents: string[] = []
  while (!contents.includes(last)) {
    const answer = await ask('GET', '/events', {
      by,
      params: { queue_id: queue.queue_id, last_event_id: queue.last_event_id },
    }).catch(() => ({ events: [] }))
    expect(answer).not.toHaveProperty('code')
    for (const event of answer['events'] as { id: number; message?: { content: string } }[]) {
      queue.last_event_id = event.id
      if (event.message !== undefined) contents.push(event.message.content)
    }
  }
  return contents
}

const contentsOf = async (by: Account, { apply_markdown = false } = {}): Promise<string[]> => {
  const narrow = [{ operator: 'topic', operand: 'upgrade' }]
  const params = { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown }
  const { messages } = await must('GET', '/messages', { by, params })
  return (messages as { content: string }[]).map(({ content }) => content)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rivulet-'))
  state = join(folder, 'state')
  port = await freePort()
  origin = `http://localhost:${port}`
  browser = await chromium.launch(await launchOptions())
}, 60_000)

afterAll(async () => {
  await browser.close()
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

test('an upgrade and the way back lose nothing and send nothing twice', async () => {
  const last = await unpackLastRelease()
  const assets = await webBuild()
  run(last, 'wrangler', 'd1', 'execute', 'DB', '--yes', '--file', 'schema.sql', ...databaseFlags())
  await serve(last)
  const { accounts } = await must('POST', '/dev_found_demo_realm')
  expect(accounts).toContain('member@demo.test')
  const accountOf = async (email: string): Promise<Account> => {
    const { api_key } = await must('POST', '/dev_fetch_api_key', { params: { username: email } })
    return { email, key: api_key as string }
  }
  const [member, admin] = [await accountOf('member@demo.test'), await accountOf('admin@demo.test')]
  const queue = await must('POST', '/register', { by: member, params: { event_types: ['message'] } })
  const place = { queue_id: queue['queue_id'], last_event_id: queue['last_event_id'] as number }
  const made = await must('POST', '/bots', { by: admin, params: { full_name: 'Echo', short_name: 'echo' } })
  const { user } = await must('GET', `/users/${made['user_id'] as number}`, { by: admin })
  const heard: string[] = []
  const bot = await openBot({
    site: origin,
    credentials: { email: (user as { email: string }).email, key: made['api_key'] as string },
  })
  const listening = (async () => {
    for await (const { content } of bot.mentions()) heard.push(content)
  })()
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await openTopic(page)
  await say(admin, 'before @**Echo**')
  await page.getByRole('article').filter({ hasText: 'before' }).waitFor()
  const waiting = contentsUntil(member, place, 'after the way back')

  // To this release, as `npm run deploy` does it: first the tables, then the Worker, then what only the former Worker needed.
  await stop()
  await write(page, 'written while the server was away')
  run(root, process.execPath, 'dev/run/upgrade.ts', ...databaseFlags(), '--config', localConfig())
  await serve(root, '--config', localConfig(), '--assets', assets)
  expect(await (await fetch(`${origin}/health`)).json()).toHaveProperty('rivulet_version')
  await say(admin, 'after the upgrade @**Echo**')
  await say(admin, 'without markup')
  await page.getByRole('article').filter({ hasText: 'after the upgrade' }).waitFor({ timeout: 60_000 })
  await expect.poll(() => contentsOf(admin), { timeout: 60_000 }).toContain('written while the server was away')

  // And back: the former Worker goes on with the new tables.
  await stop()
  await write(page, 'written on the way back')
  run(root, 'wrangler', 'd1', 'execute', 'DB', '--yes', '--file', 'dev/run/back-to-1.0.0.sql', ...databaseFlags())
  await serve(last)
  await say(admin, 'after the way back @**Echo**')
  await say(admin, 'after the way back')
  await expect.poll(() => contentsOf(admin), { timeout: 60_000 }).toContain('written on the way back')

  const all = (await contentsOf(admin)).toSorted()
  expect(all).toEqual(
    [
      'before @**Echo**',
      'written while the server was away',
      'after the upgrade @**Echo**',
      'without markup',
      'written on the way back',
      'after the way back @**Echo**',
      'after the way back',
    ].toSorted(),
  )
  expect(await contentsOf(admin, { apply_markdown: true })).toContain('<p>without markup</p>')
  const polled = await waiting
  expect(new Set(polled).size).toBe(polled.length)
  for (const words of ['before', 'while the server was away', 'after the upgrade', 'after the way back'])
    expect(polled.join('\n')).toContain(words)
  await expect.poll(() => heard.length, { timeout: 60_000 }).toBe(3)
  bot.stop()
  await Promise.all([listening, page.close()])
}, 300_000)

async function openTopic(page: Page): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByRole('group', { name: 'Demo accounts' }).getByRole('button').first().click()
  await page
    .getByRole('navigation', { name: 'Streams' })
    .getByRole('link', { name: /^general/ })
    .click()
  await page.waitForURL(/#narrow\/stream/)
  await page.goto(`${page.url().replace(/\/topic.*/, '')}/topic/upgrade`)
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
