import type { Store, Subscription } from '../../../client'
import { roleOf, roles } from '../../session/policies'
import type { Stream } from './stream'

/** Role of a subscriber who administers the stream (objects, Subscription). */
const streamAdministrator = 20

/** Whether the reader administers a stream, with all others or as its subscriber. A guest administers nothing (behaviour, Roles). */
export const administers = (store: Store, own: Subscription | undefined): boolean =>
  roleOf(store) <= roles.administrator || (own?.role === streamAdministrator && roleOf(store) < roles.guest)

/** Whether the reader may subscribe themselves to a stream that they are not in (endpoints, Subscriptions). */
export const mayJoin = (store: Store, { invite_only }: Pick<Stream, 'invite_only'>): boolean =>
  !invite_only && roleOf(store) < roles.guest
