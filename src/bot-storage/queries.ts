import { fragment, type Fragment, type Sql } from '../core/sql'

const entriesWhere = (user_id: number, keys: readonly string[] | undefined): Fragment => fragment`
  user_id = ${user_id}
  and ${keys === undefined ? fragment`true` : fragment`key in (select value from json_each(${JSON.stringify(keys)}))`}`

/** What somebody keeps, all of it or under these keys; no entry for a key under which there is nothing. */
export async function storedEntries(sql: Sql, user_id: number, keys?: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql`
    select key, value from bot_storage
    where ${entriesWhere(user_id, keys)}
    order by key
  `.all<{ key: string; value: string }>()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** How many characters somebody keeps under each of their keys, the key's own included. */
export async function storedSizes(sql: Sql, user_id: number): Promise<Map<string, number>> {
  const rows = await sql`
    select key, size from bot_storage
    where user_id = ${user_id}
  `.all<{ key: string; size: number }>()
  return new Map(rows.map(({ key, size }) => [key, size]))
}

export const deleteEntries = (user_id: number, keys: readonly string[] | undefined): Fragment => fragment`
  delete from bot_storage
  where ${entriesWhere(user_id, keys)}`
