import type { Database } from '../sql/database'
import { fragment, literal, type Fragment } from '../sql/sql'
import { dropSomeTriggers, triggersOf } from './row-changes'
import { storeRelocationProgress, readWork } from './row-writer'
import {
  isOfRealm,
  plainSql,
  quoted,
  type RelocatedTable,
  type RelocatedTables,
  type Shapes,
  type TableShape,
} from './tables'

/** Rows that are deleted in one step. */
const maxRows = 500

/** What the removal of a realm's rows has done. */
interface RemovalProgress {
  /** Tables in which nothing is left to be done. */
  readonly emptied: readonly string[]
}

interface Removal extends RelocatedTables {
  readonly realm_id: number
  readonly database: Database
  readonly shapes: Shapes
}

/** Makes one step of deleting a realm's rows from a database. Answers whether nothing is left. */
export async function removeRows(removal: Removal): Promise<boolean> {
  const { realm_id, database, shapes, tables } = removal
  const names = await triggersOf(database, realm_id)
  if (names.length > 0) {
    await dropSomeTriggers(database, names)
    return false
  }
  const work = await readWork<Partial<RemovalProgress>>(database, realm_id)
  const { step = 0, progress = {} } = work ?? {}
  const emptied = progress.emptied ?? []
  const next = [...shapes.keys()].toReversed().find((name) => !emptied.includes(name))
  if (next !== undefined) {
    const statements = deletions(removal, next, tables[next]!, shapes.get(next)!)
    const answers = await database.send([storeRelocationProgress(realm_id, step, { emptied }), ...statements])
    if (answers.at(-1)!.rows_written === 0)
      await database.send([storeRelocationProgress(realm_id, step + 1, { emptied: [...emptied, next] })])
    return false
  }
  const [, log] = await database.send([
    storeRelocationProgress(realm_id, step, { emptied }),
    fragment`
      delete from relocation_change where realm_id = ${realm_id} and id in (
        select id from relocation_change where realm_id = ${realm_id} limit ${literal(maxRows)})`,
  ])
  if (log!.rows_written > 0) return false
  await database.send([
    storeRelocationProgress(realm_id, step + 1, { emptied }),
    fragment`delete from commit_state where realm_id = ${realm_id}`,
    fragment`delete from relocation_progress where realm_id = ${realm_id}`,
  ])
  return true
}

/** Statements that delete some rows of a table. The last one writes nothing if there were none. */
function deletions(
  { realm_id, search }: Removal,
  name: string,
  table: RelocatedTable,
  { key }: TableShape,
): Fragment[] {
  const columns = plainSql(key.map(quoted).join(', '))
  const { remains } = table
  if (remains !== undefined) {
    const values = Object.entries(remains)
    const differs = values.map(([column, value]) => `${quoted(column)} is not ${value}`).join(' or ')
    return [
      fragment`
        update ${plainSql(quoted(name))} set ${plainSql(values.map(([column, value]) => `${quoted(column)} = ${value}`).join(', '))}
        where (${columns}) in (${keysWhere(`(${differs})`)})`,
    ]
  }
  function keysWhere(condition: string): Fragment {
    return fragment`
      select ${columns} from ${plainSql(quoted(name))} as t
      where ${plainSql(isOfRealm(table, realm_id, 't'))} and ${plainSql(condition)} limit ${literal(maxRows)}`
  }
  const deletion = fragment`delete from ${plainSql(quoted(name))} where (${columns}) in (${keysWhere('true')})`
  return name === search.table ? [search.deleteEntries(fragment`(${keysWhere('true')})`), deletion] : [deletion]
}
