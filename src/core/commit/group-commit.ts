import { Buffer } from 'node:buffer'
import { ApiError } from '../base/errors'
import { QuotaExceeded } from '../base/quota-refusals'
import type { TokenWithIds, Change } from '../turn/change'
import type { Bookmark } from '../sql/bookmarks'
import { Ids, type Counters } from '../sql/ids'
import type { QuotaWall } from '../usage/quota-wall'
import type { Answer, Database } from '../sql/database'
import type { Fragment, Row } from '../sql/sql'
import { answersOf, partsOf, statementsOf, sum } from './batch-parts'
import {
  advanceCommitState,
  assertCommitState,
  commitStateIn,
  commitStateOf,
  isMoved,
  markMoved,
  storedCommitState,
  tellsAll,
  withToken,
  type Basis,
  type CommitTokens,
  type Trail,
} from './commit-tokens'
import type { RaiseFloors, Reach } from './floors'
import { isRefusal, sendUntilDecided, SupersededError } from './send-until-decided'

/** The cost of a committed change. The batch's own statement, which all its changes share, counts for each of them. */
export interface Cost {
  /** Number of the batch in which the change was committed. */
  batch: number
  trips: number
  rows_read: number
  rows_written: number
  /** Bytes of the texts that its statements bind: about what the database has to store. */
  bytes: number
  /** The answer has to wait for this: until then, somebody may still read an older state from a replica. */
  raised?: Promise<void> | undefined
}

/** What commits need of the realm object. */
interface Start {
  readonly database: Database
  readonly realm_id: number
  readonly trail: Trail
  /** Gets the counters that each batch leaves in the database. */
  readonly onWritten: (counters: Counters) => void
  readonly wall: QuotaWall
  readonly raiseFloors: RaiseFloors
}

interface StagedChange {
  change: Change<unknown>
  /** Counters of ids when this change was staged. Later changes have higher ids. */
  readonly counters: Counters
  readonly reach: Reach
  readonly publish: () => void
  readonly resolve: (cost: Cost) => void
  readonly reject: (error: unknown) => void
}

/** Statements of one batch. D1 allows 50 for each invocation on the free plan, and does not say whether those of a batch count. */
const maxStatements = 48

/**
 * Commits changes in the order in which they were staged. While one batch is in flight, later changes gather and then share the
 * next batch. So ids have the order of commits, and a burst costs few round trips. If the answer to a batch is lost, fencing
 * tokens tell what became of it.
 */
export class GroupCommit {
  /** Whether what the object knows of the realm may be out of date. This group commit must not be used again then. */
  inDoubt = false
  private stagedChanges: StagedChange[] = []
  private committing: Promise<void> | null = null
  private batches = 0

  private constructor(
    private readonly start: Start,
    readonly ids: Ids,
    private tokens: CommitTokens,
    private basis: Basis,
    /** Counters of ids up to the last committed change. */
    public committed: Counters,
  ) {}

  /** Starts where the last object stopped. The query `beside` runs in the same transaction, and `rows` are its rows. */
  static async load(start: Start & { readonly beside: Fragment }): Promise<{ commit: GroupCommit; rows: Row[] }> {
    const { database, realm_id, trail, beside } = start
    const [state, answer] = await database.send([commitStateOf(realm_id, trail), beside])
    const { tokens, counters, basis } = commitStateIn(realm_id, state!.rows)
    const ids = new Ids(realm_id, { ...counters })
    return { commit: new GroupCommit(start, ids, tokens, basis, counters), rows: answer!.rows }
  }

