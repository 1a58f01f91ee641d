/**
 * `npm run bench:scrolling` scrolls up through 10,000 messages of one conversation, one turn of the wheel in each frame. Beside that it
 * scrolls through a bare page with 10,000 paragraphs. It prints how long the tasks of the page's main thread take, in milliseconds of
 * processor time: a task of more than 33 makes a frame late. At the end it prints the memory: of JavaScript, and of the whole process.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { launchOptions } from '../dev/run/browser.ts'
import { makeLongConversation, openLongConversation } from '../dev/run/long-conversation.ts'
import { freePort, ServerProcess } from '../dev/run/server-process.ts'
import { mainThreadTasks } from './main-thread.ts'

const messageCount = 10_000

/** More messages than are scrolled through, so that the first one is never there. */
const storedCount = 12_000

/** Pixels of each turn of the wheel; there is one turn a frame. */
const turnPixels = 600

/** Milliseconds that one frame may take, so that there are 30 in a second. */
const frameMs = 33

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
  const work = async () => {
    await page.evaluate(`performance.mark('scrolling-begins')`)
    while (!(await isDone())) {
      await page.mouse.wheel(0, -turnPixels)
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
  }
  const { taskMs, pid } = await mainThreadTasks(browser, page, work, { start: 'scrolling-begins' })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const heapBytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value
  return { taskMs: taskMs.toSorted((a, b) => a - b), heapMiB: heapBytes / 2 ** 20, processMiB: processMemory(pid) }
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
makeLongConversation(state, storedCount)
server = await ServerProcess.start(port, state)
const browser = await chromium.launch(await launchOptions())
try {
  const barePage = await browser.newPage()
  await barePage.setContent(bareHtml)
  const isAtTop = () => barePage.evaluate<boolean>(`document.querySelector('main').scrollTop === 0`)
  report('bare page', await measure(browser, barePage, isAtTop))
  await barePage.close()

  const page = await browser.newPage()
  const newest = await openLongConversation(page, `http://localhost:${port}`, storedCount)
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
