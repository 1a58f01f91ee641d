import type { NewQueue, Queue } from './queue'
import { tooMany } from '../base/errors'
import { objectLimits } from '../base/object-limits'
import type { Queues } from './queues'

/** A client may try again after this many seconds: a queue may have ended by then. */
const retryAfterSeconds = 60

/**
 * The queue that has to end before there can be another one; null if there is room. If the share is full, it is the least recently
 * used queue of the user, or else of the share; queues without a waiting client go first. If the pool of the share is full, or
 * the realm, it is the least recently used of its queues without a waiting client. If all have one, refuses with 429.
 */
export function oldestIfFull(
  queues: Pick<Queues, 'all'>,
  wanted: NewQueue,
  isAwaited: (queue: Queue) => boolean,
): Queue | null {
  const all = queues.all()
  const [wantedShare, wantedPool] = wanted.shares
  const ofShare = all.filter(({ shares: [share] }) => share === wantedShare)
  const oldestUnawaited = (some: readonly Queue[]) => oldest(some.filter((queue) => !isAwaited(queue)))
  if (ofShare.length >= objectLimits.queues.ofShare) {
    const own = ofShare.filter(({ user_id }) => user_id === wanted.user_id)
    return oldestUnawaited(own) ?? oldest(own) ?? oldestUnawaited(ofShare) ?? oldest(ofShare)
  }
  const ofPool = wantedPool === undefined ? [] : all.filter(({ shares: [, pool] }) => pool === wantedPool)
  const isPoolFull = ofPool.length >= objectLimits.queues.ofPool
  if (!isPoolFull && all.length < objectLimits.queues.ofRealm) return null
  const abandoned = oldestUnawaited(isPoolFull ? ofPool : all)
  if (abandoned !== null) return abandoned
  throw tooMany(retryAfterSeconds, 'Too many event queues')
}

const oldest = ([first, ...others]: readonly Queue[]): Queue | null =>
  first === undefined ? null : others.reduce((oldest, queue) => (queue.seen < oldest.seen ? queue : oldest), first)
