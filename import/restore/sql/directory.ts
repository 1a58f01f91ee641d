import type { DatabaseSync } from 'node:sqlite'
import { literal, type Value } from './values.ts'

/** Says in which database an organization is. Only the first database has rows there (docs/decisions/0052-several-databases.md). */
export const directoryTable = 'realm_place'

const columns = ['realm_id', 'string_id', 'database', 'moves', 'is_moving'].join()

const isElsewhere = "database <> 'DB'"

/** Counts organizations in other databases. */
export const entriesElsewhere = `select count(*) as amount from ${directoryTable} where ${isElsewhere}`

/** Statements that replace all tables, and keep what the directory says of other databases. */
export const keepingDirectory = (replacing: readonly string[]): string[] => [
  `create table restore_directory as select ${columns} from ${directoryTable} where ${isElsewhere}`,
  ...replacing,
  `insert into ${directoryTable} (${columns}) select ${columns} from restore_directory`,
  'drop table restore_directory',
]

/**
 * Takes the directory out of a copy, and answers statements that write it. Where the database knows an organization by now, that counts: it
 * may have been founded or have moved since the copy.
 */
export function takeDirectory(copy: DatabaseSync): string[] {
  const select = copy.prepare(`select ${columns} from ${directoryTable} order by realm_id`)
  select.setReadBigInts(true)
  select.setReturnArrays(true)
  const entries = select.all() as unknown as Value[][]
  copy.exec(`delete from ${directoryTable}`)
  return entries.map(
    (entry) => `insert or ignore into ${directoryTable} (${columns}) values (${entry.map(literal).join()})`,
  )
}
