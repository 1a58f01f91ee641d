import type { Account } from '../auth/account'
import { bit } from '../flags/bits'
import { fragment, type Fragment, type Sql } from '../core/sql'
import type { Branch, Plan } from '../narrow/plan'
import { flagged, frontiers, hasBit, isReceived, isRead, viewerJoins } from '../narrow/rows'
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
  is_read: number
  is_received: number
  flags: number | null
}

/** Members of the message's conversation. Most messages belong to streams, for which this reads nothing. */
const membersOfConversation = fragment`
  case when message.is_private then (
    select json_group_array(json_object('id', person.id, 'email', person.email, 'full_name', person.full_name))
    from conversation_member join user as person on person.id = conversation_member.user_id
    where conversation_member.conversation_id = message.recipient_id
  ) end`

const messageColumns = (user_id: number): Fragment => fragment`
  message.id, message.sender_id, sender.email as sender_email, sender.full_name as sender_full_name,
  sender.delivery_email as sender_delivery_email, sender.avatar_version as sender_avatar_version,
  message.recipient_id, message.is_private, stream.name as stream_name, ${membersOfConversation} as members,
  message.topic, message.content, message.rendered_content, message.sent_at, message.client, message.is_me_message,
  message.wildcard_mentioned, message.submessages,
  ${isRead(user_id)} as is_read, ${isReceived} as is_received, flag.flags as flags`

const select = ({ from, hasFlag, where }: Branch, user_id: number): Fragment => fragment`
  select ${messageColumns(user_id)}
  from ${from}
  ${viewerJoins(user_id, { hasFlag })}
  left join user as sender on sender.id = message.sender_id
  left join stream on not message.is_private and stream.id = message.recipient_id
  where ${where}`

/** A stretch of the matching messages: up to `limit` next to an id, going up or down. */
interface Stretch {
  bound: Fragment
  order: Fragment
  limit: number
}

async function stretch(
  sql: Sql,
  { branches }: Plan,
  user_id: number,
  { bound, order, limit }: Stretch,
): Promise<MessageRow[]> {
  if (limit === 0) return []
  const found = await Promise.all(
    branches.map((branch) => {
      const of = select({ ...branch, where: fragment`${branch.where} and message.id ${bound}` }, user_id)
      return sql`${of} order by message.id ${order} limit ${limit}`.all<MessageRow>()
    }),
  )
  return found.flat()
}

const ascending = (left: MessageRow, right: MessageRow): number => left.id - right.id

/** Messages on both sides of an anchor, which counts as neither. */
export interface Page {
  before: MessageRow[]
  at: MessageRow[]
  after: MessageRow[]
}

/** The messages round an anchor, in one round trip (narrow, Anchors). */
export async function messagePage(
  sql: Sql,
  plan: Plan,
  user_id: number,
  { anchor, num_before, num_after }: { anchor: number; num_before: number; num_after: number },
): Promise<Page> {
  const part = (bound: Fragment, order: Fragment, limit: number) => stretch(sql, plan, user_id, { bound, order, limit })
  const [before, at, after] = await Promise.all([
    part(fragment`< ${anchor}`, fragment`desc`, num_before),
    part(fragment`= ${anchor}`, fragment`desc`, isBeyondEveryId(anchor) ? 0 : 1),
    part(fragment`> ${anchor}`, fragment`asc`, isBeyondEveryId(anchor) ? 0 : num_after),
  ])
  return {
    before: before.toSorted(ascending).slice(-num_before),
    at,
    after: after.toSorted(ascending).slice(0, num_after),
  }
}

/** Above all ids that there can be: where `newest` lies. */
export const newestAnchor = 10 ** 16

const isBeyondEveryId = (anchor: number): boolean => anchor > Number.MAX_SAFE_INTEGER

/** The oldest unread message that matches, in no muted stream unless the narrow names one; null when all are read. */
export async function firstUnread(sql: Sql, plan: Plan, user_id: number): Promise<number | null> {
  const unread = fragment`${plan.where} and not ${isRead(user_id)}`
  const lines = frontiers(user_id, { recipient_id: plan.recipient_id, muted: plan.namesStream })
  const row = await sql`
    select min(id) as id from (
      select (
        select message.id from message
        ${viewerJoins(user_id, { hasFlag: false })}
        where message.recipient_id = frontier.recipient_id and message.id >= frontier.unread_from
          and not ${hasBit(bit.markedUnread)} and ${unread}
        order by message.id
        limit 1
      ) as id
      from ${lines} as frontier
      union all
      select message.id
      from ${flagged(user_id, 'markedUnread')}
      ${viewerJoins(user_id, { hasFlag: true })}
      where ${unread} and (message.is_private or message.recipient_id in (select recipient_id from ${lines}))
    )
  `.first<{ id: number | null }>()
  return row?.id ?? null
}

/** One message, if the viewer may see it; null when it is missing or hidden (behaviour, History and rows). */
export async function visibleMessage(
  sql: Sql,
  viewer: Pick<Account, 'id' | 'realm_id' | 'role'>,
  message_id: number,
): Promise<MessageRow | null> {
  const where = fragment`message.id = ${message_id} and ${isVisible(viewer)}`
  return sql`${select({ from: fragment`message`, hasFlag: false, where }, viewer.id)}`.first()
}
