import type { Attempts } from './change'
import { refused } from './errors'

/** Attempts older than this are of no interest to any limit. */
const keptSeconds = 24 * 3600

/** Kept in the object's own storage: an eviction must not give a password guesser a fresh start. */
export class StoredAttempts implements Attempts {
  constructor(
    private readonly storage: SqlStorage,
    private readonly now: () => number,
  ) {
    storage.exec('create table if not exists attempt (key text, at real)')
    storage.exec('create index if not exists attempt_by_key on attempt (key, at)')
  }

  guard(key: string, limit: number, seconds: number): void {
    const wait = this.wait(key, limit, seconds)
    if (wait > 0)
      throw refused('API usage exceeded rate limit', { code: 'RATE_LIMIT_HIT', status: 429, 'retry-after': wait })
  }

  isExhausted(key: string, limit: number, seconds: number): boolean {
    return this.wait(key, limit, seconds) > 0
  }

  record(key: string): void {
    this.storage.exec('delete from attempt where at < ?', this.now() - keptSeconds)
    this.storage.exec('insert into attempt (key, at) values (?, ?)', key, this.now())
  }

  clear(key: string): void {
    this.storage.exec('delete from attempt where key = ?', key)
  }

  /** Seconds until the next attempt is within the limit. */
  private wait(key: string, limit: number, seconds: number): number {
    const since = this.now() - seconds
    const [nth] = this.storage
      .exec<{ at: number }>(
        'select at from attempt where key = ? and at > ? order by at desc limit 1 offset ?',
        key,
        since,
        limit - 1,
      )
      .toArray()
    return nth === undefined ? 0 : nth.at - since
  }
}
