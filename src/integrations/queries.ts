import { fragment, type Sql } from '../core/sql/sql'
import { searchHits } from '../narrow/search'

/** What a bot posts for a service. */
export interface BotIntegration {
  readonly bot_id: number
  readonly service: string
  /** Null: the owner of the bot gets direct messages. */
  readonly stream_id: number | null
  /** Null: every event has the topic that it belongs to. */
  readonly topic: string | null
  readonly only_events: string[]
  readonly excluded_events: string[]
  /** Null: signatures are not asked for. */
  readonly secret: string | null
  readonly created_at: number
}

interface Row extends Omit<BotIntegration, 'only_events' | 'excluded_events'> {
  readonly only_events: string
  readonly excluded_events: string
}

const columns = fragment`
  integration.bot_id, service, stream_id, topic, only_events, excluded_events, secret, integration.created_at`

const fromRow = ({ only_events, excluded_events, ...row }: Row): BotIntegration => ({
  ...row,
  only_events: JSON.parse(only_events) as string[],
  excluded_events: JSON.parse(excluded_events) as string[],
})

/** What a bot posts for a service; null for a bot that somebody made for anything. */
export async function integrationOfBot(sql: Sql, bot_id: number): Promise<BotIntegration | null> {
  const row = await sql`select ${columns} from integration where bot_id = ${bot_id}`.cachedFirst<Row>()
  return row === null ? null : fromRow(row)
}

/** The newest message of a topic; null if it has none. */
export async function newestOfTopic(
  sql: Sql,
  { stream_id, topic_key }: { stream_id: number; topic_key: string },
): Promise<{ id: number; sender_id: number; queue_id: string | null } | null> {
  return sql`
    select id, sender_id, queue_id from message
    where recipient_id = ${stream_id} and topic_key = ${topic_key} and not is_private
    order by id desc
    limit 1
  `.first()
}

/** An integration of an organization, with the owner of its bot. */
export interface OwnedIntegration extends BotIntegration {
  readonly owner_id: number | null
  /** Null: the service posts its events. */
  readonly feed_url: string | null
}

/** Integrations with active bots, of one owner or of all, the oldest first. */
export async function integrationsOf(
  sql: Sql,
  realm_id: number,
  owner_id: number | 'any',
): Promise<readonly OwnedIntegration[]> {
  const isOwned = owner_id === 'any' ? fragment`true` : fragment`user.bot_owner_id = ${owner_id}`
  const rows = await sql`
    select ${columns}, user.bot_owner_id as owner_id, feed.url as feed_url
    from user join integration on integration.bot_id = user.id left join feed on feed.bot_id = user.id
    where user.realm_id = ${realm_id} and user.bot_type is not null and user.is_active and ${isOwned}
    order by integration.bot_id
  `.all<Row & Pick<OwnedIntegration, 'owner_id' | 'feed_url'>>()
  return rows.map(({ owner_id: owner, feed_url, ...row }) => ({ ...fromRow(row), owner_id: owner, feed_url }))
}

/** A message that a bot posted for a service. */
interface PostedEvent {
  readonly id: number
  readonly sent_at: number
  /** The service, and the event or what it is the state of. */
  readonly queue_id: string
}

/** The newest messages that a bot posted for a service, the newest first. */
export async function newestEvents(sql: Sql, bot_id: number, limit: number): Promise<readonly PostedEvent[]> {
  const { from, where } = searchHits({ words: [], sender_id: bot_id })
  return sql`
    select message.id, sent_at, queue_id from ${from} cross join message on message.id = hit.rowid
    where ${where} and queue_id is not null
    order by hit.rowid desc
    limit ${limit}
  `.all()
}
