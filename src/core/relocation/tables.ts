import { beforeFirstId } from '../sql/ids'
import type { Database } from '../sql/database'
import { Fragment, fragment, type Row } from '../sql/sql'

/** How the rows of a realm are found in a table. */
export interface RelocatedTable {
  /** A column with ids of the realm's block (`of` is `block`), or with the id of the realm itself. */
  readonly column: string
  readonly of: 'block' | 'realm'
  /** Columns by which an index finds these rows in order, if it is not the key. */
  readonly order?: readonly string[]
  /** The first column of the key, if the key begins with another one than `column`. It has few different values. */
  readonly first?: string
  /**
   * What takes the place of the values of these columns, as SQL, where rows cannot be deleted: foreign keys of many rows lead to
   * them, and without an index for each, deleting one row would read whole tables.
   */
  readonly remains?: Readonly<Record<string, string>>
}

/** A full-text index of external content, whose entries must go before their rows change, and come after that. */
export interface SearchIndex {
  readonly table: string
  readonly deleteEntries: (ids: Fragment) => Fragment
  readonly insertEntries: (ids: Fragment) => Fragment
}

/** The tables of the realms' rows. */
export interface RelocatedTables {
  readonly tables: Readonly<Record<string, RelocatedTable>>
  readonly search: SearchIndex
}

/** A reference of a table to the key of another one. */
interface Reference {
  readonly column: string
  readonly table: string
  readonly to: string
}

/** What a database says of a table. */
export interface TableShape {
  readonly columns: readonly string[]
  readonly key: readonly string[]
  readonly references: readonly Reference[]
  /** Columns that are unique together, with their collations. */
  readonly uniques: readonly (readonly { readonly column: string; readonly collation: string }[])[]
}

/** Shapes of tables, those first to which others refer. */
export type Shapes = ReadonlyMap<string, TableShape>

/** A name of the schema in SQL. */
export const quoted = (name: string): string => `"${name}"`

/** SQL without bound values. */
export const plainSql = (text: string): Fragment => new Fragment(text, [])

/** SQL: whether a row is of a realm. `row` is its alias. It has no bound values, because triggers cannot have any. */
export const isOfRealm = ({ column, of }: RelocatedTable, realm_id: number, row: string): string =>
  of === 'realm'
    ? `${row}.${column} = ${realm_id}`
    : // Some rows are named after the first id that they may have, which may be the one before the block.
      `${row}.${column} >= ${beforeFirstId(realm_id)} and ${row}.${column} < ${beforeFirstId(realm_id + 1)}`

/** Reads the shapes of tables. Tables that the database does not have are missing. */
export async function readShapes(database: Database, names: readonly string[]): Promise<Shapes> {
  const tables = plainSql(
    `(select name from sqlite_schema where type = 'table' and name in (${names.map((name) => `'${name}'`).join(', ')}))`,
  )
  const answers = await database.send([
    fragment`select t.name as in_table, c.name, c.pk from ${tables} as t join pragma_table_info(t.name) as c order by c.cid`,
    fragment`
      select t.name as in_table, f."from" as name, f."table" as parent, f."to" as parent_column
      from ${tables} as t join pragma_foreign_key_list(t.name) as f`,
    fragment`
      select t.name as in_table, i.name as index_name, x.name, x.coll
      from ${tables} as t join pragma_index_list(t.name) as i join pragma_index_xinfo(i.name) as x
      where i."unique" and i.origin <> 'pk' and x.key
      order by x.seqno`,
  ])
  const [columns, references, uniques] = answers.map(({ rows }) => Map.groupBy(rows, (row) => String(row['in_table'])))
  const shapes = new Map<string, TableShape>()
  for (const [name, rows] of columns!)
    shapes.set(name, {
      columns: rows.map((row) => String(row['name'])),
      key: rows
        .filter((row) => Number(row['pk']) > 0)
        .toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
        .map((row) => String(row['name'])),
      references: (references!.get(name) ?? []).map((row) => ({
        column: String(row['name']),
        table: String(row['parent']),
        to: String(row['parent_column']),
      })),
      uniques: [...Map.groupBy(uniques!.get(name) ?? [], (row) => String(row['index_name'])).values()].map((parts) =>
        parts.map((row: Row) => ({ column: String(row['name']), collation: String(row['coll']) })),
      ),
    })
  return parentsFirst(shapes)
}

function parentsFirst(shapes: Shapes): Shapes {
  const sorted = new Map<string, TableShape>()
  const add = (name: string): void => {
    const shape = shapes.get(name)
    if (shape === undefined || sorted.has(name)) return
    for (const { table } of shape.references) if (table !== name) add(table)
    sorted.set(name, shape)
  }
  for (const name of shapes.keys()) add(name)
  return sorted
}

/** Shapes with the columns that two databases both have, while a deployment brings one after the other up to date. */
export function commonShapes(source: Shapes, target: Shapes): Shapes {
  return new Map(
    [...target].flatMap(([name, shape]) => {
      const other = source.get(name)
      return other === undefined
        ? []
        : [[name, { ...shape, columns: shape.columns.filter((column) => other.columns.includes(column)) }] as const]
    }),
  )
}

/** Whether two databases have the same tables with the same columns. */
export const areEqual = (source: Shapes, target: Shapes): boolean =>
  source.size === target.size &&
  [...target].every(
    ([name, { columns }]) =>
      JSON.stringify(columns.toSorted()) === JSON.stringify(source.get(name)?.columns.toSorted()),
  )

/** Columns that refer to rows of the same table. */
export const ownReferences = (name: string, { references }: TableShape): string[] =>
  references.filter(({ table }) => table === name).map(({ column }) => column)
