import { randomBytes } from 'node:crypto'
import { logFailure } from '../core/base/failures'
import { joinSteps, type Job, type Step, type SystemTurn } from '../core/turn/change'
import { noticeToOwners } from '../messages/owner-notices'
import { realmById } from '../realm/queries'
import { isPlaceholder } from '../users/placeholder-address'
import { countLeftOut, dailyMails, takeMails, takesMail, type MailCause, type MailKind } from './limits'
import { maxMailsTogether } from './mail'
import type { MailJob, QueuedMail, QueuedValues } from './queued-mail'
import { mailSetup } from './setup'
import type { TemplateName } from './templates'
import { keyForUnsubscribing } from './unsubscribing/keys'
import { unsubscribeUrl } from './unsubscribing/links'
import type { Mailing } from './unsubscribing/mailings'

/** A mail to send. */
export type NewMail = {
  [N in TemplateName]: {
    readonly to: string
    /** Language of the reader, as in the setting `default_language`. */
    readonly language: string
    readonly template: N
    readonly values: QueuedValues<N>
    readonly thread?: string
    readonly reply_to?: string | undefined
    /** What the reader can unsubscribe from. */
    readonly mailing?: Mailing
  }
}[TemplateName]

export interface Posting {
  readonly kind: MailKind
  /** Seconds after which the mails are of no use, because their links have expired. */
  readonly lifetime: number
  /** Scheme and host of the organization; those of the request if missing. */
  readonly origin?: string
}

/** Mails that count towards the same share. */
export interface MailBatch {
  readonly cause: MailCause
  readonly mails: readonly NewMail[]
}

/** Mails that go out after the commit, and the addresses that get one. The others are left out, by limits or for good. */
export interface PostedMails {
  readonly step: Step
  readonly addresses: ReadonlySet<string>
}

/** Mails that the limits admit, in jobs that are still to be recorded. */
interface AdmittedMails {
  readonly jobs: readonly MailJob[]
  /** Notes that mails were left out, and makes what the mails need. */
  readonly step: Step
}

const noMails: AdmittedMails = { jobs: [], step: { writes: [] } }

/** Problems with the configuration that this isolate has logged. */
const logged = new Set<string>()

/** Sends mails, if the deployment sends any. */
export async function postMails(
  turn: SystemTurn,
  mails: readonly NewMail[],
  { cause, ...posting }: Posting & Pick<MailBatch, 'cause'>,
): Promise<PostedMails> {
  const { jobs, step } = await admitMails(turn, [{ cause, mails }], posting)
  return {
    step: joinSteps(step, { writes: [], jobs: jobs.map(sendMailsJob) }),
    addresses: new Set(jobs.flatMap((job) => job.mails.map(({ to }) => to))),
  }
}

/** Counts mails against the limits. There are no jobs if the deployment sends no mail. The caller records the jobs. */
export async function admitMails(
  turn: SystemTurn,
  batches: readonly MailBatch[],
  { kind, lifetime, origin = turn.facts.origin }: Posting,
): Promise<AdmittedMails> {
  const { env, now, jobs, cached, realm_id } = turn
  const setup = mailSetup(env)
  if (setup === null || batches.every(({ mails }) => mails.length === 0)) return noMails
  if ('problem' in setup) {
    if (!logged.has(setup.problem)) logFailure('mail configuration', null, { problem: setup.problem })
    logged.add(setup.problem)
    return noMails
  }
  let leftOut = 0
  const admitted = batches.map(({ cause, mails }): MailBatch => {
    const deliverable = mails.filter(({ to }) => !isPlaceholder(to) && takesMail(turn, to))
    const wantedCount = jobs.hasRoom(cause.shares) ? deliverable.length : 0
    const some = deliverable.slice(0, takeMails(turn, wantedCount, kind, cause))
    leftOut += deliverable.length - some.length
    return { cause, mails: some }
  })
  const isFirstLeftOut = leftOut > 0 && countLeftOut(turn, leftOut)
  const notice = isFirstLeftOut ? await noticeToOwners(turn, noticeOfLeftOut(dailyMails(env))) : null
  const organization = (await cached(realmById, realm_id))!.name
  const { key, step } = await keyIfNeeded(turn, admitted)
  const jobsOf = ({ cause: { shares }, mails }: MailBatch): MailJob[] => {
    const [share, pool] = shares
    const job = { share, pool, organization, origin, attempts: 0, due: now, expires_at: now + lifetime }
    return mailJobs(
      job,
      mails.map((mail) => queuedMail(mail, origin, key)),
    )
  }
  return { jobs: admitted.flatMap(jobsOf), step: joinSteps(notice, step) }
}

/** The key that signs addresses for unsubscribing; empty if no mail has such an address. The step stores a new key. */
async function keyIfNeeded(
  turn: Pick<SystemTurn, 'cached' | 'realm_id'>,
  batches: readonly MailBatch[],
): Promise<{ key: string; step: Step | null }> {
  const isNeeded = batches.some(({ mails }) => mails.some(({ mailing }) => mailing !== undefined))
  return isNeeded ? keyForUnsubscribing(turn) : { key: '', step: null }
}

/** A mail as it waits in a job. */
const queuedMail = ({ mailing, ...mail }: NewMail, origin: string, key: string): QueuedMail => ({
  ...mail,
  id: randomBytes(16).toString('hex'),
  ...(mailing !== undefined && { unsubscribe_url: unsubscribeUrl(origin, mailing, key) }),
})

/** Jobs that send mails, as many together as go over one connection. */
export const mailJobs = (job: Omit<MailJob, 'mails'>, mails: readonly QueuedMail[]): MailJob[] =>
  Array.from({ length: Math.ceil(mails.length / maxMailsTogether) }, (_, index) => ({
    ...job,
    mails: mails.slice(index * maxMailsTogether, (index + 1) * maxMailsTogether),
  }))

/** The job that sends mails. */
export const sendMailsJob = (payload: MailJob): Job => ({ kind: 'sendMails', payload })

const noticeOfLeftOut = (daily: number): string =>
  `**Some mails of today are not sent**, because the server sends at most ${daily} a day, and one person may set off a quarter ` +
  'of them. Until midnight UTC, administrators find the links of those mails where they would be without mail. The operator of ' +
  'the server can set another limit: `MAIL_DAILY`.'
