import { countedShares } from '../../accounts/account'
import { personColumns, joinedOwner } from '../../accounts/shares'
import { inRealm } from '../../core/sql/ids'
import { fragment, literal, type Fragment, type Sql } from '../../core/sql/sql'
import type { ShareIds } from '../../core/turn/share-limits'
import type { FeedState } from './state'

/** A feed that a bot posts the entries of. */
export interface StoredFeed {
  readonly bot_id: number
  readonly url: string
  /** Scheme and host of the organization. */
  readonly origin: string
  readonly state: FeedState
}

interface Row extends Omit<StoredFeed, 'state'> {
  readonly state: string
}

const fromRow = <R extends Row>({ state, ...row }: R): Omit<R, 'state'> & { state: FeedState } => ({
  ...row,
  state: JSON.parse(state) as FeedState,
})

/** The feed of a bot; null if it posts none. */
export async function feedOfBot(sql: Sql, bot_id: number): Promise<StoredFeed | null> {
  const row = await sql`select bot_id, url, origin, state from feed where bot_id = ${bot_id}`.first<Row>()
  return row === null ? null : fromRow(row)
}

/** The feeds of these bots, by the ids of the bots. */
export async function feedsOfBots(sql: Sql, bot_ids: readonly number[]): Promise<ReadonlyMap<number, StoredFeed>> {
  const rows = await sql`
    select bot_id, url, origin, state from feed
    where bot_id in (select value from json_each(${JSON.stringify(bot_ids)}))
  `.all<Row>()
  return new Map(rows.map((row) => [row.bot_id, fromRow(row)]))
}

/** A feed with the shares that its messages count towards. */
export interface ActiveFeed extends StoredFeed {
  readonly shares: ShareIds
}

/** Feeds of active bots, the oldest first; none of an organization that is deactivated. */
export async function activeFeeds(sql: Sql, realm_id: number, limit: number): Promise<ActiveFeed[]> {
  const rows = await sql`
    select feed.bot_id, feed.url, feed.origin, feed.state, user.bot_type, ${personColumns}
    from feed
    join user on user.id = feed.bot_id and user.is_active
    join realm on realm.id = user.realm_id and not realm.deactivated
    ${joinedOwner}
    where ${inRealm(fragment`feed.bot_id`, realm_id)}
    order by feed.bot_id
    limit ${literal(limit)}
  `.all<Row & { bot_type: number; share_id: number; is_newcomer: number }>()
  return rows.map(({ bot_id, url, origin, state, bot_type, share_id, is_newcomer }) => ({
    ...fromRow({ bot_id, url, origin, state }),
    shares: countedShares({ realm_id, bot_type, share_id, is_newcomer: Boolean(is_newcomer) }),
  }))
}

/** Whether an active bot posts a feed. */
export async function hasActiveFeed(sql: Sql, realm_id: number): Promise<boolean> {
  const row = await sql`
    select 1 as one from feed join user on user.id = feed.bot_id and user.is_active
    where ${inRealm(fragment`feed.bot_id`, realm_id)}
    limit 1
  `.first()
  return row !== null
}

/** SQL: how many feeds the active bots of each account post, as a table with `user_id` and `amount`. */
export const feedsByBot = (realm_id: number): Fragment => fragment`(
  select feed.bot_id as user_id, 1 as amount
  from feed join user as bot on bot.id = feed.bot_id and bot.is_active
  where ${inRealm(fragment`feed.bot_id`, realm_id)}
)`
