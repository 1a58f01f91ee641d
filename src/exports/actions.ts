import { deleteParts, insertExport, updateExport } from './writes'
import { newKey } from '../auth/keys'
import type { Change, Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { beforeFirstId } from '../core/sql/ids'
import { uploadSpaceUsed } from '../uploads/queries'
import { bucketOf } from '../uploads/storage'
import { assertAdministrator, assertOwner } from '../accounts/roles'
import { announceExport, assertAnnouncedExport, assertMayAsk } from './announcing'
import { exportsOf, type ExportRow } from './queries'
import { archivesOf, firstPending, makeNext } from './queue'
import { removal } from './removal'
import { exportsEvent } from './listing'
import type { ExportType } from './export-types'
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
  const [{ exports, backups }, bytes] = await Promise.all([archivesOf(sql, realm_id), uploadSpaceUsed(sql, realm_id)])
  const isLost = (one: ExportRow): boolean => isPending(one) && one.export_time < now - lostAfter
  assertAnnouncedExport(turn, exports)
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
    copied_at: null,
  }
  const announced = await announceExport(turn, export_type, { isCopy: false })
  const lostExports = exports.filter(isLost).map((one) => ({ ...one, failed_at: now }))
  const present = lostExports.reduce<readonly ExportRow[]>(withRow, exports)
  const all = [...present, row]
  return {
    writes: [
      insertExport(row),
      ...lostExports.flatMap((one) => [updateExport(one), deleteParts(one.id)]),
      ...(announced?.writes ?? []),
    ],
    result: {},
    events: [
      exportsEvent({ user_id: actor.id, role: actor.role, origin: facts.origin }, all),
      ...(announced?.events ?? []),
    ],
    jobs: [
      ...lostExports.map(({ id }) => removal(id)),
      ...(firstPending({ exports: present, backups }) === null ? makeNext(turn, { exports: all, backups }) : []),
    ],
  }
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
  if (found.copied_at !== null) throw refused('A copy is on the machine of whoever made it; there is nothing to delete')
  if (isPending(found)) throw refused('The export is not complete yet')
  if (found.failed_at !== null) throw refused('The export failed; there is nothing to delete')
  if (found.deleted_at !== null) throw refused('The export was deleted already')
  const deleted = { ...found, deleted_at: now }
  return {
    writes: [updateExport(deleted), deleteParts(id)],
    result: {},
    events: [exportsEvent({ user_id: actor.id, role: actor.role, origin: facts.origin }, withRow(exports, deleted))],
    jobs: [removal(id)],
  }
}

/** The exports with one of them replaced by a new row. */
export const withRow = (exports: readonly ExportRow[], row: ExportRow): ExportRow[] =>
  exports.map((one) => (one.id === row.id ? row : one))
