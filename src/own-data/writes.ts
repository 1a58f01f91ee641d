import { fragment, type Fragment } from '../core/sql/sql'
import type { Part } from '../exports/queries'
import type { OwnDataRow } from './queries'

export const storeOwnData = (row: OwnDataRow): Fragment => fragment`
  insert into own_data (user_id, serial, requested_at, token, origin, completed_at, failed_at, deleted_at)
  values (
    ${row.user_id}, ${row.serial}, ${row.requested_at}, ${row.token}, ${row.origin}, ${row.completed_at}, ${row.failed_at},
    ${row.deleted_at}
  )
  on conflict (user_id) do update set
    serial = excluded.serial, requested_at = excluded.requested_at, token = excluded.token, origin = excluded.origin,
    completed_at = excluded.completed_at, failed_at = excluded.failed_at, deleted_at = excluded.deleted_at`

export const insertOwnDataPart = (user_id: number, number: number, { key, size }: Part): Fragment => fragment`
  insert into own_data_part (user_id, number, key, size) values (${user_id}, ${number}, ${key}, ${size})`

export const deleteOwnDataParts = (user_id: number): Fragment =>
  fragment`delete from own_data_part where user_id = ${user_id}`
