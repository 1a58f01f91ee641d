import { roles } from '../accounts/roles'
import { beforeFirstId, inRealm } from '../core/sql/ids'
import { fragment, literal, type Fragment, type Sql } from '../core/sql/sql'
import { isMarked, readPage } from '../read-state/read-marks'
import { settingsFrom, type UserSettings } from '../settings/table'
import { openEnd } from '../user-messages/spans'
import type { LivelyTopic, NamedThings } from './item'

/** Messages of a week that are looked through to find lively topics: the newest ones. */
const maxMessages = 20_000

/** Lively topics of one stream, and of the whole organization. */
const maxTopics = { ofStream: 4, ofRealm: 400 }

/** Streams and people that are looked at, from the newest on, and those that are named. */
const maxNew = { read: 50, named: 5 }

const lastMessage = (realm_id: number): Fragment => fragment`
  (select coalesce(max(id), ${beforeFirstId(realm_id)}) from message where ${inRealm(fragment`id`, realm_id)})`

/** Id of the first message since a time. Halves the range of ids again and again, and reads two rows each time: about 60. */
const firstMessageSince = (realm_id: number, since: number): Fragment => {
  const middle = fragment`((low + high) / 2)`
  const isNew = fragment`(select sent_at from message where id >= ${middle} order by id limit 1) >= ${since}`
  return fragment`(
  with recursive search (low, high) as (
    select cast(${beforeFirstId(realm_id)} as integer) + 1, ${lastMessage(realm_id)} + 1
    union all
    select iif(${isNew}, low, ${middle} + 1), iif(${isNew}, ${middle}, high)
    from search
    where low < high
  )
  select low from search where low >= high
)`
}

/** The topics of all streams in which several people wrote since a time, the liveliest first. What bots write does not count. */
export async function livelyTopics(sql: Sql, realm_id: number, since: number): Promise<LivelyTopic[]> {
  const rows = await sql`
    select stream.id as stream_id, stream.name as stream, topic, messages, people, first_id,
      stream.history_public_to_subscribers as has_open_history
    from (
      select recipient_id, max(topic) as topic, sum(amount) as messages, count(*) as people, min(first_id) as first_id,
        row_number() over (partition by recipient_id order by count(*) desc, sum(amount) desc) as place
      from (
        select recipient_id, topic_key, sender_id, max(topic) as topic, count(*) as amount, min(id) as first_id
        from message not indexed
        where not is_private and id <= ${lastMessage(realm_id)}
          and id >= max(${firstMessageSince(realm_id, since)}, ${lastMessage(realm_id)} - ${literal(maxMessages - 1)})
        group by recipient_id, topic_key, sender_id
      ) as talk cross join user on user.id = talk.sender_id and user.bot_type is null
      group by recipient_id, topic_key
      having count(*) > 1
    ) as lively join stream on stream.id = lively.recipient_id and not stream.deactivated
    where place <= ${maxTopics.ofStream}
    order by people desc, messages desc
    limit ${maxTopics.ofRealm}
  `.all<Omit<LivelyTopic, 'hasOpenHistory'> & { has_open_history: number }>()
  return rows.map(({ has_open_history, ...topic }) => ({ ...topic, hasOpenHistory: has_open_history === 1 }))
}

/** The names of the new ones. */
const newNames = (rows: readonly { name: string; is_new: number }[]): NamedThings => {
  const fresh = rows.filter(({ is_new }) => is_new === 1)
  return { names: fresh.slice(0, maxNew.named).map(({ name }) => name), amount: fresh.length }
}

/** Public streams that were made since a time. */
export async function newStreams(sql: Sql, realm_id: number, since: number): Promise<NamedThings> {
  return newNames(
    await sql`
      select name, not invite_only and not deactivated and date_created >= ${since} as is_new from stream
      where ${inRealm(fragment`id`, realm_id)} order by id desc limit ${maxNew.read}
    `.all(),
  )
}

/** People who have joined since a time. */
export async function newPeople(sql: Sql, realm_id: number, since: number): Promise<NamedThings> {
  return newNames(
    await sql`
      select full_name as name, is_active and bot_type is null and date_joined >= ${since} as is_new from user
      where ${inRealm(fragment`id`, realm_id)} order by id desc limit ${maxNew.read}
    `.all(),
  )
}

