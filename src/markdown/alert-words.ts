/** An alert word of a user. */
interface AlertWord {
  user_id: number
  word: string
}

const before = /[ \n("."',;[*>`]/
const after = /[ \n)?:."',;\]!*`]/

interface Table {
  /** Users by the folded word. */
  users: Map<string, number[]>
  /** Lengths of words, and the words of each length by their hashes. */
  lengths: { length: number; by_hash: Map<number, string[]> }[]
}

const tables = new WeakMap<readonly AlertWord[], Table>()

/** Made once for each list, because a realm's list is the same from message to message. */
function tableOf(words: readonly AlertWord[]): Table {
  const known = tables.get(words)
  if (known !== undefined) return known
  const users = Map.groupBy(words, ({ word }) => word.toLowerCase())
  const by_length = Map.groupBy(users.keys(), (word) => word.length)
  by_length.delete(0)
  const table = {
    users: new Map([...users].map(([word, rows]) => [word, rows.map(({ user_id }) => user_id)])),
    lengths: [...by_length].map(([length, some]) => ({ length, by_hash: Map.groupBy(some, hashOf) })),
  }
  tables.set(words, table)
  return table
}

const base = 1_000_003
const next = (hash: number, code: number): number => (Math.imul(hash, base) + code) | 0

function hashOf(word: string): number {
  let hash = 0
  for (let place = 0; place < word.length; place += 1) hash = next(hash, word.charCodeAt(place))
  return hash
}

/** Powers of the base up to a length. */
function powersUpTo(length: number): Int32Array {
  const powers = new Int32Array(length + 1).fill(1)
  for (let exponent = 1; exponent <= length; exponent += 1) powers[exponent] = Math.imul(powers[exponent - 1]!, base)
  return powers
}

/**
 * Users with an alert word in the raw text, including code and quotes (markdown, What rendering also yields). Each position is
 * compared by a hash with the words of each length, so that the cost does not depend on their length.
 */
export function alertedUsers(content: string, words: readonly AlertWord[]): Set<number> {
  const { users, lengths } = tableOf(words)
  const alerted = new Set<number>()
  if (lengths.length === 0) return alerted
  const text = content.toLowerCase()
  const hashes = new Int32Array(text.length + 1)
  for (let place = 0; place < text.length; place += 1) hashes[place + 1] = next(hashes[place]!, text.charCodeAt(place))
  const powers = powersUpTo(text.length)
  // A word is added once, because one of many users may occur many times.
  const found = new Set<string>()
  const done = new Set<readonly string[]>()
  for (let start = 0; start < text.length; start += 1) {
    if (start > 0 && !before.test(text[start - 1]!)) continue
    for (const { length, by_hash } of lengths) {
      const end = start + length
      if (end > text.length || (end < text.length && !after.test(text[end]!))) continue
      const alike = by_hash.get((hashes[end]! - Math.imul(hashes[start]!, powers[length]!)) | 0)
      if (alike === undefined || done.has(alike)) continue
      for (const word of alike) {
        if (found.has(word) || !text.startsWith(word, start)) continue
        found.add(word)
        for (const user_id of users.get(word)!) alerted.add(user_id)
      }
      if (alike.every((word) => found.has(word))) done.add(alike)
    }
  }
  return alerted
}
