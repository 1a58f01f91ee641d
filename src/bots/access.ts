import { assertHuman, type Account } from '../accounts/account'
import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { settingsOf } from '../accounts/settings'
import { assertNotErased } from '../users/erased'
import type { UserRow } from '../users/queries'
import { isAdministrator, isGuest, isOwner } from '../accounts/roles'
import { botById, type BotRow } from './queries'
import { botTypes } from '../accounts/types'

/** The bot, if the actor may administer it (endpoints, Bots). */
export async function accessBot(
  { sql, actor, realm_id }: Pick<Turn, 'sql' | 'actor' | 'realm_id'>,
  bot_id: number,
): Promise<BotRow> {
  const bot = await botById(sql, realm_id, bot_id)
  if (bot === null) throw refused('No such bot')
  assertMayAdminister(actor, bot)
  assertNotErased(bot)
  return bot
}

/**
 * Refuses everybody except the owner of the bot and administrators. A bot with the role of an owner is only for owners of the
 * organization: with its key, an administrator would become one.
 */
export function assertMayAdminister(actor: Account, bot: Pick<UserRow, 'bot_owner_id' | 'role'>): void {
  if (!mayAdminister(actor, bot)) throw refused('Insufficient permission', { reason: 'not_allowed' })
}

/** Whether `assertMayAdminister` lets the account administer the bot. */
export const mayAdminister = (account: Account, bot: Pick<UserRow, 'bot_owner_id' | 'role'>): boolean =>
  bot.bot_owner_id === account.id || (isAdministrator(account) && (!isOwner(bot) || isOwner(account)))

/** Refuses accounts that may have no bots, or may not add one of this type. */
export function assertMayCreateBot(account: Account, bot_type: number): void {
  assertMayHaveBots(account)
  assertMayAddBot(account, bot_type)
}

/** Refuses guests and bots, which may have no bots (endpoints, Bots). */
export function assertMayHaveBots(account: Account): void {
  assertHuman(account)
  if (isGuest(account)) throw refused('Not allowed for guest users', { reason: 'not_allowed' })
}

/** Codes of `bot_creation_policy`. */
const creationPolicy = { members: 1, genericByAdministrators: 2, administrators: 3 } as const

/** Refuses accounts that `bot_creation_policy` does not allow to add bots of this type (behaviour, Policies). */
export function assertMayAddBot(actor: Account, bot_type: number): void {
  const policy = settingsOf(actor).bot_creation_policy
  const isLimited =
    policy === creationPolicy.administrators ||
    (policy === creationPolicy.genericByAdministrators && bot_type === botTypes.generic)
  if (isGuest(actor) || (isLimited && !isAdministrator(actor)))
    throw refused('Insufficient permission', { reason: 'not_allowed' })
}
