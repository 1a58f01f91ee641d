import type { NewQueue, Queue } from './queue'
import { tooMany } from '../base/errors'
import type { Queues } from './queues'

/**
 * Queues of one share: more than anybody has devices and programs. And those of a realm: the object reads what is known of
 * them at each wake, and looks through them at each event.
 */
const most = { ofShare: 100, ofRealm: 5000 }

/** Seconds after which somebody may have gone. */
const retryAfter = 60

/**
 * The queue that has to go before there is another one: that which was asked for longest ago of the same user, or else of
 * the same share; where the realm has no room, of those that nobody waits at. Null when there is room. Refuses with 429
 * when a realm is full of clients that wait.
 */
export function oldestIfFull(
  queues: Pick<Queues, 'all'>,
  wanted: NewQueue,
  isAwaited: (queue: Queue) => boolean,
): Queue | null {
  const all = queues.all()
  const ofShare = all.filter(({ share }) => share === wanted.share)
  if (ofShare.length >= most.ofShare)
    return oldest(ofShare.filter(({ user_id }) => user_id === wanted.user_id)) ?? oldest(ofShare)
  if (all.length < most.ofRealm) return null
  const unattended = oldest(all.filter((queue) => !isAwaited(queue)))
  if (unattended !== null) return unattended
  throw tooMany(retryAfter, 'Too many event queues')
}

const oldest = ([first, ...others]: readonly Queue[]): Queue | null =>
  first === undefined ? null : others.reduce((oldest, queue) => (queue.seen < oldest.seen ? queue : oldest), first)
