import type { Database } from '../sql/database'
import { fragment, literal, type Fragment, type Row } from '../sql/sql'
import { isOfRealm, plainSql, quoted, type RelocatedTable, type Shapes } from './tables'

const operations = ['insert', 'update', 'delete'] as const

/** The relocation of a realm whose changes are logged. */
export interface LoggedRelocation {
  readonly realm_id: number
  /** Names its triggers, and is where its ids begin: so nothing that comes late harms a later relocation. */
  readonly serial: number
}

/** A row that was changed, as the log has it. */
export interface RowChange {
  readonly id: number
  readonly table: string
  /** JSON list of the columns of its key. */
  readonly key: string
}

const triggerName = ({ realm_id, serial }: LoggedRelocation, table: string, operation: string): string =>
  `relocation_${realm_id}_${serial}_${table}_${operation}`

/** SQL: the key of a row of a trigger, as a JSON list. */
const keyIn = (row: string, key: readonly string[]): string =>
  `json_array(${key.map((column) => `${row}.${quoted(column)}`).join(', ')})`

/** The triggers that log each change of the realm's rows, by their names. */
export function triggers(
  logged: LoggedRelocation,
  tables: Readonly<Record<string, RelocatedTable>>,
  shapes: Shapes,
): Map<string, Fragment> {
  const { realm_id, serial } = logged
  const log = (table: string, key: string, condition: string): string => `
    insert into relocation_change (realm_id, id, table_name, row_key)
    select ${realm_id}, coalesce((select max(id) from relocation_change where realm_id = ${realm_id}), ${serial}) + 1,
      '${table}', ${key}
    where ${condition};`
  return new Map(
    [...shapes].flatMap(([table, { key }]) =>
      operations.map((operation) => {
        const name = triggerName(logged, table, operation)
        const rows = { insert: ['new'], update: ['old', 'new'], delete: ['old'] }[operation]
        const entries = rows.map((row, index) =>
          log(table, keyIn(row, key), index === 0 ? 'true' : `${keyIn('new', key)} <> ${keyIn('old', key)}`),
        )
        const condition = isOfRealm(tables[table]!, realm_id, rows[0]!)
        return [
          name,
          plainSql(
            `create trigger if not exists ${quoted(name)} after ${operation} on ${quoted(table)} when ${condition} begin ${entries.join('')} end`,
          ),
        ] as const
      }),
    ),
  )
}

/** Names of the triggers of a realm. Those of any relocation, if no serial is given. */
export async function triggersOf(database: Database, realm_id: number, serial?: number): Promise<string[]> {
  const prefix = serial === undefined ? `relocation_${realm_id}_` : `relocation_${realm_id}_${serial}_`
  const [answer] = await database.send([
    fragment`
      select name from sqlite_schema
      where type = 'trigger' and substr(name, 1, ${literal(prefix.length)}) = ${prefix}`,
  ])
  return answer!.rows.map((row) => String(row['name']))
}

/** Triggers that are created or dropped in one batch. */
const maxTriggers = 30

const dropTrigger = (name: string): Fragment => plainSql(`drop trigger if exists ${quoted(name)}`)

/** Creates as many triggers as fit into one batch. Answers whether these were all. */
export async function createTriggers(database: Database, creations: readonly Fragment[]): Promise<boolean> {
  if (creations.length > 0) await database.send(creations.slice(0, maxTriggers))
  return creations.length <= maxTriggers
}

/** Drops as many triggers as fit into one batch. */
export async function dropSomeTriggers(database: Database, names: readonly string[]): Promise<void> {
  if (names.length > 0) await database.send(names.slice(0, maxTriggers).map(dropTrigger))
}

export async function dropTriggers(database: Database, names: readonly string[]): Promise<void> {
  for (let index = 0; index < names.length; index += maxTriggers)
    await dropSomeTriggers(database, names.slice(index, index + maxTriggers))
}

/** The first changes of the log. */
export const changesOf = (realm_id: number, maxRows: number): Fragment => fragment`
  select id, table_name, row_key from relocation_change
  where realm_id = ${realm_id} order by id limit ${literal(maxRows)}`

export const changesIn = (rows: readonly Row[]): RowChange[] =>
  rows.map((row) => ({
    id: Number(row['id']),
    table: String(row['table_name']),
    // As JavaScript writes it, to compare it with other keys.
    key: JSON.stringify(JSON.parse(String(row['row_key']))),
  }))

/** SQL: whether the log has no more than so many changes. */
export const hasAtMost = (realm_id: number, amount: number): Fragment => fragment`
  not exists (select 1 from relocation_change where realm_id = ${realm_id} limit 1 offset ${literal(amount)})`

/** Deletes changes before the one with this id. That one stays, so that no id is given out again. */
export const forgetChangesBefore = (realm_id: number, id: number): Fragment => fragment`
  delete from relocation_change where realm_id = ${realm_id} and id < ${id}`

/** Logs changes anew, which could not be made yet. */
export const logAgain = (realm_id: number, changes: readonly Pick<RowChange, 'table' | 'key'>[]): Fragment => fragment`
  insert into relocation_change (realm_id, id, table_name, row_key)
  select ${realm_id}, (select max(id) from relocation_change where realm_id = ${realm_id}) + 1 + entry.key,
    entry.value ->> 0, entry.value ->> 1
  from json_each(${JSON.stringify(changes.map(({ table, key }) => [table, key]))}) as entry`

/** Keys of the rows that were changed, by table. */
export function keysOf(changes: readonly RowChange[]): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>()
  for (const { table, key } of changes) keys.set(table, (keys.get(table) ?? new Set()).add(key))
  return keys
}
