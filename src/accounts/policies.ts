import { daySeconds } from '../core/base/units'
import type { Account } from './account'
import { isAdministrator, isGuest, isModerator, isOwner } from './roles'
import { settingsOf, type RealmSettings } from './settings'

/** Whether the account is a full member: past the realm's waiting period, or a moderator or above. */
export function isFullMember(account: Account, now: number): boolean {
  if (isModerator(account)) return true
  return !isGuest(account) && hasWaited(account, settingsOf(account), now)
}

/** Whether an account is past the waiting period, which counts whole days. */
export const hasWaited = (
  { date_joined }: Pick<Account, 'date_joined'>,
  { waiting_period_threshold }: Pick<RealmSettings, 'waiting_period_threshold'>,
  now: number,
  // The account may be newer than `now`, because the clock was read before.
): boolean => Math.floor(Math.max(now - date_joined, 0) / daySeconds) >= waiting_period_threshold

/** Whether a policy admits the account, by its code (behaviour, Policies). */
export function policyAdmits(policy: number, account: Account, now: number): boolean {
  switch (policy) {
    case 1:
      return !isGuest(account)
    case 2:
      return isAdministrator(account)
    case 3:
      return isFullMember(account, now)
    case 4:
      return isModerator(account)
    case 5:
      return true
    case 7:
      return isOwner(account)
    default:
      return false
  }
}
