import { joinedOwner, personColumns } from '../accounts/shares'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { userColumns, type UserRow } from '../users/queries'
import { isServiceBotRow } from '../accounts/types'

/** Columns that only bots have. */
export interface BotSettings {
  default_sending_stream_id: number | null
  default_events_register_stream_id: number | null
  default_all_public_streams: number
  /** Null unless the bot is an outgoing webhook. The same holds for `interface` and `token`. */
  payload_url: string | null
  interface: number | null
  token: string | null
  /** Texts by name, as JSON. */
  config_data: string
}

/** A bot with everything that its owner sees. */
export interface BotRow extends UserRow, BotSettings {
  bot_type: number
  /** Name of the stream; null if there is none, or it was archived. */
  default_sending_stream: string | null
  default_events_register_stream: string | null
  /** Displayed address of the owner. */
  owner_email: string | null
}

const botsWhere = (condition: Fragment): Fragment => fragment`
  select
    ${userColumns}, default_sending_stream_id, default_events_register_stream_id,
    coalesce(default_all_public_streams, 0) as default_all_public_streams, payload_url, interface, token,
    coalesce(config_data, '{}') as config_data,
    sending.name as default_sending_stream, registering.name as default_events_register_stream,
    (select owner.email from user as owner where owner.id = user.bot_owner_id) as owner_email
  from user
  left join bot on bot.user_id = user.id
  left join stream as sending on sending.id = default_sending_stream_id and not sending.deactivated
  left join stream as registering on registering.id = default_events_register_stream_id and not registering.deactivated
  where user.bot_type is not null and not user.is_system_bot and ${condition}`

/** The bot with this id, even if it is deactivated; null for system bots. */
export async function botById(sql: Sql, realm_id: number, id: number): Promise<BotRow | null> {
  return sql`${botsWhere(fragment`user.id = ${id} and user.realm_id = ${realm_id}`)}`.first()
}

/** A bot whose messages a program answers, on the server or elsewhere. */
interface ServiceBot extends Pick<BotRow, 'id' | 'bot_type' | 'bot_owner_id'> {
  /** Id of the share that its owner uses; see `shareOf`. */
  share_id: number
  /** Whether that is the small share of a newcomer. */
  is_newcomer: boolean
}

/** Active service bots, by id. An index finds them without reading people. */
export async function serviceBots(sql: Sql, realm_id: number): Promise<ReadonlyMap<number, ServiceBot>> {
  const rows = await sql`
    select user.id, user.bot_type, user.bot_owner_id, ${personColumns}
    from user ${joinedOwner}
    where user.realm_id = ${realm_id} and user.bot_type is not null and ${isServiceBotRow} and user.is_active
  `.all<Pick<ServiceBot, 'id' | 'bot_type' | 'bot_owner_id' | 'share_id'> & { is_newcomer: number }>()
  return new Map(
    rows.map(({ id, bot_type, bot_owner_id, share_id, is_newcomer }) => [
      id,
      { id, bot_type, bot_owner_id, share_id, is_newcomer: Boolean(is_newcomer) },
    ]),
  )
}

/** Active bots of an owner, by id. */
export async function activeBots(sql: Sql, realm_id: number, owner_id: number): Promise<BotRow[]> {
  return sql`${botsWhere(
    fragment`user.realm_id = ${realm_id} and user.bot_owner_id = ${owner_id} and user.is_active`,
  )} order by user.id`.all()
}

/** Number of active bots of all people in the table `people`. */
export async function countActiveBots(sql: Sql, realm_id: number, people: Fragment): Promise<number> {
  const row = await sql`
    select count(*) as amount
    from ${people} as person
    cross join user as bot on bot.realm_id = ${realm_id} and bot.bot_owner_id = person.id and bot.bot_type is not null
    where bot.is_active
  `.first<{ amount: number }>()
  return row!.amount
}

/** Number of bots that these people ever created, active or not, and whoever owns them today. */
export async function countBotsMade(sql: Sql, realm_id: number, people: Fragment): Promise<number> {
  const row = await sql`
    select count(*) as amount
    from ${people} as person cross join user as bot on bot.realm_id = ${realm_id} and bot.creator_id = person.id
  `.first<{ amount: number }>()
  return row!.amount
}

/** Whether an account other than the owner may control the bot; see `lend`. */
export async function isLent(sql: Sql, bot_id: number): Promise<boolean> {
  return (await sql`select 1 as one from lent_bot where user_id = ${bot_id}`.first()) !== null
}

/** Bots of an owner or of the whole realm, by id, including deactivated ones. */
export async function botsFor(
  sql: Sql,
  realm_id: number,
  { owner_id }: { owner_id: number | 'any' },
): Promise<BotRow[]> {
  const owned = owner_id === 'any' ? fragment`true` : fragment`user.bot_owner_id = ${owner_id}`
  return sql`${botsWhere(fragment`user.realm_id = ${realm_id} and ${owned}`)} order by user.id`.all()
}
