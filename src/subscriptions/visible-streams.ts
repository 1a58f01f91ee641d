import type { Account } from '../accounts/account'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { listedColumns } from '../streams/queries'
import { isAdministrator, isGuest } from '../accounts/roles'
import { ownColumns, type SubscriptionRow } from './queries'

/** A stream as somebody finds it who may be subscribed to it, once was (`active` is 0), or never was (null). */
export interface FoundStream extends SubscriptionRow {
  active: number | null
}

const ownRow = (user_id: number): Fragment =>
  fragment`left join subscription on user_id = ${user_id} and stream_id = stream.id`

/** Holds for streams that the account may see, subscribed or not (behaviour, Streams, Access). */
function isOpenTo(account: Account): Fragment {
  if (isAdministrator(account)) return fragment`true`
  return isGuest(account) ? fragment`stream.is_web_public` : fragment`not stream.invite_only`
}

/** Streams that the account may see or was ever subscribed to, by name. */
export async function streamsFound(sql: Sql, account: Account): Promise<FoundStream[]> {
  return sql`
    select ${listedColumns}, ${ownColumns}, subscription.active
    from stream ${ownRow(account.id)}
    where realm_id = ${account.realm_id} and not deactivated and (subscription.user_id is not null or ${isOpenTo(account)})
    order by name_key
  `.all()
}

/** Ids of the active subscribers of each stream of which the account may know them: rows of subscriptions only. */
export async function subscribersFound(sql: Sql, account: Account): Promise<Map<number, number[]>> {
  const rows = await sql`
    select stream_id, json_group_array(user_id) as user_ids
    from subscription
    where active and is_user_active = 1 and stream_id in (
      select stream.id from stream ${ownRow(account.id)}
      where realm_id = ${account.realm_id} and not deactivated and (subscription.active or ${isOpenTo(account)})
    )
    group by stream_id
  `.all<{ stream_id: number; user_ids: string }>()
  return new Map(rows.map(({ stream_id, user_ids }) => [stream_id, JSON.parse(user_ids) as number[]]))
}
