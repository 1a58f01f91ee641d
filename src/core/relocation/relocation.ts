import { ApiError, refused } from '../base/errors'
import { logFailure } from '../base/failures'
import { daySeconds, megabyte } from '../base/units'
import { platformRefusalIn } from '../base/quota-refusals'
import type { GroupCommit } from '../commit/group-commit'
import { isMoved, storedCommitState, unmarkMoved, withoutMoved } from '../commit/commit-tokens'
import {
  databaseNamed,
  databaseNames,
  firstDatabase,
  hasSeveralDatabases,
  type DatabaseName,
  type RealmDatabase,
} from '../sql/databases'
import { Database, fragment, type BatchCost, type Row } from '../sql/sql'
import { databaseQuota } from '../usage/quotas'
import {
  beginRelocation,
  endRelocation,
  enterPhase,
  entryIn,
  noteFailure,
  relocationOf,
  settlePlace,
  switchPlace,
  type RelocationEntry,
} from './entry'
import { removeRows } from './removal'
import {
  changesIn,
  changesOf,
  dropTrigger,
  forgetChangesBefore,
  hasAtMost,
  logAgain,
  triggers,
  triggersOf,
  type RowChange,
} from './row-changes'
import { readPage, readRows } from './row-reader'
import { advance, beforeCopying, readWork, writeRows, writesOf, type CopyProgress, type Work } from './row-writer'
import { areEqual, commonShapes, readShapes, type RelocatedTables, type Shapes } from './tables'

/** The switch waits for this long after isolates have forgotten the place, because a request that began before may still read there. */
const marginSeconds = 60

/** Seconds for which the former rows stay after the switch. */
export const formerRowsSeconds = daySeconds

/** Steps of one alarm. On the free plan, the platform allows an event 50 statements. */
const maxSteps = 6

/** Changed rows that are copied in one step. */
const maxChanges = 400

/** The source is closed when no more changes than these are left to be copied. */
const maxLastChanges = 200

/** Triggers that are created in one batch. */
const maxTriggers = 30

/** Seconds until the next step, when there is nothing to do, and after a failure. */
const idleSeconds = 30
const failureSeconds = 5

/** A database of which so much is used takes no further organization. */
const filledShare = 0.9

/** A database has this many bytes at most, where the plan has no limit. */
const platformMaxBytes = 10_000 * megabyte

const storedKey = 'has_relocation'

/** What an operator wants: to begin a move to a database, to give it up, or neither. */
export interface RelocationOrder {
  readonly database: DatabaseName | null
  readonly gives_up: boolean
}

/** How far a relocation is, for its operator. */
export interface RelocationStatus {
  readonly database: DatabaseName
  readonly phase: RelocationEntry['phase'] | null
  readonly target: DatabaseName | null
  readonly source: DatabaseName | null
  readonly rows: number
  readonly tables: number
  readonly all_tables: number
  readonly changes: number
  readonly next_at: number | null
  readonly failure: string | null
}

interface RelocationDeps {
  readonly env: () => Env
  readonly kv: SyncKvStorage
  readonly realm_id: () => number
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

/**
 * Moves a realm to another database (docs/decisions/0053-moving-to-another-database.md). Triggers in the source log which rows change,
 * while all rows are copied step by step. Then the changed rows are copied, again and again, until few are left. Then the source is
 * closed, the last changes are copied, and the directory leads to the target. All of that can be interrupted anywhere.
 */
export class Relocation {
  private shapes: {
    readonly key: string
    readonly source: Shapes
    readonly target: Shapes
    readonly at: number
  } | null = null

  constructor(private readonly deps: RelocationDeps) {}

  /** Begins or gives up a move, or neither, and answers how far it is. */
  async command({ database, gives_up }: RelocationOrder): Promise<RelocationStatus> {
    const { now, kv, wakeAt } = this.deps
    const entry = await this.entry()
    if (gives_up) await this.giveUp(entry)
    else if (database !== null) await this.begin(database, entry)
    if (gives_up || database !== null) {
      kv.put(storedKey, true)
      await wakeAt(now())
    }
    return this.status()
  }

