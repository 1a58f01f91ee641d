import type { State, Store } from '../../../../client'
import { offeredToReader } from '../../../session/bot-offers'
import { everybody } from '../../../features/people'
import { roleOf, roles } from '../../../session/policies'

/** A bot with the details for its owner and administrators. */
export type Bot = State['realm_bots'][number]

/** Codes of `bot_type` (endpoints, Bots). */
export const kinds = { generic: 1, incoming: 2, outgoing: 3 } as const

export type BotType = (typeof kinds)[keyof typeof kinds]

/** Codes of `bot_creation_policy` that restrict members (behaviour, Policies). */
const policies = { genericByAdministrators: 2, administrators: 3 }

/** Types of bots that the current user may make. */
export function kindsFor(store: Store): readonly BotType[] {
  const { is_admin, realm_bot_creation_policy: policy } = store.state
  if (roleOf(store) > roles.member) return []
  if (is_admin.value) return Object.values(kinds)
  if (policy.value === policies.administrators) return []
  return policy.value === policies.genericByAdministrators ? [kinds.incoming, kinds.outgoing] : Object.values(kinds)
}

const isOwn = ({ owner_id }: Bot, { user_id }: Store): boolean => owner_id === user_id

/** Whether the current user sees a bot in the settings. */
export const maySee = (bot: Bot, store: Store): boolean => store.state.is_admin.value || isOwn(bot, store)

/**
 * Whether the current user administers a bot. A bot with the role of an owner is for its own owner and other owners only
 * (endpoints, Bots).
 */
export function mayAdminister(bot: Bot, store: Store): boolean {
  const { is_admin, is_owner } = store.state
  const isOwner = everybody(store).value.get(bot.user_id)?.role === roles.owner
  return isOwn(bot, store) || (is_admin.value && (!isOwner || is_owner.value))
}

/** Whether the current user may make a bot, has one, or was offered one. */
export const hasToDoWithBots = (store: Store): boolean =>
  kindsFor(store).length > 0 ||
  store.state.realm_bots.value.some((bot) => isOwn(bot, store)) ||
  offeredToReader(store).length > 0
