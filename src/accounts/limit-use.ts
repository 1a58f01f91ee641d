import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import type { LimitParts, SharedLimitName } from './organization-limits'
import { roles } from './roles'
import { joinedOwner, personColumns } from './shares'

/**
 * SQL: how much each account of a realm has used of a limit, as a table with `user_id` and `amount`. It reads a row for each
 * account that has used some.
 */
export const useOfLimit = (limit_name: SharedLimitName, realm_id: number): Fragment => fragment`(
  select user_id, amount from limit_use
  where limit_name = ${limit_name} and ${inRealm(fragment`user_id`, realm_id)}
)`

/** Sums what accounts have used, by their present roles and shares. `taken` is SQL: a table with `user_id` and `amount`. */
export async function useOf(sql: Sql, share_id: number, taken: Fragment): Promise<LimitParts> {
  const row = await sql`
    select
      coalesce(sum(amount) filter (where share_id = ${share_id}), 0) as ofShare,
      coalesce(sum(amount) filter (where is_newcomer), 0) as ofNewcomers,
      coalesce(sum(amount) filter (where person_role > ${roles.administrator}), 0) as ofMembers,
      coalesce(sum(amount), 0) as ofRealm
    from (
      select taken.amount, ${personColumns}
      from ${taken} as taken cross join user on user.id = taken.user_id ${joinedOwner}
    )
  `.first<Omit<LimitParts, 'ofNewcomer'>>()
  return { ...row!, ofNewcomer: row!.ofShare }
}

/** Adds to the use of accounts, or subtracts. `taken` is SQL: a select of `user_id` and `amount` with each account once. */
export const countUses = (limit_name: SharedLimitName, taken: Fragment): Fragment => fragment`
  insert into limit_use (limit_name, user_id, amount)
  select ${limit_name}, user_id, amount from (${taken}) where true
  on conflict (limit_name, user_id) do update set amount = amount + excluded.amount`

/** Adds to the use of people by their ids; negative amounts are subtracted. */
export const countUsesOf = (limit_name: SharedLimitName, amounts: ReadonlyMap<number, number>): Fragment[] => {
  const amountsText = JSON.stringify([...amounts].filter(([, amount]) => amount !== 0))
  if (amountsText === '[]') return []
  return [
    countUses(
      limit_name,
      fragment`select value ->> 0 as user_id, value ->> 1 as amount from json_each(${amountsText})`,
    ),
  ]
}

/** Adds to the use of one account; a negative amount is subtracted. */
export const countUse = (
  limit_name: SharedLimitName,
  { user_id, amount }: { user_id: number; amount: number },
): Fragment => countUses(limit_name, fragment`select ${user_id} as user_id, ${amount} as amount`)
