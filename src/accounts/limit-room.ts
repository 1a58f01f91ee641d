import type { AttemptLimit, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { daySeconds } from '../core/base/units'
import type { Fragment } from '../core/sql/sql'
import { shareOf, type Account } from './account'
import { useOfLimit, useOf } from './limit-use'
import {
  limitNamed,
  organizationLimits,
  partsOf,
  type AdministratorsLimit,
  type AdministratorsLimitName,
  type LimitParts,
  type SharedLimitName,
} from './organization-limits'
import { isAdministrator } from './roles'

type Person = Pick<Account, 'realm_id' | 'share_id' | 'person_role' | 'is_newcomer'>

/** The parts of a limit that apply to an account; see `partsOf`. */
function countedFor({ person_role: role, is_newcomer }: Person): (keyof LimitParts)[] {
  if (isAdministrator({ role })) return ['ofRealm']
  return is_newcomer ? ['ofNewcomer', 'ofNewcomers', 'ofMembers', 'ofRealm'] : ['ofShare', 'ofMembers', 'ofRealm']
}

/**
 * Why an account may not use this much more of a limit, as the text of a refusal; null if it may. `taken` is SQL: a table with
 * `user_id` and the `amount` that each account has used. Omit it for limits that `limit_use` counts.
 */
export async function lackOfRoom(
  { actor, sql, realm_id }: Pick<Turn, 'actor' | 'sql' | 'realm_id'>,
  name: SharedLimitName,
  more: number,
  taken: Fragment = useOfLimit(name, realm_id),
): Promise<string | null> {
  const parts = partsOf(name)
  const use = await useOf(sql, shareOf(actor), taken)
  const reached = countedFor(actor).find((part) => use[part] + more > parts[part])
  return reached === undefined ? null : wordsOf(name, reached, actor)
}

/** Refuses an account that may not use this much more of a limit (behaviour, Limits of the organization). */
export async function assertRoom(
  turn: Pick<Turn, 'actor' | 'sql' | 'realm_id'>,
  name: SharedLimitName,
  more: number,
): Promise<void> {
  const lack = more > 0 ? await lackOfRoom(turn, name, more) : null
  if (lack !== null) throw refused(lack)
}

/** Refuses an amount above the organization's limit of something that only administrators can add. */
export function assertWithin(name: AdministratorsLimitName, amount: number): void {
  const limit: AdministratorsLimit = organizationLimits[name]
  const period = limit.seconds === undefined ? '' : ` in ${limit.seconds / daySeconds} days`
  if (amount > limit.ofRealm) throw refused(`Too many ${limit.what}${period} (limit: ${limit.ofRealm})`)
}

/** The text of a refusal: which limit was reached, and what can be done about it. */
function wordsOf(name: SharedLimitName, part: keyof LimitParts, actor: Account): string {
  const { what, seconds } = limitNamed(name)
  const period = seconds === undefined ? '' : ' in a day'
  const limit = `(limit: ${partsOf(name)[part]})`
  const isOwnShare = shareOf(actor) === (actor.bot_owner_id ?? actor.id)
  const words: Record<keyof LimitParts, string> = {
    ofShare: isOwnShare
      ? `Too many ${what} of yours${period} ${limit}. Your bots count, and newcomers whom you invited.`
      : `Too many ${what} of yours${period} ${limit}. Whoever invited you counts, until an administrator vouches for you.`,
    ofNewcomer: `Too many ${what} of yours${period} ${limit}. You may have more when an administrator has vouched for you.`,
    ofNewcomers: `Too many ${what} of newcomers${period} ${limit}. Ask an administrator to vouch for you.`,
    ofMembers: `Too many ${what} of members${period} ${limit}. Administrators can add more.`,
    ofRealm: `Too many ${what}${period} ${limit}`,
  }
  return words[part]
}

/** Attempt limits with their keys, for limits per time that are not stored. */
export function attemptLimits(account: Account, name: SharedLimitName): [key: string, limit: AttemptLimit][] {
  const parts = partsOf(name)
  const { seconds } = limitNamed(name)
  if (seconds === undefined) throw new Error(`${name} is no limit of what is taken in a time`)
  return countedFor(account).map((part) => [
    part === 'ofShare' || part === 'ofNewcomer' ? `${name} ofShare ${shareOf(account)}` : `${name} ${part}`,
    { maxAttempts: parts[part], seconds },
  ])
}
