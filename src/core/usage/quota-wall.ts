import { QuotaExceeded, storeUnlessQuota, type ExceededQuota } from '../base/quota-refusals'
import { dayOf, untilMidnight } from '../base/units'

/** For so many seconds after a refusal no change is sent. Then one is tried, because the account may have another plan by now. */
const probeSeconds = 60

const key = 'quota_wall'

/** A quota that the platform refused for. */
interface UsedUpQuota {
  readonly quota: ExceededQuota
  /** UNIX time. */
  readonly since: number
}

/**
 * Knows whether the database refuses the realm's changes because a quota of the day is used up. This ends with the first change
 * that goes through, or with the day. It is in the object's own storage, so that clients are told once, even if the object sleeps.
 */
export class QuotaWall {
  private usedUp: UsedUpQuota | null
  private probeAt = 0
  /** Called when the database begins to refuse changes, with the UNIX time until which it will, and with null when they go through again. */
  onChange: (until: number | null) => void = () => undefined

  constructor(
    private readonly storage: SyncKvStorage,
    private readonly now: () => number,
  ) {
    this.usedUp = storage.get<UsedUpQuota>(key) ?? null
  }

  /** Since when the database has refused changes today, in UNIX seconds; null: it does not. */
  get since(): number | null {
    return this.today?.since ?? null
  }

  /** When changes may go through again, in UNIX seconds; null: now. */
  get endsAt(): number | null {
    return this.today && this.now() + untilMidnight(this.now())
  }

  /** The refusal of a change, if it need not even be sent; null: send it. */
  refusal(): QuotaExceeded | null {
    const { today } = this
    return today === null || this.now() >= this.probeAt ? null : new QuotaExceeded(today.quota, this.now())
  }

  /** Notes that a change was refused. */
  note({ quota }: QuotaExceeded): void {
    const wasKnown = this.today !== null
    this.probeAt = this.now() + probeSeconds
    if (wasKnown) return
    this.usedUp = { quota, since: this.now() }
    this.store()
    this.onChange(this.endsAt)
  }

  /** Notes that a change went through. */
  pass(): void {
    if (this.usedUp === null) return
    this.usedUp = null
    this.store()
    this.onChange(null)
  }

  private get today(): UsedUpQuota | null {
    return this.usedUp !== null && dayOf(this.usedUp.since) === dayOf(this.now()) ? this.usedUp : null
  }

  /** Does nothing if the quota of the object's own storage is used up, too. */
  private store(): void {
    const { usedUp } = this
    storeUnlessQuota(() => {
      if (usedUp === null) this.storage.delete(key)
      else this.storage.put(key, usedUp)
    })
  }
}
