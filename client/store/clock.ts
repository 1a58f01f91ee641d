import { signal, type Signal } from '@preact/signals-core'

/** The time for the store, which looks at no clock itself. `Store.passTime` sets it. */
export class StoreClock {
  /** Milliseconds since 1970. */
  readonly now: Signal<number>
  /** By how many seconds the server's clock is ahead of this one. */
  aheadSeconds = 0

  constructor(now: number) {
    this.now = signal(now)
  }

  /** Seconds since 1970 by the server's clock. */
  seconds(): number {
    return this.now.value / 1000 + this.aheadSeconds
  }
}
