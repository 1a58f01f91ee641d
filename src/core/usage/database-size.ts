import { storeUnlessQuota } from '../base/quota-refusals'
import { databaseQuota, type QuotaSettings } from './quotas'

/** Per cent of the largest size at which owners are told. */
export const databaseMarks = [70, 85, 95] as const

/** From so many per cent on, nothing is added to the database, so that deleting, settings and logging in still have room. */
export const fullPercent = 98

/** A mark counts as passed until the database is so many points below it, so that a size near a mark is told once. */
const hysteresisPoints = 2

/** If owners could not be told, it is tried again after this many seconds. */
const retrySeconds = 600

const key = 'database_mark'

/** The mark that owners should know of at this size, if `known` is the one that they know of; 0: none. */
export function markAt(percent: number, known: number): number {
  const passed = databaseMarks.findLast((mark) => percent >= mark) ?? 0
  return passed < known && percent > known - hysteresisPoints ? known : passed
}

/** What the platform says of the size of the database with each answer, compared with the largest size of the plan. */
export class DatabaseSize {
  private bytes = 0
  /** UNIX time before which owners are not told: they are being told, or that has just failed. */
  private retryAt = 0
  /** The stored mark that owners know of, so that not each request reads it; null: not read yet. */
  private announcedMark: number | null = null

  constructor(
    private readonly storage: SyncKvStorage,
    private readonly settings: () => QuotaSettings,
    private readonly now: () => number,
  ) {}

  readonly note = (bytes: number | null): void => {
    this.bytes = bytes ?? this.bytes
  }

  /** Per cent of the largest size; 0 if there is none, or no answer yet. */
  get percent(): number {
    const quota = databaseQuota(this.settings())
    return quota === null ? 0 : (this.bytes / quota) * 100
  }

  /** Whether nothing is added to the database any more. */
  get isFull(): boolean {
    return this.percent >= fullPercent
  }

  /**
   * Calls `tellOwners` if owners may not know of the mark at this size. It answers the mark that they know of afterwards; null: it failed.
   * The database says who was told. The object's own storage only saves asking the database at each request.
   */
  async tell(tellOwners: () => Promise<number | null>): Promise<void> {
    const announcedMark = (this.announcedMark ??= this.storage.get<number>(key) ?? 0)
    if (this.now() < this.retryAt || markAt(this.percent, announcedMark) === announcedMark) return
    this.retryAt = Infinity
    const percent = await tellOwners().catch(() => null)
    this.retryAt = percent === null ? this.now() + retrySeconds : 0
    if (percent === null) return
    this.announcedMark = percent
    storeUnlessQuota(() => this.storage.put(key, percent))
  }
}
