/**
 * `npm run bench:long-messages`: what it takes the page to draw a message of 10,000 characters that comes while its conversation is on
 * show, for each kind of text that is slow to draw, and a short message for comparison: processor time of the main thread from the task that
 * adds it to the end of the first frame with it, and the longest task until the rest of it is there, in milliseconds. Without a slower processor, because other programs on the machine distort that.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { launchOptions } from '../dev/run/browser.ts'
import { found, logIn, setupToken, type Person } from '../dev/run/organization.ts'
import { freePort, ServerProcess } from '../dev/run/server-process.ts'
import { median } from './delivery.ts'
import { mainThreadTasks } from './main-thread.ts'

const rounds = Number(process.argv[2] ?? 7)

/** Messages that are in the conversation already. */
const shortCount = 20

/** A little less than the server allows, whatever a piece ends with. */
const maxLength = 9990

/** A text of whole pieces that is as long as a message may be. `piece` gets its number. */
function repeated(piece: (index: number) => string, [before, after] = ['', '']): string {
  let text = before
  for (let index = 0; ; index += 1) {
    const next = piece(index)
    if (text.length + next.length + after.length > maxLength) return text + after
    text += next
  }
}

const code = `export async function follow(queue: Queue, { wait = 30 }: Options = {}): Promise<Event[]> {
  // The server answers when there is an event.
  const answer = await fetch(\`/events?queue=\${queue.id}&wait=\${wait}\`, { method: 'GET' })
  if (!answer.ok) throw new Error("The queue " + queue.id + " is gone after " + 12.5 + " seconds")
  return (await answer.json()).events.map((event) => ({ ...event, at: Date.now() }))
}

`

const contents: Readonly<Record<string, string>> = {
  'a short message': 'The wind turns to the east',
  prose: repeated(
    (index) =>
      `${index}: The tide comes in a little later than on the day before, and the wind turns to the west.${index % 6 === 5 ? '\n\n' : ' '}`,
  ),
  'marked text': repeated(
    (index) =>
      `**${index}** The _tide tables_ for \`week ${index}\` are at https://example.com/tables?week=${index} now :ship: :ocean: @**Ada Park**\n`,
  ),
  code: repeated(() => code, ['```ts\n', '```']),
  list: repeated((index) => `* the boat *number ${index}* leaves before \`nine\`\n`),
  table: repeated(
    (index) => `| boat ${index} | 09:${10 + (index % 50)} | **west** |\n`,
    ['| boat | time | wind |\n|---|---|---|\n', ''],
  ),
  quotes: repeated((index) => `> The boat ${index} leaves :ship:\n\nagreed\n\n`),
  formulas: repeated((index) => `$$\\frac{x_{${index}}^2}{\\sqrt{y}}$$ `),
  emoji: repeated(() => ':ship: '),
}

/** Promises when a new message is painted, and marks in the trace when it was added and when it is painted. */
const watchScript = `globalThis.painted = new Promise((resolve) => {
  const last = () => [...document.querySelectorAll('main article')].at(-1)
  const before = last()
  new MutationObserver((_, observer) => {
    if (last() === before) return
    observer.disconnect()
    performance.mark('message-added')
    requestAnimationFrame(() => setTimeout(() => (performance.mark('message-painted'), resolve())))
  }).observe(document.querySelector('main'), { childList: true, subtree: true })
}); 0`

/** Scrolls to the end: only there, new messages are drawn. */
const toEndScript = `new Promise((resolve) => {
  document.querySelector('.feed').scrollTop = 0
  setTimeout(() => ((document.querySelector('.feed').scrollTop = 0), setTimeout(resolve, 500)), 500)
})`

/** Milliseconds in which the rest of a message is drawn after its first frame, even on a busy machine. */
const restMs = 1500

/**
 * Milliseconds of processor time in which the main thread draws the message that `send` sends, until its first frame is painted, and of the
 * longest task thereafter.
 */
async function measureDrawing(
  browser: Browser,
  page: Page,
  send: () => Promise<unknown>,
): Promise<{ firstMs: number; longestMs: number }> {
  await page.evaluate(toEndScript)
  const work = async () => {
    await page.evaluate(watchScript)
    await send()
    await page.evaluate('globalThis.painted')
    await page.waitForTimeout(restMs)
  }
  const marks = { start: 'message-added', end: 'message-painted' }
  const { taskMs, laterTaskMs } = await mainThreadTasks(browser, page, work, marks)
  return { firstMs: taskMs.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(...laterTaskMs) }
}

const say = ({ wire }: Person, topic: string, content: string): Promise<unknown> =>
  wire.ask('POST /messages', { type: 'stream', to: 'tides', topic, content })

const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
const port = await freePort()
const vars = ['RATE_LIMITS:off', 'SCRYPT_COST:1', `SETUP_TOKEN:${setupToken}`].flatMap((one) => ['--var', one])
const server = await ServerProcess.start(port, state, ...vars)
const browser = await chromium.launch(await launchOptions())
try {
  const organization = await found(port, { name: 'Harbour Works', string_id: 'harbour', owner: 'Ada Park' })
  const { origin, owner } = organization
  const sender = await organization.person('Bo Lindqvist')
  for (const { wire } of [owner, sender])
    await wire.ask('POST /users/me/subscriptions', { subscriptions: [{ name: 'tides' }], announce: false })
  const { stream_id } = await owner.wire.ask('GET /get_stream_id', { stream: 'tides' })
  const page = await (await browser.newContext()).newPage()
  await logIn(page, organization, owner)
  for (const [kind, content] of Object.entries(contents)) {
    const topic = kind.replaceAll(' ', '-')
    for (let index = 0; index < shortCount; index += 1) await say(sender, topic, `${index}: The wind turns`)
    await page.goto('about:blank')
    await page.goto(`${origin}/#narrow/stream/${stream_id}/topic/${topic}`)
    await page
      .getByRole('main')
      .getByRole('article')
      .nth(shortCount / 2)
      .waitFor()
    await page.waitForTimeout(1000)
    const times: { firstMs: number; longestMs: number }[] = []
    for (let round = -1; round < rounds; round += 1) {
      const time = await measureDrawing(browser, page, () => say(sender, topic, content))
      // The first one loads styles and warms up.
      if (round >= 0) times.push(time)
    }
    const [first, longest] = [times.map(({ firstMs }) => firstMs), times.map(({ longestMs }) => longestMs)]
    process.stdout.write(
      `${kind}: ${median(first).toFixed(0)} ms, fastest ${Math.min(...first).toFixed(0)}; later tasks at most ${median(longest).toFixed(0)} ms, fastest ${Math.min(...longest).toFixed(0)}\n`,
    )
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(state, { recursive: true })
}
