import { mapConcurrently } from '../core/base/concurrently'
import type { JobContext } from '../core/jobs/job-kind'
import type { PushResult } from './outcomes'
import type { PushSender } from './authorization'
import { sendInThisEvent, type Push } from './sending'

/** Pushes of one event. The free plan lets an event send 50 requests to other servers. */
const maxOfEvent = 40

/** So few pushes are sent in the event of the job: other jobs in it send requests, too. */
const maxOfJobsEvent = 5

/** Events that send pushes at the same time, each with connections of its own. */
const maxEventsAtOnce = 6

/** Pushes that one job should send, so that it ends within seconds. A loss of the object repeats those of the job. */
export const maxPushesOfJob = 1000

interface Batch {
  readonly sender: PushSender
  readonly pushes: readonly Push[]
}

/** The part of a job that sends a batch. */
export const sendPushBatch = ({ sender, pushes }: Batch, env: Env): Promise<PushResult[]> =>
  sendInThisEvent(env, sender, pushes)

/**
 * Sends any number of pushes, and answers what became of each, in their order. To be called by a job: pushes must not hold up a
 * turn. Many are divided among several events. Pushes that come first in the list are sent first.
 */
export async function sendPushes(
  { env, doApart }: Pick<JobContext, 'env' | 'doApart'>,
  sender: PushSender,
  pushes: readonly Push[],
): Promise<PushResult[]> {
  if (pushes.length <= maxOfJobsEvent) return sendInThisEvent(env, sender, pushes)
  const batches = Array.from({ length: Math.ceil(pushes.length / maxOfEvent) }, (_, number): Batch => {
    return { sender, pushes: pushes.slice(number * maxOfEvent, (number + 1) * maxOfEvent) }
  })
  const results = await mapConcurrently(batches, maxEventsAtOnce, (batch) => doApart('sendPushBatch', batch))
  return (results as PushResult[][]).flat()
}
