/**
 * `npm run bench:scrolling`: somebody who scrolls up through 10,000 messages of one conversation, and the same in a bare page that has
 * 10,000 paragraphs in a scroller. How long the tasks of the page's main thread take, in milliseconds of processor time: a task over 33
 * makes a frame late. And the memory in the end: JavaScript's, and all that the page's process has.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { launchOptions } from '../dev/run/browser.ts'
import { repeatNewestMessage } from '../dev/run/repeated-messages.ts'
import { freePort, ServerProcess } from '../dev/run/server-process.ts'

const messageCount = 10_000

/** More messages than are scrolled through, so that the first one is never there. */
const storedCount = 12_000

const topic = 'trying things out'

/** Pixels of each turn of the wheel; there is one turn a frame. */
const turnPixels = 600

/** Milliseconds that one frame may take, so that there are 30 in a second. */
const frameMs = 33

/** One event of a trace; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly tdur?: number
}

interface Measurement {
  /** Processor time of each task, in milliseconds, shortest first. */
  readonly taskMs: readonly number[]
  readonly heapMiB: number
  readonly processMiB: number
}

/** Turns the wheel once in each frame until `isDone`, and measures. */
async function measure(browser: Browser, page: Page, isDone: () => Promise<boolean>): Promise<Measurement> {
  const { width, height } = page.viewportSize()!
  await page.mouse.move(width / 2, height / 2)
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  await page.evaluate(`performance.mark('scrolling-begins')`)
  while (!(await isDone())) {
    await page.mouse.wheel(0, -turnPixels)
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const start = traceEvents.find(({ name }) => name === 'scrolling-begins')!
  const taskMs = traceEvents
    .filter(({ name, ph }) => name.endsWith('RunTask') && ph === 'X')
    .filter(({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts > start.ts)
    .map(({ tdur = 0 }) => tdur / 1000)
    .toSorted((a, b) => a - b)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const heapBytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value
  return { taskMs, heapMiB: heapBytes / 2 ** 20, processMiB: processMemory(start.pid) }
}

/** MiB of memory that a process has for itself; not a number where the system does not say. */
function processMemory(pid: number): number {
  try {
    const [, kib] = /^Pss_Anon: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))!
    return Number(kib) / 1024
  } catch {
    return Number.NaN
  }
}

function report(name: string, { taskMs, heapMiB, processMiB }: Measurement): void {
  const at = (share: number): string => taskMs[Math.floor((taskMs.length - 1) * share)]!.toFixed(1)
  const lateCount = taskMs.filter((ms) => ms > frameMs).length
  process.stdout.write(
    `${name}: ${taskMs.length} tasks, 99 % under ${at(0.99)} ms, the longest ${at(1)} ms, ${lateCount} over ${frameMs} ms; ` +
      `heap ${heapMiB.toFixed(0)} MiB, process ${processMiB.toFixed(0)} MiB\n`,
  )
}

/** A page with as many paragraphs, of the same texts. */
const bareHtml = `<!doctype html>
<title>Bare</title>
<style>body { margin: 0 } main { height: 100vh; overflow-y: auto; font: 15px/1.45 system-ui } p { margin: 0; padding: 8px 20px }</style>
<main></main>
<script>
  const main = document.querySelector('main')
  for (let number = 1; number <= ${messageCount}; number += 1) {
    const paragraph = document.createElement('p')
    paragraph.textContent = 'Number ' + number + ' and so on'.repeat((number % 7) * number % 40)
    main.append(paragraph)
  }
  main.scrollTop = main.scrollHeight
</script>`

const state = mkdtempSync(join(tmpdir(), 'rivulet-'))
const port = await freePort()
let server = await ServerProcess.start(port, state)
await server.stop()
repeatNewestMessage(state, topic, storedCount)
server = await ServerProcess.start(port, state)
const browser = await chromium.launch(await launchOptions())
try {
  const barePage = await browser.newPage()
  await barePage.setContent(bareHtml)
  const isAtTop = () => barePage.evaluate<boolean>(`document.querySelector('main').scrollTop === 0`)
  report('bare page', await measure(browser, barePage, isAtTop))
  await barePage.close()

  const page = await browser.newPage()
  await page.goto(`http://localhost:${port}/login`)
  await page.getByRole('group', { name: 'Demo accounts' }).getByRole('button').first().click()
  const streams = page.getByRole('navigation', { name: 'Streams' })
  await streams.getByRole('link', { name: /^general/ }).click()
  // Else the conversation would open at its first unread message.
  await page.evaluate(() =>
    fetch('/api/v1/mark_all_as_read', { method: 'POST', headers: { 'X-Requested-With': 'test' } }),
  )
  await streams.getByRole('link', { name: topic, exact: true }).click()
  const newest = page.getByRole('article').filter({ hasText: `Number ${storedCount}` })
  await newest.waitFor()
  const newestId = Number(await newest.getAttribute('data-id'))
  const hasScrolled = () =>
    page.evaluate<boolean>(
      `Number(document.querySelector('main article')?.dataset.id ?? Infinity) <= ${newestId - messageCount}`,
    )
  report('web client', await measure(browser, page, hasScrolled))
} finally {
  await browser.close()
  await server.stop()
  rmSync(state, { recursive: true })
}
