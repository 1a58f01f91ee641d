import type { AttemptLimit, Attempts } from './change'
import { tooMany } from '../base/errors'

/** Attempts of a key since its window began; `ends` is in UNIX seconds. */
interface Window {
  ends: number
  amount: number
}

/** Most windows in memory. The oldest ones go first. */
const mostInMemory = 10_000

/** Seconds between two times that ended windows are deleted, which reads all rows. */
const pruneSeconds = 3600

/** The row that says when to prune again. No attempt has an empty key. */
const pruning = ''

/**
 * Counts attempts in fixed windows, with one row for each key in the object's own storage: an eviction must not clear them. A
 * window begins with the first attempt. So in a time as long as the window there may be twice the limit, around its end, and
 * never more. For each limit, an attempt reads three rows and writes one.
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

  takeUpTo(amount: number, limits: readonly (readonly [key: string, limit: AttemptLimit])[]): number {
    const rooms = limits.map(([key, limit]) => limit.most - (this.window(key, limit)?.amount ?? 0))
    const taken = Math.max(0, Math.min(amount, ...rooms))
    if (taken > 0) for (const [key, limit] of limits) this.record(key, limit, taken)
    return taken
  }

  /** Seconds until there may be another; 0 when there may be one now. */
  wait(key: string, limit: AttemptLimit): number {
    const window = this.window(key, limit)
    return window === null || window.amount < limit.most ? 0 : window.ends - this.now()
  }

  /** Counts attempts. */
  record(key: string, limit: AttemptLimit, attempts = 1): void {
    const before = this.window(key, limit)
    const { ends, amount } = before ?? { ends: this.now() + limit.seconds, amount: 0 }
    this.keep(nameOf(key, limit), { ends, amount: amount + attempts }, { ...limit, isNew: before === null })
  }

  /** Clears the count. */
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

  private keep(name: string, window: Window, { inMemory, isNew }: AttemptLimit & { isNew: boolean }): void {
    if (inMemory) {
      if (isNew) this.inMemory.delete(name)
      this.inMemory.set(name, window)
      if (this.inMemory.size > mostInMemory) this.inMemory.delete(this.inMemory.keys().next().value!)
      return
    }
    this.prune()
    this.store(name, window)
  }

  private prune(): void {
    const next = this.stored(pruning)?.ends
    if (next !== undefined && next > this.now()) return
    this.storage.exec('delete from attempts where ends <= ?', this.now())
    this.store(pruning, { ends: this.now() + pruneSeconds, amount: 0 })
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

/** Each limit of a key has a window of its own. */
const nameOf = (key: string, { seconds }: AttemptLimit): string => `${key} in ${seconds}`
