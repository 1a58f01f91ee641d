import { createHash } from 'node:crypto'
import type { JobReport } from '../core/jobs/job-kind'
import { dueItems, lostWorkSeconds, type AgendaItem } from '../core/turn/agenda'
import { joinSteps, type AttemptLimit, type Change, type SystemTurn } from '../core/turn/change'
import { daySeconds } from '../core/base/units'
import { newReplyAddress } from '../incoming-mail/reply-addresses'
import { recordOnAgenda } from '../mail/agenda'
import type { MailCause } from '../mail/limits'
import { admitMails, type MailBatch, type NewMail } from '../mail/posting'
import { whoIsHere } from '../presence/who-is-here'
import type { MailsToPerson } from './jobs'
import { missedKey, missedPrefix, type MissedMessage, type MissedMessages } from './waiting'

/** People whose messages are looked at in one alarm. The others come a second later. */
const maxPeopleTogether = 50

/** Seconds until messages that could not be looked at are looked at again. */
const retryDelaySeconds = 300

/** Messages are given up so many seconds after their mail was due. */
const maxDelaySeconds = daySeconds

/** A mail that a server could not take is of no use after this many seconds. */
const mailLifetimeSeconds = 6 * 3600

/** Mails that one person gets in a day, and those of them that one share sets off. */
const mailsToPerson: AttemptLimit = { maxAttempts: 100, seconds: daySeconds }
const mailsOfShare: AttemptLimit = { maxAttempts: 25, seconds: daySeconds }

/** Looks at the messages that wait for people and are due. Whoever is here finds them without a mail. Returns when more are due. */
export async function beginMissedMessages(turn: SystemTurn): Promise<Change<{ next: number | null }>> {
  const { due: all, next } = dueItems<MissedMessages>(turn, missedPrefix)
  if (all.length === 0) return { writes: [], result: { next } }
  const due = all.slice(0, maxPeopleTogether)
  const isHere = await whoIsHere(
    turn,
    due.map(({ input }) => input.user_id),
  )
  for (const { key, input } of due) if (isHere(input.user_id)) turn.agenda.delete(key)
  const peopleAway = due.filter(({ input }) => !isHere(input.user_id))
  const jobs = peopleAway.map(({ key, input }) => ({ kind: 'gatherMissedMessages', payload: input, agendaKey: key }))
  return { writes: [], result: { next: all.length > due.length ? turn.now + 1 : next }, jobs }
}

/** Mails somebody what they have missed, and forgets what they have read meanwhile. */
export async function recordMissedMessages(
  turn: SystemTurn,
  { payload, outcome }: JobReport<MissedMessages, MailsToPerson>,
): Promise<Change> {
  const { agenda, now } = turn
  const key = missedKey(payload.user_id)
  const waiting = agenda.get(key) as AgendaItem<MissedMessages> | undefined
  if (outcome === null && payload.messages.some(({ due }) => now - due < maxDelaySeconds)) {
    const due = now + retryDelaySeconds
    agenda.put({ key, due, input: waiting?.input ?? payload })
    return { writes: [], result: {}, wakesAt: due }
  }
  const { jobs: mailJobs, step } = await admitMails(turn, mailsByShare(turn, waiting, outcome), {
    kind: 'missed_messages',
    lifetime: mailLifetimeSeconds,
    origin: payload.origin,
  })
  // From here on nothing is awaited: an object that is lost has done all of this or nothing.
  const jobs = mailJobs.map((job) => recordOnAgenda(turn, job))
  const later = laterMessages(waiting, payload)
  if (later === null) agenda.delete(key)
  else agenda.put(later)
  const dues = [...(later === null ? [] : [later.due]), ...(jobs.length > 0 ? [now + lostWorkSeconds] : [])]
  return {
    ...joinSteps(step, { writes: [], jobs }),
    result: {},
    ...(dues.length > 0 && { wakesAt: Math.min(...dues) }),
  }
}

/** What came while the job ran. */
function laterMessages(
  waiting: AgendaItem<MissedMessages> | undefined,
  { messages: done }: MissedMessages,
): AgendaItem<MissedMessages> | null {
  const ids = new Set(done.map(({ message_id }) => message_id))
  const messages = waiting?.input.messages.filter(({ message_id }) => !ids.has(message_id)) ?? []
  if (waiting === undefined || messages.length === 0) return null
  return { ...waiting, due: messages[0]!.due, input: { ...waiting.input, messages, left_out: 0 } }
}

/**
 * The mails to a person, by whose share they count towards: that of whoever wrote the first message of the conversation. If the
 * outcome is recorded once more, because a commit failed, nothing waits any more, and there are none.
 */
function mailsByShare(
  turn: SystemTurn,
  waiting: AgendaItem<MissedMessages> | undefined,
  outcome: MailsToPerson | null,
): MailBatch[] {
  if (waiting === undefined || outcome === null) return []
  const { user_id } = waiting.input
  const ids = new Set(waiting.input.messages.map(({ message_id }) => message_id))
  const byShare = new Map<number, { cause: MailCause; mails: NewMail[] }>()
  for (const { conversation, messages, others } of outcome.mails) {
    const { cause } = messages[0]!
    if (!messages.some(({ message_id }) => ids.has(message_id)) || !mayMail(turn, user_id, cause)) continue
    const ofShare = byShare.get(cause.shares[0]) ?? { cause, mails: [] }
    byShare.set(cause.shares[0], ofShare)
    ofShare.mails.push({
      to: outcome.to,
      language: outcome.language,
      template: 'missed_messages',
      values: {
        user_id,
        messages: messages.map(({ message_id, is_mentioned }) => ({ message_id, is_mentioned })),
        others,
      },
      thread: threadOf(turn.realm_id, user_id, conversation),
      ...(conversation !== null && { reply_to: replyAddress(turn, waiting.input, messages.at(-1)!) }),
      mailing: { user_id, name: 'missed_messages' },
    })
  }
  return [...byShare.values()]
}

/** Where the answer to a mail goes; undefined where the server takes no mail. */
const replyAddress = (
  turn: SystemTurn,
  { user_id, origin }: MissedMessages,
  { message_id }: MissedMessage,
): string | undefined => newReplyAddress(turn, { user_id, message_id, origin }) ?? undefined

/** Whether somebody may get one more mail today that a share sets off: one member must not flood another. */
function mayMail({ env, attempts }: SystemTurn, user_id: number, { shares }: MailCause): boolean {
  if (env.RATE_LIMITS === 'off') return true
  return (
    attempts.takeUpTo(1, [
      [`mails about messages to ${user_id}`, mailsToPerson],
      [`mails about messages of ${shares[0]} to ${user_id}`, mailsOfShare],
    ]) === 1
  )
}

/** The same for all mails of a conversation. It tells a mail provider nothing. */
const threadOf = (realm_id: number, user_id: number, conversation: string | null): string =>
  createHash('sha256')
    .update(`conversation ${realm_id} ${user_id} ${conversation ?? ''}`)
    .digest('hex')
    .slice(0, 32)
