import { fragment, type Fragment } from '../core/sql/sql'
import type { SessionRow } from './queries'

export const insertSession = (
  user_id: number,
  { hash, id, kind, name, created_at, used_on, expires_at }: SessionRow,
): Fragment => fragment`
  insert into session (hash, id, user_id, kind, name, created_at, used_on, expires_at)
  values (${hash}, ${id}, ${user_id}, ${kind}, ${name}, ${created_at}, ${used_on}, ${expires_at})`

export const deleteSessions = (hashes: readonly string[]): Fragment => fragment`
  delete from session where hash in (select value from json_each(${JSON.stringify(hashes)}))`

/** Notes the first use on a day. */
export const renew = ({ hash, used_on, expires_at }: Pick<SessionRow, 'hash' | 'used_on' | 'expires_at'>): Fragment =>
  fragment`
    update session set used_on = ${used_on}, expires_at = ${expires_at}
    where hash = ${hash} and used_on < ${used_on}`
