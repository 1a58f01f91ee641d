import { Buffer } from 'node:buffer'
import type { Answer, Database } from '../sql/database'
import { commaSeparated, fragment, type Fragment } from '../sql/sql'
import { readRows, type Cell, type RowsByTable } from './row-reader'
import { ownReferences, plainSql, quoted, type SearchIndex, type Shapes, type TableShape } from './tables'

/** Bytes of JSON that are bound to one statement. A row that is longer is bound cell by cell. */
const maxJsonBytes = 1_000_000

/** Rounds in which rows are added that others need. Each finds rows that the round before needs. */
const maxRounds = 12

/** How far rows were copied into a database. */
export interface CopyProgress {
  /** Tables of which all rows were copied. */
  readonly done: readonly string[]
  /** The table that is being copied, and where its last page ended. */
  readonly table: string | null
  readonly cursor: readonly Cell[] | null
  /** Rows that were copied, those of changes included. */
  readonly rows: number
  /** The last change that was made, too. */
  readonly lastChange: number
}

export const beforeCopying: CopyProgress = { done: [], table: null, cursor: null, rows: 0, lastChange: 0 }

/** The work on a realm's rows in a database. Each batch that belongs to it makes one step. */
export interface Work<P> {
  /** Number of the last step; 0: none was made. */
  readonly step: number
  readonly progress: P
}

/** Reads how far the work in a database has come. */
export async function readWork<P>(database: Database, realm_id: number): Promise<Work<P> | null> {
  const [answer] = await database.send([
    fragment`select step, progress from relocation_progress where realm_id = ${realm_id}`,
  ])
  const row = answer!.rows[0]
  return row === undefined ? null : { step: Number(row['step']), progress: JSON.parse(String(row['progress'])) as P }
}

/**
 * Makes a step after the step `last`. If the database is at another one, this fails, and so does its whole batch: what an object sent
 * before it was lost does nothing when it comes late.
 */
export const storeRelocationProgress = (realm_id: number, last: number, progress: unknown): Fragment => fragment`
  insert into relocation_progress (realm_id, step, progress)
  values (${realm_id}, case ${last}
    when 0 then (select 1 where not exists (select 1 from relocation_progress where realm_id = ${realm_id}))
    else (select step + 1 from relocation_progress where realm_id = ${realm_id} and step = ${last})
  end, ${JSON.stringify(progress)})
  on conflict (realm_id) do update set step = excluded.step, progress = excluded.progress`

/** Whether the database refused a batch because a row needs another one, or cannot be beside another one. */
export const isConflict = (error: unknown): boolean =>
  /FOREIGN KEY constraint failed|UNIQUE constraint failed/.test(String(error))

const listOf = (keys: readonly string[]): string => JSON.stringify(keys.map((key) => JSON.parse(key) as unknown))

/** Statements that bring these rows of a realm into a database as they are elsewhere. */
export function writesOf(rows: RowsByTable, shapes: Shapes, search: SearchIndex): Fragment[] {
  const inOrder = [...shapes].filter(([name]) => (rows.get(name)?.size ?? 0) > 0)
  const upserts = inOrder.flatMap(([name, shape]) => {
    const present = [...rows.get(name)!.values()].filter((cells) => cells !== null)
    return [...upsertsOf(name, shape, present), ...ownReferencesOf(name, shape, present)]
  })
  // Children first.
  const deletions = inOrder.toReversed().flatMap(([name, shape]) => {
    const deletedKeys = [...rows.get(name)!].filter(([, cells]) => cells === null).map(([key]) => key)
    return deletedKeys.length === 0
      ? []
      : [
          fragment`
            delete from ${plainSql(quoted(name))}
            where (${plainSql(shape.key.map(quoted).join(', '))}) in (
              select ${plainSql(shape.key.map((_, index) => `value ->> ${index}`).join(', '))} from json_each(${listOf(deletedKeys)})
            )`,
        ]
  })
  const indexedRows = rows.get(search.table)
  if (indexedRows === undefined || indexedRows.size === 0) return [...upserts, ...deletions]
  const ids = fragment`(select value ->> 0 from json_each(${listOf([...indexedRows.keys()])}))`
  return [search.deleteEntries(ids), ...upserts, ...deletions, search.insertEntries(ids)]
}

