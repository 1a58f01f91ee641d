import { firstForeignId, type ConversionSink, type SourceFiles } from '../conversion.ts'
import { EmojiShortcodes } from '../shared/emoji-shortcodes.ts'
import { jsonOf } from '../shared/json.ts'
import { emojiName, emojiNames } from '../shared/names.ts'
import { fieldsOf, textOf } from '../shared/values.ts'

const picture = /^emojis?\/([^/]+)\.(?:png|gif|jpe?g|webp)$/i

/** Lists of names and addresses, as the method `emoji.list` gives them. Some of the addresses are `alias:` and another name. */
const indexes = ['emoji/index.json', 'emojis/index.json', 'emoji.json']

/** The custom emoji whose pictures somebody put beside the export, which itself has none. */
export async function customEmoji(files: SourceFiles, sink: ConversionSink): Promise<EmojiShortcodes> {
  const emoji = new EmojiShortcodes()
  const names = emojiNames()
  const added = new Map<string, { id: number; name: string }>()
  for (const path of files.names) {
    const source = picture.exec(path)?.[1]
    if (source === undefined || added.has(source)) continue
    const plain = emojiName(source)
    if (plain === null) {
      sink.skip('emoji without a name that can be typed')
      continue
    }
    const one = { id: firstForeignId + added.size, name: names.take(plain) }
    const content = `files/emoji/${one.id}`
    sink.add('emoji', { ...one, author_id: null, deactivated: false, picture: content, still_picture: null })
    sink.file(content, { name: path })
    emoji.addCustom(source, one)
    added.set(source, one)
  }
  for (const index of indexes) {
    if (!files.names.includes(index)) continue
    const list = fieldsOf(await jsonOf(files, index))
    for (const [source, address] of Object.entries({ ...list, ...fieldsOf(list['emoji']) })) {
      const target = added.get(/^alias:(.+)$/.exec(textOf(address))?.[1] ?? '')
      if (target !== undefined && !added.has(source)) emoji.addCustom(source, target)
    }
  }
  return emoji
}
