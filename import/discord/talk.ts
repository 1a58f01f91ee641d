import type { ConversionSink, ConvertedMessage } from '../conversion.ts'
import { conversationAddress, messageAddress } from '../shared/links.ts'
import type { MessageOrder } from '../shared/order.ts'
import { excerptOf, quoteOf } from '../shared/quotes.ts'
import { messageRecord } from '../shared/records.ts'
import { contentOf, paragraphs, shortenText } from '../shared/text.ts'
import { secondsOfDate, type Times } from '../shared/times.ts'
import { linkedFiles } from '../shared/uploads.ts'
import { fieldsOf, numberOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import type { Attachments } from './attachments.ts'
import type { CustomEmoji } from './emoji.ts'
import { noticeKind, secondsOf, snowflakeOf, type Part } from './export.ts'
import { markdownOf, type Names } from './markup.ts'
import type { People, Person } from './people.ts'
import type { Channel, Places } from './places.ts'

export interface TalkParts {
  readonly sink: ConversionSink
  readonly people: People
  readonly places: Places
  readonly emoji: CustomEmoji
  readonly attachments: Attachments
  readonly order: MessageOrder
  readonly times: Times
  /** Messages that others answer. */
  readonly answered: ReadonlySet<string>
}

/** Characters of a text that are converted. Longer ones are cut anyway. */
const maxTextLength = 100_000
/** Reactions of one message, so that its record fits into a request. */
const maxReactions = 5000
/** Users whose names are looked for in a text that the exporter made plain. */
const maxPlainNames = 200
/** Of a name in Discord. */
const maxNameLength = 100

/** Of the line that stands in the place of a message that began a thread. */
export const linkKey = (key: string): string => `${key} link`

type Destination = Pick<ConvertedMessage, 'stream_id' | 'conversation_id' | 'topic'>

/** Converts messages. */
export class Talk {
  private readonly names: Names
  private readonly quotes = new Map<string, { sender: Person; address: string; excerpt: string }>()
  private readonly seen = new Set<string>()

  private readonly parts: TalkParts

  constructor(parts: TalkParts) {
    this.parts = parts
    const { people, places, emoji } = parts
    this.names = {
      user: (id) => people.of(id),
      role: (id) => people.role(id),
      channel: (id) => places.link(id),
      emoji: (id, name) => emoji.nameOf(id, name),
    }
  }

  addPart(part: Part, channel: Channel): void {
    const { sink } = this.parts
    for (const message of part.messages) {
      const key = snowflakeOf(message['id'])
      const kind = noticeKind(message)
      if (kind !== null) sink.skip(kind)
      else if (key === '' || this.seen.has(key)) sink.skip('messages without an id of their own')
      else {
        this.seen.add(key)
        this.add(message, key, part.name, channel)
      }
    }
  }

  private add(message: Fields, key: string, part: string, channel: Channel): void {
    const { sink, people, order, times } = this.parts
    const sender = people.of(fieldsOf(message['author'])['id'])
    const id = order.idOf(key)
    if (sender === null || id === null) {
      sink.skip('messages without a sender')
      return
    }
    const sent_at = times.second(secondsOf(message, key))
    if (message['isPinned'] === true) sink.skip('pinned messages')
    const sending = { user_id: sender.id, sent_at, part }
    const { markdown: files, ids } = this.filesOf(message, sending)
    const body = paragraphs(this.aliasOf(message, sender) + this.bodyOf(message, sender))
    const content = contentOf(paragraphs(this.quoteIn(message), body), sink, files)
    if (content.trim() === '') {
      sink.skip('messages without text')
      return
    }
    const edited = secondsOfDate(message['timestampEdited'])
    const spoken = {
      ...messageRecord({ sender_id: sender.id, content, sent_at, client: 'Discord' }),
      reactions: this.reactionsOf(message),
      last_edit_at: edited === null ? null : times.second(edited),
      files: linkedFiles(content, ids),
    }
    const destination = this.destinationOf(key, sent_at, channel, sender)
    sink.message({ ...spoken, ...destination.record, id })
    this.addLink(key, spoken, channel)
    if (this.parts.answered.has(key))
      this.quotes.set(key, { sender, address: destination.address(id), excerpt: excerptOf(body || files) })
  }

  /** Where a message belongs. One that began a thread goes there. */
  private destinationOf(
    key: string,
    sent_at: number,
    channel: Channel,
    sender: Person,
  ): { record: Destination; address: (id: number) => string } {
    const { places } = this.parts
    const place = places.streamOf(channel)
    if (place === null) {
      const { id, members } = places.conversationOf(channel, sender)
      return {
        record: { stream_id: null, conversation_id: id, topic: '' },
        address: (message) => conversationAddress(members, message),
      }
    }
    const { stream, topic } = (place.topic === null ? places.thread(key) : null) ?? place
    const target = { stream, topic: topic ?? stream.topics.month(sent_at) }
    return {
      record: { stream_id: stream.id, conversation_id: null, topic: target.topic },
      address: (message) => messageAddress(target, message),
    }
  }

  /** A message that began a thread leaves a line with a link in the talk of its channel. */
  private addLink(key: string, { sender_id, sent_at, client }: ConvertedMessage, channel: Channel): void {
    const { sink, places, order } = this.parts
    const place = places.streamOf(channel)
    const content = places.thread(key) === null ? null : places.link(key)
    const id = order.idOf(linkKey(key))
    if (place === null || place.topic !== null || content === null || id === null) return
    const { stream } = place
    sink.message({
      ...messageRecord({ sender_id, content, sent_at, client }),
      stream_id: stream.id,
      topic: stream.topics.month(sent_at),
      is_quiet: true,
      id,
    })
  }

  /** The name under which a webhook wrote, before its text, if it is not its own. */
  private aliasOf(message: Fields, sender: Person): string {
    const name = sender.isBot ? textOf(fieldsOf(message['author'])['name']) : ''
    const displayName = shortenText(name.replaceAll(/[*\s]+/g, ' ').trim(), 100)
    return displayName === '' || name === sender.login ? '' : `**${displayName}:**\n`
  }

  private bodyOf(message: Fields, { isBot }: Person): string {
    const { people, emoji, attachments } = this.parts
    const users = rowsOf(message['mentions'])
      .slice(0, maxPlainNames)
      .flatMap((user) => {
        const person = people.of(user['id'])
        return person === null ? [] : [user['nickname'], user['name']].map((name) => [textOf(name), person] as const)
      })
    const plain = {
      users: new Map(users.filter(([name]) => name !== '' && name.length <= maxNameLength).toReversed()),
      emoji: emoji.namesIn(message),
    }
    const convert = (text: string) => markdownOf(text.slice(0, maxTextLength), this.names, plain)
    const forwarded = fieldsOf(message['forwardedMessage'])
    const quoted = convert(textOf(forwarded['content']))
    return paragraphs(
      convert(textOf(message['content'])),
      quoted === ''
        ? ''
        : quoted
            .split('\n')
            .map((line) => `> ${line}`)
            .join('\n'),
      attachments.cards(message, isBot, convert),
    )
  }

  private filesOf(message: Fields, sending: Parameters<Attachments['of']>[1]): ReturnType<Attachments['of']> {
    const { attachments } = this.parts
    const own = attachments.of(message, sending)
    const forwarded = attachments.of(fieldsOf(message['forwardedMessage']), sending)
    const markdown = [own.markdown, forwarded.markdown].filter((text) => text !== '').join('\n')
    return { markdown, ids: [...own.ids, ...forwarded.ids] }
  }

  private quoteIn(message: Fields): string {
    const reference = fieldsOf(message['reference'])
    if (textOf(message['type']) !== 'Reply' && textOf(message['type']) !== '19') return ''
    const quoted = this.quotes.get(snowflakeOf(reference['messageId']))
    if (quoted !== undefined) return quoteOf(quoted)
    this.parts.sink.skip('links of answers to messages that are not there')
    return ''
  }

  private reactionsOf(message: Fields): ConvertedMessage['reactions'] {
    const { sink, people, emoji } = this.parts
    const reactions = new Map<string, ConvertedMessage['reactions'][number]>()
    for (const reaction of rowsOf(message['reactions'])) {
      const picture = emoji.reaction(fieldsOf(reaction['emoji']))
      const users = rowsOf(reaction['users'])
      const count = Math.max(users.length, Math.min(numberOf(reaction['count']) ?? 0, 1_000_000))
      if (picture === null) {
        sink.skip('reactions without a picture', count)
        continue
      }
      let unknown = count
      for (const user of users) {
        const user_id = people.of(user['id'])?.id
        if (user_id === undefined || reactions.size >= maxReactions) continue
        reactions.set(`${user_id} ${picture.emoji_code}`, { user_id, ...picture })
        unknown--
      }
      if (unknown > 0) sink.skip('reactions of unknown people', unknown)
    }
    return [...reactions.values()]
  }
}
