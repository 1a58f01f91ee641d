import { deleteEntries, storeTotalInRealm } from './writes'
import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { jsonLists } from '../core/sql/json-lists'
import { fragment } from '../core/sql/sql'
import { totalInRealm, storedSizes } from './queries'
import { noSuchKey } from './schema'

/**
 * Most bytes of keys and texts, of one account and of all accounts together. Zulip allows a bot ten million characters;
 * fifty such bots would fill the database of the free plan.
 */
const mostBytes = { account: 1_000_000, realm: 20_000_000 }
/** Most keys of one account. */
const mostKeys = 1000

/** Stores texts under their keys, all of them or none (endpoints, PUT /bot_storage). */
export async function storeEntries(
  { actor, sql, realm_id }: Turn,
  { storage }: { storage: Record<string, string> },
): Promise<Change> {
  const entries = Object.entries(storage).map(([key, value]) => ({
    key,
    value,
    size: byteCount(key) + byteCount(value),
  }))
  const [sizes, ofRealm] = await Promise.all([storedSizes(sql, actor.id), totalInRealm(sql, realm_id)])
  const before = total(sizes)
  for (const { key, size } of entries) sizes.set(key, size)
  const more = total(sizes) - before
  // An account above its limit may still replace texts by shorter ones.
  if (more > 0 && before + more > mostBytes.account)
    throw refused(`Too much in the storage (limit: ${mostBytes.account} bytes)`)
  if (more > 0 && ofRealm + more > mostBytes.realm)
    throw refused(`Too much in the storage of the organization (limit: ${mostBytes.realm} bytes)`)
  if (sizes.size > mostKeys) throw refused(`Too many keys in the storage (limit: ${mostKeys})`)
  return {
    writes: [
      ...jsonLists(entries).map(
        ({ json }) => fragment`
          insert into bot_storage (user_id, key, value, size)
          select ${actor.id}, value ->> 'key', value ->> 'value', value ->> 'size' from json_each(${json})
          where true
          on conflict (user_id, key) do update set value = excluded.value, size = excluded.size`,
      ),
      storeTotalInRealm(realm_id, ofRealm + more),
    ],
    result: {},
  }
}

const byteCount = (text: string): number => new TextEncoder().encode(text).length

const total = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((sum, size) => sum + size, 0)

/** Deletes the entries with these keys, each of which must exist; without keys, all entries. */
export async function deleteStoredEntries(
  { actor, sql, realm_id }: Turn,
  { keys }: { keys?: string[] | undefined },
): Promise<Change> {
  const [sizes, ofRealm] = await Promise.all([storedSizes(sql, actor.id), totalInRealm(sql, realm_id)])
  if (keys !== undefined && !keys.every((key) => sizes.has(key))) throw noSuchKey()
  const gone = [...new Set(keys ?? sizes.keys())].reduce((sum, key) => sum + sizes.get(key)!, 0)
  const left = Math.max(0, ofRealm - gone)
  return { writes: [deleteEntries(actor.id, keys), storeTotalInRealm(realm_id, left)], result: {} }
}
