import type { Clock } from '../../client/connection/clock'

interface Timer {
  readonly at: number
  readonly milliseconds: number
  readonly run: () => void
}

/** A client's clock that only `pass` moves. */
export class ManualClock implements Clock {
  /** The value of `random`. */
  chance = 1
  private time = 0
  private readonly timers = new Set<Timer>()

  now(): number {
    return this.time
  }

  random(): number {
    return this.chance
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.time + milliseconds, milliseconds, run }
    this.timers.add(timer)
    return () => this.timers.delete(timer)
  }

  /** The pending waits in seconds, the shortest first. */
  get waits(): number[] {
    return this.ordered().map(({ milliseconds }) => milliseconds / 1000)
  }

  /** Moves the clock forward, and runs what becomes due, in order. */
  pass(seconds: number): void {
    const until = this.time + seconds * 1000
    for (;;) {
      const next = this.ordered()[0]
      if (next === undefined || next.at > until) break
      this.timers.delete(next)
      this.time = next.at
      next.run()
    }
    this.time = until
  }

  private ordered(): Timer[] {
    return [...this.timers].toSorted((a, b) => a.at - b.at)
  }
}
