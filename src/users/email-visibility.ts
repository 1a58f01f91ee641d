import type { Account } from '../accounts/account'
import type { SystemTurn } from '../core/turn/change'
import { realmById } from '../realm/queries'
import { settingsOf } from '../accounts/settings'
import { administrators, moderators } from './audience'
import { isAdministrator, isModerator } from '../accounts/roles'

/** Who sees real addresses: codes of `email_address_visibility`. */
const visibility = { everyone: 1, administrators: 3, nobody: 4, moderators: 5 } as const

type AddressViewer = Pick<Account, 'role' | 'realm_settings'>

const visibilityOf = (account: Pick<Account, 'realm_settings'>): number => settingsOf(account).email_address_visibility

/** Whether the address that others see is the real one (behaviour, Names and addresses). */
export const showsAddresses = (account: Pick<Account, 'realm_settings'>): boolean =>
  visibilityOf(account) === visibility.everyone

/** Whether the account is told real addresses beside those that everybody sees (behaviour, Names and addresses). */
export function seesHiddenAddresses(account: AddressViewer): boolean {
  switch (visibilityOf(account)) {
    case visibility.administrators:
      return isAdministrator(account)
    case visibility.moderators:
      return isModerator(account)
    default:
      return false
  }
}

/** Everybody who is told real addresses beside those that everybody sees. */
export async function hiddenAddressViewers(turn: Pick<SystemTurn, 'cached' | 'realm_id'>): Promise<number[]> {
  switch (visibilityOf((await turn.cached(realmById, turn.realm_id))!)) {
    case visibility.administrators:
      return administrators(turn)
    case visibility.moderators:
      return moderators(turn)
    default:
      return []
  }
}

/** The address that others see of a person; `origin` is where the realm is reached. */
export const shownAddress = (
  account: Pick<Account, 'realm_settings'>,
  { id, email, origin }: { id: number; email: string; origin: string },
): string => (showsAddresses(account) ? email : `user${id}@${new URL(origin).hostname}`)
