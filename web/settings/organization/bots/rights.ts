import type { State, Store } from '../../../../client'
import { offeredToReader } from '../../../session/bot-offers'
import { everybody } from '../../../features/people'
import { roleOf, roles } from '../../../session/policies'

/** A bot as its owner and administrators know it. */
export type Bot = State['realm_bots'][number]

/** Codes of `bot_type` (endpoints, Bots). */
export const kinds = { generic: 1, incoming: 2, outgoing: 3 } as const

export type BotType = (typeof kinds)[keyof typeof kinds]

/** Codes of `bot_creation_policy` that keep members from something (behaviour, Policies). */
const policies = { genericByAdministrators: 2, administrators: 3 }

/** Kinds of bots that the reader may make. */
export function kindsFor(store: Store): readonly BotType[] {
  const { is_admin, realm_bot_creation_policy: policy } = store.state
  if (roleOf(store) > roles.member) return []
  if (is_admin.value) return Object.values(kinds)
  if (policy.value === policies.administrators) return []
  return policy.value === policies.genericByAdministrators ? [kinds.incoming, kinds.outgoing] : Object.values(kinds)
}

const isOwn = ({ owner_id }: Bot, { user_id }: Store): boolean => owner_id === user_id

/** Whether the reader is shown a bot: administrators know of all. */
export const maySee = (bot: Bot, store: Store): boolean => store.state.is_admin.value || isOwn(bot, store)

/** Whether the reader administers a bot: one that is an owner of the organization is for its own owner, and for owners (endpoints, Bots). */
export function mayAdminister(bot: Bot, store: Store): boolean {
  const { is_admin, is_owner } = store.state
  const isOwner = everybody(store).value.get(bot.user_id)?.role === roles.owner
  return isOwn(bot, store) || (is_admin.value && (!isOwner || is_owner.value))
}

/** Whether the reader may make a bot, has one, or is offered one. */
export const hasToDoWithBots = (store: Store): boolean =>
  kindsFor(store).length > 0 ||
  store.state.realm_bots.value.some((bot) => isOwn(bot, store)) ||
  offeredToReader(store).length > 0
