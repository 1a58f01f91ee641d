import { ApiError } from '../base/errors'
import { logFailure } from '../base/failures'
import { platformRefusalIn } from '../base/quota-refusals'
import { hasSeveralDatabases } from '../sql/databases'
import { begin, giveUp, relocationStatus, type RelocationOrder, type RelocationStatus } from './command'
import { copySome } from './copy'
import { cancel, deleteFormerRows } from './end'
import { noteFailure, type RelocationEntry } from './entry'
import { RelocatingRealm, type RelocationDeps } from './relocating-realm'
import { earliestSwitch, failureSeconds, idleSeconds } from './schedule'
import { beginSwitch, finishSwitch, switchDatabases } from './switch'

const storedKey = 'has_relocation'

/**
 * Moves a realm to another database (docs/decisions/0053-moving-to-another-database.md). Triggers in the source log which rows change,
 * while all rows are copied step by step. Then the changed rows are copied, again and again, until few are left. Then the source is
 * closed, the last changes are copied, and the directory leads to the target. All of that can be interrupted anywhere.
 */
export class Relocation {
  private readonly realm: RelocatingRealm

  constructor(private readonly deps: RelocationDeps) {
    this.realm = new RelocatingRealm(deps)
  }

  /** Begins or gives up a move, or neither, and answers how far it is. */
  async command({ database, gives_up }: RelocationOrder): Promise<RelocationStatus> {
    const { now, kv, wakeAt } = this.deps
    const entry = await this.realm.entry()
    if (gives_up) await giveUp(this.realm, entry)
    else if (database !== null) await begin(this.realm, database, entry)
    if (gives_up || database !== null) {
      kv.put(storedKey, true)
      await wakeAt(now())
    }
    return relocationStatus(this.realm)
  }

  /** Does some of the work, if there is any. Answers when more is due, in UNIX seconds; null: there is none. */
  async goOn(): Promise<number | null> {
    const { kv, now, mayBegin, env } = this.deps
    const { realm } = this
    if (kv.get(storedKey) === undefined || !hasSeveralDatabases(env())) return null
    const waits = mayBegin()
    if (waits !== null) return waits
    let entry: RelocationEntry | null = null
    try {
      entry = await realm.entry()
      const next = entry === null ? null : await this.step(entry)
      if (next === null) kv.delete(storedKey)
      else if (entry!.failure !== null) await realm.directory.send([noteFailure(realm.id, entry!, null)])
      return next
    } catch (error) {
      logFailure('relocation', error)
      const failure = error instanceof ApiError ? error.refusal.msg : String(error).slice(0, 200)
      if (entry !== null && entry.failure !== failure)
        await realm.directory.send([noteFailure(realm.id, entry, failure)]).catch(() => undefined)
      return now() + (platformRefusalIn(error) === null ? failureSeconds : idleSeconds)
    }
  }

  private step(entry: RelocationEntry): Promise<number | null> {
    if (entry.phase === 'copying') return this.copy(entry)
    if (entry.phase === 'switching') return switchDatabases(this.realm, entry)
    return entry.phase === 'cancelling' ? cancel(this.realm, entry) : deleteFormerRows(this.realm, entry)
  }

  private async copy(entry: RelocationEntry): Promise<number> {
    const { now, placeSeconds } = this.deps
    if (!(await copySome(this.realm, entry))) return now()
    const opens_at = earliestSwitch(entry, placeSeconds)
    return now() < opens_at ? Math.min(opens_at, now() + idleSeconds) : beginSwitch(this.realm, entry)
  }

  /**
   * Finishes what an object began that closed the source and was lost. Call it when the realm's database is found closed. Answers whether the
   * state can be loaded again; if not, the realm is about to move.
   */
  async finish(): Promise<boolean> {
    const { kv, place, env } = this.deps
    if (!hasSeveralDatabases(env())) return false
    kv.put(storedKey, true)
    const entry = await this.realm.entry()
    const { name } = await place.current()
    // While rows are moved by hand, there is no entry.
    if (entry === null || entry.source !== name || entry.phase === 'leaving') return false
    if (entry.phase === 'switching') return finishSwitch(this.realm, entry)
    // Somebody closed it too late, after the move was given up.
    await this.realm.reopen(name)
    return true
  }
}
