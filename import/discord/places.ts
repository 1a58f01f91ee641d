import { firstForeignId, type ConversionSink } from '../conversion.ts'
import { Conversations } from '../shared/conversations.ts'
import { streamName, streamNames } from '../shared/names.ts'
import { streamRecord, subscriptionRecord } from '../shared/records.ts'
import { inOneLine, shortenText } from '../shared/text.ts'
import type { Times } from '../shared/times.ts'
import { StreamTopics, topicName } from '../shared/topics.ts'
import { textOf, type Fields } from '../shared/values.ts'
import { secondsOfSnowflake, snowflakeOf } from './export.ts'
import type { People, Person } from './people.ts'

/** What a channel of Discord is here. */
export type Kind = 'stream' | 'thread' | 'private stream' | 'conversation'

export function kindOf(channel: Fields): Kind {
  const type = textOf(channel['type'])
  if (type.startsWith('Direct')) return 'conversation'
  // A topic of a public stream would show it to everybody.
  if (type === 'GuildPrivateThread') return 'private stream'
  return type.endsWith('Thread') ? 'thread' : 'stream'
}

interface Stream {
  readonly id: number
  readonly name: string
  readonly channel: Fields
  readonly isPrivate: boolean
  readonly topics: StreamTopics
}

/** A channel of the export, which may be in several files. */
export interface Channel {
  readonly key: string
  readonly kind: Kind
  readonly channel: Fields
  /** Who wrote there. */
  readonly authors: Map<string, Person>
}

/** Categories that every new server has, and that say nothing. */
const plainCategory = /^(text|voice) channels$/i

const channelName = ({ name, category }: Fields, { withCategory }: { withCategory: boolean }): string => {
  const prefix = textOf(category)
  const own = textOf(name)
  return (withCategory && prefix !== '' && !plainCategory.test(prefix) ? `${prefix} / ${own}` : own).replaceAll(
    /[*>]/g,
    ' ',
  )
}

/** Streams, topics and conversations. */
export class Places {
  private nextId = firstForeignId
  private readonly channels = new Map<string, Channel>()
  private readonly streams = new Map<string, Stream>()
  private readonly topics = new Map<string, string>()
  private readonly names = streamNames()
  private readonly conversations: Conversations
  private readonly directMembers = new Map<string, readonly number[]>()

  private readonly sink: ConversionSink

  constructor(sink: ConversionSink) {
    this.sink = sink
    this.conversations = new Conversations(sink, () => this.nextId++)
  }

  get all(): readonly Channel[] {
    return [...this.channels.values()]
  }

  /** Takes the channel of a file; null if it has no id. */
  add(channel: Fields): Channel | null {
    const key = snowflakeOf(channel['id'])
    if (key === '') return null
    const existing = this.channels.get(key)
    if (existing !== undefined) return existing
    const added = { key, kind: kindOf(channel), channel, authors: new Map<string, Person>() }
    this.channels.set(key, added)
    return added
  }

  /** Whether there is a thread with this id, which it shares with the message that began it. */
  isThread(key: string): boolean {
    return this.channels.get(key)?.kind === 'thread'
  }

  /**
   * Makes streams of channels and topics of threads, and finds who takes part in conversations. `months` are times in those of the
   * talk in each channel.
   */
  arrange(months: ReadonlyMap<string, ReadonlySet<number>>, people: People): void {
    for (const one of this.all)
      if (one.kind === 'conversation')
        this.directMembers.set(one.key, directMembers(one.channel, [...one.authors.values()], people))
    const byAge = this.all.toSorted((a, b) => a.key.length - b.key.length || (a.key < b.key ? -1 : 1))
    for (const { key, kind, channel } of byAge)
      if (kind === 'stream' || kind === 'private stream') this.addStream(key, channel, kind === 'private stream')
    for (const { key, kind, channel } of byAge) if (kind === 'thread') this.addForum(key, channel)
    for (const [key, stream] of this.streams) for (const month of months.get(key) ?? []) stream.topics.month(month)
    for (const { key, kind, channel } of byAge)
      if (kind === 'thread')
        this.topics.set(key, this.streamOfThread(key, channel).topics.takeTopic(topicName(textOf(channel['name']))))
  }

  private addStream(key: string, channel: Fields, isPrivate = false): void {
    const name = this.names.take(streamName(channelName(channel, { withCategory: true }), `channel ${key.slice(-6)}`))
    this.streams.set(key, { id: this.nextId++, name, channel, isPrivate, topics: new StreamTopics() })
  }

  /** The channel that a thread belongs to. Forums have no messages of their own, and so no file. */
  private addForum(key: string, thread: Fields): void {
    const parent = snowflakeOf(thread['categoryId']) || key
    if (this.streams.has(parent)) return
    this.addStream(parent, { id: parent, name: textOf(thread['category']) || 'threads' })
  }

  private streamOfThread(key: string, thread: Fields): Stream {
    return this.streams.get(snowflakeOf(thread['categoryId']) || key)!
  }

  /** The stream of a channel or thread, and the topic of a thread; null for conversations. */
  streamOf({ key, kind, channel }: Channel): { stream: Stream; topic: string | null } | null {
    if (kind === 'conversation') return null
    if (kind === 'thread') return { stream: this.streamOfThread(key, channel), topic: this.topics.get(key)! }
    return { stream: this.streams.get(key)!, topic: null }
  }

  /** The thread that a message began. */
  thread(key: string): { stream: Stream; topic: string } | null {
    const channel = this.channels.get(key)
    return channel?.kind === 'thread'
      ? { stream: this.streamOfThread(key, channel.channel), topic: this.topics.get(key)! }
      : null
  }

  conversationOf({ key }: Channel, sender: Person): { id: number; members: readonly number[] } {
    return this.conversations.of([sender.id, ...this.directMembers.get(key)!])
  }

  /** A link to a channel or thread; null if it is not there. */
  link(key: string): string | null {
    const topic = this.topics.get(key)
    if (topic !== undefined) return `#**${this.thread(key)!.stream.name}>${topic.replaceAll('*', '')}**`
    const stream = this.streams.get(key)
    return stream === undefined ? null : `#**${stream.name}**`
  }

  /** Gives the records of streams, and subscribes people. */
  report(people: People, times: Times): void {
    for (const [key, { id, name, channel, isPrivate }] of this.streams)
      this.sink.add(
        'streams',
        streamRecord({
          id,
          name,
          description: shortenText(inOneLine(textOf(channel['topic'])), 1024),
          date_created: times.second(secondsOfSnowflake(key)),
          invite_only: isPrivate,
        }),
      )
    for (const [key, { id, isPrivate }] of this.streams) {
      const authors = this.channels.get(key)?.authors
      const subscribers = isPrivate ? [...(authors?.values() ?? [])] : people.all.filter(({ isBot }) => !isBot)
      for (const user of subscribers)
        this.sink.add('subscriptions', subscriptionRecord({ user_id: user.id, stream_id: id }))
    }
  }
}

/** The members of a private conversation: who wrote, and whom its name names if only one did. */
function directMembers(channel: Fields, authors: readonly Person[], people: People): number[] {
  const name = textOf(channel['name'])
  const silent = authors.length > 1 || name === '' ? [] : [people.addNamed(name)]
  return [...authors, ...silent].map(({ id }) => id)
}
