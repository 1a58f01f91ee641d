import type { Change } from './change'
import { Ids, type Counters } from './ids'
import { fragment, type Answer, type Database, type Fragment } from './sql'

/** What a committed change cost: rows of its own statements and of the batch's, and the number of that batch. */
export interface Cost {
  batch: number
  rows_read: number
  rows_written: number
}

/** Another instance of the object wrote since this one last looked: what it knows is out of date, nothing was written. */
export class Superseded extends Error {}

interface Waiting {
  change: Change<unknown>
  readonly resolve: (cost: Cost) => void
  readonly reject: (error: unknown) => void
}

/** D1 allows 50 queries for each invocation on the free plan; whether those of a batch count one by one is not told. */
const mostStatements = 48

const mostAttempts = 4

/**
 * Commits changes in the order in which they were staged. While one batch is in flight, later changes gather and then
 * share the next, so that order of id is order of commit and a burst costs few round trips.
 *
 * Each batch moves the realm's token from the one it expects to a fresh one and fails as a whole when the token is not
 * as expected. The token therefore tells, after an error that leaves the outcome open, whether the batch took effect;
 * and no batch of a dead instance, still on its way, can take effect after a living one has gone on.
 */
export class GroupCommit {
  ids!: Ids
  private token: string | null = null
  private waiting: Waiting[] = []
  private flight: Promise<void> | null = null
  private batches = 0
  /** What this instance knows may no longer be so; it must not be used again. */
  adrift = false

  constructor(
    private readonly database: Database,
    private readonly realm_id: number,
  ) {}

  /** Learns where the last instance stopped. */
  async load(): Promise<void> {
    const state = await this.readState()
    this.token = state?.token ?? null
    this.ids = new Ids(this.realm_id, state?.counters)
  }

  /** Resolves once the change is committed. */
  stage(change: Change<unknown>): Promise<Cost> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ change, resolve, reject })
      this.flight ??= this.fly().finally(() => (this.flight = null))
    })
  }

  /** Resolves once nothing staged is left undecided. */
  async settled(): Promise<void> {
    while (this.flight !== null) await this.flight
  }

  private async fly(): Promise<void> {
    // Whoever stages within this same tick still gets a seat.
    await Promise.resolve()
    while (this.waiting.length > 0) {
      const group = this.board()
      try {
        await this.commit(group)
      } catch (error) {
        if (isRefusal(error) && group.length > 1) await this.commitAlone(group)
        else this.giveUp(group, error)
      }
    }
  }

  private board(): Waiting[] {
    let seats = mostStatements
    const group: Waiting[] = []
    for (const one of this.waiting) {
      seats -= statementsOf(one.change).length
      if (group.length > 0 && seats < 0) break
      group.push(one)
    }
    this.waiting.splice(0, group.length)
    return group
  }

  /** One of the group is bad and nothing of it was written: each tries again by itself, in order, so that only the bad one fails. */
  private async commitAlone(group: Waiting[]): Promise<void> {
    for (const one of group) {
      try {
        await this.commit([one])
      } catch (error) {
        this.giveUp([one], error)
      }
    }
  }

  /** After a failure that is no refusal of the database, nobody can say what the realm looks like: all must start over. */
  private giveUp(group: Waiting[], error: unknown): void {
    const lost = isRefusal(error) ? group : [...group, ...this.waiting.splice(0)]
    if (!isRefusal(error)) this.adrift = true
    for (const { reject } of lost) reject(error)
  }

  private async commit(group: Waiting[]): Promise<void> {
    const statements = group.flatMap(({ change }) => statementsOf(change))
    let answers: Answer[] | null = []
    let shared = { rows_read: 0, rows_written: 0 }
    if (statements.length > 0) {
      const token = crypto.randomUUID()
      answers = await this.sendUntilDecided([...statements, this.advance(token)], token)
      this.token = token
      this.batches += 1
      shared = answers?.pop() ?? shared
    }
    for (const { change, resolve, reject } of group) {
      const own = answers?.splice(0, statementsOf(change).length) ?? []
      try {
        if (change.check !== undefined) change.check.judge((own[0] ?? (await this.askAgain(change.check.ask))).rows)
        resolve({
          batch: this.batches,
          rows_read: sum([shared, ...own].map((answer) => answer.rows_read)),
          rows_written: sum([shared, ...own].map((answer) => answer.rows_written)),
        })
      } catch (error) {
        reject(error)
      }
    }
  }

  /** The change is committed but the reply was lost. Nothing was written since, so the answer is still the same. */
  private async askAgain(question: Fragment): Promise<Answer> {
    return (await this.database.send([question]))[0]!
  }

  /** Sends until it is certain that the batch took effect (its answers, or null if they were lost) or did not (throws). */
  private async sendUntilDecided(statements: Fragment[], token: string): Promise<Answer[] | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.database.send(statements)
      } catch (error) {
        const state = await this.readStateForSure()
        if (state?.token === token) return null
        if ((state?.token ?? null) !== this.token) throw new Superseded()
        // The database itself refused a statement: sending it again would not help.
        if (isRefusal(error) || attempt === mostAttempts) throw error
        await pause(attempt)
      }
    }
  }

  private advance(token: string): Fragment {
    const counters = JSON.stringify(this.ids.counters)
    return fragment`
      insert into commit_state (realm_id, token, counters)
      values (${this.realm_id}, ${token}, ${counters})
      on conflict (realm_id) do update
      set token = iif(token is ${this.token}, excluded.token, null), counters = excluded.counters`
  }

  private async readState(): Promise<{ token: string; counters: Counters } | null> {
    const [answer] = await this.database.send([
      fragment`select token, counters from commit_state where realm_id = ${this.realm_id}`,
    ])
    const row = answer!.rows[0] as { token: string; counters: string } | undefined
    return row === undefined ? null : { token: row.token, counters: JSON.parse(row.counters) as Counters }
  }

  private async readStateForSure(): Promise<{ token: string } | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.readState()
      } catch (error) {
        if (attempt === mostAttempts) throw error
        await pause(attempt)
      }
    }
  }
}

const statementsOf = ({ check, writes }: Change<unknown>): Fragment[] =>
  check === undefined ? [...writes] : [check.ask, ...writes]

/** The database understood the batch and turned it down; SQLite's own error codes appear in no other failure. */
const isRefusal = (error: unknown): boolean => String(error).includes('SQLITE_')

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Exponential back-off with full jitter, from 50 ms. */
const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * 2 ** attempt))
