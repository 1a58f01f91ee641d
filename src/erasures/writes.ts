import { fragment, type Fragment } from '../core/sql/sql'
import type { ErasureRow } from './queries'

/** Begins to erase an account, or to erase more of it. */
export const beginErasure = (user_id: number, deletesMessages: boolean, now: number): Fragment => fragment`
  insert into erasure (user_id, deletes_messages, advanced_at) values (${user_id}, ${deletesMessages}, ${now})
  on conflict (user_id) do update
  set deletes_messages = max(deletes_messages, excluded.deletes_messages), advanced_at = excluded.advanced_at`

export const noteProgress = (user_ids: readonly number[], now: number): Fragment => fragment`
  update erasure set advanced_at = ${now} where user_id in (select value from json_each(${JSON.stringify(user_ids)}))`

export const endErasure = ({ user_id }: Pick<ErasureRow, 'user_id'>): Fragment =>
  fragment`delete from erasure where user_id = ${user_id}`

/** Deletes what other people can see of an account, except what is in the row of the user and in groups. */
export const deleteVisible = (user_id: number): Fragment[] => [
  fragment`delete from profile_value where user_id = ${user_id}`,
  fragment`delete from user_status where user_id = ${user_id}`,
]

/** Deletes what lets somebody log in as an account, or has its program act. */
export const deleteAccess = (user_id: number): Fragment[] => [
  fragment`delete from password where user_id = ${user_id}`,
  fragment`delete from bot where user_id = ${user_id}`,
  fragment`delete from lent_bot where user_id = ${user_id}`,
]

/** Deletes the invitations to an address, in any state. */
export const deleteInvitationsTo = (realm_id: number, email: string): Fragment =>
  fragment`delete from invitation where realm_id = ${realm_id} and email = ${email} collate nocase`
