import { firstForeignId, type ConversionSink } from '../conversion.ts'
import type { Records } from '../../src/archive/records.ts'
import { Conversations } from '../shared/conversations.ts'
import { maxStreamNameLength, streamName, streamNames } from '../shared/names.ts'
import { streamRecord, subscriptionRecord } from '../shared/records.ts'
import { inOneLine, shortenText } from '../shared/text.ts'
import type { Times } from '../shared/times.ts'
import { StreamTopics } from '../shared/topics.ts'
import { fieldsOf, flagOf, listOf, numberOf, textOf } from '../shared/values.ts'
import type { Channel } from './export.ts'
import type { People } from './people.ts'

/** A channel, and the stream that it becomes. */
export interface StreamPlace {
  readonly kind: 'stream'
  readonly channel: Channel
  readonly record: Records['streams']
  readonly topics: StreamTopics
}

/** A conversation. Its record depends on who wrote in it. */
export interface ConversationPlace {
  readonly kind: 'conversation'
  readonly channel: Channel
}

export type Place = StreamPlace | ConversationPlace

/** Characters of the description of a stream. */
const maxDescriptionLength = 1024

/** Ids in the source of who is in a channel. */
export const membersOf = ({ fields }: Channel): string[] => [
  ...new Set(
    listOf(fields['members'])
      .map(textOf)
      .filter((id) => id !== ''),
  ),
]

/** Streams and conversations, which share one series of ids. */
export class Places {
  readonly all: readonly Place[]
  private nextId = firstForeignId
  private readonly streamsBySource = new Map<string, Records['streams']>()
  readonly conversations: Conversations

  private readonly times: Times
  private readonly sink: ConversionSink

  constructor(channels: readonly Channel[], times: Times, sink: ConversionSink) {
    this.times = times
    this.sink = sink
    this.conversations = new Conversations(sink, () => this.nextId++)
    const names = streamNames()
    this.all = channels.map((channel) =>
      channel.isConversation ? { kind: 'conversation', channel } : this.stream(channel, names),
    )
  }

  private stream(channel: Channel, names: ReturnType<typeof streamNames>): StreamPlace {
    const { fields, isPrivate } = channel
    const source = textOf(fields['id'])
    const purpose = textOf(fieldsOf(fields['purpose'])['value']) || textOf(fieldsOf(fields['topic'])['value'])
    const wantedName = streamName(textOf(fields['name']).replaceAll(/[*>]/g, ' '), source)
    if (wantedName.length > maxStreamNameLength)
      this.sink.warn(`The name of the channel ${shortenText(wantedName, 200)} is shortened.`)
    const record = streamRecord({
      id: this.nextId++,
      name: names.take(wantedName),
      description: shortenText(inOneLine(purpose), maxDescriptionLength),
      date_created: this.times.second(numberOf(fields['created'])),
      invite_only: isPrivate,
      is_default: flagOf(fields['is_general']),
      is_archived: flagOf(fields['is_archived']),
    })
    if (source !== '') this.streamsBySource.set(source, record)
    return { kind: 'stream', channel, record, topics: new StreamTopics() }
  }

  link(source: string): string | null {
    const stream = this.streamsBySource.get(source)
    return stream === undefined ? null : `#**${stream.name}**`
  }

  /** Gives the records of streams and of who is subscribed to them. */
  reportStreams(people: People): void {
    for (const place of this.all) {
      if (place.kind !== 'stream') continue
      const creator_id = people.user(textOf(place.channel.fields['creator']))?.id ?? null
      this.sink.add('streams', { ...place.record, creator_id })
    }
    for (const place of this.all) {
      if (place.kind !== 'stream') continue
      const subscribers = new Set<number>()
      for (const member of membersOf(place.channel)) {
        const user = people.user(member)
        if (user === null) this.sink.skip('unknown members of channels')
        else subscribers.add(user.id)
      }
      for (const user_id of subscribers)
        this.sink.add('subscriptions', subscriptionRecord({ user_id, stream_id: place.record.id }))
    }
  }
}
