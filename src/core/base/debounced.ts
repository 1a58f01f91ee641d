import { storeUnlessQuota } from './quota-refusals'

/** Seconds, unless the settings say something else. */
const usualWait = '3'

/**
 * Milliseconds by which the object's own storage may lag behind the database: what a busy team changes in this time takes one
 * row. The object does not sleep before it is stored.
 */
export const storageLag = ({ STORAGE_WAIT_SECONDS = usualWait }: Pick<Env, 'STORAGE_WAIT_SECONDS'>): number =>
  Number(STORAGE_WAIT_SECONDS) * 1000

interface Delay {
  /** Milliseconds from a call to the work. */
  readonly ms: number
  /** Milliseconds by which further calls put the work off at most; when missing, they do not put it off. */
  readonly longestMs?: number
}

/**
 * Does work a little later, once for all calls until then: a burst of changes is stored in few rows. Where the storage refuses
 * because a quota of the day is used up, the next call tries again.
 */
export class Debounced {
  private timer: ReturnType<typeof setTimeout> | null = null
  /** Time of the first call that waits, in milliseconds. */
  private firstCallAt = 0

  constructor(
    private readonly work: () => void,
    private readonly delay: Delay,
  ) {}

  readonly soon = (): void => {
    const { ms, longestMs = 0 } = this.delay
    if (this.timer === null) this.firstCallAt = Date.now()
    else if (Date.now() + ms > this.firstCallAt + longestMs) return
    else clearTimeout(this.timer)
    this.timer = setTimeout(() => this.now(), ms)
  }

  now(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    storeUnlessQuota(this.work)
  }
}
