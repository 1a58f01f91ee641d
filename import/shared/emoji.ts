import type { Records } from '../../src/archive/records.ts'
import { unicodeTable } from '../../src/emoji/unicode.ts'

/** Codes by name, and canonical names by code. */
const codes = new Map<string, string>()
const canonicalNames = new Map<string, string>()

for (const line of unicodeTable.trim().split('\n')) {
  const [code, ...names] = line.split(' ') as [string, string, ...string[]]
  canonicalNames.set(code, names[0])
  for (const name of names) if (!codes.has(name)) codes.set(name, code)
}

/** What a reaction shows. */
export type ReactionEmoji = Omit<Records['messages']['reactions'][number], 'user_id'>

/** The emoji of a code, under the given name if it is one of its names; null if there is none. */
export function emojiByCode(code: string, name = ''): ReactionEmoji | null {
  const canonicalName = canonicalNames.get(code)
  if (canonicalName === undefined) return null
  return {
    emoji_name: codes.get(name) === code ? name : canonicalName,
    emoji_code: code,
    reaction_type: 'unicode_emoji',
  }
}

/** Skin tones, and what asks for a picture. Emoji here have neither. */
const modifiers = /[\u{1F3FB}-\u{1F3FF}]|\uFE0E|\uFE0F/gu

/** The emoji of a name, such as `thumbs_up` or `thumbsup::skin-tone-2`; null if there is none. */
export function emojiByName(name: string): ReactionEmoji | null {
  const plain = name.replace(/(::?skin-tone-\d|_tone\d)$/, '')
  const code = codes.get(plain) ?? codes.get(plain.replaceAll('-', '_'))
  return code === undefined ? null : emojiByCode(code, plain)
}

const hex = (character: string): string => character.codePointAt(0)!.toString(16).padStart(4, '0')

/** The emoji of its characters, such as 🎉; null if there is none. */
export function emojiByCharacters(characters: string): ReactionEmoji | null {
  for (const form of [characters, characters.replaceAll(modifiers, '')]) {
    if (form === '' || form.length > 40) continue
    const emoji = emojiByCode(Array.from(form, hex).join('-'))
    if (emoji !== null) return emoji
  }
  return null
}
