import type { Change, SystemTurn } from '../core/turn/change'
import type { JobReport } from '../core/jobs/jobs'
import { administrators } from '../users/audience'
import { listed, makeNext, removal, replaced } from './actions'
import type { Progress, Written } from './progress'
import { deleteParts, exportsOf, insertPart, updateExport } from './queries'
import { isPending } from './schema'

/** Writes down that a part of an export is kept, and goes on; or that it could not be made, which ends the export. */
export async function advanceExport(
  turn: SystemTurn,
  { payload, outcome }: JobReport<Progress, Written>,
): Promise<Change> {
  const { sql, realm_id, now } = turn
  const exports = await exportsOf(sql, realm_id)
  const row = exports.find(({ id }) => id === payload.export_id)
  // When it was given up meanwhile, all was removed that was kept of it, but for this part.
  if (row === undefined || !isPending(row))
    return { writes: [], result: {}, jobs: row?.failed_at ? [removal(row.id)] : [] }
  const part = outcome && insertPart(row.id, payload.number, outcome.part)
  if (outcome?.next) return { writes: [part!], result: {}, jobs: [{ kind: 'writeExportPart', payload: outcome.next }] }
  const ended = part === null ? { ...row, failed_at: now } : { ...row, completed_at: now }
  const all = replaced(exports, ended)
  // Who is no administrator any more is not told where the archive is.
  const isTold = (await administrators(turn)).includes(row.acting_user_id)
  return {
    writes: [updateExport(ended), part ?? deleteParts(row.id)],
    result: {},
    events: isTold ? [listed(row.acting_user_id, all, row.origin)] : [],
    jobs: [...(part === null ? [removal(row.id)] : []), ...makeNext(turn, all)],
  }
}

/** Goes on removing what the bucket holds of an export. What cannot be removed stays there, and no link leads to it. */
export async function continueRemoval(
  _turn: SystemTurn,
  { payload, outcome }: JobReport<{ export_id: number }, { isAll: boolean }>,
): Promise<Change> {
  return { writes: [], result: {}, jobs: outcome?.isAll === false ? [removal(payload.export_id)] : [] }
}
