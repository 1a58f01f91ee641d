import { recordLimits, type Records } from '../../archive/records'
import { withIdInKey } from '../../archive/widget-keys'
import { dayOf, daySeconds } from '../../core/base/units'
import { parsedJson } from '../../core/base/json'
import { fragment, type Fragment } from '../../core/sql/sql'
import type { Edit } from '../../edits/schema'
import { canonicalName } from '../../emoji/names'
import { realmEmoji } from '../../emoji/queries'
import type { NewMessage } from '../../messages/queries'
import { insertMessages } from '../../messages/writes'
import { refreshDigests } from '../../read-state/digests'
import type { StoredReaction } from '../../reactions/schema'
import { contentHere, filesIn, pathsOf } from '../content'
import { rendererFor } from '../rendering'
import type { Batch, BatchStep, Reference } from '../batch'

type MessageRecord = Records['messages']

/** Bytes of a message with everything that is stored with it: its JSON is one value, and the database takes values of two million bytes. */
const maxMessageBytes = 1_500_000

/** Days of a stream's traffic that are counted (src/housekeeping/traffic.ts). */
const trafficDays = 28

/**
 * Messages of an archive (endpoints, Imports). Nobody is notified of them, and no flag is set. Nothing fetches previews of the pages that they link to.
 */
export async function writeMessages(batch: Batch<MessageRecord>): Promise<BatchStep> {
  const { turn, records } = batch
  for (const [index, record] of records.entries()) assertWhole(batch, index, record)
  const linked = records.flatMap((record) => [...record.files, ...filesOf(record)]).map((id) => batch.idOf('file', id))
  const [, , paths, emoji, translating] = await Promise.all([
    batch.assertReferences(referencesOf),
    batch.assertFree('message', ({ id }) => id),
    pathsOf(turn.sql, linked),
    turn.cached(realmEmoji, turn.realm_id),
    emoticonUsers(batch),
  ])
  const contents = records.map(({ content }) => contentHere(batch, content, paths))
  const renderer = await rendererFor(turn, contents)
  const customEmoji = new Map(emoji.map(({ id, name }) => [id, name]))
  const holdings: [file: number, message: number][] = []
  const messages = records.map((record, index): NewMessage => {
    const sender_id = batch.idOf('user', record.sender_id)
    const content = contents[index]!
    const { html, links, isPlain, attachments } = renderer(content, {
      sender_id,
      translate_emoticons: translating.has(sender_id),
    })
    if (isPlain) batch.note(index, 'The text is too complex to be formatted')
    const id = batch.idOf('message', record.id)
    const files = new Set([...record.files, ...filesIn(record.content)].map((file) => batch.idOf('file', file)))
    for (const file of files) if (paths.has(file)) holdings.push([file, id])
    return {
      id,
      event_id: 0,
      sender_id,
      recipient_id:
        record.stream_id === null
          ? batch.idOf('conversation', record.conversation_id!)
          : batch.idOf('stream', record.stream_id),
      is_private: record.stream_id === null,
      topic: record.topic,
      content,
      rendered_content: html,
      sent_at: record.sent_at,
      client: record.client,
      is_me_message: record.is_me_message,
      links: { ...links, has_attachment: attachments.length > 0 },
      wildcard_mentioned: record.wildcard_mentioned,
      is_quiet: record.is_quiet,
      submessages: submessagesOf(batch, index, record, id),
      reactions: reactionsOf(batch, index, record, customEmoji),
      last_edit_at: record.last_edit_at,
      edit_history: historyOf(batch, record, paths),
      queue_id: null,
      local_id: null,
    }
  })
  for (const [index, message] of messages.entries())
    if (bytesOf(JSON.stringify(message)) > maxMessageBytes)
      batch.refuse(index, '', 'The message is too long altogether')
  return {
    writes: [
      ...insertMessages(messages, turn.actor),
      ...(holdings.length > 0 ? [holdFiles(holdings)] : []),
      ...countRecentTraffic(turn.now, messages),
      refreshDigests(messages.map(({ id }) => id)),
    ],
    rows: messages.reduce((sum, message) => sum + rowsOf(message), 2 * holdings.length),
  }
}

/** Refuses what the schema of a record cannot say. */
function assertWhole(batch: Batch<MessageRecord>, index: number, record: MessageRecord): void {
  if ((record.stream_id === null) === (record.conversation_id === null))
    batch.refuse(index, 'stream_id', 'Exactly one of stream_id and conversation_id is not null')
  if ((record.stream_id === null) !== (record.topic === ''))
    batch.refuse(index, 'topic', 'Messages in streams have a topic, and others have none')
  if (bytesOf(record.content) > recordLimits.contentBytes)
    batch.refuse(index, 'content', `The text is longer than ${recordLimits.contentBytes} bytes`)
}

const bytesOf = (text: string): number => Buffer.byteLength(text)

const user = (id: number, field: string): Reference => ({ kind: 'user', id, field })
const stream = (id: number, field: string): Reference => ({ kind: 'stream', id, field })

function referencesOf(record: MessageRecord): Reference[] {
  return [
    user(record.sender_id, 'sender_id'),
    ...(record.stream_id === null ? [] : [stream(record.stream_id, 'stream_id')]),
    ...(record.conversation_id === null
      ? []
      : [{ kind: 'conversation', id: record.conversation_id, field: 'conversation_id' } as const]),
    ...record.submessages.map(({ sender_id }) => user(sender_id, 'submessages')),
    ...record.reactions.map(({ user_id }) => user(user_id, 'reactions')),
    ...record.edit_history.flatMap((edit) => [
      ...(edit.user_id === null ? [] : [user(edit.user_id, 'edit_history')]),
      ...[edit.prev_stream, edit.stream].flatMap((id) => (id === undefined ? [] : [stream(id, 'edit_history')])),
    ]),
    ...record.files.map((id): Reference => ({ kind: 'file', id, field: 'files' })),
  ]
}

