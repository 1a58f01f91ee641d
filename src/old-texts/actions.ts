import { daySeconds } from '../core/base/units'
import { beforeFirstId } from '../core/sql/ids'
import type { JobReport } from '../core/jobs/job-kind'
import { hasJob } from '../core/jobs/job-rows'
import type { Change, Job, Step, SystemTurn } from '../core/turn/change'
import { hasOldTexts } from './client'
import { isAsCopied } from './copied-text'
import { firstStep, mergePart, stepFrom, type MergePart, type MoveOutcome, type MoveStep } from './jobs'
import { isMoveMark } from './mark'
import { mayMove, mayMoveReturned, moveShare } from './pace'
import { returnStep } from './return'
import { moveState, wholeRows } from './queries'
import {
  deleteRemovals,
  forgetReturned,
  mergeIndex,
  noteLateChanges,
  noteMovedUpTo,
  removeCopies,
  shortenRows,
} from './writes'

/** Jobs of which a realm has one at a time, because each plans the next. */
const kinds = ['moveOldTexts', 'mergeWords']

/**
 * Begins what is due: to move texts that are old enough, to bring all texts back, or to remove texts from the object that it no longer
 * needs. Null if nothing is due, or all of it has begun already.
 */
export async function beginOldTexts(turn: SystemTurn): Promise<Step | null> {
  const { sql, realm_id, env } = turn
  if (!hasOldTexts(env)) return null
  const state = await moveState(sql, realm_id)
  if (state === null) return null
  const isOpen = !state.deactivated
  const returns = isOpen && state.return_old_texts && state.old_texts_up_to > beforeFirstId(realm_id)
  const moves = isOpen && state.old_texts_after_days !== null
  const isDue = moves || state.has_removals
  const jobs = [
    ...(returns && !(await hasJob(sql, realm_id, [returnStep.kind])) ? [returnStep] : []),
    ...(isDue && !(await hasJob(sql, realm_id, kinds)) ? [firstStep(realm_id)] : []),
  ]
  return jobs.length === 0 ? null : { writes: [], jobs }
}

/** Has the object remove the texts that a change makes useless, soon after it. */
export async function removeSoon({ sql, realm_id, env }: SystemTurn): Promise<Job[]> {
  return !hasOldTexts(env) || (await hasJob(sql, realm_id, kinds)) ? [] : [firstStep(realm_id)]
}

/**
 * Takes the texts that a step has copied to the object out of the database. A row with another text than the copied one stays as it is,
 * and the object has to remove the copy: nobody else writes the rows, so what is read here is there when the change is committed.
 */
export async function removeOldTexts(turn: SystemTurn, { outcome }: JobReport<MoveStep, MoveOutcome>): Promise<Change> {
  if (outcome === null) return { writes: [], result: {} }
  const { sql, realm_id, now } = turn
  const { copied, removals, late, settled, upTo, next } = outcome
  const rows =
    copied.length === 0
      ? []
      : await wholeRows(
          sql,
          copied.map(({ id }) => id),
        )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const same = copied.filter((text) => {
    const row = byId.get(text.id)
    return row !== undefined && isAsCopied(row, text)
  })
  const changed = copied.filter((text) => {
    const row = byId.get(text.id)
    return row === undefined || (!isAsCopied(row, text) && !isMoveMark(row.rendered_content))
  })
  const changedRows = changed.filter(({ id }) => byId.has(id))
  const moved = new Set(same.map(({ id }) => id))
  return {
    writes: [
      ...shortenRows(rows.filter(({ id }) => moved.has(id))),
      ...removeCopies(realm_id, changed),
      ...forgetReturned([...moved, ...settled]),
      ...noteLateChanges([...late, ...changedRows.map(({ id }) => ({ id, changed_at: Math.floor(now) }))]),
      ...(upTo === null ? [] : [noteMovedUpTo(realm_id, upTo)]),
      ...deleteRemovals(removals),
    ],
    shares: [moveShare(realm_id)],
    jobs: next !== null && (removals.length > 0 || mayMove(turn)) ? [nextStep(turn, next)] : endOfDay(turn),
    result: {},
  }
}

/** The next step, which passes over texts that came back if those have moved enough today. */
const nextStep = (turn: SystemTurn, next: MoveStep): Job =>
  stepFrom(next.returnedUpTo === null || mayMoveReturned(turn) ? next : { returnedUpTo: null })

/** Merging the search index once a week is enough: words that moved leave some bytes of their pages free until then. */
const mergeLimit = { maxAttempts: 1, seconds: 7 * daySeconds }

/** Plans to merge the search index after the last step of a day, so that its pages become free. */
const endOfDay = ({ attempts, usedOf, realm_id }: SystemTurn): Job[] =>
  (usedOf(moveShare(realm_id)).rows_written ?? 0) > 0 && attempts.mayTake('merge search words', mergeLimit)
    ? [mergePart({ parts: 0, structure: null })]
    : []

/** Pages of the search index that one part merges, and the parts of one night. */
const merging = { pages: 1000, maxParts: 300 }

/** Merges a part of the search index, unless the one before has changed nothing. */
export async function mergeSearchWords(
  { realm_id }: SystemTurn,
  { payload: { parts, structure }, outcome }: JobReport<MergePart, { structure: string }>,
): Promise<Change> {
  if (outcome === null || outcome.structure === structure || parts >= merging.maxParts)
    return { writes: [], result: {} }
  return {
    writes: [mergeIndex(parts === 0 ? -merging.pages : merging.pages)],
    shares: [moveShare(realm_id)],
    jobs: [mergePart({ parts: parts + 1, structure: outcome.structure })],
    result: {},
  }
}
