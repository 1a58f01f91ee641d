import { type Sql } from '../core/sql/sql'
import { escapeHtml } from '../markdown/escape'
import type { WaitingMessage } from './schema'

/** A message or reminder for later, in its stored JSON form. */
export interface ScheduledMessage {
  sender_id: number
  /** The account whose share pays for the delivery. Missing in old rows. */
  owner_id?: number
  /** UNIX time, seconds. */
  deliver_at: number
  /** Only the sender gets a reminder. */
  isReminder: boolean
  /** The message; `to` has ids. */
  message: {
    type: 'stream' | 'private'
    to: string
    topic: string
    content: string
    widget_content?: string | undefined
  }
  /** HTML of the content for the sender. Missing in old rows. */
  rendered_content?: string
  /** Origin and client of the request that scheduled or last changed it. */
  origin: string
  client: string
}

export interface ScheduledRow {
  id: number
  scheduled: ScheduledMessage
}

const parseScheduled = ({ id, scheduled }: { id: number; scheduled: string }): ScheduledRow => ({
  id,
  scheduled: JSON.parse(scheduled) as ScheduledMessage,
})

/** A scheduled message in the form of the API. */
export function waitingMessage({ id, scheduled }: ScheduledRow): WaitingMessage {
  const { message, deliver_at, isReminder } = scheduled
  const { type, to, topic, content } = message
  return {
    scheduled_message_id: id,
    type,
    to: JSON.parse(to) as number | number[],
    ...(type === 'stream' && { topic }),
    content,
    rendered_content: scheduled.rendered_content ?? `<p>${escapeHtml(content)}</p>`,
    scheduled_delivery_timestamp: Math.floor(deliver_at),
    failed: false,
    is_reminder: isReminder,
  }
}

/** Number and bytes of a user's waiting messages and reminders, without one of them. */
export async function countScheduled(
  sql: Sql,
  user_id: number,
  beside: number | null,
): Promise<{ amount: number; bytes: number }> {
  const row = await sql`
    select count(*) as amount, coalesce(sum(octet_length(scheduled)), 0) as bytes from scheduled_message
    where sender_id = ${user_id} and id is not ${beside}
  `.first<{ amount: number; bytes: number }>()
  return row!
}

/** The waiting messages and reminders of a user, the next one first. */
export async function scheduledOf(sql: Sql, user_id: number): Promise<ScheduledRow[]> {
  const rows = await sql`
    select id, scheduled from scheduled_message
    where sender_id = ${user_id}
    order by deliver_at, id
  `.all<{ id: number; scheduled: string }>()
  return rows.map(parseScheduled)
}

/** One message or reminder of a user; null if it no longer waits, or belongs to another user. */
export async function ownScheduled(sql: Sql, user_id: number, id: number): Promise<ScheduledMessage | null> {
  const row = await sql`
    select id, scheduled from scheduled_message
    where id = ${id} and sender_id = ${user_id}
  `.first<{ id: number; scheduled: string }>()
  return row === null ? null : parseScheduled(row).scheduled
}

/** The time of the realm's next delivery in Unix seconds; null if nothing waits. */
export async function nextDelivery(sql: Sql, realm_id: number): Promise<number | null> {
  const row = await sql`
    select min(deliver_at) as next from scheduled_message
    where realm_id = ${realm_id}
  `.first<{ next: number | null }>()
  return row!.next
}

/** The realm's next deliveries, the earliest first. */
export async function nextScheduled(sql: Sql, realm_id: number, amount: number): Promise<ScheduledRow[]> {
  const rows = await sql`
    select id, scheduled from scheduled_message
    where realm_id = ${realm_id}
    order by deliver_at, id
    limit ${amount}
  `.all<{ id: number; scheduled: string }>()
  return rows.map(parseScheduled)
}
