import type { JobReport } from '../core/jobs/job-kind'
import type { Change, SystemTurn } from '../core/turn/change'
import { countFailures, countRefusal } from './limits'
import type { Delivery, FailureReason } from './mail'
import { mailJobs, sendMailsJob } from './posting'
import type { MailJob, QueuedMail } from './queued-mail'

/**
 * Seconds until the next attempt, after the first one and each further one. Servers that send unknown senders away at first want
 * them back after some minutes. A server that is down, or a wrong password, may take hours to be mended.
 */
const retryDelays = [60, 300, 1800, 7200, 21_600]

/** An attempt that failed. */
const failed: Delivery = { outcome: 'later', reason: 'broken_off' }

/** Records what became of mails, and sends those again that may still arrive. */
export async function recordDeliveries(
  turn: SystemTurn,
  { payload: job, outcome }: JobReport<MailJob, readonly Delivery[]>,
): Promise<Change> {
  const { now } = turn
  const delay = retryDelays[job.attempts]
  const canWait = delay !== undefined && now + delay < job.expires_at
  const mailsToRetry: QueuedMail[] = []
  const failures = new Map<FailureReason, number>()
  for (const [index, mail] of job.mails.entries()) {
    const delivery = outcome === null ? failed : outcome[index]!
    if (delivery.outcome === 'sent' || delivery.outcome === 'needless') continue
    if (delivery.reason === 'address_refused') countRefusal(turn, mail.to)
    // A mail that may have arrived is sent once more: twice does less harm than never, and programs know it by its id.
    const mayRepeat = delivery.outcome === 'later' || (delivery.outcome === 'unknown' && !mail.mayHaveArrived)
    if (mayRepeat && canWait)
      mailsToRetry.push(delivery.outcome === 'unknown' ? { ...mail, mayHaveArrived: true } : mail)
    failures.set(delivery.reason, (failures.get(delivery.reason) ?? 0) + 1)
  }
  for (const [reason, amount] of failures) countFailures(turn, reason, amount)
  const { mails: _, ...rest } = job
  const next = { ...rest, attempts: job.attempts + 1, due: now + (delay ?? 0) }
  // In reverse order: if the server breaks the connection off at one mail each time, the mails behind it are sent all the same.
  const jobs = canWait ? mailJobs(next, mailsToRetry.toReversed()) : []
  const { agenda_key } = job
  if (agenda_key === undefined) return { writes: [], result: {}, jobs: jobs.map(sendMailsJob) }
  turn.agenda.delete(agenda_key)
  for (const waiting of jobs) turn.agenda.put({ key: agenda_key, due: waiting.due, input: waiting })
  return { writes: [], result: {}, ...(jobs.length > 0 && { wakesAt: next.due }) }
}
