import { commaSeparated, Fragment, fragment, literal, type Sql } from '../core/sql/sql'
import { reactorsJson } from '../reactions/queries'
import { isMoved, mayBeMoved, movedBytes } from '../old-texts/mark'
import { oldTexts, type MovableRow } from '../old-texts/reading'
import type { TextColumn } from '../old-texts/schema'
import { withinBudget, type BudgetedPage } from './answer-budget'
import { htmlBytes, htmlOf } from './stored-html'

/** Columns that may be long: about how many bytes each makes of a response. */
const weights = {
  content: 'octet_length(message.content)',
  rendered_content: htmlBytes.text,
}

/** The same of columns that are null in most messages. */
const rareWeights = {
  edit_history: 'coalesce(octet_length(message.edit_history), 0)',
  submessages: 'coalesce(octet_length(message.submessages), 0)',
  reactions: '3 * coalesce(octet_length(message.reactions), 0)',
}

/** The same columns, and the people who reacted, as they are selected. */
const texts = {
  content: fragment`message.content`,
  rendered_content: htmlOf,
  edit_history: fragment`message.edit_history`,
  submessages: fragment`message.submessages`,
  reactions: fragment`message.reactions`,
  reactors: fragment`${reactorsJson} || ''`,
}

export type LongText = keyof typeof texts

/** The names of these columns, in the order in which rows have them. */
export const longTexts = Object.keys(texts) as LongText[]

/** The size of a message's texts, and where they are. */
export interface TextWeight extends MovableRow {
  id: number
  /** Bytes, about. Null if the row has the texts, so that they can be counted. */
  weight: number | null
  /** The texts are null, and are read by `withDeferredTexts`. */
  is_deferred: number
  /** Content and HTML are in the object, and are read by `withDeferredTexts`. */
  is_moved: number
  last_edit_at: number | null
}

/** Maximal bytes of texts in a row. D1 allows rows of 2 MB, and JSON makes texts longer. */
const longestInline = 300_000

/** Maximal bytes of texts in each of many rows, so that all of them fit into a budget. */
export const inlineLimit = (budget: number, rows: number): number =>
  Math.min(longestInline, Math.floor(budget / Math.max(rows, 1)))

/** The columns that the object has of a message whose text moved, by their names here. */
const movable = { content: 'content', rendered_content: 'html' } as const satisfies Partial<
  Record<LongText, TextColumn>
>

const usedOf = <T extends object>(all: T, unused: readonly string[]): [string, T[keyof T]][] =>
  Object.entries(all).filter(([name]) => !unused.includes(name))

/**
 * The columns of the texts that are used, their weight, and whether one of them is in the object. A row with more than `inline` bytes of
 * texts has only the weight.
 */
export function textColumns({ inline, unused }: TextOptions): {
  weight: Fragment
  isDeferred: Fragment
  isMoved: Fragment
  texts: Record<string, Fragment>
} {
  const isMovable = usedOf(movable, unused).length > 0
  const inRow = [...usedOf(weights, unused), ...usedOf(rareWeights, unused)].map(([, bytes]) => bytes)
  const moved = isMovable ? [`iif(${isMoved.text}, ${movedBytes.text}, 0)`] : []
  const weight = new Fragment([...inRow, ...moved].join(' + ') || '0', [])
  return {
    weight,
    isDeferred: fragment`${weight} > ${literal(inline)}`,
    isMoved: isMovable ? isMoved : fragment`0`,
    texts: Object.fromEntries(usedOf(texts, unused)),
  }
}

interface TextOptions {
  inline: number
  unused: readonly string[]
}

/** What `textCell` selects: the only text; the texts, their weight, and whether they moved; or the latter two, if the texts are deferred. */
type TextCell = string | readonly (string | number | null)[]

/** The texts of a row in the order of `longTexts`, and their weight. */
export interface RowTexts {
  readonly texts: readonly (string | null)[]
  readonly weight: number | null
  readonly is_moved: number
  readonly is_deferred: number
}

/** The only one of content and HTML that is used; null: both or none are. */
function onlyMovable(unused: readonly string[]): keyof typeof movable | null {
  const [only, other] = usedOf(movable, unused)
  return only === undefined || other !== undefined ? null : (only[0] as keyof typeof movable)
}

/**
 * All texts of `message` as a cell of a packed row. Most messages have one text, and no reactions or the like. Then the cell is that text,
 * because SQLite needs longer for lists and weights than for finding the message.
 */
