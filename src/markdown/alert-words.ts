/** A word that somebody wants to be told of. */
export interface AlertWord {
  user_id: number
  word: string
}

const before = /[ \n("."',;[*>`]/
const after = /[ \n)?:."',;\]!*`]/

interface Table {
  /** Users by the folded word. */
  users: Map<string, number[]>
  /** Lengths that words have. */
  lengths: number[]
}

const tables = new WeakMap<readonly AlertWord[], Table>()

/** Made once for each list, because a realm's list is the same from message to message. */
function tableOf(words: readonly AlertWord[]): Table {
  const known = tables.get(words)
  if (known !== undefined) return known
  const users = Map.groupBy(words, ({ word }) => word.toLowerCase())
  const table = {
    users: new Map([...users].map(([word, rows]) => [word, rows.map(({ user_id }) => user_id)])),
    lengths: [...new Set([...users.keys()].map((word) => word.length))].filter((length) => length > 0),
  }
  tables.set(words, table)
  return table
}

/** Users of whose words one stands in the raw text, code and quotes included (markdown, What rendering also yields). */
export function alertedUsers(content: string, words: readonly AlertWord[]): Set<number> {
  const { users, lengths } = tableOf(words)
  const alerted = new Set<number>()
  if (lengths.length === 0) return alerted
  const text = content.toLowerCase()
  for (let start = 0; start < text.length; start += 1) {
    if (start > 0 && !before.test(text[start - 1]!)) continue
    for (const length of lengths) {
      const end = start + length
      if (end > text.length || (end < text.length && !after.test(text[end]!))) continue
      for (const user_id of users.get(text.slice(start, end)) ?? []) alerted.add(user_id)
    }
  }
  return alerted
}
