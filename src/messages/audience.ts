import type { Turn } from '../core/turn/change'
import { Fragment, fragment, literal, type Sql } from '../core/sql/sql'
import { subscriberIds } from '../subscriptions/queries'
import { streamById } from '../streams/queries'
import { wasThereToTheEnd } from '../user-messages/lost-access'
import { members } from '../users/audience'
import { flagJoin, hasRow, isReceived, isRead, readWatermarkOf, pageJoin } from '../user-messages/rows'
import type { Addressed } from './addressed'
import type { MessageRow } from './message-rows'
import { membersOf } from './queries'

/** A listening account that may see a message, with its own read state and flags. */
export interface MessageViewer extends Pick<MessageRow, 'is_read' | 'is_received' | 'wildcard_mentioned' | 'flags'> {
  user_id: number
  /** Whether the account received or touched the message. Otherwise it only finds it in the history of its stream. */
  is_holder: number
}

type TurnReads = Pick<Turn, 'sql' | 'cached' | 'listening' | 'realm_id'>

/**
 * Message holders and history subscribers of a message before the change (events, Recipients), if they listen and have access to
 * its place. The number of rows read grows with the listeners, not with the subscribers.
 */
export async function messageViewers(turn: TurnReads, message: Addressed): Promise<MessageViewer[]> {
  return viewersAmong(turn, message, await possibleViewers(turn, message))
}

/** Ids of these accounts. Subscribers of a stream with public history are cached, and not looked up. */
export async function messageViewerIds(turn: TurnReads, message: Addressed): Promise<number[]> {
  const possible = await possibleViewers(turn, message)
  const allViewers =
    message.is_private || possible.length === 0 ? noAccounts : await viewersOfAllMessages(turn, message.recipient_id)
  const rest = await viewersAmong(
    turn,
    message,
    possible.filter((id) => !allViewers.has(id)),
  )
  return [...possible.filter((id) => allViewers.has(id)), ...rest.map(({ user_id }) => user_id)]
}

/** Listening accounts that received or touched the message, and have access to its place. */
export async function messageHolders(turn: TurnReads, message: Addressed): Promise<number[]> {
  const viewers = await messageViewers(turn, message)
  return viewers.filter(({ is_holder }) => is_holder).map(({ user_id }) => user_id)
}

const noAccounts: ReadonlySet<number> = new Set()

/** Listening accounts that cannot be left out: those who have access to the message's place. */
async function possibleViewers(turn: TurnReads, message: Addressed): Promise<number[]> {
  const { cached, listening } = turn
  const listeners = listening.users()
  if (listeners.length === 0) return []
  if (!message.is_private) return withAccess(turn, message.recipient_id, listeners)
  return (await cached(membersOf, message.recipient_id)).filter((id) => listening.has(id))
}

/**
 * Those of the active accounts who may read what is sent to a stream now (behaviour, Losing access). Only reads what is cached,
 * except for archived streams: there is no cache of who was subscribed until the end.
 */
export async function withAccess(
  turn: Pick<Turn, 'sql' | 'cached' | 'realm_id'>,
  stream_id: number,
  user_ids: readonly number[],
): Promise<number[]> {
  if (user_ids.length === 0) return []
  const { sql, cached, realm_id } = turn
  const stream = await cached(streamById, realm_id, stream_id)
  if (stream === null) return membersToTheEnd(sql, stream_id, user_ids)
  if (stream.is_web_public) return [...user_ids]
  const subscribers = await cached(subscriberIds, stream_id)
  const subscribed = user_ids.filter((id) => subscribers.has(id))
  if (stream.invite_only || subscribed.length === user_ids.length) return subscribed
  const nonGuests = new Set(await members(turn))
  return user_ids.filter((id) => nonGuests.has(id) || subscribers.has(id))
}

async function membersToTheEnd(sql: Sql, stream_id: number, user_ids: readonly number[]): Promise<number[]> {
  const rows = await sql`
    select person.id from ${accountsTable(user_ids)} as person
    where ${wasThereToTheEnd(fragment`person.id`, stream_id)}
  `.all<{ id: number }>()
  return rows.map(({ id }) => id)
}

/** Accounts that see all messages of a stream; empty if this has to be looked up for each message. */
async function viewersOfAllMessages({ cached, realm_id }: TurnReads, stream_id: number): Promise<ReadonlySet<number>> {
  const stream = await cached(streamById, realm_id, stream_id)
  return stream?.history_public_to_subscribers ? cached(subscriberIds, stream_id) : noAccounts
}

async function viewersAmong(
  { sql }: TurnReads,
  { id }: Pick<Addressed, 'id'>,
  users: readonly number[],
): Promise<MessageViewer[]> {
  if (users.length === 0) return []
  const user_id = fragment`person.id`
  return sql`
    select message.user_id, ${hasRow} as is_holder, ${isReceived} as is_received,
      ${isRead(fragment`message.user_id`, id)} as is_read, message.wildcard_mentioned, message.flags
    from (
      select ${user_id} as user_id, message.id, sender_id, recipient_id, is_private, is_quiet, wildcard_mentioned,
        stream.history_public_to_subscribers, ${readWatermarkOf(user_id)} as read_watermark, flag.flags
      from message left join stream on not message.is_private and stream.id = message.recipient_id
      cross join ${accountsTable(users)} as person
      ${flagJoin(user_id)}
      where message.id = ${id}
      limit -1
    ) as message
    ${pageJoin(fragment`message.user_id`)}
    where ${hasRow} or (
      message.history_public_to_subscribers
      and exists (
        select 1 from subscription
        where subscription.user_id = message.user_id and stream_id = message.recipient_id and active
      )
    )
  `.all()
}

/** Maximal number of accounts that are written into a statement. The database counts the items of a bound list as rows. */
const maxInlineAccounts = 1000

/** Accounts as a table with the column `id`. */
function accountsTable(users: readonly number[]): Fragment {
  if (users.length > maxInlineAccounts) return fragment`(select value as id from json_each(${JSON.stringify(users)}))`
  const values = users.map((id) => `(${literal(id).text})`).join(', ')
  return new Fragment(`(select column1 as id from (values ${values}))`, [])
}
