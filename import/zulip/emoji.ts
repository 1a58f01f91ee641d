import type { Records } from '../../src/archive/records.ts'
import { emojiByCode, emojiByName, type ReactionEmoji } from '../shared/emoji.ts'
import { emojiName, emojiNames } from '../shared/names.ts'
import { flagOf, textOf, wholeNumberOf, type Fields } from '../shared/values.ts'
import type { Source } from './source.ts'

type EmojiReads = Pick<Source, 'customEmoji'>

/** The emoji of a reaction or status; null if it is not there. */
export function emojiOf(row: Fields, { customEmoji }: EmojiReads): ReactionEmoji | null {
  const [name, code] = [textOf(row['emoji_name']), textOf(row['emoji_code'])]
  switch (row['reaction_type']) {
    case 'realm_emoji': {
      const custom = customEmoji.get(Number(code))
      return custom === undefined
        ? null
        : { emoji_name: custom.name, emoji_code: String(custom.id), reaction_type: 'realm_emoji' }
    }
    case 'zulip_extra_emoji':
      return code === 'zulip' ? { emoji_name: 'zulip', emoji_code: code, reaction_type: 'zulip_extra_emoji' } : null
    default:
      return emojiByCode(code, name) ?? emojiByName(name)
  }
}

/** Custom emoji by their ids in the source: those that have a picture. */
export function customEmojiOf({
  tables,
  ids,
  pictures,
  people,
  sink,
}: Omit<Source, 'customEmoji' | 'fieldTypes'>): Map<number, Records['emoji']> {
  const found = new Map<number, Records['emoji']>()
  const [active, deactivatedNames] = [emojiNames(), emojiNames()]
  for (const row of tables.rows('zerver_realmemoji')) {
    const original = wholeNumberOf(row['id'])
    const name = emojiName(textOf(row['name']))
    if (original === null || name === null || found.has(original)) {
      sink.skip('custom emoji without a name')
      continue
    }
    const files = pictures.emoji(textOf(row['file_name']), textOf(row['name']))
    if (files === null) {
      sink.skip('custom emoji without a picture')
      continue
    }
    const id = ids.emoji.give(original)
    const deactivated = flagOf(row['deactivated'])
    found.set(original, {
      id,
      name: (deactivated ? deactivatedNames : active).take(name),
      author_id: people.of(row['author'])?.id ?? null,
      deactivated,
      picture: pictures.add(`files/emoji/${id}`, files.picture),
      still_picture: files.still === null ? null : pictures.add(`files/emoji/${id}-still`, files.still),
    })
  }
  return found
}
