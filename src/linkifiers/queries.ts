import type { Sql } from '../core/sql/sql'

export interface LinkifierRow {
  id: number
  pattern: string
  url_format: string
}

/** The realm's linkifiers in the order of their creation, which is the order of matching. */
export async function linkifiersOf(sql: Sql, realm_id: number): Promise<LinkifierRow[]> {
  return sql`
    select id, pattern, url_format from realm_linkifier
    where realm_id = ${realm_id}
    order by id
  `.all()
}
