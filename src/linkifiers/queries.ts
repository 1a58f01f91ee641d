import { fragment, PackedColumns, type Sql } from '../core/sql/sql'

export interface LinkifierRow {
  id: number
  pattern: string
  url_format: string
}

const columns = new PackedColumns<LinkifierRow>({
  id: fragment`id`,
  pattern: fragment`pattern`,
  url_format: fragment`url_format`,
})

/** The realm's linkifiers in the order of their creation, which is the order of matching. */
export async function linkifiersOf(sql: Sql, realm_id: number): Promise<LinkifierRow[]> {
  const packedRows = await sql`
    select ${columns.packed} from realm_linkifier
    where realm_id = ${realm_id}
    order by id
  `.allPacked()
  return columns.rows(packedRows)
}
