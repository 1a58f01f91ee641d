import { countUse } from '../accounts/limit-use'
import { assertRoom } from '../accounts/limit-room'
import { deleteEntries } from './writes'
import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { jsonLists } from '../core/sql/json-lists'
import { fragment } from '../core/sql/sql'
import { storedSizes } from './queries'
import { noSuchKey } from './schema'

/** Bytes of all keys and texts of one account. */
const bytesLimit = 1_000_000
/** Keys of one account. */
const keysLimit = 1000

/** Stores texts under their keys, all of them or none (endpoints, PUT /bot_storage). */
export async function storeEntries(turn: Turn, { storage }: { storage: Record<string, string> }): Promise<Change> {
  const { actor, sql } = turn
  const entries = Object.entries(storage).map(([key, value]) => ({
    key,
    value,
    size: byteCount(key) + byteCount(value),
  }))
  const sizes = await storedSizes(sql, actor.id)
  const before = total(sizes)
  for (const { key, size } of entries) sizes.set(key, size)
  const more = total(sizes) - before
  // An account above its limit may still replace texts by shorter ones.
  if (more > 0 && before + more > bytesLimit) throw refused(`Too much in the storage (limit: ${bytesLimit} bytes)`)
  if (sizes.size > keysLimit) throw refused(`Too many keys in the storage (limit: ${keysLimit})`)
  await assertRoom(turn, 'botStorage', more)
  return {
    writes: [
      ...jsonLists(entries).map(
        ({ json }) => fragment`
          insert into bot_storage (user_id, key, value, size)
          select ${actor.id}, value ->> 'key', value ->> 'value', value ->> 'size' from json_each(${json})
          where true
          on conflict (user_id, key) do update set value = excluded.value, size = excluded.size`,
      ),
      ...(more === 0 ? [] : [countUse('botStorage', { user_id: actor.id, amount: more })]),
    ],
    result: {},
  }
}

const byteCount = (text: string): number => new TextEncoder().encode(text).length

const total = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((sum, size) => sum + size, 0)

/** Deletes the entries with these keys, each of which must exist; without keys, all entries. */
export async function deleteStoredEntries(
  { actor, sql }: Turn,
  { keys }: { keys?: string[] | undefined },
): Promise<Change> {
  const sizes = await storedSizes(sql, actor.id)
  if (keys !== undefined && !keys.every((key) => sizes.has(key))) throw noSuchKey()
  const gone = [...new Set(keys ?? sizes.keys())].reduce((sum, key) => sum + sizes.get(key)!, 0)
  return {
    writes: [deleteEntries(actor.id, keys), countUse('botStorage', { user_id: actor.id, amount: -gone })],
    result: {},
  }
}
