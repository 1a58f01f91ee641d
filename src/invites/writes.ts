import { fragment, type Fragment } from '../core/sql/sql'
import { type NewInvitation, isOpenTo, isPromotionOf } from './queries'

export const insertInvitations = (realm_id: number, invitations: readonly NewInvitation[]): Fragment => fragment`
  insert into invitation (
    id, realm_id, inviter_id, email, key_hash, link_key, invited_as, stream_ids, created_at, expires_at, status
  )
  select
    value ->> 'id', ${realm_id}, value ->> 'inviter_id', value ->> 'email', value ->> 'key_hash', value ->> 'link_key',
    value ->> 'invited_as', value ->> 'stream_ids', value ->> 'created_at', value ->> 'expires_at', 'open'
  from json_each(${JSON.stringify(invitations)})`

export const renewInvitation = (
  id: number,
  { key_hash, created_at, expires_at }: Pick<NewInvitation, 'key_hash' | 'created_at' | 'expires_at'>,
): Fragment => fragment`
  update invitation set key_hash = ${key_hash}, created_at = ${created_at}, expires_at = ${expires_at}
  where id = ${id}`

export const revokeInvitation = (id: number): Fragment =>
  fragment`update invitation set status = 'revoked' where id = ${id}`

/** Revokes all open invitations of a user who is being deactivated (behaviour, Deactivated users). */
export const revokeInvitationsOf = (realm_id: number, inviter_id: number): Fragment => fragment`
  update invitation set status = 'revoked'
  where realm_id = ${realm_id} and inviter_id = ${inviter_id} and status = 'open'`

/** Revokes the open invitations of these inviters for roles above member. */
export const revokePromotionsOf = (realm_id: number, inviter_ids: readonly number[]): Fragment => fragment`
  update invitation set status = 'revoked'
  where ${isPromotionOf(realm_id, inviter_ids)}`

export const setInvitationsUsed = (realm_id: number, email: string): Fragment =>
  fragment`update invitation set status = 'used' where ${isOpenTo(realm_id, email)}`

/** Deletes invitations made before a time that are used, revoked, or expired before that time. */
export const deleteOldInvitations = (realm_id: number, since: number): Fragment => fragment`
  delete from invitation
  where realm_id = ${realm_id} and created_at < ${since} and (status <> 'open' or expires_at < ${since})`
