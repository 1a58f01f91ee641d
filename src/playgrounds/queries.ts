import type { Sql } from '../core/sql/sql'

export interface PlaygroundRow {
  id: number
  name: string
  /** Language of the code blocks, by its Pygments name. */
  pygments_language: string
  url_prefix: string
}

/** The realm's playgrounds in the order of their creation. */
export async function playgroundsOf(sql: Sql, realm_id: number): Promise<PlaygroundRow[]> {
  return sql`
    select id, name, pygments_language, url_prefix from playground
    where realm_id = ${realm_id}
    order by id
  `.all()
}
