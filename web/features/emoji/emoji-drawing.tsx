import { useStore } from '../../session/context'

/** An emoji as reactions and statuses refer to it. */
export interface NamedEmoji {
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji'
}

/** Draws an emoji: its character, its picture, or its name if neither is known. */
export function EmojiDrawing({ of: { emoji_code, emoji_name, reaction_type } }: { of: NamedEmoji }) {
  const own = useStore().state.realm_emoji.value[emoji_code]
  if (reaction_type === 'unicode_emoji') return <span class="drawing">{characterOf(emoji_code) ?? emoji_name}</span>
  if (reaction_type === 'realm_emoji' && own) return <img class="drawing" src={own.source_url} alt="" />
  return <span>{`:${emoji_name}:`}</span>
}

/** Characters that are drawn in the color of the text, unless the next code point says otherwise. */
const drawnAsText = /^(?=\p{Emoji})\P{Emoji_Presentation}$/u

/** The code point after a character that makes it a picture. */
const asPicture = '\u{fe0f}'

const skinTone = /^\p{Emoji_Modifier}$/u

/** The character of an emoji from its code points in hex; null if they are invalid. */
export function characterOf(code: string): string | null {
  try {
    const all = code === '' ? [] : code.split('-').map((point) => String.fromCodePoint(Number.parseInt(point, 16)))
    const picture = (sign: string, next = ''): string =>
      drawnAsText.test(sign) && next !== asPicture && !skinTone.test(next) ? sign + asPicture : sign
    return all.map((sign, at) => picture(sign, all[at + 1])).join('') || null
  } catch {
    return null
  }
}
