import { Buffer } from 'node:buffer'
import type { Change } from '../turn/change'
import { Ids, type Counters } from '../sql/ids'
import { fragment, type Answer, type Database, type Fragment, type Row, type Sql } from '../sql/sql'

/** What a committed change cost: rows of its own statements and of the batch's, and the number of that batch. */
export interface Cost {
  batch: number
  trips: number
  rows_read: number
  rows_written: number
  /** Of the texts that its statements bind: what they make the database keep, and a little more. */
  bytes: number
}

/** The change was decided on knowledge that turned out to be out of date. Nothing was written; decide again. */
export class Superseded extends Error {}

interface StagedChange {
  change: Change<unknown>
  /** Ids given out by the time this change was staged, none of which belongs to a later one. */
  readonly counters: Counters
  readonly publish: () => void
  readonly resolve: (cost: Cost) => void
  readonly reject: (error: unknown) => void
}

/** D1 allows 50 queries for each invocation on the free plan; whether those of a batch count one by one is not told. */
const mostStatements = 48

const mostAttempts = 4

/** Batches that leave their mark in the database, for telling what became of one of them. */
const mostTokens = 64

/**
 * Commits changes in the order in which they were staged. While one batch is in flight, later changes gather and then
 * share the next, so that order of id is order of commit and a burst costs few round trips.
 *
 * Each batch appends a mark of its own to the marks that it expects to find, and fails as a whole when it finds others.
 * So after an error that leaves the outcome open, reading the marks tells whether the batch took effect; and a batch of
 * a dead instance that is still on its way can no longer take effect once a living one has gone on.
 */
export class GroupCommit {
  /** What this instance knows may no longer be so; it must not be used again. */
  inDoubt = false
  private waiting: StagedChange[] = []
  private committing: Promise<void> | null = null
  private batches = 0

  private constructor(
    private readonly database: Database,
    private readonly realm_id: number,
    readonly ids: Ids,
    private tokens: FencingTokens,
    /** Ids given out to all that is committed, and to nothing that is not. */
    public committed: Counters,
    private readonly written: (counters: Counters) => void,
  ) {}

  /**
   * Starts where the last instance stopped. `beside` is asked in the same transaction: what is true when this one begins.
   * `written` is told the counters that each batch left in the database.
   */
  static async load(
    database: Database,
    realm_id: number,
    beside: Fragment,
    written: (counters: Counters) => void,
  ): Promise<{ commit: GroupCommit; rows: Row[] }> {
    const [state, asked] = await database.send([stateOf(realm_id), beside])
    const { marks, counters } = stateIn(state!.rows)
    const commit = new GroupCommit(database, realm_id, new Ids(realm_id, { ...counters }), marks, counters, written)
    return { commit, rows: asked!.rows }
  }

  /** Resolves once the change is committed; `publish` is called in the order of commit, before anything else happens. */
  stage(change: Change<unknown>, publish: () => void = () => undefined): Promise<Cost> {
    return new Promise((resolve, reject) => {
      if (this.inDoubt) return reject(new Superseded())
      this.waiting.push({ change, counters: { ...this.ids.counters }, publish, resolve, reject })
      this.committing ??= this.commitAll().finally(() => (this.committing = null))
    })
  }

  /** Resolves once nothing staged is left undecided. */
  async settled(): Promise<void> {
    while (this.committing !== null) await this.committing
  }

  private async commitAll(): Promise<void> {
    // Whoever stages within this same tick still gets a seat.
    await Promise.resolve()
    while (this.waiting.length > 0) {
      const group = this.takeGroup()
      try {
        await this.commit(group)
      } catch (error) {
        if (isRefusal(error) && group.length > 1) await this.commitAlone(group)
        else this.giveUp(group, error)
      }
    }
  }

  private takeGroup(): StagedChange[] {
    let seats = mostStatements
    const group: StagedChange[] = []
    for (const one of this.waiting) {
      seats -= statementsOf(one.change).length
      if (group.length > 0 && seats < 0) break
      group.push(one)
    }
    this.waiting.splice(0, group.length)
    return group
  }

  /** One of the group is bad, and nothing was written: each tries again by itself, in order, so that only the bad one fails. */
  private async commitAlone(group: StagedChange[]): Promise<void> {
    for (const [index, one] of group.entries()) {
      try {
        await this.commit([one])
      } catch (error) {
        this.giveUp([one], error)
        if (this.inDoubt) return reject(group.slice(index + 1), new Superseded())
      }
    }
  }

  /** After a failure that is no refusal of the database, nobody can say what the realm looks like: the rest must start over. */
  private giveUp(group: StagedChange[], error: unknown): void {
    reject(group, error)
    if (isRefusal(error)) return
    this.inDoubt = true
    reject(this.waiting.splice(0), new Superseded())
  }

