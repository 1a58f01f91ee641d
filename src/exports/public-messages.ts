import { beforeFirstId } from '../core/sql/ids'
import { fragment, literal, type Fragment } from '../core/sql/sql'
import { storedEdits } from '../edits/schema'
import { clientNamed } from '../messages/stored-client'
import { htmlBytes, htmlOf } from '../messages/stored-html'
import { isMoved, movedBytes } from '../old-texts/mark'
import { oldTexts, type MovableRow } from '../old-texts/reading'
import { storedSubmessages } from '../submessages/schema'
import { isPublic, type ExportChapter, type ExportItem, type ExportCursor, type ExportSource } from './chapter'

interface Row extends MovableRow {
  sender_id: number
  stream_id: number
  topic: string
  content: string
  rendered_content: string
  sent_at: number
  client: string
  is_me_message: number
  /** JSON like the next two; null if there is none. */
  submessages: string | null
  reactions: string | null
  edit_history: string | null
}

/** Maximal messages and characters of a page: edits and reactions can make a message very long. */
const pageLimits = { messages: 500, characters: 4_000_000 }

/** Messages of public streams, stream by stream, the oldest first. Reads no other messages. */
export const publicMessages: ExportChapter = {
  name: 'messages',
  async page(source, after) {
    const measured = await source.sql`
      select ${length}
      ${messagesAfter(source, after)}
      limit ${literal(pageLimits.messages)}
    `.all<{ length: number }>()
    const fitting = howManyFit(measured.map(({ length }) => length))
    const found = await source.sql`
      select
        message.id, ${isMoved} as is_moved, sender_id, stream.id as stream_id, topic, content, ${htmlOf} as rendered_content, sent_at, client, is_me_message,
        submessages, reactions, edit_history, last_edit_at
      ${messagesAfter(source, after)}
      limit ${literal(fitting)}
    `.all<Row>()
    const rows = await withOldTexts(source.sql, found)
    return {
      items: rows.map((row) => itemOf(row, source.settings)),
      isLast: rows.length === 0 || (measured.length < pageLimits.messages && fitting === measured.length),
    }
  },
}

const length = fragment`
  iif(${isMoved}, ${movedBytes}, length(content) + ${htmlBytes}) + ifnull(length(submessages), 0) + ifnull(length(reactions), 0)
    + ifnull(length(edit_history), 0) as length`

/** The rows with the texts that the object has. */
async function withOldTexts(sql: ExportSource['sql'], rows: readonly Row[]): Promise<Row[]> {
  const moved = rows.filter(({ is_moved }) => is_moved)
  const texts = await oldTexts(sql, moved, ['content', 'html'])
  return rows.map((row) => {
    const text = texts.get(row.id)
    return text === undefined ? row : { ...row, content: text.content, rendered_content: text.html }
  })
}

function messagesAfter({ realm_id, until }: ExportSource, after: ExportCursor | null): Fragment {
  const [stream_id, message_id] = after ?? [beforeFirstId(realm_id), 0]
  return fragment`
    from stream
    cross join message on recipient_id = stream.id
      and message.id > iif(stream.id = ${stream_id!}, ${message_id!}, 0) and message.id <= ${until}
    where stream.id >= ${stream_id!} and stream.id < ${beforeFirstId(realm_id + 1)} and ${isPublic}
      and not message.is_private
    order by stream.id, message.id`
}

/** How many messages of these lengths fit into a page; at least one. */
function howManyFit(lengths: readonly number[]): number {
  let taken = 0
  const tooMuch = lengths.findIndex((length) => (taken += length) > pageLimits.characters)
  return tooMuch === -1 ? lengths.length : Math.max(1, tooMuch)
}

/** A message, with its edit history if the organization lets members read histories. */
function itemOf(row: Row, { allow_edit_history }: ExportSource['settings']): ExportItem {
  const {
    id,
    is_moved: _,
    stream_id,
    sent_at,
    is_me_message,
    submessages,
    reactions,
    edit_history,
    last_edit_at,
    ...rest
  } = row
  return {
    place: [stream_id, id],
    record: {
      id,
      stream_id,
      ...rest,
      client: clientNamed(rest.client),
      timestamp: sent_at,
      is_me_message: Boolean(is_me_message),
      submessages: storedSubmessages(submessages),
      reactions: JSON.parse(reactions ?? '[]') as unknown,
      ...(last_edit_at !== null && { last_edit_timestamp: last_edit_at }),
      ...(allow_edit_history && edit_history !== null && { edit_history: storedEdits(edit_history) }),
    },
  }
}
