import { Fragment, fragment, literal, type Sql } from '../core/sql/sql'
import { reactorsJson } from '../reactions/queries'

/** Columns of a message that may be long, and about how many bytes of an answer each byte of them makes. */
const growth = { content: 1, rendered_content: 1, edit_history: 1, submessages: 1, reactions: 3 }

/** The columns, and what is looked up for one of them. */
const texts = {
  content: fragment`message.content`,
  rendered_content: fragment`message.rendered_content`,
  edit_history: fragment`message.edit_history`,
  submessages: fragment`message.submessages`,
  reactions: fragment`message.reactions`,
  reactors: fragment`${reactorsJson} || ''`,
}

type Text = keyof typeof texts
type Columns = Record<string, Fragment>

/** What a row tells of its texts. */
export interface Weighed {
  id: number
  /** Bytes, about. */
  weight: number
  /** The texts are null, and come by `completed`. */
  is_hollow: number
}

/** Bytes of texts that travel with the other columns of one row: packed as JSON they stay below what D1 takes, 2 MB. */
const longestInline = 300_000

/** Bytes that each of many rows may have, so that all together are within a budget. */
export const share = (budget: number, rows: number): number =>
  Math.min(longestInline, Math.floor(budget / Math.max(rows, 1)))

/** Columns of a message in which texts stay away that are longer than `inline` bytes; only their length is told then. */
export function weighed(columns: Columns, { inline, unused }: { inline: number; unused: readonly string[] }): Columns {
  const used = Object.entries(growth).filter(([name]) => !unused.includes(name))
  const weight = new Fragment(
    used.map(([name, times]) => `${times} * coalesce(octet_length(message.${name}), 0)`).join(' + ') || '0',
    [],
  )
  const isHollow = fragment`${weight} > ${literal(inline)}`
  const result: Columns = { ...columns, weight, is_hollow: isHollow }
  for (const [name, column] of Object.entries(texts))
    result[name] = unused.includes(name) ? fragment`''` : fragment`iif(${isHollow}, null, ${column})`
  return result
}

/** The rows with the texts that stayed away, in one further trip if any did; without rows that are gone by now. */
export async function completed<T extends Weighed>(
  sql: Sql,
  rows: readonly T[],
  unused: readonly string[] = [],
): Promise<T[]> {
  const hollow = rows.filter(({ is_hollow }) => is_hollow)
  if (hollow.length === 0) return [...rows]
  const names = (Object.keys(texts) as Text[]).filter((name) => !unused.includes(name))
  const columns = names.map((name) => `${texts[name].text} as ${name}`).join(', ')
  const found = await sql`
    select message.id, ${new Fragment(columns, [])}
    from json_each(${JSON.stringify(hollow.map(({ id }) => id))}) as asked cross join message on message.id = asked.value
  `.all<{ id: number }>()
  const by_id = new Map(found.map((row) => [row.id, row]))
  return rows.flatMap((row) => {
    if (!row.is_hollow) return [row]
    const late = by_id.get(row.id)
    return late === undefined ? [] : [{ ...row, ...late }]
  })
}