/** Somebody who may get a digest. */
export interface DigestPerson {
  readonly id: number
  readonly delivery_email: string
  readonly settings: UserSettings
  readonly isGuest: boolean
  readonly date_joined: number
  /** Day of the last use of a session, in days since 1970; null: there is none. */
  readonly used_on: number | null
  /** Whether they have a password. Imported people have none until they come for the first time. */
  readonly hasPassword: boolean
}

/** The next active people by their ids. */
export async function peopleAfter(sql: Sql, realm_id: number, after: number, limit: number): Promise<DigestPerson[]> {
  const rows = await sql`
    select id, delivery_email, settings, role, date_joined,
      (select max(used_on) from session where user_id = user.id) as used_on,
      exists (select 1 from password where user_id = user.id) as has_password
    from user
    where id > ${after} and ${inRealm(fragment`id`, realm_id)}
      and is_active and bot_type is null and not is_system_bot
    order by id
    limit ${limit}
  `.all<
    Omit<DigestPerson, 'settings' | 'isGuest' | 'hasPassword'> & {
      settings: string
      role: number
      has_password: number
    }
  >()
  return rows.map(({ settings, role, has_password, ...person }) => ({
    ...person,
    settings: settingsFrom(settings),
    isGuest: role === roles.guest,
    hasPassword: has_password === 1,
  }))
}

/** What decides which news somebody may and wants to know of. */
export interface DigestReader {
  /** Streams that they read and have not muted, and the first message that they received of each. */
  readonly streams: ReadonlyMap<number, number>
  /** Muted topics, as the id of the stream, a space, and the topic in folded case. */
  readonly mutedTopics: ReadonlySet<string>
  /** Private conversations with unread messages. */
  readonly unreadConversations: number
}

/** The same of several people, by their ids. */
export async function digestReaders(sql: Sql, user_ids: readonly number[]): Promise<ReadonlyMap<number, DigestReader>> {
  const people = fragment`json_each(${JSON.stringify(user_ids)}) as person`
  const [streams, muted, unread] = await Promise.all([
    sql`
      select subscription.user_id, subscription.stream_id, from_id
      from ${people}
        cross join subscription on subscription.user_id = person.value
        cross join subscription_span as span
          on span.user_id = subscription.user_id and span.stream_id = subscription.stream_id and to_id = ${openEnd}
      where subscription.active and not subscription.is_muted
    `.all<{ user_id: number; stream_id: number; from_id: number }>(),
    sql`
      select user_id, stream_id || ' ' || topic_key as place
      from ${people} cross join muted_topic on user_id = person.value
    `.all<{ user_id: number; place: string }>(),
    unreadConversations(sql, user_ids),
  ])
  return new Map(
    user_ids.map((id) => [
      id,
      {
        streams: new Map(streams.flatMap((row) => (row.user_id === id ? [[row.stream_id, row.from_id]] : []))),
        mutedTopics: new Set(muted.flatMap((row) => (row.user_id === id ? row.place : []))),
        unreadConversations: unread.get(id) ?? 0,
      },
    ]),
  )
}

/** How many conversations of these people have a message that they have not read, of somebody whom they have not muted. */
async function unreadConversations(sql: Sql, user_ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const user_id = fragment`member.user_id`
  const rows = await sql`
    select member.user_id, count(*) as amount
    from json_each(${JSON.stringify(user_ids)}) as person
      cross join conversation_member as member on member.user_id = person.value
    where exists (
      select 1 from message left join ${readPage(user_id, fragment`message.id`)}
      where message.recipient_id = member.conversation_id and message.id >= member.unread_from
        and message.sender_id <> member.user_id and not message.is_quiet
        and not ${isMarked(user_id, fragment`message.id`, user_ids[0] ?? 0)}
        and not exists (
          select 1 from muted_user where user_id = member.user_id and muted_user_id = message.sender_id
        )
    )
    group by member.user_id
  `.all<{ user_id: number; amount: number }>()
  return new Map(rows.map((row) => [row.user_id, row.amount]))
}
