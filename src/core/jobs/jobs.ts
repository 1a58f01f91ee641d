import type { Job } from '../turn/change'
import type { Reply } from '../turn/call'
import type { Change } from '../turn/change'
import { Superseded } from '../commit/group-commit'
import { inRealm, type Ids } from '../sql/ids'
import { fragment, type Fragment, type Row, type Sql } from '../sql/sql'

/** What may be used to do a job. */
export interface JobContext {
  readonly env: Env
  readonly realm_id: number
  /** UNIX time, seconds. */
  readonly now: number
  readonly sql: Sql
}

/** How jobs of a kind are done. */
export interface JobKind {
  /** Does the work and says what came of it, as JSON. Tried again when it throws, and when the object was lost meanwhile. */
  readonly run: (payload: never, place: JobContext) => Promise<unknown>
  /** On whose behalf it is done: accounts take turns. Null, and where this is missing: the realm's own. */
  readonly ownerOf?: (payload: never) => number | null
  /** The open action that writes down what came of it; its change carries no `check`. It is given a `Report`. */
  readonly action: string
  /**
   * Begun by an alarm only, for a step of a long work: the platform counts queries, requests and computing time of one
   * event, and what follows without another event counts towards the same.
   */
  readonly byAlarmOnly?: true
}

export type JobTable = Readonly<Record<string, JobKind>>

/** What became of a job; `outcome` is null if every attempt failed. */
export interface JobReport<A, O> {
  readonly payload: A
  readonly outcome: O | null
}

interface StoredJob extends Job {
  readonly id: number
  readonly owner: number | null
  /** Those that failed. */
  readonly attempts: number
  /** Not to be done before, in UNIX seconds. */
  readonly due: number
}

type JobRow = Pick<StoredJob, 'id' | 'kind' | 'attempts'> & { payload: string }

/** What jobs need of the object that does them. */
interface JobDeps extends Omit<JobContext, 'now' | 'sql'> {
  readonly table: JobTable
  readonly now: () => number
  /** Reads what is committed, apart from what turns read. */
  readonly sql: () => Sql
  /** Performs an open action whose change also makes these writes, asked for when it has been decided. */
  readonly perform: (
    name: string,
    input: JobReport<unknown, unknown>,
    also: () => readonly Fragment[],
  ) => Promise<Reply>
  readonly write: (writes: readonly Fragment[]) => Promise<void>
  /** Has the object look again at that time, should it sleep or be lost before. */
  readonly wakeAt: (seconds: number) => Promise<void>
}

const mostAttempts = 3

/**
 * Jobs that are under way together, those of one kind and those of one owner, so that slow ones leave room for others.
 * The platform lets one event have six connections open.
 */
const most = { atOnce: 5, ofKind: 3, ofOwner: 2 }

/** Jobs that are not done, of the realm and of one owner, beyond which `hasRoom` says no. */
const mostKept = { together: 1000, ofOwner: 100 }

/** How often an outcome is reported to an object that has to learn anew first. */
const mostReports = 3

/** How soon an object that was lost comes back to what it had begun. */
const lostAfter = 60

/** Five seconds after the first failure, half a minute after the second. */
const pauseAfter = (attempts: number): number => 5 * 6 ** (attempts - 1)

/**
 * Does what changes ask to be done beside them. A job is a row which the change writes and which goes with the change
 * that its outcome makes: so none is lost, and what comes of it is written down once, though it may be run twice.
 */
export class Jobs {
  private readonly waiting = new Map<number, StoredJob>()
  private readonly running = new Map<number, StoredJob>()
  /** When each owner had a turn last, as a number that grows; of those who wait or have something under way. */
  private readonly turns = new Map<number | null, number>()
  private turn = 0

  constructor(private readonly deps: JobDeps) {}