  /**
   * Adds a change to the next batch, and resolves once it is committed. Before that, `publish` is called in the order of commits.
   * Rejects with `QuotaExceeded` if a quota of the day is used up. Nothing was written then. `reach` says who must not read an older
   * state from a replica afterwards.
   */
  stage(change: Change<unknown>, publish: () => void = () => undefined, reach: Reach = []): Promise<Cost> {
    return new Promise((resolve, reject) => {
      if (this.inDoubt) return reject(new SupersededError())
      const refusal = writesNothing(change) ? null : this.start.wall.refusal()
      if (refusal !== null) return reject(refusal)
      this.stagedChanges.push({ change, counters: { ...this.ids.counters }, reach, publish, resolve, reject })
      this.committing ??= this.commitAll().finally(() => (this.committing = null))
    })
  }

  /**
   * Closes the database for this realm, if `condition` holds. Call it in a turn. Answers the stored commit state, whose marks say whether it
   * is closed, and the rows of `beside`, which are read in the same transaction.
   */
  async close(condition: Fragment, beside: Fragment): Promise<{ state: Row[]; rows: Row[] }> {
    await this.waitUntilSettled()
    const { database, realm_id, trail } = this.start
    const [, state, answer] = await database.send([
      markMoved(realm_id, this.basis, condition, trail),
      storedCommitState(realm_id),
      beside,
    ])
    return { state: state!.rows, rows: answer!.rows }
  }

  /** Whether the realm was in this database, and has moved to another one. */
  get hasMoved(): boolean {
    return isMoved(this.basis.marks)
  }

  /** Whether this database has the realm, and it has not moved to another one. */
  get isOfRealm(): boolean {
    return this.basis.marks !== '' && !this.hasMoved
  }

  /** The latest state of the database that is known here; null without read replicas. */
  get bookmark(): Bookmark | null {
    return this.start.database.bookmark
  }

  /** Resolves once every staged change is committed or has failed. */
  async waitUntilSettled(): Promise<void> {
    while (this.committing !== null) await this.committing
  }

  private async commitAll(): Promise<void> {
    // Changes that are staged within this same tick join the batch.
    await Promise.resolve()
    while (this.stagedChanges.length > 0) {
      const group = this.takeGroup()
      try {
        await this.commit(group)
      } catch (error) {
        if (error instanceof QuotaExceeded) await this.refuseWrites(group, error)
        else if (isRefusal(error) && group.length > 1) await this.commitAlone(group)
        else this.giveUp(group, error)
      }
    }
  }

  /**
   * Rejects the changes that write, also those that wait, because each would be refused, too. Changes that only send events are
   * committed. The realm's state is not in doubt.
   */
  private async refuseWrites(group: StagedChange[], refusal: QuotaExceeded): Promise<void> {
    this.start.wall.note(refusal)
    const staged = [...group, ...this.stagedChanges.splice(0)]
    reject(
      staged.filter(({ change }) => !writesNothing(change)),
      refusal,
    )
    await this.commit(staged.filter(({ change }) => writesNothing(change)))
  }

  private takeGroup(): StagedChange[] {
    let statementsLeft = maxStatements
    const group: StagedChange[] = []
    for (const one of this.stagedChanges) {
      statementsLeft -= statementsOf(one.change).length
      if (group.length > 0 && statementsLeft < 0) break
      group.push(one)
    }
    this.stagedChanges.splice(0, group.length)
    return group
  }

  /** Commits the changes one by one, after a batch failed because of one of them: only the bad one fails. */
  private async commitAlone(group: StagedChange[]): Promise<void> {
    for (const [index, one] of group.entries()) {
      try {
        await this.commit([one])
      } catch (error) {
        if (error instanceof QuotaExceeded) return this.refuseWrites(group.slice(index), error)
        this.giveUp([one], error)
        if (this.inDoubt) return reject(group.slice(index + 1), new SupersededError())
      }
    }
  }

  /** Rejects changes that failed. Unless the database refused them, its state is unknown, and all other changes have to start over. */
  private giveUp(group: StagedChange[], error: unknown): void {
    reject(group, error)
    if (isRefusal(error)) return
    this.inDoubt = true
    reject(this.stagedChanges.splice(0), new SupersededError())
  }

