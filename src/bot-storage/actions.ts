import type { Change, Turn } from '../core/change'
import { refused } from '../core/errors'
import { jsonLists } from '../core/json-lists'
import { fragment } from '../core/sql'
import { characterCount } from '../core/unicode'
import { deleteEntries, storedSizes } from './queries'
import { noSuchKey } from './schema'

/** What one account may keep: characters, those of keys included (endpoints, Bots), and keys. */
const mostCharacters = 10_000_000
const mostKeys = 10_000

/** Keeps texts under their keys, in place of what was there; all of them or none (endpoints, PUT /bot_storage). */
export async function storeEntries(
  { actor, sql }: Turn,
  { storage }: { storage: Record<string, string> },
): Promise<Change> {
  const entries = Object.entries(storage).map(([key, value]) => ({
    key,
    value,
    size: characterCount(key) + characterCount(value),
  }))
  const sizes = await storedSizes(sql, actor.id)
  for (const { key, size } of entries) sizes.set(key, size)
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (total > mostCharacters) throw refused(`Too much in the storage (limit: ${mostCharacters} characters)`)
  if (sizes.size > mostKeys) throw refused(`Too many keys in the storage (limit: ${mostKeys})`)
  return {
    writes: jsonLists(entries).map(
      ({ json }) => fragment`
        insert into bot_storage (user_id, key, value, size)
        select ${actor.id}, value ->> 'key', value ->> 'value', value ->> 'size' from json_each(${json})
        where true
        on conflict (user_id, key) do update set value = excluded.value, size = excluded.size`,
    ),
    result: {},
  }
}

/** Forgets what is kept under these keys, each of which must be there; without keys everything. */
export async function deleteStoredEntries(
  { actor, sql }: Turn,
  { keys }: { keys?: string[] | undefined },
): Promise<Change> {
  if (keys !== undefined) {
    const sizes = await storedSizes(sql, actor.id)
    if (!keys.every((key) => sizes.has(key))) throw noSuchKey()
  }
  return { writes: [deleteEntries(actor.id, keys)], result: {} }
}
