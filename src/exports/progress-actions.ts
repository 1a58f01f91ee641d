import { deleteParts, insertPart, updateExport } from './writes'
import { joinSteps, type Change, type Step, type SystemTurn } from '../core/turn/change'
import type { JobReport } from '../core/jobs/job-kind'
import { isAdministrator } from '../accounts/roles'
import { noticeToOwners } from '../messages/owner-notices'
import { userById } from '../users/queries'
import { withRow } from './actions'
import { exportsEvent } from './listing'
import type { Progress, WrittenPart } from './progress'
import type { ExportRow } from './queries'
import { archivesOf, makeNext } from './queue'
import { removal } from './removal'
import { isPending } from './schema'

/** Records a part of an export and continues with the next one, or fails the export if the part could not be made. */
export async function advanceExport(
  turn: SystemTurn,
  { payload, outcome, isUnanswered }: JobReport<Progress, WrittenPart>,
): Promise<Change> {
  const { sql, realm_id, now } = turn
  const { exports, backups } = await archivesOf(sql, realm_id)
  const row = exports.find(({ id }) => id === payload.export_id)
  // The export was abandoned in the meantime, and its parts were deleted before this one was stored.
  if (row === undefined || !isPending(row))
    return { writes: [], result: {}, jobs: row?.failed_at ? [removal(row.id)] : [] }
  const part = outcome && insertPart(row.id, payload.number, outcome.part)
  if (outcome?.next) return { writes: [part!], result: {}, jobs: [{ kind: 'writeExportPart', payload: outcome.next }] }
  const ended = part === null ? { ...row, failed_at: now } : { ...row, completed_at: now }
  const all = withRow(exports, ended)
  // The event contains links, so only administrators get it.
  const asker = await turn.cached(userById, realm_id, row.acting_user_id)
  const isTold = asker !== null && Boolean(asker.is_active) && isAdministrator(asker)
  const ending: Step = {
    writes: [updateExport(ended), part ?? deleteParts(row.id)],
    events: isTold ? [exportsEvent({ user_id: asker.id, role: asker.role, origin: row.origin }, all)] : [],
    jobs: [...(part === null ? [removal(row.id)] : []), ...makeNext(turn, { exports: all, backups })],
  }
  return { ...joinSteps(ending, isUnanswered ? await noticeOfOldTexts(turn, row) : null), result: {} }
}

/** Tells the owners why an export failed, because they can ask the operator. */
function noticeOfOldTexts(turn: SystemTurn, { export_time }: ExportRow): Promise<Step> {
  const time = new Date(export_time * 1000).toISOString().replace(/\.\d+/, '')
  return noticeToOwners(
    turn,
    `**The export of <time:${time}> failed.** The texts of old messages could not be read for a day.`,
  )
}

/** Continues to delete the parts of an export from the bucket. A part that cannot be deleted stays there without a link to it. */
export async function continueRemoval(
  _turn: SystemTurn,
  { payload, outcome }: JobReport<{ export_id: number }, { isAll: boolean }>,
): Promise<Change> {
  return { writes: [], result: {}, jobs: outcome?.isAll === false ? [removal(payload.export_id)] : [] }
}
