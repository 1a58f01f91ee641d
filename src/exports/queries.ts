import type { ExportType } from './export-types'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'

export interface ExportRow {
  id: number
  realm_id: number
  acting_user_id: number
  /** When the export was requested, in Unix seconds like all times here. */
  export_time: number
  /** Secret that signs the links. */
  token: string
  /** Scheme and host of links in events, which belong to no request. */
  origin: string
  completed_at: number | null
  failed_at: number | null
  deleted_at: number | null
  export_type: ExportType
  /** When an owner last began to copy the organization; null: it is an export that the server makes. */
  copied_at: number | null
}

const exportsWhere = (condition: Fragment): Fragment => fragment`
  select id, realm_id, acting_user_id, export_time, token, origin, completed_at, failed_at, deleted_at, export_type,
    copied_at
  from realm_export
  where ${condition}`

/** All exports of a realm, including failed and deleted ones, the oldest first. */
export async function exportsOf(sql: Sql, realm_id: number): Promise<ExportRow[]> {
  return sql`${exportsWhere(fragment`realm_id = ${realm_id}`)} order by id`.all()
}

/** The export with this id, even if it failed or was deleted. */
export async function exportById(sql: Sql, id: number): Promise<ExportRow | null> {
  return sql`${exportsWhere(fragment`id = ${id}`)}`.first()
}

/** A part of an archive, as an object in the bucket. */
export interface Part {
  key: string
  /** Bytes. */
  size: number
}

/** The parts of an archive, in their order. */
export async function partsOf(sql: Sql, export_id: number): Promise<Part[]> {
  return sql`
    select key, size from realm_export_part
    where export_id = ${export_id}
    order by number
  `.all()
}

/** How many active people there are, and how many of them allow exports of their private data. */
export async function countConsents(sql: Sql, realm_id: number): Promise<{ people: number; consenting: number }> {
  const counted = await sql`
    select count(*) as people, count(*) filter (where settings ->> 'allow_private_data_export') as consenting from user
    where ${inRealm(fragment`id`, realm_id)} and bot_type is null and is_active
  `.first<{ people: number; consenting: number }>()
  return counted!
}