  private async begin(target: DatabaseName, entry: RelocationEntry | null): Promise<void> {
    const { env, place, realm_id, now } = this.deps
    if (!databaseNames(env()).includes(target)) throw refused(`This deployment has no database '${target}'`)
    if (entry !== null) {
      if (entry.target === target && (entry.phase === 'copying' || entry.phase === 'switching')) return
      throw refused(
        entry.phase === 'leaving'
          ? 'The rows in the former database have not been deleted yet. The organization can move again after that.'
          : 'The organization is already moving. Give that up first.',
      )
    }
    const { name: source } = await place.current()
    if (source === target) throw refused(`The organization is already in the database '${target}'`)
    const names = Object.keys(this.deps.tables().tables)
    const shapes = await this.readShapes(source, target)
    if (names.some((name) => !shapes.target.has(name) || !shapes.source.has(name)))
      throw refused(`The database '${target}' lacks tables. Deploy again, and then move the organization.`)
    let size = 0
    const sized = this.database(target, (cost) => (size = cost.size ?? 0))
    await sized.send([fragment`select 1`])
    if (size > (databaseQuota(env()) ?? platformMaxBytes) * filledShare)
      throw refused(`The database '${target}' has no room for another organization`, { code: 'DATABASES_FULL' })
    const id = realm_id()
    const [answer] = await this.database(source).send([fragment`select string_id from realm where id = ${id}`])
    const [row] = answer!.rows as unknown as { string_id: string }[]
    if (row === undefined) throw refused('There is no organization at this address', { status: 404 })
    await this.forget(target, source)
    const at = now()
    const serial = Math.round(at * 1000)
    await this.directory.send(
      beginRelocation(id, row.string_id, { serial, source, target, phase_at: at, token: newToken() }),
    )
  }

  /** Resets what an earlier relocation may have left of its progress. */
  private async forget(target: DatabaseName, source: DatabaseName): Promise<void> {
    const id = this.deps.realm_id()
    const work = await readWork(this.database(target), id)
    if (work !== null) await this.database(target).send([advance(id, work.step, beforeCopying)])
    const former = await triggersOf(this.database(source), id)
    for (let index = 0; index < former.length; index += maxTriggers)
      await this.database(source).send(former.slice(index, index + maxTriggers).map(dropTrigger))
  }

  private async giveUp(entry: RelocationEntry | null): Promise<void> {
    const { realm_id, now } = this.deps
    if (entry?.phase === 'cancelling') return
    if (entry === null || entry.phase === 'leaving') throw refused('The organization is not moving')
    const id = realm_id()
    await this.directory.send([
      enterPhase(id, entry, { phase: 'cancelling', phase_at: now(), token: newToken() }),
      settlePlace(id),
    ])
    const current = await this.entry()
    if (current?.phase !== 'cancelling') throw refused('The organization has just moved')
    // Nobody can change the directory any more by the former token.
    await this.reopen(entry.source)
  }

  /** Takes away the mark that keeps the realm's object from writing. */
  private async reopen(source: DatabaseName): Promise<void> {
    const id = this.deps.realm_id()
    const [state] = await this.database(source).send([storedCommitState(id)])
    const marks = marksIn(state!.rows)
    if (isMoved(marks)) await this.database(source).send([unmarkMoved(id, marks)])
  }

  private async status(): Promise<RelocationStatus> {
    const { place, realm_id, tables, placeSeconds } = this.deps
    const entry = await this.entry()
    const all_tables = Object.keys(tables().tables).length
    const { name: database } = await place.current()
    const none = { rows: 0, tables: 0, all_tables, changes: 0, next_at: null }
    if (entry === null) return { database, phase: null, target: null, source: null, failure: null, ...none }
    const { phase, target, source, failure, phase_at } = entry
    const found = { database, phase, target, source, failure }
    if (phase === 'leaving') return { ...found, ...none, next_at: phase_at + formerRowsSeconds }
    const work = await readWork<Partial<CopyProgress>>(this.database(target), realm_id())
    const [answer] = await this.database(source).send([
      fragment`select count(*) as amount from (select 1 from relocation_change where realm_id = ${realm_id()} limit 10000)`,
    ])
    return {
      ...found,
      rows: work?.progress.rows ?? 0,
      tables: work?.progress.done?.length ?? 0,
      all_tables,
      changes: Number(answer!.rows[0]!['amount']),
      next_at: phase === 'copying' ? phase_at + placeSeconds + marginSeconds : null,
    }
  }

