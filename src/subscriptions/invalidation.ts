import { invalidation, type Invalidation } from '../core/turn/query-cache'
import { streamFollowers } from '../notifications/queries'
import { subscriberIds } from './queries'

/** Cached queries that become wrong when the subscribers of a stream change. */
export const subscriberInvalidations = (stream_id: number): Invalidation[] => [
  invalidation(subscriberIds, stream_id),
  invalidation(streamFollowers, stream_id),
]
