import { logFailure } from '../base/failures'
import { objectLimits } from '../base/object-limits'
import { daySeconds } from '../base/units'
import { DatabaseFull, databaseFullCode, platformRefusalIn, quotaCode, QuotaExceeded } from '../base/quota-refusals'
import type { Reply } from '../turn/call'
import type { Change, Job } from '../turn/change'
import type { ShareIds } from '../turn/share-limits'
import { SupersededError } from '../commit/send-until-decided'
import type { Ids } from '../sql/ids'
import { ObjectUnavailable } from '../sql/object-access'
import { fragment, type Fragment, type Row, type Sql } from '../sql/sql'
import type { JobContext, JobReport, JobTable } from './job-kind'
import { countFailure, deleteJob, noteUnanswered, storedPayload, type JobRow } from './job-rows'

interface StoredJob extends Job {
  /** Id of its row; below zero for a job that the agenda records. */
  readonly id: number
  readonly owner: number | null
  readonly pool: number | undefined
  /** Failed attempts. */
  readonly attempts: number
  /** Earliest time for the next attempt, in UNIX seconds. */
  readonly due: number
  /** Since when an object beside the database has not answered, in UNIX seconds; missing: it has, or was not asked. */
  readonly unansweredSince?: number | undefined
}

/** What jobs need of the realm object. */
interface JobDeps extends Omit<JobContext, 'now' | 'sql'> {
  readonly table: JobTable
  readonly now: () => number
  /** Reads from the database, apart from the reads of turns. */
  readonly sql: () => Sql
  /** Performs a system action. `also` is called after the action has decided, and its writes join the change. */
  readonly perform: (
    name: string,
    input: JobReport<unknown, unknown>,
    also: () => readonly Fragment[],
  ) => Promise<Reply>
  readonly write: (writes: readonly Fragment[]) => Promise<void>
  /** When the day's quotas and the room in the database let such work begin, in UNIX seconds; null: now. */
  readonly mayBegin: (how: { canWait: boolean; action?: string }) => number | null
  /** Wakes the object at that time, if it sleeps or is lost before. */
  readonly wakeAt: (seconds: number) => Promise<void>
}

/** Attempts of a job. After these, its failure is reported. */
const maxAttempts = 3

/** Jobs that run at the same time. The platform lets one event have six connections open. */
const maxRunning = 5

/** Jobs of one kind that run at the same time, so that slow kinds leave room for others. */
const maxRunningOfKind = 3

/** Jobs of one owner that run at the same time. */
const maxRunningOfOwner = 2

/** Times that an outcome is reported while the object's state turns out to be out of date. */
const maxReports = 3

/** While jobs run, an alarm comes after this many seconds, which resumes them if the object was lost. */
const lostJobSeconds = 60

/**
 * A job that failed because a quota of the day was used up, the database was full, or an object beside it did not answer, is tried again
 * after this many seconds.
 */
const platformRetrySeconds = { quota: 60, full: 600, object: 300 }

/** A job fails if an object beside the database has not answered for this many seconds. */
const maxUnansweredSeconds = daySeconds

/** Seconds until the next attempt: 5 after the first failure, 30 after the second. */
const retryDelaySeconds = (attempts: number): number => 5 * 6 ** (attempts - 1)

/**
 * Runs jobs (a transactional outbox). A change writes a job as a row, and the change that records the job's outcome deletes it. So
 * no job is lost, and its outcome is recorded once, though the job itself may run twice.
 */
export class Jobs {
  private readonly waiting = new Map<number, StoredJob>()
  private readonly running = new Map<number, StoredJob>()
  /** Number of each owner's last turn, for owners with waiting or running jobs. */
  private readonly turns = new Map<number | null, number>()
  private turn = 0
  /** Number of jobs without a row that this object has begun. */
  private rowless = 0

  constructor(private readonly deps: JobDeps) {}

  /** The rows of a change's jobs, and a function to call after the commit, which starts them. */
  store({ jobs = [], precondition }: Change<unknown>, ids: Ids): { writes: Fragment[]; enqueue: () => void } {
    if (jobs.length === 0) return { writes: [], enqueue: () => undefined }
    const numbered = jobs.map((job) => ({ ...job, id: hasRow(job) ? ids.next('job') : (this.rowless -= 1) }))
    const rows = numbered.filter(hasRow).map(({ id, kind, payload }) => [id, kind, JSON.stringify(payload)])
    const insertion = fragment`
      insert into job (id, kind, payload)
      select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(rows)})
      where ${precondition?.condition ?? fragment`true`}`
    return {
      writes: rows.length > 0 ? [insertion] : [],
      enqueue: () => {
        const isNew = ({ agendaKey }: Job): boolean => agendaKey === undefined || !this.has(agendaKey)
        this.enqueue(
          numbered.filter(isNew).map((job) => ({ ...job, ...this.sharesOf(job), attempts: 0, due: this.dueOf(job) })),
        )
      },
    }
  }

