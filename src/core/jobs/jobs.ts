import type { Errand } from '../turn/change'
import type { Reply } from '../turn/call'
import type { Change } from '../turn/change'
import { Superseded } from '../commit/group-commit'
import { inRealm, type Ids } from '../sql/ids'
import { fragment, type Fragment, type Row, type Sql } from '../sql/sql'

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
  /** On whose behalf it is done: accounts take turns. Null, and where this is missing: the realm's own. */
  readonly ownerOf?: (about: never) => number | null
  /** The open action that writes down what came of it; its change carries no `check`. It is given a `Report`. */
  readonly action: string
  /**
   * Begun by an alarm only, for a step of a long work: the platform counts queries, requests and computing time of one
   * event, and what follows without another event counts towards the same.
   */
  readonly apart?: true
}

export type ErrandTable = Readonly<Record<string, ErrandKind>>

/** What became of an errand; `outcome` is null if every attempt failed. */
export interface Report<A, O> {
  readonly about: A
  readonly outcome: O | null
}

interface Kept extends Errand {
  readonly id: number
  readonly owner: number | null
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
  /** Reads what is committed, apart from what turns read. */
  readonly sql: () => Sql
  /** Performs an open action whose change also makes these writes, asked for when it has been decided. */
  readonly perform: (name: string, input: Report<unknown, unknown>, also: () => readonly Fragment[]) => Promise<Reply>
  readonly write: (writes: readonly Fragment[]) => Promise<void>
  /** Has the object look again at that time, should it sleep or be lost before. */
  readonly wakeAt: (seconds: number) => Promise<void>
}

const mostAttempts = 3

/**
 * Errands that are under way together, those of one kind and those of one owner, so that slow ones leave room for others.
 * The platform lets one event have six connections open.
 */
const most = { atOnce: 5, ofKind: 3, ofOwner: 2 }

/** Errands that are not done, of the realm and of one owner, beyond which `hasRoom` says no. */
const mostKept = { together: 1000, ofOwner: 100 }

/** How often an outcome is reported to an object that has to learn anew first. */
const mostReports = 3

/** How soon an object that was lost comes back to what it had begun. */
const lostAfter = 60

/** Five seconds after the first failure, half a minute after the second. */
const pauseAfter = (attempts: number): number => 5 * 6 ** (attempts - 1)

/**
 * Does what changes ask to be done beside them. An errand is a row which the change writes and which goes with the change
 * that its outcome makes: so none is lost, and what comes of it is written down once, though it may be run twice.
 */
export class Errands {
  private readonly waiting = new Map<number, Kept>()
  private readonly running = new Map<number, Kept>()
  /** When each owner had a turn last, as a number that grows; of those who wait or have something under way. */
  private readonly turns = new Map<number | null, number>()
  private turn = 0

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
        const due = this.employer.now()
        this.begin(kept.map((errand) => ({ ...errand, owner: this.ownerOf(errand), attempts: 0, due })))
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
    // What the object died of must not kill it for ever, so a loss counts as a failure of those that were under way: no
    // others than the oldest, as soon as the oldest fail.
    const charged = lost.slice(0, most.atOnce).map(({ id }) => id)
    this.begin(
      lost.map(({ about, ...row }) => {
        const errand: Errand = { kind: row.kind, about: JSON.parse(about) as unknown }
        const attempts = row.attempts + Number(charged.includes(row.id))
        return { ...errand, id: row.id, owner: this.ownerOf(errand), attempts, due }
      }),
    )
    this.employer.write([countFailure(charged)]).catch(() => undefined)
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
    const dues = [...this.waiting.values()].filter((errand) => this.mayBegin(errand)).map(({ due }) => due)
    return Math.min(this.employer.now() + lostAfter, ...dues)
  }

  /** Begins what is due, as far as there is room. */
  go({ byAlarm }: { byAlarm: boolean }): void {
    for (let errand = this.upNext(byAlarm); errand !== null; errand = this.upNext(byAlarm)) {
      this.waiting.delete(errand.id)
      this.running.set(errand.id, errand)
      this.turns.set(errand.owner, (this.turn += 1))
      void this.attempt(errand).finally(() => this.goOn())
    }
    for (const owner of this.turns.keys())
      if (ownedBy([...this.waiting.values(), ...this.running.values()], owner) === 0) this.turns.delete(owner)
  }

  /** The oldest that may be begun of the owner whose last turn is longest ago; null when there is none. */
  private upNext(byAlarm: boolean): Kept | null {
    let next: Kept | null = null
    for (const errand of this.waiting.values()) {
      if (errand.due > this.employer.now() || !this.mayBegin(errand)) continue
      if (!byAlarm && this.employer.table[errand.kind]?.apart) continue
      if (next === null || this.lastTurn(errand) < this.lastTurn(next)) next = errand
    }
    return next
  }

  private lastTurn({ owner }: Kept): number {
    return this.turns.get(owner) ?? 0
  }

  private ownerOf({ kind, about }: Errand): number | null {
    return this.employer.table[kind]?.ownerOf?.(about as never) ?? null
  }

  private mayBegin({ kind, owner }: Kept): boolean {
    const running = [...this.running.values()]
    const ofKind = running.filter((other) => other.kind === kind).length
    return (
      running.length < most.atOnce && ofKind < most.ofKind && (owner === null || ownedBy(running, owner) < most.ofOwner)
    )
  }

  private begin(kept: readonly Kept[]): void {
    for (const errand of kept) this.waiting.set(errand.id, errand)
    this.goOn()
  }

  /** Begins what may be begun now, and sees to it that the alarm rings for the rest. */
  private goOn(): void {
    this.go({ byAlarm: false })
    const next = this.next()
    // An alarm that cannot be set is one more attempt for whoever wakes the object next.
    if (next !== null) this.employer.wakeAt(next).catch(() => undefined)
  }

  private async attempt(errand: Kept): Promise<void> {
    const { id, kind, about, attempts } = errand
    const { env, realm_id, now, table, sql } = this.employer
    try {
      const { run, action } = table[kind]!
      const isHopeless = attempts >= mostAttempts
      const outcome = isHopeless ? null : await run(about as never, { env, realm_id, now: now(), sql: sql() })
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
    const { id, kind } = errand
    const attempts = errand.attempts + 1
    const isForgotten = attempts >= 2 * mostAttempts
    if (isForgotten) console.error(`Errand ${kind} is forgotten, because nobody could be told that it failed`)
    else this.waiting.set(id, { ...errand, attempts, due: this.employer.now() + pauseAfter(attempts) })
    this.running.delete(id)
    // A row that could not be written only makes for one more attempt.
    await this.employer.write([isForgotten ? forget(id) : countFailure([id])]).catch(() => undefined)
  }
}

/** Errands of the realm that are not done, oldest first. */
export const errandsOf = (realm_id: number): Fragment => fragment`
  select id, kind, about, attempts from errand
  where ${inRealm(fragment`id`, realm_id)}
  order by id`

const ownedBy = (errands: readonly Kept[], owner: number | null): number =>
  errands.filter((errand) => errand.owner === owner).length

const forget = (id: number): Fragment => fragment`delete from errand where id = ${id}`

const countFailure = (ids: number[]): Fragment => fragment`
  update errand set attempts = attempts + 1
  where id in (select value from json_each(${JSON.stringify(ids)}))`
