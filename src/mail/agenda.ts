import { randomBytes } from 'node:crypto'
import { dueItems, lostWorkSeconds } from '../core/turn/agenda'
import type { Change, Job, SystemTurn } from '../core/turn/change'
import { sendMailsJob } from './posting'
import type { MailJob } from './queued-mail'

const prefix = 'mail:'

/** Records mails on the agenda, so that they need no row of the database. The answer is their job, which comes after the commit. */
export function recordOnAgenda({ agenda, now }: Pick<SystemTurn, 'agenda' | 'now'>, job: MailJob): Job {
  const agenda_key = `${prefix}${randomBytes(16).toString('hex')}`
  const recorded = { ...job, agenda_key }
  agenda.put({ key: agenda_key, due: now + lostWorkSeconds, input: recorded })
  return jobOf(recorded)
}

const jobOf = (job: MailJob & { readonly agenda_key: string }): Job => ({
  ...sendMailsJob(job),
  agendaKey: job.agenda_key,
})

/** Begins to send the mails of the agenda that are due. Returns when the next ones are due. */
export async function beginMails(turn: SystemTurn): Promise<Change<{ next: number | null }>> {
  const { due, next } = dueItems<MailJob>(turn, prefix)
  const jobs = due.map(({ key, input }) => jobOf({ ...input, agenda_key: key }))
  return { writes: [], result: { next }, jobs }
}
