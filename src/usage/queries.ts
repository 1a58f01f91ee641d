import type { Sql } from '../core/sql/sql'

/** A short text that changes with the tables, indexes or triggers of the database. It reads a row for each of them. */
export async function schemaHash(sql: Sql): Promise<string> {
  const rows = await sql`
    select sql from sqlite_schema
    where sql is not null and name not like 'sqlite%' and name not glob '_cf*' and name not glob 'd1_*'
    order by name
  `.all<{ sql: string }>()
  const text = rows.map((row) => row.sql).join('\n')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest).slice(0, 6).toHex()
}

/** Reads one row, to check whether the database responds. */
export async function assertAnswers(sql: Sql): Promise<void> {
  await sql`select 1 as one from realm limit 1`.first()
}