const filesOf = ({ content, edit_history }: MessageRecord): number[] => [
  ...filesIn(content),
  ...edit_history.flatMap(({ prev_content }) => filesIn(prev_content ?? '')),
]

/** Ids here of the senders who want `:)` to become an emoji. */
async function emoticonUsers(batch: Batch<MessageRecord>): Promise<ReadonlySet<number>> {
  const ids = [...new Set(batch.records.map(({ sender_id }) => batch.idOf('user', sender_id)))]
  const rows = await batch.turn.sql`
    select id from user
    where id in (select value from json_each(${JSON.stringify(ids)})) and settings ->> 'translate_emoticons'
  `.all<{ id: number }>()
  return new Set(rows.map(({ id }) => id))
}

function submessagesOf(
  batch: Batch<MessageRecord>,
  index: number,
  record: MessageRecord,
  message_id: number,
): string | null {
  if (record.submessages.length === 0) return null
  const submessages = record.submessages.map(({ sender_id, msg_type, content }) => {
    if (parsedJson(content) === undefined) batch.refuse(index, 'submessages', 'The content of a submessage is JSON')
    return {
      id: batch.turn.next('submessage'),
      message_id,
      sender_id: batch.idOf('user', sender_id),
      msg_type,
      content: withIdInKey(content, (id) => (id <= batch.lastId('user') ? batch.idOf('user', id) : id)),
    }
  })
  return JSON.stringify(submessages)
}

/** The reactions, each once. Leaves out those with an emoji that is unknown here. */
function reactionsOf(
  batch: Batch<MessageRecord>,
  index: number,
  { reactions }: MessageRecord,
  customEmoji: ReadonlyMap<number, string>,
): string | null {
  const stored = new Map<string, StoredReaction>()
  for (const { user_id, emoji_name, emoji_code, reaction_type } of reactions) {
    const reaction = { user_id: batch.idOf('user', user_id), emoji_name, emoji_code }
    const add = (complete: StoredReaction) =>
      stored.set(`${complete.user_id} ${complete.reaction_type} ${complete.emoji_code}`, complete)
    if (reaction_type === 'realm_emoji') {
      const id = batch.idOf('emoji', Number(emoji_code))
      const name = customEmoji.get(id)
      if (name === undefined) batch.refuse(index, 'reactions', 'There is no such emoji')
      add({ ...reaction, emoji_name: name, emoji_code: String(id), reaction_type })
    } else if (reaction_type === 'zulip_extra_emoji') {
      if (emoji_code === 'zulip') add({ ...reaction, emoji_name: 'zulip', reaction_type: 'service_extra_emoji' })
    } else if (canonicalName(emoji_code) !== undefined) add({ ...reaction, reaction_type })
    else batch.note(index, `No emoji has the code ${emoji_code}: the reaction is left out`)
  }
  return stored.size === 0 ? null : JSON.stringify([...stored.values()])
}

function historyOf(
  batch: Batch<MessageRecord>,
  { edit_history }: MessageRecord,
  paths: ReadonlyMap<number, string>,
): string | null {
  if (edit_history.length === 0) return null
  const edits = edit_history.map(({ user_id, prev_content, prev_stream, stream, ...rest }): Edit => ({
    ...rest,
    user_id: user_id === null ? null : batch.idOf('user', user_id),
    ...(prev_content !== undefined && { prev_content: contentHere(batch, prev_content, paths) }),
    ...(prev_stream !== undefined && { prev_stream: batch.idOf('stream', prev_stream) }),
    ...(stream !== undefined && { stream: batch.idOf('stream', stream) }),
  }))
  return JSON.stringify(edits)
}

const holdFiles = (holdings: readonly (readonly [number, number])[]): Fragment => fragment`
  insert into attachment_message (attachment_id, message_id)
  select value ->> 0, value ->> 1 from json_each(${JSON.stringify(holdings)})`

/** Counts messages of the last weeks as traffic of their streams. The daily count passes over imported messages. */
function countRecentTraffic(now: number, messages: readonly NewMessage[]): Fragment[] {
  const counts = new Map<string, number>()
  for (const { recipient_id, is_private, sent_at } of messages) {
    if (is_private || sent_at < now - trafficDays * daySeconds) continue
    const key = JSON.stringify([recipient_id, dayOf(sent_at)])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  if (counts.size === 0) return []
  const rows = `[${[...counts].map(([key, amount]) => `[${key},${amount}]`).join(',')}]`
  return [
    fragment`
      insert into stream_traffic (stream_id, day, messages)
      select value ->> '$[0][0]', value ->> '$[0][1]', value ->> 1 from json_each(${rows})
      where true
      on conflict (stream_id, day) do update set messages = messages + excluded.messages`,
  ]
}

/** Rows of the message, its index entry, and the indexes of `schema.sql` that it is in. */
const rowsOf = ({ is_private, links, wildcard_mentioned, topic }: NewMessage): number =>
  3 + Number(!is_private) + Number(links.has_link) + Number(wildcard_mentioned) + Number(topic.startsWith('✔ '))
