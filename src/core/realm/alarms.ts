import { logFailure } from '../base/failures'
import { platformRefusalIn, waitingCodes } from '../base/quota-refusals'
import { daySeconds, untilMidnight } from '../base/units'
import type { Reply } from '../turn/call'
import type { ObjectStorage } from '../usage/counted-storage'

/** The first alarm of a new object comes after this many seconds. */
const firstAlarmSeconds = 600

/** Alarms for expired queues and daily work are at least this many seconds apart. */
const minAlarmSeconds = 60

/** Sets the alarm of a realm object. The platform stores one time for each object, and wakes the object then. */
export class Alarms {
  private isEnsured = false
  private lastChange: Promise<void> = Promise.resolve()

  constructor(
    private readonly storage: ObjectStorage,
    private readonly now: () => number,
  ) {}

  /** Id of the object's realm. It is stored, because an alarm or a socket that wakes the object does not name it. */
  get realm_id(): number {
    return this.storage.kv.get<number>('realm_id')!
  }

  /** Ensures that some alarm is set, and stores the realm's id. */
  async ensure(realm_id: number): Promise<void> {
    if (this.isEnsured) return
    this.isEnsured = true
    // Every `put` costs a row, even if the value is the same.
    if (this.realm_id !== realm_id) this.storage.kv.put('realm_id', realm_id)
    if ((await this.storage.getAlarm()) === null) await this.storage.setAlarm((this.now() + firstAlarmSeconds) * 1000)
  }

  /** Sets the alarm for this time, in UNIX seconds, unless it is set for an earlier time. */
  readonly wakeAt = (seconds: number): Promise<void> => (this.lastChange = this.wakeAfter(this.lastChange, seconds))

  /** Waits for the previous call. Otherwise two calls could both find no alarm, and the later time might stay. */
  private async wakeAfter(other: Promise<void>, seconds: number): Promise<void> {
    await other.catch(() => undefined)
    const alarmAt = await this.storage.getAlarm()
    if (alarmAt === null || alarmAt > seconds * 1000) await this.storage.setAlarm(seconds * 1000)
  }

  /**
   * Does the work of an alarm and sets the next one, even if the work fails: if an alarm itself fails for some minutes, the platform
   * gives it up.
   */
  async ring(work: () => Promise<number>): Promise<void> {
    let next = this.now() + minAlarmSeconds
    try {
      next = await work()
    } catch (error) {
      if (platformRefusalIn(error) !== null) next = afterRefusal(this.now())
      logFailure('alarm', error)
    }
    await this.wakeAt(next)
  }

  /**
   * Does the daily work, if it is due, and answers when it is due again, in UNIX seconds. Incomplete work goes on in a minute, and
   * failed work is tried again in an hour. `mayBegin` is when quotas let it begin, in UNIX seconds; null: now.
   */
  async daily(work: () => Promise<Reply>, mayBegin: number | null): Promise<number> {
    const due = this.storage.kv.get<number>('daily') ?? 0
    if (this.now() < due) return due
    if (mayBegin !== null) return mayBegin
    const next = this.now() + dailyPauseSeconds(await work())
    this.storage.kv.put('daily', next)
    return next
  }

  /** Time of the next alarm. For expired queues and daily work, it is at least a minute from now. */
  earliest({ expiry, daily, others }: { expiry: number | null; daily: number; others: (number | null)[] }): number {
    const notTooSoon = Math.max(Math.min(expiry ?? daily, daily), this.now() + minAlarmSeconds)
    return Math.min(notTooSoon, ...others.map((time) => time ?? notTooSoon))
  }
}

function dailyPauseSeconds(reply: Reply): number {
  if (!('result' in reply)) return 3600
  return (reply.result as { complete: boolean }).complete ? daySeconds : 60
}

/** A failed `dueAction` is tried again after this many seconds. */
const failureRetrySeconds = 10

/** When more work is due, according to the reply of the `dueAction`, in UNIX seconds; null: never. */
export function nextDue(reply: Reply, now: number): number | null {
  if ('result' in reply) return (reply.result as { next: number | null }).next
  const mustWait = 'refused' in reply && waitingCodes.has(reply.refused.code)
  return mustWait ? afterRefusal(now) : now + failureRetrySeconds
}

/**
 * If a quota of the day is used up, or the database is full, work is tried again after this many seconds: the account may have another
 * plan by then, and the database room.
 */
const refusalRetrySeconds = 600

/** When to try such work again. Soon after midnight at the latest. */
const afterRefusal = (now: number): number => now + Math.min(refusalRetrySeconds, untilMidnight(now) + 1)
