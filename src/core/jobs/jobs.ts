import { logFailure } from '../base/failures'
import { objectLimits } from '../base/object-limits'
import { quotaCode, QuotaExceeded, quotaExceededIn } from '../base/quota-refusals'
import type { Reply } from '../turn/call'
import type { Change, Job } from '../turn/change'
import type { ShareIds } from '../turn/day-shares'
import { Superseded } from '../commit/send-until-decided'
import { inRealm, type Ids } from '../sql/ids'
import { fragment, type Fragment, type Row, type Sql } from '../sql/sql'

/** The means for doing a job. */
export interface JobContext {
  readonly env: Env
  readonly realm_id: number
  /** UNIX time, seconds. */
  readonly now: number
  readonly sql: Sql
}

/** A kind of jobs. */
export interface JobKind {
  /** Does the work and answers its outcome as JSON. It is tried again when it throws, and when the object is lost meanwhile. */
  readonly run: (payload: never, context: JobContext) => Promise<unknown>
  /** The account that a job is done for: accounts take turns. Null or missing: the realm's own work. */
  readonly ownerOf?: (payload: never) => number | null
  /** The pool that its owner's share is in, if any: see `ShareIds` of `core/turn/day-shares.ts`. */
  readonly poolOf?: (payload: never) => number | undefined
  /** The system action that records the outcome. Its input is a `JobReport`, and its change has no `precondition`. */
  readonly action: string
  /**
   * Begins in an alarm only, for a step of long work: the platform limits queries, requests and computing time of one event,
   * and work that follows without a new event counts towards the same event.
   */
  readonly byAlarmOnly?: true
  /** Waits for the next day when little is left of the day's rows. */
  readonly canWait?: true
}

export type JobTable = Readonly<Record<string, JobKind>>

/** A job and its outcome, which is null if every attempt failed. */
export interface JobReport<A, O> {
  readonly payload: A
  readonly outcome: O | null
}

interface StoredJob extends Job {
  readonly id: number
  readonly owner: number | null
  readonly pool: number | undefined
  /** Failed attempts. */
  readonly attempts: number
  /** Earliest time for the next attempt, in UNIX seconds. */
  readonly due: number
}

type JobRow = Pick<StoredJob, 'id' | 'kind' | 'attempts'> & { payload: string }

/** What jobs need of the realm object. */
interface JobDeps extends Omit<JobContext, 'now' | 'sql'> {
  readonly table: JobTable
  readonly now: () => number
  /** Reads from the database, apart from the reads of turns. */
  readonly sql: () => Sql
  /** Performs a system action. `also` is called after its decision, for writes that are added to its change. */
  readonly perform: (
    name: string,
    input: JobReport<unknown, unknown>,
    also: () => readonly Fragment[],
  ) => Promise<Reply>
  readonly write: (writes: readonly Fragment[]) => Promise<void>
  /** When such work may begin, in UNIX seconds, because of the day's quotas; null: now. */
  readonly mayBegin: (how: { canWait: boolean }) => number | null
  /** Wakes the object at that time, if it sleeps or is lost before. */
  readonly wakeAt: (seconds: number) => Promise<void>
}

const mostAttempts = 3

/**
 * Most jobs that run at the same time: in all, of one kind and of one owner, so that slow ones leave room for others. The
 * platform lets one event have six connections open.
 */
const most = { atOnce: 5, ofKind: 3, ofOwner: 2 }

/** Times that an outcome is reported while the object has to load its state anew. */
const mostReports = 3

/** Seconds after which an alarm looks for jobs that a lost object had begun. */
const lostAfter = 60

/** Seconds after which a job is tried again that a quota of the day stood in the way of. */
const pauseAtQuota = 60

/** Five seconds after the first failure, half a minute after the second. */
const pauseAfter = (attempts: number): number => 5 * 6 ** (attempts - 1)

/**
 * Runs jobs (a transactional outbox). A job is a row that the change writes, and that the change with its outcome deletes. So
 * no job is lost, and its outcome is recorded once, though the job may run twice.
 */
