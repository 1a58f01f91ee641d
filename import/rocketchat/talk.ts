import type { ConversionSink, ConvertedMessage } from '../conversion.ts'
import { bit } from '../../src/user-messages/bits.ts'
import { markdownOfCard } from '../shared/cards.ts'
import type { EmojiShortcodes } from '../shared/emoji-shortcodes.ts'
import { conversationAddress, fileLink, messageAddress } from '../shared/links.ts'
import { excerptOf, quoteOf } from '../shared/quotes.ts'
import { messageRecord } from '../shared/records.ts'
import { withinRecordSize } from '../shared/record-size.ts'
import { contentOf, paragraphs, shortenText } from '../shared/text.ts'
import type { Times } from '../shared/times.ts'
import { linkedFiles, type Upload } from '../shared/uploads.ts'
import { fieldsOf, isFields, listOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { keyOf, millisecondsOf, secondsOf } from './dump.ts'
import { markdownOf, type Names } from './markup.ts'
import type { People, Person } from './people.ts'
import type { Room, Rooms, Stream } from './rooms.ts'
import { discussionCreated, filesOf, leftOutKind, messageKeyIn, type Survey } from './survey.ts'

export interface TalkParts {
  readonly sink: ConversionSink
  readonly people: People
  readonly rooms: Rooms
  readonly survey: Survey
  readonly emoji: EmojiShortcodes
  /** Uploaded files by their keys. */
  readonly uploads: ReadonlyMap<string, Upload>
  readonly times: Times
}

/** Reactions of one message, so that its record fits into a request. */
const maxReactions = 5000
const maxTextLength = 100_000

/** Keys of the line that stands in the place of a thread, and of the copy of a reply that is shown outside of its thread. */
const linkKey = (key: string): string => `${key} link`
const copyKey = (key: string): string => `${key} copy`

type Destination = Pick<ConvertedMessage, 'stream_id' | 'conversation_id' | 'topic'>

interface Quote {
  readonly sender: Person
  readonly address: string
  readonly excerpt: string
}

/** Converts messages. */
export class Talk {
  private readonly parts: TalkParts
  private readonly names: Names
  /** Topics of threads by the keys of their first messages. */
  private readonly threads = new Map<string, { stream: Stream; topic: string }>()
  private readonly quotes = new Map<string, Quote>()
  private readonly seen = new Set<string>()
  /** Conversations that have messages. */
  readonly conversations = new Set<number>()

  constructor(parts: TalkParts) {
    this.parts = parts
    const { people, rooms, survey, emoji } = parts
    this.names = {
      mention: (username) => people.mention(username),
      channel: (name) => rooms.linkByName(name),
      address: (address) => this.quotes.get(messageKeyIn(address) ?? '')?.address ?? null,
      emoji,
    }
    const byTime = [...survey.roots.values()].toSorted((a, b) => a.milliseconds - b.milliseconds)
    for (const { key, room, milliseconds, text } of byTime) {
      const place = rooms.of(room)
      if (place?.kind !== 'stream') continue
      const seconds = Math.floor(milliseconds / 1000)
      const { stream } = place
      this.threads.set(key, { stream, topic: stream.topics.thread(seconds, markdownOf(text, this.names)) })
      survey.order.add(linkKey(key), milliseconds)
    }
    for (const { key, room, milliseconds } of survey.shown)
      if (rooms.of(room)?.kind === 'stream') survey.order.add(copyKey(key), milliseconds)
  }

  /** Looks at a message before any is converted: others may quote it, and conversations with messages are counted. */
  surveyMessage(message: Fields): void {
    const taken = this.taken(message)
    if (taken === null) return
    const { key, id, sender, room, seconds } = taken
    const place = this.placeOf(message, { room, sender, seconds, key })
    if (place.record.conversation_id !== null) this.conversations.add(place.record.conversation_id)
    if (!this.parts.survey.quoted.has(key)) return
    const excerpt = excerptOf(markdownOf(textOf(message['msg']).slice(0, maxTextLength), this.names))
    this.quotes.set(key, { sender, address: place.address(id), excerpt })
  }

  /** Adds a message, or counts why it is left out. */
  add(message: Fields): void {
    const { sink } = this.parts
    const kind = leftOutKind(message)
    if (kind !== null) {
      if (keyOf(message['parent']) === '' || message['_hidden'] !== true) sink.skip(kind)
      return
    }
    const taken = this.taken(message)
    if (taken === null || this.seen.has(taken.key)) {
      sink.skip('messages without a room, a sender or a time')
      return
    }
    this.seen.add(taken.key)
    if (message['pinned'] === true) sink.skip('pinned messages')
    this.addTaken(message, taken)
  }

  private addTaken(message: Fields, taken: Taken): void {
    const { sink, survey, times } = this.parts
    const { key, id, sender, seconds } = taken
    const { markdown: links, ids } = this.filesOf(message)
    const content = contentOf(this.bodyOf(message, sender), sink, links)
    if (content.trim() === '') {
      sink.skip('messages without text')
      return
    }
    const edited = secondsOf(message['editedAt'])
    const spoken = messageRecord({
      sender_id: sender.id,
      content,
      sent_at: seconds,
      client: 'Rocket.Chat',
      is_quiet: message['t'] === discussionCreated,
      reactions: this.reactionsOf(message),
      last_edit_at: edited === null ? null : times.second(edited),
      edit_history: this.editsOf(key),
      files: linkedFiles(content, ids),
    })
    const { record, stream } = this.placeOf(message, taken)
    const flags = this.starsOf(message)
    sink.message({ ...withinRecordSize({ ...spoken, ...record }, sink), id, ...(flags.length > 0 && { flags }) })
    if (stream === null) return
    const month = { stream_id: stream.id, conversation_id: null, topic: stream.topics.month(seconds), is_quiet: true }
    const { sender_id, sent_at, client } = spoken
    const thread = this.threads.get(key)
    const link = survey.order.idOf(linkKey(key))
    if (thread !== undefined && link !== null) {
      const text = `#**${stream.name}>${thread.topic.replaceAll('*', '')}**`
      sink.message({ ...messageRecord({ sender_id, sent_at, client, content: text }), ...month, id: link })
    }
    const copy = survey.order.idOf(copyKey(key))
    if (copy !== null && record.topic !== month.topic)
      sink.message({
        ...messageRecord({ sender_id, sent_at, client, content, files: spoken.files }),
        ...month,
        id: copy,
      })
  }

  private taken(message: Fields): Taken | null {
    if (leftOutKind(message) !== null) return null
    const { people, rooms, survey, times } = this.parts
    const key = keyOf(message['_id'])
    const [id, sender] = [survey.order.idOf(key), people.of(fieldsOf(message['u'])['_id'])]
    const [room, time] = [rooms.of(message['rid']), millisecondsOf(message['ts'])]
    if (id === null || sender === null || room === null || time === null) return null
    return { key, id, sender, room, seconds: times.second(time / 1000) }
  }

  private placeOf(
    message: Fields,
    { key, room, sender, seconds }: Pick<Taken, 'key' | 'room' | 'sender' | 'seconds'>,
  ): { record: Destination; stream: Stream | null; address: (id: number) => string } {
    if (room.kind === 'conversation') {
      const { id, members } = this.parts.rooms.withSender(room, sender)
      return {
        record: { stream_id: null, conversation_id: id, topic: '' },
        stream: null,
        address: (message_id) => conversationAddress(members, message_id),
      }
    }
    const { stream } = room
    const threads = [keyOf(message['tmid']), key].map((root) => this.threads.get(root))
    const thread = threads.find((one) => one?.stream === stream)?.topic
    const topic = room.kind === 'topic' ? room.topic : (thread ?? stream.topics.month(seconds))
    return {
      record: { stream_id: stream.id, conversation_id: null, topic },
      stream: room.kind === 'stream' ? stream : null,
      address: (id) => messageAddress({ stream, topic }, id),
    }
  }

  /** The text of a message: the name of its program, what it quotes, what was written, and cards. */
  private bodyOf(message: Fields, sender: Person): string {
    const { rooms } = this.parts
    if (message['t'] === discussionCreated) {
      const room = rooms.of(message['drid'])
      return (room === null ? null : rooms.link(room)) ?? ''
    }
    const convert = (text: string) => markdownOf(text.slice(0, maxTextLength), this.names)
    const alias = shortenText(
      textOf(message['alias'])
        .replaceAll(/[*\s]+/g, ' ')
        .trim(),
      100,
    )
    const isOther = alias !== '' && alias.toLowerCase() !== sender.full_name.toLowerCase()
    const [quotes, cards] = [[] as string[], [] as string[]]
    for (const attachment of rowsOf(message['attachments'])) {
      const link = textOf(attachment['message_link'])
      if (link === '') cards.push(this.cardOf(attachment, convert))
      else quotes.push(this.quoteOf(attachment, link, convert))
    }
    const text = paragraphs(...quotes, convert(textOf(message['msg'])), ...cards)
    return isOther && text !== '' ? `**${alias}:**\n${text}` : text
  }

  private quoteOf(attachment: Fields, link: string, convert: (text: string) => string): string {
    const quote = this.quotes.get(messageKeyIn(link) ?? '')
    if (quote !== undefined) return quoteOf(quote)
    const text = excerptOf(convert(textOf(attachment['text'])))
    return text === '' ? '' : `> ${text}`
  }

  /** The card of a program, or what somebody wrote about a file. The file itself is linked below. */
  private cardOf(attachment: Fields, convert: (text: string) => string): string {
    const description = convert(textOf(attachment['description']))
    return attachment['type'] === 'file' ? description : paragraphs(description, markdownOfCard(attachment, convert))
  }

  private filesOf(message: Fields): { markdown: string; ids: number[] } {
    const ids: number[] = []
    const lines = filesOf(message).map(({ key, name }) => {
      const upload = this.parts.uploads.get(key)
      if (upload === undefined) {
        this.parts.sink.skip('files without content')
        return shortenText(name.replaceAll(/[[\]*`\s]+/g, ' ').trim(), 200)
      }
      ids.push(upload.id)
      return fileLink(upload)
    })
    return { markdown: lines.filter((line) => line !== '').join('\n'), ids }
  }

  private editsOf(key: string): ConvertedMessage['edit_history'] {
    const { survey, people, times, sink } = this.parts
    return (survey.edits.get(key) ?? [])
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
      .map(({ editor, milliseconds, text }) => ({
        user_id: people.of(editor)?.id ?? null,
        timestamp: times.second(milliseconds / 1000),
        prev_content: contentOf(markdownOf(text.slice(0, maxTextLength), this.names), sink),
      }))
  }

  private starsOf(message: Fields): { user_id: number; bits: number }[] {
    const users = rowsOf(message['starred']).flatMap((one) => this.parts.people.of(one['_id'])?.id ?? [])
    return [...new Set(users)].map((user_id) => ({ user_id, bits: bit.starred }))
  }

  private reactionsOf(message: Fields): ConvertedMessage['reactions'] {
    const { sink, people, emoji } = this.parts
    const reactions = new Map<string, ConvertedMessage['reactions'][number]>()
    const given = message['reactions']
    for (const [name, reaction] of isFields(given) ? Object.entries(given) : []) {
      const usernames = listOf(fieldsOf(reaction)['usernames']).map(textOf)
      const shown = emoji.reaction(name.replaceAll(/^:|:$/g, ''))
      if (shown === null) {
        sink.skip('reactions without a picture', usernames.length)
        continue
      }
      for (const username of usernames) {
        const user_id = people.findByUsername(username)?.id
        if (user_id === undefined) sink.skip('reactions of unknown people')
        else if (reactions.size < maxReactions) reactions.set(`${user_id} ${shown.emoji_code}`, { user_id, ...shown })
      }
    }
    return [...reactions.values()]
  }
}

/** A message with what it refers to. */
interface Taken {
  readonly key: string
  readonly id: number
  readonly sender: Person
  readonly room: Room
  readonly seconds: number
}
