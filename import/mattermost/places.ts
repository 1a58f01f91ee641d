import { firstForeignId, type ConversionSink } from '../conversion.ts'
import type { Records } from '../../src/archive/records.ts'
import { Conversations } from '../shared/conversations.ts'
import { streamName, streamNames } from '../shared/names.ts'
import { streamRecord, subscriptionRecord } from '../shared/records.ts'
import { inOneLine, shortenText } from '../shared/text.ts'
import type { Times } from '../shared/times.ts'
import { fieldsOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { key, secondsOf, type Export } from './export.ts'
import type { People } from './people.ts'
import { StreamTopics } from '../shared/topics.ts'

/** A channel as a stream. */
export interface Place {
  readonly record: Records['streams']
  readonly topics: StreamTopics
}

/** Characters of the description of a stream. */
const maxDescriptionLength = 1024
/** The channel that every member of a team is in. */
const defaultChannel = 'town-square'

/** Streams and conversations, which share one series of ids. */
export class Places {
  private readonly sink: ConversionSink
  private readonly places = new Map<string, Place>()
  readonly conversations: Conversations
  private nextId = firstForeignId

  constructor({ channels, firstPosts }: Export, times: Times, sink: ConversionSink) {
    this.sink = sink
    this.conversations = new Conversations(sink, () => this.nextId++)
    const names = streamNames()
    for (const fields of channels) {
      const source = key(fields['name'])
      if (source === '' || this.places.has(source)) continue
      const record = streamRecord({
        id: this.nextId++,
        name: names.take(streamName(textOf(fields['display_name']).replaceAll(/[*>]/g, ' '), source)),
        description: shortenText(
          inOneLine(textOf(fields['purpose']) || textOf(fields['header'])),
          maxDescriptionLength,
        ),
        date_created: times.second(firstPosts.get(source) ?? null, Infinity),
        invite_only: fields['type'] === 'P',
        is_default: source === defaultChannel,
        is_archived: [fields['deleted_at'], fields['delete_at']].some((time) => secondsOf(time) !== null),
      })
      this.places.set(source, { record, topics: new StreamTopics() })
    }
  }

  place(channel: unknown): Place | null {
    return this.places.get(key(channel)) ?? null
  }

  link(channel: string): string | null {
    const place = this.place(channel)
    return place === null ? null : `#**${place.record.name}**`
  }

  /** Gives the records of streams and of who is subscribed to them. */
  report({ users, team }: Export, people: People): void {
    for (const { record } of this.places.values()) this.sink.add('streams', record)
    const takenNames = new Set<string>()
    for (const fields of users) {
      const user_id = people.user(fields['username'])?.id
      const membership = rowsOf(fields['teams']).find((one) => key(one['name']) === key(team['name']))
      if (user_id === undefined || membership === undefined) continue
      for (const channel of rowsOf(membership['channels'])) this.subscribe(user_id, channel, takenNames)
    }
  }

  private subscribe(user_id: number, channel: Fields, taken: Set<string>): void {
    const stream_id = this.place(channel['name'])?.record.id
    if (stream_id === undefined || taken.has(`${user_id} ${stream_id}`)) return
    taken.add(`${user_id} ${stream_id}`)
    this.sink.add(
      'subscriptions',
      subscriptionRecord({
        user_id,
        stream_id,
        pin_to_top: channel['favorite'] === true,
        is_muted: fieldsOf(channel['notify_props'])['mark_unread'] === 'mention',
      }),
    )
  }
}
