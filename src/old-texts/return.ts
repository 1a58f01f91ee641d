import type { JobContext, JobKind, JobReport } from '../core/jobs/job-kind'
import { beforeFirstId } from '../core/sql/ids'
import type { Change, Job, SystemTurn } from '../core/turn/change'
import { deleteIndexEntries, insertIndexEntries } from '../messages/search-index'
import { mayMove, moveShare } from './pace'
import { movedBetween, moveState, newestMoved } from './queries'
import { oldTexts } from './reading'
import type { StoredTexts, TextKey } from './schema'
import { idsSubquery, noteReturnedDownTo, removeTexts, returnTexts } from './writes'

/** What a step has read: texts that come back, the newest first. */
export interface ReturnOutcome {
  /** The last message that was looked at for moving, when the step began. */
  readonly upTo: number
  readonly texts: readonly (TextKey & StoredTexts)[]
}

/** A step of bringing all texts back, from the newest to the oldest. It writes no faster than texts move. */
export const returnStep: Job = { kind: 'returnOldTexts', payload: {} }

/** Reads texts from the object, which `returnOldTexts` then writes into the database. Null: they do not come back any longer. */
export const returnTextsJob: JobKind = {
  action: 'returnOldTexts',
  byAlarmOnly: true,
  canWait: true,
  async run(_: object, { sql, realm_id }: JobContext): Promise<ReturnOutcome | null> {
    const state = await moveState(sql, realm_id)
    if (state === null || !state.return_old_texts || state.deactivated) return null
    const { old_texts_up_to: upTo } = state
    const rows = await newestMoved(sql, realm_id, upTo)
    const texts = await oldTexts(sql, rows, ['content', 'rendered_content'])
    return { upTo, texts: [...texts.values()] }
  },
}

/**
 * Writes texts into the rows that still lack them, and notes that all rows from the oldest of them on have theirs. When there are none
 * left, the object has none that counts.
 */
export async function returnOldTexts(turn: SystemTurn, { outcome }: JobReport<object, ReturnOutcome>): Promise<Change> {
  const { sql, realm_id } = turn
  const state = outcome === null ? null : await moveState(sql, realm_id)
  if (outcome === null || state === null) return { writes: [], result: {} }
  const { texts, upTo } = outcome
  const isLast = texts.length === 0
  const downTo = isLast ? beforeFirstId(realm_id) : Math.min(...texts.map(({ id }) => id)) - 1
  const moved = await movedBetween(sql, { after: downTo, upTo })
  const byId = new Map(texts.map((text) => [text.id, text]))
  const returned = moved.flatMap(({ id, last_edit_at }) => {
    const text = byId.get(id)
    return text?.last_edit_at === last_edit_at ? [text] : []
  })
  // A step that moved texts, and had begun before, may have been committed meanwhile: then this step is done again.
  if (state.old_texts_up_to !== upTo || returned.length < moved.length)
    return { writes: [], jobs: [returnStep], result: {} }
  const ids = returned.map(({ id }) => id)
  const entries =
    ids.length === 0
      ? []
      : [
          deleteIndexEntries(idsSubquery(ids)),
          removeTexts(realm_id, ids),
          ...returnTexts(returned),
          insertIndexEntries(idsSubquery(ids)),
        ]
  return {
    writes: [...entries, ...noteReturnedDownTo(realm_id, downTo)],
    shares: [moveShare(realm_id)],
    jobs: !isLast && mayMove(turn) ? [returnStep] : [],
    result: {},
  }
}
