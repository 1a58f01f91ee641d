import type { Account } from '../auth/account'
import { beforeFirstId, inRealm } from '../core/ids'
import { fragment, Fragment, literal, packed, unpacked, type Sql } from '../core/sql'
import type { Branch, Plan } from '../narrow/plan'
import { isDelivered, isReceived, isRead, messagesOf, wordJoin, type Stretch } from '../narrow/rows'
import { reactors } from '../reactions/queries'
import { roles } from '../users/roles'
import { isVisible } from './access'

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

const messageColumns = (user_id: number, recipient_id: number | null): Record<keyof MessageRow, Fragment> => {
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
    content: fragment`message.content`,
    rendered_content: fragment`message.rendered_content`,
    sent_at: fragment`message.sent_at`,
    client: fragment`message.client`,
    is_me_message: fragment`message.is_me_message`,
    wildcard_mentioned: fragment`message.wildcard_mentioned`,
    submessages: fragment`message.submessages`,
    last_edit_at: fragment`message.last_edit_at`,
    edit_history: fragment`message.edit_history`,
    reactions: fragment`message.reactions`,
    reactors: fragment`${reactors} || ''`,
    is_read: isRead(user_id),
    is_received: isReceived,
    flags: fragment`message.flags`,
  }
}

interface RowOptions {
  user_id: number
  recipient_id: number | null
  limit: number
  /** Further columns. */
  also?: Record<string, Fragment>
  /** Columns that the reader has no use for, and that stay empty: long texts cost more than anything else of a page. */
  unused?: readonly (keyof MessageRow)[]
}

async function messageRows(
  sql: Sql,
  { from, where }: { from: Fragment; where: Fragment },
  { user_id, recipient_id, limit, unused = [], also = {} }: RowOptions,
): Promise<MessageRow[]> {
  const columns: Record<string, Fragment> = { ...messageColumns(user_id, recipient_id), ...also }
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
function compact({ text, values }: Fragment): Fragment {
  const distinct = [...new Set(values)]
  const isList = distinct.length > mostValues
  const places = values.map((value) => distinct.indexOf(value))
  const next = () => (isList ? `(?1 ->> ${places.shift()})` : `?${places.shift()! + 1}`)
  return new Fragment(text.replaceAll('?', next), isList ? [JSON.stringify(distinct)] : distinct)
}

const ascending = (left: MessageRow, right: MessageRow): number => left.id - right.id

/** Who looks, and at which realm. */
export type Viewer = Pick<Account, 'id' | 'realm_id'>

/** All ids of the realm, or those on one side of an id. */
function stretchOf(
  { realm_id }: Viewer,
  { from = 0, below = Infinity, descending = false }: { from?: number; below?: number; descending?: boolean },
): Stretch {
  return {
    low: Math.max(from, beforeFirstId(realm_id) + 1),
    high: Math.min(below, beforeFirstId(realm_id + 1)),
    descending,
  }
}

/** Messages on both sides of an anchor, which counts as neither. */
export interface Page {
  before: MessageRow[]
  at: MessageRow[]
  after: MessageRow[]
}

interface PageOptions {
  anchor: number
  num_before: number
  num_after: number
  unused: readonly (keyof MessageRow)[]
}

/** The messages round an anchor, in one round trip (narrow, Anchors). */
export async function messagePage(
  sql: Sql,
  { branches, recipient_id }: Plan,
  viewer: Viewer,
  { anchor, num_before, num_after, unused }: PageOptions,
): Promise<Page> {
  const part = async (stretch: Stretch, limit: number) => {
    if (limit === 0 || stretch.low >= stretch.high) return []
    const options = { user_id: viewer.id, recipient_id, limit, unused }
    const found = await Promise.all(
      branches.map(({ from, where }) => messageRows(sql, { from: from(stretch), where }, options)),
    )
    return found.flat().toSorted(ascending)
  }
  const [before, at, after] = await Promise.all([
    part(stretchOf(viewer, { below: anchor, descending: true }), num_before),
    part(stretchOf(viewer, { from: anchor, below: anchor + 1 }), 1),
    part(stretchOf(viewer, { from: anchor + 1 }), num_after),
  ])
  return { before: before.slice(-num_before), at, after: after.slice(0, num_after) }
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
  const options = { user_id: viewer.id, recipient_id: null, limit: 1 }
  return (await messageRows(sql, { from, where: isVisible(viewer) }, options))[0] ?? null
}

/** A message with what only its event tells. */
export interface AnnouncedRow extends MessageRow {
  event_id: number
  /** Else it is only overheard. */
  is_delivered: number
  queue_id: string | null
  local_id: string | null
}

/**
 * Messages that were announced after one event and up to another, oldest first: those that the viewer received or was
 * mentioned in, and if they overhear, those of public streams. All have ids from `from_id` on.
 */
export async function announcedMessages(
  sql: Sql,
  viewer: Viewer,
  { from_id, after, up_to, overhears, limit }: Announced,
): Promise<AnnouncedRow[]> {
  const { low, high } = stretchOf(viewer, { from: from_id })
  const from = messagesOf(viewer.id, {
    from: fragment`message`,
    where: fragment`
      message.id >= ${low} and message.id < ${high} and message.event_id > ${after} and message.event_id <= ${up_to}`,
    orderBy: fragment`order by message.id`,
  })
  // To a guest nothing is public; they may have become one since the queue began.
  const isPublic = fragment`
    (select role from user where user.id = ${viewer.id}) <> ${roles.guest}
    and exists (
      select 1 from stream where stream.id = message.recipient_id and not message.is_private and not invite_only
    )`
  return (await messageRows(
    sql,
    { from, where: fragment`${isDelivered} or (${overhears} and ${isPublic})` },
    {
      user_id: viewer.id,
      recipient_id: null,
      limit,
      also: {
        event_id: fragment`message.event_id`,
        is_delivered: isDelivered,
        queue_id: fragment`message.queue_id`,
        local_id: fragment`message.local_id`,
      },
    },
  )) as AnnouncedRow[]
}

interface Announced {
  from_id: number
  after: number
  up_to: number
  overhears: boolean
  limit: number
}

/** Of the given messages, those that match a condition of `messagesOf`. */
export async function matchingMessages(
  sql: Sql,
  condition: Fragment,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Pick<MessageRow, 'id' | 'topic' | 'rendered_content'>[]> {
  const from = messagesOf(viewer.id, {
    from: fragment`(select distinct value as id from json_each(${JSON.stringify(ids)})) as asked cross join message on message.id = asked.id`,
    where: inRealm(fragment`message.id`, viewer.realm_id),
  })
  const matching = fragment`
    select message.id, message.topic, message.rendered_content
    from ${from} ${wordJoin(viewer.id)}
    where ${condition}`
  return sql`${compact(matching)}`.all()
}