export class Jobs {
  private readonly waiting = new Map<number, StoredJob>()
  private readonly running = new Map<number, StoredJob>()
  /** The number of each owner's last turn, for owners with waiting or running jobs. */
  private readonly turns = new Map<number | null, number>()
  private turn = 0

  constructor(private readonly deps: JobDeps) {}

  /** The rows of a change's jobs, and a function that starts these after the commit. */
  store({ jobs = [], precondition }: Change<unknown>, ids: Ids): { writes: Fragment[]; enqueue: () => void } {
    if (jobs.length === 0) return { writes: [], enqueue: () => undefined }
    const kept = jobs.map((job) => ({ ...job, id: ids.next('job') }))
    const rows = JSON.stringify(kept.map(({ id, kind, payload }) => [id, kind, JSON.stringify(payload)]))
    return {
      writes: [
        fragment`
          insert into job (id, kind, payload)
          select value ->> 0, value ->> 1, value ->> 2 from json_each(${rows})
          where ${precondition?.condition ?? fragment`true`}`,
      ],
      enqueue: () => {
        const due = this.deps.now()
        this.enqueue(kept.map((job) => ({ ...job, ...this.sharesOf(job), attempts: 0, due })))
      },
    }
  }

  /** Resumes jobs that are in the database, the rows of `jobsOf`, but not in memory: an earlier object left them. */
  resume(rows: readonly Row[]): void {
    const left = rows as unknown as JobRow[]
    // Another object may have done some of these jobs: their outcomes must not be recorded again.
    for (const mine of [this.waiting, this.running])
      for (const id of mine.keys()) if (!left.some((row) => row.id === id)) mine.delete(id)
    const lost = left.filter(({ id }) => !this.waiting.has(id) && !this.running.has(id))
    if (lost.length === 0) return
    const due = this.deps.now()
    // A job that kills the object must not do so for ever. So a loss counts as a failure of the oldest jobs, which were
    // probably running.
    const running = lost.filter(({ kind }) => this.waitsUntil(kind) === null)
    const charged = running.slice(0, most.atOnce).map(({ id }) => id)
    this.enqueue(
      lost.map(({ payload, ...row }) => {
        const job: Job = { kind: row.kind, payload: JSON.parse(payload) as unknown }
        const attempts = row.attempts + Number(charged.includes(row.id))
        return { ...job, id: row.id, ...this.sharesOf(job), attempts, due }
      }),
    )
    if (charged.length > 0) this.deps.write([countFailure(charged)]).catch(() => undefined)
  }

  /** Whether a share, and the pool that it is in, may have one more job that can be left out. */
  hasRoom([owner, pool]: ShareIds): boolean {
    const kept = [...this.waiting.values(), ...this.running.values()]
    const { ofRealm, ofShare, ofPool } = objectLimits.jobs
    if (kept.length >= ofRealm || ownedBy(kept, owner) >= ofShare) return false
    return pool === undefined || kept.filter((job) => job.pool === pool).length < ofPool
  }

