import { newKey } from '../auth/keys'
import type { Manifest } from '../archive/records'
import type { Change, Turn } from '../core/turn/change'
import { daySeconds } from '../core/base/units'
import { assertAnnouncedExport, assertMayAsk, announceExport } from './announcing'
import { copyRuns, type CopyRun } from './copies/queries'
import { exportTypes, type ExportType } from './export-types'
import { manifestOf } from './full/full-archive'
import { fullReadme } from './full/readme'
import { consentedScope } from './full/scope'
import { exportsEvent } from './listing'
import { lastIds } from './progress'
import { exportsOf, type ExportRow } from './queries'
import { insertExport, updateRuns } from './writes'

/** Days after which a copy that goes on is announced again. */
const announcedDays = 30

/** Runs of a copy that can go on at the same time: an owner may have several machines. */
const maxRuns = 3

/** Characters of all runs together that are stored, unless the last one alone is longer. */
const maxRunsLength = 1_000_000

interface Begun {
  copy_id: number
  run: number
  manifest: Manifest
  readme: string
}

/** Begins to copy the organization, or does so again (behaviour, Exports). */
export async function beginCopy(turn: Turn, { export_type }: { export_type: ExportType }): Promise<Change<Begun>> {
  const { actor, sql, realm_id, now, facts, next, upcoming } = turn
  assertMayAsk(turn, export_type)
  const exports = await exportsOf(sql, realm_id)
  const latest = exports.findLast(({ acting_user_id, copied_at }) => acting_user_id === actor.id && copied_at !== null)
  const currentCopy =
    latest?.export_type === export_type && latest.export_time > now - announcedDays * daySeconds ? latest : null
  const last = lastIds(realm_id, upcoming)
  const scope = export_type === exportTypes.everything ? null : await consentedScope(sql, realm_id)
  const runs = currentCopy === null ? [] : await copyRuns(sql, currentCopy.id)
  const run: CopyRun = { number: (runs.at(-1)?.number ?? 0) + 1, begun_at: now, last, scope }
  const stored = storedRuns([...runs, run])
  const viewer = { user_id: actor.id, role: actor.role, origin: facts.origin }
  const result = (row: ExportRow): Begun => ({
    copy_id: row.id,
    run: run.number,
    manifest: manifestOf({ origin: row.origin, scope, last }, now),
    readme: fullReadme({ export_type, leavesFiles: false }),
  })
  if (currentCopy !== null) {
    const row = { ...currentCopy, copied_at: now }
    const all = exports.map((one) => (one === currentCopy ? row : one))
    return { writes: [updateRuns(row, stored)], result: result(row), events: [exportsEvent(viewer, all)] }
  }
  assertAnnouncedExport(turn, exports)
  const row: ExportRow = {
    id: next('realm_export'),
    realm_id,
    acting_user_id: actor.id,
    export_time: now,
    token: newKey(),
    origin: facts.origin,
    completed_at: now,
    failed_at: null,
    deleted_at: null,
    export_type,
    copied_at: now,
  }
  const notice = await announceExport(turn, export_type, { isCopy: true })
  return {
    writes: [insertExport(row), updateRuns(row, stored), ...(notice?.writes ?? [])],
    result: result(row),
    events: [exportsEvent(viewer, [...exports, row]), ...(notice?.events ?? [])],
  }
}

/** The last runs as JSON. */
function storedRuns(runs: readonly CopyRun[]): string {
  const json = JSON.stringify(runs.slice(-maxRuns))
  return json.length <= maxRunsLength ? json : JSON.stringify(runs.slice(-1))
}
