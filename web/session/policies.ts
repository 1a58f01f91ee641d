import type { Store } from '../../client'

/** Roles, the smallest of those who may the most (behaviour, Roles). */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 }

const fullMembers = 3

/** The last role that each policy admits, by its code (behaviour, Policies). */
const lastRole = [0, roles.member, roles.administrator, roles.moderator, roles.moderator, roles.guest, 0, roles.owner]

/** The account that reads. */
const readerOf = ({ state, user_id }: Store) => state.realm_users.value.find((user) => user.user_id === user_id)

/** Role of the reader; a guest's as long as it is not known. */
export const roleOf = (store: Store): number => readerOf(store)?.role ?? roles.guest

/** Whether the reader is there long enough to count as a full member. */
export function isFull(store: Store): boolean {
  const { role, date_joined } = readerOf(store) ?? { role: roles.guest, date_joined: '' }
  const days = (Date.now() - Date.parse(date_joined)) / 86_400_000
  return role < roles.member || (role === roles.member && days >= store.state.realm_waiting_period_threshold.value)
}

/** Whether a policy admits the reader. */
export const admits = (policy: number, store: Store): boolean =>
  roleOf(store) <= (lastRole[policy] ?? 0) || (policy === fullMembers && isFull(store))

/**
 * Whether the reader has access to the place of a message or topic. Messages of a stream that is closed to them stay readable
 * as they were, and nothing else can be done with them (behaviour, Losing access). Of streams that one may know without being in
 * them only private ones are closed; guests know none of the others.
 */
export const hasAccess = ({ stream_id }: { readonly stream_id?: number | undefined }, { state }: Store): boolean =>
  stream_id === undefined ||
  state.subscriptions.value.some((one) => one.stream_id === stream_id) ||
  state.streams.value.some((one) => one.stream_id === stream_id && !one.invite_only)
