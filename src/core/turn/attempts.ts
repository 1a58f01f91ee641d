import type { AttemptLimit, Attempts } from './change'
import { tooMany } from '../base/errors'

/** The attempts of one key since its window began. It ends at `ends`, in UNIX seconds. */
interface Window {
  ends: number
  amount: number
}

/** Windows in memory. When there are more, the oldest goes. */
const maxWindowsInMemory = 10_000

/** Windows that have ended are deleted once in this many seconds, because deleting reads all rows. */
const pruneEverySeconds = 3600

/** Key of the row that says when to delete ended windows again. No attempt has an empty key. */
const pruneKey = ''

/**
 * Counts attempts in fixed windows. Each key has a row in the object's own storage, because an eviction must not clear the count.
 * A window begins with the first attempt, so around its end there may be twice the limit within the length of a window, and never
 * more. For each limit, an attempt reads three rows and writes one.
 */
export class StoredAttempts implements Attempts {
  private readonly inMemory = new Map<string, Window>()

  constructor(
    private readonly storage: Pick<SqlStorage, 'exec'>,
    private readonly now: () => number,
  ) {
    // The table of earlier releases had a row for each attempt.
    storage.exec('drop table if exists attempt')
    storage.exec(
      'create table if not exists attempts (key text primary key, ends real not null, amount integer not null) without rowid',
    )
  }

  take(key: string, ...limits: readonly AttemptLimit[]): void {
    const wait = Math.max(...limits.map((limit) => this.wait(key, limit)))
    if (wait > 0) throw tooMany(wait)
    for (const limit of limits) this.record(key, limit)
  }

  mayTake(key: string, limit: AttemptLimit): boolean {
    if (this.wait(key, limit) > 0) return false
    this.record(key, limit)
    return true
  }

  amountOf(key: string, limit: AttemptLimit): number {
    return this.window(key, limit)?.amount ?? 0
  }

  takeUpTo(amount: number, limits: readonly (readonly [key: string, limit: AttemptLimit])[]): number {
    const remaining = limits.map(([key, limit]) => limit.maxAttempts - this.amountOf(key, limit))
    const takenAmount = Math.max(0, Math.min(amount, ...remaining))
    if (takenAmount > 0) for (const [key, limit] of limits) this.record(key, limit, takenAmount)
    return takenAmount
  }

  /** Seconds until there may be another attempt; 0: there may be one now. */
  wait(key: string, limit: AttemptLimit): number {
    const window = this.window(key, limit)
    return window === null || window.amount < limit.maxAttempts ? 0 : window.ends - this.now()
  }

  record(key: string, limit: AttemptLimit, attempts = 1): void {
    const before = this.window(key, limit)
    const { ends, amount } = before ?? { ends: this.now() + limit.seconds, amount: 0 }
    this.saveWindow(nameOf(key, limit), { ends, amount: amount + attempts }, { ...limit, isNew: before === null })
  }

  clear(key: string, limit: AttemptLimit): void {
    if (this.window(key, limit) === null) return
    this.inMemory.delete(nameOf(key, limit))
    if (!limit.inMemory) this.storage.exec('delete from attempts where key = ?', nameOf(key, limit))
  }

  private window(key: string, limit: AttemptLimit): Window | null {
    const name = nameOf(key, limit)
    const window = limit.inMemory ? this.inMemory.get(name) : this.stored(name)
    return window === undefined || window.ends <= this.now() ? null : window
  }

  private saveWindow(name: string, window: Window, { inMemory, isNew }: AttemptLimit & { isNew: boolean }): void {
    if (inMemory) {
      if (isNew) this.inMemory.delete(name)
      this.inMemory.set(name, window)
      if (this.inMemory.size > maxWindowsInMemory) this.inMemory.delete(this.inMemory.keys().next().value!)
      return
    }
    this.prune()
    this.store(name, window)
  }

  private prune(): void {
    const next = this.stored(pruneKey)?.ends
    if (next !== undefined && next > this.now()) return
    this.storage.exec('delete from attempts where ends <= ?', this.now())
    this.store(pruneKey, { ends: this.now() + pruneEverySeconds, amount: 0 })
  }

  private stored(name: string): Window | undefined {
    return this.storage
      .exec<{ ends: number; amount: number }>('select ends, amount from attempts where key = ?', name)
      .toArray()[0]
  }

  private store(name: string, { ends, amount }: Window): void {
    this.storage.exec('insert or replace into attempts (key, ends, amount) values (?, ?, ?)', name, ends, amount)
  }
}

/** The key of a window. If a key has several limits, each has a window of its own. */
const nameOf = (key: string, { seconds }: AttemptLimit): string => `${key} in ${seconds}`