  /** Does some of the work, if there is any. Answers when more is due, in UNIX seconds; null: there is none. */
  async goOn(): Promise<number | null> {
    const { kv, now, mayBegin, realm_id } = this.deps
    if (kv.get(storedKey) === undefined || !hasSeveralDatabases(this.deps.env())) return null
    const waits = mayBegin()
    if (waits !== null) return waits
    let entry: RelocationEntry | null = null
    try {
      entry = await this.entry()
      if (entry === null) {
        kv.delete(storedKey)
        return null
      }
      const next = await this.step(entry)
      if (entry.failure !== null) await this.directory.send([noteFailure(realm_id(), entry, null)])
      return next
    } catch (error) {
      logFailure('relocation', error)
      const failure = error instanceof ApiError ? error.refusal.msg : String(error).slice(0, 200)
      if (entry !== null && entry.failure !== failure)
        await this.directory.send([noteFailure(realm_id(), entry, failure)]).catch(() => undefined)
      return now() + (platformRefusalIn(error) === null ? failureSeconds : idleSeconds)
    }
  }

  private step(entry: RelocationEntry): Promise<number | null> {
    if (entry.phase === 'copying') return this.copy(entry)
    if (entry.phase === 'switching') return this.switch(entry)
    return entry.phase === 'cancelling' ? this.remove(entry, entry.target) : this.leave(entry)
  }

  private async copy(entry: RelocationEntry): Promise<number> {
    const { now, realm_id, placeSeconds } = this.deps
    if (!(await this.createTriggers(entry))) return now()
    let work = await this.workOf(entry)
    for (let step = 1; step <= maxSteps; step += 1) {
      const changes = await this.changes(entry)
      const isBehind = changes.length >= maxChanges
      const isComplete = this.nextTable(work.progress) === null
      if (isBehind || (isComplete && changes.some(({ id }) => id > work.progress.lastChange)))
        work = await this.copyChanges(entry, work, changes)
      else if (!isComplete) work = await this.copyPage(entry, work)
      if (this.nextTable(work.progress) === null && changes.length <= maxLastChanges) {
        const opens_at = entry.phase_at + placeSeconds + marginSeconds
        if (now() < opens_at) return Math.min(opens_at, now() + idleSeconds)
        const { source, target } = await this.readShapes(entry.source, entry.target)
        if (!areEqual(source, target)) throw refused('The databases have different columns. Deploy again.')
        const token = newToken()
        await this.directory.send([enterPhase(realm_id(), entry, { phase: 'switching', phase_at: now(), token })])
        return this.switch({ ...entry, phase: 'switching', token })
      }
    }
    return now()
  }

  /** Creates triggers that are missing. Answers whether all are there. */
  private async createTriggers(entry: RelocationEntry): Promise<boolean> {
    const realm_id = this.deps.realm_id()
    const source = this.database(entry.source)
    const wanted = triggers({ realm_id, serial: entry.serial }, this.deps.tables().tables, await this.common(entry))
    const present = new Set(await triggersOf(source, realm_id, entry.serial))
    const missing = [...wanted].filter(([name]) => !present.has(name)).map(([, creation]) => creation)
    if (missing.length > 0) await source.send(missing.slice(0, maxTriggers))
    return missing.length <= maxTriggers
  }

  private nextTable({ done }: CopyProgress): string | null {
    return [...this.shapes!.target.keys()].find((name) => !done.includes(name)) ?? null
  }

  private async copyPage(entry: RelocationEntry, { step, progress }: Work<CopyProgress>): Promise<Work<CopyProgress>> {
    const { realm_id, tables } = this.deps
    const shapes = await this.common(entry)
    const name = this.nextTable(progress)!
    const { rows, cursor } = await readPage(this.database(entry.source), name, tables().tables[name]!, {
      shape: shapes.get(name)!,
      realm_id: realm_id(),
      cursor: progress.table === name ? progress.cursor : null,
    })
    const next = (amount: number): CopyProgress => ({
      ...progress,
      ...(cursor === null
        ? { done: [...progress.done, name], table: null, cursor: null }
        : { table: name, cursor, rows: progress.rows + amount }),
    })
    const byTable = new Map([[name, rows]])
    await writeRows(this.copying(entry, shapes), byTable, step, next)
    return { step: step + 1, progress: next(rows.size) }
  }

