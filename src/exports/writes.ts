import { fragment, type Fragment } from '../core/sql/sql'
import { type ExportRow, type Part } from './queries'

export const insertExport = (row: ExportRow): Fragment => fragment`
  insert into realm_export (id, realm_id, acting_user_id, export_time, token, origin, completed_at, export_type)
  values (
    ${row.id}, ${row.realm_id}, ${row.acting_user_id}, ${row.export_time}, ${row.token}, ${row.origin},
    ${row.completed_at}, ${row.export_type}
  )`

/** Records that a run of a copy begins; `runs` is JSON of the last ones. */
export const updateRuns = ({ id, copied_at }: ExportRow, runs: string): Fragment =>
  fragment`update realm_export set copied_at = ${copied_at}, copy_runs = ${runs} where id = ${id}`

export const insertPart = (export_id: number, number: number, { key, size }: Part): Fragment => fragment`
  insert into realm_export_part (export_id, number, key, size) values (${export_id}, ${number}, ${key}, ${size})`

export const deleteParts = (export_id: number): Fragment =>
  fragment`delete from realm_export_part where export_id = ${export_id}`

/** Replaces the secret that signs the links of an export. */
export const setToken = ({ id, token }: ExportRow): Fragment =>
  fragment`update realm_export set token = ${token} where id = ${id}`

/** Records how an export ended. */
export const updateExport = ({ id, completed_at, failed_at, deleted_at }: ExportRow): Fragment => fragment`
  update realm_export
  set completed_at = ${completed_at}, failed_at = ${failed_at}, deleted_at = ${deleted_at}
  where id = ${id}`
