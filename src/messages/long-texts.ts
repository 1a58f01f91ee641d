import { Fragment, fragment, literal, type Sql } from '../core/sql/sql'
import { reactorsJson } from '../reactions/queries'
import { htmlBytes, htmlOf } from './stored-html'

/** Columns that may be long: about how many bytes each makes of a response. */
const weights = {
  content: 'octet_length(message.content)',
  rendered_content: htmlBytes.text,
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

/** The size of a message's texts. */
export interface TextWeight {
  id: number
  /** Bytes, about. */
  weight: number
  /** The texts are null, and are read by `withDeferredTexts`. */
  is_deferred: number
}

/** Maximal bytes of texts in a row. D1 allows rows of 2 MB, and JSON makes texts longer. */
const longestInline = 300_000

/** Maximal bytes of texts in each of many rows, so that all of them fit into a budget. */
export const inlineLimit = (budget: number, rows: number): number =>
  Math.min(longestInline, Math.floor(budget / Math.max(rows, 1)))

/** The columns of the texts that are used, and their weight. A row with more than `inline` bytes of texts has only the weight. */
export function textColumns({ inline, unused }: { inline: number; unused: readonly string[] }): {
  weight: Fragment
  isDeferred: Fragment
  texts: Record<string, Fragment>
} {
  const weight = new Fragment(
    Object.entries(weights)
      .filter(([name]) => !unused.includes(name))
      .map(([, bytes]) => bytes)
      .join(' + ') || '0',
    [],
  )
  return {
    weight,
    isDeferred: fragment`${weight} > ${literal(inline)}`,
    texts: Object.fromEntries(Object.entries(texts).filter(([name]) => !unused.includes(name))),
  }
}

/**
 * The rows with their deferred texts. One further round trip if there are any. Leaves out messages that were deleted in the
 * meantime.
 */
export async function withDeferredTexts<T extends TextWeight>(
  sql: Sql,
  rows: readonly T[],
  unused: readonly string[] = [],
): Promise<T[]> {
  const deferred = rows.filter(({ is_deferred }) => is_deferred)
  if (deferred.length === 0) return [...rows]
  const names = (Object.keys(texts) as LongText[]).filter((name) => !unused.includes(name))
  const columns = names.map((name) => `${texts[name].text} as ${name}`).join(', ')
  const found = await sql`
    select message.id, ${new Fragment(columns, [])}
    from json_each(${JSON.stringify(deferred.map(({ id }) => id))}) as asked cross join message on message.id = asked.value
  `.all<{ id: number }>()
  const by_id = new Map(found.map((row) => [row.id, row]))
  return rows.flatMap((row) => {
    if (!row.is_deferred) return [row]
    const late = by_id.get(row.id)
    return late === undefined ? [] : [{ ...row, ...late }]
  })
}
