import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import type { Part } from '../exports/queries'
import type { OwnDataFailure } from './failures'

/** The latest archive that a person has had made of their own data. */
export interface OwnDataRow {
  user_id: number
  /** Counts the archives of the person, from 1. */
  serial: number
  /** Unix seconds, like all times here. */
  requested_at: number
  /** Secret that signs the link. */
  token: string
  /** Scheme and host of the link. */
  origin: string
  completed_at: number | null
  failed_at: number | null
  deleted_at: number | null
  /** Null of one that did not fail, or failed before the reason was written. */
  failure: OwnDataFailure | null
  /** Bytes of its parts that count as space of the person's files; null: none. */
  bytes: number | null
}

const rowsWhere = (condition: Fragment): Fragment => fragment`
  select user_id, serial, requested_at, token, origin, completed_at, failed_at, deleted_at, failure, (
    select bytes from own_data_space where own_data_space.user_id = own_data.user_id
  ) as bytes
  from own_data
  where ${condition}`

export async function ownDataOf(sql: Sql, user_id: number): Promise<OwnDataRow | null> {
  return sql`${rowsWhere(fragment`user_id = ${user_id}`)}`.first()
}

export async function ownDataOfAll(sql: Sql, user_ids: readonly number[]): Promise<OwnDataRow[]> {
  return sql`${rowsWhere(fragment`user_id in (select value from json_each(${JSON.stringify(user_ids)}))`)}`.all()
}

/** Archives of an organization that wait or are being made, the oldest first. */
export async function pendingOwnData(sql: Sql, realm_id: number): Promise<OwnDataRow[]> {
  const isPending = fragment`completed_at is null and failed_at is null and deleted_at is null`
  return sql`${rowsWhere(fragment`${inRealm(fragment`user_id`, realm_id)} and ${isPending}`)} order by requested_at, user_id`.all()
}

/** Archives that were asked for before a time and are still there, or were never completed. */
export async function ownDataBefore(sql: Sql, realm_id: number, time: number): Promise<OwnDataRow[]> {
  return sql`
    ${rowsWhere(fragment`${inRealm(fragment`user_id`, realm_id)} and deleted_at is null and requested_at < ${time}`)}
    limit 100
  `.all()
}

/** The parts of the archive, in their order. */
export async function ownDataParts(sql: Sql, user_id: number): Promise<Part[]> {
  return sql`select key, size from own_data_part where user_id = ${user_id} order by number`.all()
}
