import type { ObjectAccess } from './object-access'

/** A value that can be bound. A boolean is stored as 1 or 0. */
type Value = string | number | boolean | null

export type Row = Record<string, unknown>

/** SQL text and its bound values. A fragment can be part of another one. */
export class Fragment {
  constructor(
    readonly text: string,
    readonly values: readonly Value[],
  ) {}

  /** Equal statements have the same key. */
  get key(): string {
    return this.text + JSON.stringify(this.values)
  }

  /**
   * The same statement, but with equal values bound once, because conditions repeat the same few values. If D1 does not bind
   * that many, they travel as one JSON list. The result cannot be part of another fragment.
   */
  distinct(): Fragment {
    const values = [...new Set(this.values)]
    const isList = values.length > maxBoundValues
    const places = new Map(values.map((value, index) => [value, index]))
    let count = 0
    const text = this.text.replaceAll('?', () => {
      const place = places.get(this.values[count++]!)!
      return isList ? `(?1 ->> ${place})` : `?${place + 1}`
    })
    if (count !== this.values.length)
      throw new Error(`${this.values.length} values for ${count} question marks: ${text}`)
    return new Fragment(text, isList ? [JSON.stringify(values)] : values)
  }
}

/** Values that D1 binds in a statement. */
export const maxBoundValues = 100

const unindentedTexts = new WeakMap<TemplateStringsArray, readonly string[]>()

/**
 * The parts of a template without its indentation, which would be a quarter of the bytes that are sent to the database. Strings in
 * SQL must not go over several lines.
 */
function unindented(template: TemplateStringsArray): readonly string[] {
  let strings = unindentedTexts.get(template)
  if (strings === undefined)
    unindentedTexts.set(template, (strings = template.map((text) => text.replaceAll(/\n\s*/g, '\n'))))
  return strings
}

/** Template tag for SQL: binds every value, and puts nested fragments in. */
export function fragment(template: TemplateStringsArray, ...parts: (Value | Fragment)[]): Fragment {
  const strings = unindented(template)
  let text = strings[0]!
  const values: Value[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!
    if (part instanceof Fragment) {
      text += part.text
      values.push(...part.values)
    } else {
      text += '?'
      values.push(part)
    }
    text += strings[index + 1]!
  }
  return new Fragment(text, values)
}

/**
 * A whole number that stands in the SQL text itself, for `limit`. With a bound limit, SQLite plans the statement again at every
 * run, which takes longer than finding a page of messages.
 */
export const literal = (number: number): Fragment => new Fragment(number.toFixed(), [])

/** One or more rows with all their columns in one: JSON lists, with commas between them. */
export interface Packed {
  packed: string
}

/**
 * Packs up to 32 columns into one. D1 hands rows over cell by cell, which takes longer than finding a page of messages. If a JSON
 * function makes a cell, turn it into text by `|| ''`: the list would have it as an object otherwise.
 */
export const packColumns = (columns: readonly Fragment[]): Fragment =>
  fragment`json_array(${commaSeparated(columns)}) as packed`

/** Fragments with commas between them. */
export const commaSeparated = (fragments: readonly Fragment[]): Fragment => separatedBy(', ', fragments)

/** Fragments with a text between them. */
export function separatedBy(separator: string, fragments: readonly Fragment[]): Fragment {
  let text = ''
  const values: Value[] = []
  for (const one of fragments) {
    text += separator + one.text
    values.push(...one.values)
  }
  return new Fragment(text.slice(separator.length), values)
}

/** The cells of packed rows, a list for each row. */
export const cellsOf = (rows: readonly Packed[]): unknown[][] =>
  JSON.parse(`[${rows.map((row) => row.packed).join(',')}]`) as unknown[][]

/** Rows with columns of these names. */
export const unpackRows = <T>(names: readonly string[], packedRows: readonly Packed[]): T[] =>
  rowsFrom(blankOf(names), names, packedRows)

