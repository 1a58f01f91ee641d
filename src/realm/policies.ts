import type { Account } from '../auth/account'
import { isAdministrator, isGuest, isModerator, isOwner } from '../users/roles'

/** Codes of a realm's policies (behaviour, Policies). */
export type Policy = 1 | 2 | 3 | 4 | 5 | 6 | 7

const defaults = {
  create_public_stream_policy: 1,
  create_private_stream_policy: 1,
  create_web_public_stream_policy: 7,
  invite_to_stream_policy: 1,
  wildcard_mention_policy: 4,
  private_message_policy: 1,
  waiting_period_threshold: 0,
  mandatory_topics: false,
  notifications_stream_id: -1,
  signup_notifications_stream_id: -1,
}

export type RealmSettings = typeof defaults

/** The settings of the account's realm. */
export function settingsOf({ realm_settings }: Pick<Account, 'realm_settings'>): RealmSettings {
  return { ...defaults, ...(JSON.parse(realm_settings) as Partial<RealmSettings>) }
}

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
