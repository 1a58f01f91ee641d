import type { ConversionSink, ConvertedMessage } from '../conversion.ts'
import { bit } from '../../src/user-messages/bits.ts'
import { markdownOfCard } from '../shared/cards.ts'
import { messageRecord } from '../shared/records.ts'
import { contentOf, paragraphs, shortenText, withoutFileLinks } from '../shared/text.ts'
import type { Times } from '../shared/times.ts'
import { linkedFiles } from '../shared/uploads.ts'
import { fieldsOf, listOf, rowsOf, textOf, type Fields } from '../shared/values.ts'
import { repliesOf, secondsOf } from './export.ts'
import type { Data } from './data.ts'
import type { People } from './people.ts'
import type { Place, Places } from './places.ts'
import { markdownOf, type Names } from './text.ts'

/** A message whose destination is still open. */
type Spoken = Omit<ConvertedMessage, 'stream_id' | 'conversation_id' | 'topic'>

/** Reactions of one message. Those of a record must fit into a request. */
const maxReactions = 5000

/** Kinds of posts with words in them: those of people, what somebody does, and those of integrations. */
const spokenTypes = new Set(['', 'me', 'slack_attachment'])

interface PostParts {
  sink: ConversionSink
  people: People
  places: Places
  data: Data
  times: Times
  names: Names
}

/** Converts posts with their replies. */
export class Posts {
  private readonly parts: PostParts

  constructor(parts: PostParts) {
    this.parts = parts
  }

  /** A post outside of threads goes to the topic of its month, one with replies to a topic of its own. */
  addToStream(post: Fields, { record, topics }: Place): void {
    const { sink } = this.parts
    const root = this.spoken(post)
    const replies = repliesOf(post).flatMap((reply) => this.spoken(reply) ?? [])
    const destination = { stream_id: record.id, conversation_id: null }
    const first = root ?? replies[0]
    if (first === undefined) return
    const month = topics.month(first.sent_at)
    if (root !== null && replies.length === 0) {
      sink.message({ ...root, ...destination, topic: month })
      return
    }
    const topic = topics.thread(first.sent_at, first.content.replace(/^\/me /, ''))
    const { sender_id, sent_at, milliseconds, client } = first
    const link = messageRecord({ sender_id, sent_at, client, content: `#**${record.name}>${topic}**`, is_quiet: true })
    sink.message({ ...link, milliseconds: milliseconds!, ...destination, topic: month })
    for (const message of root === null ? replies : [root, ...replies])
      sink.message({ ...message, ...destination, topic })
  }

  /** Conversations have no topics. */
  addToConversation(post: Fields): void {
    const { sink, people, places } = this.parts
    const members = listOf(post['channel_members']).map(textOf)
    if (members.some((name) => people.isOutsider(name))) {
      sink.skip('direct messages with people of other teams', 1 + repliesOf(post).length)
      return
    }
    const ids = members.flatMap((name) => people.user(name)?.id ?? [])
    for (const one of [post, ...repliesOf(post)]) {
      const spoken = this.spoken(one)
      if (spoken === null) continue
      const conversation_id = places.conversations.of([spoken.sender_id, ...ids]).id
      sink.message({ ...spoken, stream_id: null, conversation_id, topic: '' })
    }
  }

  private spoken(post: Fields): Spoken | null {
    const { sink, people, data, times } = this.parts
    const type = textOf(post['type'])
    const time = secondsOf(post['create_at'])
    const sender = people.user(post['user'])
    const reason = spokenTypes.has(type)
      ? time === null
        ? 'posts without a time'
        : sender === null
          ? 'posts without a sender'
          : null
      : type.slice(0, 50)
    if (reason !== null || time === null || sender === null) {
      if (reason !== null) sink.skip(reason)
      return null
    }
    if (post['is_pinned'] === true) sink.skip('pinned messages')
    const sent_at = times.second(time)
    const { markdown, ids } = data.attachments(post, sender.id, sent_at)
    const { text, isMe } = this.textOf(post, sender.full_name)
    const content = contentOf(text, sink, markdown)
    if (content.trim() === '') {
      sink.skip('messages without text')
      return null
    }
    const edited = secondsOf(post['edit_at'])
    return {
      ...messageRecord({
        sender_id: sender.id,
        content,
        sent_at,
        client: 'Mattermost',
        is_me_message: isMe,
        reactions: this.reactions(post),
        last_edit_at: edited === null ? null : times.second(edited),
        files: linkedFiles(content, ids),
      }),
      milliseconds: Math.round((time % 1) * 1000),
      flags: this.stars(post),
    }
  }

  private textOf(post: Fields, full_name: string): { text: string; isMe: boolean } {
    const { names } = this.parts
    const props = fieldsOf(post['props'])
    const isMe = post['type'] === 'me'
    const written = textOf(post['message'])
    const body = markdownOf(isMe ? written.replace(/^\*(.*)\*$/s, '$1') : written, names)
    const cards = rowsOf(props['attachments']).map((card) => markdownOfCard(card, (part) => markdownOf(part, names)))
    const alias = shortenText(
      textOf(props['override_username'])
        .replaceAll(/[*\s]+/g, ' ')
        .trim(),
      100,
    )
    const isAlias = alias !== '' && alias.toLowerCase() !== full_name.toLowerCase()
    const text = withoutFileLinks(paragraphs(body.trim(), ...cards))
    if (text === '') return { text, isMe: false }
    return { text: isMe ? `/me ${text}` : isAlias ? `**${alias}:**\n${text}` : text, isMe }
  }

  private reactions(post: Fields): ConvertedMessage['reactions'] {
    const { sink, people, names } = this.parts
    const reactions = new Map<string, ConvertedMessage['reactions'][number]>()
    for (const reaction of rowsOf(post['reactions'])) {
      const emoji = names.emoji.reaction(textOf(reaction['emoji_name']))
      const user_id = people.user(reaction['user'])?.id
      if (emoji === null) sink.skip('reactions without a picture')
      else if (user_id === undefined) sink.skip('reactions of unknown people')
      else if (reactions.size === maxReactions) sink.skip('reactions beyond the limit of a message')
      else reactions.set(`${user_id} ${emoji.emoji_code}`, { user_id, ...emoji })
    }
    return [...reactions.values()]
  }

  /** Saved posts are starred messages here. */
  private stars(post: Fields): { user_id: number; bits: number }[] {
    const users = listOf(post['flagged_by']).flatMap((name) => this.parts.people.user(name)?.id ?? [])
    return [...new Set(users)].map((user_id) => ({ user_id, bits: bit.starred }))
  }
}
