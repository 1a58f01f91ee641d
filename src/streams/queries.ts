import { foldCase } from '../core/base/unicode'
import { commaSeparated, fragment, PackedColumns, type Fragment, type Sql } from '../core/sql/sql'
import { flaggedMessages } from '../user-messages/rows'

export interface StreamRow {
  id: number
  realm_id: number
  name: string
  description: string
  rendered_description: string
  date_created: number
  invite_only: number
  is_web_public: number
  history_public_to_subscribers: number
  stream_post_policy: number
  message_retention_days: number | null
  is_default: number
}

const columns: Record<keyof StreamRow, Fragment> = {
  id: fragment`stream.id`,
  realm_id: fragment`stream.realm_id`,
  name: fragment`stream.name`,
  description: fragment`stream.description`,
  rendered_description: fragment`stream.rendered_description`,
  date_created: fragment`stream.date_created`,
  invite_only: fragment`stream.invite_only`,
  is_web_public: fragment`stream.is_web_public`,
  history_public_to_subscribers: fragment`stream.history_public_to_subscribers`,
  stream_post_policy: fragment`stream.stream_post_policy`,
  message_retention_days: fragment`stream.message_retention_days`,
  is_default: fragment`stream.is_default`,
}

const streamColumns = commaSeparated(Object.values(columns))

const packedColumns = new PackedColumns<StreamRow>(columns)

/** Columns of a `ListedStream`. */
export const listedColumns = fragment`
  ${streamColumns}, stream.weekly_traffic, (select min(message.id) from message where recipient_id = stream.id) as first_message_id`

const streamsWhere = (condition: Fragment, selectedColumns = streamColumns): Fragment => fragment`
  select ${selectedColumns} from stream
  where not stream.deactivated and ${condition}`

const streamWhere = async (sql: Sql, condition: Fragment): Promise<StreamRow | null> =>
  packedColumns.first(await sql`${streamsWhere(condition, packedColumns.packed)}`.cachedFirstPacked())

export async function streamById(sql: Sql, realm_id: number, id: number): Promise<StreamRow | null> {
  return streamWhere(sql, fragment`realm_id = ${realm_id} and id = ${id}`)
}

export async function streamByName(sql: Sql, realm_id: number, name: string): Promise<StreamRow | null> {
  return streamWhere(sql, fragment`realm_id = ${realm_id} and name_key = ${foldCase(name)}`)
}

/** Id of the archived stream with this id or name; the newest one if several have the name. */
export async function archivedStream(sql: Sql, realm_id: number, named: number | string): Promise<number | null> {
  const isNamed =
    typeof named === 'number' ? fragment`stream.id = ${named}` : fragment`stream.name_key = ${foldCase(named)}`
  const row = await sql`
    select id from stream
    where realm_id = ${realm_id} and deactivated and ${isNamed}
    order by id desc
    limit 1
  `.first<{ id: number }>()
  return row?.id ?? null
}

/** Streams with these names, by folded name. */
export async function streamsByName(
  sql: Sql,
  realm_id: number,
  names: readonly string[],
): Promise<Map<string, ListedStream>> {
  const name_keys = JSON.stringify(names.map(foldCase))
  const rows = await sql`
    select ${listedColumns} from stream
    where not deactivated and realm_id = ${realm_id} and name_key in (select value from json_each(${name_keys}))
  `.all<ListedStream>()
  return new Map(rows.map((row) => [foldCase(row.name), row]))
}

/** Streams with these ids, in the order of their ids, without missing and archived ones. */
export async function streamsById(sql: Sql, realm_id: number, ids: readonly number[]): Promise<StreamRow[]> {
  const listed = fragment`(select value from json_each(${JSON.stringify(ids)}))`
  return sql`${streamsWhere(fragment`realm_id = ${realm_id} and id in ${listed}`)} order by id`.all()
}

/** Streams with these ids, in the order of their names. */
export async function listedStreams(sql: Sql, stream_ids: readonly number[]): Promise<ListedStream[]> {
  return sql`
    select ${listedColumns} from json_each(${JSON.stringify(stream_ids)}) cross join stream on stream.id = value
    where not deactivated
    order by name_key
  `.all()
}

/** Streams that every new user is subscribed to. */
export async function defaultStreams(sql: Sql, realm_id: number): Promise<StreamRow[]> {
  return sql`${streamsWhere(fragment`realm_id = ${realm_id} and is_default`)} order by id`.all()
}

/** A stream in the form of lists: its row, the id of its oldest message, and its traffic. */
export interface ListedStream extends StreamRow {
  first_message_id: number | null
  /** Messages a week by the last daily count; null while the stream is too new. */
  weekly_traffic: number | null
}

interface CountedStream extends ListedStream {
  /** Null unless the request asks for it. */
  subscriber_count: number | null
}

interface StreamFilter {
  include_public: boolean
  include_web_public: boolean
  include_all_active: boolean
  include_default: boolean
  include_subscriber_count: boolean
  /** Ids of users whose streams are included: the viewer, and the owner of a bot. */
  subscribers: number[]
}

/** Streams in at least one of the requested sets, by name. */
export async function streamsMatching(sql: Sql, realm_id: number, filter: StreamFilter): Promise<CountedStream[]> {
  return sql`
    select ${listedColumns}, case when ${filter.include_subscriber_count} then (
      select count(*) from subscription where stream_id = stream.id and active and is_user_active = 1
    ) end as subscriber_count
    from stream
    where realm_id = ${realm_id} and not deactivated and (
      ${filter.include_all_active}
      or (${filter.include_public} and not invite_only)
      or (${filter.include_web_public} and is_web_public)
      or (${filter.include_default} and is_default)
      or exists (
        select 1 from json_each(${JSON.stringify(filter.subscribers)}) as person
        join subscription on user_id = person.value and stream_id = stream.id and active
      )
    )
    order by name_key
  `.all()
}

/** All topics of a stream, the newest first. Costs one seek in the index per topic, however many messages it has. */
export async function topicsOfStream(sql: Sql, stream_id: number): Promise<{ name: string; max_id: number }[]> {
  return sql`
    with recursive newest_of_topic (name, key, max_id) as (
      select * from (
        select topic, topic_key, id from message
        where recipient_id = ${stream_id} and not is_private
        order by topic_key desc, id desc
        limit 1
      )
      union all
      select message.topic, message.topic_key, message.id
      from newest_of_topic join message on message.id = (
        select id from message
        where recipient_id = ${stream_id} and not is_private and topic_key < newest_of_topic.key
        order by topic_key desc, id desc
        limit 1
      )
    )
    select name, max_id from newest_of_topic
    order by max_id desc
  `.all()
}

/** Topics of the messages in a stream that the user received, or has a row of for another reason, such as a star. */
export async function receivedTopics(
  sql: Sql,
  stream_id: number,
  user_id: number,
): Promise<{ name: string; max_id: number }[]> {
  const touched = flaggedMessages(user_id, 'historical')
  return sql`
    select topic as name, max(id) as max_id
    from (
      select message.topic, message.topic_key, message.id
      from subscription_span as span
      join message on recipient_id = stream_id and message.id >= from_id and message.id < to_id
      where stream_id = ${stream_id} and user_id = ${user_id}
      union all
      select message.topic, message.topic_key, message.id
      from ${touched.from} cross join message on message.id = flagged.message_id
      where ${touched.where} and message.recipient_id = ${stream_id}
    )
    group by topic_key
    order by max_id desc
  `.all()
}
