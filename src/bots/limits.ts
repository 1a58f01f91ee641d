import { shareOf } from '../accounts/account'
import { isAdministrator } from '../accounts/roles'
import { newcomers, peopleOfShare, shareOfPerson } from '../accounts/shares'
import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { UserRow } from '../users/queries'
import { countActiveBots, countBotsMade } from './queries'

/**
 * Maximal numbers of active bots of one share, and of bots that it has ever made: deactivated bots stay, and count for their
 * maker, whoever owns them later. Administrators may have more, because they often run the bots of the whole organization.
 */
const botLimits = { member: { active: 20, made: 100 }, administrator: { active: 100, made: 500 } }

/**
 * Maximal number of bots that one newcomer, and all newcomers together, have ever made. Many accounts by one link make no more
 * than one administrator, and twenty of them leave some to the other newcomers.
 */
const madeByNewcomersLimit = { one: 15, all: botLimits.administrator.made }

const limitsOf = (person: Pick<UserRow, 'role'>) =>
  isAdministrator(person) ? botLimits.administrator : botLimits.member

/** Refuses an active bot beyond the person's limit. */
export async function assertRoomForBot(
  { sql, realm_id }: Pick<Turn, 'sql' | 'realm_id'>,
  owner: Pick<UserRow, 'id' | 'role'>,
): Promise<void> {
  const limit = limitsOf(owner).active
  const people = peopleOfShare(realm_id, await shareOfPerson(sql, owner.id))
  if ((await countActiveBots(sql, realm_id, people)) >= limit) throw refused(`Too many bots (limit: ${limit})`)
}

/** Refuses a bot beyond the number that the actor may ever make. */
export async function assertMayMakeMoreBots({ actor, sql, realm_id }: Turn): Promise<void> {
  const limit = actor.is_newcomer ? madeByNewcomersLimit.one : limitsOf(actor).made
  if ((await countBotsMade(sql, realm_id, peopleOfShare(realm_id, shareOf(actor)))) >= limit)
    throw refused(`Too many bots, deactivated and passed on ones included (limit: ${limit})`)
  if (!actor.is_newcomer) return
  if ((await countBotsMade(sql, realm_id, newcomers(realm_id))) >= madeByNewcomersLimit.all)
    throw refused(
      `Too many bots of newcomers, deactivated and passed on ones included (limit: ${madeByNewcomersLimit.all})`,
    )
}
