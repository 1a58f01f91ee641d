import type { Change } from './change'
import { Superseded } from './group-commit'
import { inRealm, type Ids } from './ids'
import type { Reply } from './realm-object'
import { fragment, type Fragment, type Row, type Sql } from './sql'

/** Work outside of the database that a change asks for: another server is called, a file is written. */
export interface Errand {
  /** What the `ErrandTable` calls it. */
  readonly kind: string
  /** All that is needed to do it, as JSON. */
  readonly about: unknown
  /**
   * Begun by the object's next alarm, for a step of a long work: the platform counts queries, requests and computing time
   * of one event, and what follows without another event counts towards the same.
   */
  readonly apart?: true
}

/** What may be used to do an errand. */
export interface ErrandPlace {
  readonly env: Env
  readonly realm_id: number
  /** UNIX time, seconds. */
  readonly now: number
  readonly sql: Sql
}

/** How errands of a kind are done. */
export interface ErrandKind {
  /** Does the work and says what came of it, as JSON. Tried again when it throws, and when the object was lost meanwhile. */
  readonly run: (about: never, place: ErrandPlace) => Promise<unknown>
  /** The open action that writes down what came of it; its change carries no `check`. It is given a `Report`. */
  readonly action: string
}

export type ErrandTable = Readonly<Record<string, ErrandKind>>

/** What became of an errand; `outcome` is null if every attempt failed. */
export interface Report<A, O> {
  readonly about: A
  readonly outcome: O | null
}

interface Kept extends Errand {
  readonly id: number
  /** Those that failed. */
  readonly attempts: number
  /** Not to be done before, in UNIX seconds. */
  readonly due: number
}

type ErrandRow = Pick<Kept, 'id' | 'kind' | 'attempts'> & { about: string }

/** What errands need of the object that does them. */
interface Employer extends Omit<ErrandPlace, 'now' | 'sql'> {
  readonly table: ErrandTable
  readonly now: () => number
  readonly sql: () => Promise<Sql>
  /** Performs an open action whose change also makes these writes, asked for when it has been decided. */
  readonly perform: (name: string, input: Report<unknown, unknown>, also: () => readonly Fragment[]) => Promise<Reply>
  readonly write: (writes: readonly Fragment[]) => Promise<void>
  /** Has the object look again at that time, should it sleep or be lost before. */
  readonly wakeAt: (seconds: number) => Promise<void>
}

const mostAttempts = 3
const mostAtOnce = 4

/** How often an outcome is reported to an object that has to learn anew first. */
const mostReports = 3

/** How soon an object that was lost comes back to what it had begun. */
const lostAfter = 60

/** Long enough not to be begun by the event that asks for it, in seconds. */
const apartBy = 0.05

/** Five seconds after the first failure, half a minute after the second. */
const pauseAfter = (attempts: number): number => 5 * 6 ** (attempts - 1)

/**
 * Does what changes ask to be done beside them. An errand is a row which the change writes and which goes with the change
 * that its outcome makes: so none is lost, and what comes of it is written down once, though it may be run twice.
 */
export class Errands {
  private readonly waiting = new Map<number, Kept>()
  private readonly running = new Set<number>()

  constructor(private readonly employer: Employer) {}

  /** The rows that keep a change's errands, and what to do once they are committed. */
  keep({ errands = [], check }: Change<unknown>, ids: Ids): { writes: Fragment[]; begin: () => void } {
    if (errands.length === 0) return { writes: [], begin: () => undefined }
    const kept = errands.map((errand) => ({ ...errand, id: ids.next('errand') }))
    const rows = JSON.stringify(kept.map(({ id, kind, about }) => [id, kind, JSON.stringify(about)]))
    return {
      writes: [
        fragment`
          insert into errand (id, kind, about)
          select value ->> 0, value ->> 1, value ->> 2 from json_each(${rows})
          where ${check?.holds ?? fragment`true`}`,
      ],
      begin: () => {
        const now = this.employer.now()
        const dueOf = ({ apart }: Errand): number => (apart ? now + apartBy : now)
        this.begin(kept.map((errand) => ({ ...errand, attempts: 0, due: dueOf(errand) })))
      },
    }
  }

