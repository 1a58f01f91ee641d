import type { Store } from '../../../client'
import { roleOf, roles } from '../../session/policies'

/** Days for which an invitation may be good; null: for ever. */
export const durations = [1, 3, 10, 30, null] as const

/** Roles to which the reader may invite: owners to all, administrators to all but owners (endpoints, Invitations). */
export const rolesFor = (store: Store): readonly number[] =>
  [roles.member, roles.guest, roles.moderator, roles.administrator, roles.owner].filter((role) => {
    const needed = role === roles.owner ? roles.owner : role <= roles.moderator ? roles.administrator : roles.guest
    return roleOf(store) <= needed
  })

/** A link for many, or one for each of some emails. */
export type InvitationKind = 'link' | 'emails'

/** What the reader may make: administrators links for many, and single ones whom the policy admits (endpoints, Invitations). */
export const kindsFor = (store: Store): readonly InvitationKind[] => [
  ...(roleOf(store) <= roles.administrator ? ['link' as const] : []),
  ...(store.state.can_invite_others_to_realm.value ? ['emails' as const] : []),
]

interface Stream {
  readonly stream_id: number
  readonly name: string
}

/** Streams to which the reader can invite. */
export const streamsFor = ({ state }: Store): readonly Stream[] => state.subscriptions.value

/** Streams that are chosen at first: those for everybody new, as far as the reader is in them. */
export function streamsAtFirst(store: Store): ReadonlySet<number> {
  const known = streamsFor(store).map(({ stream_id }) => stream_id)
  const usual = new Set(
    (store.state.realm_default_streams.value as readonly Stream[]).map(({ stream_id }) => stream_id),
  )
  return new Set(known.filter((id) => usual.has(id)))
}
