import { firstForeignId, type ConversionSink } from '../conversion.ts'
import { maxStreamNameLength, streamName, UniqueNames } from '../shared/names.ts'
import { streamRecord } from '../shared/records.ts'
import { inOneLine, shortenText } from '../shared/text.ts'
import type { Times } from '../shared/times.ts'
import { StreamTopics } from '../shared/topics.ts'
import { fieldsOf, flagOf, listOf, textOf, type Fields } from '../shared/values.ts'
import { keyOf, secondsOf } from './dump.ts'
import type { People, Person } from './people.ts'

export interface Stream {
  readonly id: number
  readonly name: string
  readonly topics: StreamTopics
}

/**
 * What a room is here. A discussion in a public channel is a topic of its stream. A private one is a stream of its own: not all
 * members of the room that it belongs to may see it.
 */
export type Room =
  | { readonly kind: 'stream'; readonly key: string; readonly fields: Fields; readonly stream: Stream }
  | {
      readonly kind: 'topic'
      readonly key: string
      readonly fields: Fields
      readonly stream: Stream
      readonly topic: string
    }
  | { readonly kind: 'conversation'; readonly key: string; readonly id: number; readonly members: readonly number[] }

type StreamRoom = Room & { kind: 'stream' }

const maxMembers = 1000

/** Names of rooms as people see them, without what would end a link to a stream. */
const shownName = ({ fname, name }: Fields): string => (textOf(fname) || textOf(name)).replaceAll(/[*>]/g, ' ')

/** The rooms of the dump. Those of customers, calls and apps are left out. */
export class Rooms {
  private nextId = firstForeignId
  private readonly byKey = new Map<string, Room>()
  private readonly byName = new Map<string, Room>()
  private readonly conversations = new Map<string, number>()
  private readonly active = new UniqueNames(maxStreamNameLength)
  private readonly archived = new UniqueNames(maxStreamNameLength)

  /** `months` are times in the months of the talk in each room, whose topics no discussion may have. */
  private readonly people: People

  constructor(documents: readonly Fields[], people: People, months: ReadonlyMap<string, ReadonlySet<number>>) {
    this.people = people
    const channels = documents.filter(({ t }) => t === 'c' || t === 'p')
    const publicChannels = new Set(
      channels.filter((room) => room['t'] === 'c' && keyOf(room['prid']) === '').map((room) => keyOf(room['_id'])),
    )
    const isTopic = (room: Fields) => room['t'] === 'c' && publicChannels.has(keyOf(room['prid']))
    for (const room of channels) if (!isTopic(room)) this.addStream(room)
    for (const [key, times] of months) {
      const room = this.byKey.get(key)
      if (room?.kind === 'stream') for (const time of times) room.stream.topics.month(time)
    }
    for (const room of channels) if (isTopic(room)) this.addTopic(room)
    for (const room of documents) if (room['t'] === 'd') this.addConversation(room)
  }

  of(key: unknown): Room | null {
    return this.byKey.get(keyOf(key)) ?? null
  }

  get streams(): readonly StreamRoom[] {
    return [...this.byKey.values()].filter((room): room is StreamRoom => room.kind === 'stream')
  }

  private addStream(fields: Fields): void {
    const key = keyOf(fields['_id'])
    if (key === '' || this.byKey.has(key)) return
    const names = fields['archived'] === true ? this.archived : this.active
    const stream = {
      id: this.nextId++,
      name: names.take(streamName(shownName(fields), `room ${key}`)),
      topics: new StreamTopics(),
    }
    this.set(key, { kind: 'stream', key, fields, stream })
  }

  private addTopic(fields: Fields): void {
    const [key, parent] = [keyOf(fields['_id']), this.byKey.get(keyOf(fields['prid']))]
    if (key === '' || this.byKey.has(key) || parent?.kind !== 'stream') return
    const topic = parent.stream.topics.takeTopic(shownName(fields).trim() || 'discussion')
    this.set(key, { kind: 'topic', key, fields, stream: parent.stream, topic })
  }

  private set(key: string, room: Room & { fields: Fields }): void {
    this.byKey.set(key, room)
    const name = textOf(room.fields['name']).toLowerCase()
    if (name !== '' && !this.byName.has(name)) this.byName.set(name, room)
  }

  private addConversation(fields: Fields): void {
    const key = keyOf(fields['_id'])
    if (key === '' || this.byKey.has(key)) return
    const byId = listOf(fields['uids']).map((id) => this.people.of(id))
    const members =
      byId.length > 0 ? byId : listOf(fields['usernames']).map((name) => this.people.findByUsername(textOf(name)))
    this.byKey.set(key, this.conversation(key, members))
  }

  /** The conversation of a room, with a sender who is no member of it, such as somebody who was deleted. */
  withSender(room: Room & { kind: 'conversation' }, sender: Person): Room & { kind: 'conversation' } {
    if (room.members.includes(sender.id)) return room
    return this.conversation(room.key, [sender, ...room.members.map((id) => ({ id }))])
  }

  /** Each set of people has one conversation. */
  private conversation(
    key: string,
    people: readonly ({ readonly id: number } | null)[],
  ): Room & { kind: 'conversation' } {
    const ids = people.flatMap((person) => person?.id ?? [])
    const members = [...new Set(ids)].slice(0, maxMembers).toSorted((a, b) => a - b)
    const id = this.conversations.get(members.join()) ?? this.nextId++
    this.conversations.set(members.join(), id)
    return { kind: 'conversation', key, id, members }
  }

  /** A link to a channel or discussion by its name; null if there is none. */
  linkByName(name: string): string | null {
    const room = this.byName.get(name.toLowerCase())
    return room === undefined ? null : this.link(room)
  }

  /** A link to a stream or topic; null for conversations. */
  link(room: Room): string | null {
    if (room.kind === 'conversation') return null
    return `#**${room.stream.name}${room.kind === 'topic' ? `>${room.topic.replaceAll('*', '')}` : ''}**`
  }

  reportStreams(sink: ConversionSink, times: Times): void {
    for (const { fields, stream } of this.streams) {
      const description = textOf(fields['description']) || textOf(fields['topic'])
      sink.add(
        'streams',
        streamRecord({
          id: stream.id,
          name: stream.name,
          description: shortenText(inOneLine(description), 1024),
          date_created: times.second(secondsOf(fields['ts'])),
          creator_id: this.people.of(fieldsOf(fields['u'])['_id'])?.id ?? null,
          invite_only: fields['t'] !== 'c',
          stream_post_policy: fields['ro'] === true ? 2 : 1,
          is_default: fields['t'] === 'c' && flagOf(fields['default']),
          is_archived: flagOf(fields['archived']),
        }),
      )
    }
  }

  /** Gives those conversations that have messages. `unreadFrom` tells the first unread message of a member. */
  reportConversations(
    sink: ConversionSink,
    used: ReadonlySet<number>,
    unreadFrom: (conversation_id: number, user_id: number) => number | null,
  ): void {
    for (const [members, id] of this.conversations) {
      if (!used.has(id)) continue
      const ids = members.split(',').map(Number)
      const unread = ids.flatMap((user_id) => {
        const first = unreadFrom(id, user_id)
        return first === null ? [] : [[user_id, first] as const]
      })
      sink.add('conversations', { id, members: ids, unread_from: Object.fromEntries(unread) })
    }
  }
}