  /** Takes on what an object before this one, or before a failure of this one, left undone: rows of `errandsOf`. */
  resume(rows: readonly Row[]): void {
    const left = rows as unknown as ErrandRow[]
    // What another object has done meanwhile must not be written down again.
    for (const mine of [this.waiting, this.running])
      for (const id of mine.keys()) if (!left.some((row) => row.id === id)) mine.delete(id)
    const lost = left.filter(({ id }) => !this.waiting.has(id) && !this.running.has(id))
    if (lost.length === 0) return
    const due = this.employer.now()
    // Counts as a failure: what the object died of must not kill it for ever.
    this.begin(
      lost.map((row) => ({ ...row, about: JSON.parse(row.about) as unknown, attempts: row.attempts + 1, due })),
    )
    this.employer.write([countFailure(lost.map(({ id }) => id))]).catch(() => undefined)
  }

  /** When there is something to look at, in UNIX seconds; null when nothing is left to do. */
  next(): number | null {
    if (this.waiting.size + this.running.size === 0) return null
    return Math.min(this.employer.now() + lostAfter, ...[...this.waiting.values()].map(({ due }) => due))
  }

  /** Begins what is due, as far as there is room. */
  go(): void {
    const due = [...this.waiting.values()].filter((errand) => errand.due <= this.employer.now())
    for (const errand of due.slice(0, Math.max(0, mostAtOnce - this.running.size))) {
      this.waiting.delete(errand.id)
      this.running.add(errand.id)
      void this.attempt(errand).finally(() => this.go())
    }
  }

  private begin(kept: readonly Kept[]): void {
    for (const errand of kept) this.waiting.set(errand.id, errand)
    this.go()
    const next = this.next()
    if (next !== null) void this.employer.wakeAt(next)
  }

  private async attempt(errand: Kept): Promise<void> {
    const { id, kind, about, attempts } = errand
    const { env, realm_id, now, table, sql } = this.employer
    try {
      const { run, action } = table[kind]!
      const isHopeless = attempts >= mostAttempts
      const outcome = isHopeless ? null : await run(about as never, { env, realm_id, now: now(), sql: await sql() })
      await this.report(id, action, { about, outcome })
      this.running.delete(id)
    } catch (error) {
      console.error(`Errand ${kind} failed`, error)
      if (this.running.has(id)) await this.putOff(errand)
    }
  }

  /** Has the outcome written down, unless the errand turns out to be done already. */
  private async report(id: number, action: string, report: Report<unknown, unknown>): Promise<void> {
    const end = () => {
      if (!this.running.has(id)) throw new Superseded()
      return [forget(id)]
    }
    for (let attempt = 1; this.running.has(id); attempt += 1) {
      const reply = await this.employer.perform(action, report, end)
      if ('result' in reply) return
      if ('refused' in reply || attempt === mostReports)
        throw new Error(`${action} was refused: ${JSON.stringify(reply)}`)
    }
  }

  /** Failed: tried again later. Once nothing is left to try but telling so, and that fails as often, it is forgotten. */
  private async putOff(errand: Kept): Promise<void> {
    const { id } = errand
    const { now, write, wakeAt } = this.employer
    const attempts = errand.attempts + 1
    const due = now() + pauseAfter(attempts)
    const isForgotten = attempts >= 2 * mostAttempts
    this.running.delete(id)
    if (!isForgotten) this.waiting.set(id, { ...errand, attempts, due })
    // A row that could not be written only makes for one more attempt.
    await write([isForgotten ? forget(id) : countFailure([id])]).catch(() => undefined)
    if (!isForgotten) await wakeAt(due)
  }
}

/** Errands of the realm that are not done, oldest first. */
export const errandsOf = (realm_id: number): Fragment => fragment`
  select id, kind, about, attempts from errand
  where ${inRealm(fragment`id`, realm_id)}
  order by id`

const forget = (id: number): Fragment => fragment`delete from errand where id = ${id}`

const countFailure = (ids: number[]): Fragment => fragment`
  update errand set attempts = attempts + 1
  where id in (select value from json_each(${JSON.stringify(ids)}))`
