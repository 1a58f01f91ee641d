import type { Account } from '../accounts/account'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { listedColumns } from '../streams/queries'
import { isAdministrator, isGuest } from '../accounts/roles'
import { knownName } from '../user-messages/lost-access'
import { ownColumns, type SubscriptionRow } from './queries'

/** A stream with one user's subscription: present (`active` is 1), former (0), or none (null). */
export interface VisibleStream extends SubscriptionRow {
  active: number | null
  /** Whether the user left the stream and has no access any longer. Then they see the name that it had when they left. */
  is_closed: number
  known_name: string
}

const ownRow = (user_id: number): Fragment =>
  fragment`left join subscription on user_id = ${user_id} and stream_id = stream.id`

/** A condition: the account may see the stream without being subscribed to it (behaviour, Access). */
function isOpenTo(account: Account): Fragment {
  if (isAdministrator(account)) return fragment`true`
  return isGuest(account) ? fragment`stream.is_web_public` : fragment`not stream.invite_only`
}

/** Streams that the account may see or was ever subscribed to, by name. */
export async function visibleStreams(sql: Sql, account: Account): Promise<VisibleStream[]> {
  return sql`
    select ${listedColumns}, ${ownColumns}, subscription.active,
      not subscription.active and not (${isOpenTo(account)}) as is_closed,
      ${knownName(fragment`${account.id}`, fragment`${account.role}`)} as known_name
    from stream ${ownRow(account.id)}
    where realm_id = ${account.realm_id} and not deactivated and (subscription.user_id is not null or ${isOpenTo(account)})
    order by name_key
  `.all()
}

/** Ids of the subscribers of each stream, if the account may know them, by stream. */
export async function visibleSubscribers(sql: Sql, account: Account): Promise<Map<number, number[]>> {
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
