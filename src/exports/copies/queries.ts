import { assertOwner } from '../../accounts/roles'
import type { Account } from '../../accounts/account'
import { settingsOf } from '../../accounts/settings'
import { refused } from '../../core/base/errors'
import { daySeconds } from '../../core/base/units'
import type { Sql } from '../../core/sql/sql'
import { exportTypes } from '../export-types'
import { consentingUsers, type Scope } from '../full/scope'
import type { LastIds } from '../progress'
import type { ExportRow } from '../queries'

/** One run of a copy: what it may have, which stays the same until its end. */
export interface CopyRun {
  /** From 1. */
  readonly number: number
  readonly begun_at: number
  /** The last ids at the start, within the organization. */
  readonly last: LastIds
  /** Null: everything. */
  readonly scope: Scope | null
}

/** Days for which a run may go on. */
const runDays = 7

interface CopyRow extends Pick<ExportRow, 'id' | 'acting_user_id' | 'export_type' | 'origin'> {
  /** JSON of the last runs. */
  copy_runs: string
}

/** The last runs of a copy, as they are stored; an empty list if it is no copy. */
export async function copyRuns(sql: Sql, id: number): Promise<readonly CopyRun[]> {
  const row = await sql`select copy_runs from realm_export where id = ${id}`.first<{ copy_runs: string | null }>()
  return JSON.parse(row?.copy_runs ?? '[]') as CopyRun[]
}

/** A run of the owner's own copy, with the kind of the copy. Refuses everybody else, and runs that are over. */
export async function accessRun(
  sql: Sql,
  account: Account & { realm_settings: string },
  { copy_id, run }: { copy_id: number; run: number },
  now: number,
): Promise<CopyRun & Pick<CopyRow, 'origin'>> {
  assertOwner(account)
  const copy = await sql`
    select id, acting_user_id, export_type, origin, copy_runs from realm_export
    where id = ${copy_id} and realm_id = ${account.realm_id} and copy_runs is not null
  `.first<CopyRow>()
  if (copy === null || copy.acting_user_id !== account.id) throw refused('There is no such copy', { status: 404 })
  const found = (JSON.parse(copy.copy_runs) as CopyRun[]).find(({ number }) => number === run)
  if (found === undefined || found.begun_at < now - runDays * daySeconds)
    throw refused('This run of the copy is over: begin another', { reason: 'too_late' })
  if (copy.export_type === exportTypes.everything && !settingsOf(account).owner_full_content_access)
    throw refused('The organization does not allow owners to export everything any more')
  if (found.scope !== null) {
    const allowing = new Set(await consentingUsers(sql, account.realm_id))
    if (!found.scope.consenting.every((id) => allowing.has(id)))
      throw refused('Somebody does not allow copies of their private data any more: begin another run', {
        reason: 'too_late',
      })
  }
  return { ...found, origin: copy.origin }
}
