import { shareOf } from '../accounts/account'
import { isAdministrator } from '../accounts/roles'
import { newcomers, peopleOfShare, shareOfPerson } from '../accounts/shares'
import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { UserRow } from '../users/queries'
import { countActiveBots, countBotsMade } from './queries'

/**
 * Most bots that people of one share own and that are active, and most that they ever made: a bot stays when it is deactivated,
 * and counts for who made it, whoever owns it then. Administrators may have more, because they often run the bots of the
 * whole organization.
 */
const botLimits = { member: { active: 20, made: 100 }, administrator: { active: 100, made: 500 } }

/**
 * Most bots that one newcomer ever made, and all newcomers together: many accounts that join by a link make no more than one
 * administrator, and twenty of them leave some to the other newcomers.
 */
const madeByNewcomersLimit = { one: 15, all: botLimits.administrator.made }

const limitsOf = (person: Pick<UserRow, 'role'>) =>
  isAdministrator(person) ? botLimits.administrator : botLimits.member

/** Refuses one more active bot of a person beyond the limit. */
export async function assertRoomForBot(
  { sql, realm_id }: Pick<Turn, 'sql' | 'realm_id'>,
  owner: Pick<UserRow, 'id' | 'role'>,
): Promise<void> {
  const limit = limitsOf(owner).active
  const people = peopleOfShare(realm_id, await shareOfPerson(sql, owner.id))
  if ((await countActiveBots(sql, realm_id, people)) >= limit) throw refused(`Too many bots (limit: ${limit})`)
}

/** Refuses a bot more than the actor may ever make. */
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
