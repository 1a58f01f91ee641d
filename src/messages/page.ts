import type { Account } from '../accounts/account'
import { beforeFirstId } from '../core/sql/ids'
import { fragment, Fragment, literal, packed, unpacked, type Sql } from '../core/sql/sql'
import type { Branch } from '../narrow/branches'
import type { Plan } from '../narrow/plan'
import { isReceived, isRead, messagesOf, wordJoin, type IdRange } from '../user-messages/rows'
import { isVisible } from '../user-messages/visible'
import { answerBudget, fitting, searchBudget, type FittingPage } from './fitting'
import { completed, share, weighed, type Weighed } from './long-texts'

/** A message as one viewer has it. */
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
  /** Name of the stream; null for private messages. */
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
  /** Reactions and those who reacted, as JSON; null: none. */
  reactions: string | null
  reactors: string | null
  is_read: number
  is_received: number
  flags: number | null
}

/** Name of a message's stream, and members of its conversation; each reads nothing where the other is meant. */
const place = (recipient_id: Fragment): { stream_name: Fragment; members: Fragment } => ({
  stream_name: fragment`(select name from stream where stream.id = ${recipient_id})`,
  members: fragment`(
    select json_group_array(json_object('id', person.id, 'email', person.email, 'full_name', person.full_name))
    from conversation_member join user as person on person.id = conversation_member.user_id
    where conversation_member.conversation_id = ${recipient_id}
  )`,
})

type LongText = 'content' | 'rendered_content' | 'edit_history' | 'submessages' | 'reactions' | 'reactors'

/** All but the long texts. */
const messageColumns = (
  user_id: number,
  recipient_id: number | null,
): Record<Exclude<keyof MessageRow, LongText>, Fragment> => {
  // The same for all messages, it is looked up once.
  const { stream_name, members } = place(
    recipient_id === null ? fragment`message.recipient_id` : fragment`${recipient_id}`,
  )
  return {
    id: fragment`message.id`,
    sender_id: fragment`message.sender_id`,
    sender_email: fragment`sender.email`,
    sender_full_name: fragment`sender.full_name`,
    sender_delivery_email: fragment`sender.delivery_email`,
    sender_avatar_version: fragment`sender.avatar_version`,
    sender_avatar_path: fragment`sender.avatar_path`,
    recipient_id: fragment`message.recipient_id`,
    is_private: fragment`message.is_private`,
    stream_name: fragment`case when not message.is_private then ${stream_name} end`,
    members: fragment`case when message.is_private then ${members} || '' end`,
    topic: fragment`message.topic`,
    sent_at: fragment`message.sent_at`,
    client: fragment`message.client`,
    is_me_message: fragment`message.is_me_message`,
    wildcard_mentioned: fragment`message.wildcard_mentioned`,
    last_edit_at: fragment`message.last_edit_at`,
    is_read: isRead(user_id),
    is_received: isReceived,
    flags: fragment`message.flags`,
  }
}

/** A message whose long texts may be still to come. */
export type FoundRow = MessageRow & Weighed

interface RowOptions {
  user_id: number
  recipient_id: number | null
  limit: number
  /** Bytes of texts beyond which a row comes without them, and is to be `completed`. */
  inline: number
  /** Further columns. */
  also?: Record<string, Fragment>
  /** Columns that the reader has no use for, and that stay empty: long texts cost more than anything else of a page. */
  unused?: readonly (keyof MessageRow)[]
}

export async function messageRows(
  sql: Sql,
  { from, where }: { from: Fragment; where: Fragment },
  { user_id, recipient_id, limit, inline, unused = [], also = {} }: RowOptions,
): Promise<FoundRow[]> {
  const columns = weighed({ ...messageColumns(user_id, recipient_id), ...also }, { inline, unused })
  for (const name of unused) columns[name] = fragment`''`
  const select = fragment`
    select ${packed(columns)}
    from ${from}
    ${wordJoin(user_id)}
    left join user as sender on sender.id = message.sender_id
    where ${where}
    limit ${literal(limit)}`
  return unpacked(Object.keys(columns), await sql`${compact(select)}`.all())
}

/** How many values D1 binds in a statement. */
const mostValues = 100

