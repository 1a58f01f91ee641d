import { fragment, type Fragment } from '../core/sql/sql'
import { entriesWhere } from './queries'

export const deleteEntries = (user_id: number, keys: readonly string[] | undefined): Fragment => fragment`
  delete from bot_storage
  where ${entriesWhere(user_id, keys)}`
