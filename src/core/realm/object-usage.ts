import { logWaiting } from '../base/failures'
import { dayOf } from '../base/units'
import { notedUsage } from '../commit/high-water'
import { primaryRegion } from '../base/regions'
import { objectTimeoutMs } from '../sql/object-access'
import { Database, type BatchCost } from '../sql/database'
import { AwakeTime } from '../usage/awake'
import { withCountedBucket } from '../usage/counted-bucket'
import { countedStorage, type ObjectStorage } from '../usage/counted-storage'
import { AccountFigures } from '../usage/account-figures'
import { DatabaseSize } from '../usage/database-size'
import { QuotaWall } from '../usage/quota-wall'
import { counters, requestsOfMessage } from '../usage/quotas'
import type { UsageView } from '../usage/usage-view'
import { UsageMeter, type Totals } from '../usage/usage-meter'
import { Place } from './place'
import { isReadable } from './stored-shapes'

/** Memory that the platform charges for an object that is awake, in GB. */
const chargedGb = 0.128

/** When so many per cent of the day's time of objects are used, guards get no leases any more. */
const guardPercent = 60

/** Work that needs room in the database looks for some once in this many seconds. */
const roomProbeSeconds = 600

/** Counts what a realm object uses of the plan's quotas, where it is used. */
export class ObjectUsage {
  /** The object's own storage. */
  readonly storage: ObjectStorage
  readonly meter: UsageMeter
  readonly wall: QuotaWall
  readonly place: Place
  readonly databaseSize: DatabaseSize
  private readonly account: AccountFigures
  private readonly awake: AwakeTime
  /** Work that can wait does so until this day, according to the last line of the log. */
  private loggedDay = 0

  constructor(
    storage: DurableObjectStorage,
    private readonly bindings: () => Env,
    private readonly now: () => number,
    /** Actions that need room in the database. */
    private readonly fillsDatabase: () => ReadonlySet<string>,
  ) {
    this.storage = countedStorage(storage, {
      onRows: (rows) => this.meter.add('object_rows_written', rows),
      isReadable,
    })
    this.meter = new UsageMeter(this.storage.kv, bindings, now, () => notedUsage(this.storage.kv))
    this.wall = new QuotaWall(this.storage.kv, now)
    // The directory may be in another database, so its answers say nothing of the size of the realm's.
    const onAnswer = (cost: BatchCost): void => this.meter.onAnswer({ ...cost, size: null })
    this.place = new Place({ kv: this.storage.kv, env: bindings, onAnswer })
    this.databaseSize = new DatabaseSize(this.storage.kv, bindings, now)
    this.account = new AccountFigures(this.storage.kv, now)
    this.awake = new AwakeTime(now, this.countAwake)
  }

  /** Counts seconds for which this object, or a guard of its realm, is awake. */
  readonly countAwake = (seconds: number): void => this.meter.add('object_gb_seconds', seconds * chargedGb)

  /** Whether guards may stay awake, so that people far away read from replicas: the rest of the day's time is for the object itself. */
  get hasTimeForGuards(): boolean {
    return this.meter.percent('object_gb_seconds') < guardPercent
  }

  /** The bindings, with a bucket that counts its operations. */
  get env(): Env {
    return withCountedBucket(this.bindings(), this.meter.add)
  }

  /**
   * The realm's database, which counts its rows. It knows its bookmark if people may read from replicas. `onObjectCall` may refuse a
   * request to an object beside it.
   */
  readonly database = (onObjectCall: () => void = () => undefined): Database => {
    const onAnswer = (cost: BatchCost): void => {
      this.meter.onAnswer(cost)
      this.databaseSize.note(cost.size)
    }
    const database = new Database(this.place.database, onAnswer, {
      env: this.bindings(),
      timeoutMs: objectTimeoutMs,
      onCall: () => {
        onObjectCall()
        this.meter.add('object_requests', 1)
      },
      count: ({ rows_written }) => this.meter.add('object_rows_written', rows_written),
    })
    return primaryRegion(this.bindings()) === null ? database : database.withBookmarks()
  }

  /** What actions may know of the usage. */
  get view(): UsageView {
    const { meter, wall, account } = this
    return {
      report: () => meter.report(),
      waitsUntil: this.mayBegin({ canWait: true }),
      refusedSince: wall.since,
      databaseFull: this.databaseSize.isFull,
      accountOn: (day) => account.of(day),
      account,
    }
  }

  /**
   * When work may begin, in UNIX seconds; null: now. It waits for the day's quotas, earlier if it `canWait`. If it ends in an `action`
   * that needs room in the database, it also waits for that.
   */
  mayBegin({ canWait, action = '' }: { canWait: boolean; action?: string }): number | null {
    const hasRoom = !this.databaseSize.isFull || !this.fillsDatabase().has(action)
    return this.wall.endsAt ?? (hasRoom ? (canWait ? this.scarceUntil() : null) : this.now() + roomProbeSeconds)
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
