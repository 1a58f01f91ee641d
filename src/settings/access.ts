import type { Account } from '../accounts/account'
import { refused } from '../core/base/errors'

/** Refuses bots: their owners set them up. */
export function assertOwnSettings({ bot_type }: Pick<Account, 'bot_type'>): void {
  if (bot_type !== null) throw refused('Bots have no settings of their own.')
}
