import { logWaiting } from '../base/failures'
import { dayOf } from '../base/units'
import { notedUsage } from '../commit/high-water'
import { primaryRegion } from '../base/regions'
import { Database } from '../sql/sql'
import { Awake } from '../usage/awake'
import { withCountedBucket } from '../usage/counted-bucket'
import { countedStorage, type ObjectStorage } from '../usage/counted-storage'
import { AccountFigures } from '../usage/account-figures'
import { QuotaWall } from '../usage/quota-wall'
import { counters, requestsOfMessage } from '../usage/quotas'
import type { UsageView } from '../usage/usage-view'
import { UsageMeter, type Totals } from '../usage/usage-meter'
import { Place } from './place'
import { isReadable } from './stored-shapes'

/** Memory that the platform charges for an object that is awake, in GB. */
const chargedGb = 0.128

/** Counts what a realm object uses of the plan's quotas, where it is used. */
export class ObjectUsage {
  /** The object's own storage. */
  readonly storage: ObjectStorage
  readonly meter: UsageMeter
  readonly wall: QuotaWall
  readonly place: Place
  private readonly account: AccountFigures
  private readonly awake: Awake
  /** Work that can wait does so until this day, according to the last line of the log. */
  private loggedDay = 0

  constructor(
    storage: DurableObjectStorage,
    private readonly bindings: () => Env,
    now: () => number,
  ) {
    this.storage = countedStorage(storage, {
      onRows: (rows) => this.meter.add('object_rows_written', rows),
      isReadable,
    })
    this.meter = new UsageMeter(this.storage.kv, bindings, now, () => notedUsage(this.storage.kv))
    this.wall = new QuotaWall(this.storage.kv, now)
    this.place = new Place({ kv: this.storage.kv, env: bindings, onAnswer: this.meter.onAnswer })
    this.account = new AccountFigures(this.storage.kv, now)
    this.awake = new Awake(now, (seconds) => this.meter.add('object_gb_seconds', seconds * chargedGb))
  }

  /** The bindings, with a bucket that counts its operations. */
  get env(): Env {
    return withCountedBucket(this.bindings(), this.meter.add)
  }

  /** The realm's database, which counts its rows. It knows its bookmark if people may read from replicas. */
  readonly database = (): Database => {
    const database = new Database(this.place.database, this.meter.onAnswer)
    return primaryRegion(this.bindings()) === null ? database : database.withBookmarks()
  }

  /** What actions may know of the usage. */
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

  /** When the day's quotas let work begin, in UNIX seconds; null: now. Work that `canWait` waits earlier than other work. */
  mayBegin({ canWait }: { canWait: boolean }): number | null {
    return this.wall.until ?? (canWait ? this.scarceUntil() : null)
  }

  private scarceUntil(): number | null {
    const until = this.meter.scarceUntil
    if (until !== null && dayOf(until) !== this.loggedDay) {
      this.loggedDay = dayOf(until)
      logWaiting('Previews, exports and daily maintenance', until)
    }
    return until
  }

  /** Does the work of a request to the object, and counts it. `used` is what the Worker has counted of the day's quotas. */
  request<T>(work: () => Promise<T>, used: Totals = {}): Promise<T> {
    for (const counter of counters) this.meter.add(counter, used[counter] ?? 0)
    return this.event(1, work)
  }

  /** Does the work of a client's message on a socket, and counts it. */
  message<T>(work: () => Promise<T>): Promise<T> {
    return this.event(requestsOfMessage, work)
  }

  private event<T>(requests: number, work: () => Promise<T>): Promise<T> {
    this.meter.add('object_requests', requests)
    return this.awake.during(work)
  }
}