function upsertsOf(name: string, shape: TableShape, rows: readonly (readonly Cell[])[]): Fragment[] {
  const { columns, key } = shape
  const own = ownReferences(name, shape)
  const updatedColumns = columns.filter((column) => !key.includes(column) && !own.includes(column))
  const into = plainSql(`insert into ${quoted(name)} (${columns.map(quoted).join(', ')})`)
  const resolution = plainSql(
    `on conflict (${key.map(quoted).join(', ')}) do ` +
      (updatedColumns.length === 0
        ? 'nothing'
        : `update set ${updatedColumns.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ')}`),
  )
  const { lists, single } = chunksOf(rows)
  const cells = plainSql(
    columns.map((column, index) => (own.includes(column) ? 'null' : `value ->> ${index}`)).join(', '),
  )
  return [
    ...lists.map((list) => fragment`${into} select ${cells} from json_each(${list}) where true ${resolution}`),
    ...single.map((row) => {
      const bound = columns.map((column, index) => fragment`${own.includes(column) ? null : row[index]!}`)
      return fragment`${into} values (${commaSeparated(bound)}) ${resolution}`
    }),
  ]
}

/** References to rows of the same table come when all of them are there. */
function ownReferencesOf(name: string, shape: TableShape, rows: readonly (readonly Cell[])[]): Fragment[] {
  const own = ownReferences(name, shape)
  if (own.length === 0 || rows.length === 0) return []
  const { columns } = shape
  const assignments = own.map((column) => `${quoted(column)} = row.value ->> ${columns.indexOf(column)}`)
  const hasSameKey = shape.key.map((column) => `t.${quoted(column)} = row.value ->> ${columns.indexOf(column)}`)
  return chunksOf(rows).lists.map(
    (list) => fragment`
      update ${plainSql(quoted(name))} as t set ${plainSql(assignments.join(', '))} from json_each(${list}) as row
      where ${plainSql(hasSameKey.join(' and '))}`,
  )
}

function chunksOf(rows: readonly (readonly Cell[])[]): { lists: string[]; single: (readonly Cell[])[] } {
  const lists: string[] = []
  const single: (readonly Cell[])[] = []
  let texts: string[] = []
  let bytes = 0
  const end = (): void => {
    if (texts.length > 0) lists.push(`[${texts.join(',')}]`)
    texts = []
    bytes = 0
  }
  for (const row of rows) {
    const text = JSON.stringify(row)
    const size = Buffer.byteLength(text) + 1
    if (size > maxJsonBytes) single.push(row)
    else {
      if (bytes + size > maxJsonBytes) end()
      texts.push(text)
      bytes += size
    }
  }
  end()
  return { lists, single }
}

/** Where rows are copied from and to. */
export interface Copying {
  readonly realm_id: number
  readonly source: Database
  readonly target: Database
  readonly shapes: Shapes
  readonly search: SearchIndex
}

/**
 * Writes rows into the target as one step. People go on working in the source, so that the target may have no row yet to which one of these
 * refers, or still a former row with the same unique value. Such rows were changed since they were copied, or are not copied yet: then
 * they are copied, too. Answers rows that could not be deleted, because others still refer to them: those were changed later.
 */
