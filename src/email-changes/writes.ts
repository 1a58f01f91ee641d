import { fragment, type Fragment } from '../core/sql/sql'
import { type EmailChange } from './queries'

/** Stores a request for a new address, in place of the user's earlier one. */
export const storeEmailChange = (change: Omit<EmailChange, 'old_email' | 'role'>): Fragment => fragment`
  insert into email_change (user_id, new_email, token, created_at)
  values (${change.user_id}, ${change.new_email}, ${change.token}, ${change.created_at})
  on conflict (user_id) do update
  set new_email = excluded.new_email, token = excluded.token, created_at = excluded.created_at`

export const deleteEmailChanges = (user_ids: readonly number[]): Fragment =>
  fragment`delete from email_change where user_id in (select value from json_each(${JSON.stringify(user_ids)}))`
