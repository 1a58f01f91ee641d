import { realmOf } from '../core/sql/ids'
import type { Sql } from '../core/sql/sql'
import { askOldTexts, oldTextMissing, oldTextsUnavailable } from './client'
import type { FoundText, TextColumn, TextKey } from './schema'

/** A row of a message whose text may be in the object: `isMoved` of `mark.ts` says so. */
export interface MovableRow extends TextKey {
  readonly is_moved: number
}

/** A found text with the columns that were wanted. */
export type TextWith<C extends TextColumn> = TextKey & Record<C, string>

/**
 * The texts that the object has of these messages, by id. Refuses with 503 if it lacks one of them, or if it does not answer. A text of
 * another `last_edit_at` than the row has does not count.
 */
export async function oldTexts<C extends TextColumn>(
  { objects }: Pick<Sql, 'objects'>,
  keys: readonly TextKey[],
  columns: readonly C[],
): Promise<Map<number, TextWith<C>>> {
  if (keys.length === 0) return new Map()
  if (objects === undefined) throw oldTextsUnavailable()
  const ids = keys.map(({ id }) => id)
  const found = await askOldTexts<FoundText[]>(objects, realmOf(ids[0]!), (object) => object.texts(ids, columns))
  const byId = new Map(found.map((text) => [text.id, text]))
  return new Map(
    keys.map(({ id, last_edit_at }) => {
      const text = byId.get(id)
      if (text === undefined || text.last_edit_at !== last_edit_at) throw oldTextMissing()
      return [id, text as TextWith<C>]
    }),
  )
}

/** The rows, where those whose text is in the object have its HTML. */
export async function withOldHtml<T extends MovableRow & { readonly rendered_content: string }>(
  sql: Pick<Sql, 'objects'>,
  rows: readonly T[],
): Promise<T[]> {
  const texts = await oldTexts(
    sql,
    rows.filter(({ is_moved }) => is_moved),
    ['html'],
  )
  return rows.map((row) => (row.is_moved ? { ...row, rendered_content: texts.get(row.id)!.html } : row))
}
