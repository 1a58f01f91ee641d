import { LruCache, stringBytes } from '../core/base/lru-cache'
import {
  cellsOf,
  Fragment,
  fragment,
  commaSeparated,
  literal,
  packColumns,
  separatedBy,
  type Packed,
  type Sql,
} from '../core/sql/sql'
import { lostAccessJson, type Reader } from '../user-messages/lost-access'
import { isReceived, isRead, pageJoin } from '../user-messages/rows'
import { clientNamed } from './stored-client'
import { textCell, textReader, type LongText, type RowTexts, type TextWeight } from './long-texts'

/** A message as one viewer has it: as it was, if they have lost access to its place. */
export interface MessageRow {
  id: number
  sender_id: number
  sender_email: string
  sender_full_name: string
  sender_delivery_email: string
  sender_avatar_version: number
  sender_avatar_path: string | null
  recipient_id: number
  is_private: number
  /** Name of the stream; null for direct messages. */
  stream_name: string | null
  /** Members of the conversation as JSON; null for stream messages. */
  members: string | null
  topic: string
  content: string
  rendered_content: string
  sent_at: number
  client: string
  is_me_message: number
  wildcard_mentioned: number
  submessages: string | null
  last_edit_at: number | null
  edit_history: string | null
  /** Reactions as JSON; null: none. */
  reactions: string | null
  /** The people who reacted, as JSON. */
  reactors: string | null
  is_read: number
  is_received: number
  flags: number | null
  /** Whether its content and HTML were in the object. */
  is_moved: number
}

/** The current message. Long texts may be deferred; `completeRows` turns it into a `MessageRow`. */
export interface FoundRow extends Omit<MessageRow, LongText>, Record<LongText, string | null>, TextWeight {
  last_edit_at: number | null
  /** `LostAccess` as JSON; null if the viewer has access to the message's place. */
  lost_access: string | null
}

/** The columns that a caller may do without. */
export type UnusedColumn = LongText | 'sender_delivery_email'

interface RowOptions {
  viewer: Reader
  /** Whether it is already known that the viewer has access to the places of all messages. */
  hasAccess?: boolean
  /** The only stream or conversation, if the query is about one: its name or members are looked up once. */
  recipient_id: number | null
  /** The only sender, who then is looked up only once. */
  sender_id?: number | null
  limit: number
  /** Maximal bytes of texts that are part of a row; longer ones are deferred. Small pages defer some more. */
  inline: number
  /** Further columns, or replacements of unused ones. */
  also?: Record<string, Fragment>
  /** Columns that stay empty, because the caller does not need them. Long texts cost more than everything else in a page. */
  unused?: readonly UnusedColumn[]
}

/** Pages of this many messages travel as one row of D1, which holds 2 MB: their texts, and what JSON adds to these. */
const joinedRows = { maxMessages: 200, bytesOfTexts: 1_200_000 }

/** Messages that `from` has and `where` admits, in the order of `from`. */
export async function messageRows(
  sql: Sql,
  { from, where }: { from: Fragment; where: Fragment },
  { viewer, hasAccess = false, recipient_id, sender_id = null, limit, unused = [], also = {}, ...options }: RowOptions,
): Promise<FoundRow[]> {
  const { id: user_id } = viewer
  const isJoined = limit <= joinedRows.maxMessages
  const inline = isJoined ? Math.min(options.inline, Math.floor(joinedRows.bytesOfTexts / limit)) : options.inline
  const columns = rowColumns({ viewer, hasAccess, recipient_id, sender_id, inline, unused })
  const select = fragment`
    select ${packColumns([columns, ...Object.values(also)])}
    from ${from}
    ${pageJoin(user_id)}
    ${sender_id === null ? fragment`left join user as sender on sender.id = message.sender_id` : fragment``}
    where ${where}
    limit ${literal(limit)}`
  const packedRows = await (isJoined ? sql`${select}`.allPacked() : sql`${select.distinct()}`.all<Packed>())
  const textsIn = textReader(unused)
  const furtherNames = Object.keys(also)
  return (cellsOf(packedRows) as Cell[][]).map((values) => {
    const row = rowOf(values, textsIn(values[textPlace]!))
    for (const [index, name] of furtherNames.entries()) Object.assign(row, { [name]: values[cellNames.length + index] })
    return row
  })
}

type ColumnOptions = Required<
  Pick<RowOptions, 'viewer' | 'hasAccess' | 'recipient_id' | 'sender_id' | 'inline' | 'unused'>
>

/** The columns of viewers who read lately. They follow from the options alone, and writing them takes as long as reading ten messages. */
const columnsByOptions = new LruCache<Fragment>(1024 * 1024)

/** The cells of a row and, in a list of their own, its texts. */
function rowColumns(options: ColumnOptions): Fragment {
  const { viewer, hasAccess, recipient_id, sender_id, inline, unused } = options
  if (viewer.role instanceof Fragment) return composedColumns(options)
  const key = JSON.stringify([viewer.id, viewer.role, hasAccess, recipient_id, sender_id, inline, unused])
  let columns = columnsByOptions.get(key)
  if (columns === undefined) {
    columns = composedColumns(options)
    columnsByOptions.set(key, columns, stringBytes(columns.text))
  }
  return columns
}

