import { isMoved, storedCommitState, unmarkMoved } from '../commit/commit-tokens'
import type { GroupCommit } from '../commit/group-commit'
import { databaseNamed, firstDatabase, type DatabaseName, type RealmDatabase } from '../sql/databases'
import { Database, type BatchCost } from '../sql/database'
import type { Row } from '../sql/sql'
import { entryIn, relocationOf, type RelocationEntry } from './entry'
import { changesIn, changesOf, type RowChange } from './row-changes'
import { beforeCopying, readWork, type Copying, type CopyProgress, type Work } from './row-writer'
import { idleSeconds } from './schedule'
import { commonShapes, readShapes, type RelocatedTables, type Shapes } from './tables'

/** Changed rows that are copied in one step. */
export const maxChanges = 400

export interface RelocationDeps {
  readonly env: () => Env
  readonly kv: SyncKvStorage
  readonly realm_id: () => number
  /** The time in UNIX seconds. */
  readonly now: () => number
  readonly placeSeconds: number
  readonly place: {
    current(): Promise<RealmDatabase>
    set(place: RealmDatabase): void
  }
  /** Gets the cost of each batch, in whichever database. */
  readonly onAnswer: (cost: BatchCost) => void
  readonly tables: () => RelocatedTables
  /** When work that can wait may begin, in UNIX seconds; null: now. */
  readonly mayBegin: () => number | null
  readonly wakeAt: (seconds: number) => Promise<void>
  /** Takes a turn, in which nobody else decides. `close` is that of the `GroupCommit`. */
  readonly inTurn: <T>(use: (close: GroupCommit['close']) => Promise<T>) => Promise<T>
}

/** A realm that moves: its databases, and how far the move has come in each. */
export class RelocatingRealm {
  private shapes: {
    readonly key: string
    readonly source: Shapes
    readonly target: Shapes
    readonly at: number
  } | null = null

  constructor(readonly deps: RelocationDeps) {}

  get id(): number {
    return this.deps.realm_id()
  }

  get directory(): Database {
    return this.database(firstDatabase)
  }

  database(name: DatabaseName, onAnswer = this.deps.onAnswer): Database {
    return new Database(databaseNamed(this.deps.env(), name), onAnswer)
  }

  async entry(): Promise<RelocationEntry | null> {
    const [answer] = await this.directory.send([relocationOf(this.id)])
    return entryIn(answer!.rows)
  }

  async changes(entry: RelocationEntry): Promise<RowChange[]> {
    const [answer] = await this.database(entry.source).send([changesOf(this.id, maxChanges)])
    return changesIn(answer!.rows)
  }

  async workOf(entry: RelocationEntry): Promise<Work<CopyProgress>> {
    const work = await readWork<CopyProgress>(this.database(entry.target), this.id)
    return work ?? { step: 0, progress: beforeCopying }
  }

  copying(entry: RelocationEntry, shapes: Shapes): Copying {
    return {
      realm_id: this.id,
      source: this.database(entry.source),
      target: this.database(entry.target),
      shapes,
      search: this.deps.tables().search,
    }
  }

  /** The tables with the columns that both databases have. */
  async commonShapes(entry: RelocationEntry): Promise<Shapes> {
    const { source, target } = await this.readShapes(entry)
    return commonShapes(source, target)
  }

  /** The shapes of the tables, which change when a deployment brings the databases up to date. */
  async readShapes({
    source,
    target,
  }: Pick<RelocationEntry, 'source' | 'target'>): Promise<{ source: Shapes; target: Shapes }> {
    const { now, tables } = this.deps
    const key = `${source} ${target}`
    if (this.shapes?.key === key && now() - this.shapes.at < idleSeconds) return this.shapes
    const names = Object.keys(tables().tables)
    const [ofSource, ofTarget] = await Promise.all(
      [source, target].map((name) => readShapes(this.database(name), names)),
    )
    this.shapes = { key, source: ofSource!, target: ofTarget!, at: now() }
    return this.shapes
  }

  /** Takes away the mark that keeps the realm's object from writing. */
  async reopen(source: DatabaseName): Promise<void> {
    const [state] = await this.database(source).send([storedCommitState(this.id)])
    const marks = marksIn(state!.rows)
    if (isMoved(marks)) await this.database(source).send([unmarkMoved(this.id, marks)])
  }
}

/** The tokens in a row of the commit state; '' if there is none. */
export const marksIn = ([state]: readonly Row[]): string => (state as { marks: string } | undefined)?.marks ?? ''
