import { refused } from '../core/base/errors'
import { daySeconds, mebibyte } from '../core/base/units'
import type { AttemptLimit, SystemTurn } from '../core/turn/change'
import type { ShareIds } from '../core/turn/share-limits'

/** Largest mail. The object that reads it has it in memory twice. */
export const maxMailBytes = 10 * mebibyte

/** Files of one mail that are stored. */
const maxFiles = 10

/** Addresses of streams that one person may have. */
export const maxAddresses = 50

/** Mails to one address of a stream, or to all addresses for answers of an organization, that an isolate passes on in a minute. */
export const mailsPerMinute = 60

const perDay = (maxAttempts: number): AttemptLimit => ({ maxAttempts, seconds: daySeconds })

/**
 * Mails in a day: to one address, for one person, for one newcomer, for all newcomers together and to the whole organization. Newcomers
 * are as many as strangers wish where everybody may join, so twenty of them leave a quarter of their part to the others.
 */
const daily = {
  ofAddress: perDay(200),
  ofShare: perDay(500),
  ofPooledShare: perDay(30),
  ofPool: perDay(800),
  ofRealm: perDay(2000),
}

/** Files in a day by mails to one address: each is ten rows of the owner's share. */
const filesOfAddress = perDay(100)

/** Counts files of a mail, and answers how many of them may be stored. */
export function countFiles(
  { attempts, env }: Pick<SystemTurn, 'attempts' | 'env'>,
  token: string,
  files: number,
): number {
  const wantedFileCount = Math.min(files, maxFiles)
  if (env.RATE_LIMITS === 'off') return wantedFileCount
  return attempts.takeUpTo(wantedFileCount, [[`files by mail to ${token}`, filesOfAddress]])
}

/** Counts a mail to an address for the shares of its owner, or refuses it. */
export function countMail(
  { attempts, env }: Pick<SystemTurn, 'attempts' | 'env'>,
  token: string,
  [share, pool]: ShareIds,
): void {
  if (env.RATE_LIMITS === 'off') return
  const admitted = attempts.takeUpTo(1, [
    [`mail to ${token}`, daily.ofAddress],
    [`mail for ${share}`, pool === undefined ? daily.ofShare : daily.ofPooledShare],
    ...(pool === undefined ? [] : [[`mail for pool ${pool}`, daily.ofPool] as const]),
    ['mail to all', daily.ofRealm],
  ])
  if (admitted === 0) throw refused('Too many mails came today: send it again tomorrow.')
}
