import type { Clock } from './clock.ts'
import { count, duration } from './numbers.ts'
import { describedTime } from './patience.ts'
import { printable } from './printing.ts'

/** Where the line goes: a terminal, or a file or pipe. */
export interface Screen {
  readonly isTerminal: boolean
  /** Columns of the terminal. */
  readonly columns: number
  write(text: string): void
}

/** How far something has come. */
export interface Step {
  /** What is done, such as `Messages`. */
  readonly title: string
  readonly done: number
  /** 0: it is not known yet. */
  readonly total: number
  /** In a second; null: it is not known yet. */
  readonly rate: number | null
  /** Why nothing is sent, and until when, in milliseconds since 1970. */
  readonly wait: { until: number; reason: string } | null
}

const barWidth = 24
const redrawMs = 100
const plainLineMs = 10_000
/** The rate is that of the time behind, so that it follows the network. */
const rateWindowMs = 30_000
const sampleMs = 500
/** Slower than this, nothing can be said about the time that remains. */
const minRate = 0.05

/** A step in one line of at most this many columns. */
export function progressLine({ title, done, total, rate, wait }: Step, columns: number): string {
  const share = total === 0 ? 0 : Math.min(1, done / total)
  const filled = Math.round(share * barWidth)
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`
  // Never 100 before everything is done.
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`
  const parts = total === 0 ? [done === 0 ? '…' : count(done)] : [bar, percent, `${count(done)} of ${count(total)}`]
  if (wait !== null) parts.push(`${describedTime(wait.until)} it goes on: ${wait.reason}`)
  else if (rate !== null && rate >= minRate) {
    parts.push(`${rate < 10 ? rate.toFixed(1) : count(rate)}/s`)
    if (total > done) parts.push(`${duration(((total - done) / rate) * 1000)} left`)
  }
  const line = printable(`${title.padEnd(10)} ${parts.join('  ')}`).replaceAll('\n', ' ')
  return line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`
}

/** Shows how far the import has come: one line that changes on a terminal, else a line every ten seconds. */
export class Progress {
  private readonly screen: Screen | null
  private readonly clock: Clock
  private step: Step | null = null
  private drawnAt = -Infinity
  private isOpen = false
  private samples: { at: number; done: number }[] = []

  /** Without a screen it shows nothing. */
  constructor(screen: Screen | null, clock: Clock) {
    this.screen = screen
    this.clock = clock
  }

  /** Begins the next step. What is `done` of it was done in an earlier run. */
  begin(title: string, total: number, done = 0): void {
    this.end()
    this.step = { title, done, total, rate: null, wait: null }
    this.samples = [{ at: this.clock.now(), done }]
    this.draw(true)
  }

  add(amount: number): void {
    if (this.step === null) return
    const at = this.clock.now()
    const done = this.step.done + amount
    if (at - this.samples.at(-1)!.at >= sampleMs) this.samples.push({ at, done })
    while (this.samples.length > 2 && at - this.samples[1]!.at > rateWindowMs) this.samples.shift()
    const [first] = this.samples as [{ at: number; done: number }]
    const rate = at - first.at < 1000 ? this.step.rate : ((done - first.done) * 1000) / (at - first.at)
    this.step = { ...this.step, done, rate }
    this.draw(false)
  }

  wait(wait: Step['wait']): void {
    if (this.step === null) return
    this.step = { ...this.step, wait }
    // The time of the pause says nothing about the network.
    this.samples = [{ at: this.clock.now(), done: this.step.done }]
    this.draw(true)
  }

  /** Ends the step. */
  end(): void {
    if (this.step !== null) this.draw(true)
    this.step = null
    this.leaveLine()
  }

  /** A line that stays. */
  say(text: string): void {
    if (this.isOpen) this.screen?.write('\r\x1b[K')
    this.isOpen = false
    this.screen?.write(`${printable(text)}\n`)
  }

  private draw(isForced: boolean): void {
    if (this.screen === null || this.step === null) return
    const { isTerminal, columns } = this.screen
    // What takes a moment only needs no line of its own in a file.
    if (!isTerminal && this.step.total === 0 && this.step.done === 0) return
    const at = this.clock.now()
    if (!isForced && at - this.drawnAt < (isTerminal ? redrawMs : plainLineMs)) return
    this.drawnAt = at
    const line = progressLine(this.step, isTerminal ? columns : 500)
    this.screen.write(isTerminal ? `\r\x1b[K${line}` : `${line}\n`)
    this.isOpen = isTerminal
  }

  private leaveLine(): void {
    if (this.isOpen) this.screen?.write('\n')
    this.isOpen = false
  }
}
