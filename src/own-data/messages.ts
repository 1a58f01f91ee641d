import { fragment, literal, type Fragment } from '../core/sql/sql'
import { storedEdits } from '../edits/schema'
import type { ExportChapter, ExportItem } from '../exports/chapter'
import { withIdsWithin } from '../exports/full/ids-in-text'
import { idIn } from '../exports/full/source'
import { emojiCode, submessagesIn } from '../exports/full/texts'
import { answerBudget } from '../messages/answer-budget'
import { completeRows } from '../messages/as-it-was'
import { inlineLimit } from '../messages/long-texts'
import { messageRows, type MessageRow } from '../messages/message-rows'
import { searchHits } from '../narrow/search'
import { storedReactions } from '../reactions/schema'
import { messagesOf } from '../user-messages/rows'
import { isVisible } from '../user-messages/visible'
import type { OwnSource } from './source'

/** Messages in a page: few, because each may have half a megabyte of edits, and the object has 128 MB for everything. */
const pageLength = 20

/** Messages that the person sent to streams, as far as they may still read them. */
export const sentMessages: ExportChapter<OwnSource> = {
  name: 'stream_messages',
  async page(source, after) {
    const { sql, viewer, until } = source
    const { from, where } = searchHits({ words: [], sender_id: viewer.id })
    // The search index finds them without reading those of others.
    const found = await sql`
      select hit.rowid as id from ${from}
      where ${where} and hit.rowid > ${after?.[0] ?? 0} and hit.rowid <= ${until}
      order by hit.rowid
      limit ${literal(pageLength)}
    `.all<{ id: number }>()
    const ids = found.map(({ id }) => id)
    const rows = await readable(source, ids, fragment`not message.is_private and message.sender_id = ${viewer.id}`)
    return {
      items: ids.map((id) => itemOf([id], rows.get(id), source)),
      isLast: found.length < pageLength,
    }
  },
}

/** Private conversations as the person sees them, with what others wrote there. */
export const conversationMessages: ExportChapter<OwnSource> = {
  name: 'private_messages',
  async page(source, after) {
    const { sql, viewer, until } = source
    const [conversation = 0, message = 0] = after ?? []
    const found = await sql`
      select own.conversation_id, message.id
      from conversation_member as own cross join message on message.recipient_id = own.conversation_id
        and message.id > iif(own.conversation_id = ${conversation}, ${message}, 0) and message.id <= ${until}
      where own.user_id = ${viewer.id} and own.conversation_id >= ${conversation}
      order by own.conversation_id, message.id
      limit ${literal(pageLength)}
    `.all<{ conversation_id: number; id: number }>()
    const rows = await readable(
      source,
      found.map(({ id }) => id),
      fragment`message.is_private`,
    )
    return {
      items: found.map(({ conversation_id, id }) => itemOf([conversation_id, id], rows.get(id), source)),
      isLast: found.length < pageLength,
    }
  },
}

/** Those of these messages that the person may read, as they may read them. */
async function readable(
  { sql, viewer }: OwnSource,
  ids: readonly number[],
  condition: Fragment,
): Promise<Map<number, MessageRow>> {
  if (ids.length === 0) return new Map()
  const listed = fragment`message.id in (select value from json_each(${JSON.stringify(ids)}))`
  const from = messagesOf(viewer.id, { from: fragment`message`, where: fragment`${listed} and ${condition}` })
  const unused = ['rendered_content'] as const
  const inline = inlineLimit(answerBudget, ids.length)
  const options = { viewer, recipient_id: null, limit: ids.length, inline, unused }
  const rows = await messageRows(sql, { from, where: isVisible(viewer) }, options)
  return new Map((await completeRows(sql, viewer, rows, unused)).map((row) => [row.id, row]))
}

function itemOf(place: readonly number[], row: MessageRow | undefined, source: OwnSource): ExportItem {
  if (row === undefined) return { place, record: null }
  const content = withIdsWithin(row.content, source)
  const members = JSON.parse(row.members ?? '[]') as { id: number; full_name: string }[]
  const others = members.filter(({ id }) => id !== source.viewer.id)
  const record = {
    id: idIn(source, row.id),
    sender_id: idIn(source, row.sender_id),
    sender_name: row.sender_full_name,
    stream_id: row.is_private ? null : idIn(source, row.recipient_id),
    stream: row.stream_name,
    conversation_id: row.is_private ? idIn(source, row.recipient_id) : null,
    topic: row.topic,
    content,
    sent_at: row.sent_at,
    client: row.client,
    is_me_message: Boolean(row.is_me_message),
    submessages: submessagesIn(source, row.submessages),
    reactions: storedReactions(row.reactions).map(({ user_id, emoji_name, emoji_code, reaction_type }) => ({
      user_id: idIn(source, user_id),
      emoji_name,
      emoji_code: emojiCode(source, { emoji_code, reaction_type }),
      reaction_type,
    })),
    last_edit_at: row.last_edit_at,
    earlier_texts: source.settings.allow_edit_history ? earlierTexts(row, source) : [],
  }
  const where = row.is_private
    ? others.map(({ full_name }) => full_name).join(', ')
    : `#${row.stream_name ?? ''} > ${row.topic}`
  const time = new Date(row.sent_at * 1000).toISOString().slice(0, 16).replace('T', ' ')
  return { place, record, text: `## ${time} · ${row.sender_full_name} · ${where}\n\n${content}\n` }
}

/** What the message said before its edits, the newest first. */
const earlierTexts = ({ edit_history }: MessageRow, source: OwnSource) =>
  storedEdits(edit_history)
    .filter(({ prev_content }) => prev_content !== undefined)
    .map(({ timestamp, prev_content }) => ({
      replaced_at: timestamp,
      content: withIdsWithin(prev_content!, source),
    }))
