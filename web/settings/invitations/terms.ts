import type { Store } from '../../../client'
import { mayInvite, mayInviteByLink } from '../../../client/policies'

/** Days until an invitation expires; null means never. */
export const durations = [1, 3, 10, 30, null] as const

/** One link for many people, or one for each email address. */
export type InvitationKind = 'link' | 'emails'

/**
 * What the current user may make: a link for many if an administrator, single ones if the policy admits them (endpoints,
 * Invitations).
 */
export const kindsFor = (store: Store): readonly InvitationKind[] => [
  ...(mayInviteByLink(store) ? ['link' as const] : []),
  ...(mayInvite(store) ? ['emails' as const] : []),
]

interface Stream {
  readonly stream_id: number
  readonly name: string
}

/** Streams that the current user can invite to. */
export const streamsFor = ({ state }: Store): readonly Stream[] => state.subscriptions.value

/** Streams that are selected at first: the default streams that the current user is subscribed to. */
export function streamsAtFirst(store: Store): ReadonlySet<number> {
  const known = streamsFor(store).map(({ stream_id }) => stream_id)
  const usual = new Set(
    (store.state.realm_default_streams.value as readonly Stream[]).map(({ stream_id }) => stream_id),
  )
  return new Set(known.filter((id) => usual.has(id)))
}
