import { storeUnlessQuota } from '../base/quota-refusals'
import type { Totals } from './usage-meter'

/** What the platform says that the whole account used of a day. */
export interface AccountDay {
  /** Days since 1970. */
  readonly day: number
  readonly totals: Totals
  readonly database_bytes: number | null
}

/** Seconds between two times that the platform is asked. */
const pause = 3600

const key = 'usage_account'

interface Stored {
  asked_at: number
  days: readonly AccountDay[]
}

/** The account's own figures, in the object's storage: the platform is asked once an hour at most, whoever looks. */
export class AccountFigures {
  constructor(
    private readonly storage: SyncKvStorage,
    private readonly now: () => number,
  ) {}

  /** Whether the caller is to ask the platform. Nobody else is then, for an hour. */
  takeTurn(): boolean {
    const { asked_at, days } = this.stored
    if (this.now() - asked_at < pause) return false
    this.store({ asked_at: this.now(), days })
    return true
  }

  keep(days: readonly AccountDay[]): void {
    this.store({ asked_at: this.stored.asked_at, days })
  }

  /** Figures of this day; null if the platform told none. */
  of(day: number): AccountDay | null {
    return this.stored.days.find((one) => one.day === day) ?? null
  }

  private store(stored: Stored): void {
    storeUnlessQuota(() => this.storage.put(key, stored))
  }

  private get stored(): Stored {
    return this.storage.get<Stored>(key) ?? { asked_at: 0, days: [] }
  }
}