  private async copyChanges(
    entry: RelocationEntry,
    { step, progress }: Work<CopyProgress>,
    changes: readonly RowChange[],
  ): Promise<Work<CopyProgress>> {
    const { realm_id } = this.deps
    const source = this.database(entry.source)
    const shapes = await this.common(entry)
    const rows = await readRows(source, shapes, keysOf(changes))
    const lastChange = changes.at(-1)!.id
    const next = (amount: number): CopyProgress => ({ ...progress, rows: progress.rows + amount, lastChange })
    const { postponed } = await writeRows(this.copying(entry, shapes), rows, step, next)
    await source.send([
      ...(postponed.length > 0 ? [logAgain(realm_id(), postponed)] : []),
      forgetChangesBefore(realm_id(), lastChange),
    ])
    return { step: step + 1, progress: next(changes.length) }
  }

  /** Closes the source and goes to the target, if few enough changes are left. */
  private async switch(entry: RelocationEntry): Promise<number> {
    const { now, realm_id, inTurn, place } = this.deps
    const changes = await this.changes(entry)
    if (changes.length > maxLastChanges) {
      const work = await this.workOf(entry)
      await this.common(entry)
      await this.copyChanges(entry, work, changes)
      return now()
    }
    const work = await this.workOf(entry)
    const shapes = await this.common(entry)
    const id = realm_id()
    const isDone = await inTurn(async (close) => {
      // The state may have been loaded again, and then it may be in the target.
      if ((await place.current()).name !== entry.source) return false
      const { state, rows } = await close(hasAtMost(id, maxLastChanges), changesOf(id, maxLastChanges + 1))
      const isClosed = isMoved(marksIn(state))
      if (isClosed) await this.complete(entry, work, shapes, state, changesIn(rows))
      return isClosed
    })
    return isDone ? now() + formerRowsSeconds : now() + 1
  }

  /**
   * Finishes what an object began that closed the source and was lost. Call it when the realm's database is found closed. Answers whether the
   * state can be loaded again; if not, the realm is about to move.
   */
  async finish(): Promise<boolean> {
    const { realm_id, now, kv, place, env } = this.deps
    if (!hasSeveralDatabases(env())) return false
    const id = realm_id()
    kv.put(storedKey, true)
    const entry = await this.entry()
    const { name } = await place.current()
    if (entry?.phase !== 'switching' || entry.source !== name) {
      // While rows are moved by hand, there is no entry.
      if (entry === null || entry.source !== name || entry.phase === 'leaving') return false
      // Somebody closed it too late, after the move was given up.
      await this.reopen(name)
      return true
    }
    const token = newToken()
    await this.directory.send([enterPhase(id, entry, { phase: 'switching', phase_at: now(), token })])
    const current = await this.entry()
    if (current?.token !== token) return false
    const [state, log] = await this.database(name).send([storedCommitState(id), changesOf(id, maxLastChanges + 1)])
    const shapes = await this.common(current)
    await this.complete(current, await this.workOf(current), shapes, state!.rows, changesIn(log!.rows))
    // If it failed, the source is open again.
    return true
  }

  /**
   * Copies the last changes with the commit state, and leads the directory to the target. Nobody writes to the source meanwhile. If the
   * copy fails, the source is open again.
   */
  private async complete(
    entry: RelocationEntry,
    work: Work<CopyProgress>,
    shapes: Shapes,
    state: readonly Row[],
    changes: readonly RowChange[],
  ): Promise<void> {
    const { realm_id, place, now, wakeAt } = this.deps
    const id = realm_id()
    try {
      await this.copyLast(entry, work, shapes, state, changes)
    } catch (error) {
      await this.stepBack(entry)
      throw error
    }
    const answers = await this.directory.send([
      ...switchPlace(id, entry, now()),
      fragment`select database, moves from realm_place where realm_id = ${id}`,
    ])
    const { database, moves } = answers.at(-1)!.rows[0] as { database: string; moves: number }
    if (database !== entry.target) throw new Error('The directory was changed by another object')
    place.set({ name: database, moves })
    await wakeAt(now() + formerRowsSeconds)
  }

  private async copyLast(
    entry: RelocationEntry,
    { step, progress }: Work<CopyProgress>,
    shapes: Shapes,
    [state]: readonly Row[],
    changes: readonly RowChange[],
  ): Promise<void> {
    const id = this.deps.realm_id()
    const { marks, counters } = state as { marks: string; counters: string }
    const rows = await readRows(this.database(entry.source), shapes, keysOf(changes))
    const next: CopyProgress = { ...progress, lastChange: changes.at(-1)?.id ?? progress.lastChange }
    await this.database(entry.target).send([
      advance(id, step, next),
      ...writesOf(rows, shapes, this.deps.tables().search),
      fragment`
        insert into commit_state (realm_id, marks, counters) values (${id}, ${withoutMoved(marks)}, ${counters})
        on conflict (realm_id) do update set marks = excluded.marks, counters = excluded.counters`,
    ])
  }

