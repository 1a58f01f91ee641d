import { signal } from '@preact/signals-core'

/** The time as it is told: nothing in the store looks at a clock. */
export class StoreClock {
  /** Milliseconds since 1970. */
  readonly now
  /** Seconds that the server's clock is ahead. */
  aheadSeconds = 0

  constructor(now: number) {
    this.now = signal(now)
  }

  /** Seconds since 1970 by the server's clock. */
  seconds(): number {
    return this.now.value / 1000 + this.aheadSeconds
  }
}
