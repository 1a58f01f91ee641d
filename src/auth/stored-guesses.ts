import { expiryOf, noGuesses, type Guesses } from './guesses'

/** Seconds between two deletions of expired rows. Each reads all rows. */
const pruneSeconds = 3600

/**
 * Guesses at all accounts, in the object's own storage: a row for each address that was tried, whether the account exists or not.
 */
export class StoredGuesses {
  constructor(
    private readonly storage: Pick<DurableObjectStorage, 'sql' | 'kv'>,
    private readonly now: () => number,
  ) {
    storage.sql.exec(
      'create table if not exists guesses (name text primary key, guesses text not null, ends real not null) without rowid',
    )
  }

  of(name: string): Guesses {
    const [row] = this.storage.sql
      .exec<{ guesses: string }>('select guesses from guesses where name = ?', name)
      .toArray()
    return row === undefined ? noGuesses : (JSON.parse(row.guesses) as Guesses)
  }

  keep(name: string, guesses: Guesses): void {
    this.prune()
    this.storage.sql.exec(
      'insert or replace into guesses (name, guesses, ends) values (?, ?, ?)',
      name,
      JSON.stringify(guesses),
      expiryOf(guesses),
    )
  }

  private prune(): void {
    const { sql, kv } = this.storage
    if ((kv.get<number>('prune') ?? 0) > this.now()) return
    sql.exec('delete from guesses where ends <= ?', this.now())
    kv.put('prune', this.now() + pruneSeconds)
  }
}
