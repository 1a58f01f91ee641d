import { roles } from '../accounts/roles'
import { botTypes } from '../accounts/types'
import type { Account } from '../accounts/account'
import type { Step, SystemTurn } from '../core/turn/change'
import { userInvalidations } from '../users/invalidation'
import { reservedDomain } from '../users/email'
import { insertUser } from '../users/new-user'
import { userByEmail, type UserRow } from '../users/queries'

/** The system bot that posts mails to streams. */
const gatewayBot = { email: `emailgateway@${reservedDomain}`, full_name: 'Email Gateway' }

const gatewayRow = ({ cached, realm_id }: Pick<SystemTurn, 'cached' | 'realm_id'>): Promise<UserRow | null> =>
  cached(userByEmail, realm_id, gatewayBot.email)

/** Makes the bot, if the organization has none yet. */
export async function ensureGatewayBot(turn: SystemTurn): Promise<Step | null> {
  const { realm_id, now } = turn
  if ((await gatewayRow(turn)) !== null) return null
  const id = turn.next('user')
  return {
    writes: [
      insertUser({
        id,
        realm_id,
        ...gatewayBot,
        delivery_email: gatewayBot.email,
        role: roles.member,
        bot_type: botTypes.generic,
        bot_owner_id: null,
        is_system_bot: 1,
        date_joined: now,
      }),
    ],
    invalidates: userInvalidations(realm_id, id),
  }
}

/** The bot as one of a person: it may post what that person may, and uses their share. Null if there is no bot. */
export async function gatewayFor(turn: SystemTurn, person: Account): Promise<Account | null> {
  const bot = await gatewayRow(turn)
  if (bot === null) return null
  const { id, email, full_name, bot_type, avatar_version, avatar_path } = bot
  return {
    ...person,
    id,
    email,
    delivery_email: email,
    full_name,
    bot_type,
    avatar_version,
    avatar_path,
    bot_owner_id: person.id,
  }
}
