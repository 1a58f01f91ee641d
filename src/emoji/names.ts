import { unicodeTable } from './unicode'

/** Codes by name, and the canonical name by code. */
interface Tables {
  codes: Map<string, string>
  canonical: Map<string, string>
}

let tables: Tables | null = null

/** The tables, parsed at their first use: most requests need no emoji, and a Worker must start quickly. */
function emojiTables(): Tables {
  if (tables !== null) return tables
  tables = { codes: new Map(), canonical: new Map() }
  for (const line of unicodeTable.trim().split('\n')) {
    const [code, ...names] = line.split(' ') as [string, string, ...string[]]
    tables.canonical.set(code, names[0])
    for (const name of names) if (!tables.codes.has(name)) tables.codes.set(name, code)
  }
  return tables
}

/** The code of a Unicode emoji by one of its names: hexadecimal code points joined by `-` (markdown, Emoji). */
export const unicodeCode = (emoji_name: string): string | undefined => emojiTables().codes.get(emoji_name)

/**
 * Whether clients may send this name for the emoji: one of its own names, or its canonical name, which may belong to another
 * emoji.
 */
export const isNameOf = (emoji_name: string, emoji_code: string): boolean =>
  unicodeCode(emoji_name) === emoji_code || canonicalName(emoji_code) === emoji_name

/** The canonical name of a code; undefined if the code is no emoji. */
export const canonicalName = (emoji_code: string): string | undefined => emojiTables().canonical.get(emoji_code)

/** All Unicode emoji, for emoji pickers. */
export const emojiCodes = () => ({
  names: [...emojiTables().codes.keys()],
  name_to_codepoint: Object.fromEntries(emojiTables().codes),
  codepoint_to_name: Object.fromEntries(emojiTables().canonical),
})
