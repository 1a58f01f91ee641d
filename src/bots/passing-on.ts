import { isGuest, type Role } from '../accounts/roles'
import { newKey } from '../auth/keys'
import { refused } from '../core/base/errors'
import type { Turn } from '../core/turn/change'
import { userById, type UserRow } from '../users/queries'
import { assertRoomForBot } from './limits'
import type { BotRow } from './queries'

/** The next owner of a bot. Refuses people who may own none, and people who have reached their limit. */
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
 * Columns of a bot with another owner (behaviour, Bots that are passed on). Its role is at most the owner's. It gets a new token,
 * because the former owner knows the old one. Its address is removed unless an administrator approves it: whoever runs that
 * server sees what people write to the bot, and its replies use the new owner's share.
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
