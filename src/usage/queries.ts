import { inRealm } from '../core/sql/ids'
import { fragment, type Sql } from '../core/sql/sql'
import { isMoved, movedBytes } from '../old-texts/mark'

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

/** More organizations of a deployment than these are not counted. */
const maxOrganizations = 100

/** How many organizations share the database, at most 100. One that has left it has another name there. */
export async function countOrganizations(sql: Sql): Promise<number> {
  const row = await sql`
    select count(*) as amount from (select 1 from realm where string_id not like '/%' limit ${maxOrganizations})
  `.first<{ amount: number }>()
  return row!.amount
}

/** The mark of the database's size that the owners of the organization were told of, in per cent; 0: none. */
export async function databaseMark(sql: Sql, realm_id: number): Promise<number> {
  const row = await sql`select database_mark from realm where id = ${realm_id}`.first<{ database_mark: number }>()
  return row!.database_mark
}

/** The first and the last id of the organization's messages; null without messages. */
export async function messageIdSpan(sql: Sql, realm_id: number): Promise<{ first: number; last: number } | null> {
  const inIds = inRealm(fragment`id`, realm_id)
  const row = await sql`
    select
      (select id from message where ${inIds} order by id limit 1) as first,
      (select id from message where ${inIds} order by id desc limit 1) as last
  `.first<{ first: number | null; last: number | null }>()
  return row?.first == null ? null : { first: row.first, last: row.last! }
}

/** What one message of a sample takes. */
export interface SampledMessage {
  readonly recipient_id: number
  readonly is_private: number
  readonly id: number
  readonly sent_at: number
  /** Bytes of its texts: of all columns together, and of its content alone, which the search index has, too. */
  readonly text_bytes: number
  readonly content_bytes: number
  /** Bytes of the texts that an object has in the place of the database; null: the database has them. */
  readonly moved_bytes: number | null
}

/** Those messages of these ids that exist. Reads a row for each. */
export async function sampledMessages(sql: Sql, ids: readonly number[]): Promise<SampledMessage[]> {
  return sql`
    select
      id, sent_at, recipient_id, is_private, octet_length(content) as content_bytes,
      iif(${isMoved}, ${movedBytes}, null) as moved_bytes,
      octet_length(content) + octet_length(rendered_content) + octet_length(topic) + octet_length(topic_key)
        + octet_length(client) + coalesce(octet_length(submessages), 0) + coalesce(octet_length(reactions), 0)
        + coalesce(octet_length(edit_history), 0) + coalesce(octet_length(queue_id), 0) as text_bytes
    from message
    where id in (select value from json_each(${JSON.stringify(ids)}))
  `.all()
}

/** The settings of the organization, and the last of its messages that was looked at for texts to move. */
export async function oldTextState(sql: Sql, realm_id: number): Promise<{ settings: string; old_texts_up_to: number }> {
  const row = await sql`select settings, old_texts_up_to from realm where id = ${realm_id}`.first<{
    settings: string
    old_texts_up_to: number
  }>()
  return row!
}
