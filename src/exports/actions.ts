import { deleteParts, insertExport, updateExport } from './writes'
import { newKey } from '../auth/keys'
import type { Change, Step, SystemTurn, Turn, Job } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { beforeFirstId } from '../core/sql/ids'
import { uploadSpaceUsed } from '../uploads/queries'
import { bucketOf } from '../uploads/storage'
import { assertWithin } from '../accounts/limit-room'
import { organizationLimits } from '../accounts/organization-limits'
import { assertAdministrator, assertOwner } from '../accounts/roles'
import { settingsOf } from '../accounts/settings'
import { announceToEverybody, dataExportsTopic } from '../messages/announcements'
import { silentMention } from '../messages/notices'
import { beginningOf } from './progress'
import { exportsOf, type ExportRow } from './queries'
import { listed } from './listing'
import { exportTypes, type ExportType } from './export-types'
import { isPending, mayHave } from './schema'

/** Seconds after which an unfinished export counts as abandoned. */
const lostAfter = 24 * 3600

/** Largest organization whose export the free plan can handle. */
const largest = { messages: 1_000_000, gibibytes: 10 }

/** Queues an export after those that are waiting (endpoints, Realm administration). */
export async function requestExport(turn: Turn, { export_type }: { export_type: ExportType }): Promise<Change> {
  const { actor, sql, realm_id, now, env, facts, next } = turn
  assertMayAsk(turn, export_type)
  bucketOf(env)
  const [exports, bytes] = await Promise.all([exportsOf(sql, realm_id), uploadSpaceUsed(sql, realm_id)])
  const isLost = (one: ExportRow): boolean => isPending(one) && one.export_time < now - lostAfter
  const isRecent = ({ export_time }: ExportRow): boolean => export_time > now - organizationLimits.exports.seconds
  if (env.RATE_LIMITS !== 'off') assertWithin('exports', exports.filter(isRecent).length + 1)
  assertNotTooLarge(turn, bytes)
  const row: ExportRow = {
    id: next('realm_export'),
    realm_id,
    acting_user_id: actor.id,
    export_time: now,
    token: newKey(),
    origin: facts.origin,
    completed_at: null,
    failed_at: null,
    deleted_at: null,
    export_type,
  }
  const announced = await announcement(turn, export_type)
  const lost = exports.filter(isLost).map((one) => ({ ...one, failed_at: now }))
  const present = lost.reduce(withRow, exports)
  const all = [...present, row]
  return {
    writes: [
      insertExport(row),
      ...lost.flatMap((one) => [updateExport(one), deleteParts(one.id)]),
      ...(announced?.writes ?? []),
    ],
    result: {},
    events: [listed({ user_id: actor.id, role: actor.role, origin: facts.origin }, all), ...(announced?.events ?? [])],
    jobs: [...lost.map(({ id }) => removal(id)), ...(present.some(isPending) ? [] : makeNext(turn, all))],
  }
}

/** Refuses who may not ask for an export of this type (behaviour, Exports). */
function assertMayAsk({ actor }: Turn, export_type: ExportType): void {
  assertAdministrator(actor)
  if (export_type === exportTypes.public) return
  assertOwner(actor)
  if (export_type === exportTypes.everything && !settingsOf(actor).owner_full_content_access)
    throw refused('The organization does not allow owners to export everything')
}

/** Says in the stream for announcements what is exported; null for an export of public data. */
async function announcement(turn: Turn, export_type: ExportType): Promise<Step | null> {
  if (export_type === exportTypes.public) return null
  const what =
    export_type === exportTypes.everything
      ? '**everything** in this organization, with all private messages and private streams.'
      : 'this organization, with private messages and private streams of the people who allow it in their settings.'
  return announceToEverybody(turn, {
    stream_id: settingsOf(turn.actor).notifications_stream_id,
    topic: dataExportsTopic,
    content: `${silentMention(turn.actor)} asked for an export of ${what}`,
  })
}

function assertNotTooLarge({ upcoming, realm_id }: Turn, bytes: number): void {
  const messages = upcoming('message') - 1 - beforeFirstId(realm_id)
  if (messages > largest.messages) throw refused(`Too many messages for an export (limit: ${largest.messages})`)
  if (bytes > largest.gibibytes * 1024 ** 3)
    throw refused(`Files take too much space for an export (limit: ${largest.gibibytes} GiB)`)
}

/** Deletes an archive. The export stays in the list (endpoints, Realm administration). */
export async function deleteExport(turn: Turn, { id }: { id: number }): Promise<Change> {
  const { actor, sql, realm_id, now, facts } = turn
  assertAdministrator(actor)
  const exports = await exportsOf(sql, realm_id)
  const found = exports.find((one) => one.id === id)
  if (found === undefined) throw refused('There is no such export')
  if (!mayHave(actor, found)) assertOwner(actor)
  if (isPending(found)) throw refused('The export is not complete yet')
  if (found.failed_at !== null) throw refused('The export failed; there is nothing to delete')
  if (found.deleted_at !== null) throw refused('The export was deleted already')
  const deleted = { ...found, deleted_at: now }
  return {
    writes: [updateExport(deleted), deleteParts(id)],
    result: {},
    events: [listed({ user_id: actor.id, role: actor.role, origin: facts.origin }, withRow(exports, deleted))],
    jobs: [removal(id)],
  }
}

/** The job that makes the oldest pending export. Exports are made one by one, because each takes much of the object's memory. */
export function makeNext({ upcoming }: Pick<SystemTurn, 'upcoming'>, exports: readonly ExportRow[]): Job[] {
  const waiting = exports.find(isPending)
  if (waiting === undefined) return []
  return [{ kind: 'writeExportPart', payload: beginningOf(waiting, upcoming) }]
}

/** The job that deletes an export's parts from the bucket. */
export const removal = (export_id: number): Job => ({ kind: 'removeExportParts', payload: { export_id } })

/** The exports with one of them replaced by a new row. */
export const withRow = (exports: ExportRow[], row: ExportRow): ExportRow[] =>
  exports.map((one) => (one.id === row.id ? row : one))
