import { storeUnlessQuota } from './quota-refusals'

/** Seconds, unless the settings say something else. */
const usualWait = '3'

/**
 * Milliseconds by which the object's own storage may lag behind the database: what a busy team changes in this time takes one
 * row. The object does not sleep before it is stored.
 */
export const storageLag = ({ STORAGE_WAIT_SECONDS = usualWait }: Pick<Env, 'STORAGE_WAIT_SECONDS'>): number =>
  Number(STORAGE_WAIT_SECONDS) * 1000

/**
 * Does work a little later, once for all calls until then: a burst of changes is stored in few rows. Where the storage refuses
 * because a quota of the day is used up, the next call tries again.
 */
export class Debounced {
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(
    private readonly work: () => void,
    private readonly ms: number,
  ) {}

  readonly soon = (): void => {
    this.timer ??= setTimeout(() => this.now(), this.ms)
  }

  now(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    storeUnlessQuota(this.work)
  }
}
