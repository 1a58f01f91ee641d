import type { Browser, Page } from 'playwright-core'

/** One event of a trace; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

export interface MainThreadTasks {
  /** Milliseconds of processor time of each task, in their order. */
  readonly taskMs: readonly number[]
  /** Those after the mark `end`. */
  readonly laterTaskMs: readonly number[]
  /** Process id of the page. */
  readonly pid: number
}

/**
 * The tasks of a page's main thread while `work` goes on: those from the mark `start` on, which the page sets by `performance.mark`, to the
 * mark `end`; without `end`, all after `start`.
 */
export async function mainThreadTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
  marks: { readonly start: string; readonly end?: string },
): Promise<MainThreadTasks> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const start = traceEvents.find(({ name }) => name === marks.start)!
  const endTime = traceEvents.find(({ name }) => name === marks.end)?.ts ?? Infinity
  const tasks = traceEvents
    .filter(
      ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && pid === start.pid && tid === start.tid,
    )
    .filter(({ ts, dur = 0 }) => ts + dur >= start.ts)
  const processorMs = (some: readonly TraceEvent[]): number[] => some.map(({ tdur = 0 }) => tdur / 1000)
  return {
    taskMs: processorMs(tasks.filter(({ ts }) => ts <= endTime)),
    laterTaskMs: processorMs(tasks.filter(({ ts }) => ts > endTime)),
    pid: start.pid,
  }
}
