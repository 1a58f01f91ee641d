import type { Database } from '../sql/database'
import { fragment, Fragment, literal, type Row } from '../sql/sql'
import { isOfRealm, plainSql, quoted, type RelocatedTable, type Shapes, type TableShape } from './tables'

/** A value of a row. */
export type Cell = string | number | null

/** Rows of a table, each with the cells of its columns in their order; null: there is no row of this key. By their keys, as JSON. */
export type RowsByKey = Map<string, readonly Cell[] | null>

/** Rows by the names of their tables. */
export type RowsByTable = Map<string, RowsByKey>

/** Rows and characters of a page. The first row of a page may be longer. */
const maxPageRows = 250
const maxPageCharacters = 300_000

/** The key of a row, as JSON. */
export const keyOf = ({ columns, key }: TableShape, cells: readonly Cell[]): string =>
  JSON.stringify(key.map((column) => cells[columns.indexOf(column)]!))

const cellsOf = ({ columns }: TableShape, row: Row): Cell[] => columns.map((column) => row[column] as Cell)

/** The columns by which rows of a realm are read in order. */
const orderOf = (table: RelocatedTable, { key }: TableShape): readonly string[] => table.order ?? key

/** The rows of a realm in a table after those at the cursor, in order. */
function pageAfter(
  name: string,
  table: RelocatedTable,
  { shape, realm_id, cursor }: { shape: TableShape; realm_id: number; cursor: readonly Cell[] | null },
): Fragment {
  const columns = (alias: string): Fragment =>
    plainSql(shape.columns.map((column) => `${alias}.${quoted(column)}`).join(', '))
  const order = orderOf(table, shape)
  const size = plainSql(shape.columns.map((column) => `coalesce(length(part.${quoted(column)}), 0)`).join(' + '))
  const window = plainSql(`order by ${order.map((column) => `part.${quoted(column)}`).join(', ')}`)
  const isAfterCursor =
    cursor === null
      ? fragment`true`
      : fragment`(${plainSql(order.map((column) => `t.${quoted(column)}`).join(', '))}) > (${values(cursor)})`
  const rowsInOrder =
    table.first === undefined
      ? fragment`
          select ${columns('t')} from ${plainSql(quoted(name))} as t
          where ${plainSql(isOfRealm(table, realm_id, 't'))} and ${isAfterCursor}
          order by ${plainSql(order.map((column) => `t.${quoted(column)}`).join(', '))}`
      : byFirst(name, table, { columns: columns('t'), realm_id, cursor, first: table.first })
  return fragment`
    select * from (
      select ${columns('part')}, row_number() over page as page_row, sum(${size}) over page as page_characters
      from (${rowsInOrder} limit ${literal(maxPageRows)}) as part
      window page as (${window} rows unbounded preceding)
    )
    where page_row = 1 or page_characters <= ${literal(maxPageCharacters)}
    order by page_row`
}

/** The same for a key that begins with another column. It looks for its values one by one, which come in order. */
function byFirst(
  name: string,
  table: RelocatedTable,
  {
    columns,
    realm_id,
    cursor,
    first,
  }: { columns: Fragment; realm_id: number; cursor: readonly Cell[] | null; first: string },
): Fragment {
  const from = plainSql(quoted(name))
  const column = plainSql(quoted(first))
  const [firstValue, second] = cursor ?? ['', 0]
  return fragment`
    with recursive value_of_first (value) as (
      select min(${column}) from ${from} where ${column} >= ${firstValue!}
      union all
      select (select min(${column}) from ${from} where ${column} > value_of_first.value) from value_of_first
      where value_of_first.value is not null
    )
    select ${columns} from value_of_first cross join ${from} as t
    where t.${column} = value_of_first.value and ${plainSql(isOfRealm(table, realm_id, 't'))}
      and (t.${column} > ${firstValue!} or t.${plainSql(quoted(table.column))} > ${second!})`
}

function values(cells: readonly Cell[]): Fragment {
  return new Fragment(cells.map(() => '?').join(', '), cells)
}

/** Reads a page of a table. `cursor` is where it ends; null: it was the last one. */
export async function readPage(
  database: Database,
  name: string,
  table: RelocatedTable,
  at: { shape: TableShape; realm_id: number; cursor: readonly Cell[] | null },
): Promise<{ rows: RowsByKey; cursor: readonly Cell[] | null }> {
  const { shape } = at
  const [answer] = await database.send([pageAfter(name, table, at)])
  const rows: RowsByKey = new Map(
    answer!.rows.map((row) => {
      const cells = cellsOf(shape, row)
      return [keyOf(shape, cells), cells]
    }),
  )
  const last = answer!.rows.at(-1)
  const cursor = last === undefined ? null : orderOf(table, shape).map((column) => last[column] as Cell)
  return { rows, cursor }
}

/** Reads rows by their keys, in one transaction. */
export async function readRows(
  database: Database,
  shapes: Shapes,
  keys: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<RowsByTable> {
  const names = [...keys.keys()].filter((name) => shapes.has(name))
  if (names.length === 0) return new Map()
  const answers = await database.send(
    names.map((name) => {
      const { columns, key } = shapes.get(name)!
      return fragment`
        select ${plainSql(columns.map((column) => `t.${quoted(column)}`).join(', '))}
        from json_each(${JSON.stringify([...keys.get(name)!].map((text) => JSON.parse(text) as unknown))}) as wanted
        cross join ${plainSql(quoted(name))} as t
        on ${plainSql(key.map((column, index) => `t.${quoted(column)} = wanted.value ->> ${index}`).join(' and '))}`
    }),
  )
  return new Map(
    names.map((name, index) => {
      const shape = shapes.get(name)!
      const rows: RowsByKey = new Map([...keys.get(name)!].map((key) => [key, null]))
      for (const row of answers[index]!.rows) {
        const cells = cellsOf(shape, row)
        rows.set(keyOf(shape, cells), cells)
      }
      return [name, rows]
    }),
  )
}
