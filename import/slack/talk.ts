import type { ConversionSink, ConvertedMessage, SourceFiles } from '../conversion.ts'
import type { EmojiShortcodes } from '../shared/emoji-shortcodes.ts'
import { jsonRowsOf } from '../shared/json.ts'
import { messageRecord } from '../shared/records.ts'
import { contentOf, shortenText } from '../shared/text.ts'
import type { Times } from '../shared/times.ts'
import { linkedFiles } from '../shared/uploads.ts'
import { fieldsOf, listOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { rootOf, timeOf, unspokenKind, type Channel } from './export.ts'
import type { Files } from './files.ts'
import { textOfMessage } from './message-text.ts'
import type { Names } from './names.ts'
import type { People } from './people.ts'
import { membersOf, type Places, type Place, type StreamPlace } from './places.ts'

/** What must be known of a channel before its messages are converted. */
interface Survey {
  /** `ts` of messages that have replies. */
  readonly roots: ReadonlySet<string>
}

/** The messages of a day, in order. Throws an `ArchiveError` that names the file if it cannot be read. */
async function dayOf(source: SourceFiles, name: string): Promise<Fields[]> {
  const messages = await jsonRowsOf(source, name)
  return messages
    .map((message) => ({ message, time: timeOf(message['ts']) ?? 0 }))
    .toSorted((a, b) => a.time - b.time)
    .map(({ message }) => message)
}

/** Reads a channel for the first time, and makes users of everybody who is in no list. */
export async function survey(source: SourceFiles, channel: Channel, people: People): Promise<Survey> {
  const roots = new Set<string>()
  for (const name of channel.days)
    for (const message of await jsonRowsOf(source, name)) {
      if (unspokenKind(message) !== null) continue
      people.addSender(message)
      const root = rootOf(message)
      if (root !== '') roots.add(root)
    }
  return { roots }
}

interface TalkParts {
  source: SourceFiles
  sink: ConversionSink
  people: People
  places: Places
  files: Files
  emoji: EmojiShortcodes
  times: Times
}

/** A message whose destination is still open. */
type Spoken = Omit<ConvertedMessage, 'stream_id' | 'conversation_id' | 'topic'>

/** Reactions of one message. Those of a record must fit into a request. */
const maxReactions = 5000

/** Converts the messages of channels. */
export class Talk {
  private readonly parts: TalkParts
  private readonly names: Names

  constructor(parts: TalkParts) {
    this.parts = parts
    const { people, places, emoji } = parts
    this.names = { mention: (id) => people.mention(id), channel: (id) => places.link(id), emoji }
  }

  /** Reads a channel for the second time, and adds its messages. */
  async addChannel(place: Place, { roots }: Survey): Promise<void> {
    const { source, sink } = this.parts
    const { channel } = place
    const seenKeys = new Set<string>()
    const pinned = new Set(rowsOf(channel.fields['pins']).map(({ id }) => textOf(id)))
    const add = place.kind === 'stream' ? this.streamWriter(place, roots) : this.conversationWriter(channel)
    for (const name of channel.days)
      for (const message of await dayOf(source, name)) {
        const kind = unspokenKind(message)
        const ts = textOf(message['ts'])
        if (listOf(message['pinned_to']).length > 0) pinned.add(ts)
        if (kind !== null) sink.skip(kind)
        else if (seenKeys.has(ts)) sink.skip('repeated messages')
        else {
          seenKeys.add(ts)
          const spoken = this.spoken(message)
          if (spoken !== null) add(message, spoken)
        }
      }
    if (pinned.size > 0) sink.skip('pinned messages', pinned.size)
  }

  /** Talk goes to the topic of its month, threads to topics of their own. */
  private streamWriter({ record, topics }: StreamPlace, roots: ReadonlySet<string>) {
    const { sink } = this.parts
    const threads = new Map<string, string>()
    const destination = { stream_id: record.id, conversation_id: null }
    return (message: Fields, spoken: Spoken): void => {
      const [ts, root] = [textOf(message['ts']), rootOf(message)]
      const thread = root || (roots.has(ts) ? ts : '')
      const month = topics.month(spoken.sent_at)
      if (thread === '') {
        sink.message({ ...spoken, ...destination, topic: month })
        return
      }
      let topic = threads.get(thread)
      if (topic === undefined) {
        topic = topics.thread(timeOf(thread) ?? spoken.sent_at, spoken.content.replace(/^\/me /, ''))
        threads.set(thread, topic)
        const content = `#**${record.name}>${topic}**`
        sink.message({ ...copyOf(spoken, content), ...destination, topic: month })
      }
      sink.message({ ...spoken, ...destination, topic })
      if (message['subtype'] === 'thread_broadcast')
        sink.message({ ...copyOf(spoken, spoken.content), files: spoken.files, ...destination, topic: month })
    }
  }

  /** Conversations have no topics. A sender who is not a member, such as a bot, has one with all members. */
  private conversationWriter(channel: Channel) {
    const { sink, people, places } = this.parts
    const members = membersOf(channel).flatMap((id) => people.user(id)?.id ?? [])
    return (_: Fields, spoken: Spoken): void => {
      const conversation_id = places.conversations.of([spoken.sender_id, ...members]).id
      sink.message({ ...spoken, stream_id: null, conversation_id, topic: '' })
    }
  }

  private spoken(message: Fields): Spoken | null {
    const { sink, people, files, times } = this.parts
    const sender = people.sender(message)
    if (sender === null) {
      sink.skip('messages without a sender')
      return null
    }
    const sent_at = times.second(timeOf(message['ts']))
    const { markdown, linkPreviews } = textOfMessage(message, this.names)
    if (linkPreviews > 0) sink.skip('link previews', linkPreviews)
    const links = files.linksOf(message, sender.id, sent_at)
    const is_me_message = message['subtype'] === 'me_message' && markdown !== ''
    const alias = sender.bot === null ? '' : aliasOf(textOf(message['username']), sender.full_name)
    const content = contentOf(`${is_me_message ? '/me ' : ''}${alias}${markdown}`, sink, links.markdown)
    if (content.trim() === '') {
      sink.skip('messages without text')
      return null
    }
    const edited = timeOf(fieldsOf(message['edited'])['ts'])
    return messageRecord({
      sender_id: sender.id,
      content,
      sent_at,
      client: 'Slack',
      is_me_message,
      reactions: this.reactions(message),
      last_edit_at: edited === null ? null : times.second(edited),
      files: linkedFiles(content, links.ids),
    })
  }

  private reactions(message: Fields): ConvertedMessage['reactions'] {
    const { sink, people, emoji } = this.parts
    const reactions = new Map<string, ConvertedMessage['reactions'][number]>()
    for (const reaction of rowsOf(message['reactions'])) {
      const users = listOf(reaction['users']).map(textOf)
      const shown = emoji.reaction(textOf(reaction['name']))
      if (shown === null) {
        sink.skip('reactions without a picture', users.length)
        continue
      }
      for (const source of users) {
        const user_id = people.user(source)?.id
        if (user_id === undefined) sink.skip('reactions of unknown people')
        else if (reactions.size === maxReactions) sink.skip('reactions beyond the limit of a message')
        else reactions.set(`${user_id} ${shown.emoji_code}`, { user_id, ...shown })
      }
    }
    return [...reactions.values()]
  }
}

/** The same sender and time with another text, which arrives read. */
const copyOf = ({ sender_id, sent_at, client }: Spoken, content: string): Spoken => ({
  ...messageRecord({ sender_id, sent_at, client, content }),
  is_quiet: true,
})

/** The name under which a bot wrote, before its text, if it is not its own. */
function aliasOf(username: string, full_name: string): string {
  const name = shortenText(username.replaceAll(/[*\s]+/g, ' ').trim(), 100)
  return name === '' || name.toLowerCase() === full_name.toLowerCase() ? '' : `**${name}:**\n`
}
