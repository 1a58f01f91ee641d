import { randomBytes } from 'node:crypto'
import { logFailure } from '../core/base/failures'
import { together, type Step, type SystemTurn } from '../core/turn/change'
import { noticeToOwners } from '../messages/owner-notices'
import { realmById } from '../realm/queries'
import { isPlaceholder } from '../users/placeholder-address'
import { countLeftOut, dailyMails, takeMails, takesMail, type MailCause, type MailKind } from './limits'
import { maxMailsTogether } from './mail'
import type { MailJob, QueuedMail } from './queued-mail'
import { mailSetup } from './setup'
import type { TemplateName, TemplateValues } from './templates'
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
    readonly values: TemplateValues[N]
    /** What the reader can unsubscribe from. */
    readonly mailing?: Mailing
  }
}[TemplateName]

export interface Posting {
  readonly kind: MailKind
  readonly cause: MailCause
  /** Seconds after which the mails are of no use, because their links have expired. */
  readonly lifetime: number
}

/** Mails that go out after the commit, and the addresses that get one. The others are left out, by limits or for good. */
export interface Posted {
  readonly step: Step
  readonly addresses: ReadonlySet<string>
}

const nobody: Posted = { step: { writes: [] }, addresses: new Set() }

/** Problems with the configuration that this isolate has logged. */
const logged = new Set<string>()

/** Sends mails, if the deployment sends any. */
export async function postMails(turn: SystemTurn, mails: readonly NewMail[], posting: Posting): Promise<Posted> {
  const { env, now, jobs, cached, realm_id, facts } = turn
  const setup = mailSetup(env)
  if (setup === null || mails.length === 0) return nobody
  if ('problem' in setup) {
    if (!logged.has(setup.problem)) logFailure('mail configuration', null, { problem: setup.problem })
    logged.add(setup.problem)
    return nobody
  }
  const deliverable = mails.filter(({ to }) => !isPlaceholder(to) && takesMail(turn, to))
  const wanted = jobs.hasRoom(posting.cause.shares) ? deliverable.length : 0
  const admitted = deliverable.slice(0, takeMails(turn, wanted, posting.kind, posting.cause))
  const [share, pool] = posting.cause.shares
  const job: Omit<MailJob, 'mails'> = {
    share,
    pool,
    organization: (await cached(realmById, realm_id))!.name,
    origin: facts.origin,
    attempts: 0,
    due: now,
    expires_at: now + posting.lifetime,
  }
  const leftOut = deliverable.length - admitted.length
  const isFirstLeftOut = leftOut > 0 && countLeftOut(turn, leftOut)
  const notice = isFirstLeftOut ? await noticeToOwners(turn, noticeOfLeftOut(dailyMails(env))) : null
  const { mails: waiting, step } = await queued(turn, admitted)
  return {
    step: together(notice, step, { writes: [], jobs: mailJobs(job, waiting) }),
    addresses: new Set(admitted.map(({ to }) => to)),
  }
}

/** Mails as they wait in jobs. The step stores the key of the organization, if they are the first that need it. */
async function queued(
  turn: Pick<SystemTurn, 'cached' | 'realm_id' | 'facts'>,
  mails: readonly NewMail[],
): Promise<{ mails: QueuedMail[]; step: Step | null }> {
  const { origin } = turn.facts
  const { key, step } = mails.some(({ mailing }) => mailing !== undefined)
    ? await keyForUnsubscribing(turn)
    : { key: '', step: null }
  const waiting = mails.map(({ mailing, ...mail }) => ({
    ...mail,
    id: randomBytes(16).toString('hex'),
    ...(mailing !== undefined && { unsubscribe_url: unsubscribeUrl(origin, mailing, key) }),
  }))
  return { mails: waiting, step }
}

/** Jobs that send mails, as many together as go over one connection. */
export const mailJobs = (job: Omit<MailJob, 'mails'>, mails: readonly QueuedMail[]) =>
  Array.from({ length: Math.ceil(mails.length / maxMailsTogether) }, (_, index) => ({
    kind: 'sendMails',
    payload: { ...job, mails: mails.slice(index * maxMailsTogether, (index + 1) * maxMailsTogether) } satisfies MailJob,
  }))

const noticeOfLeftOut = (daily: number): string =>
  `**Some mails of today are not sent**, because the server sends at most ${daily} a day, and one person may set off a quarter ` +
  'of them. Until midnight UTC, administrators find the links of those mails where they would be without mail. The operator of ' +
  'the server can set another limit: `MAIL_DAILY`.'
