import type { Account } from '../accounts/account'
import { isAdministrator } from '../accounts/roles'
import { accountsOfShare } from '../accounts/shares'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'

/** An open offer to transfer a bot to another owner. */
export interface OfferRow {
  bot_id: number
  /** The owner of the bot. An offer ends when the bot gets another one. */
  bot_owner_id: number | null
  /** Who may accept. */
  receiver_id: number
  /** Who offered it: the owner, or an administrator. */
  maker_id: number
  /** UNIX time. */
  made_at: number
  /** The receiver was told that the bot stores at most this many bytes. */
  storage_bytes: number
  /** The address of an outgoing webhook, if an administrator approved it with the offer; null if not. */
  payload_url: string | null
}

const columns = fragment`
  bot_id, bot.bot_owner_id, receiver_id, maker_id, made_at, storage_bytes, bot_offer.payload_url`

const offersWhere = (condition: Fragment): Fragment => fragment`
  select ${columns} from bot_offer cross join user as bot on bot.id = bot_id where ${condition}`

/** The open offer of a bot; null if there is none. */
export async function offerOf(sql: Sql, bot_id: number): Promise<OfferRow | null> {
  return sql`${offersWhere(fragment`bot_id = ${bot_id}`)}`.first()
}

/** The offers that a viewer sees: those made to them and those of their bots; all of them if an administrator. */
const isSeenBy = (viewer: Pick<Account, 'id' | 'realm_id' | 'role'>): Fragment =>
  isAdministrator(viewer)
    ? inRealm(fragment`bot_id`, viewer.realm_id)
    : fragment`bot_id in (
        select bot_id from bot_offer where receiver_id = ${viewer.id}
        union
        select id from user where realm_id = ${viewer.realm_id} and bot_owner_id = ${viewer.id} and bot_type is not null
      )`

/** Offers that the viewer sees, the oldest first. */
export async function offersSeenBy(sql: Sql, viewer: Pick<Account, 'id' | 'realm_id' | 'role'>): Promise<OfferRow[]> {
  return sql`${offersWhere(isSeenBy(viewer))} order by made_at, bot_id`.all()
}

/** An offer with the names of the bot and the people. */
export interface NamedOfferRow extends OfferRow {
  bot_full_name: string
  receiver_full_name: string
  maker_full_name: string
}

/** `offersSeenBy` with names. */
export async function namedOffersSeenBy(
  sql: Sql,
  viewer: Pick<Account, 'id' | 'realm_id' | 'role'>,
): Promise<NamedOfferRow[]> {
  return sql`
    select
      offer.*, bot.full_name as bot_full_name, receiver.full_name as receiver_full_name, maker.full_name as maker_full_name
    from (${offersWhere(isSeenBy(viewer))}) as offer
    cross join user as bot on bot.id = offer.bot_id
    cross join user as receiver on receiver.id = offer.receiver_id
    cross join user as maker on maker.id = offer.maker_id
    order by made_at, offer.bot_id
  `.all()
}

/** Offers of these bots, offers to these accounts, and offers made by them. */
export async function offersAbout(sql: Sql, user_ids: readonly number[]): Promise<OfferRow[]> {
  const listed = fragment`(select value from json_each(${JSON.stringify(user_ids)}))`
  return sql`${offersWhere(
    fragment`bot_id in (
      select bot_id from bot_offer where bot_id in ${listed}
      union
      select bot_id from bot_offer where receiver_id in ${listed}
      union
      select bot_id from bot_offer where maker_id in ${listed}
    )`,
  )} order by bot_id`.all()
}

/** Offers that were made before a time, up to a number. */
export async function offersBefore(sql: Sql, realm_id: number, before: number, amount: number): Promise<OfferRow[]> {
  return sql`${offersWhere(
    fragment`${inRealm(fragment`bot_id`, realm_id)} and made_at <= ${before}`,
  )} order by bot_id limit ${amount}`.all()
}

/** Numbers of open offers, without the one of a certain bot. */
export interface OpenOffers {
  /** Offers that accounts of the share made, to anybody. */
  ofShare: number
  /** Offers to the receiver: from anybody, from the share, and from all newcomers. */
  toReceiver: number
  toReceiverOfShare: number
  toReceiverOfNewcomers: number
}

/** Counts open offers except those of `bot_id`. */
export async function countOffers(
  sql: Sql,
  {
    realm_id,
    share_id,
    receiver_id,
    bot_id,
  }: { realm_id: number; share_id: number; receiver_id: number; bot_id: number },
): Promise<OpenOffers> {
  const row = await sql`
    select
      count(*) as toReceiver,
      count(*) filter (where coalesce(maker.sponsor_id, owner.sponsor_id, owner.id, maker.id) = ${share_id})
        as toReceiverOfShare,
      count(*) filter (where coalesce(maker.sponsor_id, owner.sponsor_id) is not null) as toReceiverOfNewcomers,
      (
        select count(*)
        from ${accountsOfShare(realm_id, share_id)} as account
        cross join bot_offer as made on made.maker_id = account.id
        where made.bot_id <> ${bot_id}
      ) as ofShare
    from bot_offer
    join user as maker on maker.id = maker_id left join user as owner on owner.id = maker.bot_owner_id
    where receiver_id = ${receiver_id} and bot_id <> ${bot_id}
  `.first<OpenOffers>()
  return row!
}
