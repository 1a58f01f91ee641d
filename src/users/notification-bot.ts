import type { Cached } from '../core/turn/query-cache'
import { reservedDomain } from './email'
import { userByEmail } from './queries'

/** The system bot that posts notices in every realm (behaviour, Notices posted by the notification bot). */
export const notificationBot = { email: `notification-bot@${reservedDomain}`, full_name: 'Notification Bot' }

/** Id of the realm's notification bot, which always exists. */
export async function notificationBotId(cached: Cached, realm_id: number): Promise<number> {
  const bot = await cached(userByEmail, realm_id, notificationBot.email)
  return bot!.id
}
