import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, literal, packColumns, unpackRows, type Fragment, type Packed, type Sql } from '../core/sql/sql'
import {
  flaggedMessages,
  hasBit,
  isMuted,
  isOfMutedTopic,
  isReceived,
  isRead,
  messagesOf,
  pageJoin,
  type IdRange,
} from '../user-messages/rows'
import { messagesUnordered, lowestId, messagesInOrder, messageIndexes, unread } from '../user-messages/ranges'
import { bit } from '../user-messages/bits'
import { firstDigested } from './digests'
import { recentUnread } from './recent-unread'
import type { UnreadReader, UnreadRow } from './unread-row'
import type { UnreadMessages } from './schema'

/** Maximal number of unread messages in the state: the newest ones (register, `unread_msgs`). */
const maxUnread = 50_000

const columns = (user_id: number): Record<keyof UnreadRow, Fragment> => ({
  id: fragment`message.id`,
  recipient_id: fragment`message.recipient_id`,
  topic: fragment`message.topic`,
  member_key: fragment`
    case when message.is_private then (select member_key from conversation where id = message.recipient_id) end`,
  is_muted: fragment`
    not message.is_private and (${isMuted(user_id, fragment`message.recipient_id`)} or ${isOfMutedTopic(user_id)})`,
  is_mentioned: hasBit(bit.mentioned),
  is_wildcard: fragment`message.wildcard_mentioned and ${isReceived}`,
})

/** Whether a message above the read watermark is unread, and not because it was marked unread again. */
const isUnread = (user_id: number): Fragment => fragment`not ${isRead(user_id)} and not ${hasBit(bit.markedUnread)}`

/** Up to this many messages are all read: to find where the newest unread ones begin would cost about as much. */
const maxScannedMessages = 4 * maxUnread

/** Id of the first of the newest unread messages if there may be far more than the state lists; otherwise 0. */
function firstCounted({ id, realm_id }: UnreadReader): Fragment {
  const sources = unread(id, {})
  const newestFirst: IdRange = { low: 0, high: Number.MAX_SAFE_INTEGER, descending: true }
  return fragment`iif(
    (select max(id) from message where ${inRealm(fragment`id`, realm_id)}) >= ${beforeFirstId(realm_id) + maxScannedMessages}
      and (select max(id) from message where ${inRealm(fragment`id`, realm_id)}) - ${lowestId(id, sources, null)} >= ${maxScannedMessages},
    coalesce((
      select message.id
      from ${messagesInOrder(id, sources, newestFirst, { messageIndex: messageIndexes.any, isHistory: false })} ${pageJoin(id)}
      where ${isUnread(id)}
      limit 1 offset ${literal(maxUnread - 1)}
    ), 0),
    0
  )`
}

/** Those above the read watermark that are older than all digests. */
const aboveWatermark = async (sql: Sql, reader: UnreadReader): Promise<UnreadRow[]> =>
  rows(
    sql,
    reader.id,
    fragment`
      ${messagesUnordered(reader.id, unread(reader.id, {}), {
        from: firstCounted(reader),
        below: firstDigested(reader.realm_id),
      })}
      ${pageJoin(reader.id)}
      where ${isUnread(reader.id)}`,
  )

/** Messages that were marked as unread, except those in streams that the user left. */
async function markedUnread(sql: Sql, { id }: UnreadReader): Promise<UnreadRow[]> {
  const { from, flags, where } = flaggedMessages(id, 'markedUnread')
  const mine = messagesOf(id, {
    from: fragment`${from} cross join message on message.id = flagged.message_id`,
    flags,
    where,
    orderBy: fragment`order by flagged.message_id desc`,
  })
  return rows(
    sql,
    id,
    fragment`
      ${mine}
      where message.is_private or exists (
        select 1 from subscription
        where subscription.user_id = ${id} and subscription.stream_id = message.recipient_id and subscription.active
      )
      limit ${literal(maxUnread)}`,
  )
}

async function rows(sql: Sql, user_id: number, from: Fragment): Promise<UnreadRow[]> {
  const cells = columns(user_id)
  return unpackRows(
    Object.keys(cells),
    await sql`select ${packColumns(Object.values(cells))} from ${from}`.all<Packed>(),
  )
}

/** Unread messages of the user (register, `unread_msgs`; behaviour, Unread). */
export async function unreadMessages(sql: Sql, reader: UnreadReader): Promise<UnreadMessages> {
  const found = (
    await Promise.all([aboveWatermark(sql, reader), recentUnread(sql, reader), markedUnread(sql, reader)])
  ).flat()
  const newest = found.toSorted((a, b) => a.id - b.id).slice(-maxUnread)
  return {
    count: newest.filter(({ is_muted }) => !is_muted).length,
    ...conversations(newest, reader.id),
    streams: topics(newest),
    mentions: newest
      .filter(({ is_mentioned, is_wildcard, is_muted }) => is_mentioned || (is_wildcard && !is_muted))
      .map(({ id }) => id),
    old_unreads_missing: newest.length === maxUnread,
  }
}

function conversations(messages: readonly UnreadRow[], own_id: number): Pick<UnreadMessages, 'pms' | 'huddles'> {
  const ids = new Map<string, number[]>()
  for (const { id, member_key } of messages) if (member_key !== null) addToList(ids, member_key, id)
  const [pms, huddles]: [UnreadMessages['pms'], UnreadMessages['huddles']] = [[], []]
  for (const [user_ids_string, unread_message_ids] of ids) {
    const members = user_ids_string.split(',').map(Number)
    const other = members.find((member) => member !== own_id) ?? own_id
    if (members.length > 2) huddles.push({ user_ids_string, unread_message_ids })
    else pms.push({ other_user_id: other, sender_id: other, unread_message_ids })
  }
  return {
    pms: pms.toSorted((a, b) => a.other_user_id - b.other_user_id),
    huddles: huddles.toSorted((a, b) => compare(a.user_ids_string, b.user_ids_string)),
  }
}

/** Unread messages by stream and topic. Each spelling of a topic has its own entry; clients merge them. */
function topics(messages: readonly UnreadRow[]): UnreadMessages['streams'] {
  const byStream = new Map<number, Map<string, number[]>>()
  for (const { id, recipient_id, topic, member_key } of messages) {
    if (member_key !== null) continue
    const ofStream = byStream.get(recipient_id) ?? new Map<string, number[]>()
    byStream.set(recipient_id, ofStream)
    addToList(ofStream, topic, id)
  }
  return [...byStream]
    .flatMap(([stream_id, ofStream]) =>
      [...ofStream].map(([topic, unread_message_ids]) => ({ stream_id, topic, unread_message_ids })),
    )
    .toSorted((a, b) => a.stream_id - b.stream_id || compare(a.topic, b.topic))
}

function addToList<K>(lists: Map<K, number[]>, key: K, id: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [id])
  else list.push(id)
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
