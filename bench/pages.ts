/**
 * `npm run bench:pages`: how soon the web client shows a conversation that it has kept, beside a bare page that shows the
 * same 60 messages from IndexedDB without any framework, also while the processor is four times slower; and how long it takes to switch to another kept conversation
 * while the processor is four times slower, as in a phone. A conversation is shown when the window is full of it: what is
 * out of sight is drawn afterwards. Rounds alternate, and medians are printed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { launchOptions } from '../dev/run/browser.ts'
import { found, logIn, setupToken, type Organization } from '../dev/run/organization.ts'
import { freePort, ServerProcess } from '../dev/run/server-process.ts'
import { serveBarePage } from './bare-page.ts'
import { median } from './delivery.ts'
import { fullCount, keepingMs, messageCount, pressTopic, shownScript, talkIn } from './kept-pages.ts'

const rounds = 15
const limits = { opening: 1.5, slowOpening: 400, switching: 100 }
const slowdown = 4

const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
const port = await freePort()
const vars = ['RATE_LIMITS:off', 'SCRYPT_COST:1', `SETUP_TOKEN:${setupToken}`].flatMap((one) => ['--var', one])
const server = await ServerProcess.start(port, state, ...vars)
const browser = await chromium.launch(await launchOptions())
const bare = await serveBarePage()
try {
  const organization = await found(port, { name: 'Harbour Works', string_id: 'harbour', owner: 'Ada Park' })
  const addresses = await talkIn(organization)
  const context = await browser.newContext()
  const page = await context.newPage()
  await logIn(page, organization, organization.owner)
  await page.addInitScript(shownScript)
  for (const address of addresses) {
    await open(page, organization.origin + address)
    await page.waitForTimeout(keepingMs)
  }
  await keepForBare(context, organization)
  await page.close()

  for (const rate of [1, slowdown]) {
    const opening = await measureOpening(context, organization.origin + addresses[0]!, rate)
    const ratio = median(opening.map(([ours, bareMs]) => ours / bareMs))
    print(
      `opening a kept conversation${rate === 1 ? '' : `, processor ${rate} times slower`} (ms)`,
      median(opening.map(([ours]) => ours)),
      median(opening.map(([, bareMs]) => bareMs)),
    )
    const goal = rate === 1 ? `at most ${limits.opening}` : `at most ${limits.slowOpening} ms`
    process.stdout.write(`  ratio ${ratio.toFixed(2)}, goal ${goal}\n`)
  }

  const switching = median(await measureSwitching(context, organization.origin + addresses[0]!))
  print(`switching to a kept conversation, processor ${slowdown} times slower (ms)`, switching)
  process.stdout.write(`  goal at most ${limits.switching}\n`)
} finally {
  bare.server.close()
  await browser.close()
  await server.stop()
  rmSync(state, { recursive: true })
}

function print(name: string, ours: number, bareMs?: number): void {
  process.stdout.write(`${name}: ${ours.toFixed(0)}${bareMs === undefined ? '' : ` beside ${bareMs.toFixed(0)}`}\n`)
}

/** Milliseconds from the beginning of the navigation until messages are shown. */
async function open(page: Page, address: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(address)
  return page.evaluate<number>('globalThis.shown')
}

async function keepForBare(context: BrowserContext, { owner }: Organization): Promise<void> {
  const { messages } = await owner.wire.ask('GET /messages', {
    anchor: 'newest',
    num_before: messageCount,
    num_after: 0,
    apply_markdown: true,
  })
  const pageMessages = messages.map(({ sender_full_name, content }) => ({
    name: sender_full_name,
    time: '10:00',
    content,
  }))
  const page = await context.newPage()
  await page.goto(bare.address)
  await page.evaluate(`globalThis.keep(${JSON.stringify(pageMessages)})`)
  await page.close()
}

async function measureOpening(context: BrowserContext, address: string, rate: number): Promise<[number, number][]> {
  const pairs: [number, number][] = []
  const page = await context.newPage()
  await page.addInitScript(shownScript)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  for (let round = -2; round < rounds; round += 1) {
    const pair = [await open(page, address), await open(page, bare.address)] as const
    // The first ones warm up.
    if (round >= 0) pairs.push([...pair])
  }
  await page.close()
  return pairs
}

/** Milliseconds from a press on the link of a topic until its messages are shown. */
async function measureSwitching(context: BrowserContext, address: string): Promise<number[]> {
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('main').getByRole('article').nth(fullCount).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'low', exact: true }).waitFor()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const times: number[] = []
  for (let round = -2; round < rounds; round += 1) {
    const name = round % 2 === 0 ? 'low' : 'high'
    const time = await page.evaluate<number>(pressTopic(name))
    if (round >= 0) times.push(time)
  }
  await page.close()
  return times
}
