import { inRealm } from '../../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../../core/sql/sql'
import { openEnd } from '../../user-messages/spans'

/**
 * What a full export may have if people are asked (behaviour, Exports). It is found out at the start, so that all chapters agree
 * even if people change their minds or leave streams meanwhile.
 */
export interface Scope {
  /** People who allow it, and their bots. */
  readonly consenting: readonly number[]
  /** Private and archived streams that are not there as a whole. */
  readonly closed: readonly number[]
  /** What is there of them: the messages from <= id < to that a consenting person could read. */
  readonly ranges: readonly Range[]
}

type Range = readonly [stream_id: number, from: number, to: number]

interface ClosedStream {
  id: number
  /** Whether whoever is subscribed can read all messages. */
  is_shared: number
  /** JSON list of [from, to]: spans of consenting people who are subscribed, or were until the stream was archived. */
  spans: string | null
}

/** People who allow exports of their private data, and their bots. */
export async function consentingUsers(sql: Sql, realm_id: number): Promise<number[]> {
  const people = await sql`
    select user.id from user left join user as owner on owner.id = user.bot_owner_id
    where ${inRealm(fragment`user.id`, realm_id)} and not user.is_system_bot
      and iif(user.bot_type is null, user.settings, owner.settings) ->> 'allow_private_data_export'
    order by user.id
  `.all<{ id: number }>()
  return people.map(({ id }) => id)
}

export async function consentedScope(sql: Sql, realm_id: number): Promise<Scope> {
  const consenting = await consentingUsers(sql, realm_id)
  const streams = await sql`
    with received (stream_id, spans) as (
      select span.stream_id, json_group_array(json_array(span.from_id, span.to_id))
      from json_each(${JSON.stringify(consenting)}) as person
      cross join subscription_span as span on span.user_id = person.value
      cross join stream on stream.id = span.stream_id and (stream.invite_only or stream.deactivated)
      cross join subscription on subscription.user_id = span.user_id and subscription.stream_id = span.stream_id
      where iif(stream.deactivated,
        exists (
          select 1 from subscription_span as last
          where last.user_id = span.user_id and last.stream_id = span.stream_id and last.ended_at is null
        ),
        subscription.active and subscription.is_user_active = 1)
      group by span.stream_id
    )
    select stream.id, stream.history_public_to_subscribers and not stream.deactivated as is_shared, received.spans
    from stream left join received on received.stream_id = stream.id
    where ${inRealm(fragment`stream.id`, realm_id)} and (stream.invite_only or stream.deactivated)
    order by stream.id
  `.all<ClosedStream>()
  const closed = streams.filter(({ is_shared, spans }) => spans === null || !is_shared)
  return {
    consenting,
    closed: closed.map(({ id }) => id),
    ranges: closed.flatMap(({ id, spans }) =>
      joinSpans(JSON.parse(spans ?? '[]') as [number, number][]).map(([from, to]): Range => [id, from, to]),
    ),
  }
}

/** Spans without those that overlap or are empty. */
function joinSpans(spans: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = []
  for (const [from, to] of spans.filter((span) => span[0] < span[1]).toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, Math.min(to, openEnd)])
  }
  return result
}

/** Ids of streams that are not in the archive at all. */
export function absentStreams(scope: Scope | null): ReadonlySet<number> {
  const ranged = new Set(scope?.ranges.map(([stream_id]) => stream_id))
  return new Set(scope?.closed.filter((id) => !ranged.has(id)))
}

const valuesTable = (values: readonly unknown[]): Fragment => fragment`json_each(${JSON.stringify(values)})`

/** Whether the archive has the personal data of a user. The plus keeps the order of rows: no index is searched for each person. */
export const isPersonal = (scope: Scope | null, user_id: Fragment): Fragment =>
  scope === null ? fragment`true` : fragment`+${user_id} in (select value from ${valuesTable(scope.consenting)})`

/** Whether the archive has a stream. */
export const isPresent = (scope: Scope | null, stream_id: Fragment): Fragment =>
  scope === null
    ? fragment`true`
    : fragment`${stream_id} not in (select value from ${valuesTable([...absentStreams(scope)])})`

/** Whether the archive has a private conversation: one of its members is a consenting person. */
export const isAgreed = (scope: Scope | null, conversation_id: Fragment): Fragment =>
  scope === null
    ? fragment`true`
    : fragment`exists (
        select 1 from conversation_member as member
        where member.conversation_id = ${conversation_id} and ${isPersonal(scope, fragment`member.user_id`)}
      )`

/** Whether the archive has a message of the table `message`. */
export const isIncluded = (scope: Scope | null): Fragment =>
  scope === null
    ? fragment`true`
    : fragment`iif(message.is_private,
        ${isAgreed(scope, fragment`message.recipient_id`)},
        message.recipient_id not in (select value from ${valuesTable(scope.closed)})
          or exists (
            select 1 from ${valuesTable(scope.ranges)} as readable
            where readable.value ->> 0 = message.recipient_id
              and readable.value ->> 1 <= message.id and readable.value ->> 2 > message.id
          )
      )`
