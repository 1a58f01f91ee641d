import { fragment, PackedColumns, type Sql } from '../core/sql/sql'
import { listedColumns, type ListedStream } from '../streams/queries'
import { wasThereToTheEnd } from '../user-messages/lost-access'

/** Ids of the people and bots who are subscribed, without deactivated users. Their subscriptions are kept for a reactivation. */
export async function subscriberIds(sql: Sql, stream_id: number): Promise<ReadonlySet<number>> {
  const rows = await sql`
    select user_id from subscription
    where stream_id = ${stream_id} and active and is_user_active = 1
  `.all<{ user_id: number }>()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** `subscriberIds` of many streams, by stream. */
export async function subscribersOfStreams(
  sql: Sql,
  stream_ids: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> {
  const rows = await sql`
    select stream_id, json_group_array(user_id) as user_ids
    from json_each(${JSON.stringify(stream_ids)})
    cross join subscription on stream_id = value and active and is_user_active = 1
    group by stream_id
  `.all<{ stream_id: number; user_ids: string }>()
  return new Map(rows.map(({ stream_id, user_ids }) => [stream_id, new Set(JSON.parse(user_ids) as number[])]))
}

const activeColumn = new PackedColumns<{ active: number }>({ active: fragment`active` })

export async function isSubscribed(sql: Sql, user_id: number, stream_id: number): Promise<boolean> {
  const packedRow = await sql`
    select ${activeColumn.packed} from subscription
    where user_id = ${user_id} and stream_id = ${stream_id}
  `.cachedFirstPacked()
  return Boolean(activeColumn.first(packedRow)?.active)
}

/** Whether the user was subscribed to an archived stream until it was archived. */
export async function wasInArchived(sql: Sql, user_id: number, stream_id: number): Promise<boolean> {
  const row = await sql`select ${wasThereToTheEnd(fragment`${user_id}`, stream_id)} as was_there`.first<{
    was_there: number | null
  }>()
  return Boolean(row!.was_there)
}

/** Value of `role` for administrators of a stream. */
const streamAdministratorRole = 20

/** Properties that a user chooses for a subscription, besides the colour. */
export interface OwnColumns {
  is_muted: number
  pin_to_top: number
  desktop_notifications: number | null
  audible_notifications: number | null
  push_notifications: number | null
  email_notifications: number | null
  wildcard_mentions_notify: number | null
  subscription_role: number
}

export interface SubscriptionRow extends ListedStream, OwnColumns {
  color: string
}

/** Columns of `OwnColumns` and the colour. */
export const ownColumns = fragment`
  subscription.color, subscription.is_muted, subscription.pin_to_top, subscription.desktop_notifications,
  subscription.audible_notifications, subscription.push_notifications, subscription.email_notifications,
  subscription.wildcard_mentions_notify, subscription.role as subscription_role`

/** Streams that the user is subscribed to, by name. */
export async function subscriptionsOf(sql: Sql, user_id: number): Promise<SubscriptionRow[]> {
  return sql`
    select ${listedColumns}, ${ownColumns}
    from subscription join stream on stream.id = stream_id
    where user_id = ${user_id} and active and not deactivated
    order by name_key
  `.all()
}

/** Ids of the subscribers of each stream that the user is subscribed to, by stream. */
export async function subscribersByStream(sql: Sql, user_id: number): Promise<Map<number, number[]>> {
  const rows = await sql`
    select theirs.stream_id, json_group_array(theirs.user_id) as user_ids
    from subscription as mine
    join subscription as theirs
      on theirs.stream_id = mine.stream_id and theirs.active and theirs.is_user_active = 1
    where mine.user_id = ${user_id} and mine.active
    group by theirs.stream_id
  `.all<{ stream_id: number; user_ids: string }>()
  return new Map(rows.map(({ stream_id, user_ids }) => [stream_id, JSON.parse(user_ids) as number[]]))
}

/** Properties of former subscriptions, by user and then by stream. A new subscription to the stream keeps them. */
export async function formerProperties(
  sql: Sql,
  user_ids: readonly number[],
  stream_ids: readonly number[],
): Promise<Map<number, Map<number, OwnColumns>>> {
  const rows = await sql`
    select subscription.user_id, subscription.stream_id, ${ownColumns}
    from json_each(${JSON.stringify(user_ids)}) as person
    cross join json_each(${JSON.stringify(stream_ids)}) as wanted
    cross join subscription on user_id = person.value and stream_id = wanted.value and not active
  `.all<OwnColumns & { user_id: number; stream_id: number }>()
  const byUser = new Map<number, Map<number, OwnColumns>>()
  for (const row of rows) byUser.set(row.user_id, (byUser.get(row.user_id) ?? new Map()).set(row.stream_id, row))
  return byUser
}

/** A current or former subscription. */
export interface SubscriptionOfUser {
  active: boolean
  color: string
}

/** Current and former subscriptions of people, by user and then by stream. */
export async function subscriptionsEver(
  sql: Sql,
  user_ids: readonly number[],
): Promise<Map<number, Map<number, SubscriptionOfUser>>> {
  const rows = await sql`
    select user_id, stream_id, active, color from subscription
    where user_id in (select value from json_each(${JSON.stringify(user_ids)}))
  `.all<{ user_id: number; stream_id: number; active: number; color: string }>()
  const byUser = new Map<number, Map<number, SubscriptionOfUser>>()
  for (const { user_id, stream_id, active, color } of rows) {
    const own = byUser.get(user_id) ?? new Map<number, SubscriptionOfUser>()
    byUser.set(user_id, own.set(stream_id, { active: Boolean(active), color }))
  }
  return byUser
}

export interface NewSubscription {
  user_id: number
  stream_id: number
  color: string
}

/** Ids of those of the streams that the user administers. No endpoint can give anybody that role. */
export async function administeredAmong(sql: Sql, user_id: number, stream_ids: readonly number[]): Promise<number[]> {
  const rows = await sql`
    select stream_id from json_each(${JSON.stringify(stream_ids)})
    cross join subscription on user_id = ${user_id} and stream_id = value
    where active and role = ${streamAdministratorRole}
  `.all<{ stream_id: number }>()
  return rows.map(({ stream_id }) => stream_id)
}

/** Ids of those of the streams that the user is subscribed to. */
export async function activeAmong(sql: Sql, user_id: number, stream_ids: readonly number[]): Promise<Set<number>> {
  const rows = await sql`
    select stream_id from json_each(${JSON.stringify(stream_ids)})
    join subscription on user_id = ${user_id} and stream_id = value
    where active
  `.all<{ stream_id: number }>()
  return new Set(rows.map(({ stream_id }) => stream_id))
}
