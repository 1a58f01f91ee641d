import { unicodeTable } from './unicode'

/** What the table says, both ways round. */
interface Tables {
  codes: Map<string, string>
  canonical: Map<string, string>
}

let tables: Tables | null = null

/** Read when first asked for: most requests know no emoji, and starting up must be quick. */
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

/** Whether clients may call the emoji so: by a name that means it, or by its canonical one, which may mean another. */
export const isNameOf = (emoji_name: string, emoji_code: string): boolean =>
  unicodeCode(emoji_name) === emoji_code || canonicalName(emoji_code) === emoji_name

/** The one name that stands for a code; undefined when that is no emoji. */
export const canonicalName = (emoji_code: string): string | undefined => emojiTables().canonical.get(emoji_code)

/** All that is known of Unicode emoji, for clients that let people choose one. */
export const emojiCodes = () => ({
  names: [...emojiTables().codes.keys()],
  name_to_codepoint: Object.fromEntries(emojiTables().codes),
  codepoint_to_name: Object.fromEntries(emojiTables().canonical),
})
