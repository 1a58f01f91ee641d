import { logWaiting } from '../base/failures'
import { dayOf } from '../base/units'
import { notedUsage } from '../commit/high-water'
import { Database } from '../sql/sql'
import { Awake } from '../usage/awake'
import { withCountedBucket } from '../usage/counted-bucket'
import { countedStorage, type ObjectStorage } from '../usage/counted-storage'
import { AccountFigures } from '../usage/account-figures'
import { QuotaWall } from '../usage/quota-wall'
import { counters, requestsOfMessage } from '../usage/quotas'
import type { UsageView } from '../usage/usage-view'
import { UsageMeter, type Totals } from '../usage/usage-meter'

/** Memory that the platform charges for an object that is awake, in GB. */
const chargedGb = 0.128

/** What a realm object uses of the plan's quotas, counted where it is used. */
export class ObjectUsage {
  /** The object's own storage. */
  readonly storage: ObjectStorage
  readonly meter: UsageMeter
  readonly wall: QuotaWall
  private readonly account: AccountFigures
  private readonly awake: Awake
  /** The day until which work waits that can, by what the log was told last. */
  private saidUntil = 0

  constructor(
    storage: DurableObjectStorage,
    private readonly bindings: () => Env,
    now: () => number,
  ) {
    this.storage = countedStorage(storage, (rows) => this.meter.add('object_rows_written', rows))
    this.meter = new UsageMeter(this.storage.kv, bindings, now, () => notedUsage(this.storage.kv))
    this.wall = new QuotaWall(this.storage.kv, now)
    this.account = new AccountFigures(this.storage.kv, now)
    this.awake = new Awake(now, (seconds) => this.meter.add('object_gb_seconds', seconds * chargedGb))
  }

  /** The bindings, whose bucket counts. */
  get env(): Env {
    return withCountedBucket(this.bindings(), this.meter.add)
  }

  /** The database, whose rows are counted. */
  readonly database = (): Database => new Database(this.bindings().DB, this.meter.onAnswer)

  /** What actions may know. */
  get view(): UsageView {
    const { meter, wall, account } = this
    return {
      report: () => meter.report(),
      waitsUntil: this.mayBegin({ canWait: true }),
      refusedSince: wall.since,
      accountOn: (day) => account.of(day),
      account,
    }
  }

  /** When work that can wait may begin, and when all others may, in UNIX seconds; null: now. */
  mayBegin({ canWait }: { canWait: boolean }): number | null {
    return this.wall.until ?? (canWait ? this.scarceUntil() : null)
  }

  private scarceUntil(): number | null {
    const until = this.meter.scarceUntil
    if (until !== null && dayOf(until) !== this.saidUntil) {
      this.saidUntil = dayOf(until)
      logWaiting('Previews, exports and daily maintenance', until)
    }
    return until
  }

  /** Counts a request to the object while it works on it. `used`: what the Worker counted before. */
  request<T>(work: () => Promise<T>, used: Totals = {}): Promise<T> {
    for (const counter of counters) this.meter.add(counter, used[counter] ?? 0)
    return this.event(1, work)
  }

  /** Counts a message of a client on a socket. */
  message<T>(work: () => Promise<T>): Promise<T> {
    return this.event(requestsOfMessage, work)
  }

  private event<T>(requests: number, work: () => Promise<T>): Promise<T> {
    this.meter.add('object_requests', requests)
    return this.awake.during(work)
  }
}
