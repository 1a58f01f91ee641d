import type { Store } from '../store/store'
import { isAdmitted, isFull, roles } from './codes'

/** The part of a store that policies read. An effect that calls a policy runs again when the store or its time changes. */
export type PolicyStore = Pick<Store, 'state' | 'streams' | 'users' | 'clock'>

/** Role of the account; that of a guest while the role is not known. */
export const roleOf = ({ users }: Pick<PolicyStore, 'users'>): number => users.self?.role ?? roles.guest

export const isOwner = (store: PolicyStore): boolean => roleOf(store) === roles.owner
export const isAdministrator = (store: PolicyStore): boolean => roleOf(store) <= roles.administrator
export const isModerator = (store: PolicyStore): boolean => roleOf(store) <= roles.moderator
export const isGuest = (store: PolicyStore): boolean => roleOf(store) === roles.guest

/** Whether the account is a bot. Bots have roles, but may do less than people with the same role. */
export const isBot = ({ users }: Pick<PolicyStore, 'users'>): boolean => users.self?.is_bot === true

/** Whether the account has existed long enough to be a full member, or is a moderator or above (behaviour, Roles). */
export const isFullMember = ({ users: { self }, state, clock }: PolicyStore): boolean =>
  self !== undefined && isFull(self, state.realm_waiting_period_threshold.value, clock)

/** Whether a policy admits the account, by its code (behaviour, Policies). */
export const admits = (policy: number, { users: { self }, state, clock }: PolicyStore): boolean =>
  self !== undefined && isAdmitted(policy, self, state.realm_waiting_period_threshold.value, clock)
