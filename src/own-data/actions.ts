import { newKey } from '../auth/keys'
import { assertHuman } from '../accounts/account'
import { attemptLimits } from '../accounts/limit-room'
import { daySeconds } from '../core/base/units'
import { refused, tooMany } from '../core/base/errors'
import { joinSteps, type Change, type Job, type Step, type SystemTurn, type Turn } from '../core/turn/change'
import type { JobReport } from '../core/jobs/job-kind'
import { hasJob } from '../core/jobs/job-rows'
import { beginningOf } from '../exports/progress'
import { exportTypes } from '../exports/export-types'
import { bucketOf } from '../uploads/storage'
import { userById } from '../users/queries'
import type { OwnDataFailure } from './failures'
import type { OwnArchiveId, OwnProgress, WrittenOwnPart } from './part'
import { ownDataBefore, ownDataOf, ownDataOfAll, pendingOwnData, type OwnDataRow } from './queries'
import { isPending, nextRequestAt, ownDataSeconds, ownDataEvent } from './schema'
import { addOwnDataPart, deleteOwnDataParts, storeOwnData } from './writes'

const offerFacts = ({ now, env }: Pick<SystemTurn, 'now' | 'env'>) => ({ now, isLimited: env.RATE_LIMITS !== 'off' })

/** Queues an archive of the actor's own data (behaviour, Own data). It replaces the one before. */
export async function requestOwnData(turn: Turn): Promise<Change> {
  const { actor, sql, realm_id, now, env, facts, attempts } = turn
  assertHuman(actor)
  bucketOf(env)
  const former = await ownDataOf(sql, actor.id)
  if (former !== null && isPending(former)) throw refused('Your data is being put together already')
  if (env.RATE_LIMITS !== 'off') {
    const wait = former === null ? 0 : nextRequestAt(former) - now
    if (wait > 0) throw tooMany(wait, 'You can ask for your data once in 7 days')
    if (attempts.takeUpTo(1, attemptLimits(actor, 'ownData')) === 0)
      throw tooMany(daySeconds, 'Too many people of this organization have asked for their data today')
  }
  const row: OwnDataRow = {
    user_id: actor.id,
    serial: (former?.serial ?? 0) + 1,
    requested_at: now,
    token: newKey(),
    origin: facts.origin,
    completed_at: null,
    failed_at: null,
    deleted_at: null,
    failure: null,
    bytes: null,
  }
  const waiting = await pendingOwnData(sql, realm_id)
  const lostArchives = await lostOwnData(turn, waiting)
  const isFirst = waiting.every((one) => one === lostArchives)
  const own: Step = {
    writes: [storeOwnData(row), ...(former === null ? [] : deleteOwnDataParts(realm_id, [former]))],
    events: [ownDataEvent(row, offerFacts(turn))],
    jobs: [...(former === null ? [] : [removal(former)]), ...(isFirst ? [beginning(turn, row)] : [])],
  }
  return {
    ...joinSteps(lostArchives && (await endRows(turn, [failArchive(lostArchives, now, 'lost')])), own),
    result: {},
  }
}

/** Deletes the archive of the actor's own data, or stops making it. */
export async function deleteOwnData(turn: Turn): Promise<Change> {
  const row = await ownDataOf(turn.sql, turn.actor.id)
  if (row === null || row.deleted_at !== null || row.failed_at !== null)
    throw refused('There is no archive of your data')
  return { ...(await endRows(turn, [{ ...row, deleted_at: turn.now }])), result: {} }
}

/** Records a part of an archive and continues with the next one, or lets the archive fail if the part could not be made. */
export async function advanceOwnData(
  turn: SystemTurn,
  { payload, outcome, isUnanswered }: JobReport<OwnProgress, WrittenOwnPart>,
): Promise<Change> {
  const { sql, realm_id, now, cached } = turn
  const row = await ownDataOf(sql, payload.user_id)
  // It was deleted meanwhile, and its parts were before this one was stored.
  if (row === null || row.serial !== payload.serial || !isPending(row))
    return { writes: [], result: {}, jobs: [removal(payload)] }
  if (outcome === null) {
    const failure = isUnanswered ? 'old_texts_unavailable' : 'not_written'
    return { ...(await endRows(turn, [failArchive(row, now, failure)])), result: {} }
  }
  const { part, next: rest } = outcome
  const person = await cached(userById, realm_id, row.user_id)
  const after = { ...row, completed_at: rest === null ? now : null }
  return {
    writes: [
      ...addOwnDataPart(realm_id, row.user_id, payload.progress.number, part),
      ...(rest === null ? [storeOwnData(after)] : []),
    ],
    result: {},
    events: rest === null && person?.is_active ? [ownDataEvent(after, offerFacts(turn))] : [],
    jobs: rest === null ? await next(turn, [row.user_id]) : [{ kind: 'writeOwnDataPart', payload: rest }],
  }
}