  /** Resumes jobs of an earlier object, which are in the database but not in memory. `rows` are those of `jobsOf` in `job-rows.ts`. */
  resume(rows: readonly Row[]): void {
    const stored = rows as unknown as JobRow[]
    // If another object has done some of these jobs meanwhile, their outcomes must not be recorded again.
    for (const mine of [this.waiting, this.running])
      for (const [id, job] of mine) if (hasRow(job) && !stored.some((row) => row.id === id)) mine.delete(id)
    const lost = stored.filter(({ id }) => !this.waiting.has(id) && !this.running.has(id))
    if (lost.length === 0) return
    const jobs = lost.map(({ id, kind, payload, attempts }): StoredJob => {
      const { unansweredSince, ...stored } = storedPayload(payload)
      const job: Job = { kind, ...stored }
      return { ...job, id, ...this.sharesOf(job), attempts, due: this.dueOf(job), unansweredSince }
    })
    // A job that kills the object must not do so for ever. So the loss of the object counts as a failure of the oldest jobs,
    // which were probably running.
    const now = this.deps.now()
    const running = jobs.filter(({ kind, due }) => due <= now && this.waitsUntil(kind) === null)
    const charged = running.slice(0, maxRunning).map(({ id }) => id)
    this.enqueue(jobs.map((job) => ({ ...job, attempts: job.attempts + Number(charged.includes(job.id)) })))
    if (charged.length > 0) this.deps.write([countFailure(charged)]).catch(() => undefined)
  }

  /** Whether a share, and the pool that it is in, may have one more job that can be left out. */
  hasRoom([owner, pool]: ShareIds): boolean {
    const all = [...this.waiting.values(), ...this.running.values()]
    const { ofRealm, ofShare, ofPool } = objectLimits.jobs
    if (all.length >= ofRealm || ownedBy(all, owner) >= ofShare) return false
    return pool === undefined || all.filter((job) => job.pool === pool).length < ofPool
  }

  /** Whether a job for this item of the agenda waits or runs. */
  has(agendaKey: string): boolean {
    return [...this.waiting.values(), ...this.running.values()].some((job) => job.agendaKey === agendaKey)
  }

  /** When the object has to wake for jobs, in UNIX seconds; null when there are none. */
  next(): number | null {
    if (this.waiting.size + this.running.size === 0) return null
    // A job that waits until others of its kind or owner end needs no alarm.
    const waiting = [...this.waiting.values()]
    const dues = waiting
      .filter((job) => this.hasPlace(job))
      .map(({ kind, due }) => Math.max(due, this.waitsUntil(kind) ?? 0))
    // Jobs that only wait need no alarm against the loss of the object: it wakes when the first of them is due.
    return Math.min(...(this.running.size > 0 ? [this.deps.now() + lostJobSeconds] : []), ...dues)
  }

  /** Begins jobs that are due, as far as there is room. */
  start({ byAlarm }: { byAlarm: boolean }): void {
    for (let job = this.upNext(byAlarm); job !== null; job = this.upNext(byAlarm)) {
      this.waiting.delete(job.id)
      this.running.set(job.id, job)
      this.turns.set(job.owner, (this.turn += 1))
      void this.attempt(job).finally(() => this.startNext())
    }
    for (const owner of this.turns.keys())
      if (ownedBy([...this.waiting.values(), ...this.running.values()], owner) === 0) this.turns.delete(owner)
  }

  /** The next job: the oldest of the owner whose last turn is longest ago; null when none may begin. */
  private upNext(byAlarm: boolean): StoredJob | null {
    let next: StoredJob | null = null
    for (const job of this.waiting.values()) {
      if (job.due > this.deps.now() || !this.hasPlace(job) || this.waitsUntil(job.kind) !== null) continue
      if (!byAlarm && this.deps.table[job.kind]?.byAlarmOnly) continue
      if (next === null || this.lastTurn(job) < this.lastTurn(next)) next = job
    }
    return next
  }

  private lastTurn({ owner }: StoredJob): number {
    return this.turns.get(owner) ?? 0
  }

  private sharesOf({ kind, payload }: Job): Pick<StoredJob, 'owner' | 'pool'> {
    const { ownerOf, poolOf } = this.deps.table[kind] ?? {}
    return { owner: ownerOf?.(payload as never) ?? null, pool: poolOf?.(payload as never) }
  }

  /** Earliest time for the first attempt of a job, in UNIX seconds. */
  private dueOf({ kind, payload }: Job): number {
    return Math.max(this.deps.now(), this.deps.table[kind]?.dueOf?.(payload as never) ?? 0)
  }

  /** When the day's quotas and the room in the database let jobs of a kind begin, in UNIX seconds; null: now. */
  private waitsUntil(kind: string): number | null {
    const { canWait = false, action } = this.deps.table[kind] ?? {}
    return this.deps.mayBegin({ canWait, ...(action !== undefined && { action }) })
  }