function composedColumns({ viewer, hasAccess, recipient_id, sender_id, inline, unused }: ColumnOptions): Fragment {
  const columns: Record<(typeof cellNames)[number], Fragment> = {
    ...shortColumns(viewer.id, recipient_id),
    ...senderColumns(sender_id),
    lost_access: hasAccess ? fragment`null` : fragment`${lostAccessJson(viewer)} || ''`,
    texts: textCell({ inline, unused }),
  }
  return commaSeparated(
    cellNames.map((name) => ((unused as readonly string[]).includes(name) ? fragment`''` : columns[name])),
  )
}

/**
 * The cells of a row in the order in which `rowOf` reads them. `place` is the name of the stream, or the members of the conversation;
 * `facts` are the bits of `fact`.
 */
const cellNames = [
  'id',
  'sender_id',
  'sender_email',
  'sender_full_name',
  'sender_delivery_email',
  'sender_avatar_version',
  'sender_avatar_path',
  'recipient_id',
  'place',
  'topic',
  'sent_at',
  'client',
  'last_edit_at',
  'flags',
  'lost_access',
  'facts',
  'texts',
] as const

const textPlace = cellNames.indexOf('texts')

/** Columns that are 0 or 1 travel as one number, because SQLite and the Worker take time for each cell. */
const fact = { is_private: 1, is_me_message: 2, wildcard_mentioned: 4, is_read: 8, is_received: 16 } as const

type Fact = keyof typeof fact

/** A value in a row. The long texts are a list. */
type Cell = string & number & null

/** A row from its cells and texts. It is made at once, because an object that grows key by key takes longer to make than to read. */
function rowOf(cells: readonly Cell[], { texts, weight, is_moved, is_deferred }: RowTexts): FoundRow {
  const facts = cells[15]!
  const is_private = facts & fact.is_private
  return {
    id: cells[0]!,
    sender_id: cells[1]!,
    sender_email: cells[2]!,
    sender_full_name: cells[3]!,
    sender_delivery_email: cells[4]!,
    sender_avatar_version: cells[5]!,
    sender_avatar_path: cells[6]!,
    recipient_id: cells[7]!,
    is_private,
    stream_name: is_private ? null : cells[8]!,
    members: is_private ? cells[8]! : null,
    topic: cells[9]!,
    sent_at: cells[10]!,
    client: clientNamed(cells[11]!),
    is_me_message: Number((facts & fact.is_me_message) > 0),
    wildcard_mentioned: Number((facts & fact.wildcard_mentioned) > 0),
    last_edit_at: cells[12]!,
    is_read: Number((facts & fact.is_read) > 0),
    is_received: Number((facts & fact.is_received) > 0),
    flags: cells[13]!,
    lost_access: cells[14]!,
    weight,
    is_moved,
    is_deferred,
    content: texts[0]!,
    rendered_content: texts[1]!,
    edit_history: texts[2]!,
    submessages: texts[3]!,
    reactions: texts[4]!,
    reactors: texts[5]!,
  }
}

type SenderColumn =
  | 'sender_email'
  | 'sender_full_name'
  | 'sender_delivery_email'
  | 'sender_avatar_version'
  | 'sender_avatar_path'

/** All cells but the texts and those of the sender. */
function shortColumns(
  user_id: number,
  recipient_id: number | null,
): Record<Exclude<(typeof cellNames)[number], SenderColumn | 'lost_access' | 'texts'>, Fragment> {
  const { stream_name, members } = recipientColumns(
    recipient_id === null ? fragment`message.recipient_id` : fragment`${recipient_id}`,
  )
  const facts: Record<Fact, Fragment> = {
    is_private: fragment`message.is_private`,
    is_me_message: fragment`message.is_me_message`,
    wildcard_mentioned: fragment`message.wildcard_mentioned`,
    is_read: isRead(user_id),
    is_received: fragment`(${isReceived})`,
  }
  return {
    id: fragment`message.id`,
    sender_id: fragment`message.sender_id`,
    recipient_id: fragment`message.recipient_id`,
    place: fragment`iif(message.is_private, ${members} || '', ${stream_name})`,
    topic: fragment`message.topic`,
    sent_at: fragment`message.sent_at`,
    client: fragment`message.client`,
    last_edit_at: fragment`message.last_edit_at`,
    flags: fragment`message.flags`,
    facts: separatedBy(
      ' + ',
      (Object.keys(fact) as Fact[]).map((name) => fragment`${literal(fact[name])} * ${facts[name]}`),
    ),
  }
}

/** Columns of each message's sender, or of the only one. */
function senderColumns(sender_id: number | null): Record<SenderColumn, Fragment> {
  const of = (column: Fragment): Fragment =>
    sender_id === null
      ? fragment`sender.${column}`
      : fragment`(select ${column} from user where user.id = ${sender_id})`
  return {
    sender_email: of(fragment`email`),
    sender_full_name: of(fragment`full_name`),
    sender_delivery_email: of(fragment`delivery_email`),
    sender_avatar_version: of(fragment`avatar_version`),
    sender_avatar_path: of(fragment`avatar_path`),
  }
}

/** Name of a stream and members of a conversation. The one that does not apply reads no rows. */
const recipientColumns = (recipient_id: Fragment): { stream_name: Fragment; members: Fragment } => ({
  stream_name: fragment`(select name from stream where stream.id = ${recipient_id})`,
  members: fragment`(
    select json_group_array(json_object('id', person.id, 'email', person.email, 'full_name', person.full_name))
    from conversation_member join user as person on person.id = conversation_member.user_id
    where conversation_member.conversation_id = ${recipient_id}
  )`,
})
