import { isGuest, type Role } from '../accounts/roles'
import { newKey } from '../auth/keys'
import { refused } from '../core/base/errors'
import type { Turn } from '../core/turn/change'
import { userById, type UserRow } from '../users/queries'
import { assertRoomForBot } from './limits'
import type { BotRow } from './queries'

/** The person who is to own a bot. Refuses who may own none, and who has no room for it. */
export async function nextOwner(turn: Turn, bot: BotRow, user_id: number): Promise<UserRow> {
  const owner = await turn.cached(userById, turn.realm_id, user_id)
  if (owner === null) throw refused('Failed to change owner, no such user')
  if (!owner.is_active) throw refused('Failed to change owner, user is deactivated')
  if (owner.bot_type !== null) throw refused("Failed to change owner, bots can't own other bots")
  if (isGuest(owner)) throw refused("Failed to change owner, guests can't own bots")
  if (bot.is_active) await assertRoomForBot(turn, owner)
  return owner
}

/**
 * Columns of a bot with another owner (behaviour, Bots that are passed on). Its role is at most that of the owner. The token is new,
 * because the former owner knows the old one. The address ends unless an administrator answers for it: whoever reads there sees
 * what people write to the bot, and its answers use up the new owner's share.
 */
export const withOwner = (
  bot: BotRow,
  owner: UserRow,
  { keepsAddress }: { keepsAddress: boolean },
): Pick<BotRow, 'bot_owner_id' | 'owner_email' | 'role' | 'token' | 'payload_url'> => ({
  bot_owner_id: owner.id,
  owner_email: owner.email,
  role: Math.max(bot.role, owner.role) as Role,
  token: bot.token && newKey(),
  payload_url: keepsAddress ? bot.payload_url : null,
})
