import { settingsOf } from '../accounts/settings'
import { daySeconds, untilMidnight } from '../core/base/units'
import type { JobReport } from '../core/jobs/job-kind'
import { lostWorkSeconds, type AgendaItem } from '../core/turn/agenda'
import type { Change, SystemTurn } from '../core/turn/change'
import { causedByOrganization, mailsLeft } from '../mail/limits'
import { postMails, type NewMail } from '../mail/posting'
import { sendsMail } from '../mail/setup'
import { presenceNow } from '../presence/presence-now'
import { presences } from '../presence/queries'
import { realmById, type RealmRow } from '../realm/queries'
import { wasHere } from './inactivity'
import { digestItem, digestKey, nextDigestAt, type DigestProgress, type DigestTask } from './item'
import type { DigestMail, DigestOutcome, StartedDigests } from './jobs'

/** Seconds between two groups of people, so that digests never crowd the object. */
const pauseSeconds = 30

/** Seconds after which they go on if the database could not be read for a while. */
const retrySeconds = 600

/** Digests of a week are given up after this many days, for example because the mails of each day were used up. */
const maxDays = 6

/** Mails that were not sent after this many seconds are of no use. */
const mailLifetimeSeconds = 2 * daySeconds

const isWanted = (realm: RealmRow | null, env: Env): realm is RealmRow =>
  realm !== null && !realm.deactivated && settingsOf(realm).digest_emails_enabled && sendsMail(env)

/** Begins the digests that are due, or their next part. Returns when more is due. */
export async function beginDigestMails(turn: SystemTurn): Promise<Change<{ next: number | null }>> {
  const { agenda, jobs, now, cached, realm_id, env } = turn
  const item = agenda.get(digestKey) as AgendaItem<DigestTask> | undefined
  if (item === undefined) return { writes: [], result: { next: null } }
  if (item.due > now) return { writes: [], result: { next: item.due } }
  if (jobs.has(digestKey)) return { writes: [], result: { next: now + lostWorkSeconds } }
  if (!isWanted(await cached(realmById, realm_id), env)) {
    agenda.delete(digestKey)
    return { writes: [], result: { next: null } }
  }
  const progress: DigestProgress = item.input.progress ?? { began_at: now, news: null, after: 0 }
  const payload: StartedDigests = { ...item.input, progress }
  return {
    writes: [],
    result: { next: now + lostWorkSeconds },
    jobs: [{ kind: 'writeDigestMails', payload, agendaKey: digestKey }],
  }
}

/** Sends the digests that were written, and says on the agenda who is next. */
export async function recordDigestMails(
  turn: SystemTurn,
  { payload, outcome }: JobReport<StartedDigests, DigestOutcome>,
): Promise<Change> {
  const { agenda, now, cached, realm_id, env } = turn
  const realm = await cached(realmById, realm_id)
  if (agenda.get(digestKey) === undefined || !isWanted(realm, env)) {
    agenda.delete(digestKey)
    return { writes: [], result: {} }
  }
  const { origin, progress } = payload
  const wantedMails = outcome === null ? [] : await withoutPeopleHere(turn, outcome.mails)
  const mails = wantedMails.slice(0, mailsLeft(turn, 'digest', causedByOrganization))
  const next = progressAfter(turn, progress, outcome, { wanted: wantedMails, mails })
  const isOver = next === null || now - progress.began_at > maxDays * daySeconds
  const due = isOver ? nextDigestAt(now, settingsOf(realm).digest_weekday) : next.due
  // Stored before the mails are: if the commit fails, some people get no digest, and nobody gets two.
  agenda.put(digestItem({ origin, progress: isOver ? null : next.progress }, due))
  const { step } = await postMails(turn, mails.map(mailOf), {
    kind: 'digest',
    cause: causedByOrganization,
    lifetime: mailLifetimeSeconds,
    origin,
  })
  return { ...step, result: {}, wakesAt: due }
}

/** Leaves out who is here, which only this object knows at once. */
async function withoutPeopleHere(turn: SystemTurn, mails: readonly DigestMail[]): Promise<DigestMail[]> {
  if (mails.length === 0) return []
  const presencesByUser = presenceNow(await turn.cached(presences, turn.realm_id), turn)
  return mails.filter(({ user_id }) => !wasHere(presencesByUser.get(user_id), turn.now))
}

/** How to go on, and when; null: everybody had their turn. When the mails of a day are used up, it goes on the next day. */
function progressAfter(
  { now }: SystemTurn,
  progress: DigestProgress,
  outcome: DigestOutcome | null,
  { wanted, mails }: { wanted: readonly DigestMail[]; mails: readonly DigestMail[] },
): { progress: DigestProgress; due: number } | null {
  if (outcome === null) return { progress, due: now + retrySeconds }
  const { news } = outcome
  const first = wanted[mails.length]
  if (first !== undefined)
    return { progress: { ...progress, news, after: first.user_id - 1 }, due: now + untilMidnight(now) + pauseSeconds }
  if (outcome.after === null) return null
  return { progress: { ...progress, news, after: outcome.after }, due: now + pauseSeconds }
}

const mailOf = ({ user_id, to, language, values }: DigestMail): NewMail => ({
  to,
  language,
  template: 'digest',
  values,
  mailing: { user_id, name: 'digest' },
})
