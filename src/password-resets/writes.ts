import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'

/** Stores that a new password was requested. An open link stays, because strangers must not be able to end it. */
export const storeAsking = (user_id: number, asked_at: number): Fragment => fragment`
  insert into password_reset (user_id, asked_at)
  values (${user_id}, ${asked_at})
  on conflict (user_id) do update
  set asked_at = excluded.asked_at`

/** A link, as it is stored. */
interface NewLink {
  user_id: number
  key_hash: string
  maker_id: number
  expires_at: number
}

/** Stores a link in place of the account's earlier one. */
export const storeLink = ({ user_id, key_hash, maker_id, expires_at }: NewLink): Fragment => fragment`
  insert into password_reset (user_id, key_hash, maker_id, expires_at)
  values (${user_id}, ${key_hash}, ${maker_id}, ${expires_at})
  on conflict (user_id) do update
  set key_hash = excluded.key_hash, maker_id = excluded.maker_id, expires_at = excluded.expires_at`

/** Stores links for many accounts. */
export const storeLinks = (links: readonly NewLink[]): Fragment => fragment`
  insert into password_reset (user_id, key_hash, maker_id, expires_at)
  select value ->> 'user_id', value ->> 'key_hash', value ->> 'maker_id', value ->> 'expires_at'
  from json_each(${JSON.stringify(links)})
  where true
  on conflict (user_id) do update
  set key_hash = excluded.key_hash, maker_id = excluded.maker_id, expires_at = excluded.expires_at`

/** Deletes the links and requests of these accounts. */
export const deletePasswordResets = (user_ids: readonly number[]): Fragment => fragment`
  delete from password_reset where user_id in (select value from json_each(${JSON.stringify(user_ids)}))`

/** Ends the links of these accounts, but keeps the requests. */
export const endResetLinksOf = (user_ids: readonly number[]): Fragment[] =>
  endLinksWhere(fragment`user_id in (select value from json_each(${JSON.stringify(user_ids)}))`)

/** Ends a link that a user asked for and got by mail. Links of administrators stay. */
export const endRequestedLink = (user_id: number): Fragment[] =>
  endLinksWhere(fragment`user_id = ${user_id} and maker_id = ${user_id}`)

/** Ends the links that these administrators made for others. */
export const endResetLinksBy = (realm_id: number, maker_ids: readonly number[]): Fragment[] =>
  endLinksWhere(fragment`
    ${inRealm(fragment`user_id`, realm_id)} and maker_id in (select value from json_each(${JSON.stringify(maker_ids)}))`)

const endLinksWhere = (condition: Fragment): Fragment[] => [
  fragment`delete from password_reset where ${condition} and asked_at is null`,
  fragment`
    update password_reset set key_hash = null, maker_id = null, expires_at = null
    where ${condition} and key_hash is not null`,
]

/** Deletes requests from before a time that have no open link. */
export const deleteForgotten = (
  realm_id: number,
  { before, now }: { before: number; now: number },
): Fragment => fragment`
  delete from password_reset
  where ${inRealm(fragment`user_id`, realm_id)}
    and coalesce(asked_at, 0) <= ${before} and coalesce(expires_at, 0) <= ${now}`
