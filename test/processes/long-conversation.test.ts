/** Somebody who scrolls up a conversation of years. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchOptions } from '../../dev/run/browser.ts'
import { makeLongConversation, openLongConversation } from '../../dev/run/long-conversation.ts'
import { freePort, ServerProcess } from '../../dev/run/server-process.ts'

const count = 50_000

/** Milliseconds of scrolling, and pixels of each turn of the wheel. */
const duration = 12_000
const turn = 600

const maxArticles = 120
const maxHeap = 60 * 1024 * 1024

/** Watches, frame by frame, by how much what is in the middle moves, and how much is drawn. */
function watch(page: Page): Promise<void> {
  return page.evaluate(`(() => {
    const seen = (globalThis.seen = { moves: [], most: 0 })
    let before = null
    function look() {
      const all = [...document.querySelectorAll('main article')]
      seen.most = Math.max(seen.most, all.length)
      if (before?.element.isConnected) seen.moves.push(before.element.getBoundingClientRect().top - before.top)
      const element = all.find((one) => one.getBoundingClientRect().top > innerHeight / 3)
      before = element ? { element, top: element.getBoundingClientRect().top } : null
      requestAnimationFrame(look)
    }
    look()
  })()`)
}

test('who scrolls up is not carried away, and the page stays small', async () => {
  const state = mkdtempSync(join(tmpdir(), 'rivulet-long-'))
  const port = await freePort()
  let server = await ServerProcess.start(port, state)
  await server.stop()
  makeLongConversation(state, count)
  server = await ServerProcess.start(port, state)
  const browser = await chromium.launch(await launchOptions())
  try {
    const page = await browser.newPage()
    await openLongConversation(page, `http://localhost:${port}`, count)
    const { x, y, width, height } = (await page.getByRole('main').boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await watch(page)
    const until = performance.now() + duration
    let asked = 0
    while (performance.now() < until) {
      await page.mouse.wheel(0, -turn)
      asked += turn
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
    const { moves, most } = await page.evaluate(
      () => (globalThis as unknown as { seen: { moves: number[]; most: number } }).seen,
    )
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('Performance.enable')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value
    const moved = moves.reduce((sum, move) => sum + move, 0)
    expect(moved).toBeGreaterThan(20_000)
    // Sometimes a frame takes a step too much, but nobody is carried away.
    expect(moved).toBeLessThan(asked * 1.5)
    expect(most).toBeLessThanOrEqual(maxArticles)
    expect(heap).toBeLessThan(maxHeap)
  } finally {
    await browser.close()
    await server.stop()
    rmSync(state, { recursive: true })
  }
})
