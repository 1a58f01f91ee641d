import { fragment, type Fragment, type Sql } from '../core/sql/sql'

export const entriesWhere = (user_id: number, keys: readonly string[] | undefined): Fragment => fragment`
  user_id = ${user_id}
  and ${keys === undefined ? fragment`true` : fragment`key in (select value from json_each(${JSON.stringify(keys)}))`}`

/** Texts of an account by key, or only those with these keys. Unknown keys are left out. */
export async function storedEntries(sql: Sql, user_id: number, keys?: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql`
    select key, value from bot_storage
    where ${entriesWhere(user_id, keys)}
    order by key
  `.all<{ key: string; value: string }>()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** The size of an entry and the person who is charged for it. */
export interface StoredSize {
  /** Bytes, including the key. */
  size: number
  /** Id of the person whose share it uses: the owner that the bot had when it stored the entry. */
  charged_to: number
}

/** The size of each entry of an account by key. */
export async function storedSizes(sql: Sql, user_id: number): Promise<Map<string, StoredSize>> {
  const rows = await sql`
    select key, octet_length(key) + octet_length(value) as size, coalesce(charged_to, user_id) as charged_to
    from bot_storage
    where user_id = ${user_id}
  `.all<StoredSize & { key: string }>()
  return new Map(rows.map(({ key, ...size }) => [key, size]))
}

/** Bytes of all entries of an account, including the keys. */
export async function storedBytes(sql: Sql, user_id: number): Promise<number> {
  const row = await sql`
    select coalesce(sum(octet_length(key) + octet_length(value)), 0) as bytes from bot_storage
    where user_id = ${user_id}
  `.first<{ bytes: number }>()
  return row!.bytes
}
