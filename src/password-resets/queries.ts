import type { Role } from '../accounts/roles'
import { inRealm } from '../core/sql/ids'
import { fragment, type Sql } from '../core/sql/sql'

/** Seconds after which a request is forgotten. */
export const rememberedSeconds = 3 * 24 * 3600

/** Somebody who waits for a link. */
interface WaitingRow {
  user_id: number
  role: Role
  asked_at: number
  /** Null if no link was made. */
  expires_at: number | null
}

/** Active people who forgot their passwords, the latest request first. */
export async function waitingPeople(sql: Sql, realm_id: number, now: number): Promise<WaitingRow[]> {
  return sql`
    select user_id, role, asked_at, expires_at
    from password_reset join user on user.id = user_id
    where ${inRealm(fragment`user_id`, realm_id)} and is_active and asked_at > ${now - rememberedSeconds}
    order by asked_at desc, user_id
  `.all()
}

/** Whether somebody else has made a link for a user that is good now. */
export async function hasLinkOfOthers(sql: Sql, user_id: number, now: number): Promise<boolean> {
  const row = await sql`
    select 1 as one from password_reset
    where user_id = ${user_id} and expires_at > ${now} and maker_id is not ${user_id}
  `.first()
  return row !== null
}

/** A link, with what decides whether it may be used. */
export interface ResetRow {
  user_id: number
  expires_at: number
  delivery_email: string
  full_name: string
  role: Role
  is_active: number
  realm_settings: string
  realm_deactivated: number
  /** Null if the operator of the deployment created the link. The user's own id if they got it by mail. */
  maker_id: number | null
  maker_role: Role | null
  is_maker_active: number | null
}

/** The link with this key in this realm, even if it is used or expired. */
export async function resetByKey(sql: Sql, realm_id: number, key_hash: string): Promise<ResetRow | null> {
  return sql`
    select
      user.id as user_id, expires_at, user.delivery_email, user.full_name, user.role, user.is_active,
      realm.settings as realm_settings, realm.deactivated as realm_deactivated,
      maker_id, maker.role as maker_role, maker.is_active as is_maker_active
    from password_reset
    join user on user.id = user_id
    join realm on realm.id = user.realm_id
    left join user as maker on maker.id = maker_id
    where key_hash = ${key_hash} and user.realm_id = ${realm_id} and user.bot_type is null
  `.first()
}
