/** From a deployment without an organization to two people who talk, in browsers alone. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchOptions } from '../../dev/run/browser.ts'
import { addressesIn, describeDeployment } from '../../dev/run/deployment.ts'
import { localConfig } from '../../dev/run/local-config.ts'
import { freePort } from '../../dev/run/server-process.ts'
import { webBuild } from '../../dev/run/web-build.ts'

/** Clicks from the first page to the first message of the second person. */
const maxClicks = 12

let state: string
let origin: string
let server: ChildProcess
let browser: Browser

beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), 'rivulet-'))
  const [port, config] = [String(await freePort()), localConfig()]
  origin = `http://localhost:${port}`
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', X_LOCAL_OBSERVABILITY: 'false' }
  const where = ['--config', config, '--persist-to', state]
  const tables = ['d1', 'execute', 'DB', '--local', '--yes', '--file', 'schema.sql', ...where]
  expect(spawnSync('wrangler', tables, { env, encoding: 'utf8' })).toMatchObject({ status: 0 })
  // As it is deployed: no development server, no setup token.
  const assets = ['--assets', await webBuild()]
  const options = ['--port', port, '--var', 'SCRYPT_COST:1', '--show-interactive-dev-session=false']
  const given = ['dev', ...where, ...assets, ...options]
  server = spawn('wrangler', given, { env, detached: true, stdio: 'ignore' })
  browser = await chromium.launch(await launchOptions())
  while (!(await describeDeployment(origin)).includes('Found your organization there.'));
}, 180_000)

afterAll(async () => {
  await browser.close()
  const ended = new Promise((resolve) => server.on('exit', resolve))
  process.kill(-server.pid!, 'SIGTERM')
  await ended
  rmSync(state, { recursive: true })
})

/** Goes to the next text box by the key. */
const next = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('Tab')
  await page.keyboard.type(text)
}

test('a team is there after twelve clicks', async () => {
  let clicks = 0
  const click = async (page: Page, name: string): Promise<void> => {
    clicks += 1
    await page.getByRole('button', { name, exact: true }).click()
  }
  /** Goes to a text box by the mouse, as people do who do not know the key. */
  const write = async (page: Page, name: string, text: string): Promise<void> => {
    const box = page.getByRole('textbox', { name })
    if (!(await box.evaluate((element) => element.matches(':focus')))) {
      clicks += 1
      await box.click()
    }
    await page.keyboard.type(text)
  }
  const owners = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await owners.goto(origin)
  await owners.getByRole('heading', { name: 'Create an organization' }).waitFor()
  expect(new URL(owners.url()).pathname).toBe('/new')
  expect(await owners.getByRole('textbox', { name: 'Setup token' }).count()).toBe(0)
  await write(owners, 'Organization name', 'Harbour Works')
  await next(owners, 'Olga Owner')
  await next(owners, 'olga@example.com')
  await next(owners, 'tern-otter-seal')
  await click(owners, 'Create organization')
  await click(owners, 'Create link')
  const link = await owners.getByRole('textbox', { name: 'Invitation link' }).inputValue()

  const theirs = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } })).newPage()
  await theirs.goto(link)
  await theirs.getByText('Olga Owner invited you.').waitFor()
  await write(theirs, 'Your name', 'Nora Newman')
  await next(theirs, 'nora@example.com')
  await next(theirs, 'tern-otter-seal')
  await click(theirs, 'Join')
  await click(theirs, 'Say hello')
  await write(theirs, 'Message', 'Hello everybody!')
  await click(theirs, 'Send')
  await theirs.getByRole('article', { name: /^Nora Newman/ }).waitFor()
  expect(clicks).toBeLessThanOrEqual(maxClicks)

  await owners.getByRole('navigation', { name: 'Streams' }).getByRole('link', { name: 'general, 1 unread' }).waitFor()
  expect(await describeDeployment(origin)).toContain('The organization "Harbour Works" is here.')

  // There is room for one.
  await theirs.goto(`${origin}/new`)
  await theirs.getByRole('heading', { name: 'This server already has an organization' }).waitFor()
})

test('addresses are found in what wrangler notes', () => {
  const notes = [
    { type: 'wrangler-session', version: 1 },
    {
      type: 'deploy',
      targets: ['https://rivulet.ada.workers.dev', 'chat.example.com (custom domain)', 'schedule: * * * * *'],
    },
  ]
  const text = notes.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  expect(addressesIn(text)).toEqual(['https://rivulet.ada.workers.dev', 'https://chat.example.com'])
})
