import { fragment, type Sql } from '../core/sql/sql'

/** A person whom no administrator has vouched for yet. */
interface NewcomerRow {
  id: number
  /** UNIX time. */
  date_joined: number
  /** Id of the account whose share of all limits they use; their own if nobody invited them. */
  sponsor_id: number
}

/** Active newcomers. An index finds them without reading the other people. */
const newcomers = (realm_id: number) => fragment`
  user indexed by newcomer_by_sponsor
  where realm_id = ${realm_id} and sponsor_id is not null and is_active`

/** Active newcomers, the latest first; with `before` only those with lower ids. */
export async function newcomersOf(
  sql: Sql,
  realm_id: number,
  { before, maxRows }: { before: number | null; maxRows: number },
): Promise<NewcomerRow[]> {
  return sql`
    select id, date_joined, sponsor_id from ${newcomers(realm_id)} and (${before} is null or id < ${before})
    order by id desc limit ${maxRows}
  `.all()
}

/** Number of active newcomers. */
export async function countNewcomers(sql: Sql, realm_id: number): Promise<number> {
  return (await sql`select count(*) as amount from ${newcomers(realm_id)}`.first<{ amount: number }>())!.amount
}

/** A named user, with what decides whether somebody can vouch for them. */
interface NamedRow {
  id: number
  bot_type: number | null
  sponsor_id: number | null
}

/** Users with these ids, including deactivated ones, but no system bots. */
export async function usersNamed(sql: Sql, realm_id: number, ids: readonly number[]): Promise<NamedRow[]> {
  return sql`
    select user.id, bot_type, sponsor_id
    from json_each(${JSON.stringify(ids)}) as named
    cross join user on user.id = named.value and user.realm_id = ${realm_id} and not is_system_bot
  `.all()
}

/** Ids of the bots of these people, each with the id of its owner. */
export async function botsOfPeople(
  sql: Sql,
  realm_id: number,
  ids: readonly number[],
): Promise<{ id: number; owner_id: number }[]> {
  return sql`
    select bot.id, bot.bot_owner_id as owner_id
    from json_each(${JSON.stringify(ids)}) as person
    cross join user as bot indexed by bot_by_owner
      on bot.realm_id = ${realm_id} and bot.bot_owner_id = person.value and bot.bot_type is not null
  `.all()
}
