import { firstForeignId, type ConversionSink } from '../conversion.ts'
import { emojiByCharacters, emojiByName, type ReactionEmoji } from '../shared/emoji.ts'
import { emojiName, emojiNames } from '../shared/names.ts'
import { fieldsOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { snowflakeOf, type Assets } from './export.ts'

/** Custom emoji whose pictures are beside the export. */
export class CustomEmoji {
  private readonly byKey = new Map<string, { id: number; name: string; picture: string }>()
  private readonly names = emojiNames()

  private readonly assets: Assets

  constructor(assets: Assets) {
    this.assets = assets
  }

  /** Takes the custom emoji of a message. */
  addOf(message: Fields, part: string): void {
    for (const emoji of rowsOf(message['inlineEmojis'])) this.add(emoji, part)
    for (const reaction of rowsOf(message['reactions'])) this.add(fieldsOf(reaction['emoji']), part)
  }

  private add(emoji: Fields, part: string): void {
    const key = snowflakeOf(emoji['id'])
    if (key === '' || this.byKey.has(key)) return
    const name = emojiName(textOf(emoji['name']))
    const picture = this.assets.find(part, emoji['imageUrl'])
    if (name === null || picture === null) return
    this.byKey.set(key, { id: firstForeignId + this.byKey.size, name: this.names.take(name), picture })
  }

  report(sink: ConversionSink): void {
    for (const { id, name, picture } of this.byKey.values()) {
      const path = `files/emoji/${id}`
      sink.file(path, { name: picture })
      sink.add('emoji', { id, name, author_id: null, deactivated: false, picture: path, still_picture: null })
    }
  }

  /** The name here of a custom emoji: its own, if it is not here. */
  nameOf(key: string, name: string): string {
    return this.byKey.get(key)?.name ?? name
  }

  /** Names here of the custom emoji in a message, by their names there. */
  namesIn(message: Fields): Map<string, string> {
    return new Map(
      rowsOf(message['inlineEmojis']).flatMap((emoji) => {
        const own = this.byKey.get(snowflakeOf(emoji['id']))
        return own === undefined ? [] : [[textOf(emoji['name']), own.name] as const]
      }),
    )
  }

  /** The emoji of a reaction; null if nothing shows it. */
  reaction(emoji: Fields): ReactionEmoji | null {
    const key = snowflakeOf(emoji['id'])
    if (key === '') return emojiByCharacters(textOf(emoji['name'])) ?? emojiByName(textOf(emoji['code']))
    const own = this.byKey.get(key)
    return own === undefined ? null : { emoji_name: own.name, emoji_code: String(own.id), reaction_type: 'realm_emoji' }
  }
}
