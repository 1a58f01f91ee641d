import type { Store } from '../../client'

/** Role codes: a smaller one may do more (behaviour, Roles). */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 }

const fullMembers = 3

/** The least privileged role that each policy admits, by the code of the policy (behaviour, Policies). */
const lastRole = [0, roles.member, roles.administrator, roles.moderator, roles.moderator, roles.guest, 0, roles.owner]

const readerOf = ({ state, user_id }: Store) => state.realm_users.value.find((user) => user.user_id === user_id)

/** The role of the current user; guest while it is unknown. */
export const roleOf = (store: Store): number => readerOf(store)?.role ?? roles.guest

/** Whether the current user is past the waiting period, or a moderator or above. */
export function isFull(store: Store): boolean {
  const { role, date_joined } = readerOf(store) ?? { role: roles.guest, date_joined: '' }
  const days = (Date.now() - Date.parse(date_joined)) / 86_400_000
  return role < roles.member || (role === roles.member && days >= store.state.realm_waiting_period_threshold.value)
}

/** Whether a policy admits the current user. */
export const admits = (policy: number, store: Store): boolean =>
  roleOf(store) <= (lastRole[policy] ?? 0) || (policy === fullMembers && isFull(store))

/**
 * Whether the current user can still access the conversation of a message or topic. After losing a stream they can read its old
 * messages, but do nothing else with them (behaviour, Losing access). Of the streams that they know and are not subscribed to,
 * only private ones are closed; guests know no others.
 */
export const hasAccess = ({ stream_id }: { readonly stream_id?: number | undefined }, { state }: Store): boolean =>
  stream_id === undefined ||
  state.subscriptions.value.some((one) => one.stream_id === stream_id) ||
  state.streams.value.some((one) => one.stream_id === stream_id && !one.invite_only)
