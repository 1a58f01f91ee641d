import { daySeconds } from '../base/units'
import type { Reply } from '../turn/call'

/** Seconds after which an object that was just woken for the first time looks whether something is due. */
const firstLook = 600

/** Shortest time between two looks for queues that expired and for the day that is over, in seconds. */
const pause = 60

/** The alarm of a realm object: the platform keeps one time for each object, and wakes it then. */
export class Alarms {
  private isEnsured = false
  private lastChange: Promise<void> = Promise.resolve()

  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly now: () => number,
  ) {}

  /** Which realm the object is for, as an alarm or a socket that wakes it does not say. */
  get realm_id(): number {
    return this.storage.kv.get<number>('realm_id')!
  }

  /** Sees to it that some alarm is set, and remembers the realm. */
  async ensure(realm_id: number): Promise<void> {
    if (this.isEnsured) return
    this.isEnsured = true
    this.storage.kv.put('realm_id', realm_id)
    if ((await this.storage.getAlarm()) === null) await this.storage.setAlarm((this.now() + firstLook) * 1000)
  }

  /** Wakes the object at that time, in UNIX seconds, or before. */
  readonly wakeAt = (seconds: number): Promise<void> => (this.lastChange = this.wakeAfter(this.lastChange, seconds))

  /** Two who find no alarm would both set it, and the later time would stay; so one waits for the other. */
  private async wakeAfter(other: Promise<void>, seconds: number): Promise<void> {
    await other.catch(() => undefined)
    const set = await this.storage.getAlarm()
    if (set === null || set > seconds * 1000) await this.storage.setAlarm(seconds * 1000)
  }

  /**
   * Does what an alarm is for, and sets the next one, also when that fails: the platform gives up on an alarm that fails
   * for some minutes.
   */
  async ring(work: () => Promise<number>): Promise<void> {
    let next = this.now() + pause
    try {
      next = await work()
    } catch (error) {
      console.error('What is done without being asked failed', error)
    }
    await this.wakeAt(next)
  }

  /**
   * Does what is done once a day, if it is time; answers when it is time again, in UNIX seconds. Work that is not complete
   * goes on in a minute, and what failed is tried again in an hour.
   */
  async daily(work: () => Promise<Reply>): Promise<number> {
    const due = this.storage.kv.get<number>('daily') ?? 0
    if (this.now() < due) return due
    const next = this.now() + pauseAfter(await work())
    this.storage.kv.put('daily', next)
    return next
  }

  /** When the next alarm rings: for a queue that expires or a day that ends no sooner than in a minute. */
  earliest({ expiry, daily, others }: { expiry: number | null; daily: number; others: (number | null)[] }): number {
    const patient = Math.max(Math.min(expiry ?? daily, daily), this.now() + pause)
    return Math.min(patient, ...others.map((time) => time ?? patient))
  }
}

function pauseAfter(reply: Reply): number {
  if (!('result' in reply)) return 3600
  return (reply.result as { complete: boolean }).complete ? daySeconds : 60
}

/** Seconds after which the work that is due is tried again when it failed. */
const pauseAfterFailure = 10

/** When something is due again by the reply of the `dueAction`, in UNIX seconds; null when nothing is. */
export const nextDue = (reply: Reply, now: number): number | null =>
  'result' in reply ? (reply.result as { next: number | null }).next : now + pauseAfterFailure
