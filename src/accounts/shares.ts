import { fragment, type Fragment, type Sql } from '../core/sql/sql'

/** Id of the account whose share of all limits a person uses; see `shareOf`. */
export async function shareOfPerson(sql: Sql, person_id: number): Promise<number> {
  const row = await sql`select coalesce(sponsor_id, id) as share_id from user where id = ${person_id}`.first<{
    share_id: number
  }>()
  return row!.share_id
}

/** Whether an account is a newcomer who uses a share of their own, for whom nobody has vouched. */
export async function isNewcomer(sql: Sql, user_id: number): Promise<boolean> {
  return (await sql`select 1 as one from user where id = ${user_id} and sponsor_id is not null`.first()) !== null
}

/**
 * SQL: a table with the `id` of each person who uses a share: its account, and the newcomers who use it (`shareOf`). Uses
 * indexes.
 */
export const peopleOfShare = (realm_id: number, share_id: number): Fragment => fragment`(
  select ${share_id} as id
  union select id from user where realm_id = ${realm_id} and sponsor_id = ${share_id}
)`

/**
 * SQL: a table with the `id` of each person who uses the share of a newcomer: nobody has vouched for them, nor for their inviter.
 * Uses an index.
 */
export const newcomers = (realm_id: number): Fragment => fragment`(
  select user.id from user join user as sponsor on sponsor.id = user.sponsor_id
  where user.realm_id = ${realm_id} and user.sponsor_id is not null and sponsor.sponsor_id is not null
)`

/** SQL: a table with the `id` of each account that uses a share: its people and their bots. */
export const accountsOfShare = (realm_id: number, share_id: number): Fragment => fragment`(
  select id from ${peopleOfShare(realm_id, share_id)}
  union all
  select bot.id
  from ${peopleOfShare(realm_id, share_id)} as person
  cross join user as bot on bot.realm_id = ${realm_id} and bot.bot_owner_id = person.id and bot.bot_type is not null
)`

/**
 * SQL: joins to the account `user` the owner of a bot, and the sponsor of a newcomer or of the owner. The columns of `owner` are
 * null for people; those of `sponsor` are null for people whom somebody has vouched for.
 */
export const joinedOwner = fragment`
  left join user as owner on owner.id = user.bot_owner_id
  left join user as sponsor on sponsor.id = coalesce(user.sponsor_id, owner.sponsor_id)`

/** SQL: the columns of `user` and `joinedOwner` by which `accountOf` judges an account. */
export const personColumns = fragment`
  coalesce(owner.role, user.role) as person_role,
  sponsor.sponsor_id is not null as is_newcomer,
  coalesce(user.sponsor_id, owner.sponsor_id, user.bot_owner_id, user.id) as share_id`
