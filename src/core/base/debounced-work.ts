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
  /** Further calls put the work off, but never longer than this many milliseconds. When missing, they do not put it off at all. */
  readonly maxDelayMs?: number
}

/**
 * Does work a little later, once for all calls until then, so that a burst of changes is stored in few rows. If the storage
 * refuses because a quota of the day is used up, the next call tries again.
 */
export class DebouncedWork {
  private timer: ReturnType<typeof setTimeout> | null = null
  /** When the first call came that still waits, in milliseconds. */
  private firstCallAt = 0

  constructor(
    private readonly work: () => void,
    private readonly delay: Delay,
  ) {}

  /** Asks for the work. */
  readonly schedule = (): void => {
    const { ms, maxDelayMs = 0 } = this.delay
    if (this.timer === null) this.firstCallAt = Date.now()
    else if (Date.now() + ms > this.firstCallAt + maxDelayMs) return
    else clearTimeout(this.timer)
    this.timer = setTimeout(() => this.flush(), ms)
  }

  /** Does the work at once. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    storeUnlessQuota(this.work)
  }
}
