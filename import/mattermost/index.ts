import {
  firstForeignId,
  type ConversionOptions,
  type ConversionSink,
  type Converter,
  type SourceFiles,
} from '../conversion.ts'
import { EmojiShortcodes } from '../shared/emoji-shortcodes.ts'
import { jsonLinesOf } from '../shared/json.ts'
import { emojiName, emojiNames } from '../shared/names.ts'
import { Times } from '../shared/times.ts'
import { fieldsOf, listOf, textOf, type Fields } from '../shared/values.ts'
import { Data } from './data.ts'
import { exportName, key, readExport, repliesOf } from './export.ts'
import { People } from './people.ts'
import { Places } from './places.ts'
import { Posts } from './posts.ts'

/** Bulk exports of Mattermost: lines of JSON, and a folder of files. */
export const mattermost: Converter = {
  kind: 'mattermost',
  title: 'Mattermost',
  recognizes: async (files) => (await exportName(files)) !== null,
  convert,
}

async function convert(source: SourceFiles, sink: ConversionSink, options: ConversionOptions): Promise<void> {
  const teamExport = await readExport(source, options.team, sink)
  const team = key(teamExport.team['name'])
  const times = new Times(options.now)
  const data = new Data(source, sink)
  const joinedAt = times.second([...teamExport.firstPosts.values()].reduce((a, b) => Math.min(a, b), options.now))
  const people = new People(teamExport, { addresses: options.addresses, data, joinedAt })
  for (const author of teamExport.authors) people.addUnlisted(author)
  for await (const post of linesOf(source, teamExport.name, 'direct_post'))
    for (const name of namesIn(post)) if (!people.isOutsider(name)) people.addUnlisted(name)
  people.report(sink)

  const emoji = addEmoji(teamExport.emoji, data, sink)
  const places = new Places(teamExport, times, sink)
  places.report(teamExport, people)
  const names = { mention: (name: string) => people.mention(name), channel: (name: string) => places.link(name), emoji }
  const posts = new Posts({ sink, people, places, data, times, names })
  for await (const line of jsonLinesOf(source, teamExport.name)) {
    const post = fieldsOf(line['post'])
    if (line['type'] === 'direct_post') posts.addToConversation(fieldsOf(line['direct_post']))
    if (line['type'] !== 'post') continue
    const place = key(post['team']) === team ? places.place(post['channel']) : null
    if (place !== null) posts.addToStream(post, place)
    else
      sink.skip(
        key(post['team']) === team ? 'posts of unknown channels' : 'posts of other teams',
        1 + repliesOf(post).length,
      )
  }
}

async function* linesOf(source: SourceFiles, name: string, type: string): AsyncIterable<Fields> {
  for await (const line of jsonLinesOf(source, name)) if (line['type'] === type) yield fieldsOf(line[type])
}

/** Everybody who takes part in a direct post. */
const namesIn = (post: Fields): string[] => [
  ...listOf(post['channel_members']).map(textOf),
  ...[post, ...repliesOf(post)].map((one) => textOf(one['user'])),
]

/** Custom emoji whose pictures are in the export. */
function addEmoji(list: readonly Fields[], data: Data, sink: ConversionSink): EmojiShortcodes {
  const emoji = new EmojiShortcodes()
  const names = emojiNames()
  let id = firstForeignId
  for (const fields of list) {
    const source = textOf(fields['name'])
    const name = emojiName(source)
    const picture = name === null ? null : data.picture(fields['image'], 'emoji', id)
    if (name === null) sink.skip('emoji without a name that can be typed')
    if (name === null || picture === null) continue
    const one = { id, name: names.take(name) }
    sink.add('emoji', { ...one, author_id: null, deactivated: false, picture, still_picture: null })
    emoji.addCustom(source, one)
    id += 1
  }
  return emoji
}