/** Continues to delete the parts of an archive from the bucket. */
export async function continueOwnDataRemoval(
  _turn: SystemTurn,
  { payload, outcome }: JobReport<OwnArchiveId, { isAll: boolean }>,
): Promise<Change> {
  return { writes: [], result: {}, jobs: outcome?.isAll === false ? [removal(payload)] : [] }
}

type Ending = Pick<SystemTurn, 'sql' | 'realm_id' | 'now' | 'env' | 'upcoming'>

/**
 * Deletes archives whose time is over, and ends those that were never completed: also the one that should be made and has no job. Null
 * if there are none (a daily step).
 */
export async function expireOwnData(turn: Ending): Promise<Step | null> {
  const { sql, realm_id, now } = turn
  const old = await ownDataBefore(sql, realm_id, now - ownDataSeconds)
  const lostArchives = await lostOwnData(turn, await pendingOwnData(sql, realm_id))
  const isFailing = lostArchives !== null && old.every(({ user_id }) => user_id !== lostArchives.user_id)
  const ended = [
    ...old.map((row) => ({ ...row, deleted_at: now })),
    ...(isFailing ? [failArchive(lostArchives, now, 'lost')] : []),
  ]
  return ended.length === 0 ? null : endRows(turn, ended)
}

const failArchive = (row: OwnDataRow, failed_at: number, failure: OwnDataFailure): OwnDataRow => ({
  ...row,
  failed_at,
  failure,
})

/** The archive that should be made and has no job, because the server gave the job up. It must not stop those that wait. */
async function lostOwnData(
  { sql, realm_id }: Pick<Ending, 'sql' | 'realm_id'>,
  [current]: readonly OwnDataRow[],
): Promise<OwnDataRow | null> {
  return current === undefined || (await hasJob(sql, realm_id, ['writeOwnDataPart'])) ? null : current
}

/** Deletes the archives of accounts that are deactivated. */
export async function endOwnData(turn: Ending, user_ids: readonly number[]): Promise<Step | null> {
  const rows = (await ownDataOfAll(turn.sql, user_ids)).filter(({ deleted_at }) => deleted_at === null)
  return rows.length === 0
    ? null
    : endRows(
        turn,
        rows.map((row) => ({ ...row, deleted_at: turn.now })),
      )
}

/** Gives the archives of accounts other links. Links need no credentials, so that they would outlast the session that asked. */
export async function renewOwnDataLinks(turn: Ending, user_ids: readonly number[]): Promise<Step | null> {
  const rows = (await ownDataOfAll(turn.sql, user_ids)).filter(({ deleted_at }) => deleted_at === null)
  const renewed = rows.map((row) => ({ ...row, token: newKey() }))
  return renewed.length === 0
    ? null
    : { writes: renewed.map(storeOwnData), events: renewed.map((row) => ownDataEvent(row, offerFacts(turn))) }
}

/** Ends archives, and deletes what there is of them. `ended` are their rows from now on. */
async function endRows(turn: Ending, ended: readonly OwnDataRow[]): Promise<Step> {
  const { sql, realm_id } = turn
  const ids = ended.map(({ user_id }) => user_id)
  const [current] = await pendingOwnData(sql, realm_id)
  // The oldest one is being made. If it stays, it goes on by itself.
  const goesOn = current !== undefined && ids.includes(current.user_id) ? await next(turn, ids) : []
  return {
    writes: [...ended.map(storeOwnData), ...deleteOwnDataParts(realm_id, ended)],
    events: ended.map((row) => ownDataEvent(row, offerFacts(turn))),
    jobs: [...ended.map(removal), ...goesOn],
  }
}

/** The job for the oldest archive that waits, besides these. Archives are made one by one, because each takes much memory. */
async function next(turn: Pick<Ending, 'sql' | 'realm_id' | 'upcoming'>, besides: readonly number[]): Promise<Job[]> {
  const waiting = (await pendingOwnData(turn.sql, turn.realm_id)).find(({ user_id }) => !besides.includes(user_id))
  return waiting === undefined ? [] : [beginning(turn, waiting)]
}

/** The job that writes the first part. */
function beginning({ realm_id, upcoming }: Pick<Ending, 'realm_id' | 'upcoming'>, row: OwnDataRow): Job {
  const { user_id, serial } = row
  const progress = beginningOf({ id: 0, realm_id, export_type: exportTypes.consented }, upcoming)
  return { kind: 'writeOwnDataPart', payload: { user_id, serial, progress } satisfies OwnProgress }
}

const removal = ({ user_id, serial }: OwnArchiveId): Job => ({
  kind: 'removeOwnDataParts',
  payload: { user_id, serial } satisfies OwnArchiveId,
})