export function textCell(options: TextOptions): Fragment {
  const { inline, unused } = options
  const { weight, isDeferred, isMoved: moved, texts: used } = textColumns(options)
  const cells = [...longTexts.map((name) => used[name] ?? fragment`''`), weight, moved]
  const list = fragment`iif(${isDeferred}, json_array(${weight}, ${moved}), json_array(${commaSeparated(cells)}))`
  const only = onlyMovable(unused)
  if (only === null) return list
  const rare = usedOf(rareWeights, unused).map(([name]) => `message.${name}`)
  const hasRare = new Fragment(`coalesce(${[...rare, 'null', 'null'].join(', ')}) is not null`, [])
  const bytes = new Fragment(weights[only], [])
  return fragment`
    iif(
      ${mayBeMoved} or ${hasRare}, ${list},
      iif(${bytes} > ${literal(inline)}, json_array(${bytes}, 0), ${used[only]!})
    )`
}

/** Reads what `textCell` selected. Texts that are unused are empty, and those that are deferred or missing are null. */
export function textReader(unused: readonly string[]): (cell: TextCell) => RowTexts {
  const only = onlyMovable(unused)
  const blank: readonly (string | null)[] = longTexts.map((name) => (unused.includes(name) ? '' : null))
  return (cell) => {
    if (typeof cell === 'string')
      return { texts: blank.with(longTexts.indexOf(only!), cell), weight: null, is_moved: 0, is_deferred: 0 }
    const [weight, is_moved] = cell.slice(-2) as [number, number]
    const is_deferred = Number(cell.length === 2)
    return { texts: is_deferred ? blank : (cell as readonly (string | null)[]), weight, is_moved, is_deferred }
  }
}

const encoder = new TextEncoder()

/** Bytes of a row's texts, about. */
const weightOf = ({ weight, content, rendered_content }: WeighedRow): number =>
  weight ?? encoder.encode(`${content}${rendered_content}`).length

type WeighedRow = Pick<TextWeight, 'weight' | 'is_deferred'> & Record<keyof typeof movable, string | null>

/** The part of a page whose texts fit into a budget, which `inlineLimit` divided among the rows: those that have their texts fit. */
export const rowsWithinBudget = <Row extends WeighedRow>(page: BudgetedPage<Row>, budget: number): BudgetedPage<Row> =>
  [page.before, page.at, page.after].some((rows) => rows.some(({ is_deferred }) => is_deferred))
    ? withinBudget(page, (row) => row, { weight: weightOf, budget })
    : page

/**
 * The rows with their deferred texts and those from the object. One further round trip to each if there are any, both at the same time.
 * Leaves out messages that were deleted in the meantime.
 */
export async function withDeferredTexts<T extends TextWeight>(
  sql: Sql,
  rows: readonly T[],
  unused: readonly string[] = [],
): Promise<T[]> {
  if (!rows.some(({ is_moved, is_deferred }) => is_moved || is_deferred)) return [...rows]
  const moved = rows.filter(({ is_moved }) => is_moved)
  const columns = usedOf(movable, unused)
  const [deferredTexts, movedTexts] = await Promise.all([
    textsInRows(sql, rows, unused),
    oldTexts(
      sql,
      moved,
      columns.map(([, column]) => column),
    ),
  ])
  return rows.flatMap((row) => {
    const inRow = row.is_deferred ? deferredTexts.get(row.id) : {}
    if (inRow === undefined) return []
    const text = row.is_moved ? movedTexts.get(row.id)! : null
    const fromObject = text && Object.fromEntries(columns.map(([name, column]) => [name, text[column]]))
    return [{ ...row, ...inRow, ...fromObject }]
  })
}

/** The texts of deferred rows that are in the database, by id. */
async function textsInRows(
  sql: Sql,
  rows: readonly TextWeight[],
  unused: readonly string[],
): Promise<Map<number, object>> {
  const deferred = rows.filter(({ is_deferred }) => is_deferred)
  if (deferred.length === 0) return new Map()
  const columns = usedOf(texts, unused)
    .map(([name, { text }]) => `${text} as ${name}`)
    .join(', ')
  const found = await sql`
    select message.id, ${new Fragment(columns, [])}
    from json_each(${JSON.stringify(deferred.map(({ id }) => id))}) as asked cross join message on message.id = asked.value
  `.all<{ id: number }>()
  return new Map(found.map((row) => [row.id, row]))
}
