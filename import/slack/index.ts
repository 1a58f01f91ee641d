import type { ConversionOptions, ConversionSink, Converter, SourceFiles } from '../conversion.ts'
import { Times } from '../shared/times.ts'
import { numberOf } from '../shared/values.ts'
import { customEmoji } from './custom-emoji.ts'
import { isExport, readExport } from './export.ts'
import { Files } from './files.ts'
import { People } from './people.ts'
import { membersOf, Places } from './places.ts'
import { survey, Talk } from './talk.ts'

/** Exports of Slack: of public channels, of everything, and those of slackdump, which have files. */
export const slack: Converter = {
  kind: 'slack',
  title: 'Slack',
  recognizes: async (files) => isExport(files),
  convert,
}

async function convert(source: SourceFiles, sink: ConversionSink, options: ConversionOptions): Promise<void> {
  const { users, channels } = await readExport(source, sink)
  const times = new Times(options.now)
  const founded = channels.map(({ fields }) => times.second(numberOf(fields['created']), options.now))
  const joinedAt = founded.reduce((first, one) => Math.min(first, one), options.now)
  const people = new People(options, { joinedAt, pictures: picturesOf(source) })
  for (const user of users) people.addListed(user)

  const places = new Places(channels, times, sink)
  const surveys = []
  for (const { channel } of places.all) {
    if (channel.isConversation) for (const member of membersOf(channel)) people.addUnlisted(member)
    surveys.push(await survey(source, channel, people))
  }
  people.report(sink)
  const emoji = await customEmoji(source, sink)
  places.reportStreams(people)

  const files = new Files({ source, sink, people, times })
  const talk = new Talk({ source, sink, people, places, files, emoji, times })
  for (const [index, place] of places.all.entries()) await talk.addChannel(place, surveys[index]!)
}

/** The pictures that slackdump saved, by the id of the user. */
const picturesOf = ({ names }: SourceFiles): ReadonlyMap<string, string> =>
  new Map(
    names.flatMap((name) => {
      const user = /^__avatars\/([^/]+)\/[^/]+\.(?:png|gif|jpe?g|webp)$/i.exec(name)?.[1]
      return user === undefined ? [] : [[user, name] as const]
    }),
  )
