import type { Records } from '../../archive/records'
import { isServiceBot } from '../../accounts/types'
import { foldCase } from '../../core/base/unicode'
import { jsonLists } from '../../core/sql/json-lists'
import { fragment, type Sql } from '../../core/sql/sql'
import { pickColor } from '../../subscriptions/colors'
import { openEnd } from '../../user-messages/spans'
import type { Batch, BatchStep } from '../batch'

type SubscriptionRecord = Records['subscriptions']

/** A row of `subscription_span`. */
interface SpanRow {
  user_id: number
  stream_id: number
  from_id: number
  to_id: number
  unread_from: number
  ended_at: number | null
  ended_name: string | null
}

/** What a subscription needs to know of its user. */
interface SubscriberRow {
  id: number
  is_active: number
  bot_type: number | null
}

/** Subscriptions with the times in which they lasted, and what is unread. They replace those that exist by now. */
export async function writeSubscriptions(batch: Batch<SubscriptionRecord>): Promise<BatchStep> {
  const { turn, records } = batch
  const [, people, archived] = await Promise.all([
    batch.assertReferences(({ user_id, stream_id }) => [
      { kind: 'user', id: user_id, field: 'user_id' },
      { kind: 'stream', id: stream_id, field: 'stream_id' },
    ]),
    subscribersOf(turn.sql, [...new Set(records.map(({ user_id }) => batch.idOf('user', user_id)))]),
    archivedAmong(turn.sql, [...new Set(records.map(({ stream_id }) => batch.idOf('stream', stream_id)))]),
  ])
  const pairs = new Set<string>()
  const colors = new Map<number, Set<string>>()
  const spans: SpanRow[] = []
  const rows = records.map(({ spans: ofRecord, ...record }, index) => {
    const user_id = batch.idOf('user', record.user_id)
    const stream_id = batch.idOf('stream', record.stream_id)
    const pair = `${user_id} ${stream_id}`
    if (pairs.has(pair)) batch.refuse(index, 'stream_id', 'The batch has this subscription twice')
    pairs.add(pair)
    const used = colors.get(user_id) ?? new Set()
    colors.set(user_id, used)
    const color = record.color ?? pickColor(used, stream_id)
    used.add(color)
    const user = people.get(user_id)!
    const active = record.active && !archived.has(stream_id)
    const place = { user_id, stream_id, active, isService: isServiceBot(user) }
    spans.push(...spansOf(batch, ofRecord, place))
    return { ...record, user_id, stream_id, active, is_user_active: user.is_active, color }
  })
  const named = JSON.stringify(rows.map(({ user_id, stream_id }) => [user_id, stream_id]))
  return {
    writes: [
      fragment`
        delete from subscription_span
        where (user_id, stream_id) in (select value ->> 0, value ->> 1 from json_each(${named}))`,
      ...jsonLists(rows).map(
        ({ json }) => fragment`
          insert or replace into subscription (
            user_id, stream_id, active, is_user_active, color, is_muted, pin_to_top, desktop_notifications,
            audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify, role
          )
          select
            value ->> 'user_id', value ->> 'stream_id', value ->> 'active', value ->> 'is_user_active', value ->> 'color',
            value ->> 'is_muted', value ->> 'pin_to_top', value ->> 'desktop_notifications',
            value ->> 'audible_notifications', value ->> 'push_notifications', value ->> 'email_notifications',
            value ->> 'wildcard_mentions_notify', value ->> 'role'
          from json_each(${json})`,
      ),
      ...jsonLists(spans).map(
        ({ json }) => fragment`
          insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from, ended_at, ended_name)
          select
            value ->> 'user_id', value ->> 'stream_id', value ->> 'from_id', value ->> 'to_id', value ->> 'unread_from',
            value ->> 'ended_at', value ->> 'ended_name'
          from json_each(${json})`,
      ),
    ],
    rows: 2 * rows.length + spans.length,
  }
}

/** The spans of a subscription. Only the last one of somebody who is subscribed now has no end. */
function spansOf(
  batch: Batch<SubscriptionRecord>,
  spans: SubscriptionRecord['spans'],
  { active, isService, ...place }: { user_id: number; stream_id: number; active: boolean; isService: boolean },
): SpanRow[] {
  const upcoming = batch.turn.upcoming('message')
  const ofAll = { from: 1, to: null, unread_from: null, ended_at: null, ended_name: null }
  const byStart = new Map((spans.length === 0 ? [ofAll] : spans).map((span) => [batch.messageId(span.from), span]))
  const sorted = [...byStart].toSorted(([a], [b]) => a - b)
  return sorted.map(([from_id, { to, unread_from, ended_at, ended_name }], index) => {
    const isOpen = active && index === sorted.length - 1
    if (!isOpen) {
      const next = sorted[index + 1]?.[0] ?? upcoming
      const to_id = Math.max(from_id, Math.min(to === null ? next : batch.messageId(to), next))
      return { ...place, from_id, to_id, unread_from: openEnd, ended_at, ended_name }
    }
    const watermark = unread_from === null ? upcoming : Math.max(from_id, batch.messageId(unread_from))
    return {
      ...place,
      from_id,
      to_id: openEnd,
      unread_from: isService ? openEnd : watermark,
      ended_at: null,
      ended_name: null,
    }
  })
}

async function subscribersOf(sql: Sql, ids: readonly number[]): Promise<ReadonlyMap<number, SubscriberRow>> {
  const rows = await sql`
    select id, is_active, bot_type from user where id in (select value from json_each(${JSON.stringify(ids)}))
  `.all<SubscriberRow>()
  return new Map(rows.map((row) => [row.id, row]))
}

async function archivedAmong(sql: Sql, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await sql`
    select id from stream where id in (select value from json_each(${JSON.stringify(ids)})) and deactivated
  `.all<{ id: number }>()
  return new Set(rows.map(({ id }) => id))
}

/** Muted topics. */
export async function writeMutedTopics(batch: Batch<Records['muted_topics']>): Promise<BatchStep> {
  await batch.assertReferences(({ user_id, stream_id }) => [
    { kind: 'user', id: user_id, field: 'user_id' },
    { kind: 'stream', id: stream_id, field: 'stream_id' },
  ])
  const rows = batch.records.map(({ user_id, stream_id, topic, date_muted }, index) => {
    if (topic === '') batch.refuse(index, 'topic', 'The topic is empty')
    return [batch.idOf('user', user_id), batch.idOf('stream', stream_id), foldCase(topic), topic, date_muted]
  })
  return {
    writes: [
      fragment`
        insert or replace into muted_topic (user_id, stream_id, topic_key, topic, date_muted)
        select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each(${JSON.stringify(rows)})`,
    ],
    rows: rows.length,
  }
}

/** Muted users. */
export async function writeMutedUsers(batch: Batch<Records['muted_users']>): Promise<BatchStep> {
  await batch.assertReferences(({ user_id, muted_user_id }) => [
    { kind: 'user', id: user_id, field: 'user_id' },
    { kind: 'user', id: muted_user_id, field: 'muted_user_id' },
  ])
  const rows = batch.records.map(({ user_id, muted_user_id, date_muted }, index) => {
    if (user_id === muted_user_id) batch.refuse(index, 'muted_user_id', 'Nobody mutes themself')
    return [batch.idOf('user', user_id), batch.idOf('user', muted_user_id), date_muted]
  })
  return {
    writes: [
      fragment`
        insert or replace into muted_user (user_id, muted_user_id, date_muted)
        select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(rows)})`,
    ],
    rows: rows.length,
  }
}