  /** Goes on copying, with the source open. Its token lets nobody change the directory who wanted to before. */
  private async stepBack(entry: RelocationEntry): Promise<void> {
    const { realm_id, now } = this.deps
    await this.directory.send([enterPhase(realm_id(), entry, { phase: 'copying', phase_at: now(), token: newToken() })])
    if ((await this.entry())?.phase === 'copying') await this.reopen(entry.source)
  }

  private async leave(entry: RelocationEntry): Promise<number | null> {
    const ends_at = entry.phase_at + formerRowsSeconds
    return this.deps.now() < ends_at ? ends_at : this.remove(entry, entry.source)
  }

  /** Deletes the rows of a database that the realm has left, or does not go to. */
  private async remove(entry: RelocationEntry, name: DatabaseName): Promise<number | null> {
    const { realm_id, now, kv, tables } = this.deps
    const { source, target } = await this.readShapes(entry.source, entry.target)
    const shapes = name === entry.source ? source : target
    for (let step = 1; step <= maxSteps; step += 1)
      if (await removeRows({ ...tables(), realm_id: realm_id(), database: this.database(name), shapes })) {
        const isCancelled = entry.phase === 'cancelling'
        if (isCancelled) {
          if (!(await this.removeLog(entry))) return now()
          await this.reopen(entry.source)
        }
        await this.directory.send([endRelocation(realm_id(), entry)])
        kv.delete(storedKey)
        return null
      }
    return now()
  }

  /** Deletes what a relocation that was given up logged in the source. Answers whether nothing is left. */
  private async removeLog(entry: RelocationEntry): Promise<boolean> {
    const id = this.deps.realm_id()
    const source = this.database(entry.source)
    const names = await triggersOf(source, id)
    if (names.length > 0) await source.send(names.slice(0, maxTriggers).map(dropTrigger))
    const [deletion] = await source.send([
      fragment`
        delete from relocation_change where realm_id = ${id} and id in (
          select id from relocation_change where realm_id = ${id} order by id limit 1000)`,
    ])
    return names.length === 0 && deletion!.rows_written === 0
  }

  private get directory(): Database {
    return this.database(firstDatabase)
  }

  private database(name: DatabaseName, onAnswer = this.deps.onAnswer): Database {
    return new Database(databaseNamed(this.deps.env(), name), onAnswer)
  }

  private async entry(): Promise<RelocationEntry | null> {
    const [answer] = await this.directory.send([relocationOf(this.deps.realm_id())])
    return entryIn(answer!.rows)
  }

  private async changes(entry: RelocationEntry): Promise<RowChange[]> {
    const [answer] = await this.database(entry.source).send([changesOf(this.deps.realm_id(), maxChanges)])
    return changesIn(answer!.rows)
  }

  private async workOf(entry: RelocationEntry): Promise<Work<CopyProgress>> {
    const work = await readWork<CopyProgress>(this.database(entry.target), this.deps.realm_id())
    return work ?? { step: 0, progress: beforeCopying }
  }

  private copying(entry: RelocationEntry, shapes: Shapes) {
    return {
      realm_id: this.deps.realm_id(),
      source: this.database(entry.source),
      target: this.database(entry.target),
      shapes,
      search: this.deps.tables().search,
    }
  }

  private async common(entry: RelocationEntry): Promise<Shapes> {
    const { source, target } = await this.readShapes(entry.source, entry.target)
    return commonShapes(source, target)
  }

  /** The shapes of the tables, which change when a deployment brings the databases up to date. */
  private async readShapes(source: DatabaseName, target: DatabaseName): Promise<{ source: Shapes; target: Shapes }> {
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
}

const marksIn = ([state]: readonly Row[]): string => (state as { marks: string } | undefined)?.marks ?? ''

const newToken = (): string => crypto.randomUUID()

function keysOf(changes: readonly RowChange[]): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>()
  for (const { table, key } of changes) keys.set(table, (keys.get(table) ?? new Set()).add(key))
  return keys
}
