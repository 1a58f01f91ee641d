import type { JobContext, JobKind, JobPart } from '../core/jobs/job-kind'
import { ObjectUnavailable, OutOfDate } from '../core/sql/object-access'
import { missedValues } from '../missed-messages/values'
import { deliverMails } from './delivery'
import type { Delivery } from './mail'
import { endedAddresses } from './receivers'
import { writtenMail, type MailJob, type QueuedMail, type ReadyMail } from './queued-mail'

/** Sends mails. What was not delivered is tried again by another job, because a mail server may want us back in an hour. */
export const sendMails: JobKind = {
  action: 'recordDeliveries',
  ownerOf: ({ share }: MailJob) => share,
  poolOf: ({ pool }: MailJob) => pool,
  dueOf: ({ due }: MailJob) => due,
  run: send,
}

/** A job whose mails have all that they say. */
interface ReadyJob extends Omit<MailJob, 'mails'> {
  readonly mails: readonly ReadyMail[]
}

async function send(job: MailJob, context: JobContext): Promise<readonly Delivery[]> {
  // What waited for hours must not reach people who have been shut out meanwhile.
  const ended = await endedAddresses(
    context.sql,
    context.realm_id,
    job.mails.map(({ to }) => to),
  )
  const mails = await Promise.all(
    job.mails.map(async (mail) => (ended.has(mail.to) ? needless : readyMail(mail, job, context))),
  )
  const ready: ReadyJob = { ...job, mails: mails.flatMap((mail) => ('outcome' in mail ? [] : [mail])) }
  const deliveries = ready.mails.length === 0 ? [] : ((await context.doApart('deliverJob', ready)) as Delivery[])
  const next = deliveries.values()
  return mails.map((mail) => ('outcome' in mail ? mail : next.next().value!))
}

const needless: Delivery = { outcome: 'needless' }

/** A mail with all that it says. If there is nothing to tell any more, or if that cannot be read now: what becomes of the mail. */
async function readyMail(mail: QueuedMail, { origin }: MailJob, context: JobContext): Promise<ReadyMail | Delivery> {
  if (mail.template !== 'missed_messages') return mail
  try {
    const values = await missedValues(context, { origin, to: mail.to }, mail.values)
    return values === null ? needless : { ...mail, values }
  } catch (error) {
    // The other mails of the job do not wait for the texts of this one.
    if (error instanceof ObjectUnavailable || error instanceof OutOfDate)
      return { outcome: 'later', reason: 'broken_off' }
    throw error
  }
}

/** Writes and sends the mails of a job. In an event of its own, because each of forty mails may be a request. */
export const deliverJob: JobPart = (job: ReadyJob, env): Promise<readonly Delivery[]> =>
  deliverMails(
    env,
    job.mails.map((mail) => writtenMail(mail, job)),
  )