  /** When the object has to wake for jobs, in UNIX seconds; null when there are none. */
  next(): number | null {
    if (this.waiting.size + this.running.size === 0) return null
    // A job that waits for room needs no alarm: it begins when another one ends.
    const waiting = [...this.waiting.values()]
    const dues = waiting
      .filter((job) => this.hasPlace(job))
      .map(({ kind, due }) => Math.max(due, this.waitsUntil(kind) ?? 0))
    // What waits for midnight cannot be lost before.
    const isAtWork = this.running.size > 0 || waiting.some(({ kind }) => this.waitsUntil(kind) === null)
    return Math.min(...(isAtWork ? [this.deps.now() + lostAfter] : []), ...dues)
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

  /** When jobs of a kind may begin, as far as the day's quotas go; null: now. */
  private waitsUntil(kind: string): number | null {
    return this.deps.mayBegin({ canWait: this.deps.table[kind]?.canWait === true })
  }

  private hasPlace({ kind, owner }: StoredJob): boolean {
    const running = [...this.running.values()]
    const ofKind = running.filter((other) => other.kind === kind).length
    return (
      running.length < most.atOnce && ofKind < most.ofKind && (owner === null || ownedBy(running, owner) < most.ofOwner)
    )
  }

  private enqueue(kept: readonly StoredJob[]): void {
    for (const job of kept) this.waiting.set(job.id, job)
    this.startNext()
  }

  /** Begins jobs that may begin now, and sets the alarm for the others. */
  private startNext(): void {
    this.start({ byAlarm: false })
    const next = this.next()
    // If setting the alarm fails, the next request that wakes the object resumes the jobs.
    if (next !== null) this.deps.wakeAt(next).catch(() => undefined)
  }

  private async attempt(job: StoredJob): Promise<void> {
    const { id, kind, payload, attempts } = job
    const { env, realm_id, now, table, sql } = this.deps
    try {
      const { run, action } = table[kind]!
      const isHopeless = attempts >= mostAttempts
      const outcome = isHopeless ? null : await run(payload as never, { env, realm_id, now: now(), sql: sql() })
      if (isHopeless) logFailure(`job ${kind}`, null, { given_up: id })
      await this.report(id, action, { payload, outcome })
      this.running.delete(id)
    } catch (error) {
      if (quotaExceededIn(error) !== null) return this.putOff(job)
      logFailure(`job ${kind}`, error, { attempts: attempts + 1 })
      if (this.running.has(id)) await this.reschedule(job)
    }
  }

  /** Records the outcome, unless the job turns out to be done already. */
  private async report(id: number, action: string, report: JobReport<unknown, unknown>): Promise<void> {
    const end = () => {
      if (!this.running.has(id)) throw new Superseded()
      return [deleteJob(id)]
    }
    for (let attempt = 1; this.running.has(id); attempt += 1) {
      const reply = await this.deps.perform(action, report, end)
      if ('result' in reply) return
      // To be told from a failure of the job: nothing of it is written, and it is none of its attempts.
      if ('refused' in reply && reply.refused.code === quotaCode) throw new QuotaExceeded('rows_written')
      if ('refused' in reply || attempt === mostReports) throw new Error(`${action} was refused`)
    }
  }

  /** Has a job wait that the day's quota stood in the way of: no attempt is lost by that. */
  private putOff(job: StoredJob): void {
    if (!this.running.delete(job.id)) return
    this.waiting.set(job.id, { ...job, due: this.deps.now() + pauseAtQuota })
  }

  /** Schedules another attempt. A job is dropped after as many failed reports of its failure as it had attempts. */
  private async reschedule(job: StoredJob): Promise<void> {
    const { id, kind } = job
    const attempts = job.attempts + 1
    const isDropped = attempts >= 2 * mostAttempts
    if (isDropped) logFailure(`job ${kind}`, new Error('Its failure could not be reported'), { dropped: id })
    else this.waiting.set(id, { ...job, attempts, due: this.deps.now() + pauseAfter(attempts) })
    this.running.delete(id)
    // If this write fails, the job only gets one more attempt.
    await this.deps.write([isDropped ? deleteJob(id) : countFailure([id])]).catch(() => undefined)
  }
}

/** Rows of the realm's waiting and running jobs, oldest first. */
export const jobsOf = (realm_id: number): Fragment => fragment`
  select id, kind, payload, attempts from job
  where ${inRealm(fragment`id`, realm_id)}
  order by id`

const ownedBy = (jobs: readonly StoredJob[], owner: number | null): number =>
  jobs.filter((job) => job.owner === owner).length

const deleteJob = (id: number): Fragment => fragment`delete from job where id = ${id}`

const countFailure = (ids: number[]): Fragment => fragment`
  update job set attempts = attempts + 1
  where id in (select value from json_each(${JSON.stringify(ids)}))`
