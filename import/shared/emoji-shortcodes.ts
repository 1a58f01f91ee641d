import iamcal from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' }
import joypixels from 'emojibase-data/en/shortcodes/joypixels.json' with { type: 'json' }
import { emojiByCode, emojiByName, type ReactionEmoji } from './emoji.ts'

const byName = (shortcodes: Record<string, string | string[]>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(shortcodes).flatMap(([hexcode, names]) =>
      [names].flat().map((name): [string, string] => [name, hexcode.toLowerCase()]),
    ),
  )

/** Code points of emoji by their names in Slack and Mattermost. Some of the names mean another emoji here. */
const slackSequences = byName(iamcal)

/** The same for Rocket.Chat. */
export const rocketChatSequences = byName(joypixels)

/** The emoji of a sequence of code points, without the selector of the emoji presentation. */
const emojiOf = (sequence: string): ReactionEmoji | null => emojiByCode(sequence.replaceAll('-fe0f', ''))

const charactersOf = (sequence: string): string =>
  String.fromCodePoint(...sequence.split('-').map((code) => Number.parseInt(code, 16)))

/** A skin tone after the name of an emoji, as Slack and as Mattermost write it. */
const skinTone = /(?:::skin-tone-\d|_(?:medium_)?(?:light|dark|medium)_skin_tone)$/

/** The emoji of an archive by the names of its source: Unicode's, and custom ones whose pictures are there. */
export class EmojiShortcodes {
  private readonly custom = new Map<string, ReactionEmoji>()

  private readonly sequences: ReadonlyMap<string, string>

  constructor(sequences: ReadonlyMap<string, string> = slackSequences) {
    this.sequences = sequences
  }

  /** `source` is its name in the archive. */
  addCustom(source: string, { id, name }: { id: number; name: string }): void {
    this.custom.set(source, { emoji_name: name, emoji_code: String(id), reaction_type: 'realm_emoji' })
  }

  /**
   * The emoji of a reaction; null if nothing shows it. A skin tone is dropped, and of a joined sequence the first emoji stays, such
   * as the runner of `woman-running`.
   */
  reaction(written: string): ReactionEmoji | null {
    const name = written.replace(skinTone, '')
    const custom = this.custom.get(name)
    if (custom !== undefined) return custom
    const sequence = this.sequences.get(name)
    return sequence === undefined ? emojiByName(name) : (emojiOf(sequence) ?? emojiByCode(sequence.replace(/-.*/, '')))
  }

  /** An emoji in a text: its name here, else the characters of a joined sequence, else the text as it was. */
  inText(written: string): string {
    const name = written.replace(skinTone, '')
    const sequence = this.sequences.get(name)
    const emoji = this.custom.get(name) ?? (sequence === undefined ? emojiByName(name) : emojiOf(sequence))
    if (emoji !== null) return `:${emoji.emoji_name}:`
    return sequence === undefined ? `:${written}:` : charactersOf(sequence)
  }

  /** A text with its emoji as here, without skin tones. */
  inWholeText(text: string): string {
    if (!text.includes(':')) return text
    return text.replaceAll(/:([a-z0-9_+'-]+):(?::skin-tone-\d:)?/g, (_, name: string) => this.inText(name))
  }
}
