import type { Turn } from '../core/turn/change'
import { inRealm } from '../core/sql/ids'
import { fragment, literal, type Sql } from '../core/sql/sql'
import { isMarked, readPage } from '../read-state/read-marks'
import { flaggedMessages } from '../user-messages/rows'
import { unread } from '../user-messages/ranges'

export interface MutedUser {
  id: number
  /** When the user was muted, in Unix seconds. */
  timestamp: number
}

/** Users whom the user muted, in the order of muting. */
export async function mutedUsersOf(sql: Sql, user_id: number): Promise<MutedUser[]> {
  return sql`
    select muted_user_id as id, date_muted as timestamp from muted_user
    where user_id = ${user_id}
    order by date_muted, muted_user_id
  `.all()
}

/** For each muted user of the realm, the ids of those who muted them. Few users mute anybody, so one query reads all of them. */
export async function mutersOfRealm(sql: Sql, realm_id: number): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await sql`
    select user_id, muted_user_id from muted_user
    where ${inRealm(fragment`user_id`, realm_id)}
  `.all<{ user_id: number; muted_user_id: number }>()
  const muters = new Map<number, Set<number>>()
  for (const { user_id, muted_user_id } of rows)
    muters.set(muted_user_id, (muters.get(muted_user_id) ?? new Set()).add(user_id))
  return muters
}

/** Ids of the receivers who muted the sender, and for whom the message arrives as read (behaviour, Flags of a new message). */
export async function mutersAmong(
  { cached, realm_id }: Pick<Turn, 'cached' | 'realm_id'>,
  sender_id: number,
  receivers: ReadonlySet<number>,
): Promise<number[]> {
  const muters = (await cached(mutersOfRealm, realm_id)).get(sender_id) ?? []
  return [...muters].filter((user_id) => receivers.has(user_id))
}

/** Maximal number of unread messages that muting marks as read: the newest ones. The initial state lists no more either. */
const maxUnread = 50_000

/** Ids of the user's unread messages from one sender, the oldest first. */
export async function unreadIdsFrom(sql: Sql, user_id: number, sender_id: number): Promise<number[]> {
  const marked = flaggedMessages(user_id, 'markedUnread')
  const rows = await sql`
    select id from (
      select message.id
      from (${unread(user_id, {})}) as source
      cross join message
        on message.recipient_id = source.recipient_id and message.id >= source.low and message.id < source.high
      left join ${readPage(user_id, fragment`message.id`)}
      where message.sender_id = ${sender_id} and not ${isMarked(user_id, fragment`message.id`)}
      order by message.id desc
      limit ${literal(maxUnread)}
    )
    union
    select message.id from ${marked.from} cross join message on message.id = flagged.message_id
    where ${marked.where} and message.sender_id = ${sender_id}
    order by 1
  `.all<{ id: number }>()
  return rows.map(({ id }) => id)
}
