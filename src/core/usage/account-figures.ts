import { storeUnlessQuota } from '../base/quota-refusals'
import type { Totals } from './usage-meter'

/** What the whole account of Cloudflare used on a day, according to the platform. */
export interface AccountDay {
  /** Days since 1970. */
  readonly day: number
  readonly totals: Totals
  readonly database_bytes: number | null
}

/** The platform is asked once in this many seconds. */
const askEverySeconds = 3600

const key = 'usage_account'

interface StoredFigures {
  asked_at: number
  days: readonly AccountDay[]
}

/** The platform's own figures of the account, in the object's storage. However many people look, the platform is asked once an hour. */
export class AccountFigures {
  constructor(
    private readonly storage: SyncKvStorage,
    private readonly now: () => number,
  ) {}

  /** Whether the caller should ask the platform. Nobody else should then, for an hour. */
  takeTurn(): boolean {
    const { asked_at, days } = this.stored
    if (this.now() - asked_at < askEverySeconds) return false
    this.store({ asked_at: this.now(), days })
    return true
  }

  keep(days: readonly AccountDay[]): void {
    this.store({ asked_at: this.stored.asked_at, days })
  }

  /** The figures of a day; null if the platform has said none. */
  of(day: number): AccountDay | null {
    return this.stored.days.find((one) => one.day === day) ?? null
  }

  private store(stored: StoredFigures): void {
    storeUnlessQuota(() => this.storage.put(key, stored))
  }

  private get stored(): StoredFigures {
    return this.storage.get<StoredFigures>(key) ?? { asked_at: 0, days: [] }
  }
}
