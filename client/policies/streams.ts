import type { Stream, Subscription } from '../api'
import { hasAccess } from './access'
import { policies, roles } from './codes'
import { admits, isAdministrator, isGuest, roleOf, type PolicyStore } from './self'

/** Codes of `stream_post_policy` (objects, Stream). All but `everybody` are also codes of `policies`, with the same meaning. */
export const postPolicies = { everybody: 1, administrators: 2, fullMembers: 3, moderators: 4 } as const

/** Role of a subscriber who administers the stream (objects, Subscription). */
const streamAdministrator = 20

/** In streams with at most this many subscribers, everybody may mention all (behaviour, Sending). */
const maxSmallStream = 15

/** What each code of `wildcard_mention_policy` means, as a code of other policies (behaviour, Policies). */
const mentionPolicies: Readonly<Record<number, number>> = {
  1: policies.everybody,
  2: policies.members,
  3: policies.fullMembers,
  4: policies.administrators,
  5: policies.administrators,
  7: policies.moderators,
}

/** Whether the account may post to a stream (behaviour, Access). Where it may not, `stream_post_policy` says who may. */
export function mayPost(stream: Pick<Stream, 'stream_id' | 'stream_post_policy'>, store: PolicyStore): boolean {
  const { stream_post_policy: policy } = stream
  return hasAccess(stream, store) && (policy === postPolicies.everybody || admits(policy, store))
}

/** Whether a stream has so many subscribers that mentioning all of them needs a permission (behaviour, Sending). */
export const isLargeStream = (subscribers: number): boolean => subscribers > maxSmallStream

/** Whether the account may mention everybody in a stream with this many subscribers (behaviour, Sending). */
export const mayMentionAll = (subscribers: number, store: PolicyStore): boolean =>
  !isLargeStream(subscribers) ||
  admits(mentionPolicies[store.state.realm_wildcard_mention_policy.value] ?? policies.nobody, store)

/**
 * Whether the account administers a stream: as an administrator of the organization, or by its role as a subscriber. A guest
 * administers nothing (behaviour, Roles).
 */
export const mayAdministerStream = (
  subscription: Pick<Subscription, 'role'> | undefined,
  store: PolicyStore,
): boolean => isAdministrator(store) || (subscription?.role === streamAdministrator && roleOf(store) < roles.guest)

/** Whether the account may subscribe itself to a stream that it is not subscribed to (endpoints, Subscriptions). */
export const mayJoin = ({ invite_only }: Pick<Stream, 'invite_only'>, store: PolicyStore): boolean =>
  !invite_only && !isGuest(store)
