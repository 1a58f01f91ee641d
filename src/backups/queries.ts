import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import type { Part } from '../exports/queries'
import type { BackupFailure } from './failures'

export interface BackupRow {
  id: number
  /** Who asked for it; null: the schedule. */
  acting_user_id: number | null
  /** Unix seconds, like all times here. */
  begun_at: number
  /** The beginning of its keys in the bucket. */
  folder: string
  /** Scheme and host of the organization, with which links in messages may begin. */
  origin: string
  /** Null until all parts are written, like the size. */
  messages: number | null
  /** Bytes of all parts. */
  size: number | null
  verified_at: number | null
  failed_at: number | null
  failure: BackupFailure | null
}

const backupsWhere = (condition: Fragment): Fragment => fragment`
  select id, acting_user_id, begun_at, folder, origin, messages, size, verified_at, failed_at, failure
  from realm_backup
  where ${condition}`

/** All backups of a realm, including failed ones, the oldest first. */
export const backupsOf = (sql: Sql, realm_id: number): Promise<BackupRow[]> =>
  sql`${backupsWhere(inRealm(fragment`id`, realm_id))} order by id`.all()

export const backupById = (sql: Sql, id: number): Promise<BackupRow | null> =>
  sql`${backupsWhere(fragment`id = ${id}`)}`.first()

/** A part of a backup, as it was written. */
export interface BackupPart extends Part {
  /** In hexadecimal digits. */
  sha256: string
}

/** The parts of a backup, in their order. */
export const backupParts = (sql: Sql, backup_id: number): Promise<BackupPart[]> =>
  sql`
    select key, size, sha256 from realm_backup_part
    where backup_id = ${backup_id}
    order by number
  `.all()

/** What links to backups are made with. */
export interface BackupAddress {
  /** Scheme and host that an owner used last. */
  origin: string
  /** Secret that signs the links. */
  token: string
}

/** Null before an owner first had anything to do with backups. */
export const backupAddress = (sql: Sql, realm_id: number): Promise<BackupAddress | null> =>
  sql`select origin, token from backup_address where realm_id = ${realm_id}`.first()

/** About how many messages the realm has: deleted ones count, too. Reads one row. */
export async function estimateMessageCount(sql: Sql, realm_id: number): Promise<number> {
  const row = await sql`
    select id from message where ${inRealm(fragment`id`, realm_id)} order by id desc limit 1
  `.first<{ id: number }>()
  return row === null ? 0 : row.id - beforeFirstId(realm_id)
}

/** Bytes that the realm's backups take in the bucket, without the files that they refer to. */
export async function backupBytes(sql: Sql, realm_id: number): Promise<number> {
  const row = await sql`
    select coalesce(sum(size), 0) as bytes from realm_backup where ${inRealm(fragment`id`, realm_id)}
  `.first<{ bytes: number }>()
  return row!.bytes
}
