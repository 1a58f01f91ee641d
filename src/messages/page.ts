import type { Account } from '../auth/account'
import { beforeFirstId } from '../core/ids'
import { fragment, Fragment, type Sql } from '../core/sql'
import type { Branch, Plan } from '../narrow/plan'
import { isReceived, isRead, messagesOf, wordJoin, type Stretch } from '../narrow/rows'
import { reactors } from '../reactions/queries'
import { isVisible } from './access'

/** A message as one viewer has it. */
export interface MessageRow {
  id: number
  sender_id: number
  sender_email: string
  sender_full_name: string
  sender_delivery_email: string
  sender_avatar_version: number
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

const messageColumns = (user_id: number, recipient_id: number | null): Fragment => {
  // The same for all messages, it is looked up once.
  const { stream_name, members } = place(
    recipient_id === null ? fragment`message.recipient_id` : fragment`${recipient_id}`,
  )
  return fragment`
    message.id, message.sender_id, sender.email as sender_email, sender.full_name as sender_full_name,
    sender.delivery_email as sender_delivery_email, sender.avatar_version as sender_avatar_version,
    message.recipient_id, message.is_private,
    case when not message.is_private then ${stream_name} end as stream_name,
    case when message.is_private then ${members} end as members,
    message.topic, message.content, message.rendered_content, message.sent_at, message.client, message.is_me_message,
    message.wildcard_mentioned, message.submessages, message.last_edit_at, message.edit_history, message.reactions, ${reactors} as reactors,
    ${isRead(user_id)} as is_read, ${isReceived} as is_received, message.flags`
}

const select = (
  { from, where }: { from: Fragment; where: Fragment },
  { user_id, recipient_id, limit }: { user_id: number; recipient_id: number | null; limit: number },
): Fragment => fragment`
  select ${messageColumns(user_id, recipient_id)}
  from ${from}
  ${wordJoin(user_id)}
  left join user as sender on sender.id = message.sender_id
  where ${where}
  limit ${limit}`

/** Binds equal values once: D1 takes at most 100, and the same few return in every condition. */
function compact({ text, values }: Fragment): Fragment {
  const distinct = [...new Set(values)]
  const numbers = values.map((value) => distinct.indexOf(value) + 1)
  return new Fragment(
    text.replaceAll('?', () => `?${numbers.shift()}`),
    distinct,
  )
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

/** The messages round an anchor, in one round trip (narrow, Anchors). */
export async function messagePage(
  sql: Sql,
  { branches, recipient_id }: Plan,
  viewer: Viewer,
  { anchor, num_before, num_after }: { anchor: number; num_before: number; num_after: number },
): Promise<Page> {
  const part = async (stretch: Stretch, limit: number) => {
    if (limit === 0 || stretch.low >= stretch.high) return []
    const options = { user_id: viewer.id, recipient_id, limit }
    const found = await Promise.all(
      branches.map(({ from, where }) =>
        sql`${compact(select({ from: from(stretch), where }, options))}`.all<MessageRow>(),
      ),
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
  return sql`${select({ from, where: isVisible(viewer) }, options)}`.first()
}
