import { logFailure } from '../base/failures'
import { quotaCode, QuotaExceeded } from '../base/quota-refusals'
import { daySeconds, untilMidnight } from '../base/units'
import type { Reply } from '../turn/call'
import type { ObjectStorage } from '../usage/counted-storage'

/** Seconds until the first alarm of a new object. */
const firstLook = 600

/** Shortest time between two alarms for expired queues and daily work, in seconds. */
const pause = 60

/** The alarm of a realm object: the platform keeps one time for each object, and wakes it then. */
export class Alarms {
  private isEnsured = false
  private lastChange: Promise<void> = Promise.resolve()

  constructor(
    private readonly storage: ObjectStorage,
    private readonly now: () => number,
  ) {}

  /** Id of the object's realm: an alarm or a socket that wakes the object does not name it. */
  get realm_id(): number {
    return this.storage.kv.get<number>('realm_id')!
  }

  /** Ensures that some alarm is set, and stores the realm's id. */
  async ensure(realm_id: number): Promise<void> {
    if (this.isEnsured) return
    this.isEnsured = true
    // Each value that is put costs a row.
    if (this.realm_id !== realm_id) this.storage.kv.put('realm_id', realm_id)
    if ((await this.storage.getAlarm()) === null) await this.storage.setAlarm((this.now() + firstLook) * 1000)
  }

  /** Sets the alarm for this time, in UNIX seconds, unless it rings before. */
  readonly wakeAt = (seconds: number): Promise<void> => (this.lastChange = this.wakeAfter(this.lastChange, seconds))

  /** Waits for the last call first: two calls that both find no alarm would set it, and the later time might stay. */
  private async wakeAfter(other: Promise<void>, seconds: number): Promise<void> {
    await other.catch(() => undefined)
    const set = await this.storage.getAlarm()
    if (set === null || set > seconds * 1000) await this.storage.setAlarm(seconds * 1000)
  }

  /**
   * Does the work of an alarm and sets the next one, also when the work fails: the platform gives up on an alarm that fails for
   * some minutes.
   */
  async ring(work: () => Promise<number>): Promise<void> {
    let next = this.now() + pause
    try {
      next = await work()
    } catch (error) {
      if (error instanceof QuotaExceeded) next = afterQuota(this.now())
      logFailure('alarm', error)
    }
    await this.wakeAt(next)
  }

  /**
   * Does the daily work, if it is time; answers when it is time again, in UNIX seconds. Incomplete work goes on in a minute, and
   * failed work is tried again in an hour. `mayBegin`: when it may, in UNIX seconds; null: now.
   */
  async daily(work: () => Promise<Reply>, mayBegin: number | null): Promise<number> {
    const due = this.storage.kv.get<number>('daily') ?? 0
    if (this.now() < due) return due
    if (mayBegin !== null) return mayBegin
    const next = this.now() + pauseAfter(await work())
    this.storage.kv.put('daily', next)
    return next
  }

  /** Time of the next alarm. For expired queues and daily work it is a minute away at least. */
  earliest({ expiry, daily, others }: { expiry: number | null; daily: number; others: (number | null)[] }): number {
    const patient = Math.max(Math.min(expiry ?? daily, daily), this.now() + pause)
    return Math.min(patient, ...others.map((time) => time ?? patient))
  }
}

function pauseAfter(reply: Reply): number {
  if (!('result' in reply)) return 3600
  return (reply.result as { complete: boolean }).complete ? daySeconds : 60
}

/** Seconds after which a failed `dueAction` is tried again. */
const pauseAfterFailure = 10

/** When more work is due, by the reply of the `dueAction`, in UNIX seconds; null: none. */
export function nextDue(reply: Reply, now: number): number | null {
  if ('result' in reply) return (reply.result as { next: number | null }).next
  const isQuota = 'refused' in reply && reply.refused.code === quotaCode
  return isQuota ? afterQuota(now) : now + pauseAfterFailure
}

/** Seconds after which work is tried again that a quota of the day stood in the way of: the account may have got another plan. */
const pauseAtQuota = 600

/** When to try such work again: soon after midnight at the latest. */
const afterQuota = (now: number): number => now + Math.min(pauseAtQuota, untilMidnight(now) + 1)
