import { beforeFirstId } from '../../core/sql/ids'
import { fragment, literal } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import { storedEdits, type Edit } from '../../edits/schema'
import { clientNamed } from '../../messages/stored-client'
import { isMoved, movedBytes } from '../../old-texts/mark'
import { oldTexts, type MovableRow } from '../../old-texts/reading'
import type { ExportItem } from '../chapter'
import { absentStreams, isIncluded } from './scope'
import { idIn, idOrNull, idsIn, type FullChapter, type FullSource } from './source'
import { emojiCode, submessagesIn, textsIn } from './texts'

interface MeasuredRow {
  id: number
  is_included: number
  length: number
}

interface Row extends MovableRow {
  sender_id: number
  recipient_id: number
  is_private: number
  topic: string
  content: string
  sent_at: number
  client: string
  is_me_message: number
  wildcard_mentioned: number
  is_quiet: number
  /** JSON like the next two; null if there is none. */
  submessages: string | null
  reactions: string | null
  edit_history: string | null
  /** JSON: ids of the attachments. */
  files: string
}

/** Maximal messages and characters of a page: edits and reactions can make a message very long. */
const pageLimits = { maxMessages: 500, maxCharacters: 4_000_000 }

/** Messages by id. Those that the archive must not have are passed over, and only their ids and lengths are read. */
export const messages: FullChapter = {
  name: 'messages',
  async page(source, after) {
    const measured = await source.sql`
      select
        id, ${isIncluded(source.scope)} as is_included,
        iif(${isMoved}, ${movedBytes}, length(content)) + ifnull(length(submessages), 0) + ifnull(length(reactions), 0)
          + ifnull(length(edit_history), 0) as length
      from message
      where id > ${after?.[0] ?? beforeFirstId(source.realm_id)} and id <= ${source.until}
      order by id
      limit ${literal(pageLimits.maxMessages)}
    `.all<MeasuredRow>()
    const fittingMessages = measured.slice(0, howManyFit(measured))
    const records = await recordsOf(source, fittingMessages)
    return {
      items: fittingMessages.map(({ id }): ExportItem => ({ place: [id], record: records.get(id) ?? null })),
      isLast: measured.length < pageLimits.maxMessages && fittingMessages.length === measured.length,
    }
  },
}

/** How many messages fit into a page; at least one. */
function howManyFit(measured: readonly MeasuredRow[]): number {
  let taken = 0
  const tooMuch = measured.findIndex(
    ({ is_included, length }) => (taken += is_included * length) > pageLimits.maxCharacters,
  )
  return tooMuch === -1 ? measured.length : Math.max(1, tooMuch)
}

async function recordsOf(source: FullSource, taken: readonly MeasuredRow[]): Promise<Map<number, Records['messages']>> {
  const ids = taken.filter(({ is_included }) => is_included).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  // A range, because D1 counts the rows of a list, too.
  const wanted =
    ids.length === taken.length
      ? fragment`message where message.id >= ${ids[0]!} and message.id <= ${ids.at(-1)!}`
      : fragment`json_each(${JSON.stringify(ids)}) as wanted cross join message on message.id = wanted.value`
  const found = await source.sql`
    select
      message.id, ${isMoved} as is_moved, sender_id, recipient_id, is_private, topic, content, sent_at, client, is_me_message, wildcard_mentioned, is_quiet,
      submessages, reactions, edit_history, last_edit_at, iif(has_attachment, (
        select json_group_array(attachment_id) from attachment_message where message_id = message.id
      ), '[]') as files
    from ${wanted}
  `.all<Row>()
  const moved = found.filter(({ is_moved }) => is_moved)
  const old = await oldTexts(source.sql, moved, ['content'])
  const rows = found.map((row) => ({ ...row, ...old.get(row.id) }))
  const absent = absentStreams(source.scope)
  const histories = rows.map((row) => editsOf(row, source, absent))
  const texts = await textsIn(source, [
    ...rows.map(({ content }) => content),
    ...histories.flat().map(({ prev_content }) => prev_content ?? ''),
  ])
  let next = rows.length
  const records = rows.map((row, index): [number, Records['messages']] => {
    const edit_history = histories[index]!.map((edit) => {
      const prev_content = texts[next++]!
      return edit.prev_content === undefined ? edit : { ...edit, prev_content }
    })
    return [row.id, recordOf(row, source, { content: texts[index]!, edit_history })]
  })
  return new Map(records)
}

function recordOf(
  row: Row,
  source: FullSource,
  { content, edit_history }: Pick<Records['messages'], 'content' | 'edit_history'>,
): Records['messages'] {
  const { last } = source
  const place = idIn(source, row.recipient_id)
  const reactions = JSON.parse(row.reactions ?? '[]') as Records['messages']['reactions']
  return {
    id: idIn(source, row.id),
    sender_id: idIn(source, row.sender_id),
    stream_id: row.is_private ? null : place,
    conversation_id: row.is_private ? place : null,
    topic: row.topic,
    content,
    sent_at: row.sent_at,
    client: clientNamed(row.client),
    is_me_message: Boolean(row.is_me_message),
    wildcard_mentioned: Boolean(row.wildcard_mentioned),
    is_quiet: Boolean(row.is_quiet),
    submessages: submessagesIn(source, row.submessages).filter(({ sender_id }) => sender_id <= last.user),
    reactions: reactions
      .map(({ user_id, emoji_name, emoji_code, reaction_type }) => ({
        user_id: idIn(source, user_id),
        emoji_name,
        emoji_code: emojiCode(source, { emoji_code, reaction_type }),
        reaction_type,
      }))
      .filter(({ user_id, emoji_code, reaction_type }) => {
        return user_id <= last.user && (reaction_type !== 'realm_emoji' || Number(emoji_code) <= last.realm_emoji)
      }),
    last_edit_at: row.last_edit_at,
    edit_history,
    files: idsIn(source, 'attachment', JSON.parse(row.files) as number[]),
  }
}

/**
 * The edits of a message, the newest first. Of a message that came from a stream which is not in the archive, only the edits since
 * then, and none if the organization hides edits and the archive has what people allowed.
 */
function editsOf(
  { edit_history }: Row,
  source: FullSource,
  absent: ReadonlySet<number>,
): Records['messages']['edit_history'] {
  if (source.scope !== null && !source.settings.allow_edit_history) return []
  const edits = storedEdits(edit_history)
  const isForeign = ({ prev_stream }: Edit): boolean => prev_stream !== undefined && absent.has(prev_stream)
  const firstForeign = edits.findIndex(isForeign)
  return edits.slice(0, firstForeign === -1 ? edits.length : firstForeign).map((edit) => ({
    user_id: idOrNull(source, edit.user_id),
    timestamp: edit.timestamp,
    ...(edit.prev_content !== undefined && { prev_content: edit.prev_content }),
    ...(edit.prev_topic !== undefined && { prev_topic: edit.prev_topic }),
    ...(edit.topic !== undefined && { topic: edit.topic }),
    ...(edit.prev_stream !== undefined && { prev_stream: idIn(source, edit.prev_stream) }),
    ...(edit.stream !== undefined && { stream: idIn(source, edit.stream) }),
  }))
}
