import {
  ArchiveError,
  type ConversionOptions,
  type ConversionSink,
  type Converter,
  type SourceFiles,
} from '../conversion.ts'
import { plainName } from '../shared/names.ts'
import { MessageOrder } from '../shared/order.ts'
import { shortenText } from '../shared/text.ts'
import { Times } from '../shared/times.ts'
import { Uploads } from '../shared/uploads.ts'
import { fieldsOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { Attachments } from './attachments.ts'
import { CustomEmoji } from './emoji.ts'
import {
  Assets,
  exportNames,
  isDiscordExport,
  noticeKind,
  readPart,
  secondsOf,
  secondsOfSnowflake,
  snowflakeOf,
} from './export.ts'
import { People } from './people.ts'
import { Places } from './places.ts'
import { linkKey, Talk } from './talk.ts'

/**
 * JSON of DiscordChatExporter, a file for each channel, thread or private conversation. Channels become streams, threads and posts
 * of forums become topics, and talk outside of threads a topic for each month. Pictures and uploads are taken where they are beside
 * the files (`--media`).
 */
export const discord: Converter = {
  kind: 'discord',
  title: 'Discord (DiscordChatExporter)',
  recognizes: isDiscordExport,
  convert,
}

/** What the first reading finds. */
interface Survey {
  readonly people: People
  readonly places: Places
  readonly emoji: CustomEmoji
  readonly order: MessageOrder
  readonly answered: ReadonlySet<string>
  /** The guilds, by their ids. */
  readonly guilds: ReadonlyMap<string, { readonly guild: Fields; readonly part: string }>
}

async function convert(files: SourceFiles, sink: ConversionSink, options: ConversionOptions): Promise<void> {
  const names = await exportNames(files)
  if (names.length === 0) throw new ArchiveError('There is no JSON of DiscordChatExporter here.')
  const times = new Times(options.now)
  const assets = new Assets(files)
  const { people, places, emoji, order, answered, guilds } = await survey(files, names, { assets, sink, times })

  addRealm(guilds, { assets, sink, times })
  people.report(sink, options, times)
  emoji.report(sink)
  places.report(people, times)
  const streams = places.all.filter(({ kind }) => kind === 'stream').length
  if (streams > 0)
    sink.warn(
      `Discord does not tell who may see a channel. Channels that become public streams: ${streams}. Leave out the files of those that must stay private, or make their streams private before you invite people.`,
    )
  const attachments = new Attachments(sink, assets, new Uploads(sink))
  const talk = new Talk({ sink, people, places, emoji, attachments, order, times, answered })
  for (const name of names) {
    const part = await readPart(files, name)
    const channel = places.add(part.channel)
    if (channel === null) sink.skip('files without a channel')
    else talk.addPart(part, channel)
  }
}

interface Reads {
  readonly assets: Assets
  readonly sink: ConversionSink
  readonly times: Times
}

/** Reads everything once: who is there, in which order messages are, and which of them are answered. */
async function survey(files: SourceFiles, names: readonly string[], { assets, sink, times }: Reads): Promise<Survey> {
  const [people, places] = [new People(assets), new Places(sink)]
  const [emoji, order] = [new CustomEmoji(assets), new MessageOrder()]
  const answered = new Set<string>()
  const guilds = new Map<string, { guild: Fields; part: string }>()
  const months = new Map<string, Set<number>>()
  /** Times of messages outside of threads: some of them began one. */
  const starters = new Map<string, number>()
  for (const name of names) {
    const { guild, channel: fields, messages } = await readPart(files, name)
    const guildKey = snowflakeOf(guild['id'])
    if (guildKey !== '' && !guilds.has(guildKey)) guilds.set(guildKey, { guild, part: name })
    const channel = places.add(fields)
    if (channel === null) continue
    const channelMonths = months.get(channel.key) ?? new Set()
    months.set(channel.key, channelMonths)
    for (const message of messages) {
      const key = snowflakeOf(message['id'])
      if (noticeKind(message) !== null || key === '') continue
      const seconds = secondsOf(message, key)
      const at = times.second(seconds)
      const author = people.add(fieldsOf(message['author']), name, at)
      for (const user of usersIn(message)) people.add(user, name)
      if (author === null) continue
      if (!order.add(key, Math.min(seconds, at + 0.999) * 1000)) continue
      channel.authors.set(author.key, author)
      channelMonths.add(startOfMonth(at))
      emoji.addOf(message, name)
      answered.add(snowflakeOf(fieldsOf(message['reference'])['messageId']))
      if (channel.kind === 'stream' || channel.kind === 'private stream') starters.set(key, seconds)
    }
  }
  for (const { key } of places.all) {
    const seconds = places.isThread(key) ? starters.get(key) : undefined
    if (seconds !== undefined) order.add(linkKey(key), seconds * 1000)
  }
  places.arrange(months, people)
  return { people, places, emoji, order, answered, guilds }
}

const startOfMonth = (seconds: number): number => {
  const date = new Date(seconds * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
}

/** Users that a message names besides its author. */
const usersIn = (message: Fields): Fields[] => [
  ...rowsOf(message['mentions']),
  ...rowsOf(message['reactions']).flatMap(({ users }) => rowsOf(users)),
]

function addRealm(guilds: Survey['guilds'], { assets, sink, times }: Reads): void {
  const [first] = guilds.values()
  if (first === undefined) return
  if (guilds.size > 1) sink.warn(`The files are of ${guilds.size} servers. All of them become one organization.`)
  const { guild, part } = first
  const icon = assets.find(part, guild['iconUrl'])
  if (icon !== null) sink.file('files/icon', { name: icon })
  sink.realm({
    name: shortenText(plainName(textOf(guild['name'])), 100) || 'Discord',
    description: '',
    date_created: times.second(secondsOfSnowflake(snowflakeOf(guild['id']))),
    settings: {},
    user_settings_defaults: {},
    icon: icon === null ? null : 'files/icon',
    logo: null,
    night_logo: null,
  })
}
