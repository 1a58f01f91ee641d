import { type Sql } from '../core/sql/sql'

/** A message or reminder for later, as it is stored as JSON. */
export interface ScheduledMessage {
  sender_id: number
  /** The account whose share the delivery counts for. Missing in old rows. */
  owner_id?: number
  /** UNIX time, seconds. */
  deliver_at: number
  /** Goes to the sender alone. */
  isReminder: boolean
  /** The message; `to` has ids. */
  message: {
    type: 'stream' | 'private'
    to: string
    topic: string
    content: string
    widget_content?: string | undefined
  }
  /** Origin and client of the request that scheduled it. */
  origin: string
  client: string
}

/** The number of a user's messages and reminders that wait. */
export async function countScheduled(sql: Sql, user_id: number): Promise<number> {
  const row = await sql`
    select count(*) as amount from scheduled_message
    where sender_id = ${user_id}
  `.first<{ amount: number }>()
  return row!.amount
}

/** The time of the realm's next delivery, in UNIX seconds; null if nothing waits. */
export async function nextDelivery(sql: Sql, realm_id: number): Promise<number | null> {
  const row = await sql`
    select min(deliver_at) as next from scheduled_message
    where realm_id = ${realm_id}
  `.first<{ next: number | null }>()
  return row!.next
}

/** The realm's next deliveries, the earliest first. */
export async function nextScheduled(
  sql: Sql,
  realm_id: number,
  amount: number,
): Promise<{ id: number; scheduled: ScheduledMessage }[]> {
  const rows = await sql`
    select id, scheduled from scheduled_message
    where realm_id = ${realm_id}
    order by deliver_at, id
    limit ${amount}
  `.all<{ id: number; scheduled: string }>()
  return rows.map(({ id, scheduled }) => ({ id, scheduled: JSON.parse(scheduled) as ScheduledMessage }))
}
