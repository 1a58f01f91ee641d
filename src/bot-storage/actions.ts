import { personOf } from '../accounts/account'
import { countUsesOf } from '../accounts/limit-use'
import { assertRoom } from '../accounts/limit-room'
import { deleteEntries, storeTexts } from './writes'
import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { storedSizes, type StoredSize } from './queries'
import { noSuchKey } from './schema'

/** Maximal bytes of all keys and texts of an account. */
const bytesLimit = 1_000_000
/** Maximal number of keys of an account. */
const keysLimit = 1000

/** Stores texts under their keys, all of them or none (endpoints, PUT /bot_storage). */
export async function storeEntries(turn: Turn, { storage }: { storage: Record<string, string> }): Promise<Change> {
  const { actor, sql } = turn
  const entries = Object.entries(storage).map(([key, value]) => ({
    key,
    value,
    size: byteCount(key) + byteCount(value),
  }))
  const charged_to = personOf(actor)
  const before = await storedSizes(sql, actor.id)
  const after = new Map(before)
  for (const { key, size } of entries) after.set(key, { size, charged_to })
  const bytes = total(after)
  // An account above its limit may still replace texts with shorter ones.
  if (bytes > bytesLimit && bytes > total(before)) throw refused(`Too much in the storage (limit: ${bytesLimit} bytes)`)
  if (after.size > keysLimit) throw refused(`Too many keys in the storage (limit: ${keysLimit})`)
  const more = moreOfEach(before, after)
  await assertRoom(turn, 'botStorage', more.get(charged_to) ?? 0)
  return { writes: [...storeTexts(actor.id, entries, charged_to), ...countUsesOf('botStorage', more)], result: {} }
}

const byteCount = (text: string): number => new TextEncoder().encode(text).length

type Sizes = ReadonlyMap<string, StoredSize>

const total = (sizes: Sizes): number => [...sizes.values()].reduce((sum, { size }) => sum + size, 0)

/** How many more bytes each person is charged. */
function moreOfEach(before: Sizes, after: Sizes): Map<number, number> {
  const more = new Map<number, number>()
  const add = (charged_to: number, bytes: number) => more.set(charged_to, (more.get(charged_to) ?? 0) + bytes)
  for (const { charged_to, size } of before.values()) add(charged_to, -size)
  for (const { charged_to, size } of after.values()) add(charged_to, size)
  return more
}

/** Deletes the entries with these keys, each of which must exist; without keys, all entries. */
export async function deleteStoredEntries(
  { actor, sql }: Turn,
  { keys }: { keys?: string[] | undefined },
): Promise<Change> {
  const before = await storedSizes(sql, actor.id)
  if (keys !== undefined && !keys.every((key) => before.has(key))) throw noSuchKey()
  const after = new Map(before)
  for (const key of keys ?? before.keys()) after.delete(key)
  return {
    writes: [deleteEntries(actor.id, keys), ...countUsesOf('botStorage', moreOfEach(before, after))],
    result: {},
  }
}