  private hasPlace({ kind, owner }: StoredJob): boolean {
    const running = [...this.running.values()]
    const ofKind = running.filter((other) => other.kind === kind).length
    return (
      running.length < maxRunning &&
      ofKind < maxRunningOfKind &&
      (owner === null || ownedBy(running, owner) < maxRunningOfOwner)
    )
  }

  private enqueue(jobs: readonly StoredJob[]): void {
    for (const job of jobs) this.waiting.set(job.id, job)
    this.startNext()
  }

  /** Begins the jobs that may begin now, and sets the alarm for the others. */
  private startNext(): void {
    this.start({ byAlarm: false })
    const next = this.next()
    // If setting the alarm fails, the next request that wakes the object resumes the jobs.
    if (next !== null) this.deps.wakeAt(next).catch(() => undefined)
  }

  private async attempt(job: StoredJob): Promise<void> {
    const { id, kind, payload, attempts, unansweredSince } = job
    const { env, realm_id, now, table, sql, doApart } = this.deps
    try {
      const { run, action } = table[kind]!
      const isHopeless = attempts >= maxAttempts
      const isUnanswered = isHopeless && unansweredSince !== undefined
      const outcome = isHopeless
        ? null
        : await run(payload as never, { env, realm_id, now: now(), sql: sql(), doApart })
      if (isHopeless) logFailure(`job ${kind}`, null, { given_up: id })
      await this.report(job, action, { payload, outcome, ...(isUnanswered && { isUnanswered }) })
      this.running.delete(id)
    } catch (error) {
      const refusal = platformRefusalIn(error)
      if (refusal !== null)
        return this.putOff(job, platformRetrySeconds[refusal instanceof DatabaseFull ? 'full' : 'quota'])
      if (error instanceof ObjectUnavailable) return this.waitForObject(job)
      logFailure(`job ${kind}`, error, { attempts: attempts + 1 })
      if (this.running.has(id)) await this.reschedule(job)
    }
  }

  /** Records the outcome, unless the job turns out to be done already. */
  private async report(job: StoredJob, action: string, report: JobReport<unknown, unknown>): Promise<void> {
    const { id } = job
    const end = () => {
      if (!this.running.has(id)) throw new SupersededError()
      return hasRow(job) ? [deleteJob(id)] : []
    }
    for (let attempt = 1; this.running.has(id); attempt += 1) {
      const reply = await this.deps.perform(action, report, end)
      if ('result' in reply) return
      // This is no failure of the job: nothing of the outcome is written, and it does not count as an attempt.
      if ('refused' in reply && reply.refused.code === quotaCode) throw new QuotaExceeded('rows_written')
      if ('refused' in reply && reply.refused.code === databaseFullCode) throw new DatabaseFull()
      if ('refused' in reply || attempt === maxReports) throw new Error(`${action} was refused`)
    }
  }

  /** Lets a job wait for an object beside the database, or gives it up. The time is stored, because this object sleeps meanwhile. */
  private waitForObject(job: StoredJob): void {
    const nowSeconds = this.deps.now()
    const { unansweredSince = nowSeconds } = job
    const isHopeless = nowSeconds - unansweredSince >= maxUnansweredSeconds
    const isFirst = job.unansweredSince === undefined && this.running.has(job.id)
    const attempts = isHopeless ? maxAttempts : job.attempts
    this.putOff({ ...job, attempts, unansweredSince }, isHopeless ? 0 : platformRetrySeconds.object)
    // If this write fails, the job only waits longer.
    if (isFirst && hasRow(job)) this.deps.write([noteUnanswered(job.id, unansweredSince)]).catch(() => undefined)
  }

  /** Lets a job wait because a quota of the day is used up, or the database is full. It loses no attempt by that. */
  private putOff(job: StoredJob, seconds: number): void {
    if (!this.running.delete(job.id)) return
    this.waiting.set(job.id, { ...job, due: this.deps.now() + seconds })
  }

  /** Schedules another attempt. When reporting a job's failure has failed three times, too, the job is dropped. */
  private async reschedule(job: StoredJob): Promise<void> {
    const { id, kind } = job
    const attempts = job.attempts + 1
    const isDropped = attempts >= 2 * maxAttempts
    if (isDropped) logFailure(`job ${kind}`, new Error('Its failure could not be reported'), { dropped: id })
    else this.waiting.set(id, { ...job, attempts, due: this.deps.now() + retryDelaySeconds(attempts) })
    this.running.delete(id)
    if (!hasRow(job)) return
    // If this write fails, the job only gets one more attempt.
    await this.deps.write([isDropped ? deleteJob(id) : countFailure([id])]).catch(() => undefined)
  }
}

const hasRow = ({ agendaKey }: Job): boolean => agendaKey === undefined

const ownedBy = (jobs: readonly StoredJob[], owner: number | null): number =>
  jobs.filter((job) => job.owner === owner).length
