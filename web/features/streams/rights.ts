import type { Store, Subscription } from '../../../client'
import { roleOf, roles } from '../../session/policies'
import type { Stream } from './stream'

/** The role of a subscriber who administers the stream (objects, Subscription). */
const streamAdministrator = 20

/**
 * Whether the user administers a stream, by their role in the organization or in the stream. A guest never does (behaviour,
 * Roles).
 */
export const administers = (store: Store, own: Subscription | undefined): boolean =>
  roleOf(store) <= roles.administrator || (own?.role === streamAdministrator && roleOf(store) < roles.guest)

/** Whether the user may join a stream by themselves (endpoints, Subscriptions). */
export const mayJoin = (store: Store, { invite_only }: Pick<Stream, 'invite_only'>): boolean =>
  !invite_only && roleOf(store) < roles.guest
