import type { Records } from '../../src/archive/records.ts'
import { withIdInKey } from '../../src/archive/widget-keys.ts'
import { emojiOf } from './emoji.ts'
import { messageFiles } from './tables.ts'
import { rewritten, type References } from './texts.ts'
import type { MessageIndex } from './places.ts'
import type { ReadState } from './read-state.ts'
import type { Source } from './source.ts'
import type { Streams } from './streams.ts'
import { messageRecord } from '../shared/records.ts'
import { withinRecordSize } from '../shared/record-size.ts'
import { contentOf, shortenText } from '../shared/text.ts'
import { topicName } from '../shared/topics.ts'
import { numberOf, rowsOf, textOf, type Fields } from '../shared/values.ts'

type Message = Records['messages']

const maxListLength = 10_000

interface History {
  readonly streams: Streams
  readonly index: MessageIndex
  readonly readState: ReadState
  readonly references: References
}

/** Adds all messages with their reactions and edits. */
export async function addMessages(source: Source, history: History): Promise<void> {
  const { tables, files, people, sink } = source
  const { index, readState, references } = history
  const clients = new Map(tables.rows('zerver_client').map((row) => [row['id'], textOf(row['name'])]))
  const reactions = reactionsOf(source, index)
  const submessages = submessagesOf(source, index)
  const seenIds = new Set<number>()
  for await (const { messages } of messageFiles(files)) {
    for (const row of messages) {
      const entry = index.get(row['id'])
      const sender = people.of(row['sender'])
      if (entry === null || sender === null || seenIds.has(entry.original)) continue
      seenIds.add(entry.original)
      const { original, place, seconds } = entry
      const content = contentOf(rewritten(textOf(row['content']), references), sink)
      const isInStream = place.members === null
      const topic = isInStream ? topicName(textOf(row['subject'])) : ''
      const edited = numberOf(row['last_edit_time'])
      sink.message({
        id: index.idOf(original)!,
        ...withinRecordSize(
          messageRecord({
            sender_id: sender.id,
            stream_id: isInStream ? place.id : null,
            conversation_id: isInStream ? null : place.id,
            topic,
            content,
            sent_at: seconds,
            client: shortenText(clients.get(row['sending_client']) ?? '', 100) || 'Zulip',
            is_me_message: content.startsWith('/me '),
            wildcard_mentioned: readState.wildcards.has(original),
            reactions: reactions.get(original) ?? [],
            submessages: submessages.get(original) ?? [],
            last_edit_at: edited === null ? null : source.times.second(edited),
            edit_history: historyOf(
              row['edit_history'],
              { topic, stream: isInStream ? place.id : null },
              source,
              history,
            ),
            files: filesIn(content),
          }),
          sink,
        ),
      })
    }
  }
}

/** Ids of the files that a rewritten text links to. */
function filesIn(content: string): number[] {
  if (!content.includes('/user_uploads/')) return []
  const ids = [...content.matchAll(/\/user_uploads\/(\d{1,10})(?![\d/])/g)].map(([, id]) => Number(id))
  return [...new Set(ids)].slice(0, maxListLength)
}

/** Reactions by the id of the message in the source. */
function reactionsOf(source: Source, index: MessageIndex): Map<number, Message['reactions']> {
  const reactions = new Map<number, Message['reactions']>()
  const seenKeys = new Set<string>()
  for (const row of source.tables.rows('zerver_reaction')) {
    const entry = index.get(row['message'])
    const user = source.people.of(row['user_profile'])
    const emoji = emojiOf(row, source)
    if (entry === null || user === null || emoji === null) {
      source.sink.skip('reactions with an unknown emoji, user or message')
      continue
    }
    const key = `${entry.original} ${user.id} ${emoji.reaction_type} ${emoji.emoji_code}`
    const list = reactions.get(entry.original) ?? []
    if (seenKeys.has(key) || list.length >= maxListLength) continue
    seenKeys.add(key)
    list.push({ user_id: user.id, ...emoji })
    reactions.set(entry.original, list)
  }
  return reactions
}

/** Polls and to-do lists by the id of the message in the source. Only later versions export them. */
function submessagesOf({ tables, people, sink }: Source, index: MessageIndex): Map<number, Message['submessages']> {
  const submessages = new Map<number, Message['submessages']>()
  const inOrder = tables.rows('zerver_submessage').toSorted((a, b) => Number(a['id']) - Number(b['id']))
  for (const row of inOrder) {
    const entry = index.get(row['message'])
    const sender = people.of(row['sender'])
    const [msg_type, content] = [textOf(row['msg_type']), textOf(row['content'])]
    const list = submessages.get(entry?.original ?? 0) ?? []
    const isFit = msg_type.length <= 100 && content.length <= 100_000 && list.length < maxListLength
    if (entry === null || sender === null || !isFit) {
      sink.skip('parts of polls without a message or sender')
      continue
    }
    list.push({ sender_id: sender.id, msg_type, content: withIdInKey(content, (id) => people.of(id)?.id ?? id) })
    submessages.set(entry.original, list)
  }
  return submessages
}

function listFrom(value: unknown): Fields[] {
  if (typeof value !== 'string') return rowsOf(value)
  try {
    return rowsOf(JSON.parse(value))
  } catch {
    return []
  }
}

/**
 * The edits, newest first. Before 5.0 an edit said only what was there before it, partly under other names: what came after it is
 * what was there before the next edit, or is there today.
 */
function historyOf(
  value: unknown,
  { topic: latestTopic, stream: latestStream }: { topic: string; stream: number | null },
  { people, times, sink }: Source,
  { streams, references }: History,
): Message['edit_history'] {
  let [topic, stream] = [latestTopic, latestStream]
  return listFrom(value)
    .slice(0, maxListLength)
    .flatMap((row) => {
      const previousTopic = row['prev_topic'] ?? row['prev_subject']
      const previousStream = streams.of(row['prev_stream'])?.id
      const edit: Message['edit_history'][number] = {
        user_id: people.of(row['user_id'])?.id ?? null,
        timestamp: times.second(numberOf(row['timestamp'])),
      }
      if (typeof row['prev_content'] === 'string')
        edit.prev_content = contentOf(rewritten(textOf(row['prev_content']), references), sink)
      if (typeof previousTopic === 'string' && latestStream !== null) {
        edit.prev_topic = topicName(textOf(previousTopic))
        edit.topic = typeof row['topic'] === 'string' ? topicName(textOf(row['topic'])) : topic
        topic = edit.prev_topic
      }
      if (previousStream !== undefined && stream !== null) {
        edit.prev_stream = previousStream
        edit.stream = streams.of(row['stream'])?.id ?? stream
        stream = previousStream
      }
      return Object.keys(edit).length > 2 ? [edit] : []
    })
}
