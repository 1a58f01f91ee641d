import { fragment, type Fragment, type Sql } from '../core/sql/sql'

/** Something to be delivered later, as far as it is kept as JSON. */
export interface Scheduled {
  sender_id: number
  /** Whose share it counts for, as of the request that asked for it; missing in what was asked for before this was kept. */
  owner_id?: number
  /** UNIX time, seconds. */
  deliver_at: number
  /** Goes to the sender alone. */
  isReminder: boolean
  /** What is to be sent; `to` has ids. */
  message: {
    type: 'stream' | 'private'
    to: string
    topic: string
    content: string
    widget_content?: string | undefined
  }
  /** As of the request that asked for it. */
  origin: string
  client: string
}

/** How many a user has asked for that are not delivered yet. */
export async function countScheduled(sql: Sql, user_id: number): Promise<number> {
  const row = await sql`
    select count(*) as amount from scheduled_message
    where sender_id = ${user_id}
  `.first<{ amount: number }>()
  return row!.amount
}

/** When the realm has to deliver something next, in UNIX seconds; null when there is nothing to deliver. */
export async function nextDelivery(sql: Sql, realm_id: number): Promise<number | null> {
  const row = await sql`
    select min(deliver_at) as next from scheduled_message
    where realm_id = ${realm_id}
  `.first<{ next: number | null }>()
  return row!.next
}

/** What the realm has to deliver next, the earliest first. */
export async function nextScheduled(
  sql: Sql,
  realm_id: number,
  amount: number,
): Promise<{ id: number; scheduled: Scheduled }[]> {
  const rows = await sql`
    select id, scheduled from scheduled_message
    where realm_id = ${realm_id}
    order by deliver_at, id
    limit ${amount}
  `.all<{ id: number; scheduled: string }>()
  return rows.map(({ id, scheduled }) => ({ id, scheduled: JSON.parse(scheduled) as Scheduled }))
}

export const insertScheduled = (id: number, realm_id: number, scheduled: Scheduled): Fragment => fragment`
  insert into scheduled_message (id, realm_id, sender_id, deliver_at, scheduled)
  values (${id}, ${realm_id}, ${scheduled.sender_id}, ${scheduled.deliver_at}, ${JSON.stringify(scheduled)})`

export const deleteScheduled = (ids: readonly number[]): Fragment => fragment`
  delete from scheduled_message
  where id in (select value from json_each(${JSON.stringify(ids)}))`

/** Drops what these users wanted to have delivered. */
export const deleteScheduledOf = (user_ids: readonly number[]): Fragment => fragment`
  delete from scheduled_message
  where sender_id in (select value from json_each(${JSON.stringify(user_ids)}))`
