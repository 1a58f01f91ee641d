import { createHash } from 'node:crypto'
import { sharesOf, type Account } from '../accounts/account'
import { isAdministrator } from '../accounts/roles'
import { dateOf, dayOf, daySeconds } from '../core/base/units'
import type { AttemptLimit, SystemTurn } from '../core/turn/change'
import type { ShareIds } from '../core/turn/share-limits'
import { failureReasons, type FailureReason } from './mail'

type Turn = Pick<SystemTurn, 'env' | 'attempts' | 'now'>

/**
 * Why mails are sent, and how much of the day's mails may be used up before mails of the kind are left out: those go first that are
 * needed least.
 */
export const mailKinds = { important: 1, invitations: 0.9, missed_messages: 0.6, digest: 0.4 } as const

export type MailKind = keyof typeof mailKinds

/** Mails in a day, unless `MAIL_DAILY` says otherwise: free plans of mail services allow 100. */
const defaultDaily = 90

export function dailyMails({ MAIL_DAILY }: Pick<Env, 'MAIL_DAILY'>): number {
  const mailsPerDay = Number(MAIL_DAILY)
  return Number.isInteger(mailsPerDay) && mailsPerDay >= 0 && MAIL_DAILY !== undefined && MAIL_DAILY !== ''
    ? mailsPerDay
    : defaultDaily
}

/** Who sets off mails, and the part of the day's mails that they may use for one kind. */
export interface MailCause {
  /** The shares that the mails count towards. */
  readonly shares: ShareIds
  readonly part: number
  /** Whether somebody who is not logged in sets them off: all strangers use one part together. */
  readonly isStranger?: true
}

/** The part of one person who is no administrator, and that of all newcomers together. */
const partOfPerson = 0.25

/** The part of all strangers together. */
const partOfStrangers = 0.5

/** Bots of administrators are no administrators here: strangers may write through them, for example by mail. */
export const causedBy = (actor: Account): MailCause => ({
  shares: sharesOf(actor),
  part: actor.bot_type === null && isAdministrator({ role: actor.person_role }) ? 1 : partOfPerson,
})

/** The cause of mails that a stranger sets off in the name of a user. */
export const causedByStranger = (user_id: number): MailCause => ({
  shares: [user_id],
  part: partOfStrangers,
  isStranger: true,
})

/** The cause of mails that nobody sets off, but the organization itself. */
export const causedByOrganization: MailCause = { shares: [0], part: 1 }

const dailyLimit = (now: number, what: string, maxAttempts = Infinity): readonly [string, AttemptLimit] => [
  `mail ${dateOf(dayOf(now))} ${what}`,
  { maxAttempts, seconds: daySeconds },
]

/** Takes as many mails of today as limits admit, and answers how many. */
export function takeMails(turn: Turn, amount: number, kind: MailKind, cause: MailCause): number {
  if (turn.env.RATE_LIMITS === 'off') return amount
  return turn.attempts.takeUpTo(amount, limitsOf(turn, kind, cause))
}

/** How many mails of today the limits still admit. */
export function mailsLeft(turn: Turn, kind: MailKind, cause: MailCause): number {
  if (turn.env.RATE_LIMITS === 'off') return Infinity
  const remaining = limitsOf(turn, kind, cause).map(
    ([key, limit]) => limit.maxAttempts - turn.attempts.amountOf(key, limit),
  )
  return Math.max(0, Math.min(...remaining))
}

function limitsOf({ env, now }: Turn, kind: MailKind, cause: MailCause): (readonly [string, AttemptLimit])[] {
  const daily = dailyMails(env)
  const mailsOfPart = (part: number): number => Math.max(Math.min(1, daily), Math.floor(daily * part))
  const [share, pool] = cause.shares
  return [
    dailyLimit(now, 'all', mailsOfPart(mailKinds[kind])),
    dailyLimit(now, `${kind} of ${cause.isStranger ? 'strangers' : share}`, mailsOfPart(cause.part)),
    ...(pool === undefined ? [] : [dailyLimit(now, `${kind} of pool ${pool}`, mailsOfPart(partOfPerson))]),
  ]
}

/** Counts mails that were left out. True: they are the first of the day. */
export function countLeftOut({ attempts, now }: Turn, amount: number): boolean {
  const count = dailyLimit(now, 'left out')
  const isFirst = attempts.amountOf(...count) === 0
  attempts.takeUpTo(amount, [count])
  return isFirst
}

export const countFailures = ({ attempts, now }: Turn, reason: FailureReason, amount: number): void =>
  void attempts.takeUpTo(amount, [dailyLimit(now, reason)])

/** What was counted today. */
export function countsOfToday({ attempts, now }: Turn) {
  const amountOf = (what: string) => attempts.amountOf(...dailyLimit(now, what))
  const failures = failureReasons.map((reason) => [reason, amountOf(reason)] as const)
  return {
    used: amountOf('all'),
    left_out: amountOf('left out'),
    failures: Object.fromEntries(failures.filter(([, amount]) => amount > 0)),
  }
}

/** An address that was refused so often in a month gets no more mails until the month is over. */
const refusalLimit: AttemptLimit = { maxAttempts: 3, seconds: 30 * daySeconds }

/** The key has a hash, because the object's storage is for counts and not for addresses. */
const refusalKey = (address: string): string =>
  `mail refused by ${createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 32)}`

export const countRefusal = ({ attempts }: Turn, address: string): void =>
  void attempts.mayTake(refusalKey(address), refusalLimit)

/** Whether an address may get mails. */
export const takesMail = ({ attempts }: Turn, address: string): boolean =>
  attempts.amountOf(refusalKey(address), refusalLimit) < refusalLimit.maxAttempts
