import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { roles, type Role } from '../accounts/roles'

export interface InvitationRow {
  id: number
  inviter_id: number
  /** Null for a reusable link. */
  email: string | null
  /** Key of a reusable link, which lists show again. For an invitation to one address, only the hash is stored. */
  link_key: string | null
  invited_as: Role
  /** JSON. */
  stream_ids: string
  created_at: number
  /** Null if it never expires. */
  expires_at: number | null
  status: 'open' | 'used' | 'revoked'
  /** Current role and name of the inviter. */
  inviter_role: Role
  inviter_name: string
  /** Id of the share that the inviter uses now: their own, or their sponsor's. */
  inviter_share_id: number
}

/** Selects invitations whose inviter is active. */
const invitationsWhere = (realm_id: number, condition: Fragment): Fragment => fragment`
  select
    invitation.id, inviter_id, invitation.email, link_key, invited_as, stream_ids, created_at, expires_at, status,
    user.role as inviter_role, user.full_name as inviter_name,
    coalesce(user.sponsor_id, user.id) as inviter_share_id
  from invitation join user on user.id = inviter_id and user.is_active
  where invitation.realm_id = ${realm_id} and ${condition}`

/** Open invitations of one inviter, or of everybody if that is null; the newest first. */
export async function openInvitations(
  sql: Sql,
  realm_id: number,
  { now, inviter_id }: { now: number; inviter_id: number | null },
): Promise<InvitationRow[]> {
  return sql`
    ${invitationsWhere(
      realm_id,
      fragment`
        status = 'open' and (expires_at is null or expires_at > ${now})
        and (${inviter_id} is null or inviter_id = ${inviter_id})`,
    )}
    order by created_at desc, invitation.id desc
  `.all()
}

/** An invitation that is neither used nor revoked. It may have expired. */
export async function openInvitation(sql: Sql, realm_id: number, id: number): Promise<InvitationRow | null> {
  return sql`${invitationsWhere(realm_id, fragment`invitation.id = ${id} and status = 'open'`)}`.first()
}

/** The invitation whose key has this hash, in any state. */
export async function invitationByKey(sql: Sql, realm_id: number, key_hash: string): Promise<InvitationRow | null> {
  return sql`${invitationsWhere(realm_id, fragment`key_hash = ${key_hash}`)}`.first()
}

/** SQL: number of open invitations by each account, as `user_id` and `amount`. */
export const openByInviter = (realm_id: number, now: number): Fragment => fragment`(
  select inviter_id as user_id, count(*) as amount from invitation
  where realm_id = ${realm_id} and status = 'open' and (expires_at is null or expires_at > ${now})
  group by inviter_id
)`

/** SQL: number of invitations by each account since a time, as `user_id` and `amount`. */
export const invitedSince = (realm_id: number, since: number): Fragment => fragment`(
  select inviter_id as user_id, count(*) as amount from invitation
  where realm_id = ${realm_id} and created_at > ${since}
  group by inviter_id
)`

export type NewInvitation = Omit<InvitationRow, 'status' | 'inviter_role' | 'inviter_name' | 'inviter_share_id'> & {
  key_hash: string
}
export const isOpenTo = (realm_id: number, email: string): Fragment => fragment`
  status = 'open' and realm_id = ${realm_id} and email = ${email} collate nocase`

/** SQL: open invitations by these inviters for roles above member. */
export const isPromotionOf = (realm_id: number, inviter_ids: readonly number[]): Fragment => fragment`
  status = 'open' and realm_id = ${realm_id} and invited_as < ${roles.member}
  and inviter_id in (select value from json_each(${JSON.stringify(inviter_ids)}))`

export async function hasPromotions(sql: Sql, realm_id: number, inviter_ids: readonly number[]): Promise<boolean> {
  const condition = isPromotionOf(realm_id, inviter_ids)
  return (await sql`select 1 as one from invitation where ${condition} limit 1`.first()) !== null
}

/** Whether an address has an open invitation. */
export async function isInvited(sql: Sql, realm_id: number, email: string): Promise<boolean> {
  return (await sql`select 1 as one from invitation where ${isOpenTo(realm_id, email)} limit 1`.first()) !== null
}

/** Accounts that log in with one of these addresses, in any case. */
export async function accountsWithEmails(
  sql: Sql,
  realm_id: number,
  emails: readonly string[],
): Promise<{ email: string; is_active: number }[]> {
  return sql`
    select named.value as email, is_active
    from json_each(${JSON.stringify(emails)}) as named
    join user on user.realm_id = ${realm_id} and user.delivery_email = named.value collate nocase
  `.all()
}
