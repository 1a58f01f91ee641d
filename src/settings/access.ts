import type { Account } from '../auth/account'
import { refused } from '../core/errors'

/** Refuses bots, which are set up by their owners. */
export function assertOwnSettings({ bot_type }: Pick<Account, 'bot_type'>): void {
  if (bot_type !== null) throw refused('Bots have no settings of their own.')
}
