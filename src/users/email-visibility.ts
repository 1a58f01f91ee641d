import type { Account } from '../accounts/account'
import type { SystemTurn } from '../core/turn/change'
import { realmById } from '../realm/queries'
import { settingsOf } from '../accounts/settings'
import { administrators, moderators } from './audience'
import { isPlaceholder } from './placeholder-address'
import { isAdministrator, isModerator } from '../accounts/roles'

/** Codes of `email_address_visibility`: who sees real addresses. */
const visibility = { everyone: 1, administrators: 3, nobody: 4, moderators: 5 } as const

type AddressViewer = Pick<Account, 'role' | 'realm_settings'>

const visibilityOf = (account: Pick<Account, 'realm_settings'>): number => settingsOf(account).email_address_visibility

/** Whether display addresses are the real ones (behaviour, Names and addresses). */
export const showsAddresses = (account: Pick<Account, 'realm_settings'>): boolean =>
  visibilityOf(account) === visibility.everyone

/** Whether the account sees real addresses while others see made-up ones (behaviour, Names and addresses). */
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

/** Ids of the accounts that see real addresses while others see generated ones. */
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

/** The display address of a person; `origin` is the address of the realm. */
export const shownAddress = (
  account: Pick<Account, 'realm_settings'>,
  { id, email, origin }: { id: number; email: string; origin: string },
): string => (showsAddresses(account) && !isPlaceholder(email) ? email : `user${id}@${new URL(origin).hostname}`)
