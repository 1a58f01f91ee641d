import { fragment, type Fragment } from '../core/sql/sql'
import type { Part } from '../exports/queries'
import { freeBytes, takeBytes } from '../uploads/space'
import type { OwnDataRow } from './queries'

export const storeOwnData = (row: OwnDataRow): Fragment => fragment`
  insert into own_data (user_id, serial, requested_at, token, origin, completed_at, failed_at, deleted_at, failure)
  values (
    ${row.user_id}, ${row.serial}, ${row.requested_at}, ${row.token}, ${row.origin}, ${row.completed_at}, ${row.failed_at},
    ${row.deleted_at}, ${row.failure}
  )
  on conflict (user_id) do update set
    serial = excluded.serial, requested_at = excluded.requested_at, token = excluded.token, origin = excluded.origin,
    completed_at = excluded.completed_at, failed_at = excluded.failed_at, deleted_at = excluded.deleted_at,
    failure = excluded.failure`

/** Records a part, whose bytes count as space of the person's files. */
export const addOwnDataPart = (realm_id: number, user_id: number, number: number, { key, size }: Part): Fragment[] => [
  fragment`insert into own_data_part (user_id, number, key, size) values (${user_id}, ${number}, ${key}, ${size})`,
  fragment`
    insert into own_data_space (user_id, bytes) values (${user_id}, ${size})
    on conflict (user_id) do update set bytes = bytes + excluded.bytes`,
  ...takeBytes(realm_id, user_id, size),
]

/** Forgets the parts of archives, which cease to count. */
export function deleteOwnDataParts(realm_id: number, rows: readonly OwnDataRow[]): Fragment[] {
  const ids = JSON.stringify(rows.map(({ user_id }) => user_id))
  const ofThem = fragment`user_id in (select value from json_each(${ids}))`
  return [
    fragment`delete from own_data_part where ${ofThem}`,
    fragment`delete from own_data_space where ${ofThem}`,
    ...freeBytes(realm_id, rows),
  ]
}