/** Each row starts as a copy of a blank one, because V8 keeps an object that grows key by key as a slow hash table. */
const blankOf = (names: readonly string[]): Row =>
  JSON.parse(`{${names.map((name) => `"${name}":null`).join(',')}}`) as Row

const rowsFrom = <T>(blank: Row, names: readonly string[], packedRows: readonly Packed[]): T[] =>
  cellsOf(packedRows).map((cells) => {
    const made = { ...blank }
    for (let index = 0; index < cells.length; index += 1) made[names[index]!] = cells[index]
    return made as T
  })

/** Columns that travel packed, by the names that they have in rows. */
export class PackedColumns<T> {
  /** What the statement selects. */
  readonly packed: Fragment
  private readonly names: readonly string[]
  private readonly blank: Row

  constructor(columns: Readonly<Record<keyof T & string, Fragment>>) {
    this.packed = packColumns(Object.values(columns))
    this.names = Object.keys(columns)
    this.blank = blankOf(this.names)
  }

  rows(packedRows: readonly Packed[]): T[] {
    return rowsFrom(this.blank, this.names, packedRows)
  }

  /** The only row; null if there is none. */
  first(packedRow: Packed | null): T | null {
    return packedRow && this.rows([packedRow])[0]!
  }
}

/** A statement that selects `packed` alone. It binds equal values once. */
export class PackedStatement extends Fragment {}

/** Fragments joined by `and`; true when there are none. A balanced tree, because D1 takes no expression deeper than 100. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  if (conditions.length === 0) return fragment`true`
  if (conditions.length === 1) return conditions[0]!
  const middle = Math.ceil(conditions.length / 2)
  return fragment`(${allOf(conditions.slice(0, middle))}) and (${allOf(conditions.slice(middle))})`
}

/** Runs statements. */
export interface Runner {
  run(statement: Fragment): Promise<Row[]>
  cachedFirst(statement: Fragment): Promise<Row[]>
  /** How to ask objects beside the database; missing: not at all. */
  readonly objects?: ObjectAccess | undefined
}

/** A fragment that can be run. */
class Statement extends Fragment {
  constructor(
    private readonly runner: Runner,
    { text, values }: Fragment,
  ) {
    super(text, values)
  }

  async all<T>(): Promise<T[]> {
    return (await this.runner.run(this)) as T[]
  }

  async first<T>(): Promise<T | null> {
    return (await this.all<T>())[0] ?? null
  }

  /**
   * The rows of a statement that selects `packed` alone, less than 2 MB of them as a rule. `Reader` makes one row of them, and joins the
   * statement with others of the same round trip.
   */
  async allPacked(): Promise<Packed[]> {
    return (await this.runner.run(new PackedStatement(this.text, this.values))) as unknown as Packed[]
  }

  /**
   * The first row, for small rows that nearly every request reads and that rarely change (whose key is this?). It may come from a
   * cache. Then `Reader` sends the same statement along with the next round trip, to revalidate the row.
   */
  async cachedFirst<T>(): Promise<T | null> {
    return ((await this.runner.cachedFirst(this))[0] as T | undefined) ?? null
  }

  /** The same of a statement that selects `packed` alone. */
  async cachedFirstPacked(): Promise<Packed | null> {
    const [row] = await this.runner.cachedFirst(new PackedStatement(this.text, this.values))
    return (row as unknown as Packed | undefined) ?? null
  }
}

export interface Sql {
  (strings: TemplateStringsArray, ...parts: (Value | Fragment)[]): Statement
  /** How to ask objects beside the database, with the same costs as reads from it; missing: not at all. */
  readonly objects?: ObjectAccess | undefined
}

export function sqlOver(runner: Runner): Sql {
  const sql = (strings: TemplateStringsArray, ...parts: (Value | Fragment)[]) =>
    new Statement(runner, fragment(strings, ...parts))
  return Object.assign(sql, { objects: runner.objects })
}
