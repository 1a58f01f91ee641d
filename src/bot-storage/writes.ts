import { fragment, type Fragment } from '../core/sql/sql'
import { entriesWhere } from './queries'

export const storeTotalInRealm = (realm_id: number, bytes: number): Fragment => fragment`
  insert into bot_storage_total (realm_id, bytes) values (${realm_id}, ${bytes})
  on conflict (realm_id) do update set bytes = excluded.bytes`

export const deleteEntries = (user_id: number, keys: readonly string[] | undefined): Fragment => fragment`
  delete from bot_storage
  where ${entriesWhere(user_id, keys)}`
