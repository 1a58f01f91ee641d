import { jsonLists } from '../core/sql/json-lists'
import { fragment, type Fragment } from '../core/sql/sql'
import { entriesWhere } from './queries'

interface NewEntry {
  key: string
  value: string
  /** Bytes of both. */
  size: number
}

/** Stores texts of an account and charges a person for them. */
export const storeTexts = (user_id: number, entries: readonly NewEntry[], charged_to: number): Fragment[] =>
  jsonLists(entries).map(
    ({ json }) => fragment`
      insert into bot_storage (user_id, key, value, size, charged_to)
      select ${user_id}, value ->> 'key', value ->> 'value', value ->> 'size', ${charged_to} from json_each(${json})
      where true
      on conflict (user_id, key)
      do update set value = excluded.value, size = excluded.size, charged_to = excluded.charged_to`,
  )

export const deleteEntries = (user_id: number, keys: readonly string[] | undefined): Fragment => fragment`
  delete from bot_storage
  where ${entriesWhere(user_id, keys)}`