  private async commit(group: StagedChange[]): Promise<void> {
    const parts = partsOf(group.map(({ change }) => change))
    const statements = parts.flatMap((part) => part.statements)
    let answers: Answer[] | null = []
    let shared = { rows_read: 0, rows_written: 0 }
    if (statements.length > 0) {
      const { counters } = group.at(-1)!
      const carried = this.carriedBy(group)
      const tokens = withToken(this.tokens, carried)
      const guard =
        carried === null
          ? advanceCommitState(this.start.realm_id, this.basis, { tokens, counters }, this.start.trail)
          : assertCommitState(this.start.realm_id, this.basis, this.start.trail)
      answers = await sendUntilDecided(this.start, [guard, ...statements], tokens)
      this.tokens = tokens
      this.basis =
        carried === null
          ? { marks: tokens.join(' '), counters, carried: '' }
          : { ...this.basis, carried: String(carried.token) }
      this.batches += 1
      this.start.wall.pass()
      this.start.onWritten(counters)
      shared = answers?.shift() ?? shared
    }
    const reaches = group.flatMap(({ change, reach }) => (writesNothing(change) ? [] : [reach]))
    const floors = this.start.raiseFloors(this.bookmark, reaches)
    if (floors !== null) await floors.soon
    const answersByChange = answers === null ? [] : answersOf(parts, answers)
    for (const [index, { change, counters, publish, resolve, reject }] of group.entries()) {
      const own = answersByChange[index] ?? []
      const rows_read = sum([shared, ...own].map((answer) => answer.rows_read))
      try {
        if (change.precondition !== undefined)
          change.precondition.verify((own[0] ?? (await this.askAgain(change.precondition.query))).rows)
        this.committed = counters
        publish()
        resolve({
          batch: this.batches,
          trips: Number(statementsOf(change).length > 0),
          rows_read,
          rows_written: sum([shared, ...own].map((answer) => answer.rows_written)),
          bytes: bytesOf(change.writes),
          raised: floors?.done,
        })
      } catch (error) {
        reject(error instanceof ApiError ? new ApiError(error.refusal, rows_read) : error)
      }
    }
  }

  /** The token of the group, if rows of the changes can carry it instead of the commit state; null: they cannot. */
  private carriedBy(group: readonly StagedChange[]): TokenWithIds | null {
    const writing = group.filter(({ change }) => statementsOf(change).length > 0)
    const carried = writing.at(-1)?.change.carries
    const isCarried = writing.every(
      ({ change }) => change.carries !== undefined && change.precondition === undefined && change.erases === undefined,
    )
    const { counters } = group.at(-1)!
    return carried !== undefined && isCarried && tellsAll(this.start.realm_id, counters, carried, this.basis)
      ? carried
      : null
  }

  /** Asks a precondition again after the answers of a committed batch were lost. Nothing has been written since, so the answer is the same. */
  private async askAgain(question: Fragment): Promise<Answer> {
    try {
      return (await this.start.database.send([question]))[0]!
    } catch (error) {
      // Not thrown as a refusal, which would say that nothing was done.
      throw new Error('It is unknown whether a change was refused', { cause: error })
    }
  }
}

/**
 * Stages a change in a turn of its own, and waits for the commit. If it were staged in the middle of an action's turn, the ids that
 * the action has taken by then would count as committed, although its change is not staged yet.
 */
export async function stagedInTurn(
  inTurn: <T>(turn: () => Promise<T>) => Promise<T>,
  stage: () => Promise<Cost>,
): Promise<void> {
  // In an object, because the turn would wait for a bare promise.
  const { committed } = await inTurn(async () => ({ committed: stage() }))
  await committed
}

const writesNothing = (change: Change<unknown>): boolean => statementsOf(change).length === 0

const bytesOf = (writes: readonly Fragment[]): number =>
  writes
    .flatMap(({ values }) => values)
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0)

function reject(group: StagedChange[], error: unknown): void {
  for (const one of group) one.reject(error)
}
