import type { JobContext, JobKind, JobPart } from '../core/jobs/job-kind'
import { deliverMails } from './delivery'
import type { Delivery } from './mail'
import { writtenMail, type MailJob } from './queued-mail'

/** Sends mails. What was not delivered is tried again by another job, because a mail server may want us back in an hour. */
export const sendMails: JobKind = {
  action: 'recordDeliveries',
  ownerOf: ({ share }: MailJob) => share,
  poolOf: ({ pool }: MailJob) => pool,
  dueOf: ({ due }: MailJob) => due,
  run: (job: MailJob, { doApart }: JobContext) => doApart('deliverJob', job),
}

/** Writes and sends the mails of a job. In an event of its own, because each of forty mails may be a request. */
export const deliverJob: JobPart = (job: MailJob, env): Promise<readonly Delivery[]> =>
  deliverMails(
    env,
    job.mails.map((mail) => writtenMail(mail, job)),
  )
