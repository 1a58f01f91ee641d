import type { Account } from '../auth/account'
import { isAdministrator, isGuest, isModerator, isOwner } from '../users/roles'
import { settingsOf } from './settings'

const secondsADay = 24 * 3600

/** Members count as full once their account is older than the realm's waiting period; moderators and above always. */
export function isFullMember(account: Account, now: number): boolean {
  if (isModerator(account)) return true
  const days = Math.floor((now - account.date_joined) / secondsADay)
  return !isGuest(account) && days >= settingsOf(account).waiting_period_threshold
}

/** Whether a policy admits the account. */
export function admits(policy: number, account: Account, now: number): boolean {
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
