import { QuotaExceeded, storeUnlessQuota, type ExceededQuota } from '../base/quota-refusals'
import { dayOf, untilMidnight } from '../base/units'

/** Seconds after a refusal during which no change is sent: then one is, because the account may have got another plan. */
const probeSeconds = 60

const key = 'quota_wall'

/** A quota that was found used up. */
interface Found {
  readonly quota: ExceededQuota
  /** UNIX time. */
  readonly since: number
}

/**
 * Whether the database refuses the realm's changes, because a quota of the day is used up. It stands in the object's own storage:
 * clients are told once, also when the object sleeps meanwhile. It ends with the first change that goes through, and with the
 * day at the latest.
 */
export class QuotaWall {
  private found: Found | null
  private probeAt = 0
  /** Called once when changes begin to be refused, with the time until then in UNIX seconds, and with null when they go through again. */
  onChange: (until: number | null) => void = () => undefined

  constructor(
    private readonly storage: SyncKvStorage,
    private readonly now: () => number,
  ) {
    this.found = storage.get<Found>(key) ?? null
  }

  /** Since when changes are refused today, in UNIX seconds; null: they are not. */
  get since(): number | null {
    return this.today?.since ?? null
  }

  /** When work may go on, in UNIX seconds; null: now. */
  get until(): number | null {
    return this.today && this.now() + untilMidnight(this.now())
  }

  /** The refusal of a change that need not be sent; null: send it. */
  refusal(): QuotaExceeded | null {
    const { today } = this
    return today === null || this.now() >= this.probeAt ? null : new QuotaExceeded(today.quota, this.now())
  }

  /** Notes that a change was refused. */
  note({ quota }: QuotaExceeded): void {
    const wasKnown = this.today !== null
    this.probeAt = this.now() + probeSeconds
    if (wasKnown) return
    this.found = { quota, since: this.now() }
    this.store()
    this.onChange(this.until)
  }

  /** Notes that a change went through. */
  pass(): void {
    if (this.found === null) return
    this.found = null
    this.store()
    this.onChange(null)
  }

  private get today(): Found | null {
    return this.found !== null && dayOf(this.found.since) === dayOf(this.now()) ? this.found : null
  }

  /** The object's own storage may have a quota that is used up as well. */
  private store(): void {
    const { found } = this
    storeUnlessQuota(() => {
      if (found === null) this.storage.delete(key)
      else this.storage.put(key, found)
    })
  }
}
