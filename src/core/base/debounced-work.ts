import { storeUnlessQuota } from './quota-refusals'

/** Applies where the deployment sets no `STORAGE_WAIT_SECONDS`. */
const defaultWaitSeconds = '3'

/**
 * Milliseconds by which the object's own storage may lag behind the database. Whatever a busy team changes in this time is
 * stored as one row. The object does not sleep before that.
 */
export const storageLag = ({ STORAGE_WAIT_SECONDS = defaultWaitSeconds }: Pick<Env, 'STORAGE_WAIT_SECONDS'>): number =>
  Number(STORAGE_WAIT_SECONDS) * 1000

interface Delay {
  /** Milliseconds from a call to the work that it asks for. */
  readonly ms: number
  /**
   * With this, the work waits until `ms` have passed without a further call. It may wait for twice as long, but calls put it off by this many
   * milliseconds at most. When missing, they do not put it off at all.
   */
  readonly maxDelayMs?: number
}

/**
 * Does work a little later, once for all calls until then, so that a burst of changes is stored in few rows. If the storage
 * refuses because a quota of the day is used up, the next call tries again.
 */
export class DebouncedWork {
  private timer: ReturnType<typeof setTimeout> | null = null
  private isCalledAgain = false
  /** Milliseconds by which further calls can still put the work off. */
  private delayLeftMs = 0

  constructor(
    private readonly work: () => void,
    private readonly delay: Delay,
  ) {}

  /** Asks for the work. Sets a timer only if none runs, because setting one takes longer than the rest of many a call. */
  readonly schedule = (): void => {
    if (this.timer !== null) {
      this.isCalledAgain = true
      return
    }
    const { ms, maxDelayMs = 0 } = this.delay
    this.delayLeftMs = maxDelayMs - ms
    this.wait()
  }

  private wait(): void {
    this.isCalledAgain = false
    this.timer = setTimeout(() => this.flushOrWait(), this.delay.ms)
  }

  private flushOrWait(): void {
    const ms = Math.max(this.delay.ms, 1)
    if (!this.isCalledAgain || this.delayLeftMs < ms) return this.flush()
    this.delayLeftMs -= ms
    this.wait()
  }

  /** Does the work at once. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    storeUnlessQuota(this.work)
  }
}
