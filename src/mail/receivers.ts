import type { Sql } from '../core/sql/sql'

/**
 * Those of some addresses that get no mail any more: of deactivated accounts, and all of them if the organization was deactivated.
 * It reads a row for each, and one more.
 */
export async function endedAddresses(
  sql: Sql,
  realm_id: number,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql`
    select receiver.value as address
    from json_each(${JSON.stringify(addresses)}) as receiver
    where (select deactivated from realm where id = ${realm_id})
      or exists (
        select 1 from user
        where realm_id = ${realm_id} and delivery_email = receiver.value collate nocase and not is_active
      )
  `.all<{ address: string }>()
  return new Set(rows.map(({ address }) => address))
}
