import { newKey } from '../auth/keys'
import type { Step, SystemTurn } from '../core/turn/change'
import { administrators } from '../users/audience'
import { userById } from '../users/queries'
import { exportsEvent } from './listing'
import { exportsOf } from './queries'
import { hasArchive, isPending } from './schema'
import { setToken } from './writes'

/**
 * Replaces the links of exports, with events for all administrators. Links need no credentials, so that they would outlast the
 * session that requested them. Null if there is no archive.
 */
export async function renewExportLinks(
  turn: Pick<SystemTurn, 'cached' | 'sql' | 'realm_id' | 'facts'>,
): Promise<Step | null> {
  const exports = await exportsOf(turn.sql, turn.realm_id)
  const renewed = exports.map((row) => (hasArchive(row) || isPending(row) ? { ...row, token: newKey() } : row))
  const writes = renewed.filter((row, index) => row !== exports[index]).map(setToken)
  if (writes.length === 0) return null
  const { cached, realm_id, facts } = turn
  const viewers = await Promise.all((await administrators(turn)).map((id) => cached(userById, realm_id, id)))
  const events = viewers.flatMap((one) =>
    one === null ? [] : [exportsEvent({ user_id: one.id, role: one.role, origin: facts.origin }, renewed)],
  )
  return { writes, events }
}
