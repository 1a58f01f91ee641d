import type { NewQueue, Queue } from './queue'
import { tooMany } from '../base/errors'
import type { Queues } from './queues'

/**
 * Most queues of one share, which is more than the devices and programs of one person; and of a realm, whose object reads all
 * queues at each wake, and looks through them at each event.
 */
const most = { ofShare: 100, ofRealm: 5000 }

/** Seconds after which a queue may have ended. */
const retryAfter = 60

/**
 * The queue that has to end before there can be another one; null when there is room. If the share is full, it is the least
 * recently used queue of the user, or else of the share, and rather one without a waiting client. If the realm is full, it is
 * the least recently used queue without a waiting client; refuses with 429 when there is none.
 */
export function oldestIfFull(
  queues: Pick<Queues, 'all'>,
  wanted: NewQueue,
  isAwaited: (queue: Queue) => boolean,
): Queue | null {
  const all = queues.all()
  const ofShare = all.filter(({ shares: [share] }) => share === wanted.shares[0])
  const unattended = (some: readonly Queue[]) => oldest(some.filter((queue) => !isAwaited(queue)))
  if (ofShare.length >= most.ofShare) {
    const own = ofShare.filter(({ user_id }) => user_id === wanted.user_id)
    return unattended(own) ?? oldest(own) ?? unattended(ofShare) ?? oldest(ofShare)
  }
  if (all.length < most.ofRealm) return null
  const abandoned = unattended(all)
  if (abandoned !== null) return abandoned
  throw tooMany(retryAfter, 'Too many event queues')
}

const oldest = ([first, ...others]: readonly Queue[]): Queue | null =>
  first === undefined ? null : others.reduce((oldest, queue) => (queue.seen < oldest.seen ? queue : oldest), first)