  private async commit(group: StagedChange[]): Promise<void> {
    const statements = group.flatMap(({ change }) => statementsOf(change))
    let answers: Answer[] | null = []
    let shared = { rows_read: 0, rows_written: 0 }
    if (statements.length > 0) {
      const marks = [...this.tokens, crypto.randomUUID().slice(0, 8)].slice(-mostTokens)
      answers = await this.sendUntilDecided([...statements, this.advance(marks, group.at(-1)!.counters)], marks)
      this.tokens = marks
      this.batches += 1
      this.written(group.at(-1)!.counters)
      shared = answers?.pop() ?? shared
    }
    for (const { change, counters, publish, resolve, reject } of group) {
      const own = answers?.splice(0, statementsOf(change).length) ?? []
      try {
        if (change.precondition !== undefined)
          change.precondition.verify((own[0] ?? (await this.askAgain(change.precondition.query))).rows)
        this.committed = counters
        publish()
        resolve({
          batch: this.batches,
          trips: Number(statementsOf(change).length > 0),
          rows_read: sum([shared, ...own].map((answer) => answer.rows_read)),
          rows_written: sum([shared, ...own].map((answer) => answer.rows_written)),
          bytes: bytesOf(change.writes),
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
  private async sendUntilDecided(statements: Fragment[], marks: FencingTokens): Promise<Answer[] | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.database.send(statements)
      } catch (error) {
        const outcome = outcomeOf(marks, await this.tokensForSure())
        if (outcome === 'committed') return null
        // A refused batch that finds neither its own mark nor those before it met a database that was put back.
        if (outcome === 'overtaken' || (outcome === 'unknown' && isRefusal(error))) throw new Superseded()
        // The database itself refused a statement: sending it again would not help.
        if (outcome === 'unknown' || isRefusal(error) || attempt === mostAttempts) throw error
        await pause(attempt)
      }
    }
  }

  private advance(marks: FencingTokens, counters: Counters): Fragment {
    return fragment`
      insert into commit_state (realm_id, marks, counters)
      values (${this.realm_id}, ${marks.join(' ')}, ${JSON.stringify(counters)})
      on conflict (realm_id) do update
      set marks = iif(marks = ${this.tokens.join(' ')}, excluded.marks, null), counters = excluded.counters`
  }

  private async tokensForSure(): Promise<FencingTokens> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await readState(this.database, this.realm_id)).marks
      } catch (error) {
        if (attempt === mostAttempts) throw error
        await pause(attempt)
      }
    }
  }
}

/**
 * Stages in a turn of its own, and waits for the commit. Not in the middle of another's turn: the ids that this one has
 * taken by then would count as committed, and nobody would wait for what they belong to.
 */
export async function stagedInTurn(
  inTurn: <T>(turn: () => Promise<T>) => Promise<T>,
  stage: () => Promise<Cost>,
): Promise<void> {
  // In an object, because the turn would wait for a bare promise.
  const { committed } = await inTurn(async () => ({ committed: stage() }))
  await committed
}

/** Marks of the latest batches, oldest first. */
type FencingTokens = readonly string[]

async function readState(database: Database, realm_id: number): Promise<{ marks: FencingTokens; counters: Counters }> {
  const [answer] = await database.send([stateOf(realm_id)])
  return stateIn(answer!.rows)
}

const stateOf = (realm_id: number): Fragment =>
  fragment`select marks, counters from commit_state where realm_id = ${realm_id}`

function stateIn([row]: Row[]): { marks: FencingTokens; counters: Counters } {
  if (row === undefined) return { marks: [], counters: {} }
  const { marks, counters } = row as { marks: string; counters: string }
  return { marks: marks.split(' '), counters: JSON.parse(counters) as Counters }
}

/** The ids given out to all that a reader sees who reads them in the same transaction. */
export async function committedCounters(sql: Sql, realm_id: number): Promise<Counters> {
  return stateIn(await sql`${stateOf(realm_id)}`.all()).counters
}

/**
 * What became of the batch that wanted to leave `wanted`, if the database holds `found`. Batches form a chain: the one
 * after our predecessor is either ours or somebody else's.
 */
function outcomeOf(wanted: FencingTokens, found: FencingTokens): 'committed' | 'overtaken' | 'pending' | 'unknown' {
  const mark = wanted.at(-1)!
  const predecessor = wanted.at(-2)
  if (found.includes(mark)) return 'committed'
  if (found.at(-1) === predecessor) return 'pending'
  return predecessor === undefined || found.includes(predecessor) ? 'overtaken' : 'unknown'
}

const statementsOf = ({ precondition, writes }: Change<unknown>): Fragment[] =>
  precondition === undefined ? [...writes] : [precondition.query, ...writes]

const bytesOf = (writes: readonly Fragment[]): number =>
  writes
    .flatMap(({ values }) => values)
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0)

/** The database understood the batch and turned it down; SQLite's own error codes appear in no other failure. */
const isRefusal = (error: unknown): boolean => String(error).includes('SQLITE_')

function reject(group: StagedChange[], error: unknown): void {
  for (const one of group) one.reject(error)
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Exponential back-off with full jitter, from 50 ms. */
const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * 2 ** attempt))