  /** The rows that keep a change's jobs, and what to do once they are committed. */
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
        this.enqueue(kept.map((job) => ({ ...job, owner: this.ownerOf(job), attempts: 0, due })))
      },
    }
  }

  /** Takes on what an object before this one, or before a failure of this one, left undone: rows of `jobsOf`. */
  resume(rows: readonly Row[]): void {
    const left = rows as unknown as JobRow[]
    // What another object has done meanwhile must not be written down again.
    for (const mine of [this.waiting, this.running])
      for (const id of mine.keys()) if (!left.some((row) => row.id === id)) mine.delete(id)
    const lost = left.filter(({ id }) => !this.waiting.has(id) && !this.running.has(id))
    if (lost.length === 0) return
    const due = this.deps.now()
    // What the object died of must not kill it for ever, so a loss counts as a failure of those that were under way: no
    // others than the oldest, as soon as the oldest fail.
    const charged = lost.slice(0, most.atOnce).map(({ id }) => id)
    this.enqueue(
      lost.map(({ payload, ...row }) => {
        const job: Job = { kind: row.kind, payload: JSON.parse(payload) as unknown }
        const attempts = row.attempts + Number(charged.includes(row.id))
        return { ...job, id: row.id, owner: this.ownerOf(job), attempts, due }
      }),
    )
    this.deps.write([countFailure(charged)]).catch(() => undefined)
  }

  /** Whether the realm can take on one more that may be left out, on this account's behalf. */
  hasRoom(owner: number): boolean {
    const kept = [...this.waiting.values(), ...this.running.values()]
    return kept.length < mostKept.together && ownedBy(kept, owner) < mostKept.ofOwner
  }

  /** When there is something to look at, in UNIX seconds; null when nothing is left to do. */
  next(): number | null {
    if (this.waiting.size + this.running.size === 0) return null
    // What there is no room for is begun by what ends, and an alarm could do nothing about it.
    const dues = [...this.waiting.values()].filter((job) => this.mayBegin(job)).map(({ due }) => due)
    return Math.min(this.deps.now() + lostAfter, ...dues)
  }

  /** Begins what is due, as far as there is room. */
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

  /** The oldest that may be begun of the owner whose last turn is longest ago; null when there is none. */
  private upNext(byAlarm: boolean): StoredJob | null {
    let next: StoredJob | null = null
    for (const job of this.waiting.values()) {
      if (job.due > this.deps.now() || !this.mayBegin(job)) continue
      if (!byAlarm && this.deps.table[job.kind]?.byAlarmOnly) continue
      if (next === null || this.lastTurn(job) < this.lastTurn(next)) next = job
    }
    return next
  }

  private lastTurn({ owner }: StoredJob): number {
    return this.turns.get(owner) ?? 0
  }

  private ownerOf({ kind, payload }: Job): number | null {
    return this.deps.table[kind]?.ownerOf?.(payload as never) ?? null
  }

  private mayBegin({ kind, owner }: StoredJob): boolean {
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

  /** Begins what may be begun now, and sees to it that the alarm rings for the rest. */
  private startNext(): void {
    this.start({ byAlarm: false })
    const next = this.next()
    // An alarm that cannot be set is one more attempt for whoever wakes the object next.
    if (next !== null) this.deps.wakeAt(next).catch(() => undefined)
  }

  private async attempt(job: StoredJob): Promise<void> {
    const { id, kind, payload, attempts } = job
    const { env, realm_id, now, table, sql } = this.deps
    try {
      const { run, action } = table[kind]!
      const isHopeless = attempts >= mostAttempts
      const outcome = isHopeless ? null : await run(payload as never, { env, realm_id, now: now(), sql: sql() })
      await this.report(id, action, { payload, outcome })
      this.running.delete(id)
    } catch (error) {
      console.error(`Job ${kind} failed`, error)
      if (this.running.has(id)) await this.reschedule(job)
    }
  }

  /** Has the outcome written down, unless the job turns out to be done already. */
  private async report(id: number, action: string, report: JobReport<unknown, unknown>): Promise<void> {
    const end = () => {
      if (!this.running.has(id)) throw new Superseded()
      return [forget(id)]
    }
    for (let attempt = 1; this.running.has(id); attempt += 1) {
      const reply = await this.deps.perform(action, report, end)
      if ('result' in reply) return
      if ('refused' in reply || attempt === mostReports)
        throw new Error(`${action} was refused: ${JSON.stringify(reply)}`)
    }
  }

  /** Failed: tried again later. Once nothing is left to try but telling so, and that fails as often, it is forgotten. */
  private async reschedule(job: StoredJob): Promise<void> {
    const { id, kind } = job
    const attempts = job.attempts + 1
    const isForgotten = attempts >= 2 * mostAttempts
    if (isForgotten) console.error(`Job ${kind} is forgotten, because nobody could be told that it failed`)
    else this.waiting.set(id, { ...job, attempts, due: this.deps.now() + pauseAfter(attempts) })
    this.running.delete(id)
    // A row that could not be written only makes for one more attempt.
    await this.deps.write([isForgotten ? forget(id) : countFailure([id])]).catch(() => undefined)
  }
}

/** Jobs of the realm that are not done, oldest first. */
export const jobsOf = (realm_id: number): Fragment => fragment`
  select id, kind, payload, attempts from job
  where ${inRealm(fragment`id`, realm_id)}
  order by id`

const ownedBy = (jobs: readonly StoredJob[], owner: number | null): number =>
  jobs.filter((job) => job.owner === owner).length

const forget = (id: number): Fragment => fragment`delete from job where id = ${id}`

const countFailure = (ids: number[]): Fragment => fragment`
  update job set attempts = attempts + 1
  where id in (select value from json_each(${JSON.stringify(ids)}))`