export async function writeRows(
  copying: Copying,
  rows: RowsByTable,
  last: number,
  progressOf: (amount: number) => unknown,
  also: readonly Fragment[] = [],
): Promise<{ postponed: { table: string; key: string }[] }> {
  const { realm_id, target, shapes, search } = copying
  const send = (): Promise<Answer[]> =>
    target.send([
      storeRelocationProgress(realm_id, last, progressOf(amountOf(rows))),
      ...writesOf(rows, shapes, search),
      ...also,
    ])
  try {
    await send()
    return { postponed: [] }
  } catch (error) {
    if (!isConflict(error)) throw error
  }
  const postponed = withoutDeletedParents(rows, shapes)
  for (let round = 1; round <= maxRounds; round += 1) {
    const neededKeys = await neededRows(copying, rows)
    if (neededKeys.size === 0) break
    for (const [name, byKey] of await readRows(copying.source, shapes, neededKeys))
      rows.set(name, new Map([...(rows.get(name) ?? []), ...byKey]))
  }
  await send()
  return { postponed }
}

const amountOf = (rows: RowsByTable): number => [...rows.values()].reduce((sum, { size }) => sum + size, 0)

/** Leaves out the rows that are to be deleted, of tables to which others refer. */
function withoutDeletedParents(rows: RowsByTable, shapes: Shapes): { table: string; key: string }[] {
  const parents = new Set([...shapes.values()].flatMap(({ references }) => references.map(({ table }) => table)))
  const postponed: { table: string; key: string }[] = []
  for (const [table, byKey] of rows) {
    if (!parents.has(table)) continue
    for (const [key, cells] of byKey) {
      if (cells !== null) continue
      byKey.delete(key)
      postponed.push({ table, key })
    }
  }
  return postponed
}

/** Keys of rows that have to come with these: the target has none to which they refer, or has one with the same unique value. */
async function neededRows({ target, shapes }: Copying, rows: RowsByTable): Promise<Map<string, Set<string>>> {
  const questions: { table: string; statement: Fragment }[] = []
  for (const [name, byKey] of rows) {
    const shape = shapes.get(name)
    const present = [...byKey.values()].filter((cells) => cells !== null)
    if (shape === undefined || present.length === 0) continue
    for (const { column, table, to } of shape.references) {
      const index = shape.columns.indexOf(column)
      const ids = [...new Set(present.map((cells) => cells[index]!))].filter((id) => id !== null)
      const parents = shapes.get(table)
      if (ids.length === 0 || parents === undefined) continue
      const statement = fragment`
        select json_array(value) as row_key from json_each(${JSON.stringify(ids)})
        where not exists (select 1 from ${plainSql(quoted(table))} as t where ${plainSql(`t.${quoted(to)} = value`)})`
      questions.push({ table, statement })
    }
    for (const unique of shape.uniques) {
      const values = present.map((cells) => [
        ...unique.map(({ column }) => cells[shape.columns.indexOf(column)]!),
        ...shape.key.map((column) => cells[shape.columns.indexOf(column)]!),
      ])
      const isSame = unique.map(
        ({ column, collation }, index) => `t.${quoted(column)} = wanted.value ->> ${index} collate ${collation}`,
      )
      const isOther = shape.key.map(
        (column, index) => `t.${quoted(column)} <> wanted.value ->> ${unique.length + index}`,
      )
      const statement = fragment`
        select json_array(${plainSql(shape.key.map((column) => `t.${quoted(column)}`).join(', '))}) as row_key
        from json_each(${JSON.stringify(values)}) as wanted cross join ${plainSql(quoted(name))} as t
        on ${plainSql(isSame.join(' and '))} where ${plainSql(isOther.join(' or '))}`
      questions.push({ table: name, statement })
    }
  }
  const neededKeys = new Map<string, Set<string>>()
  if (questions.length === 0) return neededKeys
  const answers = await target.send(questions.map(({ statement }) => statement))
  for (const [index, { table }] of questions.entries())
    for (const row of answers[index]!.rows) {
      const key = JSON.stringify(JSON.parse(String(row['row_key'])))
      if (rows.get(table)?.has(key)) continue
      neededKeys.set(table, (neededKeys.get(table) ?? new Set()).add(key))
    }
  return neededKeys
}
