import { vi } from 'vitest'
import { relocatedTables } from '../../src/realm/relocated-tables'
import { beforeFirstId } from '../../src/core/sql/ids'
import { isOfRealm } from '../../src/core/relocation/tables'
import { setupToken, request, type Answer, type TestRealm } from './index'

/** Asks, as the operator, for a move of a realm, or how far it is. */
export const askToRelocate = (
  realm: TestRealm,
  params: { database?: string; give_up?: boolean; setup_token?: string } = {},
): Promise<Answer> =>
  request(realm.host, 'POST', '/realm/relocation', {
    params: Object.fromEntries(
      Object.entries({ setup_token: setupToken, ...params }).map(([name, value]) => [name, String(value)]),
    ),
  })

/** Rings the realm's alarm until its move is in this phase; null: until there is none. */
export async function ringUntilPhase(realm: TestRealm, phase: string | null, maxAlarms = 200): Promise<Answer> {
  for (let alarm = 1; alarm <= maxAlarms; alarm += 1) {
    const status = await askToRelocate(realm)
    if (status['phase'] === phase) return status
    if (status['failure'] !== null && alarm === maxAlarms) throw new Error(String(status['failure']))
    await realm.ringAlarm().catch(() => undefined)
  }
  throw new Error(`The move did not come to ${phase}: ${JSON.stringify(await askToRelocate(realm))}`)
}

/** Lets so much time pass that no isolate remembers a place from before. */
export const passPlaceTime = (): void => {
  vi.setSystemTime(Date.now() + 700_000)
}

/** All rows of a realm in a database, by table. */
export async function readRealmRows(database: D1Database, realm_id: number): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>()
  for (const [name, table] of Object.entries(relocatedTables.tables)) {
    const { results } = await database
      .prepare(`select * from "${name}" as t where ${isOfRealm(table, realm_id, 't')}`)
      .all()
    rows.set(name, results.map((row) => JSON.stringify(row)).toSorted())
  }
  return rows
}

/** Ids of messages of a realm in which the index of a database finds a word. */
export async function searchIndex(database: D1Database, realm_id: number, word: string): Promise<number[]> {
  const { results } = await database
    .prepare(
      'select rowid as id from message_search where message_search match ? and rowid > ? and rowid < ? order by 1',
    )
    .bind(word, beforeFirstId(realm_id), beforeFirstId(realm_id + 1))
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}

/** Throws if the search index of a database does not agree with its messages. */
export const checkIndex = (database: D1Database): Promise<unknown> =>
  database.prepare(`insert into message_search (message_search, rank) values ('integrity-check', 1)`).run()

/** What happens to a batch: it is done, it is lost before it is done, or its answer is. */
type Fate = 'done' | 'lost' | 'unanswered'

/** A database whose batches can be watched, and get lost. */
export class WatchedDatabase {
  private readonly texts = new WeakMap<D1PreparedStatement, string>()

  constructor(
    private readonly database: D1Database,
    private readonly onBatch: (statements: readonly string[]) => Fate | Promise<Fate>,
  ) {}

  prepare(text: string): D1PreparedStatement {
    const statement = this.database.prepare(text)
    this.texts.set(statement, text)
    return new Proxy(statement, {
      get: (target, name) => {
        if (name !== 'bind') return Reflect.get(target, name) as unknown
        return (...values: unknown[]) => {
          const bound = target.bind(...values)
          this.texts.set(bound, text)
          return bound
        }
      },
    })
  }

  async batch(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    const fate = await this.onBatch(statements.map((statement) => this.texts.get(statement) ?? ''))
    if (fate === 'lost') throw new Error('D1_ERROR: Network connection lost.')
    const results = await this.database.batch(statements)
    if (fate === 'unanswered') throw new Error('D1_ERROR: Network connection lost.')
    return results
  }
}

/** Whether a batch closes the database that a realm leaves. */
export const closesFormerDatabase = (statements: readonly string[]): boolean =>
  statements.some((text) => text.includes('set marks = marks ||'))

/** Whether a batch leads the directory to another database. */
export const switchesDatabase = (statements: readonly string[]): boolean =>
  statements.some((text) => text.includes('moves = moves + 1'))
