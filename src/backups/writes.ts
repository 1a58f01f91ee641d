import { newKey } from '../auth/keys'
import { fragment, type Fragment } from '../core/sql/sql'
import type { BackupPart, BackupRow } from './queries'

export const insertBackup = (row: BackupRow): Fragment => fragment`
  insert into realm_backup (id, acting_user_id, begun_at, folder, origin, failed_at, failure)
  values (
    ${row.id}, ${row.acting_user_id}, ${row.begun_at}, ${row.folder}, ${row.origin}, ${row.failed_at}, ${row.failure}
  )`

/** Records how far a backup has come, or how it ended. */
export const updateBackup = ({ id, messages, size, verified_at, failed_at, failure }: BackupRow): Fragment => fragment`
  update realm_backup
  set messages = ${messages}, size = ${size}, verified_at = ${verified_at}, failed_at = ${failed_at}, failure = ${failure}
  where id = ${id}`

export const insertBackupPart = (backup_id: number, number: number, { key, size, sha256 }: BackupPart): Fragment =>
  fragment`
    insert into realm_backup_part (backup_id, number, key, size, sha256)
    values (${backup_id}, ${number}, ${key}, ${size}, ${sha256})`

const idList = (ids: readonly number[]): Fragment => fragment`(select value from json_each(${JSON.stringify(ids)}))`

export const deleteBackupParts = (ids: readonly number[]): Fragment =>
  fragment`delete from realm_backup_part where backup_id in ${idList(ids)}`

/** Forgets backups and their parts. */
export const deleteBackups = (ids: readonly number[]): Fragment[] =>
  ids.length === 0 ? [] : [deleteBackupParts(ids), fragment`delete from realm_backup where id in ${idList(ids)}`]

/** Notes where the organization is, for backups that no request asks for. */
export const noteAddress = (realm_id: number, origin: string): Fragment => fragment`
  insert into backup_address (realm_id, origin, token) values (${realm_id}, ${origin}, ${newKey()})
  on conflict (realm_id) do update set origin = excluded.origin`

/** Replaces the secret that signs the links, which need no credentials and would outlast the session that asked for them. */
export const renewBackupLinks = (realm_id: number): Fragment =>
  fragment`update backup_address set token = ${newKey()} where realm_id = ${realm_id}`
