import type { Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly args: { readonly data?: { readonly nodeName?: string } }
}

/** Marks in the trace when a new message is in the page, and when it is painted. */
const watchScript = `globalThis.painted = new Promise((resolve) => {
  new MutationObserver((changes, observer) => {
    if (!changes.some(({ addedNodes }) => [...addedNodes].some(({ nodeName }) => nodeName === 'ARTICLE'))) return
    observer.disconnect()
    performance.mark('message-added')
    requestAnimationFrame(() => setTimeout(() => (performance.mark('message-painted'), resolve())))
  }).observe(document.querySelector('main'), { childList: true, subtree: true })
}); 0`

/**
 * What the browser does to draw a message that `send` sends: how often it lays the page out, and the elements that it paints, as in
 * `ARTICLE class='message'`.
 */
export async function drawingOf(
  page: Page,
  send: () => Promise<unknown>,
): Promise<{ readonly layoutCount: number; readonly painted: readonly string[] }> {
  const browser = page.context().browser()!
  await page.evaluate(watchScript)
  await browser.startTracing(page, {
    categories: ['toplevel', 'blink.user_timing', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await send()
  await page.evaluate('globalThis.painted')
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const added = traceEvents.find(({ name }) => name === 'message-added')!
  const onMain = traceEvents.filter(({ pid, tid }) => pid === added.pid && tid === added.tid)
  // What was added may have been laid out by the same task before the mark.
  const [task] = onMain.filter(
    ({ name, ts, dur = 0 }) => name === 'ThreadControllerImpl::RunTask' && ts <= added.ts && ts + dur >= added.ts,
  )
  const begin = task?.ts ?? added.ts
  const { ts: end } = onMain.find(({ name }) => name === 'message-painted')!
  const steps = onMain.filter(({ ts }) => ts >= begin && ts <= end)
  return {
    layoutCount: steps.filter(({ name }) => name === 'Layout').length,
    painted: steps.filter(({ name }) => name === 'Paint').map(({ args }) => args.data?.nodeName ?? ''),
  }
}