/** Binds equal values once, because the same few return in every condition; too many travel as one list. */
export function compact({ text, values }: Fragment): Fragment {
  const distinct = [...new Set(values)]
  const isList = distinct.length > mostValues
  const places = values.map((value) => distinct.indexOf(value))
  const next = () => (isList ? `(?1 ->> ${places.shift()})` : `?${places.shift()! + 1}`)
  return new Fragment(text.replaceAll('?', next), isList ? [JSON.stringify(distinct)] : distinct)
}

const ascending = (left: FoundRow, right: FoundRow): number => left.id - right.id

/** Who looks, and at which realm. */
export type Viewer = Pick<Account, 'id' | 'realm_id'>

/** All ids of the realm, or those on one side of an id. */
export function stretchOf(
  { realm_id }: Viewer,
  { from = 0, below = Infinity, descending = false }: { from?: number; below?: number; descending?: boolean },
): IdRange {
  return {
    low: Math.max(from, beforeFirstId(realm_id) + 1),
    high: Math.min(below, beforeFirstId(realm_id + 1)),
    descending,
  }
}

interface PageOptions {
  anchor: number
  num_before: number
  num_after: number
  unused: readonly (keyof MessageRow)[]
}

/**
 * The messages round an anchor (narrow, Anchors), as many as have room in an answer: in one round trip, and another one
 * when some are long.
 */
export async function messagePage(
  sql: Sql,
  { branches, recipient_id, search }: Plan,
  viewer: Viewer,
  { anchor, num_before, num_after, unused }: PageOptions,
): Promise<FittingPage<MessageRow>> {
  const budget = search === null ? answerBudget : searchBudget
  const inline = share(budget, num_before + num_after + 1)
  const part = async (range: IdRange, limit: number) => {
    if (limit === 0 || range.low >= range.high) return []
    const options = { user_id: viewer.id, recipient_id, limit, inline, unused }
    const found = await Promise.all(
      branches.map(({ from, where }) => messageRows(sql, { from: from(range), where }, options)),
    )
    return found.flat().toSorted(ascending)
  }
  const [before, at, after] = await Promise.all([
    part(stretchOf(viewer, { below: anchor, descending: true }), num_before),
    part(stretchOf(viewer, { from: anchor, below: anchor + 1 }), 1),
    part(stretchOf(viewer, { from: anchor + 1 }), num_after),
  ])
  const found = {
    before: before.slice(-num_before),
    at,
    after: after.slice(0, num_after),
    found_oldest: anchor === 0 || before.length < num_before,
    found_newest: anchor === newestAnchor || after.length < num_after,
  }
  const near = fitting(found, (row) => row, { weight: ({ weight }) => weight, budget })
  const rows = await completed(sql, [...near.before, ...near.at, ...near.after], unused)
  return {
    ...near,
    before: rows.filter(({ id }) => id < anchor),
    at: rows.filter(({ id }) => id === anchor),
    after: rows.filter(({ id }) => id > anchor),
  }
}

/** Above all ids that there can be: where `newest` lies. */
export const newestAnchor = 10 ** 16

/**
 * The oldest unread message that matches, in no muted topic, and in no muted stream unless the narrow names one; null
 * when all are read.
 */
export async function firstUnread(sql: Sql, plan: Plan, viewer: Viewer): Promise<number | null> {
  const ids = await Promise.all(plan.unread.map((branch) => firstOf(sql, branch, viewer)))
  const found = ids.filter((id) => id !== null)
  return found.length === 0 ? null : Math.min(...found)
}

async function firstOf(sql: Sql, { from, where }: Branch, viewer: Viewer): Promise<number | null> {
  const first = fragment`
    select message.id
    from ${from(stretchOf(viewer, {}))}
    ${wordJoin(viewer.id)}
    where ${where}
    limit 1
  `
  const row = await sql`${compact(first)}`.first<{ id: number }>()
  return row?.id ?? null
}

/** One message, if the viewer may see it; null when it is missing or hidden (behaviour, History and rows). */
export async function visibleMessage(
  sql: Sql,
  viewer: Pick<Account, 'id' | 'realm_id' | 'role'>,
  message_id: number,
): Promise<MessageRow | null> {
  const from = messagesOf(viewer.id, { from: fragment`message`, where: fragment`message.id = ${message_id}` })
  const options = { user_id: viewer.id, recipient_id: null, limit: 1, inline: share(answerBudget, 1) }
  const rows = await messageRows(sql, { from, where: isVisible(viewer) }, options)
  return (await completed(sql, rows))[0] ?? null
}
